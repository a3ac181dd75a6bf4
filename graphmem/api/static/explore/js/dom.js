// Builds elements. Owns the rule that words are only ever text: nothing here turns a string into markup.

const SVG = "http://www.w3.org/2000/svg";

/**
 * Make an element. Of `attributes`, functions named on… listen, `class` may be a list, true stands for an
 * empty value, and null, undefined and false are left out. Children may be nested lists; strings become text.
 */
export function h(tag, attributes, ...children) {
  return fill(document.createElement(tag), attributes, children);
}

/** Make an SVG element, likewise. */
export function svg(tag, attributes, ...children) {
  return fill(document.createElementNS(SVG, tag), attributes, children);
}

function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (value === null || value === undefined || value === false) continue;
    if (typeof value === "function") element.addEventListener(name.slice(2), value);
    else if (name === "class") element.setAttribute("class", [value].flat().filter(Boolean).join(" "));
    else if (name === "value") element.value = value;
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  element.append(...present(children));
  return element;
}

function present(children) {
  return children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false);
}

/** Put children in place of whatever an element holds. */
export function replace(element, ...children) {
  element.replaceChildren(...present(children));
  return element;
}

/** Find by id. */
export const byId = (id) => document.getElementById(id);

/** Tell a screen reader, without moving the focus. */
export function announce(words) {
  const announcer = byId("announcer");
  announcer.textContent = "";
  // The same words twice in a row are a change only if there was nothing in between.
  requestAnimationFrame(() => (announcer.textContent = words));
}

/** Show a passing message at the foot of the page, with one thing to do about it at most. */
export function toast(words, action) {
  const button = action && h("button", { type: "button", onclick: () => (close(), action.run()) }, action.name);
  const shown = h("div", { class: "toast", role: "status" }, h("span", null, words), button);
  const close = () => shown.remove();
  shown.append(h("button", { type: "button", class: "quiet", "aria-label": "Close", onclick: close }, "×"));
  byId("toasts").append(shown);
  setTimeout(close, action ? 20000 : 6000);
}

/** Copy text; says so, or puts it up for copying by hand where the browser refuses. */
export async function copy(text, what) {
  try {
    await navigator.clipboard.writeText(text);
    toast(`${what} copied`);
  } catch {
    const area = h("textarea", { readonly: true, rows: 12, "aria-label": what }, text);
    const dialog = h(
      "dialog",
      null,
      h("p", null, "Copy from here:"),
      area,
      h("form", { method: "dialog" }, h("button", null, "Close")),
    );
    dialog.addEventListener("close", () => dialog.remove());
    document.body.append(dialog);
    dialog.showModal();
    area.select();
  }
}

/** A button that copies what a function returns. */
export function copyButton(name, what, text) {
  return h("button", { type: "button", class: "small", onclick: async () => copy(await text(), what) }, name);
}

/** Run a function once calls to it have ceased for so many milliseconds. */
export function settled(wait, run) {
  let timer = 0;
  return (...given) => {
    clearTimeout(timer);
    timer = setTimeout(() => run(...given), wait);
  };
}

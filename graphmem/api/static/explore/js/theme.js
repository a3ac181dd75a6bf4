// Dark, light, or as the system has it. Owns the choice; the colours are in base.css.

const KEY = "graphmem.theme";
const NEXT = { auto: "light", light: "dark", dark: "auto" };
const SIGN = { auto: "◐", light: "☀\uFE0E", dark: "☾" };

/** Let a button go through the themes; `restyled` is called whenever the colours changed. */
export function theme(button, restyled) {
  const set = (name) => {
    document.documentElement.dataset.theme = name;
    button.textContent = SIGN[name];
    button.title = `Theme: ${name}`;
    button.setAttribute("aria-label", `Theme: ${name}; change to ${NEXT[name]}`);
  };
  set(localStorage.getItem(KEY) in NEXT ? localStorage.getItem(KEY) : "auto");
  button.addEventListener("click", () => {
    const name = NEXT[document.documentElement.dataset.theme];
    localStorage.setItem(KEY, name);
    set(name);
    restyled();
  });
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", restyled);
}

/** The colours as they are now, by name: `colours("layer-goal", "ink")` gives two in rgb(). */
export function colours(...names) {
  const probe = document.createElement("span");
  probe.hidden = true;
  document.body.append(probe);
  const found = names.map((name) => {
    probe.style.color = `var(--${name})`;
    return getComputedStyle(probe).color;
  });
  probe.remove();
  return found;
}

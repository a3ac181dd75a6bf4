// Which view an address means, and which address a view's state makes. Owns the browser's history.

export const ROOT = "/explore";

const ROUTES = [
  [/^\/?$/, "search"],
  [/^\/entity\/([^/]+)$/, "entity"],
  [/^\/memory\/([^/]+)$/, "memory"],
  [/^\/thread\/([^/]+)$/, "thread"],
  [/^\/trace\/([^/]+)$/, "trace"],
  [/^\/review\/?$/, "review"],
];

/** Tell which view an address means: `{name, id, state}`, where `state` are its query's parameters. */
export function parse(url) {
  const { pathname, searchParams } = new URL(url, location.origin);
  const path = pathname.slice(ROOT.length);
  for (const [pattern, name] of ROUTES) {
    const found = pattern.exec(path);
    if (found) return { name, id: decoded(found[1]), state: searchParams };
  }
  return { name: "missing", id: path, state: searchParams };
}

function decoded(text) {
  try {
    return text && decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** The address of a view. Lists in `state` repeat their parameter; empty values are left out. */
export function address(name, id, state = {}) {
  const path = name === "search" ? "/" : `/${name}${id ? `/${encodeURIComponent(id)}` : ""}`;
  const query = search(state);
  return `${ROOT}${path}${query ? `?${query}` : ""}`;
}

function search(state) {
  const made = new URLSearchParams();
  for (const [name, value] of state instanceof URLSearchParams ? state : Object.entries(state)) {
    for (const one of [value].flat()) if (one !== null && one !== undefined && one !== "") made.append(name, one);
  }
  return made.toString();
}

/** The same parameters with some set anew: a list, a value, or null to leave one out. */
export function changed(state, changes) {
  const made = new URLSearchParams(state);
  for (const [name, value] of Object.entries(changes)) {
    made.delete(name);
    for (const one of [value].flat()) if (one !== null && one !== undefined && one !== "") made.append(name, one);
  }
  return made;
}

/** Call `show(route)` now and whenever the address changes, by a link of the page or by the browser. */
export function start(show) {
  addEventListener("popstate", () => show(parse(location.href)));
  document.addEventListener("click", (event) => follow(event));
  show(parse(location.href));
}

function follow(event) {
  const link = event.target.closest?.("a[href]");
  const elsewhere = event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey;
  if (!link || elsewhere || event.defaultPrevented || link.target || "outside" in link.dataset) return;
  const url = new URL(link.href);
  const inside = url.pathname === ROOT || url.pathname.startsWith(`${ROOT}/`);
  if (url.origin !== location.origin || !inside || link.getAttribute("href").startsWith("#")) return;
  event.preventDefault();
  go(url.href);
}

/** Go to an address; `replace` leaves no step in the history. */
export function go(url, { replace = false } = {}) {
  if (replace) history.replaceState(null, "", url);
  else history.pushState(null, "", url);
  dispatchEvent(new PopStateEvent("popstate"));
}

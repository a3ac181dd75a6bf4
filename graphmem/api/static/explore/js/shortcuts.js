// The keys that work everywhere. Those of the graph are with the graph.

import { byId, h } from "./dom.js";

const KEYS = [
  ["/", "go to the search field"],
  ["g", "go to the graph of the page"],
  ["← ↑ → ↓", "in the graph: go to the next node that way"],
  ["Enter", "in the graph: expand the node, or show fewer around it"],
  ["o", "in the graph: open the node's own page"],
  ["+ − 0", "in the graph: closer, further, all of it"],
  ["Esc", "let go of the node; leave the search field"],
  ["?", "this list"],
];

/** Listen for the keys. */
export function shortcuts() {
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    if (event.target.closest?.("input, textarea, select, dialog")) {
      if (event.key === "Escape" && event.target.id === "q") event.target.blur();
      return;
    }
    const target = { "/": byId("q"), g: document.querySelector(".canvas") }[event.key];
    if (target) event.preventDefault();
    target?.focus();
    target?.scrollIntoView({ block: "nearest" });
    if (event.key === "?") help();
  });
}

function help() {
  const rows = KEYS.map(([key, means]) => [h("dt", null, h("kbd", null, key)), h("dd", null, means)]);
  const dialog = h(
    "dialog",
    { "aria-label": "Keys" },
    h("h2", null, "Keys"),
    h("dl", { class: "keys" }, rows),
    h("form", { method: "dialog" }, h("button", null, "Close")),
  );
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}

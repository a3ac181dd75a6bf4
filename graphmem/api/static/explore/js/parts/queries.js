// The box at the foot of every view: the GraphQL that made it, to copy. Owns its shape and its curl line.

import { ENDPOINT } from "../api.js";
import { copyButton, h, replace } from "../dom.js";

/** A box that holds the latest operation of each name: `{element, add(query, variables)}`. */
export function queryBox() {
  const asked = new Map();
  const list = h("div", { class: "operations" });
  const summary = h("summary", null, "GraphQL of this view");
  const element = h("details", { class: "queries", id: "graphql" }, summary, list);
  const draw = () => replace(list, [...asked.values()].map(operation));
  element.addEventListener("toggle", () => element.open && draw());
  const add = (query, variables) => {
    asked.set(nameOf(query), { query, variables });
    replace(summary, "GraphQL of this view ", h("span", { class: "soft" }, String(asked.size)));
    if (element.open) draw();
  };
  return { element, add };
}

function nameOf(query) {
  return /^\s*(?:query|mutation|subscription)\s+(\w+)/.exec(query)?.[1] ?? query;
}

function operation({ query, variables }) {
  const text = query.trim();
  const json = JSON.stringify(variables, null, 2);
  const name = nameOf(query);
  return h(
    "section",
    { "aria-label": name },
    h(
      "h2",
      null,
      name,
      h(
        "span",
        { class: "row" },
        copyButton("Copy query", "Query", () => text),
        copyButton("Copy variables", "Variables", () => json),
        copyButton("Copy as curl", "Command", () => curl(text, variables)),
      ),
    ),
    h("pre", { tabindex: 0, "aria-label": `${name}, query` }, text),
    json !== "{}" && h("pre", { tabindex: 0, "aria-label": `${name}, variables` }, json),
  );
}

function curl(query, variables) {
  const body = JSON.stringify({ query, variables }).replaceAll("'", "'\\''");
  return `curl -s ${location.origin}${ENDPOINT} -H 'content-type: application/json' -d '${body}'`;
}

// The picture as a table: the same nodes and edges for those who read rather than see.

import { h, replace } from "../dom.js";
import { counted } from "../format.js";
import { entityLink, memoryLink, threadLink } from "../parts/links.js";
import { layerTag } from "../parts/shapes.js";
import { EDGES, LAYERS, plain, sort } from "../words.js";

/** A table that is drawn once it is opened: `{element, draw(model)}`. `choose(id)` shows a node in the picture. */
export function nodeList(choose) {
  const summary = h("summary", null, "The picture as a list");
  const body = h("tbody");
  const heads = ["From", "Edge", "To"].map((name) => h("th", { scope: "col" }, name));
  const element = h(
    "details",
    { class: "as-list" },
    summary,
    h("table", null, h("thead", null, h("tr", null, heads)), body),
  );
  let model = null;
  const fill = () =>
    element.open &&
    model &&
    replace(
      body,
      [...model.edges.values()].map((edge) => row(model, edge, choose)),
    );
  element.addEventListener("toggle", fill);
  const draw = (given) => {
    model = given;
    replace(summary, "The picture as a list ", h("span", { class: "soft" }, counted(model.edges.size, "edge")));
    fill();
  };
  return { element, draw };
}

function row(model, { from, to, type }, choose) {
  const cell = (id) =>
    h(
      "td",
      null,
      linkTo(model.nodes.get(id)),
      " ",
      h(
        "button",
        {
          type: "button",
          class: "small quiet",
          "aria-label": "Show in the picture",
          title: "Show in the picture",
          onclick: () => choose(id),
        },
        "◎",
      ),
    );
  return h(
    "tr",
    null,
    cell(from),
    h("td", null, type in LAYERS ? layerTag(type) : (EDGES[type]?.[0] ?? plain(type))),
    cell(to),
  );
}

/** A link to a node of any sort. */
export function linkTo(node) {
  return { memory: memoryLink, entity: entityLink, thread: threadLink }[sort(node.id)](node);
}

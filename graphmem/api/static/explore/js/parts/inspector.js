// The panel beside a graph: what the chosen node is, and its edges by type, each with a count before it is expanded.

import { h, replace } from "../dom.js";
import { counted, cut, number, time } from "../format.js";
import { EDGES, LAYERS, liveliness, plain, sort } from "../words.js";
import { beyond, entityLink, memoryLink, span, successors, tags, threadLink, traceLink } from "./links.js";
import { layerTag } from "./shapes.js";

/** A panel whose buttons call `grow(id, type)` and `shrink(id)` of the graph: `{element, draw(node), counts(id, model)}`. */
export function inspector(graph) {
  const about = h("div", { class: "about" });
  const edges = h("div", { class: "edges" });
  const panel = {
    element: h("aside", { class: "inspector panel", "aria-label": "Chosen node" }, about, edges),
    about: null,
    draw(node, model) {
      if (!node) return;
      panel.about = node.id;
      replace(about, SORTS[sort(node.id)](node));
      panel.counts(node.id, model);
    },
    counts(id, model) {
      replace(edges, table(graph, id, model));
    },
  };
  return panel;
}

const SORTS = { entity: aboutEntity, memory: aboutMemory, thread: aboutThread };

function aboutEntity(entity) {
  const others = entity.aliases.filter(({ name }) => name !== entity.name).map(({ name }) => name);
  return [
    h("h2", null, entityLink(entity)),
    h("p", { class: "soft" }, [plain(entity.kind), liveliness(entity)].filter(Boolean).join(", ")),
    others.length > 0 &&
      h("p", null, h("span", { class: "soft" }, "also "), h("bdi", null, cut(others.join(", "), 200))),
  ];
}

function aboutMemory(memory) {
  return [
    h("h2", null, memoryLink(memory)),
    h("p", null, tags(memory)),
    h("p", { class: "soft" }, span(memory), " · by ", h("bdi", null, memory.provenance.agent)),
    beyond(memory) && h("p", { class: "words", dir: "auto" }, cut(beyond(memory), 480)),
    memory.why && h("p", { class: "why", dir: "auto" }, h("b", null, "why "), cut(memory.why, 320)),
    successors(memory),
    h("p", { class: "row" }, traceLink(memory.id, "Trace the chain")),
  ];
}

function aboutThread(thread) {
  return [
    h("h2", null, threadLink(thread)),
    h(
      "p",
      { class: "soft" },
      "thread, ",
      counted(thread.memories.totalCount, "current memory", "current memories"),
      ", last active ",
      time(thread.lastActivityAt),
    ),
  ];
}

function table(graph, id, model) {
  const counts = model.counts(id);
  if (counts.length === 0) return h("p", { class: "soft" }, "No edges.");
  const isOpen = id !== model.center && model.children(id).length > 0;
  return [
    h("h3", null, "Edges"),
    h(
      "ul",
      null,
      counts.map((count) => row(graph, id, count)),
    ),
    isOpen && h("button", { type: "button", class: "small", onclick: () => graph.shrink(id) }, "Show fewer around it"),
  ];
}

function row(graph, id, { type, shown, total }) {
  const name = type in LAYERS ? LAYERS[type].name : plain(type);
  const button =
    shown < total &&
    h(
      "button",
      { type: "button", class: "small", "aria-label": `Show more ${name} edges`, onclick: () => graph.grow(id, type) },
      "Show more",
    );
  return h(
    "li",
    null,
    h("span", { title: EDGES[type]?.join(" / ") }, type in LAYERS ? layerTag(type) : name),
    h("span", { class: "soft" }, `${number(shown)} of ${number(total)}`),
    button,
  );
}

// Turns nodes and edges of a model into what cytoscape draws: a label, a shape and the classes of the style.

import { cut, dayOf, since } from "../format.js";
import { EDGES, KINDS, LAYERS, sort } from "../words.js";

/** A node's name in lists and announcements. */
export function nameOf(node) {
  return node.name ?? node.title ?? node.key ?? node.id;
}

/** A node as cytoscape takes it. `look` is "card" or "dot". */
export function nodeElement(node, position, look, extra = []) {
  const kind = sort(node.id);
  const classes = [kind, look, node.layer, node.status, ...extra].filter(Boolean);
  return {
    group: "nodes",
    classes,
    position,
    data: {
      id: node.id,
      label: labelOf(node, kind, look),
      sign: LAYERS[node.layer]?.sign ?? "",
      shape: KINDS[node.kind]?.shape ?? "ellipse",
    },
  };
}

// Lines break at blanks and at zero-width spaces only; scripts without blanks, and very long words, get some.
const BREAK = "\u200B";
const breakable = (text) =>
  text.replace(/[\u2E80-\u9FFF\uAC00-\uD7AF\uFF00-\uFFEF]/gu, `$&${BREAK}`).replace(/[^\s\u200B]{22}/gu, `$&${BREAK}`);

function labelOf(node, kind, look) {
  // Names of any direction: the isolates keep a right-to-left name from turning the line it stands in.
  const name = `\u2068${breakable(cut(nameOf(node).replace(/\s+/g, " "), look === "card" ? 64 : 44))}\u2069`;
  if (kind !== "memory" || look !== "card") return name;
  const { sign, name: layer } = LAYERS[node.layer];
  return `${sign} ${layer} · ${dayOf(since(node))}\n${name}`;
}

/** An edge as cytoscape takes it. Layer edges hang a memory on its entity and bear no arrow. */
export function edgeElement(edge, few, extra = []) {
  const { from, to, type } = edge;
  const classes = [type, few && "few", type in LAYERS && "hung", edge.inferred && "inferred", ...extra].filter(Boolean);
  return {
    group: "edges",
    classes,
    data: { id: `${from} ${type} ${to}`, source: from, target: to, label: EDGES[type]?.[0] ?? type },
  };
}

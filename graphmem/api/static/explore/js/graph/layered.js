// Places chains from top to bottom: causes above what came of them, older above newer; chains that have nothing
// to do with each other side by side. Pure but for the library.

import { Graph, layout } from "/explore/vendor/dagre.js";

const GAP = 30;
const MANY = 150;
const SHAPE = 1.5;

/** Whether an edge's end was there before its start: so it is for all but LED_TO. */
const pointsBack = (type) => type !== "LED_TO";

/** Positions by id for nodes, in their order, and edges `{from, to, type}`. */
export function layered(ids, edges, size) {
  return packed(
    components(ids, edges).map((part) => place(part, size)),
    size,
  );
}

function components(ids, edges) {
  const leaders = new Map(ids.map((id) => [id, id]));
  const leader = (id) => {
    let at = id;
    while (leaders.get(at) !== at) at = leaders.get(at);
    leaders.set(id, at);
    return at;
  };
  for (const { from, to } of edges) leaders.set(leader(from), leader(to));
  const parts = Map.groupBy(ids, leader);
  const joined = Map.groupBy(edges, ({ from }) => leader(from));
  return [...parts].map(([name, members]) => ({ ids: members, edges: joined.get(name) ?? [] }));
}

/** One connected part: its positions from 0, and the room it takes. */
function place({ ids, edges }, { width, height }) {
  if (ids.length === 1) return { positions: [[ids[0], { x: width / 2, y: height / 2 }]], width, height };
  const graph = new Graph();
  graph.setGraph({
    rankdir: "TB",
    nodesep: 26,
    ranksep: 46,
    ranker: ids.length > MANY ? "longest-path" : "network-simplex",
  });
  graph.setDefaultEdgeLabel(() => ({}));
  for (const id of ids) graph.setNode(id, { width, height });
  for (const { from, to, type } of edges) graph.setEdge(...(pointsBack(type) ? [to, from] : [from, to]));
  layout(graph);
  const room = graph.graph();
  return {
    positions: ids.map((id) => [id, { x: graph.node(id).x, y: graph.node(id).y }]),
    width: room.width,
    height: room.height,
  };
}

/** Parts in rows, each row as long as makes the whole about as wide as a window; chains before single nodes. */
function packed(parts, size) {
  const area = parts.reduce((sum, part) => sum + (part.width + GAP) * (part.height + GAP), 0);
  const limit = Math.max(...parts.map((part) => part.width), Math.sqrt(area * SHAPE), size.width);
  const positions = new Map();
  let [x, y, tallest] = [0, 0, 0];
  for (const part of [...parts].sort((one, other) => other.positions.length - one.positions.length)) {
    if (x > 0 && x + part.width > limit) [x, y, tallest] = [0, y + tallest + GAP, 0];
    for (const [id, at] of part.positions) positions.set(id, { x: at.x + x, y: at.y + y });
    x += part.width + GAP;
    tallest = Math.max(tallest, part.height);
  }
  return positions;
}

// Places a chain from top to bottom: causes above what came of them, older above newer. Pure but for the library.

import { Graph, layout } from "/explore/vendor/dagre.js";

const CAUSES = new Set(["LED_TO"]);
const MANY = 150;

/** Whether an edge's end comes before its start in time: all but LED_TO point back at what was there first. */
const pointsBack = (type) => !CAUSES.has(type);

/** Positions by id for nodes and edges `{from, to, type}`. */
export function layered(ids, edges, { width, height }) {
  const graph = new Graph();
  graph.setGraph({ rankdir: "TB", nodesep: 26, ranksep: 46, ranker: ids.length > MANY ? "longest-path" : "network-simplex" });
  graph.setDefaultEdgeLabel(() => ({}));
  for (const id of ids) graph.setNode(id, { width, height });
  for (const { from, to, type } of edges) {
    if (pointsBack(type)) graph.setEdge(to, from);
    else graph.setEdge(from, to);
  }
  layout(graph);
  return new Map(ids.map((id) => [id, { x: graph.node(id).x, y: graph.node(id).y }]));
}

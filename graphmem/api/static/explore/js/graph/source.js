// Fetches the graph around nodes, page by page, into a model. Owns how much is asked for at a time.

import { ROW } from "../documents.js";

const GRAPH = `query Graph($center: ID!, $hops: Int!, $limit: Int!, $after: String) {
  graph(center: $center, hops: $hops, limit: $limit, after: $after) {
    nodes {
      id
      ... on Entity { name kind }
      ... on Memory { title layer type state status validFrom createdAt }
      ... on Thread { key heading: title }
    }
    edges { from to type at }
    counts { node type total }
    truncated endCursor
  }
}`;

const NODE = `query Node($id: ID!) {
  node(id: $id) {
    id
    ... on Entity { ...Named aliases { name } layers { layer count } momentum { score band } }
    ... on Memory { ...Row }
    ... on Thread { key heading: title createdAt lastActivityAt memories(first: 0) { totalCount } }
  }
}
${ROW}`;

const PAGE = 200;
const LARGEST = 1000;

/** Show the node in the model's centre with the nearest nodes within two hops, so many in all. */
export async function begin(page, model, most) {
  const { graph } = await page.ask(GRAPH, { center: model.center, hops: 2, limit: most, after: null });
  if (graph) model.start(plain(graph));
}

/** Show `most` more neighbours of a node, of one edge type or any; asks as often as it takes. */
export async function expand(page, model, id, most, type = null) {
  let missing = most - model.reveal(id, most, type);
  while (missing > 0 && !model.exhausted(id)) {
    const limit = Math.min(LARGEST, Math.max(PAGE, missing + 1));
    const { graph } = await page.ask(GRAPH, { center: id, hops: 1, limit, after: model.cursors.get(id) ?? null });
    if (!graph) return;
    model.take(id, plain(graph));
    missing -= model.reveal(id, missing, type);
  }
}

const plain = (graph) => ({ ...graph, nodes: graph.nodes.map(plainly) });

// A thread's title may be missing and a memory's not, so that one query can't have both under one name.
function plainly({ heading, ...node }) {
  return heading === undefined ? node : { ...node, title: heading };
}

/** What the panel beside the graph says about a node; null where there is none. */
export async function describe(page, id) {
  const { node } = await page.ask(NODE, { id }, "node");
  return node && plainly(node);
}

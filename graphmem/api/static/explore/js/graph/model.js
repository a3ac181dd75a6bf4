// What a picture shows: nodes, edges, how many edges of each type a node has, and what of it is held back.
// Owns the counting of "X of Y"; knows neither the service nor the canvas.

const key = (edge) => `${edge.from} ${edge.type} ${edge.to}`;

export class Model {
  constructor(center) {
    this.center = center;
    this.nodes = new Map();
    this.edges = new Map();
    this.totals = new Map();
    this.waiting = new Map();
    this.cursors = new Map();
    this.parents = new Map();
  }

  /** Whether everything around a node was fetched. */
  exhausted(id) {
    return this.cursors.get(id) === null;
  }

  /** Begin with a page of the graph around the centre, all of it shown. Nodes come nearest first. */
  start(graph) {
    this.take(this.center, { ...graph, endCursor: undefined });
    const { nodes, edges } = this.pool(this.center);
    const neighbours = new Map(graph.nodes.map(({ id }) => [id, []]));
    for (const { from, to } of edges.values()) (neighbours.get(from)?.push(to), neighbours.get(to)?.push(from));
    for (const { id } of graph.nodes)
      this.place(id, nodes, neighbours.get(id).find((other) => this.nodes.has(other)) ?? null);
    this.connect();
  }

  /** Take in a page of the graph around a node. Its nodes wait until they are shown. */
  take(center, { nodes, edges, counts, endCursor }) {
    this.cursors.set(center, endCursor);
    const waiting = this.pool(center);
    for (const node of nodes) if (!this.nodes.has(node.id)) waiting.nodes.set(node.id, node);
    for (const edge of edges) waiting.edges.set(key(edge), edge);
    for (const { node, type, total } of counts) {
      if (!this.totals.has(node)) this.totals.set(node, new Map());
      this.totals.get(node).set(type, total);
    }
  }

  pool(center) {
    if (!this.waiting.has(center)) this.waiting.set(center, { nodes: new Map(), edges: new Map() });
    return this.waiting.get(center);
  }

  /** Show at most so many waiting neighbours of a node, of one edge type or any; returns how many. */
  reveal(center, most, type = null) {
    const { nodes, edges } = this.pool(center);
    let shown = 0;
    for (const edge of edges.values()) {
      if (shown >= most) break;
      const other = this.across(edge, center);
      if (!other || !nodes.has(other) || (type && edge.type !== type)) continue;
      this.place(other, nodes, center);
      shown += 1;
    }
    this.connect();
    return shown;
  }

  across(edge, id) {
    if (edge.from === id) return edge.to;
    return edge.to === id ? edge.from : null;
  }

  place(id, from, parent) {
    this.nodes.set(id, from.get(id));
    this.parents.set(id, parent);
    for (const { nodes } of this.waiting.values()) nodes.delete(id);
  }

  // An edge is shown as soon as both its ends are, whoever was asked about it.
  connect() {
    for (const { edges } of this.waiting.values()) {
      for (const [name, edge] of edges)
        if (this.nodes.has(edge.from) && this.nodes.has(edge.to)) this.edges.set(name, edge);
    }
  }

  /** For each type of a node's edges: `{type, shown, total}`. */
  counts(id) {
    const shown = new Map();
    for (const edge of this.edges.values()) {
      if (edge.from === id || edge.to === id) shown.set(edge.type, (shown.get(edge.type) ?? 0) + 1);
    }
    return [...(this.totals.get(id) ?? [])].map(([type, total]) => ({
      type,
      total,
      shown: Math.min(total, shown.get(type) ?? 0),
    }));
  }

  /** All types of a node's edges together. */
  sum(id) {
    return this.counts(id).reduce((sum, { shown, total }) => ({ shown: sum.shown + shown, total: sum.total + total }), {
      shown: 0,
      total: 0,
    });
  }

  /** Show fewer: take away what was shown for the sake of a node, and for what came with it in turn. */
  fold(id) {
    for (const [child, parent] of [...this.parents]) {
      if (parent !== id || !this.nodes.has(child)) continue;
      this.fold(child);
      this.pool(id).nodes.set(child, this.nodes.get(child));
      this.nodes.delete(child);
      this.parents.delete(child);
    }
    for (const [name, edge] of this.edges)
      if (!this.nodes.has(edge.from) || !this.nodes.has(edge.to)) this.edges.delete(name);
  }

  /** The nodes that were shown for the sake of a node. */
  children(id) {
    return [...this.parents].filter(([, parent]) => parent === id).map(([child]) => child);
  }

  /** Edges at a node. */
  edgesOf(id) {
    return [...this.edges.values()].filter((edge) => edge.from === id || edge.to === id);
  }
}

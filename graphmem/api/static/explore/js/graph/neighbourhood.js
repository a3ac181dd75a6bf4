// The graph around one node: drawn, steered, expanded, told about in a panel and repeated as a list. Its state is
// in the address: how many neighbours (`nodes`), what was expanded (`open`), which node is chosen (`sel`).

import { h, replace } from "../dom.js";
import { counted, number } from "../format.js";
import { loading } from "../parts/conditions.js";
import { inspector } from "../parts/inspector.js";
import { address, go } from "../router.js";
import { LAYERS, plain, sort } from "../words.js";
import { createCanvas } from "./canvas.js";
import { edgeElement, nameOf, nodeElement } from "./elements.js";
import { legend } from "./legend.js";
import { nodeList } from "./list.js";
import { Model } from "./model.js";
import { radial } from "./radial.js";
import { begin, describe, expand } from "./source.js";
import { MOST_CARDS, SIZES } from "./style.js";

const FIRST = 24;
const MORE = 25;
const MOST = 1000;

/** The picture of what surrounds a node. */
export class Neighbourhood {
  constructor(page, id, name) {
    this.page = page;
    this.id = id;
    this.name = name;
    this.panel = inspector(this);
    this.head = h("p", { class: "foot" });
    this.list = nodeList((chosen) => this.page.set({ sel: chosen }, { step: false }));
    this.stage = h("div", { class: "stage" }, loading());
    this.element = h(
      "section",
      { class: "graph", "aria-label": `Graph around ${name}` },
      this.stage,
      this.panel.element,
      this.head,
      legend(),
      this.list.element,
    );
  }

  /** Fetch and draw what the address asks for. */
  async load() {
    const fresh = new Model(this.id);
    await begin(this.page, fresh, this.asked);
    this.model = fresh;
    this.opened = new Map();
    if (this.drawnFor !== this.asked) this.placed = new Map();
    if (!this.canvas) await this.prepare();
    await this.apply();
  }

  async prepare() {
    this.canvas = await createCanvas(this.stage, `Graph around ${this.name}`, {
      choose: (id) => this.page.set({ sel: id }, { step: false }),
      expand: (id) => this.toggle(id),
      open: (id) => go(address(sort(id), id)),
      describe: (id) => this.words(id),
    });
  }

  get asked() {
    return Math.min(MOST, Math.max(1, Number(this.page.state.get("nodes")) || FIRST));
  }

  get wanted() {
    const parts = this.page.state.getAll("open").map((text) => text.split(":"));
    return new Map(parts.map(([id, type, most]) => [`${id}:${type}`, Math.min(MOST, Number(most) || MORE)]));
  }

  /** Take on a changed address. */
  async update() {
    if (this.drawnFor !== this.asked) return this.load();
    return this.apply();
  }

  async apply() {
    const { wanted, opened, model } = this;
    for (const name of opened.keys()) if (!wanted.has(name)) model.fold(name.split(":")[0]);
    for (const name of opened.keys())
      if (!wanted.has(name) || !model.nodes.has(name.split(":")[0])) opened.delete(name);
    for (const [name, most] of wanted) {
      const [id, type] = name.split(":");
      const missing = most - (opened.get(name) ?? 0);
      opened.set(name, most);
      if (missing > 0 && model.nodes.has(id)) await expand(this.page, model, id, missing, type === "*" ? null : type);
    }
    this.draw();
    await this.choose();
  }

  draw() {
    const { model } = this;
    const whole = this.drawnFor !== this.asked || this.placed.size === 0;
    const look = model.nodes.size <= MOST_CARDS ? "card" : "dot";
    const grown = whole || look !== this.look;
    this.placed = radial(model, SIZES[look], grown ? new Map() : this.placed);
    Object.assign(this, { look, drawnFor: this.asked });
    const few = model.edges.size <= 80;
    const nodes = [...model.nodes.values()].map((node) =>
      nodeElement(node, this.placed.get(node.id), look, node.id === this.id ? ["center"] : []),
    );
    const before = this.canvas.cy.nodes().length;
    this.canvas.draw([...nodes, ...[...model.edges.values()].map((edge) => edgeElement(edge, few))], {
      fit: grown || nodes.length !== before,
    });
    if (grown && look === "card") this.canvas.legible(this.id);
    this.list.draw(model);
    this.drawHead();
  }

  drawHead() {
    const { shown, total } = this.model.sum(this.id);
    const more = shown < total && this.asked < MOST;
    const next = Math.min(MOST, this.asked * 2);
    const words = h(
      "span",
      null,
      `Showing ${number(shown)} of ${counted(total, "edge")} of `,
      h("bdi", null, this.name),
      `; ${counted(this.model.nodes.size, "node")} in all`,
    );
    replace(
      this.head,
      words,
      more &&
        h("button", { type: "button", onclick: () => this.page.set({ nodes: next }, { step: false }) }, "Show more"),
    );
  }

  /** Tell about the chosen node, or the centre. */
  async choose() {
    const id = this.model.nodes.has(this.page.state.get("sel")) ? this.page.state.get("sel") : null;
    this.canvas.choose(id, { quiet: true });
    const shown = id ?? this.id;
    if (!this.model.nodes.has(shown)) return;
    this.shown = shown;
    this.panel.counts(shown, this.model);
    if (this.panel.about === shown) return;
    const node = await describe(this.page, shown);
    // Another node may have been chosen while this one was asked for.
    if (this.shown === shown) this.panel.draw(node, this.model);
  }

  /** Show more around a node; of one edge type, or of any. */
  grow(id, type = "*") {
    const { wanted } = this;
    const name = `${id}:${type}`;
    wanted.set(name, (wanted.get(name) ?? 0) + MORE);
    this.keep(wanted, id);
  }

  /** Take back what was expanded around a node. */
  shrink(id) {
    this.keep(new Map([...this.wanted].filter(([name]) => name.split(":")[0] !== id)), id);
  }

  toggle(id) {
    const { shown, total } = this.model.sum(id);
    const isOpen = id !== this.id && this.model.children(id).length > 0;
    if (isOpen) this.shrink(id);
    else if (shown < total) this.grow(id);
  }

  keep(wanted, id) {
    this.page.set({ open: [...wanted].map(([name, most]) => `${name}:${most}`), sel: id }, { step: false });
  }

  words(id) {
    const node = this.model.nodes.get(id);
    const { shown, total } = this.model.sum(id);
    const kind = node.layer ? `${LAYERS[node.layer].name} memory, ${plain(node.status)}` : plain(node.kind ?? "thread");
    return `${nameOf(node)}, ${kind}. Showing ${shown} of ${counted(total, "edge")}.`;
  }

  restyle() {
    this.canvas?.restyle();
  }

  close() {
    this.canvas?.close();
  }
}

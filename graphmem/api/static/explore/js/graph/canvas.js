// The drawing of a graph: cytoscape in a box, with mouse, touch and keys. Owns what is chosen and what is dimmed;
// what the graph is comes from outside.

import { Unreachable } from "../api.js";
import { announce, h, replace } from "../dom.js";
import { stylesheet } from "./style.js";
import { nearest } from "./steering.js";

// With more neighbours than these, only the node itself has its name put up: the names would cover each other.
const MOST_TOLD = 10;
const LEGIBLE = 0.55;

// Not needed before the first picture, and by far the largest file.
async function library() {
  try {
    return (await import("/explore/vendor/cytoscape.js")).default;
  } catch {
    throw new Unreachable("The drawing library can't be fetched.");
  }
}

/**
 * Make a canvas in an element that is on the page. `told` hears `choose(id)`, `expand(id)` and `open(id)`; its
 * `describe(id)` puts a node in words.
 */
export async function createCanvas(stage, label, told) {
  const cytoscape = await library();
  const box = h("div", {
    class: "canvas",
    tabindex: 0,
    role: "application",
    "aria-label": label,
    "aria-keyshortcuts": "g",
  });
  const picture = h("div", { class: "picture" }, box);
  replace(stage, picture);
  const canvas = new Canvas(cytoscape, box, told);
  picture.append(canvas.buttons());
  return canvas;
}

class Canvas {
  constructor(cytoscape, box, told) {
    this.box = box;
    this.told = told;
    this.chosen = null;
    this.cy = cytoscape({
      container: box,
      layout: { name: "preset" },
      style: stylesheet(),
      minZoom: 0.05,
      maxZoom: 3,
      boxSelectionEnabled: false,
      autounselectify: true,
    });
    this.listen();
    this.resizing = new ResizeObserver(() => this.cy.resize());
    this.resizing.observe(box);
  }

  /** Draw elements in place of what was drawn; `fit` shows all of it. */
  draw(elements, { fit = false } = {}) {
    const { cy } = this;
    cy.batch(() => {
      const kept = new Set(elements.map(({ data }) => data.id));
      cy.elements()
        .filter((element) => !kept.has(element.id()))
        .remove();
      cy.add(elements.filter((element) => !this.renew(element)));
    });
    if (fit) this.fit();
    this.shine();
  }

  // Whether an element was there, and was given its new looks and place.
  renew({ data, classes, position }) {
    const there = this.cy.getElementById(data.id);
    if (there.empty()) return false;
    there.data(data);
    there.classes(classes);
    if (position) there.position({ ...position });
    return true;
  }

  buttons() {
    const button = (sign, name, run) =>
      h("button", { type: "button", class: "small", title: name, "aria-label": name, onclick: run }, sign);
    return h(
      "div",
      { class: "zoom" },
      button("+", "Closer", () => this.zoom(1.3)),
      button("−", "Further", () => this.zoom(1 / 1.3)),
      button("⤢", "All of it", () => this.fit()),
    );
  }

  listen() {
    const { cy, told } = this;
    cy.on("tap", "node", ({ target }) => this.choose(target.id()));
    cy.on("tap", ({ target }) => target === cy && this.choose(null));
    cy.on("dbltap", "node", ({ target }) => told.expand?.(target.id()));
    // The wheel scrolls the page until the picture was clicked; fingers always zoom.
    const touch = matchMedia("(pointer: coarse)").matches;
    cy.userZoomingEnabled(touch);
    cy.on("tapstart", () => this.box.focus({ preventScroll: true }));
    this.box.addEventListener("focus", () => cy.userZoomingEnabled(true));
    this.box.addEventListener("blur", () => cy.userZoomingEnabled(touch));
    cy.on("mouseover", "node", ({ target }) => this.shine(target.id()));
    cy.on("mouseout", "node", () => this.shine());
    this.box.addEventListener("keydown", (event) => this.key(event));
  }

  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const here = this.chosen;
    const deeds = {
      "+": () => this.zoom(1.3),
      "=": () => this.zoom(1.3),
      "-": () => this.zoom(1 / 1.3),
      0: () => this.fit(),
      Escape: () => this.choose(null),
      Enter: () => here && this.told.expand?.(here),
      o: () => here && this.told.open(here),
    };
    const towards = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
    if (!towards && !deeds[event.key]) return;
    event.preventDefault();
    if (towards) this.step(towards);
    else deeds[event.key]();
  }

  step(towards) {
    const places = this.cy.nodes().map((node) => ({ id: node.id(), ...node.position() }));
    const next = nearest(places, this.chosen, towards);
    if (next) this.choose(next);
  }

  /** Choose a node, or none; it is told, announced and brought into sight. `quiet` does none of that. */
  choose(id, { quiet = false } = {}) {
    this.chosen = id && this.cy.getElementById(id).nonempty() ? id : null;
    this.shine();
    if (quiet) return;
    this.told.choose(this.chosen);
    if (!this.chosen) return;
    announce(this.told.describe(this.chosen));
    this.reach(this.cy.getElementById(this.chosen));
  }

  reach(node) {
    const { x1, y1, x2, y2 } = this.cy.extent();
    const { x, y } = node.position();
    if (x < x1 || x > x2 || y < y1 || y > y2) this.cy.center(node);
  }

  /** Dim all that has nothing to do with the node under the pointer, or else with the chosen one. */
  shine(id = this.chosen) {
    const { cy } = this;
    cy.batch(() => {
      cy.elements().removeClass("dim told chosen");
      if (this.chosen) cy.getElementById(this.chosen).addClass("chosen");
      const node = id && cy.getElementById(id);
      if (!node || node.empty()) return;
      const near = node.closedNeighborhood();
      cy.elements().difference(near).addClass("dim");
      (near.nodes().length <= MOST_TOLD ? near.nodes() : node).addClass("told");
    });
  }

  zoom(factor) {
    const { cy } = this;
    cy.zoom({ level: cy.zoom() * factor, renderedPosition: { x: cy.width() / 2, y: cy.height() / 2 } });
  }

  /** Show all of it, but not larger than life. */
  fit() {
    this.cy.resize();
    this.cy.fit(undefined, 28);
    if (this.cy.zoom() > 1.15) (this.cy.zoom(1.15), this.cy.center());
  }

  /** Where all of it would be too small to read, show a node instead; `above` moves it up by a share of the height. */
  legible(id, above = 0) {
    const node = this.cy.getElementById(id);
    if (this.cy.zoom() >= LEGIBLE || node.empty()) return;
    this.cy.zoom(LEGIBLE + 0.2);
    this.cy.center(node);
    this.cy.panBy({ x: 0, y: -this.cy.height() * above });
  }

  /** Take on the theme's colours. */
  restyle() {
    this.cy.style(stylesheet());
  }

  close() {
    this.resizing.disconnect();
    this.cy.destroy();
  }
}

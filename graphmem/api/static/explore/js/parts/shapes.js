// Small drawings of what the graph shows: a kind's shape, a layer's sign, a line. Used in lists and the legend,
// so that a page explains its picture.

import { h, svg } from "../dom.js";
import { KINDS, LAYERS } from "../words.js";

const POINTS = {
  hexagon: "5,2 11,2 15,8 11,14 5,14 1,8",
  octagon: "5,1.5 11,1.5 14.5,5 14.5,11 11,14.5 5,14.5 1.5,11 1.5,5",
  diamond: "8,0.5 15.5,8 8,15.5 0.5,8",
  tag: "1,2.5 10.5,2.5 15.5,8 10.5,13.5 1,13.5",
  triangle: "8,1 15.5,14.5 0.5,14.5",
};

/** The shape of an entity's kind. It has a name for those who can't see it, unless words stand beside it. */
export function kindMark(kind, { silent = false } = {}) {
  const { name, shape } = KINDS[kind];
  const drawn = POINTS[shape] ? svg("polygon", { points: POINTS[shape] }) : svg("circle", { cx: 8, cy: 8, r: 7 });
  const told = silent ? { "aria-hidden": "true" } : { role: "img", "aria-label": name };
  return svg(
    "svg",
    { class: "kind", viewBox: "0 0 16 16", width: 14, height: 14, ...told },
    svg("title", null, name),
    drawn,
  );
}

/** A layer's sign and name, in its colour. */
export function layerTag(layer) {
  const { name, sign, means } = LAYERS[layer];
  return h("span", { class: ["layer", layer], title: means }, h("span", { "aria-hidden": "true" }, sign), ` ${name}`);
}

/** A short line as edges are drawn. */
export function lineMark(type) {
  const arrow = type !== "MENTIONS" && type !== "LAYER" && svg("path", { class: "head", d: "M27 2.5 33 6l-6 3.5z" });
  return svg(
    "svg",
    { class: ["line", type], viewBox: "0 0 34 12", width: 34, height: 12, "aria-hidden": "true" },
    svg("path", { d: "M1 6h27" }),
    arrow,
  );
}

/** A small box as memories are drawn. */
export function boxMark(...classes) {
  return svg(
    "svg",
    { class: ["box", ...classes], viewBox: "0 0 22 14", width: 22, height: 14, "aria-hidden": "true" },
    svg("rect", { x: 1, y: 1, width: 20, height: 12, rx: 3 }),
  );
}

// How cytoscape draws: colour is the layer, shape the kind, dashed superseded. Colours come from the page's
// style sheet, so that the picture and its legend can't differ.

import { colours } from "../theme.js";
import { LAYERS } from "../words.js";

/** Room a node takes, by how it is drawn. */
export const SIZES = { card: { width: 216, height: 84 }, dot: { width: 50, height: 36 } };

/** Above so many nodes they are drawn as dots with names on demand. */
export const MOST_CARDS = 40;

/** The style sheet for the theme as it is now. */
export function stylesheet() {
  const [ink, soft, panel, accent] = colours("ink", "soft", "panel", "accent");
  return [
    ...nodes({ ink, soft, panel, accent }),
    ...edges({ ink, soft, panel }),
    ...layers(panel),
    ...states({ panel, ink }),
    ...attention({ accent, ink, panel }),
  ];
}

function nodes({ ink, soft, panel, accent }) {
  return [
    {
      selector: "node",
      style: {
        label: "data(label)",
        color: ink,
        "font-family": "system-ui, sans-serif",
        "font-size": 11,
        "text-wrap": "wrap",
        "text-max-width": 150,
        "border-width": 1.5,
        "border-color": soft,
        "background-color": panel,
        "overlay-opacity": 0,
      },
    },
    { selector: "node.memory", style: { shape: "round-rectangle", width: 20, height: 14 } },
    {
      selector: "node.entity",
      style: {
        shape: "data(shape)",
        width: 26,
        height: 26,
        "background-color": ink,
        "border-color": panel,
        "border-width": 2,
        "text-valign": "bottom",
        "text-margin-y": 4,
        "font-weight": 600,
        "text-max-width": 130,
        "text-background-color": panel,
        "text-background-opacity": 0.85,
        "text-background-padding": 2,
        "text-background-shape": "round-rectangle",
      },
    },
    {
      selector: "node.thread",
      style: {
        shape: "barrel",
        width: 30,
        height: 20,
        "border-width": 1.5,
        "text-valign": "bottom",
        "text-margin-y": 4,
      },
    },
    {
      selector: "node.card.memory",
      style: {
        width: 196,
        height: 62,
        "text-valign": "center",
        "text-max-width": 186,
      },
    },
    { selector: "node.dot", style: { "text-valign": "bottom", "text-margin-y": 3, "min-zoomed-font-size": 9 } },
    {
      selector: "node.dot.memory",
      style: { label: "data(sign)", width: 24, height: 17, "text-valign": "center", "text-margin-y": 0, color: panel },
    },
    { selector: "node.dot.entity", style: { "text-max-width": 90, "font-size": 10 } },
    {
      selector: "node.center",
      style: {
        width: 44,
        height: 44,
        "font-size": 15,
        "border-color": accent,
        "border-width": 3,
        "min-zoomed-font-size": 0,
      },
    },
    { selector: "node.center.memory", style: { width: 206, height: 68, "font-size": 12, "border-width": 3.5 } },
  ];
}

function layers(panel) {
  return Object.keys(LAYERS).flatMap((layer) => {
    const [strong, tint] = colours(`layer-${layer}`).concat(mixed(colours(`layer-${layer}`)[0], panel, 0.16));
    return [
      { selector: `node.${layer}`, style: { "border-color": strong, "background-color": tint } },
      { selector: `node.dot.${layer}`, style: { "background-color": strong } },
      { selector: `edge.${layer}`, style: { "line-color": strong, "target-arrow-color": strong } },
    ];
  });
}

function states({ panel, ink }) {
  return [
    {
      selector: "node.SUPERSEDED",
      style: { "border-style": "dashed", "background-color": panel, "border-width": 2, color: ink },
    },
    {
      selector: "node.FORGOTTEN",
      style: { "border-style": "dotted", "background-color": panel, "border-width": 2, color: ink },
    },
    { selector: ".absent", style: { opacity: 0.2 } },
  ];
}

function edges({ ink, soft, panel }) {
  return [
    {
      selector: "edge",
      style: {
        width: 1.4,
        "line-color": soft,
        "target-arrow-color": soft,
        "curve-style": "straight",
        "target-arrow-shape": "triangle",
        "arrow-scale": 0.9,
        color: ink,
        "font-family": "system-ui, sans-serif",
        "font-size": 9,
        "text-rotation": "autorotate",
        "text-background-color": panel,
        "text-background-opacity": 0.9,
        "text-background-padding": 2,
        "min-zoomed-font-size": 8,
        "overlay-opacity": 0,
      },
    },
    { selector: "edge.few", style: { label: "data(label)", "curve-style": "bezier" } },
    { selector: "edge.hung", style: { "target-arrow-shape": "none", width: 1.2, label: "" } },
    { selector: "edge.MENTIONS", style: { "line-style": "dotted", "target-arrow-shape": "none", label: "" } },
    { selector: "edge.IN_THREAD", style: { width: 1, opacity: 0.7, "target-arrow-shape": "none", label: "" } },
    {
      selector: "edge.SUPERSEDES",
      style: { "line-style": "dashed", width: 2.2, "line-color": ink, "target-arrow-color": ink },
    },
    { selector: "edge.inferred", style: { opacity: 0.55, "line-style": "dotted" } },
    { selector: "edge.CONTRADICTS", style: { "line-style": "dashed", "target-arrow-shape": "tee" } },
  ];
}

function attention({ accent, ink, panel }) {
  return [
    { selector: ".dim", style: { opacity: 0.16 } },
    { selector: "node.told", style: { "min-zoomed-font-size": 0, "z-index": 9 } },
    {
      selector: "node.told.dot.memory",
      style: {
        label: "data(label)",
        color: ink,
        "text-valign": "bottom",
        "text-margin-y": 4,
        "font-size": 12,
        "text-max-width": 200,
        "text-background-color": panel,
        "text-background-opacity": 0.94,
        "text-background-padding": 3,
        "text-background-shape": "round-rectangle",
      },
    },
    {
      selector: "node.chosen",
      style: { "outline-color": accent, "outline-width": 3, "outline-offset": 3, "outline-opacity": 1 },
    },
  ];
}

function mixed(colour, ground, share) {
  const [one, other] = [colour, ground].map((text) =>
    text
      .match(/[\d.]+/g)
      .slice(0, 3)
      .map(Number),
  );
  return `rgb(${one.map((value, index) => Math.round(value * share + other[index] * (1 - share))).join(", ")})`;
}

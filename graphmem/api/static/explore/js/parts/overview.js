// What a space holds at a glance, above the newest memories.

import { NAMED } from "../documents.js";
import { h } from "../dom.js";
import { counted, number, time } from "../format.js";
import { address } from "../router.js";
import { entityLink, threadLink } from "./links.js";
import { layerTag } from "./shapes.js";

const OVERVIEW = `query Overview {
  stats { entities memories threads links layers { layer count } }
  threads(first: 6) { nodes { id key title lastActivityAt } }
  entities(first: 12) { totalCount nodes { ...Named } }
}
${NAMED}`;

/** The counts of the space, its layers as one bar, and ways in. */
export async function overview(page) {
  const { stats, threads, entities } = await page.ask(OVERVIEW, {}, "overview");
  if (stats.memories === 0 && stats.entities === 0) return [];
  return h("section", { class: "overview panel" },
    h("p", { class: "sums" }, sum(stats.memories, "memory", "memories"), sum(stats.entities, "entity", "entities"),
      sum(stats.threads, "thread"), sum(stats.links, "link")),
    layerBar(stats.layers),
    threads.nodes.length > 0 && h("p", { class: "ways" }, h("b", null, "Threads "),
      threads.nodes.map((thread) => h("span", null, threadLink(thread), " ", h("span", { class: "soft" }, time(thread.lastActivityAt)), " "))),
    entities.nodes.length > 0 && h("p", { class: "ways" }, h("b", null, "Entities "), entities.nodes.map((entity) => [entityLink(entity), " "]),
      entities.totalCount > entities.nodes.length && h("span", { class: "soft" }, `and ${number(entities.totalCount - entities.nodes.length)} more; type a name above`)));
}

const sum = (count, one, many) => h("span", null, h("b", null, number(count)), counted(count, one, many).replace(/^\S+/, ""));

/** The six layers as one bar, each as wide as it holds memories; a click searches in it. */
export function layerBar(layers, link = (layer) => address("search", null, { layer })) {
  const held = layers.filter(({ count }) => count > 0);
  return h("ul", { class: "layers" }, held.map(({ layer, count }) => {
    const part = h("li", { class: ["part", layer] }, h("a", { href: link(layer) }, layerTag(layer), ` ${number(count)}`));
    part.style.flexGrow = String(count);
    return part;
  }));
}

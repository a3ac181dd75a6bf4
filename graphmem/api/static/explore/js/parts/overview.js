// What a space holds at a glance, above the newest memories.

import { NAMED } from "../documents.js";
import { h } from "../dom.js";
import { counted, number, time } from "../format.js";
import { address } from "../router.js";
import { entityLink, memoryLink, threadLink } from "./links.js";
import { layerTag } from "./shapes.js";

const OVERVIEW = `query Overview {
  stats { entities memories threads links layers { layer count } }
  threads(first: 8) { nodes { id key title lastActivityAt } }
  overview(limit: 8) {
    entities { ...Named }
    hot { id title layer heat { band uses } }
    openDecisions { id title layer createdAt }
  }
}
${NAMED}`;

/** The counts of the space, its layers as one bar, and ways in. */
export async function overview(page) {
  const { stats, threads, overview: glance } = await page.ask(OVERVIEW, {}, "overview");
  if (stats.memories === 0 && stats.entities === 0) return [];
  const used = glance.hot.filter(({ heat }) => heat.uses > 0);
  return h(
    "section",
    { class: "overview panel", "aria-label": "The space at a glance" },
    h(
      "p",
      { class: "sums" },
      sum(stats.memories, "current memory", "current memories"),
      sum(stats.entities, "entity", "entities"),
      sum(stats.threads, "thread"),
      sum(stats.links, "link"),
    ),
    layerBar(stats.layers),
    h(
      "div",
      { class: "ways" },
      way("Liveliest", glance.entities, entityLink),
      way("Threads", threads.nodes, (thread) => [threadLink(thread), " ", soft(time(thread.lastActivityAt))]),
      way("Used most", used, (memory) => [memoryLink(memory), " ", soft(counted(memory.heat.uses, "use"))]),
      way("Decided, not carried out", glance.openDecisions, (memory) => [
        memoryLink(memory),
        " ",
        soft(time(memory.createdAt)),
      ]),
    ),
  );
}

const soft = (...words) => h("span", { class: "soft" }, words);

const sum = (count, one, many) =>
  h("span", null, h("b", null, number(count)), counted(count, one, many).replace(/^\S+/, ""));

function way(name, found, shown) {
  return (
    found.length > 0 &&
    h(
      "section",
      null,
      h("h2", null, name),
      h(
        "ul",
        { class: "plain" },
        found.map((one) => h("li", null, shown(one))),
      ),
    )
  );
}

/** The six layers as one bar, each as wide as it holds memories; a click searches in it. */
export function layerBar(layers, link = (layer) => address("search", null, { layer })) {
  const held = layers.filter(({ count }) => count > 0);
  return h(
    "ul",
    { class: "layers" },
    held.map(({ layer, count }) => {
      const part = h(
        "li",
        { class: ["part", layer] },
        h("a", { href: link(layer) }, layerTag(layer), ` ${number(count)}`),
      );
      part.style.flexGrow = String(count);
      return part;
    }),
  );
}

// A memory as a card in a list, where its entity is known from the page.

import { h } from "../dom.js";
import { cut } from "../format.js";
import { beyond, memoryLink, named, span, successors, tags, threadLink, traceLink } from "./links.js";

/** A card of a Row; `entity` names what it is about, `thread` the thread it is on. */
export function memoryCard(memory, { entity = false, thread = true } = {}) {
  const says = beyond(memory);
  return h(
    "article",
    { class: ["card", memory.layer, memory.status], "data-id": memory.id },
    h("h3", null, entity ? named(memory) : memoryLink(memory)),
    h(
      "p",
      { class: "meta" },
      tags(memory),
      h("span", { class: "soft" }, span(memory), " · by ", h("bdi", null, memory.provenance.agent)),
      thread && memory.thread && h("span", { class: "soft" }, "in ", threadLink(memory.thread)),
      traceLink(memory.id),
    ),
    says && h("p", { class: "words", dir: "auto" }, cut(says, 420)),
    memory.why && h("p", { class: "why", dir: "auto" }, h("b", null, "why "), cut(memory.why, 320)),
    successors(memory),
  );
}

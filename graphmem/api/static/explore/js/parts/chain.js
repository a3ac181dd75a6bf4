// A chain in words: what replaced what, the steps in order, and where it ends open.

import { h } from "../dom.js";
import { cut, dayOf, since, time } from "../format.js";
import { EDGES, plain } from "../words.js";
import { because, memoryLink, named, tags } from "./links.js";

/** Each line of supersession as one sentence, newest last; at an instant, what held then. */
export function supersessions(chain, stood, at) {
  const lines = chain.lines.filter(({ older }) => older.length > 0);
  if (lines.length === 0) return null;
  return lines.map(({ head, older }) => h("div", { class: "line-of" }, [...older].reverse().concat(head).map((memory, index, all) =>
    [index > 0 && h("span", { class: "soft", "aria-label": "was replaced by" }, "→"), link(memory, stood, at, index === all.length - 1)])));
}

function link(memory, stood, at, isHead) {
  const status = stood.get(memory.id);
  const holds = at ? status === "CURRENT" : isHead;
  return h("span", { class: ["stop", status, holds && "holds"] }, named(memory), h("span", { class: "soft" }, " ", time(since(memory), dayOf(since(memory)))),
    holds && h("b", null, at ? " held then" : " holds now"));
}

/** The steps in order, each with how it came in, when, and why; a click shows it in the picture. */
export function chainList(chain, stood, chosen, choose) {
  const titles = new Map(chain.steps.map(({ memory }) => [memory.id, memory.title]));
  const one = (step) => stepOf(step, titles, stood.get(step.memory.id), step.memory.id === chosen, choose);
  return [h("h2", null, "Step by step"), h("ol", { class: "steps-list" }, chain.steps.map(one))];
}

function stepOf({ memory, role }, titles, status, chosen, choose) {
  const ahead = status === "ahead";
  const show = h("button", { type: "button", class: "small quiet", title: "Show in the picture", "aria-label": "Show in the picture", onclick: () => choose(memory.id) }, "◎");
  return h("li", { class: [memory.layer, ahead ? "ahead" : status, chosen && "chosen"], "data-id": memory.id },
    h("p", { class: "meta" }, h("span", { class: "role" }, plain(role)), time(since(memory), dayOf(since(memory))), ahead && h("span", { class: "soft" }, "not yet"), show),
    h("h3", null, named(memory)), h("p", null, tags({ ...memory, status: ahead ? "CURRENT" : status })),
    memory.why && h("p", { class: "why", dir: "auto" }, h("b", null, "why "), cut(memory.why, 300)), memory.out.filter(({ to }) => titles.has(to.id)).map((link) => relation(link, titles)));
}

function relation({ relation: type, to, reason }, titles) {
  return h("p", { class: ["relation", type] }, EDGES[type][0], " ", memoryLink({ id: to.id, title: titles.get(to.id) }), because(reason));
}

/** Decisions that nothing carried out, and work without an outcome. */
export function openEnds({ openEnds: all }) {
  if (all.length === 0) return null;
  return [h("h2", null, "Open ends"), h("ul", { class: "plain" }, all.map(({ memory, missing }) => h("li", null, memoryLink(memory), h("span", { class: "soft" }, `has no ${plain(missing)} yet`))))];
}

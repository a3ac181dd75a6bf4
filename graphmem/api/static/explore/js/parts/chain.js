// A chain in words: what replaced what, the steps in order, and where it ends open.

import { h } from "../dom.js";
import { cut, dayOf, since, time } from "../format.js";
import { EDGES, plain } from "../words.js";
import { because, memoryLink, named, tags } from "./links.js";

const FEW = 4;

/** Each line of supersession as one sentence, newest last; at an instant, what held then. */
export function supersessions(chain, stood, at) {
  const lines = chain.lines.filter(({ older }) => older.length > 0).map((line) => sentence(line, stood, at));
  if (lines.length <= FEW) return lines;
  return [
    lines.slice(0, FEW),
    h(
      "details",
      null,
      h("summary", null, `and ${lines.length - FEW} more lines of what replaced what`),
      lines.slice(FEW),
    ),
  ];
}

function sentence({ head, older }, stood, at) {
  const stops = [...older].reverse().concat(head);
  return h(
    "div",
    { class: "line-of" },
    stops.map((memory, index) => [
      index > 0 &&
        h(
          "span",
          { class: "soft" },
          h("span", { class: "hidden" }, "was replaced by"),
          h("span", { "aria-hidden": "true" }, "→"),
        ),
      stop(memory, stood, at, memory === head),
    ]),
  );
}

function stop(memory, stood, at, isHead) {
  const status = stood.get(memory.id);
  const holds = at ? status === "CURRENT" : isHead;
  return h(
    "span",
    { class: ["stop", status, holds && "holds"] },
    named(memory),
    h("span", { class: "soft" }, " ", time(since(memory), dayOf(since(memory)))),
    holds && h("b", null, at ? " held then" : " holds now"),
  );
}

/** The steps in order, each with when, why and what it bears on; a click shows it in the picture. */
export function chainList(chain, edges, stood, chosen, choose) {
  const titles = new Map(chain.steps.map(({ memory }) => [memory.id, memory.title]));
  const out = Map.groupBy(edges, ({ from }) => from);
  const one = (step) =>
    stepOf(step, titles, out.get(step.memory.id) ?? [], stood.get(step.memory.id), step.memory.id === chosen, choose);
  return [h("h2", null, "Step by step"), h("ol", { class: "steps-list" }, chain.steps.map(one))];
}

function stepOf({ memory, role }, titles, out, status, chosen, choose) {
  const ahead = status === "ahead";
  const show = h(
    "button",
    {
      type: "button",
      class: "small quiet",
      title: "Show in the picture",
      "aria-label": "Show in the picture",
      onclick: () => choose(memory.id),
    },
    "◎",
  );
  return h(
    "li",
    { class: [memory.layer, ahead ? "ahead" : status, chosen && "chosen"], "data-id": memory.id },
    h(
      "p",
      { class: "meta" },
      h("span", { class: "role" }, plain(role)),
      time(since(memory), dayOf(since(memory))),
      ahead && h("span", { class: "soft" }, "not yet"),
      show,
    ),
    h("h3", null, named(memory)),
    h("p", null, tags({ ...memory, status: ahead ? "CURRENT" : status })),
    memory.why && h("p", { class: "why", dir: "auto" }, h("b", null, "why "), cut(memory.why, 300)),
    out.map((edge) => relation(edge, titles)),
  );
}

function relation({ type, to, reason, inferred }, titles) {
  return h(
    "p",
    { class: ["relation", type] },
    EDGES[type][0],
    " ",
    memoryLink({ id: to, title: titles.get(to) }),
    inferred ? ` (inferred: ${reason})` : because(reason),
  );
}

/** Decisions that nothing carried out, and work without an outcome. */
export function openEnds({ openEnds: all }) {
  if (all.length === 0) return null;
  return [
    h("h2", null, "Open ends"),
    h(
      "ul",
      { class: "plain" },
      all.map(({ memory, missing }) =>
        h("li", null, memoryLink(memory), h("span", { class: "soft" }, `has no ${plain(missing)} yet`)),
      ),
    ),
  ];
}

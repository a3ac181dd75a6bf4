// The table of found memories. Owns a row's looks; rows stay the same elements while they stay in the list, so
// that a refresh takes the focus from nobody.

import { h } from "../dom.js";
import { cut } from "../format.js";
import { plain } from "../words.js";
import { beyond, entityLink, memoryLink, span, successors, tags, threadLink, traceLink } from "./links.js";

/** A table of `{memory, hit, reasons}`: `{element, draw(rows, fresh)}`; draw tells how many weren't there before. */
export function memoryTable() {
  const body = h("tbody");
  const heads = ["Memory", "About", "When", "Why it is here"].map((name) => h("th", { scope: "col" }, name));
  const element = h(
    "table",
    { class: "memories" },
    h("caption", { class: "hidden" }, "Memories"),
    h("thead", null, h("tr", null, heads)),
    body,
  );
  let known = new Map();
  const draw = (rows, fresh = false) => {
    const drawn = new Map(rows.map((row) => [row.memory.id, keep(known.get(row.memory.id), row)]));
    const news = [...drawn].filter(([id]) => !known.has(id));
    if (fresh) for (const [, { element }] of news) element.classList.add("fresh");
    for (const [id, { element }] of known) if (drawn.get(id)?.element !== element) element.remove();
    [...drawn.values()].forEach(
      ({ element }, index) =>
        body.children[index] !== element && body.insertBefore(element, body.children[index] ?? null),
    );
    known = drawn;
    return news.length;
  };
  return { element, draw };
}

function keep(before, row) {
  const mark = JSON.stringify([row.memory, row.hit, row.order]);
  return before?.mark === mark ? before : { mark, element: rowOf(row) };
}

function rowOf({ memory, hit, reasons }) {
  return h(
    "tr",
    { class: memory.status, "data-id": memory.id },
    h(
      "td",
      { "data-name": "Memory" },
      h("p", { class: "title" }, memoryLink(memory)),
      h("p", { class: "excerpt", dir: "auto" }, cut(beyond(memory), 320)),
      memory.why && h("p", { class: "excerpt why", dir: "auto" }, h("b", null, "why "), cut(memory.why, 240)),
      successors(memory),
    ),
    h(
      "td",
      { "data-name": "About" },
      entityLink(memory.entity),
      tags(memory),
      memory.thread && h("p", null, "in ", threadLink(memory.thread)),
    ),
    h(
      "td",
      { "data-name": "When" },
      span(memory),
      h("p", { class: "soft" }, "by ", h("bdi", null, memory.provenance.agent)),
    ),
    h(
      "td",
      { "data-name": "Why it is here" },
      hit ? explained(hit) : reasons.map(({ words }) => h("p", null, words)),
      traceLink(memory.id),
    ),
  );
}

// The first add up to the score, the others multiply it.
const SUMMANDS = ["text", "feedback", "context", "thread", "vector"];
const FACTORS = ["entity", "importance", "heat", "recency", "protection"];

function explained({ score, parts, matchedTerms, via, trust }) {
  const added = SUMMANDS.filter((name) => parts[name]);
  const counted = FACTORS.filter((name) => parts[name] !== 1);
  const words = [
    added.map((name) => `${name} ${parts[name].toFixed(2)}`).join(" + "),
    ...counted.map((name) => `${name} ×${parts[name].toFixed(2)}`),
  ]
    .filter(Boolean)
    .join(", ");
  return [
    matchedTerms.length > 0 &&
      h(
        "p",
        null,
        "says ",
        matchedTerms.map((term) => [h("mark", null, term), " "]),
      ),
    via.length > 0 &&
      h(
        "p",
        null,
        "about ",
        via.map((entity) => [entityLink(entity), " "]),
      ),
    h(
      "p",
      { class: "soft", title: words },
      h("b", null, `score ${score.toFixed(2)}`),
      `: ${words}`,
      trust !== "STATED" && `; ${plain(trust)}`,
    ),
  ];
}

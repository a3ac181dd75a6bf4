// Links to nodes, and the lines of text that every list says about a memory.

import { h } from "../dom.js";
import { cut, dayOf, since, time } from "../format.js";
import { address } from "../router.js";
import { plain } from "../words.js";
import { kindMark, layerTag } from "./shapes.js";

/** A link to an entity, with the shape of its kind. Names of any direction stay apart from their surroundings. */
export function entityLink(entity) {
  return h(
    "a",
    { class: "entity", href: address("entity", entity.id) },
    kindMark(entity.kind),
    " ",
    h("bdi", null, cut(entity.name, 90)),
  );
}

/** A link to a memory by its title. */
export function memoryLink(memory, shown = memory.title) {
  return h("a", { class: "memory", href: address("memory", memory.id) }, h("bdi", null, cut(shown, 160)));
}

/** A memory by its entity and its title, or by its title alone where that begins with the entity's name. */
export function named(memory) {
  const { entity, title } = memory;
  if (!title.toLowerCase().startsWith(entity.name.toLowerCase())) return [entityLink(entity), ": ", memoryLink(memory)];
  return [kindMark(entity.kind), " ", memoryLink(memory)];
}

/** What a memory's content says beyond its title. */
export function beyond({ title, content }) {
  const rest = content.startsWith(title) ? content.slice(title.length) : content;
  return rest.replace(/^[.:\s]+/, "");
}

/** A link to a thread. */
export function threadLink(thread) {
  return h("a", { class: "thread", href: address("thread", thread.id) }, h("bdi", null, thread.title ?? thread.key));
}

/** A link to the chain a memory is part of. */
export function traceLink(id, shown = "Trace") {
  return h("a", { class: "button small", href: address("trace", id) }, shown);
}

/** Layer, type and, where it tells something, the state and the status. */
export function tags(memory) {
  return h(
    "span",
    { class: "tags" },
    layerTag(memory.layer),
    h("span", { class: "tag" }, plain(memory.type)),
    memory.state !== "SUPERSEDED" && h("span", { class: "tag" }, plain(memory.state)),
    memory.status !== "CURRENT" && h("span", { class: ["tag", memory.status] }, plain(memory.status)),
    memory.protected && h("span", { class: "tag", title: "It can't be forgotten without an override" }, "protected"),
  );
}

/** By what a superseded memory was replaced, when and why: one line for each successor, in order of time. */
export function successors(memory) {
  const found = (memory.replaced ?? []).map((link) => ({ ...link, at: link.from.validFrom ?? link.createdAt }));
  found.sort((one, other) => Date.parse(one.at) - Date.parse(other.at));
  return found.map(({ from, reason, at }) =>
    h(
      "p",
      { class: "successor" },
      h("span", { "aria-hidden": "true" }, "↳ "),
      "replaced by ",
      named(from),
      ", ",
      time(at, dayOf(at)),
      because(reason ?? from.why) || says(from),
    ),
  );
}

// Where nobody gave a reason, what the successor says comes nearest to one.
function says(memory) {
  const words = beyond(memory);
  return words && h("span", { class: "because" }, ": ", h("bdi", null, `“${cut(words, 200)}”`));
}

/** "because …", where there is a reason. */
export function because(reason) {
  return reason && h("span", { class: "because" }, " because: ", h("bdi", null, cut(reason, 240)));
}

/** Since when, and until when, a memory holds. */
export function span(memory) {
  const begin = since(memory);
  return h(
    "span",
    { class: "span" },
    time(begin),
    memory.validTo && [" – ", time(memory.validTo, dayOf(memory.validTo))],
  );
}

// What the values of the schema's enums are called, drawn and coloured. Owns names and signs, not colours:
// those are in base.css, by the same keys.

export const LAYERS = {
  GOAL: { name: "goal", sign: "◎", means: "what is wanted" },
  CONTEXT: { name: "context", sign: "≡", means: "why now" },
  EMOTION: { name: "emotion", sign: "♥\uFE0E", means: "how people feel" },
  IMPLEMENTATION: { name: "implementation", sign: "▣", means: "how it was done" },
  CAVEAT: { name: "caveat", sign: "▲", means: "what must not be forgotten" },
  LEARNING: { name: "learning", sign: "✦", means: "what was learned" },
};

export const KINDS = {
  PERSON: { name: "person", shape: "ellipse" },
  COMPANY: { name: "company", shape: "hexagon" },
  PROJECT: { name: "project", shape: "octagon" },
  CONCEPT: { name: "concept", shape: "diamond" },
  FILE: { name: "file", shape: "tag" },
  OTHER: { name: "other", shape: "triangle" },
};

export const TYPES = [
  "NOTE",
  "FACT",
  "QUESTION",
  "COMPARISON",
  "DECISION",
  "WORK",
  "SOLUTION",
  "OUTCOME",
  "LEARNING",
  "CONVENTION",
  "GOTCHA",
  "HANDOFF",
  "RESEARCH",
];

export const STATES = ["OPEN", "DECIDED", "IN_PROGRESS", "DONE", "STALLED", "PARKED", "SUPERSEDED"];

export const STATUSES = ["CURRENT", "SUPERSEDED", "FORGOTTEN"];

/** How an edge reads from its start, and from its end. */
export const EDGES = {
  SUPERSEDES: ["replaces", "replaced by"],
  LED_TO: ["led to", "came of"],
  IMPLEMENTS: ["implements", "implemented by"],
  RESOLVES: ["resolves", "resolved by"],
  DEPENDS_ON: ["depends on", "needed by"],
  EXTENDS: ["extends", "extended by"],
  CONTRADICTS: ["contradicts", "contradicted by"],
  MENTIONS: ["mentions", "mentioned in"],
  IN_THREAD: ["on thread", "holds"],
};

export const RELATIONS = ["SUPERSEDES", "LED_TO", "IMPLEMENTS", "RESOLVES", "DEPENDS_ON", "EXTENDS", "CONTRADICTS"];

/** An enum's value in words: IN_PROGRESS becomes "in progress". */
export const plain = (value) => value.toLowerCase().replaceAll("_", " ");

/** How lively an entity is, in a word; null where nothing hangs on it, as mentions don't count. */
export function liveliness({ layers, momentum }) {
  return layers.some(({ count }) => count > 0) ? plain(momentum.band) : null;
}

/** What kind of node an id names, by its prefix. */
export function sort(id) {
  return { mem: "memory", ent: "entity", thr: "thread" }[id.split("_")[0]] ?? "memory";
}

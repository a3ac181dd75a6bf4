// What the trace view knows: the chain as it is now, the chain as it was at an instant, and how each step stood then.

import { ROW } from "./documents.js";
import { sort } from "./words.js";

const TRACE = `query Trace($input: TraceInput!) {
  trace(input: $input) {
    start { id ... on Memory { title } ... on Entity { name } ... on Thread { key } }
    truncated markdown mermaid
    steps {
      role
      via { ...Join }
      memory { ...Row }
    }
    links { ...Join }
    lines { head { ...Row } older { id title validFrom createdAt entity { id name kind } } }
    openEnds { missing memory { id title } }
  }
}
fragment Join on Link { relation reason inferred createdAt from { id } to { id } }
${ROW}`;

/** Ask for the chain around a memory, thread or entity, as it was recorded at an instant or as it is. */
export async function ask(page, recorded = null) {
  const from = {
    memory: { memory: page.id },
    thread: { thread: { id: page.id } },
    entity: { entity: { id: page.id } },
  }[sort(page.id)];
  const input = {
    from,
    direction: page.state.get("direction") ?? "BOTH",
    maxSteps: Math.min(1000, Number(page.state.get("steps")) || 200),
  };
  if (recorded) input.asOf = { recorded };
  return (await page.ask(TRACE, { input }, recorded ? "then" : "now")).trace;
}

/** The edges among the steps of a chain: `{from, to, type, reason}`, each once, those drawn by inference too. */
export function edgesOf({ steps, links }) {
  const inside = new Set(steps.map(({ memory }) => memory.id));
  const all = [...links, ...steps.flatMap(({ via }) => via ?? [])].filter(
    ({ from, to }) => inside.has(from.id) && inside.has(to.id),
  );
  return [...new Map(all.map((link) => [`${link.from.id} ${link.relation} ${link.to.id}`, edgeOf(link)])).values()];
}

const edgeOf = ({ from, to, relation, reason, inferred }) => ({
  from: from.id,
  to: to.id,
  type: relation,
  reason,
  inferred,
});

/** By which time a chain is best gone through: by when things held, where writers said so, else by when they were written. */
export function timeOf({ steps }) {
  const told = steps.some(
    ({ memory: { validFrom, createdAt } }) =>
      validFrom && Math.abs(Date.parse(validFrom) - Date.parse(createdAt)) > 86_400_000,
  );
  return told ? "valid" : "recorded";
}

/** The instants at which the chain changed, by one of the two times. */
export function instantsOf(chain, time) {
  return chain.steps.flatMap(({ memory }) =>
    time === "valid"
      ? [memory.validFrom ?? memory.createdAt, memory.validTo].filter(Boolean)
      : [memory.createdAt, ...memory.replaced.map(({ createdAt }) => createdAt)],
  );
}

/**
 * How each step stood at an instant: "ahead" (not there yet), "CURRENT", "SUPERSEDED" or "FORGOTTEN". By valid
 * time this follows from the dates of the steps, by recorded time from the chain as it was then.
 */
export function standing(chain, time, at, then) {
  const known = then && new Map(then.steps.map(({ memory }) => [memory.id, memory.status]));
  return new Map(
    chain.steps.map(({ memory }) => {
      if (!at) return [memory.id, memory.status];
      if (time === "recorded") return [memory.id, known?.get(memory.id) ?? "ahead"];
      const [from, to] = [memory.validFrom ?? memory.createdAt, memory.validTo].map((iso) =>
        iso ? Date.parse(iso) : Infinity,
      );
      const when = Date.parse(at);
      return [memory.id, when < from ? "ahead" : when >= to ? "SUPERSEDED" : "CURRENT"];
    }),
  );
}

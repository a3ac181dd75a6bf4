// What the search view asks the service, and one shape for its answers, with a question or without.

import { NAMED, PAGE, ROW } from "./documents.js";
import { filterOf } from "./parts/facets.js";
import { KINDS, LAYERS, STATES, STATUSES, TYPES, plain } from "./words.js";
import { time } from "./format.js";

const MEMORIES = `query Memories($filter: MemoryFilter, $order: MemoryOrder, $first: Int, $after: String) {
  memories(filter: $filter, order: $order, first: $first, after: $after) {
    ${PAGE}
    nodes { ...Row updatedAt }
  }
}
${ROW}`;

const RECALL = `query Recall($input: RecallInput!) {
  recall(input: $input) {
    totalCount pageInfo { hasNextPage endCursor }
    entities { mention outcome entity { ...Named layers { layer count } } }
    hits {
      score matchedTerms trust
      parts { text feedback context thread vector entity importance heat recency protection }
      via { ...Named }
      memory { ...Row }
    }
  }
}
${ROW}`;

const NAMES = `query Names($prefix: String!, $kinds: [EntityKind!]) {
  entities(namePrefix: $prefix, kinds: $kinds, first: 8) {
    totalCount nodes { ...Named layers { layer count } }
  }
}
${NAMED}`;

export const NOBODY = { entities: [], total: 0 };

const ORDERS = ["CREATED_AT", "UPDATED_AT", "IMPORTANCE", "HEAT"];
const LARGEST_PAGE = 100;

/** The first `wanted` rows for a question, or the list where there is none: `{rows, total, more, order, resolved}`. */
export async function search(page, question, wanted) {
  const filter = filterOf(page.state);
  const ask = question ? recallPage(page, question, filter) : listPage(page, filter);
  const found = { rows: [], total: 0, more: true, order: orderOf(page.state), resolved: [] };
  for (let after = null; found.more && found.rows.length < wanted;) {
    const next = await ask(Math.min(LARGEST_PAGE, wanted - found.rows.length), after);
    found.rows.push(...next.rows);
    found.resolved = found.resolved.concat(next.resolved);
    Object.assign(found, { total: next.total, more: next.more });
    after = next.after;
  }
  return found;
}

const orderOf = (state) => (ORDERS.includes(state.get("order")) ? state.get("order") : ORDERS[0]);

function listPage(page, filter) {
  const field = orderOf(page.state);
  return async (first, after) => {
    const order = { field, direction: "DESC" };
    const { memories } = await page.ask(MEMORIES, { filter, order, first, after }, "results");
    const rows = memories.nodes.map((memory) => ({ memory, order: field, reasons: [listed(memory, field)] }));
    return pageOf(memories, rows);
  };
}

function pageOf({ totalCount, pageInfo }, rows, resolved = []) {
  return { rows, resolved, total: totalCount, more: pageInfo.hasNextPage, after: pageInfo.endCursor };
}

function listed(memory, field) {
  const words = {
    CREATED_AT: () => ["written ", time(memory.createdAt)],
    UPDATED_AT: () => ["changed ", time(memory.updatedAt)],
    IMPORTANCE: () => [`importance ${memory.importance.toFixed(2)}`],
    HEAT: () => [`${plain(memory.heat.band)}, ${memory.heat.score.toFixed(0)} of 100`],
  };
  return { words: words[field]() };
}

function recallPage(page, query, filter) {
  return async (limit, after) => {
    const { recall } = await page.ask(RECALL, { input: { query, filter, limit, after, markUsed: false } }, "results");
    const rows = recall.hits.map((hit) => ({ memory: hit.memory, hit, reasons: [] }));
    return pageOf(
      recall,
      rows,
      recall.entities.flatMap(({ entity }) => entity ?? []),
    );
  };
}

/** Entities whose names begin with the question. */
export async function named(page, question) {
  const { kinds = null } = filterOf(page.state);
  const { entities } = await page.ask(NAMES, { prefix: question, kinds }, "names");
  return { entities: entities.nodes, total: entities.totalCount };
}

const COUNTED = {
  layer: ["layers", Object.keys(LAYERS)],
  type: ["types", TYPES],
  state: ["states", STATES],
  status: ["statuses", STATUSES],
  kind: ["kinds", Object.keys(KINDS)],
};

/** How many memories each value of a facet would leave, the others standing; null with a question: not known. */
export async function countsOf(page, question) {
  if (question) return Object.fromEntries(Object.keys(COUNTED).map((name) => [name, null]));
  const filter = filterOf(page.state);
  const counted = await Promise.all(
    Object.entries(COUNTED).map(async ([name, [field, values]]) => {
      const data = await page.ask(countQuery(name, values), filters(filter, field, values), `count ${name}`);
      return [name, Object.fromEntries(values.map((value) => [value, data[value].totalCount]))];
    }),
  );
  return Object.fromEntries(counted);
}

function countQuery(name, values) {
  const given = values.map((value) => `$${value}: MemoryFilter`).join(", ");
  const fields = values.map((value) => `  ${value}: memories(filter: $${value}, first: 0) { totalCount }`);
  return `query CountBy${name[0].toUpperCase()}${name.slice(1)}(${given}) {\n${fields.join("\n")}\n}`;
}

function filters(filter, field, values) {
  return Object.fromEntries(values.map((value) => [value, { ...filter, [field]: [value] }]));
}

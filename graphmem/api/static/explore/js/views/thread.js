// A thread: its memories in their order, along a line of time.

import { ROW } from "../documents.js";
import { announce, h, replace } from "../dom.js";
import { counted, dayOf, since, time } from "../format.js";
import { absent, empty } from "../parts/conditions.js";
import { memoryCard } from "../parts/memory.js";
import { pageFoot } from "../parts/pages.js";
import { STATUSES_SHOWN } from "../parts/facets.js";
import { traceLink } from "../parts/links.js";

const THREAD = `query Thread($ref: ThreadRef!, $filter: MemoryFilter, $first: Int!, $after: String) {
  thread(ref: $ref) {
    id key title createdAt lastActivityAt
    memories(filter: $filter, first: $first, after: $after) {
      totalCount pageInfo { hasNextPage endCursor }
      nodes { ...Row threadPosition }
    }
  }
}
${ROW}`;

const STEP = 30;
const LARGEST_PAGE = 100;

/** Fill the page of the thread that the address names; its parameters are how many are shown, and whether all. */
export async function open(page) {
  const parts = { head: h("section", { class: "head" }), list: h("ol", { class: "timeline" }), foot: h("div") };
  let known = null;
  const load = async () => {
    const thread = await read(page);
    if (!thread) return page.fill(absent("thread", page.id));
    page.title = thread.title ?? thread.key;
    drawHead(page, parts.head, thread);
    const fresh = known && thread.rows.filter(({ id }) => !known.has(id));
    replace(
      parts.list,
      thread.rows.map((row, index) => step(row, thread.rows[index - 1], fresh?.includes(row))),
    );
    const more = thread.more && (() => page.set({ n: wanted(page) + STEP }, { step: false }));
    replace(
      parts.foot,
      thread.rows.length
        ? pageFoot(thread.rows.length, thread.total, "memories", more)
        : empty("No memory is on this thread now."),
    );
    if (fresh?.length) announce(counted(fresh.length, "new memory", "new memories"));
    known = new Set(thread.rows.map(({ id }) => id));
    return undefined;
  };
  page.fill(parts.head, h("h2", { class: "hidden" }, "Timeline"), parts.list, parts.foot);
  await load();
  return { update: load, refresh: load };
}

const wanted = (page) => Math.min(1000, Number(page.state.get("n")) || STEP);
const everything = (page) => page.state.get("statuses") !== "current";

async function read(page) {
  const filter = { statuses: everything(page) ? STATUSES_SHOWN : ["CURRENT"] };
  const found = { rows: [], more: true };
  for (let after = null; found.more && found.rows.length < wanted(page);) {
    const first = Math.min(LARGEST_PAGE, wanted(page) - found.rows.length);
    const { thread } = await page.ask(THREAD, { ref: { id: page.id }, filter, first, after }, "thread");
    if (!thread) return null;
    const { nodes, pageInfo, totalCount } = thread.memories;
    found.rows.push(...nodes);
    Object.assign(found, thread, { total: totalCount, more: pageInfo.hasNextPage });
    after = pageInfo.endCursor;
  }
  return found;
}

function drawHead(page, head, thread) {
  const all = everything(page);
  const box = h("input", {
    type: "checkbox",
    checked: all,
    onchange: () => page.set({ statuses: all ? "current" : null, n: null }, { step: false }),
  });
  replace(
    head,
    h("p", { class: "soft" }, "thread"),
    h("h1", null, h("bdi", null, thread.title ?? thread.key)),
    h(
      "p",
      { class: "facts soft" },
      thread.title && h("span", null, "key ", h("code", null, thread.key)),
      h("span", null, counted(thread.total, "memory", "memories")),
      h("span", null, "begun ", time(thread.createdAt)),
      h("span", null, "last active ", time(thread.lastActivityAt)),
      h("label", null, box, " with what was superseded"),
      traceLink(thread.id, "Trace the chain"),
    ),
  );
}

function step(memory, before, fresh) {
  const day = dayOf(since(memory));
  const again = before && dayOf(since(before)) === day;
  return h(
    "li",
    { class: [memory.layer, fresh && "fresh"] },
    h(
      "p",
      { class: "day" },
      again ? "" : time(since(memory), day),
      h("span", { class: "soft" }, ` #${memory.threadPosition}`),
    ),
    memoryCard(memory, { entity: true, thread: false }),
  );
}

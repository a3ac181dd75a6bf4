// Search: a question or none, filters, and a table of memories, each with why it is there.

import { announce, h, replace } from "../dom.js";
import { NOBODY, countsOf, named, search } from "../searching.js";
import { counted, number } from "../format.js";
import { empty } from "../parts/conditions.js";
import { entityLink } from "../parts/links.js";
import { chips, facets } from "../parts/facets.js";
import { pageFoot } from "../parts/pages.js";
import { memoryTable } from "../parts/table.js";
import { overview } from "../parts/overview.js";
import { layerTag } from "../parts/shapes.js";

const STEP = 25;
const ORDERS = { CREATED_AT: "newest", UPDATED_AT: "last changed", IMPORTANCE: "most important", HEAT: "hottest" };

/** Fill the page; its parameters are the question, the filters, the order and how many are shown. */
export async function open(page) {
  const view = new Search(page);
  await view.load();
  return view;
}

class Search {
  constructor(page) {
    this.page = page;
    this.facets = facets(page);
    this.table = memoryTable();
    this.parts = {
      overview: h("div"),
      names: h("div"),
      title: h("h1"),
      total: h("span", { class: "soft" }),
      chips: h("span", { class: "chips" }),
      order: h("label", { class: "order" }),
      results: h("div"),
      foot: h("div"),
    };
    this.order = h(
      "select",
      { onchange: () => page.set({ order: this.order.value, n: null }) },
      Object.entries(ORDERS).map(([value, name]) => h("option", { value }, name)),
    );
    replace(this.parts.order, "order ", this.order);
    const { overview: glance, names, title, total, chips: chosen, order, results, foot } = this.parts;
    const head = h("div", { class: "head" }, title, total, chosen, order);
    page.fill(this.facets.element, h("div", { class: "found" }, glance, names, head, results, foot));
  }

  get question() {
    return (this.page.state.get("q") ?? "").trim();
  }

  get wanted() {
    return Math.min(500, Number(this.page.state.get("n")) || STEP);
  }

  async update(state) {
    this.facets.update(state);
    await this.load();
  }

  async refresh() {
    await this.load({ fresh: true });
  }

  async load({ fresh = false } = {}) {
    const { page, question } = this;
    page.title = question ? `“${question}”` : "Search";
    document.title = `${page.title} · graphmem`;
    const [found, names, around] = await Promise.all([
      search(page, question, this.wanted),
      question ? named(page, question) : NOBODY,
      this.surroundings(),
    ]);
    this.drawHead(found);
    this.drawNames(names, found);
    this.drawResults(found, fresh);
    replace(this.parts.overview, around);
    this.count();
  }

  surroundings() {
    const bare = !this.question && chips(this.page, this.page.state).length === 0;
    return bare ? overview(this.page) : [];
  }

  drawHead(found) {
    const { page, question, parts } = this;
    replace(parts.title, question ? ["Memories for “", h("bdi", null, question), "”"] : "Memories");
    replace(parts.total, counted(found.total, "memory", "memories"), question && ", best first");
    replace(parts.chips, chips(page, page.state));
    parts.order.hidden = Boolean(question);
    this.order.value = found.order;
  }

  drawNames({ entities, total }, { resolved }) {
    const shown = new Map([...resolved, ...entities].map((entity) => [entity.id, entity]));
    const rest = total - entities.length;
    replace(
      this.parts.names,
      shown.size > 0 &&
        h(
          "section",
          { class: "names", "aria-label": "Entities of that name" },
          [...shown.values()].map((entity) => h("span", { class: "name" }, entityLink(entity), layersOf(entity))),
          rest > 0 && h("span", { class: "soft" }, `and ${number(rest)} more`),
        ),
    );
  }

  drawResults(found, fresh) {
    const { page } = this;
    if (found.rows.length === 0) {
      this.table.draw([]);
      replace(this.parts.results, nothing(this.question, page));
      replace(this.parts.foot);
      return;
    }
    const news = this.table.draw(found.rows, fresh);
    if (this.parts.results.firstChild !== this.table.element) replace(this.parts.results, this.table.element);
    const more = found.more && (() => page.set({ n: this.wanted + STEP }, { step: false }));
    replace(this.parts.foot, pageFoot(found.rows.length, found.total, "memories", more));
    if (fresh && news > 0) announce(`${counted(news, "new memory", "new memories")}`);
    this.facets.offer(
      "agent",
      found.rows.map((row) => row.memory.provenance.agent),
    );
    this.facets.offer(
      "thread",
      found.rows.flatMap((row) => row.memory.thread?.key ?? []),
    );
  }

  async count() {
    const counts = await this.page.attempt(() => countsOf(this.page, this.question));
    for (const [name, values] of Object.entries(counts ?? {})) this.facets.count(name, values);
  }
}

function layersOf(entity) {
  const held = (entity.layers ?? []).filter(({ count }) => count > 0);
  return h(
    "span",
    { class: "held" },
    held.map(({ layer, count }) => [" ", layerTag(layer), h("span", { class: "soft" }, ` ${number(count)}`)]),
  );
}

function nothing(question, page) {
  const filtered = chips(page, page.state).length > 0;
  if (filtered) return empty("Nothing fits these filters.", "Take one of them back above.");
  if (question)
    return empty("Nothing was found.", "Fewer or other words may help; names are matched by their beginning too.");
  return empty(
    "This space is empty.",
    "Write a first memory: the console at ",
    h("a", { href: "/graphql", "data-outside": "" }, "/graphql"),
    " has an example for it.",
  );
}

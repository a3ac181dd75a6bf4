// The filters of a list of memories: fields that read and write the address. Owns what each parameter means.

import { h, replace, settled } from "../dom.js";
import { number } from "../format.js";
import { KINDS, LAYERS, STATES, STATUSES, TYPES, plain } from "../words.js";
import { kindMark, layerTag } from "./shapes.js";

const SETS = {
  layer: { name: "Layer", values: Object.keys(LAYERS), shown: layerTag },
  type: { name: "Type", values: TYPES, shown: plain },
  state: { name: "State", values: STATES, shown: plain },
  kind: {
    name: "Kind of entity",
    values: Object.keys(KINDS),
    shown: (kind) => [kindMark(kind, { silent: true }), " ", KINDS[kind].name],
  },
  status: { name: "Status", values: STATUSES, shown: plain },
};
const FIELDS = { thread: "Thread", agent: "Agent", since: "Written since", until: "Written before" };

export const NAMES = [...Object.keys(SETS), ...Object.keys(FIELDS)];

/** Unless the address says otherwise: what was replaced is part of the picture, what was forgotten is not. */
export const STATUSES_SHOWN = ["CURRENT", "SUPERSEDED"];

const chosen = (state, name) => state.getAll(name).filter((value) => SETS[name].values.includes(value));

/** The MemoryFilter that the address asks for. */
export function filterOf(state) {
  const filter = { statuses: chosen(state, "status").length ? chosen(state, "status") : STATUSES_SHOWN };
  const sets = { layers: "layer", types: "type", states: "state", kinds: "kind" };
  for (const [field, name] of Object.entries(sets)) if (chosen(state, name).length) filter[field] = chosen(state, name);
  if (state.get("thread")) filter.thread = { key: state.get("thread") };
  if (state.get("agent")) filter.agent = state.get("agent");
  if (instant(state.get("since"))) filter.createdAfter = instant(state.get("since"));
  if (instant(state.get("until"))) filter.createdBefore = instant(state.get("until"));
  return filter;
}

const instant = (day) => (/^\d{4}-\d\d-\d\d$/.test(day ?? "") ? `${day}T00:00:00Z` : null);

/** The filters as a form: `{element, update(state), count(name, counts), offer(name, values)}`. */
export function facets(page) {
  const sets = Object.entries(SETS).map(([name, set]) => choices(page, name, set));
  const fields = Object.entries(FIELDS).map(([name, label]) => field(page, name, label));
  const parts = new Map([...sets, ...fields].map((part) => [part.name, part]));
  const total = h("span", { class: "badge" });
  const element = h(
    "details",
    { class: "facets", open: matchMedia("(min-width: 60rem)").matches },
    h("summary", null, "Filters ", total),
    h(
      "form",
      { onsubmit: (event) => event.preventDefault() },
      sets.map((part) => part.element),
      fields.map((part) => part.element),
    ),
  );
  const update = (state) => {
    for (const part of parts.values()) part.update(state);
    total.textContent = NAMES.reduce((sum, name) => sum + state.getAll(name).length, 0) || "";
  };
  update(page.state);
  return {
    element,
    update,
    count: (name, counts) => parts.get(name).count(counts),
    offer: (name, values) => parts.get(name).offer(values),
  };
}

function choices(page, name, set) {
  const boxes = new Map();
  const rows = set.values.map((value) => {
    const box = h("input", { type: "checkbox", value, name });
    const count = h("span", { class: "count" });
    const row = h("label", null, box, h("span", null, set.shown(value)), count);
    boxes.set(value, { box, count, row });
    return row;
  });
  const ticked = () => [...boxes].filter(([, { box }]) => box.checked).map(([value]) => value);
  const element = h(
    "fieldset",
    { onchange: () => page.set({ [name]: ticked(), n: null }) },
    h("legend", null, set.name),
    rows,
  );
  const update = (state) => {
    for (const [value, { box }] of boxes) box.checked = state.getAll(name).includes(value);
  };
  const count = (counts) => {
    for (const [value, { box, count, row }] of boxes) {
      count.textContent = counts ? number(counts[value]) : "";
      row.hidden = counts?.[value] === 0 && !box.checked;
    }
    element.hidden = counts !== null && rows.every((row) => row.hidden);
  };
  return { name, element, update, count };
}

function field(page, name, label) {
  const dated = name === "since" || name === "until";
  const list = dated ? null : h("datalist", { id: `${name}s` });
  const input = h("input", {
    type: dated ? "date" : "text",
    name,
    id: `facet-${name}`,
    list: list?.id,
    autocomplete: "off",
  });
  const send = () => input.value !== (page.state.get(name) ?? "") && page.set({ [name]: input.value.trim(), n: null });
  input.addEventListener("change", send);
  if (!dated) input.addEventListener("input", settled(500, send));
  const element = h("div", { class: "field" }, h("label", { for: input.id }, label), input, list);
  const update = (state) => document.activeElement !== input && (input.value = state.get(name) ?? "");
  const offer = (values) =>
    replace(
      list,
      [...new Set(values)].map((value) => h("option", { value })),
    );
  return { name, element, update, offer };
}

/** What is chosen, each with a way to take it back; empty where nothing is. */
export function chips(page, state) {
  const made = NAMES.flatMap((name) =>
    state.getAll(name).map((value) => {
      const words = SETS[name] ? plain(value) : `${FIELDS[name].toLowerCase()} ${value}`;
      const rest = state.getAll(name).filter((other) => other !== value);
      return h(
        "a",
        { class: "chip", href: page.link({ [name]: rest, n: null }), "aria-label": `Without ${words}` },
        h("bdi", null, words),
        h("span", { "aria-hidden": "true" }, " ×"),
      );
    }),
  );
  if (made.length > 1) {
    const none = Object.fromEntries(NAMES.map((name) => [name, null]));
    made.push(h("a", { class: "chip clear", href: page.link({ ...none, n: null }) }, "clear all"));
  }
  return made;
}

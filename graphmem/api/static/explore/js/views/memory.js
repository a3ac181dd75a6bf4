// One memory: what it says, where it hangs, what it is linked to, and how it came to say so.

import { ROW } from "../documents.js";
import { h, replace } from "../dom.js";
import { dayOf, momentOf, number, time } from "../format.js";
import { Neighbourhood } from "../graph/neighbourhood.js";
import { absent } from "../parts/conditions.js";
import { entityLink, memoryLink, successors, tags, threadLink, traceLink } from "../parts/links.js";
import { EDGES, plain } from "../words.js";

const MEMORY = `query Memory($id: ID!) {
  memory(id: $id) {
    ...Row
    altitude what affects nextAction inferred pinned category confidence source tags paths permalink metadata
    version updatedAt threadPosition corroborations
    mentions { role surface entity { ...Named } }
    provenance { parentAgent client model toolCall branch commit span }
    claims { text holds checkedAt found }
    links { id relation reason inferred createdAt from { ...End } to { ...End } }
    history(first: 50) { nodes { version content title type state altitude why recordedFrom recordedTo by } }
  }
}
fragment End on Memory { id title status layer entity { ...Named } }
${ROW}`;

/** Fill the page of the memory that the address names. */
export async function open(page) {
  const { memory } = await page.ask(MEMORY, { id: page.id });
  if (!memory) {
    page.title = "No such memory";
    page.fill(absent("memory", page.id));
    return {};
  }
  const graph = new Neighbourhood(page, memory.id, memory.title);
  const text = h("div");
  const draw = (now) => {
    page.title = now.title;
    replace(
      text,
      head(now),
      h("div", { class: "columns" }, h("div", null, statement(now), links(now), history(now)), facts(now)),
    );
  };
  draw(memory);
  page.fill(text, h("h2", null, "What surrounds it"), graph.element);
  await graph.load();
  const refresh = async () => {
    const { memory: now } = await page.ask(MEMORY, { id: page.id });
    if (now) draw(now);
    await graph.load();
  };
  return {
    update: () => graph.update(),
    refresh: (changes) => changes.some(({ event }) => !event || graph.model.nodes.has(event.memoryId)) && refresh(),
    restyle: () => graph.restyle(),
    close: () => graph.close(),
  };
}

function head(memory) {
  return h(
    "section",
    { class: ["head", memory.layer, memory.status] },
    h("p", null, entityLink(memory.entity)),
    h("h1", null, h("bdi", null, memory.title)),
    h(
      "p",
      { class: "facts" },
      tags(memory),
      memory.thread && h("span", { class: "soft" }, "in ", threadLink(memory.thread), ` #${memory.threadPosition}`),
      traceLink(memory.id, "Trace the chain"),
    ),
    successors(memory),
  );
}

function statement(memory) {
  const said = (name, text) => text && h("div", null, h("dt", null, name), h("dd", { dir: "auto" }, text));
  return h(
    "dl",
    { class: ["statement", memory.layer] },
    said("What", memory.content),
    said("Why", memory.why),
    said("Next", memory.nextAction),
    said("Affects", memory.affects.join(", ")),
  );
}

function links({ id, links: all }) {
  if (all.length === 0) return null;
  return h(
    "section",
    null,
    h("h2", null, "Links"),
    h(
      "ul",
      { class: "plain links" },
      all.map((link) => {
        const out = link.from.id === id;
        const other = out ? link.to : link.from;
        return h(
          "li",
          { class: other.status },
          h("span", { class: "relation" }, EDGES[link.relation][out ? 0 : 1]),
          entityLink(other.entity),
          memoryLink(other),
          h(
            "span",
            { class: "soft" },
            dayOf(link.createdAt),
            link.inferred && ", inferred",
            link.reason && [", because: ", h("bdi", null, link.reason)],
          ),
        );
      }),
    ),
  );
}

function history({ history: { nodes } }) {
  if (nodes.length < 2) return null;
  return h(
    "section",
    null,
    h("h2", null, "How it came to say so"),
    h(
      "ol",
      { class: "versions", reversed: true },
      [...nodes].reverse().map((now) => {
        const before = nodes.find(({ version }) => version === now.version - 1);
        return h(
          "li",
          { value: now.version },
          h("p", { class: "soft" }, time(now.recordedFrom, momentOf(now.recordedFrom)), " by ", h("bdi", null, now.by)),
          changesOf(before, now),
        );
      }),
    ),
  );
}

const COMPARED = ["title", "content", "why", "type", "state", "altitude"];

function changesOf(before, now) {
  if (!before) return h("p", null, h("ins", { dir: "auto" }, now.content));
  const different = COMPARED.filter((name) => before[name] !== now[name]);
  if (different.length === 0) return h("p", null, "The text stayed; where it stands, or until when it holds, changed.");
  return different.map((name) =>
    h(
      "p",
      null,
      h("b", null, name),
      " ",
      before[name] && h("del", { dir: "auto" }, before[name]),
      " ",
      now[name] && h("ins", { dir: "auto" }, now[name]),
    ),
  );
}

function facts(memory) {
  const { provenance } = memory;
  const list = (values) => values.length > 0 && values.join(", ");
  const rows = [
    ["Holds since", memory.validFrom && dayOf(memory.validFrom)],
    ["Holds until", memory.validTo && dayOf(memory.validTo)],
    ["Written", time(memory.createdAt, momentOf(memory.createdAt))],
    ["Changed", memory.version > 1 && time(memory.updatedAt, momentOf(memory.updatedAt))],
    ["Version", memory.version],
    ["Agent", provenance.agent],
    ["For", provenance.parentAgent],
    ["Client", provenance.client],
    ["Model", provenance.model],
    ["Tool call", provenance.toolCall],
    ["Branch", provenance.branch],
    ["Commit", provenance.commit],
    ["Stands at", provenance.span],
    ["Altitude", plain(memory.altitude)],
    ["Category", plain(memory.category)],
    ["Confidence", plain(memory.confidence)],
    ["Source", plain(memory.source)],
    ["Importance", memory.importance.toFixed(2) + (memory.pinned ? ", pinned" : "")],
    ["Heat", `${plain(memory.heat.band)}, ${memory.heat.score.toFixed(0)} of 100`],
    ["Said again", memory.corroborations > 0 && number(memory.corroborations)],
    ["Inferred", list(memory.inferred.map(plain))],
    ["Tags", list(memory.tags)],
    ["Paths", list(memory.paths)],
    ["Permalink", memory.permalink],
  ];
  return h(
    "div",
    { class: "side" },
    memory.mentions.length > 0 && mentions(memory),
    memory.claims.length > 0 && claims(memory),
    h(
      "section",
      { class: "panel" },
      h("h2", null, "Particulars"),
      h(
        "dl",
        { class: "particulars" },
        rows
          .filter(([, value]) => value || value === 0)
          .map(([name, value]) => [h("dt", null, name), h("dd", null, h("bdi", null, value))]),
      ),
    ),
    memory.metadata &&
      h(
        "section",
        { class: "panel" },
        h("h2", null, "Metadata"),
        h("pre", { tabindex: 0 }, JSON.stringify(memory.metadata, null, 2)),
      ),
  );
}

function mentions({ mentions: all }) {
  return h(
    "section",
    { class: "panel" },
    h("h2", null, "Mentions"),
    h(
      "ul",
      { class: "plain" },
      all.map(({ entity, role, surface }) =>
        h(
          "li",
          null,
          entityLink(entity),
          h(
            "span",
            { class: "soft" },
            role && plain(role),
            surface !== entity.name && [" as ", h("bdi", null, surface)],
          ),
        ),
      ),
    ),
  );
}

function claims({ claims: all }) {
  return h(
    "section",
    { class: "panel" },
    h("h2", null, "Claims"),
    h(
      "ul",
      { class: "plain" },
      all.map(({ text, holds, checkedAt, found }) =>
        h(
          "li",
          null,
          h("code", null, text),
          h("span", { class: holds ? "soft" : "wrong" }, holds ? "holds" : ["does not hold", found && `: ${found}`]),
          h("span", { class: "soft" }, time(checkedAt)),
        ),
      ),
    ),
  );
}

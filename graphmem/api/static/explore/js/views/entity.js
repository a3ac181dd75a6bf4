// An entity: what surrounds it, its memories layer by layer, its names and merges, and what happened to it.

import { change } from "../api.js";
import { whoever } from "../account.js";
import { EVENT, NAMED, ROW } from "../documents.js";
import { h, replace, toast } from "../dom.js";
import { counted, time } from "../format.js";
import { Neighbourhood } from "../graph/neighbourhood.js";
import { absent, empty } from "../parts/conditions.js";
import { entityPanels } from "../parts/entity.js";
import { eventList } from "../parts/events.js";
import { memoryLink } from "../parts/links.js";
import { memoryCard } from "../parts/memory.js";
import { layerBar } from "../parts/overview.js";
import { pageFoot } from "../parts/pages.js";
import { kindMark, layerTag } from "../parts/shapes.js";
import { KINDS, LAYERS, liveliness } from "../words.js";

const ENTITY = `query Entity($ref: EntityRef!) {
  entity(ref: $ref) {
    ...Named key version createdAt updatedAt attributes
    aliases { name source addedAt }
    mergedFrom { id name at by }
    momentum { score band }
    layers { layer count }
    related(first: 12) { edges { sharedMemories node { ...Named } } }
  }
}
${NAMED}`;

const names = Object.keys(LAYERS);
const LAYER_PAGES = `query EntityLayers($ref: EntityRef!, ${names.map((name) => `$${name}: MemoryFilter!, $first${name}: Int!`).join(", ")}) {
  entity(ref: $ref) {
${names.map((name) => `    ${name}: memories(filter: $${name}, first: $first${name}) { totalCount nodes { ...Row } }`).join("\n")}
  }
}
${ROW}`;

const TIMELINE = `query EntityTimeline($ref: EntityRef!, $first: Int!) {
  entity(ref: $ref) { timeline(first: $first) { pageInfo { hasNextPage } nodes { ...Line } } }
}
${EVENT}`;

const UNMERGE = `mutation Unmerge($input: UnmergeEntityInput!) {
  unmergeEntity(input: $input) { entity { id } errors { code message } }
}`;

const FIRST = 6;
const STEP = 25;

/** Fill the page of the entity that the address names. */
export async function open(page) {
  const [{ entity }] = await Promise.all([page.ask(ENTITY, { ref: { id: page.id } }), whoever()]);
  if (!entity) {
    page.title = "No such entity";
    page.fill(absent("entity", page.id));
    return {};
  }
  const view = new EntityView(page, entity);
  await view.load();
  return view;
}

class EntityView {
  constructor(page, entity) {
    this.page = page;
    this.ref = { id: entity.id };
    this.parts = Object.fromEntries(
      ["head", "mentioned", "memories", "side", "record"].map((name) => [name, h("section", { class: name })]),
    );
    this.graph = new Neighbourhood(page, entity.id, entity.name);
    const { head, memories, mentioned, side, record } = this.parts;
    page.fill(
      head,
      this.graph.element,
      h("div", { class: "columns" }, h("div", null, memories, mentioned, record), side),
    );
    this.draw(entity);
  }

  async load() {
    await Promise.all([this.graph.load(), this.loadMemories(), this.loadEvents()]);
    this.drawMentioned();
  }

  async update() {
    await Promise.all([this.graph.update(), this.loadMemories(), this.loadEvents()]);
    this.drawMentioned();
  }

  async refresh(changes) {
    const mine = changes.some(
      ({ event }) => !event?.entity || event.entity.id === this.ref.id || this.graph.model.nodes.has(event.memoryId),
    );
    if (!mine) return;
    const { entity } = await this.page.ask(ENTITY, { ref: this.ref });
    if (entity) this.draw(entity);
    await this.load();
  }

  draw(entity) {
    this.page.title = entity.name;
    const moved =
      entity.id !== this.page.id && h("p", { class: "notice" }, "The entity at this address was merged into this one.");
    replace(
      this.parts.head,
      h("p", { class: "soft" }, kindMark(entity.kind, { silent: true }), " ", KINDS[entity.kind].name),
      h("h1", null, h("bdi", null, entity.name)),
      h(
        "p",
        { class: "facts soft" },
        entity.key && h("span", null, "key ", h("code", null, entity.key)),
        liveliness(entity) && h("span", null, liveliness(entity)),
        h("span", null, "known since ", time(entity.createdAt)),
        h("span", null, `version ${entity.version}`),
      ),
      moved,
      layerBar(entity.layers, (layer) => `#${layer}`),
    );
    replace(
      this.parts.side,
      entityPanels(entity, (merged, name) => this.unmerge(merged, name)),
    );
  }

  async unmerge(merged, name) {
    await this.page.attempt(async () => {
      await change(UNMERGE, { input: { survivor: this.ref.id, merged } });
      toast(`${name} is an entity of its own again`);
      await this.refresh([{ event: null }]);
    });
  }

  async loadMemories() {
    const variables = { ref: this.ref };
    for (const name of names) {
      variables[name] = { layers: [name], statuses: ["CURRENT", "SUPERSEDED"] };
      variables[`first${name}`] = this.first(name);
    }
    const { entity } = await this.page.ask(LAYER_PAGES, variables, "memories");
    const held = names.filter((name) => entity[name].totalCount > 0);
    replace(
      this.parts.memories,
      h("h2", null, "Memories by layer"),
      held.map((name) => this.layer(name, entity[name])),
      held.length === 0 && empty("No memory hangs on it.", "Others may speak of it: see the picture above."),
    );
  }

  first(name) {
    return Math.min(100, Number(this.page.state.get(name)) || FIRST);
  }

  layer(name, { totalCount, nodes }) {
    const more =
      nodes.length < Math.min(100, totalCount) &&
      (() => this.page.set({ [name]: this.first(name) + STEP }, { step: false }));
    return h(
      "section",
      { class: "in-layer", id: name },
      h("h3", null, layerTag(name), h("span", { class: "soft" }, ` ${LAYERS[name].means}`)),
      nodes.map((memory) => memoryCard(memory)),
      nodes.length < totalCount && pageFoot(nodes.length, totalCount, "memories", more),
    );
  }

  // Memories that hang elsewhere and speak of it, as far as the picture shows them.
  drawMentioned() {
    const { model } = this.graph;
    const inside = model.edgesOf(this.ref.id).filter(({ type, to }) => type === "MENTIONS" && to === this.ref.id);
    const total = model.counts(this.ref.id).find(({ type }) => type === "MENTIONS")?.total ?? 0;
    replace(
      this.parts.mentioned,
      inside.length > 0 && [
        h("h2", null, "Mentioned in"),
        h(
          "ul",
          { class: "plain" },
          inside.map(({ from }) => mention(model.nodes.get(from))),
        ),
        total > inside.length && pageFoot(inside.length, total, "memories that mention it; the picture shows more"),
      ],
    );
  }

  async loadEvents() {
    const first = Math.min(100, Number(this.page.state.get("events")) || STEP);
    const { entity } = await this.page.ask(TIMELINE, { ref: this.ref, first }, "events");
    const { nodes, pageInfo } = entity.timeline;
    const more =
      pageInfo.hasNextPage && first < 100 && (() => this.page.set({ events: first + STEP }, { step: false }));
    replace(
      this.parts.record,
      h("h2", null, "What happened"),
      eventList(nodes, this.ref.id),
      pageInfo.hasNextPage &&
        h(
          "p",
          { class: "foot" },
          `Showing the first ${counted(nodes.length, "event")}`,
          more && h("button", { type: "button", onclick: more }, "Show more"),
        ),
    );
  }

  restyle() {
    this.graph.restyle();
  }

  close() {
    this.graph.close();
  }
}

function mention(memory) {
  return h("li", null, memoryLink(memory), " ", layerTag(memory.layer));
}

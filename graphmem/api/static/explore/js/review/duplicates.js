// Pairs of entities that may be one: side by side, to be merged either way, or declared different.

import { change } from "../api.js";
import { NAMED } from "../documents.js";
import { h, replace, toast } from "../dom.js";
import { counted, number, time } from "../format.js";
import { empty } from "../parts/conditions.js";
import { entityLink, memoryLink } from "../parts/links.js";
import { layerTag } from "../parts/shapes.js";
import { plain } from "../words.js";

const DUPLICATES = `query PossibleDuplicates($first: Int!) {
  possibleDuplicates(first: $first) {
    id score reasons since
    left { ...Side }
    right { ...Side }
  }
}
fragment Side on Entity {
  ...Named key createdAt
  aliases { name }
  layers { layer count }
  memories(first: 3) { totalCount nodes { id title layer createdAt } }
}
${NAMED}`;

const MERGE = `mutation Merge($input: MergeEntitiesInput!) {
  mergeEntities(input: $input) { entity { id name } errors { code message } }
}`;
const UNMERGE = `mutation Unmerge($input: UnmergeEntityInput!) {
  unmergeEntity(input: $input) { entity { id name } errors { code message } }
}`;
const DISMISS = `mutation Dismiss($id: ID!) {
  dismissDuplicate(id: $id) { entity { id } errors { code message } }
}`;

const STEP = 20;

/** Fill an element with the pairs that wait. */
export async function duplicates(page, body) {
  const first = Math.min(100, Number(page.state.get("n")) || STEP);
  const { possibleDuplicates } = await page.ask(DUPLICATES, { first }, "review");
  if (possibleDuplicates.length === 0) {
    replace(
      body,
      empty("No two entities look alike.", "A pair appears here when a mention was nearly the name of another entity."),
    );
    return;
  }
  const again = () => duplicates(page, body);
  const more =
    possibleDuplicates.length === first &&
    h(
      "p",
      { class: "foot" },
      h("button", { type: "button", onclick: () => page.set({ n: first + STEP }, { step: false }) }, "Show more"),
    );
  replace(
    body,
    possibleDuplicates.map((pair) => pairOf(page, pair, again)),
    more,
  );
}

function pairOf(page, { id, left, right, score, reasons, since }, again) {
  const words = h("input", {
    type: "text",
    "aria-label": "Reason, kept in the record",
    placeholder: "reason, optional",
  });
  const merge = (survivor, duplicate) =>
    page.attempt(async () => {
      await change(MERGE, {
        input: { survivor: survivor.id, duplicates: [duplicate.id], reason: words.value.trim() || null },
      });
      toast(`${duplicate.name} went up in ${survivor.name}`, {
        name: "Undo",
        run: () => undo(page, survivor, duplicate, again),
      });
      await again();
    });
  const dismiss = () =>
    page.attempt(async () => {
      await change(DISMISS, { id });
      toast(`${left.name} and ${right.name} stay apart`);
      await again();
    });
  const keep = (survivor, duplicate) =>
    h(
      "button",
      {
        type: "button",
        "aria-label": `Merge into ${survivor.name}, created ${survivor.createdAt}`,
        onclick: () => merge(survivor, duplicate),
      },
      "Merge into this one",
    );
  return h(
    "article",
    { class: "pair panel", "data-id": id, "aria-label": `${left.name} and ${right.name}` },
    side(left, keep(left, right)),
    side(right, keep(right, left)),
    h(
      "footer",
      null,
      h(
        "p",
        null,
        h("b", null, `${score.toFixed(0)} % alike`),
        h("span", { class: "soft" }, ` ${reasons.join("; ")}, noticed `, time(since)),
      ),
      h("p", { class: "row" }, words, h("button", { type: "button", onclick: dismiss }, "They are different")),
    ),
  );
}

async function undo(page, survivor, merged, again) {
  await page.attempt(async () => {
    await change(UNMERGE, { input: { survivor: survivor.id, merged: merged.id } });
    toast(`${merged.name} is an entity of its own again`);
    await again();
  });
}

function side(entity, button) {
  const others = entity.aliases.map(({ name }) => name).filter((name) => name !== entity.name);
  return h(
    "section",
    null,
    h("h2", null, entityLink(entity)),
    h(
      "p",
      { class: "soft" },
      plain(entity.kind),
      entity.key && [", key ", h("code", null, entity.key)],
      ", since ",
      time(entity.createdAt),
    ),
    others.length > 0 && h("p", null, h("span", { class: "soft" }, "also "), h("bdi", null, others.join(", "))),
    h(
      "p",
      { class: "tags" },
      entity.layers
        .filter(({ count }) => count > 0)
        .map(({ layer, count }) => h("span", null, layerTag(layer), ` ${number(count)}`)),
    ),
    h(
      "ul",
      { class: "plain" },
      entity.memories.nodes.map((memory) =>
        h("li", null, memoryLink(memory), h("span", { class: "soft" }, time(memory.createdAt))),
      ),
    ),
    entity.memories.totalCount > entity.memories.nodes.length &&
      h("p", { class: "soft" }, `of ${counted(entity.memories.totalCount, "memory", "memories")}`),
    button,
  );
}

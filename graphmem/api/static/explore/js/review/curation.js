// Memories that hardly help: why each is here, what is proposed, and what can be done at once.

import { may } from "../account.js";
import { change } from "../api.js";
import { ROW } from "../documents.js";
import { h, replace, toast } from "../dom.js";
import { number } from "../format.js";
import { empty } from "../parts/conditions.js";
import { memoryCard } from "../parts/memory.js";
import { plain } from "../words.js";

const CURATION = `query Curation {
  curation { pressure items { reason proposal memory { ...Row version } } }
}
${ROW}`;
const FORGET = `mutation Forget($input: ForgetMemoryInput!) {
  forgetMemory(input: $input) { memory { id } errors { code message } }
}`;
const RESTORE = `mutation Restore($input: RestoreMemoryInput!) {
  restoreMemory(input: $input) { memory { id } errors { code message } }
}`;

/** Fill an element with what could be tidied. */
export async function curation(page, body) {
  const { curation: found } = await page.ask(CURATION, {}, "review");
  if (found.items.length === 0) {
    replace(body, empty("Nothing wants tidying."));
    return;
  }
  const again = () => curation(page, body);
  replace(
    body,
    h("p", { class: "soft" }, `Pressure ${number(found.pressure)}: how much there is to tidy.`),
    found.items.map((item) => itemOf(page, item, again)),
  );
}

function itemOf(page, { memory, reason, proposal }, again) {
  const forget = () =>
    page.attempt(async () => {
      await change(FORGET, {
        input: { id: memory.id, expectedVersion: memory.version, reason: `curation: ${plain(reason)}` },
      });
      toast("Forgotten", { name: "Undo", run: () => restore(page, memory, again) });
      await again();
    });
  return h(
    "article",
    { class: "panel waiting" },
    h("h2", null, plain(reason)),
    h("p", { class: "soft" }, proposal),
    memoryCard(memory, { entity: true }),
    may("FORGET") &&
      !memory.protected &&
      h("p", { class: "row" }, h("button", { type: "button", onclick: forget }, "Forget it")),
  );
}

async function restore(page, memory, again) {
  await page.attempt(async () => {
    await change(RESTORE, { input: { id: memory.id } });
    toast("It is back");
    await again();
  });
}

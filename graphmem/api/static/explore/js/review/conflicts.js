// Memories that seem to disagree, side by side, to be decided.

import { change } from "../api.js";
import { ROW } from "../documents.js";
import { h, replace, toast } from "../dom.js";
import { time } from "../format.js";
import { empty } from "../parts/conditions.js";
import { memoryCard } from "../parts/memory.js";

const CONFLICTS = `query Conflicts($first: Int!) {
  conflicts(first: $first) { id reason at older { ...Row } newer { ...Row } }
}
${ROW}`;
const RESOLVE = `mutation ResolveConflict($input: ResolveConflictInput!) {
  resolveConflict(input: $input) { conflict { id } errors { code message } }
}`;

const DECISIONS = {
  SUPERSEDE: ["The newer replaces it", "the newer one holds from now on"],
  KEEP_BOTH: ["Both hold", "both are kept"],
  CONTRADICTS: ["They contradict", "they are linked as contradicting"],
  DISMISS: ["No conflict", "the conflict is dismissed"],
};
const STEP = 20;

/** Fill an element with the conflicts that wait. */
export async function conflicts(page, body) {
  const first = Math.min(100, Number(page.state.get("n")) || STEP);
  const { conflicts: found } = await page.ask(CONFLICTS, { first }, "review");
  if (found.length === 0) {
    replace(
      body,
      empty("Nothing disagrees.", "A conflict appears here when a memory says otherwise than one before it."),
    );
    return;
  }
  const again = () => conflicts(page, body);
  const more =
    found.length === first &&
    h(
      "p",
      { class: "foot" },
      h("button", { type: "button", onclick: () => page.set({ n: first + STEP }, { step: false }) }, "Show more"),
    );
  replace(
    body,
    found.map((conflict) => conflictOf(page, conflict, again)),
    more,
  );
}

function conflictOf(page, { id, reason, at, older, newer }, again) {
  const words = h("input", {
    type: "text",
    "aria-label": "Reason, kept in the record",
    placeholder: "reason, optional",
  });
  const decide = (decision) =>
    page.attempt(async () => {
      await change(RESOLVE, { input: { conflict: id, decision, reason: words.value.trim() || null } });
      toast(`Decided: ${DECISIONS[decision][1]}`);
      await again();
    });
  return h(
    "article",
    { class: "pair panel", "data-id": id, "aria-label": `${older.title}, against ${newer.title}` },
    h("section", null, h("h2", null, "Was there"), memoryCard(older, { entity: true })),
    h("section", null, h("h2", null, "Came"), memoryCard(newer, { entity: true })),
    h(
      "footer",
      null,
      h("p", null, reason, h("span", { class: "soft" }, ", noticed ", time(at))),
      h(
        "p",
        { class: "row" },
        words,
        Object.entries(DECISIONS).map(([value, [name]]) =>
          h("button", { type: "button", onclick: () => decide(value) }, name),
        ),
      ),
    ),
  );
}

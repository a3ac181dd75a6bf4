// Writes that wait for a person to confirm them.

import { change } from "../api.js";
import { h, replace, toast } from "../dom.js";
import { momentOf, time } from "../format.js";
import { empty } from "../parts/conditions.js";

const PENDING = `query Pending {
  pendingMemories { id expiresAt draft findings { gate message matches } }
}`;
const CONFIRM = `mutation Confirm($input: ConfirmMemoryInput!) {
  confirmMemory(input: $input) { memory { id title } errors { code message } }
}`;
const CANCEL = `mutation Cancel($input: ConfirmMemoryInput!) {
  cancelMemory(input: $input) { errors { code message } }
}`;

/** Fill an element with the writes that wait. */
export async function pending(page, body) {
  const { pendingMemories } = await page.ask(PENDING, {}, "review");
  const again = () => pending(page, body);
  replace(
    body,
    pendingMemories.length === 0
      ? empty("Nothing waits for confirmation.", "Conclusions about a user wait here until somebody says they are so.")
      : pendingMemories.map((one) => waiting(page, one, again)),
  );
}

function waiting(page, { id, expiresAt, draft, findings }, again) {
  const settle = (mutation, words) =>
    page.attempt(async () => {
      await change(mutation, { input: { pending: id } });
      toast(words);
      await again();
    });
  return h(
    "article",
    { class: "panel waiting", "data-id": id },
    h("p", { class: "content", dir: "auto" }, String(draft.content ?? "")),
    findings.map(({ message }) => h("p", { class: "soft" }, message)),
    h("p", { class: "soft" }, "dropped unless confirmed by ", time(expiresAt, momentOf(expiresAt))),
    h("details", null, h("summary", null, "All of it"), h("pre", { tabindex: 0 }, JSON.stringify(draft, null, 2))),
    h(
      "p",
      { class: "row" },
      h(
        "button",
        { type: "button", class: "main", onclick: () => settle(CONFIRM, "Confirmed and written") },
        "Confirm",
      ),
      h("button", { type: "button", onclick: () => settle(CANCEL, "Dropped") }, "Drop it"),
    ),
  );
}

// What waits for a person's word: possible duplicates, conflicts, writes to confirm, memories to tidy away.

import { may, whoever } from "../account.js";
import { h, replace } from "../dom.js";
import { conflicts } from "../review/conflicts.js";
import { curation } from "../review/curation.js";
import { duplicates } from "../review/duplicates.js";
import { pending } from "../review/pending.js";
import { loading } from "../parts/conditions.js";

const TABS = {
  duplicates: { name: "Possible duplicates", fill: duplicates },
  conflicts: { name: "Conflicts", fill: conflicts },
  pending: { name: "To confirm", fill: pending },
  curation: { name: "Curation", fill: curation },
};

/** Fill the page; its parameters are the tab and how much of it is shown. */
export async function open(page) {
  page.title = "Review";
  await whoever();
  if (!may("WRITE")) {
    page.fill(
      h(
        "section",
        { class: "panel centred" },
        h("h1", null, "Review"),
        h("p", null, "This token may read, not decide. Sign in with one that may write."),
      ),
    );
    return {};
  }
  const tabs = h("nav", { class: "tabs", "aria-label": "Review" });
  const body = h("section", null, loading());
  const chosen = () => (Object.hasOwn(TABS, page.state.get("tab")) ? page.state.get("tab") : "duplicates");
  const show = async () => {
    replace(
      tabs,
      Object.entries(TABS).map(([name, tab]) =>
        h("a", { href: page.link({ tab: name, n: null }), "aria-current": name === chosen() && "page" }, tab.name),
      ),
    );
    await TABS[chosen()].fill(page, body);
  };
  page.fill(h("h1", null, "Review"), tabs, body);
  await show();
  // Not while somebody writes down a reason.
  const writes = () => body.contains(document.activeElement) && Boolean(document.activeElement.value);
  return { update: show, refresh: () => writes() || show() };
}

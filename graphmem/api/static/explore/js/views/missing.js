// An address that no view has.

import { h } from "../dom.js";

/** Say so, and lead back. */
export function open(page) {
  page.title = "No such page";
  page.queries.element.hidden = true;
  page.fill(
    h(
      "section",
      { class: "panel centred" },
      h("h1", null, "No such page"),
      h("p", null, "The explorer has no view at ", h("code", null, page.id), "."),
      h("p", null, h("a", { href: "/explore/" }, "Search")),
    ),
  );
}

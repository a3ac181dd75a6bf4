// What stands beside an entity: its names, its merges, whom it shares memories with, its attributes.

import { may } from "../account.js";
import { h } from "../dom.js";
import { number, time } from "../format.js";
import { plain } from "../words.js";
import { entityLink } from "./links.js";

/** The panels; `undo(id, name)` takes a merged entity out again. */
export function entityPanels(entity, undo) {
  return [names(entity), merges(entity, undo), relations(entity), attributes(entity)];
}

function names({ aliases }) {
  return h(
    "section",
    { class: "panel" },
    h("h2", null, "Names"),
    aliases.length === 0 && h("p", { class: "soft" }, "No other names."),
    h(
      "ul",
      { class: "plain" },
      aliases.map(({ name, source, addedAt }) =>
        h("li", null, h("bdi", null, name), h("span", { class: "soft" }, ` ${plain(source)}, `, time(addedAt))),
      ),
    ),
  );
}

function merges({ mergedFrom }, undo) {
  if (mergedFrom.length === 0) return null;
  return h(
    "section",
    { class: "panel" },
    h("h2", null, "Merged into it"),
    h(
      "ul",
      { class: "plain" },
      mergedFrom.map(({ id, name, at, by }) =>
        h(
          "li",
          null,
          h("bdi", null, name),
          h("span", { class: "soft" }, " ", time(at), " by ", h("bdi", null, by)),
          may("WRITE") && h("button", { type: "button", class: "small", onclick: () => undo(id, name) }, "Undo"),
        ),
      ),
    ),
  );
}

function relations({ related }) {
  if (related.edges.length === 0) return null;
  return h(
    "section",
    { class: "panel" },
    h("h2", null, "Shares memories with"),
    h(
      "ul",
      { class: "plain" },
      related.edges.map(({ node, sharedMemories }) =>
        h("li", null, entityLink(node), h("span", { class: "soft" }, ` ${number(sharedMemories)}`)),
      ),
    ),
  );
}

function attributes({ attributes: given }) {
  if (!given || Object.keys(given).length === 0) return null;
  return h(
    "section",
    { class: "panel" },
    h("h2", null, "Attributes"),
    h("pre", { tabindex: 0 }, JSON.stringify(given, null, 2)),
  );
}

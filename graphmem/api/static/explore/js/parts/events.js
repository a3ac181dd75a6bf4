// Lines of the record: what happened, to what, by whom, why.

import { h } from "../dom.js";
import { cut, time } from "../format.js";
import { plain } from "../words.js";
import { entityLink, memoryLink } from "./links.js";

/** A list of events, each a line. `about` is the entity whose page it is, which needs no naming. */
export function eventList(events, about = null) {
  return h(
    "ol",
    { class: "events" },
    events.map((event) =>
      h(
        "li",
        { "data-type": event.type },
        time(event.at),
        h(
          "span",
          null,
          h("b", null, plain(event.type)),
          subject(event, about),
          details(event),
          reason(event),
          h("span", { class: "soft" }, " by ", h("bdi", null, event.agent)),
        ),
      ),
    ),
  );
}

function subject({ memory, entity }, about) {
  return [
    memory && [" ", memoryLink(memory)],
    entity && entity.id !== about && [memory ? " on " : " ", entityLink(entity)],
  ];
}

function details({ details: given }) {
  const told = Object.entries(given ?? {}).filter(
    ([, value]) => typeof value === "string" && !/^(mem|ent|thr|lnk)_/.test(value),
  );
  return (
    told.length > 0 &&
    h(
      "span",
      { class: "soft" },
      " ",
      told.map(([name, value]) => [`${plain(name)} `, h("bdi", null, cut(value, 120)), " "]),
    )
  );
}

function reason({ reason: words }) {
  return words && h("span", null, " because: ", h("bdi", null, cut(words, 240)));
}

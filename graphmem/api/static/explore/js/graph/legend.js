// What the signs of the picture mean.

import { h } from "../dom.js";
import { boxMark, kindMark, layerTag, lineMark } from "../parts/shapes.js";
import { KINDS, LAYERS } from "../words.js";

/** The legend; the same for every picture. */
export function legend() {
  const item = (mark, words) => h("li", null, mark, " ", words);
  return h(
    "ul",
    { class: "legend", "aria-label": "Legend" },
    Object.keys(LAYERS).map((layer) => h("li", null, boxMark(layer), " ", layerTag(layer))),
    Object.keys(KINDS).map((kind) => item(kindMark(kind, { silent: true }), KINDS[kind].name)),
    item(boxMark("THREAD"), "thread"),
    item(boxMark("SUPERSEDED"), "superseded"),
    item(boxMark("FORGOTTEN"), "forgotten"),
    item(lineMark("SUPERSEDES"), "replaces (newer to older)"),
    item(lineMark("LED_TO"), "led to, implements, …"),
    item(lineMark("MENTIONS"), "mentions"),
  );
}

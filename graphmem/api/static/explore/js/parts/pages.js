// The foot of a list that is longer than what is shown of it.

import { h } from "../dom.js";
import { number } from "../format.js";

/** "Showing X of Y" with a button for more; `more` is left out where nothing follows. */
export function pageFoot(shown, total, what, more) {
  const button = more && h("button", { type: "button", onclick: more }, "Show more");
  return h("p", { class: "foot" }, `Showing ${number(shown)} of ${number(total)} ${what}`, button);
}

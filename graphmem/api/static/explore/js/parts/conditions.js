// What is shown in place of something: that it loads, that there is nothing, that it failed.

import { Unreachable } from "../api.js";
import { h } from "../dom.js";

/** A place-holder while something is fetched. */
export function loading() {
  return h("p", { class: "loading", role: "status" }, "Loading…");
}

/** There is nothing, and what to do about it. */
export function empty(words, ...hints) {
  return h("div", { class: "empty" }, h("p", null, words), hints.length > 0 && h("p", { class: "soft" }, hints));
}

/** A view that could not be made, with a way to try again. */
export function failure(error, again) {
  const title = error instanceof Unreachable ? "The service can't be reached" : "That didn't work";
  const hint = error instanceof Unreachable ? "It may be restarting, or the network is down." : error.message;
  return h(
    "section",
    { class: "panel centred failure", role: "alert" },
    h("h1", null, title),
    h("p", null, hint),
    h("button", { type: "button", class: "main", onclick: again }, "Try again"),
  );
}

/** A node that the address names and the space does not have. */
export function absent(what, id) {
  return h(
    "section",
    { class: "panel centred" },
    h("h1", null, `No such ${what}`),
    h("p", null, "There is nothing under ", h("code", null, id), " in this space. It may have been erased or merged."),
    h("p", null, h("a", { href: "/explore/" }, "Search")),
  );
}

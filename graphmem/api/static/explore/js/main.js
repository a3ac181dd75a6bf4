// Puts the page together: the address decides the view, the header stays. Composes, shows nothing itself.

import { SignInNeeded, ask, isExpected } from "./api.js";
import { account, greet, signInPanel } from "./account.js";
import { announce, byId, h, replace } from "./dom.js";
import * as live from "./live.js";
import { Page } from "./page.js";
import { failure } from "./parts/conditions.js";
import { address, changed, go, parse, start } from "./router.js";
import { shortcuts } from "./shortcuts.js";
import { theme } from "./theme.js";
import * as entity from "./views/entity.js";
import * as memory from "./views/memory.js";
import * as missing from "./views/missing.js";
import * as review from "./views/review.js";
import * as search from "./views/search.js";
import * as thread from "./views/thread.js";
import * as trace from "./views/trace.js";

const VIEWS = { search, entity, memory, thread, trace, review, missing };

let page = null;
const scrolled = new Map();

async function show(route) {
  byId("q").value = route.state.get("q") ?? "";
  if (page?.holds(route)) return page.update(route.state);
  const first = page === null;
  leave();
  const mine = (page = new Page(route));
  replace(byId("main"), mine.root);
  mark(route.name);
  try {
    await mine.open(VIEWS[route.name]);
    if (mine === page) arrive(mine, first);
  } catch (error) {
    if (mine === page) fail(error);
  }
}

function leave() {
  if (!page) return;
  scrolled.set(page.href, scrollY);
  page.close();
}

function arrive(shown, first) {
  document.title = `${shown.title} · graphmem`;
  scrollTo(0, scrolled.get(location.href) ?? 0);
  const [main, here] = [byId("main"), document.activeElement];
  // Nor is the focus taken from somebody who acts on what is there already.
  if (first || (here !== main && main.contains(here))) return;
  main.focus({ preventScroll: true });
  announce(shown.title);
}

function fail(error) {
  if (error.name === "AbortError") return;
  if (!isExpected(error)) console.error(error);
  const again = () => ((page = null), show(parse(location.href)));
  const shown = error instanceof SignInNeeded ? signInPanel(error.message, restart) : failure(error, again);
  replace(byId("main"), shown);
}

function mark(name) {
  for (const link of document.querySelectorAll(".top nav a:not([data-outside])")) {
    const here = parse(link.href).name === name;
    if (here) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
}

async function restart() {
  live.reconnect();
  await greet(ask).catch(() => undefined);
  page = null;
  show(parse(location.href));
}

function submit(event) {
  event.preventDefault();
  const q = byId("q").value.trim();
  const route = parse(location.href);
  const kept = route.name === "search" ? changed(route.state, { q, n: null }) : { q };
  go(address("search", null, kept));
}

function showLive(state) {
  byId("live").title = live.STATES[state];
  replace(
    byId("live"),
    h("span", { class: `dot ${state}`, "aria-hidden": "true" }),
    h("span", { class: "word" }, live.STATES[state]),
  );
}

theme(byId("theme"), () => page?.restyle());
account(byId("account"), restart);
shortcuts();
byId("ask").addEventListener("submit", submit);
live.start({ state: showLive, change: (change) => page?.refresh(change) });
greet(ask).catch(() => undefined);
start(show);

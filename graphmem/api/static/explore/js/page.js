// One view on show: its address, its state, the queries that made it, and its end. Knows no view.

import { SignInNeeded, ask, isExpected } from "./api.js";
import { h, replace, toast } from "./dom.js";
import { loading } from "./parts/conditions.js";
import { queryBox } from "./parts/queries.js";
import { address, changed, go } from "./router.js";

// Milliseconds from a change to its refresh, and between two refreshes while changes keep coming.
const SOON = 200;
const APART = 800;

/**
 * What a view is given. A view is a module with `open(page)`, which calls `page.fill`, names `page.title` and
 * may return what can happen to it later: `update(state)` when its parameters changed, `refresh(changes)` when
 * the space did, `restyle()` when the colours did, `close()` when it is left.
 */
export class Page {
  constructor(route) {
    this.route = route;
    this.href = location.href;
    this.id = route.id;
    this.state = route.state;
    this.title = "Explorer";
    this.body = h("div", { class: `view ${route.name}` }, loading());
    this.queries = queryBox();
    this.root = h("article", null, this.body, this.queries.element);
    this.lanes = new Map();
    this.closed = new AbortController();
    this.pending = [];
    this.timer = 0;
  }

  /** Show these in place of what was shown. */
  fill(...children) {
    replace(this.body, children);
  }

  /** Let a view fill the page, and take on what the address became meanwhile. */
  async open(view) {
    const { state } = this;
    try {
      this.handlers = (await view.open(this)) ?? {};
    } catch (error) {
      this.handlers = {};
      throw error;
    }
    if (this.state === state) return;
    if (!this.handlers.update) await this.open(view);
    else await this.attempt(() => this.handlers.update(this.state));
  }

  /** Whether the page shows that route already, in whatever state. */
  holds(route) {
    // A view that is there in part is acted upon: it must not be made anew under somebody's hands.
    const takesChanges = !this.handlers || Boolean(this.handlers.update);
    return takesChanges && route.name === this.route.name && route.id === this.id;
  }

  /**
   * Ask the service; the operation is shown in the box of queries. On a `lane` only the last question counts:
   * the one before it ends in an AbortError.
   */
  async ask(query, variables = {}, lane = undefined) {
    this.queries.add(query, variables);
    return ask(query, variables, this.signal(lane));
  }

  signal(lane) {
    if (!lane) return this.closed.signal;
    this.lanes.get(lane)?.abort();
    this.lanes.set(lane, new AbortController());
    return AbortSignal.any([this.closed.signal, this.lanes.get(lane).signal]);
  }

  /** Change parameters of the address, and thereby the view; `step` makes it a step in the history. */
  set(changes, { step = true } = {}) {
    go(this.link(changes), { replace: !step });
  }

  /** The address of this view with some parameters changed. */
  link(changes) {
    return address(this.route.name, this.id, changed(this.state, changes));
  }

  update(state) {
    this.state = state;
    this.href = location.href;
    if (this.handlers) this.attempt(() => this.handlers.update(state));
  }

  /** Take note of a change to the space. However many come, the view is asked for one refresh at a time. */
  refresh(change) {
    if (!this.handlers?.refresh) return;
    this.pending.push(change);
    this.timer ||= setTimeout(() => this.flush(), SOON);
  }

  async flush() {
    while (this.pending.length > 0 && !this.closed.signal.aborted) {
      await this.attempt(() => this.handlers.refresh(this.pending.splice(0)));
      await new Promise((done) => setTimeout(done, APART));
    }
    this.timer = 0;
  }

  restyle() {
    this.handlers?.restyle?.();
  }

  /** Do something that may fail, and say so where it does, leaving what is shown. */
  async attempt(deed) {
    try {
      return await deed();
    } catch (error) {
      if (error.name === "AbortError") return undefined;
      if (!isExpected(error)) console.error(error);
      toast(error instanceof SignInNeeded ? "Sign in first." : error.message);
      return undefined;
    }
  }

  close() {
    this.closed.abort();
    this.handlers?.close?.();
  }
}

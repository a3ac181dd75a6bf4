// A decision's chain from top to bottom: what led to it, what replaced it, when and why; now, or as of an instant.

import { announce, copyButton, h, replace } from "../dom.js";
import { counted, dayOf, since } from "../format.js";
import { createCanvas } from "../graph/canvas.js";
import { edgeElement, nameOf, nodeElement } from "../graph/elements.js";
import { layered } from "../graph/layered.js";
import { legend } from "../graph/legend.js";
import { SIZES } from "../graph/style.js";
import { absent } from "../parts/conditions.js";
import { chainList, openEnds, supersessions } from "../parts/chain.js";
import { timeSlider } from "../parts/slider.js";
import { address, go } from "../router.js";
import { ask, edgesOf, instantsOf, standing, timeOf } from "../tracing.js";
import { plain, sort } from "../words.js";

const DIRECTIONS = { BOTH: "both ways", CAUSES: "what led here", OUTCOMES: "what came of it" };

/** Fill the page of the chain around the memory, thread or entity that the address names. */
export async function open(page) {
  const chain = await ask(page);
  if (!chain) {
    page.title = "No such chain";
    page.fill(absent("memory, thread or entity", page.id));
    return {};
  }
  const view = new TraceView(page);
  await view.begin(chain);
  return view;
}

class TraceView {
  constructor(page) {
    this.page = page;
    this.parts = Object.fromEntries(
      ["head", "answer", "steps", "rest"].map((name) => [name, h("section", { class: name })]),
    );
    this.time = h("div", { class: "panel time" });
    this.stage = h("div", { class: "stage" });
    const { head, answer, steps, rest } = this.parts;
    page.fill(head, answer, this.time, h("div", { class: "chain" }, this.stage, steps), legend(), rest);
  }

  async begin(chain) {
    this.canvas = await createCanvas(this.stage, "The chain, causes above", {
      choose: (id) => this.page.set({ sel: id }, { step: false }),
      open: (id) => go(address("memory", id)),
      describe: (id) => this.words(id),
    });
    await this.take(chain);
  }

  get on() {
    const given = this.page.state.get("on");
    return given === "valid" || given === "recorded" ? given : timeOf(this.chain);
  }

  get at() {
    const given = this.page.state.get("at");
    return given && !Number.isNaN(Date.parse(given)) ? given : null;
  }

  async take(chain) {
    const grown = this.chain?.steps.length !== chain.steps.length;
    this.chain = chain;
    this.edges = edgesOf(chain);
    this.positions = layered(
      chain.steps.map(({ memory }) => memory.id),
      this.edges,
      SIZES.card,
    );
    this.asked = this.request;
    this.page.title = `Chain of ${nameOf(chain.start)}`;
    this.drawHead();
    this.drawTime();
    await this.show({ fit: grown });
  }

  get request() {
    return ["direction", "steps"].map((name) => this.page.state.get(name)).join();
  }

  async update() {
    if (this.request !== this.asked) return this.take(await ask(this.page));
    if (this.on !== this.drawnOn) this.drawTime();
    return this.show();
  }

  async refresh() {
    const chain = await ask(this.page);
    if (chain) await this.take(chain);
  }

  /** Draw the chain as it stood at the instant of the address. */
  async show({ fit = false } = {}) {
    const { at, on, chain } = this;
    this.slider?.set(at);
    this.then = at && on === "recorded" ? await ask(this.page, at) : null;
    this.stood = standing(chain, on, at, this.then);
    this.draw(fit);
    replace(this.parts.answer, supersessions(chain, this.stood, at));
    replace(
      this.parts.steps,
      chainList(chain, this.edges, this.stood, this.page.state.get("sel"), (id) => this.canvas.choose(id)),
    );
    replace(this.parts.rest, openEnds(chain));
    if (at && !fit) announce(this.summary());
  }

  draw(fit) {
    const { chain, stood, positions, edges } = this;
    const nodes = chain.steps.map(({ memory }) => {
      const status = stood.get(memory.id);
      const classes = [status === "ahead" && "absent", memory.id === chain.start.id && "origin"];
      return nodeElement({ ...memory, status }, positions.get(memory.id), "card", classes);
    });
    const hidden = ({ from, to }) => (stood.get(from) === "ahead" || stood.get(to) === "ahead") && "absent";
    this.canvas.draw([...nodes, ...edges.map((edge) => edgeElement(edge, edges.length < 120, [hidden(edge)]))], {
      fit,
    });
    if (fit)
      this.canvas.legible(
        this.page.state.get("sel") ?? (positions.has(chain.start.id) ? chain.start.id : positions.keys().next().value),
        0.3,
      );
    this.canvas.choose(this.page.state.get("sel"), { quiet: true });
  }

  drawHead() {
    const { page, chain } = this;
    const direction = h(
      "select",
      { "aria-label": "Direction", onchange: () => page.set({ direction: direction.value }, { step: false }) },
      Object.entries(DIRECTIONS).map(([value, name]) =>
        h("option", { value, selected: value === (page.state.get("direction") ?? "BOTH") }, name),
      ),
    );
    const now = () => this.then ?? this.chain;
    replace(
      this.parts.head,
      h("p", { class: "soft" }, "chain of"),
      h(
        "h1",
        null,
        h("a", { href: address(sort(chain.start.id), chain.start.id) }, h("bdi", null, nameOf(chain.start))),
      ),
      h(
        "p",
        { class: "row" },
        h("span", { class: "soft" }, counted(chain.steps.length, "step")),
        direction,
        copyButton("Copy as Mermaid", "Mermaid", () => now().mermaid),
        copyButton("Copy as Markdown", "Markdown", () => now().markdown),
      ),
      chain.truncated &&
        h(
          "p",
          { class: "notice" },
          `Showing the nearest ${counted(chain.steps.length, "step")}; there are more. `,
          h(
            "button",
            { type: "button", class: "small", onclick: () => page.set({ steps: 1000 }, { step: false }) },
            "Show up to 1,000",
          ),
        ),
    );
  }

  drawTime() {
    const { page, on, chain } = this;
    this.drawnOn = on;
    const which = h(
      "select",
      { "aria-label": "Which time", onchange: () => page.set({ on: which.value, at: null }, { step: false }) },
      h("option", { value: "valid", selected: on === "valid" }, "what held"),
      h("option", { value: "recorded", selected: on === "recorded" }, "what was known"),
    );
    this.slider = timeSlider(instantsOf(chain, on), "As of", (at) =>
      page.set({ at, on: at ? on : page.state.get("on") }, { step: false }),
    );
    replace(this.time, which, this.slider.element);
  }

  summary() {
    const holding = this.chain.steps
      .filter(({ memory }) => this.stood.get(memory.id) === "CURRENT")
      .map(({ memory }) => memory.title);
    return `${dayOf(this.at)}: ${holding.length ? holding.slice(0, 5).join("; ") : "nothing of this yet"}`;
  }

  words(id) {
    const step = this.chain.steps.find(({ memory }) => memory.id === id);
    return `${step.memory.title}, ${plain(step.role)}, ${dayOf(since(step.memory))}, ${plain(this.stood.get(id))}`;
  }

  restyle() {
    this.canvas.restyle();
  }

  close() {
    this.canvas.close();
  }
}

// A slider through time, with a mark at each instant at which something changed. Owns the steps between marks.

import { h, settled } from "../dom.js";
import { dateValue, dayOf, momentOf } from "../format.js";

const DAY = 86_400_000;

/**
 * A slider over instants (ISO, ascending), the last stop being now. `moved(iso)` is told where it was put; null
 * stands for now. `{element, set(iso)}`.
 */
export function timeSlider(instants, label, moved) {
  const times = [...new Set(instants.map((iso) => Date.parse(iso)))].sort((one, other) => one - other);
  const now = Date.now();
  const long = now - times[0] > 60 * DAY;
  const iso = (time) => new Date(time).toISOString();
  const words = (time) => (time >= now ? "now" : `on ${(long ? dayOf : momentOf)(iso(time))}`);
  // Before the first change there is nothing: the slider begins a little earlier, so that this can be seen.
  const begin = times[0] - (now - times[0]) * 0.02;
  const range = h("input", { type: "range", min: begin, max: now, step: "any", "aria-label": label });
  const shown = h("output", null);
  const date = h("input", { type: "date", "aria-label": `${label}: day`, max: dateValue(iso(now)) });
  const tell = settled(120, (time) => moved(time >= now ? null : iso(time)));
  const show = (time) => {
    shown.textContent = words(time);
    range.setAttribute("aria-valuetext", words(time));
    date.value = time >= now ? "" : dateValue(iso(time));
  };
  const put = (time) => ((range.value = time), show(time), tell(time));
  const step = (forward) => {
    const at = Number(range.value);
    const next = forward
      ? [...times, now].find((time) => time > at + 500)
      : (times.findLast((time) => time < at - 500) ?? begin);
    if (next !== undefined) put(next);
  };
  range.addEventListener("input", () => (show(Number(range.value)), tell(Number(range.value))));
  range.addEventListener("keydown", (event) => {
    const forward = { ArrowRight: true, ArrowUp: true, ArrowLeft: false, ArrowDown: false }[event.key];
    if (forward === undefined) return;
    event.preventDefault();
    step(forward);
  });
  date.addEventListener("change", () => put(date.value ? Date.parse(`${date.value}T00:00:00Z`) : now));
  const button = (sign, name, run) =>
    h("button", { type: "button", class: "small", title: name, "aria-label": name, onclick: run }, sign);
  const track = h("div", { class: "track" }, range, marks(times, begin, now));
  const element = h(
    "div",
    { class: "slider" },
    shown,
    track,
    h(
      "span",
      { class: "row" },
      button("‹", "The change before", () => step(false)),
      button("›", "The next change", () => step(true)),
      date,
      button("now", "Now", () => put(now)),
    ),
  );
  const set = (at) => {
    const time = at ? Date.parse(at) : now;
    if (document.activeElement !== range || Math.abs(Number(range.value) - time) > 1000) range.value = time;
    show(time);
  };
  return { element, set };
}

function marks(times, begin, now) {
  return h(
    "div",
    { class: "marks", "aria-hidden": "true" },
    times.map((time) => {
      const mark = h("span");
      mark.style.setProperty("--at", String((time - begin) / (now - begin)));
      return mark;
    }),
  );
}

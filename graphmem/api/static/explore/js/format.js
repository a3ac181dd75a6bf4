// Numbers and instants in words. Owns the rule that a bare date stays the same date in every time zone.

import { h } from "./dom.js";

const NUMBER = new Intl.NumberFormat("en");
const DAY = { day: "numeric", month: "short", year: "numeric" };
const day = new Intl.DateTimeFormat("en-GB", DAY);
const dayUtc = new Intl.DateTimeFormat("en-GB", { ...DAY, timeZone: "UTC" });
const moment = new Intl.DateTimeFormat("en-GB", { ...DAY, hour: "2-digit", minute: "2-digit", second: "2-digit" });

export const number = (value) => NUMBER.format(value);

/** "1 memory", "2 memories". */
export function counted(count, one, many = `${one}s`) {
  return `${number(count)} ${count === 1 ? one : many}`;
}

// An instant at midnight UTC was given as a date, in all likelihood.
const isDate = (iso) => /T00:00:00(\.0+)?Z$/.test(iso);

/** The day of an instant, for example "12 Mar 2001". */
export function dayOf(iso) {
  return (isDate(iso) ? dayUtc : day).format(new Date(iso));
}

/** The instant in full, or its day where it is a bare date. */
export function momentOf(iso) {
  return isDate(iso) ? dayUtc.format(new Date(iso)) : moment.format(new Date(iso));
}

const STEPS = [
  [60, "second"],
  [3600, "minute"],
  [86400, "hour"],
  [86400 * 14, "day"],
];

/** How long ago, within the last two weeks; else the day. */
export function ago(iso) {
  const seconds = (Date.now() - Date.parse(iso)) / 1000;
  if (isDate(iso) || seconds < -5 || seconds >= STEPS.at(-1)[0]) return dayOf(iso);
  if (seconds < 5) return "just now";
  const at = STEPS.findIndex(([limit]) => seconds < limit);
  return `${counted(Math.floor(seconds / (at ? STEPS[at - 1][0] : 1)), STEPS[at][1])} ago`;
}

/** An instant as an element whose title has it in full. */
export function time(iso, shown = ago(iso)) {
  return iso && h("time", { datetime: iso, title: momentOf(iso) }, shown);
}

/** When a memory began to hold: since it says so, else since it was written. */
export const since = (memory) => memory.validFrom ?? memory.createdAt;

/** As a value of a date field, in UTC. */
export const dateValue = (iso) => new Date(iso).toISOString().slice(0, 10);

/** Text cut to so many characters, at a space where there is one. */
export function cut(text, most) {
  const letters = Array.from(text);
  if (letters.length <= most) return text;
  const head = letters.slice(0, most).join("");
  const space = head.lastIndexOf(" ");
  return `${space > most * 0.6 ? head.slice(0, space) : head}…`;
}

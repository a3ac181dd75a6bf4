// News of the space: a GraphQL subscription over a WebSocket, or else a look now and then. Owns the connection.

import { ENDPOINT, ask, credentials } from "./api.js";

export const STATES = { live: "live", polling: "every few seconds", offline: "offline", waiting: "connecting" };

const CHANGES = `subscription Changes($after: String) {
  memoryChanged(after: $after) { cursor event { number type memoryId entity { id } } }
}`;
const COUNT = `query EventCount { stats { events } }`;

// Most milliseconds between two tries to connect, and between two looks meanwhile.
const SLOWEST = 5000;

let tell = { state() {}, change() {} };
let socket = null;
let cursor = null;
let failures = 0;
let timer = 0;
let events = null;

/** Begin; `state(name)` is told how things stand, `change({event})` what changed; event null: not known what. */
export function start(listener) {
  tell = listener;
  tell.state("waiting");
  connect();
  addEventListener("online", reconnect);
  addEventListener("offline", () => tell.state("offline"));
}

/** Begin anew, for example with another token. */
export function reconnect() {
  const old = socket;
  socket = null;
  old?.close();
  clearTimeout(timer);
  connect();
}

function connect() {
  const url = new URL(ENDPOINT, location.href);
  url.protocol = url.protocol.replace("http", "ws");
  const mine = (socket = new WebSocket(url, "graphql-transport-ws"));
  mine.onopen = () => send(mine, { type: "connection_init", payload: credentials() });
  mine.onmessage = ({ data }) => mine === socket && receive(mine, JSON.parse(data));
  mine.onclose = () => mine === socket && retry();
}

const send = (to, message) => to.send(JSON.stringify(message));

function receive(from, message) {
  if (message.type === "ping") send(from, { type: "pong" });
  if (message.type === "connection_ack") {
    send(from, { id: "1", type: "subscribe", payload: { query: CHANGES, variables: { after: cursor } } });
    tell.state("live");
    // What was written while the connection was down is told again only after a cursor.
    if (failures && !cursor) tell.change({ event: null });
  }
  if (message.type === "next" && message.payload.data) {
    failures = 0;
    cursor = message.payload.data.memoryChanged.cursor;
    tell.change(message.payload.data.memoryChanged);
  }
  if (message.type === "error" || message.type === "complete") {
    cursor = null;
    from.close();
  }
}

function retry() {
  failures += 1;
  look();
  timer = setTimeout(connect, Math.min(SLOWEST, 500 * 2 ** failures));
}

async function look() {
  try {
    const { stats } = await ask(COUNT);
    if (events !== null && stats.events !== events) tell.change({ event: null });
    events = stats.events;
    tell.state("polling");
  } catch {
    tell.state("offline");
  }
}

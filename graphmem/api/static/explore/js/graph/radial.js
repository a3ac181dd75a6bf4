// Places a node's neighbours around it: one sector for each edge type, rings outwards. The same graph always
// gives the same picture. Pure: sizes in, positions out.

const ORDER = [
  "GOAL",
  "CONTEXT",
  "EMOTION",
  "IMPLEMENTATION",
  "CAVEAT",
  "LEARNING",
  "SUPERSEDES",
  "LED_TO",
  "IMPLEMENTS",
  "RESOLVES",
  "DEPENDS_ON",
  "EXTENDS",
  "CONTRADICTS",
  "MENTIONS",
  "IN_THREAD",
];
const TOP = -Math.PI / 2;
const TWIST = 0.21;
const FAN = (100 * Math.PI) / 180;

const rank = (type) => (ORDER.includes(type) ? ORDER.indexOf(type) : ORDER.length);

/**
 * Positions by id for everything in the model. `size` is `{width, height}` of the room a node takes; `placed`
 * are positions to keep, where the centre's neighbours are among them already.
 */
export function radial(model, size, placed = new Map()) {
  const room = new Room(size);
  const positions = new Map();
  const put = (id, at) => (positions.set(id, at), room.occupy(at));
  for (const [id, at] of placed) if (model.nodes.has(id)) put(id, at);
  if (!positions.has(model.center)) put(model.center, { x: 0, y: 0 });
  const tree = Map.groupBy(model.nodes.keys(), (id) => model.parents.get(id));
  const queue = [model.center];
  for (const id of queue) {
    const children = tree.get(id) ?? [];
    queue.push(...children);
    const missing = children.filter((child) => !positions.has(child));
    if (missing.length === 0) continue;
    const slots = around(positions.get(id), outward(model, positions, id), missing, size, room);
    sorted(model, id, missing).forEach((child, index) => put(child, slots[index]));
  }
  return positions;
}

// The direction away from where a node itself came from; none for the centre, which may use all of them.
function outward(model, positions, id) {
  const parent = model.parents.get(id);
  if (!parent) return null;
  const [from, to] = [positions.get(parent), positions.get(id)];
  return Math.atan2(to.y - from.y, to.x - from.x);
}

function sorted(model, id, children) {
  const wanted = new Set(children);
  const types = new Map();
  for (const edge of model.edgesOf(id)) {
    const other = edge.from === id ? edge.to : edge.from;
    if (wanted.has(other) && !types.has(other)) types.set(other, edge.type);
  }
  return children.sort((one, other) => rank(types.get(one)) - rank(types.get(other)));
}

/** As many free places around a point as there are children, neighbours in the list being neighbours there. */
function around(center, direction, children, size, room) {
  const rings = [];
  const taken = new Room(size);
  for (let ring = 1, found = 0; found < children.length; ring += 1) {
    const slots = free(center, ring, direction, size, [room, taken]);
    rings.push(slots);
    found += slots.length;
  }
  return shared(rings, children.length);
}

// The last ring is filled evenly, not from one end.
function shared(rings, count) {
  const full = rings.slice(0, -1);
  const rest = count - full.reduce((sum, ring) => sum + ring.length, 0);
  const last = rings.at(-1) ?? [];
  const used = [...full, Array.from({ length: rest }, (_, index) => last[Math.floor((index * last.length) / rest)])];
  const turned = ({ turn }) => turn % (2 * Math.PI);
  return used.flat().sort((one, other) => turned(one) - turned(other) || one.ring - other.ring);
}

function free(center, ring, direction, size, rooms) {
  const [across, down] = [size.width * (ring + 0.35), size.height * (ring * 1.25 + 0.9)];
  const [from, sweep] = direction === null ? [TOP, 2 * Math.PI] : [direction - FAN, 2 * FAN];
  const slots = [];
  const steps = Math.max(8, Math.ceil(ring * 64));
  for (let step = 0; step < steps; step += 1) {
    // Each ring begins a little further round, lest its nodes hide behind those of the ring before.
    const turn = (sweep * step) / steps + (direction === null ? ring * TWIST : 0);
    const at = { x: center.x + across * Math.cos(from + turn), y: center.y + down * Math.sin(from + turn), turn, ring };
    if (!rooms.every((room) => room.isFree(at))) continue;
    rooms.at(-1).occupy(at);
    slots.push(at);
  }
  return slots;
}

const apart = (one, other, { width, height }) =>
  Math.abs(one.x - other.x) >= width || Math.abs(one.y - other.y) >= height;

/** Remembers which places are taken, in cells as large as a node. */
class Room {
  constructor(size) {
    this.size = size;
    this.cells = new Map();
  }

  cell({ x, y }) {
    return [Math.floor(x / this.size.width), Math.floor(y / this.size.height)];
  }

  occupy(at) {
    const name = this.cell(at).join();
    this.cells.set(name, [...(this.cells.get(name) ?? []), at]);
  }

  isFree(at) {
    const [column, row] = this.cell(at);
    for (let x = column - 1; x <= column + 1; x += 1) {
      for (let y = row - 1; y <= row + 1; y += 1) {
        if ((this.cells.get(`${x},${y}`) ?? []).some((taken) => !apart(taken, at, this.size))) return false;
      }
    }
    return true;
  }
}

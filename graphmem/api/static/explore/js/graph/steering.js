// Which node an arrow key leads to. Pure.

/** The id of the place nearest to the chosen one in a direction; the first place where none is chosen. */
export function nearest(places, chosen, [right, down]) {
  const here = places.find(({ id }) => id === chosen);
  if (!here) return places[0]?.id ?? null;
  let best = null;
  for (const place of places) {
    const [dx, dy] = [place.x - here.x, place.y - here.y];
    const ahead = dx * right + dy * down;
    const aside = Math.abs(dx * down) + Math.abs(dy * right);
    if (ahead <= 1 || ahead * 1.6 < aside) continue;
    const cost = ahead + aside * 2;
    if (!best || cost < best.cost) best = { id: place.id, cost };
  }
  return best?.id ?? null;
}

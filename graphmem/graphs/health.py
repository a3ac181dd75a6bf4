"""The picture of a space's health: what its layers hold, how warm its memories are, and what waits for a decision."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from graphmem.client.answers.entity import LayerCount, PossibleDuplicate
from graphmem.client.answers.memory import HeatBand, Memory
from graphmem.graphs.geometry import Point
from graphmem.graphs.lettering import clipped
from graphmem.graphs.look import ACCENT, INK, LAYERS, LINE, PAPER, SIGNS, SOFT, tint
from graphmem.graphs.marks import NORMAL
from graphmem.graphs.picture import Picture
from graphmem.graphs.sheet import Sheet

BANDS: Final = (
    (HeatBand.FROZEN, 0, 20),
    (HeatBand.COLD, 20, 40),
    (HeatBand.WARM, 40, 70),
    (HeatBand.HOT, 70, 100),
)
MOST_PAIRS: Final = 5
MOST_DOTS: Final = 600

_WIDTH: Final = 620.0
_HALF: Final = 290.0
_ROW: Final = 19.0
_DOT: Final = 8.0
_HEIGHT: Final = 118.0
"""Of the panel of heat, in points."""


def draw_health(
    layers: Sequence[LayerCount],
    memories: Iterable[Memory],
    waiting: Mapping[str, int],
    title: str = "",
    duplicates: Iterable[PossibleDuplicate] = (),
) -> Picture:
    """Draw memories by layer, memories by heat, and what waits.

    Args:
        layers: current memories by layer (`Client.overview`).
        memories: those whose heat is shown, each as a dot in its layer's colour.
        waiting: how much waits for a decision, by name, for example possible duplicates and open conflicts.
        duplicates: pairs to name, at most five of them.
    """
    pairs = list(duplicates)[:MOST_PAIRS]
    warm = sorted(memories, key=lambda memory: (memory.heat.score, memory.title))
    upper = 24 + _ROW * max(len(layers), 2 + len(pairs) * 1.2)
    sheet = Sheet((_WIDTH, upper + 30 + _HEIGHT), title or "Health of the space")
    left, top = sheet.origin
    _layers(sheet, layers, (left, top))
    _waiting(sheet, waiting, pairs, (left + _WIDTH - _HALF, top))
    _heat(sheet, warm[-MOST_DOTS:], (left, top + upper + 16))
    return sheet.finish(_said(layers, warm, waiting))


def _heading(sheet: Sheet, at: Point, words: str) -> None:
    sheet.canvas.text((at[0], at[1] + 9), words, 9, color=SOFT, weight="bold")


def _layers(sheet: Sheet, layers: Sequence[LayerCount], at: Point) -> None:
    _heading(sheet, at, "Layers")
    most = max([count.count for count in layers] + [1])
    for row, count in enumerate(layers):
        colour, y = LAYERS[count.layer.name], at[1] + 28 + row * _ROW
        sheet.canvas.text((at[0], y + 3), f"{SIGNS[count.layer.name]} {count.layer.value}", NORMAL, color=colour)
        room = (_HALF - 130) * count.count / most
        if count.count:
            sheet.canvas.box(
                (at[0] + 94, y - 5), (max(room, 3), 11), radius=2, facecolor=tint(colour, 0.45), edgecolor=colour
            )
        sheet.canvas.text((at[0] + 100 + room, y + 3), f"{count.count:,}", NORMAL, color=INK)


def _waiting(sheet: Sheet, waiting: Mapping[str, int], pairs: Sequence[PossibleDuplicate], at: Point) -> None:
    _heading(sheet, at, "Waiting for a decision")
    room = _HALF / max(len(waiting), 1)
    for place, (name, count) in enumerate(waiting.items()):
        x = at[0] + place * room
        sheet.canvas.text((x, at[1] + 40), f"{count:,}", 22, color=ACCENT if count else SOFT, weight="bold")
        sheet.canvas.text((x, at[1] + 53), clipped(name, room - 6, NORMAL), NORMAL, color=SOFT)
    for row, pair in enumerate(pairs):
        y = at[1] + 76 + row * _ROW * 1.2
        names = clipped(f"{pair.left.name}  ≟  {pair.right.name}", _HALF - 40, NORMAL)
        sheet.canvas.text((at[0], y), names, NORMAL)
        sheet.canvas.text((at[0] + _HALF, y), f"{pair.score:.0f}", NORMAL, color=SOFT, ha="right")


def _heat(sheet: Sheet, warm: Sequence[Memory], at: Point) -> None:
    _heading(sheet, at, "Heat")
    counts = Counter(memory.heat.band for memory in warm)
    top, bottom = at[1] + 18, at[1] + _HEIGHT
    for band, begin, end in BANDS:
        x, room = at[0] + _WIDTH * begin / 100, _WIDTH * (end - begin) / 100
        ground = tint(LAYERS["CAVEAT"], begin / 700)
        sheet.canvas.box((x, top), (room - 2, bottom - top), radius=3, facecolor=ground, edgecolor=LINE, zorder=1)
        sheet.canvas.text((x + 6, top + 12), f"{band.value}  {counts[band]:,}", NORMAL, color=SOFT)
    for memory, (x, y) in zip(warm, _swarm(warm, (at[0], bottom - 7)), strict=True):
        sheet.canvas.disc((x, y), 3.6, facecolor=LAYERS[memory.layer.name], edgecolor=PAPER, linewidth=0.6)


def _swarm(warm: Sequence[Memory], at: Point) -> list[Point]:
    """Dots along the axis of heat, piled up where several have the same, as close as the highest pile needs."""
    columns = [round(memory.heat.score / 100 * (_WIDTH - 12) / _DOT) for memory in warm]
    rise = min(_DOT, (_HEIGHT - 48) / max([columns.count(column) for column in set(columns)] + [1]))
    piles: Counter[int] = Counter()
    found = []
    for column in columns:
        found.append((at[0] + 5 + column * _DOT, at[1] - piles[column] * rise))
        piles[column] += 1
    return found


def _said(layers: Sequence[LayerCount], warm: Sequence[Memory], waiting: Mapping[str, int]) -> str:
    counts = Counter(memory.heat.band for memory in warm)
    parts = [
        "layers: " + ", ".join(f"{count.count} {count.layer.value}" for count in layers),
        "heat: " + ", ".join(f"{counts[band]} {band.value}" for band, *_ in reversed(BANDS)),
        "waiting: " + (", ".join(f"{count} {name}" for name, count in waiting.items()) or "nothing"),
    ]
    return "; ".join(parts) + "."

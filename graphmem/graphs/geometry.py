"""Points, boxes and lines on a sheet. Pure; one unit is one point, y grows downwards."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise

Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Box:
    """A box around a centre."""

    x: float
    y: float
    width: float
    height: float

    @property
    def center(self) -> Point:
        """Its middle."""
        return self.x, self.y

    @property
    def corner(self) -> Point:
        """Its upper left corner."""
        return self.x - self.width / 2, self.y - self.height / 2

    @property
    def right(self) -> float:
        """Its right side."""
        return self.x + self.width / 2

    @property
    def bottom(self) -> float:
        """Its lower side."""
        return self.y + self.height / 2

    def moved(self, across: float, down: float) -> Box:
        """The same box elsewhere."""
        return Box(self.x + across, self.y + down, self.width, self.height)

    def grown(self, by: float) -> Box:
        """The same box, larger on every side."""
        return Box(self.x, self.y, self.width + 2 * by, self.height + 2 * by)

    def meets(self, other: Box) -> bool:
        """Whether the two overlap."""
        return (
            abs(self.x - other.x) * 2 < self.width + other.width
            and abs(self.y - other.y) * 2 < self.height + other.height
        )

    def holds(self, point: Point) -> bool:
        """Whether a point lies in it."""
        return abs(point[0] - self.x) * 2 <= self.width and abs(point[1] - self.y) * 2 <= self.height


def around(boxes: Iterable[Box]) -> Box:
    """The smallest box around some; an empty one around none."""
    every = list(boxes)
    if not every:
        return Box(0, 0, 0, 0)
    left, top = (min(box.corner[axis] for box in every) for axis in (0, 1))
    right, bottom = max(box.right for box in every), max(box.bottom for box in every)
    return Box((left + right) / 2, (top + bottom) / 2, right - left, bottom - top)


def distance(one: Point, other: Point) -> float:
    """How far two points are apart."""
    return math.hypot(one[0] - other[0], one[1] - other[1])


def between(one: Point, other: Point, share: float = 0.5) -> Point:
    """The point at a share of the way from one to the other."""
    return one[0] + (other[0] - one[0]) * share, one[1] + (other[1] - one[1]) * share


def bow(start: Point, end: Point, bend: float) -> list[Point]:
    """A curve from start to end, off the straight line by `bend` points in its middle; to the left for positive."""
    length = distance(start, end) or 1.0
    aside = (end[1] - start[1]) / length, -(end[0] - start[0]) / length
    handles = [between(start, end, share) for share in (1 / 3, 2 / 3)]
    lifted = [(x + aside[0] * bend * 4 / 3, y + aside[1] * bend * 4 / 3) for x, y in handles]
    return [start, *lifted, end]


def point_on(curve: Sequence[Point], share: float) -> Point:
    """The point at a share of a curve's pieces, each of which is a cubic of four points."""
    pieces = (len(curve) - 1) // 3
    piece = min(int(share * pieces), pieces - 1)
    t = share * pieces - piece
    weights = (1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t**2 * (1 - t), t**3
    points = curve[piece * 3 : piece * 3 + 4]
    x = sum(weight * point[0] for weight, point in zip(weights, points, strict=True))
    y = sum(weight * point[1] for weight, point in zip(weights, points, strict=True))
    return x, y


def part_of(curve: Sequence[Point], begin: float, end: float) -> list[Point]:
    """The piece of a cubic curve between two shares of it, a curve itself (de Casteljau's construction)."""
    rest = _split(curve, begin)[1]
    return _split(rest, (end - begin) / (1 - begin))[0]


def _split(curve: Sequence[Point], share: float) -> tuple[list[Point], list[Point]]:
    before, after, level = [curve[0]], [curve[-1]], list(curve)
    while len(level) > 1:
        level = [between(one, other, share) for one, other in pairwise(level)]
        before.append(level[0])
        after.append(level[-1])
    return before, after[::-1]

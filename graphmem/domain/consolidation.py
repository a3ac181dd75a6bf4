"""Drawing several cold memories together into one: which go together, and what the one says.

Owns the words and numbers of the digest. Which memories are cold is the index's to find; that they stay
readable and can be restored is the services' business.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from typing import Final, TypeVar

from graphmem.domain.excerpt import clip
from graphmem.domain.model import Altitude, Axes, Category, Confidence, Memory, MemoryState, MemoryType, Micros

MOST_TOGETHER: Final = 12
"""Memories drawn into one. Each keeps a line of its own: linksee keeps three of any number, and loses the rest."""

LINE: Final = 200
"""Characters of a memory's line (linksee's exemplars)."""

LEAST_IMPORTANCE: Final = 0.55
"""What the one is worth at least (linksee)."""

T = TypeVar("T")


def parts(items: Sequence[T]) -> Iterator[Sequence[T]]:
    """Cut a group into parts of at most twelve and, where there are two at all, at least two."""
    count = -(-len(items) // MOST_TOGETHER)
    for number in range(count):
        yield items[number * len(items) // count : (number + 1) * len(items) // count]


def digest_axes(memories: Sequence[Memory], name: str) -> Axes:
    """The axes of what stands for several memories of one layer of an entity, given by age."""
    first, last = (_day(memory.created_at) for memory in (memories[0], memories[-1]))
    span = first if first == last else f"{first} to {last}"
    what = f"{memories[0].layer} notes"
    lines = "\n".join(f"- {_line(memory)}" for memory in memories)
    return Axes(
        title=clip(f"{name}: {what} of {span}", LINE),
        altitude=dominant_altitude(memories),
        type=MemoryType.LEARNING,
        state=MemoryState.DECIDED,
        what=f"What {len(memories)} memories said ({what}, {span}):\n{lines}",
    )


def digest_importance(memories: Sequence[Memory]) -> float:
    """What several memories are worth together: their mean, but at least .55 (linksee)."""
    return max(LEAST_IMPORTANCE, sum(memory.importance for memory in memories) / len(memories))


def digest_category(memories: Sequence[Memory]) -> Category:
    """About the user, if one of them is; ambient, if all are; else a fact."""
    categories = {memory.category for memory in memories}
    if Category.USER_INFERENCE in categories:
        return Category.USER_INFERENCE
    return categories.pop() if len(categories) == 1 else Category.FACT


def digest_confidence(memories: Sequence[Memory]) -> Confidence:
    """As sure as the least sure of them."""
    return min((memory.confidence for memory in memories), key=tuple(Confidence).index)


def dominant_altitude(memories: Sequence[Memory]) -> Altitude:
    """The commonest altitude; of equally common ones the higher."""
    counts = Counter(memory.axes.altitude for memory in memories)
    return max(Altitude, key=lambda altitude: counts[altitude])


def _line(memory: Memory) -> str:
    return clip(" ".join(memory.content.split()), LINE)


def _day(instant: Micros) -> str:
    return datetime.fromtimestamp(instant / 1_000_000, UTC).date().isoformat()

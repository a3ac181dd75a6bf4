"""What of a memory is searched: its text and axes, date, tags, paths and what it mentions. Owns no index."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from functools import lru_cache
from typing import Final

from graphmem.clock import to_datetime
from graphmem.domain.model import Axis, Memory
from graphmem.store.index.text import terms

_MONTHS: Final = "January February March April May June July August September October November December"
_WEEKDAYS: Final = "Monday Tuesday Wednesday Thursday Friday Saturday Sunday"


def document_terms(memory: Memory) -> list[str]:
    """All terms of a memory. Its entity's names are not among them: they are looked up as they are now."""
    found = [term for text in _texts(memory) for term in terms(text)]
    return [*_date_terms(to_datetime(memory.holds_from).date()), *found]


def embedded_text(memory: Memory) -> str:
    """What of a memory is turned into a vector: what it says, and why."""
    axes = memory.axes
    return axes.what if axes.why is None else f"{axes.what}\n{axes.why}"


def _texts(memory: Memory) -> Iterator[str]:
    axes = memory.axes
    yield axes.what
    if Axis.TITLE not in axes.inferred and axes.title not in axes.what:
        yield axes.title
    yield from (text for text in (axes.why, axes.next_action, memory.permalink) if text is not None)
    yield from (*axes.affects, *memory.tags, *memory.paths)
    yield from (mention.surface for mention in memory.mentions if mention.surface not in axes.what)


@lru_cache(maxsize=4096)
def _date_terms(day: date) -> tuple[str, ...]:
    month, weekday = _MONTHS.split()[day.month - 1], _WEEKDAYS.split()[day.weekday()]
    spoken = f"{month} {day.day} {day.year} {weekday}"
    return (*terms(spoken), day.isoformat())

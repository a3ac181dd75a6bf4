"""What entities are called, as terms: whose memories a word means, and who is named in a question.

Owns names for ranking only; which entity a mention is, is decided in `names` and the domain.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from graphmem.store.index.columns import Docs, grown
from graphmem.store.index.inverted import Inverted

_MOST_NAMED: Final = 64
"""A question that names more is about no single entity; comparing all names with all would only take time."""


Pair = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Name:
    """A name as terms, and which of them must stand side by side in a question."""

    terms: Sequence[int]
    pairs: tuple[Pair, ...] = ()


@dataclass(frozen=True, slots=True)
class Mentioned:
    """For each term the entities whose name has it, members included; the one entity that is named in full."""

    called: Mapping[int, tuple[int, ...]]
    named: int | None


class EntityNames:
    """Names of entities by number. An entity may stand for others that were merged into it: its members."""

    def __init__(self) -> None:
        self._size = 0
        self._terms = Inverted()
        self._entity: npt.NDArray[np.int32] = np.zeros(0, dtype=np.int32)
        self._length: npt.NDArray[np.uint8] = np.zeros(0, dtype=np.uint8)
        self._rows: dict[int, range] = {}
        self._pairs: dict[int, tuple[Pair, ...]] = {}
        self._members: dict[int, tuple[int, ...]] = {}

    def put(self, entity: int, names: Iterable[Name], members: Sequence[int]) -> None:
        """Let the entity have exactly these names, and stand for exactly these entities."""
        self.put_all([(entity, names, members)])

    def put_all(self, entities: Iterable[tuple[int, Iterable[Name], Sequence[int]]]) -> None:
        """`put` for many, each once: ten times as quick for a start with all of them."""
        kept: list[Name] = []
        owners: list[int] = []
        for entity, names, members in entities:
            self.drop(entity)
            usable = [name for name in names if 0 < len(set(name.terms)) < 256]
            start = self._size + len(kept)
            self._rows[entity] = range(start, start + len(usable))
            kept += usable
            owners += [entity] * len(usable)
            if tuple(members) != (entity,):
                self._members[entity] = tuple(members)
        self._append(kept, owners)

    def _append(self, names: Sequence[Name], owners: Sequence[int]) -> None:
        wanted = [tuple(dict.fromkeys(name.terms)) for name in names]
        rows = range(self._size, self._size + len(wanted))
        self._entity, self._length = grown(self._entity, rows.stop), grown(self._length, rows.stop)
        self._entity[rows.start : rows.stop] = owners
        self._length[rows.start : rows.stop] = [len(name) for name in wanted]
        self._terms.put(np.arange(rows.start, rows.stop), wanted)
        self._pairs.update((row, name.pairs) for row, name in zip(rows, names, strict=True) if name.pairs)
        self._size = rows.stop

    def drop(self, entity: int) -> None:
        """Forget the entity's names and members; one without any is no error."""
        if rows := self._rows.pop(entity, range(0)):
            self._terms.put(np.array(rows, dtype=np.int64), [()] * len(rows))
            for row in rows:
                self._pairs.pop(row, None)
        self._members.pop(entity, None)

    def members(self, entity: int) -> tuple[int, ...]:
        """The entities that this one stands for, itself included."""
        return self._members.get(entity, (entity,))

    def mentioned(self, terms: Collection[int], pairs: AbstractSet[Pair] = frozenset()) -> Mentioned:
        """What the terms of a question have to do with names; `pairs` of them stand side by side in it."""
        rows = {term: found for term in terms if len(found := self._terms.docs(term))}
        called = {
            term: tuple(
                member for entity in dict.fromkeys(self._entity[found].tolist()) for member in self.members(entity)
            )
            for term, found in rows.items()
        }
        return Mentioned(called, self._named(list(rows.values()), pairs))

    def _named(self, rows: Sequence[Docs], pairs: AbstractSet[Pair]) -> int | None:
        if not rows:
            return None
        counts = np.bincount(np.concatenate(rows))
        names = np.flatnonzero(counts)
        whole = names[counts[names] == self._length[names]]
        if not 0 < len(whole) <= _MOST_NAMED:
            return None
        said = [name for name in whole.tolist() if pairs >= set(self._pairs.get(name, ()))]
        longest = self._longest(said)
        # Who is called just so goes before who is only spoken so.
        outright = [name for name in longest if name not in self._pairs]
        entities = {int(self._entity[name]) for name in outright or longest}
        return entities.pop() if len(entities) == 1 else None

    def _longest(self, names: Sequence[int]) -> list[int]:
        """Those that are not inside a longer one: "Kuzu Explorer" does not name Kuzu."""
        terms = {name: frozenset(self._terms.values(name)) for name in names}
        return [name for name, mine in terms.items() if not any(mine < other for other in terms.values())]

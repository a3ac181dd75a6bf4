"""Resolving a mention against the names in memory: which hits are looked for, in which order, and no more.

The decision itself is pure and in `graphmem.domain.resolving`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Final, Protocol

from graphmem.domain.draft import EntityMention
from graphmem.domain.matching import Comparison
from graphmem.domain.resolution import Resolution, ResolutionOutcome
from graphmem.domain.resolving import FuzzyLink, Hit, decide, decide_by_key
from graphmem.store.index.names import KeyHolder, NamesIndex

_BY_KEY: Final = Comparison(exact=True, linkable=True, score=100.0, reasons=("the same canonical key",))


class View(Protocol):
    """How entities stand for the one who asks: committed, or with a group of writes on top."""

    def holder(self, key: str) -> KeyHolder | None:
        """Who holds a canonical key."""
        ...

    def key_of(self, entity_id: str) -> str | None:
        """The canonical key of an entity."""
        ...

    def current(self, hit: Hit) -> Hit | None:
        """The hit on the entity that carries this name now; None where none does any more."""
        ...


class Committed:
    """The view of one index on its own."""

    def __init__(self, names: NamesIndex) -> None:
        self.holder = names.by_key
        self.key_of = names.key_of

    def current(self, hit: Hit) -> Hit:
        """Every name in the index stands."""
        return hit


def resolve(
    mention: EntityMention,
    names: NamesIndex | Sequence[NamesIndex],
    *,
    fuzzy_link: FuzzyLink = "guarded",
    view: View | None = None,
    thorough: bool = False,
) -> Resolution:
    """Resolves a mention. Raises KindConflict and InvalidState (`decide_by_key`).

    Several indexes need the `view` that tells which of their names stand. Near names cost most and are only looked
    for where nothing can be linked, unless `thorough` asks for the runner-up of a match as well.
    """
    indexes = (names,) if isinstance(names, NamesIndex) else names
    look = _Look(mention, indexes, view or Committed(indexes[0]))
    if mention.key is not None and (holder := look.view.holder(mention.key)) is not None:
        return decide_by_key(mention, Hit(holder.entity_id, holder.name, _BY_KEY, holder.kind))
    if mention.force_new:
        return decide(mention, (), (), fuzzy_link)
    same = look.same_letters(mention.name)
    exact = [hit for hit in same if hit.comparison.exact] or look.by_alias()
    others = [hit for hit in same if not hit.comparison.exact]
    if not thorough:
        found = decide(mention, exact, others, fuzzy_link)
        if exact or found.outcome is ResolutionOutcome.MATCHED:
            return found
    others += look.near()
    return decide(mention, exact, others, fuzzy_link, set_aside=None if others else look.why_not())


class _Look:
    """Look-ups for one mention over all indexes."""

    def __init__(self, mention: EntityMention, indexes: Sequence[NamesIndex], view: View) -> None:
        self.view = view
        self._mention = mention
        self._indexes = [index for index in indexes if len(index)]

    def _standing(self, hits: Iterable[Hit]) -> list[Hit]:
        """The hits that stand, on entities that may be meant."""
        return [now for hit in hits if (now := self.view.current(hit)) is not None and not self._has_another_key(now)]

    def _has_another_key(self, hit: Hit) -> bool:
        """Two canonical keys are two entities; the mention's own was asked for before and is not known."""
        return self._mention.key is not None and self.view.key_of(hit.entity_id) is not None

    def same_letters(self, name: str) -> list[Hit]:
        kind = self._mention.kind
        return self._standing(hit for index in self._indexes for hit in index.same_letters(kind, name))

    def by_alias(self) -> list[Hit]:
        """Exact hits by the aliases that the mention brings along."""
        return [
            replace(hit, comparison=replace(hit.comparison, reasons=(f"its name equals the alias {alias!r}",)))
            for alias in self._mention.aliases
            for hit in self.same_letters(alias)
            if hit.comparison.exact
        ]

    def near(self) -> list[Hit]:
        kind, name = self._mention.kind, self._mention.name
        hits = self._standing(hit for index in self._indexes for hit in index.candidates(kind, name))
        return [hit for hit in hits if not hit.comparison.exact]

    def why_not(self) -> str | None:
        """Why an entity of the same name isn't meant, where there is one."""
        for hit in (hit for index in self._indexes for hit in index.same_letters(None, self._mention.name)):
            now = self.view.current(hit)
            if now is None or not now.comparison.exact:
                continue
            if self._has_another_key(now):
                return f"{now.name!r} ({now.entity_id}) has another canonical key than {self._mention.key!r}"
            return f"The {now.kind} {now.name!r} ({now.entity_id}) has this name, but another kind"
        return None

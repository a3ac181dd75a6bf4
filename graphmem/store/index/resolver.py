"""Resolving a mention against the names in memory: which hits are looked for, in which order, and no more.

The decision itself is pure and in `graphmem.domain.resolving`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence, Set
from dataclasses import replace
from typing import Final

from graphmem.domain.draft import EntityMention
from graphmem.domain.matching import Comparison
from graphmem.domain.resolution import Resolution, ResolutionOutcome
from graphmem.domain.resolving import MAX_CANDIDATES, FuzzyLink, Hit, decide, decide_by_key
from graphmem.store.index.names import KeyHolder, NamesIndex

_BY_KEY: Final = Comparison(exact=True, linkable=True, score=100.0, reasons=("the same canonical key",))
NOBODY: Final[frozenset[str]] = frozenset()


def resolve(
    mention: EntityMention,
    names: Sequence[NamesIndex],
    *,
    fuzzy_link: FuzzyLink = "guarded",
    hidden: Set[str] = NOBODY,
    thorough: bool = False,
) -> Resolution:
    """Resolves a mention. Raises KindConflict and InvalidState (`decide_by_key`).

    `names`: the committed names, then those of a group of writes that isn't committed yet; `hidden`: ids that the
    group has changed or merged, not to be found in the committed names. Near names are only looked for where
    nothing can be linked, unless `thorough` asks for the runner-up of an exact match as well.
    """
    look = _Look(names, hidden)
    if mention.key is not None and (holder := look.holder(mention.key)) is not None:
        hit = Hit(holder.entity_id, holder.name, _BY_KEY, holder.kind)
        return decide_by_key(mention, hit)
    if mention.force_new:
        return decide(mention, (), (), fuzzy_link)
    same, excluded = look.same_letters(mention)
    exact = [hit for hit in same if hit.comparison.exact] or look.by_alias(mention)
    others = [hit for hit in same if not hit.comparison.exact]
    if not thorough:
        early = decide(mention, exact, others, fuzzy_link)
        if exact or early.outcome is ResolutionOutcome.MATCHED:
            return early
    others += look.near(mention)
    return decide(mention, exact, others, fuzzy_link, set_aside=None if exact else look.set_aside(mention, excluded))


class _Look:
    """Look-ups over all layers of names."""

    def __init__(self, names: Sequence[NamesIndex], hidden: Set[str]) -> None:
        self._names = names
        self._hidden = hidden

    def holder(self, key: str) -> KeyHolder | None:
        """Who holds the key; what a group of writes says goes before what is committed."""
        for index in reversed(self._names):
            held = index.by_key(key)
            if held is not None and not self._hides(held.entity_id, index):
                return held
        return None

    def _hides(self, entity_id: str, index: NamesIndex) -> bool:
        return index is self._names[0] and entity_id in self._hidden

    def _visible(self, hits: Iterable[Hit], index: NamesIndex) -> list[Hit]:
        return [hit for hit in hits if not self._hides(hit.entity_id, index)]

    def same_letters(self, mention: EntityMention) -> tuple[list[Hit], list[Hit]]:
        """Hits by letters, and those left out because they have another canonical key than the mention."""
        found: list[Hit] = []
        excluded: list[Hit] = []
        for index in self._names:
            for hit in self._visible(index.same_letters(mention.kind, mention.name), index):
                other_key = mention.key is not None and index.key_of(hit.entity_id) is not None
                (excluded if other_key else found).append(hit)
        return found, excluded

    def by_alias(self, mention: EntityMention) -> list[Hit]:
        """Exact hits by the aliases that the mention brings along."""
        return [
            replace(hit, comparison=replace(hit.comparison, reasons=(f"its name equals the alias {alias!r}",)))
            for alias in mention.aliases
            for index in self._names
            for hit in self._visible(index.same_letters(mention.kind, alias), index)
            if hit.comparison.exact and (mention.key is None or index.key_of(hit.entity_id) is None)
        ]

    def near(self, mention: EntityMention) -> list[Hit]:
        return [
            hit
            for index in self._names
            for hit in self._visible(index.candidates(mention.kind, mention.name, MAX_CANDIDATES), index)
            if not hit.comparison.exact and (mention.key is None or index.key_of(hit.entity_id) is None)
        ]

    def set_aside(self, mention: EntityMention, excluded: Sequence[Hit]) -> str | None:
        """Why an entity of the same name isn't meant, if there is one."""
        for hit in excluded:
            return f"{hit.name!r} ({hit.entity_id}) has another canonical key than {mention.key!r}"
        if mention.kind is None:
            return None
        for index in self._names:
            for hit in self._visible(index.same_letters(None, mention.name), index):
                if hit.comparison.exact and hit.kind is not mention.kind:
                    return f"The {hit.kind} {hit.name!r} ({hit.entity_id}) has this name, but another kind"
        return None

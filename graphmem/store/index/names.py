"""The names of all entities in memory: exact look-up, near look-up, prefixes, canonical keys.

Derived from the store and never the truth: the writer adds and removes after COMMIT. What two names are to one
another is decided in `graphmem.domain.matching`, what a mention resolves to in `graphmem.domain.resolving`.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from typing import Final, NamedTuple

from rapidfuzz import fuzz, process

from graphmem.domain.likeness import SUGGESTED_FROM
from graphmem.domain.matching import compare, keys, kinds_conflict, probes
from graphmem.domain.model import Entity, EntityKind
from graphmem.domain.names import canonical_key, fold, squash
from graphmem.domain.resolving import MAX_CANDIDATES, Hit
from graphmem.domain.variants import loose
from graphmem.store.index.grams import Grams

_KINDS: Final = tuple(EntityKind)
_KIND_NUMBERS: Final = {kind: number for number, kind in enumerate(_KINDS)}
_BUCKET_BITS: Final = 16
_TAG_BITS: Final = 32
_SLOT_MASK: Final = (1 << _TAG_BITS) - 1

_BLOCK: Final = 128
"""Names that share most letter groups and are scored; the reference found top-5 recall .985–1.0 by blocking."""
_COMPARED: Final = 32
_FAIR: Final = 74.0
_FAIR_SHORT: Final = 45.0
_SHORT: Final = 6
_PEOPLE: Final = frozenset({None, EntityKind.PERSON})


class KeyHolder(NamedTuple):
    """Who a canonical key belongs to."""

    entity_id: str
    kind: EntityKind
    name: str


class NamesIndex:
    """Names of entities, each in a numbered slot that is never used again.

    One writer thread changes it; any number of threads read without a lock: a slot is filled before anything
    points to it, and a reader copies what it walks through. A removed name keeps about 120 bytes until restart.
    """

    def __init__(self, entities: Iterable[Entity] = ()) -> None:
        self._names: list[str | None] = []
        self._folded: list[str] = []
        self._ids: list[str] = []
        self._kinds = bytearray()
        self._buckets: dict[int, array[int]] = {}
        self._grams = Grams()
        self._holders: dict[str, KeyHolder] = {}
        self._keys: dict[str, str] = {}
        for entity in entities:
            self.put(entity)

    def __len__(self) -> int:
        """Slots, used and left."""
        return len(self._names)

    # ------------------------------------------------------------------ changing

    def put(self, entity: Entity) -> None:
        """Adds an entity's name, aliases and key. A merged entity has none: its survivor carries its names."""
        if entity.merged_into is not None:
            return
        for name in _names_of(entity):
            self.add(entity.id, entity.kind, name)
        if entity.key is not None:
            self._holders[canonical_key(entity.key)] = KeyHolder(entity.id, entity.kind, entity.name)
            self._keys[entity.id] = canonical_key(entity.key)

    def drop(self, entity: Entity) -> None:
        """Removes all that `put` added for it."""
        for name in _names_of(entity):
            self.remove(entity.id, name)
        held = self._keys.pop(entity.id, "")
        holder = self._holders.get(held)
        # An unmerged entity takes its key back from the survivor, where that was given it meanwhile.
        if holder is not None and holder.entity_id == entity.id:
            del self._holders[held]

    def replace(self, old: Entity, new: Entity) -> None:
        """Takes over a changed entity: renamed, of another kind or key, with other aliases, merged or taken out."""
        self.drop(old)
        self.put(new)

    def add(self, entity_id: str, kind: EntityKind, name: str) -> None:
        """Adds one name; nothing happens where the entity has it already."""
        own, *further = keys(kind, name)
        if self._slot_of(entity_id, name, own) is not None:
            return
        slot = len(self._names)
        folded = fold(name)
        self._folded.append(name if folded == name else folded)
        self._ids.append(entity_id)
        self._kinds.append(_KIND_NUMBERS[kind])
        self._names.append(name)
        self._grams.add(loose(own))
        for key in (own, *further):
            self._point(key, slot)

    def remove(self, entity_id: str, name: str) -> None:
        """Removes one name; nothing happens where the entity doesn't have it."""
        for own in {keys(kind, name)[0] for kind in _KINDS}:
            slot = self._slot_of(entity_id, name, own)
            if slot is not None:
                for key in keys(_KINDS[self._kinds[slot]], name):
                    self._unpoint(key, slot)
                self._names[slot] = None

    def _slot_of(self, entity_id: str, name: str, own_key: str) -> int | None:
        for slot in self._slots(own_key):
            if self._ids[slot] == entity_id and self._names[slot] == name:
                return slot
        return None

    def _point(self, key: str, slot: int) -> None:
        bucket, tag = _address(key)
        pointers = self._buckets.get(bucket)
        if pointers is None:
            self._buckets[bucket] = array("Q", (tag << _TAG_BITS | slot,))
        else:
            pointers.append(tag << _TAG_BITS | slot)

    def _unpoint(self, key: str, slot: int) -> None:
        bucket, tag = _address(key)
        kept = [pointer for pointer in self._buckets[bucket] if pointer != tag << _TAG_BITS | slot]
        self._buckets[bucket] = array("Q", kept)

    # ------------------------------------------------------------------ reading

    def by_key(self, key: str) -> KeyHolder | None:
        """Who holds the canonical key."""
        return self._holders.get(canonical_key(key))

    def key_of(self, entity_id: str) -> str | None:
        """The entity's canonical key."""
        return self._keys.get(entity_id)

    def exact(self, kind: EntityKind | None, name: str) -> list[str]:
        """Ids of the entities of this kind (None: any) that have the name; sorted."""
        return sorted({hit.entity_id for hit in self.same_letters(kind, name) if hit.comparison.exact})

    def same_letters(self, kind: EntityKind | None, name: str) -> list[Hit]:
        """Names that share a squashed form with this one and are equal, linkable or worth asking about."""
        return list(self._hits(kind, name, self._pointed(keys(kind, name))))

    def candidates(self, kind: EntityKind | None, name: str, limit: int = MAX_CANDIDATES) -> list[Hit]:
        """Names that may be meant, best first, one an entity: of the same letters, or alike by spelling."""
        slots = (*self._pointed(probes(kind, name)), *self._alike(kind, name))
        best: dict[str, Hit] = {}
        for hit in sorted(self._hits(kind, name, slots), key=_best_first):
            best.setdefault(hit.entity_id, hit)
        return list(best.values())[:limit]

    def prefix(self, kinds: Collection[EntityKind], text: str) -> list[str]:
        """Ids of entities of these kinds (none given: any) with a name that begins so; sorted, each once."""
        start = squash(fold(text)) if text.strip() else ""
        wanted = {_KIND_NUMBERS[kind] for kind in kinds} or set(range(len(_KINDS)))
        slots = self._grams.starting(loose(start))
        found = set()
        for slot in range(len(self._names)) if slots is None else slots:
            if self._kinds[slot] in wanted and self._names[slot] is not None:
                begins = squash(self._folded[slot]).startswith(start)
                if begins:
                    found.add(self._ids[slot])
        return sorted(found)

    def _pointed(self, squashed: Sequence[str]) -> list[int]:
        return [slot for key in squashed for slot in self._slots(key)]

    def _slots(self, key: str) -> Iterator[int]:
        bucket, tag = _address(key)
        pointers = self._buckets.get(bucket)
        if pointers is not None:
            yield from (pointer & _SLOT_MASK for pointer in pointers.tolist() if pointer >> _TAG_BITS == tag)

    def _hits(self, kind: EntityKind | None, name: str, slots: Iterable[int]) -> Iterator[Hit]:
        for slot in dict.fromkeys(slots):
            stored, stored_kind = self._names[slot], _KINDS[self._kinds[slot]]
            if stored is None or kinds_conflict(kind, stored_kind):
                continue
            comparison = compare(kind, name, stored_kind, stored)
            if comparison.linkable or comparison.candidate or comparison.same_letters:
                yield Hit(self._ids[slot], stored, comparison, stored_kind)

    def _alike(self, kind: EntityKind | None, name: str) -> list[int]:
        """Slots worth comparing: they share letter groups and have a fair score, or are part of one another."""
        number = None if kind is None else _KIND_NUMBERS[kind]
        near = [
            slot
            for slot in self._grams.near(loose(keys(kind, name)[0]), _BLOCK)
            if number is None or self._kinds[slot] == number
        ]
        folded = fold(name)
        choices = [self._folded[slot] for slot in near]
        found: dict[int, None] = {}
        for scorer, cutoff in _scorers(kind, folded):
            scored = process.extract(folded, choices, scorer=scorer, score_cutoff=cutoff, limit=_COMPARED)
            found.update((near[at], None) for _, _, at in scored)
        return list(found)


def _scorers(kind: EntityKind | None, folded: str) -> Iterator[tuple[Callable[..., float], float]]:
    """What a name worth comparing must reach in one of: looser than the rules it is then compared by."""
    yield fuzz.ratio, _FAIR_SHORT if len(folded) <= _SHORT else _FAIR
    yield fuzz.token_sort_ratio, SUGGESTED_FROM
    if kind in _PEOPLE:
        yield fuzz.token_set_ratio, SUGGESTED_FROM


def _best_first(hit: Hit) -> tuple[bool, bool, float, str]:
    found = hit.comparison
    return (not found.exact, not found.linkable, -found.score, hit.entity_id)


def _names_of(entity: Entity) -> Iterable[str]:
    return dict.fromkeys((entity.name, *(alias.name for alias in entity.aliases)))


def _address(key: str) -> tuple[int, int]:
    number = hash(key)
    return number & ((1 << _BUCKET_BITS) - 1), (number >> _BUCKET_BITS) & _SLOT_MASK

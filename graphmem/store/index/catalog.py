"""The current state of every memory, for filters, lists and ranking; derived from the store.

Owns the one door to the rows: takes the lock and keeps them in step. Holds no text and decides nothing;
how filters are evaluated is in `conditions`, how lists are sorted in `paging`.
"""

from __future__ import annotations

import threading
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from graphmem.domain.kinds import UseOutcome
from graphmem.domain.model import Layer, Memory, MemoryStatus, Micros
from graphmem.store.index import conditions, paging, upkeep
from graphmem.store.index.columns import LAYERS, NEVER, NOTHING, STATUSES, Docs
from graphmem.store.index.neighbours import NOBODY
from graphmem.store.index.packing import Arrays
from graphmem.store.index.rows import Rows
from graphmem.store.index.selection import Selection

_COUNT_LIMIT: Final = 2**16 - 1


@dataclass(frozen=True, slots=True)
class Uses:
    """How often a memory was used: in all, in the last 30 and 90 days, when last; and how often it was of use.

    Whoever ignores a memory or finds it wrong has not used it.
    """

    total: int = 0
    last_30_days: int = 0
    last_90_days: int = 0
    last_at: Micros | None = None
    applied: int = 0
    ignored: int = 0
    wrong: int = 0


class Catalog:
    """A row for every memory that was not erased. One thread writes; any thread reads.

    Every method takes `lock`, briefly; hold it yourself to see several answers from the same state.
    """

    def __init__(self) -> None:
        self.lock = threading.RLock()
        self.rows = Rows()

    def __len__(self) -> int:
        """How many memories there are, whatever their status."""
        with self.lock:
            return int(np.count_nonzero(self.rows.columns.alive[: self.rows.columns.size]))

    def __contains__(self, memory_id: str) -> bool:
        return self.doc_of(memory_id) is not None

    def upsert(self, memories: Sequence[Memory]) -> Docs:
        """Write the present state of memories; returns their doc numbers.

        Of several with one id the last counts. The use counters of known memories stay.
        """
        latest = list({memory.id: memory for memory in memories}.values())
        with self.lock:
            rows = self.rows
            docs = rows.ids.add(memory.id for memory in latest)
            rows.columns.grow(rows.ids.size)
            positions = rows.columns.thread_position[docs].tolist()
            rows.columns.write(docs, latest)
            rows.columns.agent[docs] = [rows.agents.number(m.provenance.agent) for m in latest]
            branches = (m.provenance.branch for m in latest)
            rows.columns.branch[docs] = [NOTHING if b is None else rows.branches.number(b) for b in branches]
            self._put_values(docs, latest)
            self._put_in_threads(docs, latest, positions)
        return docs

    def _put_values(self, docs: Docs, memories: Sequence[Memory]) -> None:
        rows = self.rows
        rows.columns.entity[docs] = entities = [rows.entities.number(m.entity_id) for m in memories]
        rows.entity.put(docs, [(entity,) for entity in entities])
        rows.tag.put(docs, [_distinct(map(rows.tags.number, m.tags)) for m in memories])
        rows.path.put(docs, [_distinct(map(rows.paths.number, m.paths)) for m in memories])
        mentions = [_distinct(rows.entities.number(x.entity_id) for x in m.mentions) for m in memories]
        rows.mention.put(docs, mentions)

    def _put_in_threads(self, docs: Docs, memories: Sequence[Memory], positions: list[int]) -> None:
        rows = self.rows
        before = rows.columns.thread[docs].tolist()
        threads = [NOTHING if m.thread_id is None else rows.threads.number(m.thread_id) for m in memories]
        rows.columns.thread[docs] = threads
        rows.thread.put(docs, [() if thread == NOTHING else (thread,) for thread in threads])
        rows.neighbours.grow(rows.columns.size, len(rows.threads))
        disordered: set[int] = set()
        for doc, old, new, position in zip(docs.tolist(), before, threads, positions, strict=True):
            if old == new and position == rows.columns.thread_position[doc]:
                continue
            if old != NOTHING:
                rows.neighbours.unlink(old, doc)
            if new != NOTHING and not self._appended(new, doc):
                disordered.add(new)
        for thread in disordered:
            rows.neighbours.line_up(thread, rows.lined_up(thread))

    def _appended(self, thread: int, doc: int) -> bool:
        position, last = self.rows.columns.thread_position, self.rows.neighbours.last(thread)
        if last != NOBODY and position[last] > position[doc]:
            return False
        self.rows.neighbours.append(thread, doc)
        return True

    def remove(self, memory_id: str) -> None:
        """Take a memory out for good (erased); an unknown id is no error."""
        with self.lock:
            doc = self.rows.ids.remove(memory_id)
            if doc is None:
                return
            columns = self.rows.columns
            columns.alive[doc] = False
            if columns.thread[doc] != NOTHING:
                self.rows.neighbours.unlink(int(columns.thread[doc]), doc)
                columns.thread[doc] = NOTHING
            for group in self.rows.groups():
                group.put(np.array([doc]), [()])

    def move(self, memory_id: str, entity_id: str) -> None:
        """Hang a memory on another entity (merge, unmerge, split); an unknown id is no error."""
        with self.lock:
            doc = self.rows.ids.doc(memory_id)
            if doc is not None:
                entity = self.rows.entities.number(entity_id)
                self.rows.columns.entity[doc] = entity
                self.rows.entity.put(np.array([doc]), [(entity,)])

    def record_use(self, memory_ids: Iterable[str], at: Micros, outcome: str | None = None) -> None:
        """Count one use each at that instant, or what came of one; "applied" is both."""
        with self.lock:
            docs = np.unique(self.rows.ids.docs(memory_ids))
            columns = self.rows.columns
            if outcome is not None:
                _count(getattr(columns, UseOutcome(outcome)), docs)
            if outcome in (None, UseOutcome.APPLIED):
                columns.uses[docs] += 1
                columns.last_used[docs] = np.maximum(columns.last_used[docs], at)
                self.rows.use_log.record(docs, at)

    def corroborate(self, memory_id: str, at: Micros) -> None:
        """Count one more writer who said the same at that instant; an unknown id is no error."""
        with self.lock:
            _count(self.rows.columns.corroborations, self.rows.ids.docs([memory_id]))
            self.confirm(memory_id, at)

    def confirm(self, memory_id: str, at: Micros) -> None:
        """Note that somebody stood by the memory at that instant; an unknown id is no error."""
        with self.lock:
            docs, columns = self.rows.ids.docs([memory_id]), self.rows.columns
            columns.confirmed[docs] = np.maximum(columns.confirmed[docs], at)

    def mark_drifted(self, memory_id: str, drifted: bool) -> None:
        """Note that a claim of the memory is seen to hold no longer, or again; an unknown id is no error."""
        with self.lock:
            self.rows.columns.drifted[self.rows.ids.docs([memory_id])] = drifted

    def doc_of(self, memory_id: str) -> int | None:
        """The memory's doc number, None for an unknown id."""
        with self.lock:
            return self.rows.ids.doc(memory_id)

    def version_of(self, memory_id: str) -> int | None:
        """The number of the memory's present version, None for an unknown id."""
        with self.lock:
            doc = self.rows.ids.doc(memory_id)
            return None if doc is None else int(self.rows.columns.version[doc])

    def entity_of(self, memory_id: str) -> str | None:
        """The entity the memory hangs on, None for an unknown id."""
        with self.lock:
            doc = self.rows.ids.doc(memory_id)
            return None if doc is None else self.rows.entities.value(int(self.rows.columns.entity[doc]))

    def corroborations_of(self, memory_id: str) -> int:
        """How often others said the same; 0 for an unknown id."""
        with self.lock:
            return int(self.rows.columns.corroborations[self.rows.ids.docs([memory_id])].sum())

    def confirmed_at(self, memory_id: str) -> Micros | None:
        """When somebody last verified the memory or said the same; None: never."""
        with self.lock:
            at = self.rows.columns.confirmed[self.rows.ids.docs([memory_id])].max(initial=NEVER)
            return None if at == NEVER else int(at)

    def uses_of(self, memory_id: str, now: Micros) -> Uses:
        """How often and when the memory was used, as of `now`; zeros for an unknown id."""
        with self.lock:
            doc = self.rows.ids.doc(memory_id)
            if doc is None:
                return Uses()
            columns = self.rows.columns
            short, long = self.rows.use_log.windows(now, columns.size)
            last = None if columns.last_used[doc] == NEVER else int(columns.last_used[doc])
            counts = columns.uses[doc], short[doc], long[doc]
            total, in_30, in_90 = (int(count) for count in counts)
            outcomes = (int(column[doc]) for column in (columns.applied, columns.ignored, columns.wrong))
            return Uses(total, in_30, in_90, last, *outcomes)

    def ids_of_entity(self, entity_id: str) -> list[str]:
        """Ids of all memories on the entity, whatever their status, in order of arrival."""
        with self.lock:
            return self.rows.ids.ids(self.rows.of_entity(entity_id))

    def ids_of_thread(self, thread_id: str) -> list[str]:
        """Ids of all memories in the thread, whatever their status, in thread order."""
        with self.lock:
            return self.rows.ids.ids(self.rows.in_thread(thread_id))

    def layer_counts(self, entity_id: str) -> dict[Layer, int]:
        """How many current memories the entity has in each layer; all six layers are there."""
        with self.lock:
            docs, columns = self.rows.of_entity(entity_id), self.rows.columns
            current = docs[columns.status[docs] == STATUSES.number(MemoryStatus.CURRENT)]
            counts = np.bincount(columns.layer[current], minlength=len(LAYERS))
            return {LAYERS.member(number): int(count) for number, count in enumerate(counts)}

    def select(self, selection: Selection) -> Docs:
        """The doc numbers of all memories that are meant, ascending."""
        with self.lock:
            return conditions.selected(self.rows, selection)

    def count(self, selection: Selection) -> int:
        """How many memories are meant."""
        with self.lock:
            return conditions.selected_count(self.rows, selection)

    def ids_of(self, docs: Docs) -> list[str]:
        """The ids of doc numbers, in the same order."""
        with self.lock:
            return self.rows.ids.ids(docs)

    def page(
        self, selection: Selection, order: paging.Order, after: paging.PageKey | None = None, limit: int = 50
    ) -> list[paging.PageKey]:
        """The first `limit` of the memories that are meant, in order, after the key."""
        with self.lock:
            docs = conditions.selected(self.rows, selection)
            return paging.page(self.rows, docs, order, after, limit)

    def survey(self, now: Micros, disputed: Iterable[str] = ()) -> upkeep.Survey:
        """The memories that need a look, as of `now`; those that are disputed are no dead weight."""
        with self.lock:
            return upkeep.survey(self.rows, now, self.rows.ids.docs(disputed))

    def cold_groups(self, now: Micros) -> list[upkeep.Group]:
        """The memories that may be drawn together, as of `now`."""
        with self.lock:
            return list(upkeep.cold_groups(self.rows, now))

    def risky(self, now: Micros) -> tuple[Docs, npt.NDArray[np.float64]]:
        """The memories that may be let go, riskiest first, and the risk of each."""
        with self.lock:
            return upkeep.risky(self.rows, now)

    def arrays(self) -> Arrays:
        """Everything as named arrays, ready to be saved."""
        with self.lock:
            return self.rows.arrays()

    @classmethod
    def restored(cls, arrays: Arrays) -> Catalog:
        """The catalog that was saved. Raises KeyError or ValueError where it doesn't fit together."""
        catalog = cls()
        catalog.rows.restore(arrays)
        return catalog


def _distinct(values: Iterable[int]) -> tuple[int, ...]:
    return tuple(dict.fromkeys(values))


def _count(column: npt.NDArray[np.uint16], docs: Docs) -> None:
    column[docs] = np.minimum(column[docs], _COUNT_LIMIT - 1) + 1

"""The threads of a space and the order inside each, held in-process. Derived from the store."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from graphmem.domain.model import Memory, Micros, Thread
from graphmem.store.database import Database


class ThreadTable:
    """Threads by id and key; `order` gives a thread's memories by position.

    Length and last activity follow from the memories that are in a thread now, so that a fresh start finds the
    same ones.
    """

    def __init__(self) -> None:
        self._threads: dict[str, Thread] = {}
        self._keys: dict[str, str] = {}
        self._places: dict[str, dict[int, tuple[str, Micros]]] = {}

    def load(self, database: Database) -> None:
        """Read threads and memberships from the store."""
        for name, key, title, at in database.scan("MATCH (t:Thread) RETURN t.id, t.key, t.title, t.createdAt"):
            self.put(Thread(name, key, title or None, at, at))
        query = "MATCH (m:Memory)-[i:IN_THREAD]->(t:Thread) RETURN t.id, m.id, i.position, m.createdAt"
        for thread_id, memory_id, position, at in database.scan(query):
            self._places[thread_id][position] = (memory_id, at)
        for thread in self.all():
            self._measure(thread)

    def put(self, thread: Thread) -> None:
        """Add a thread."""
        self._threads[thread.id] = thread
        self._keys[thread.key] = thread.id
        self._places.setdefault(thread.id, {})

    def joined(self, memory: Memory) -> None:
        """A memory came into its thread."""
        if memory.thread_id is not None and memory.thread_position is not None:
            self._join(memory.thread_id, memory.thread_position, memory.id, memory.created_at)

    def _join(self, thread_id: str, position: int, memory_id: str, at: Micros) -> None:
        self._places[thread_id][position] = (memory_id, at)
        thread = self._threads[thread_id]
        length = max(thread.length, position + 1)
        activity = max(thread.last_activity_at, at)
        self._threads[thread_id] = replace(thread, length=length, last_activity_at=activity)

    def left(self, memory: Memory) -> None:
        """A memory went out of its thread; its position stays empty unless it was the last one."""
        if memory.thread_id is None or memory.thread_position is None:
            return
        self._places[memory.thread_id].pop(memory.thread_position, None)
        self._measure(self._threads[memory.thread_id])

    def _measure(self, thread: Thread) -> None:
        """Work out length and last activity anew."""
        places = self._places[thread.id]
        activity = max([thread.created_at, *(at for _, at in places.values())])
        length = max(places, default=-1) + 1
        self._threads[thread.id] = replace(thread, length=length, last_activity_at=activity)

    def get(self, thread_id: str) -> Thread | None:
        """A thread by its id."""
        return self._threads.get(thread_id)

    def id_of(self, key: str) -> str | None:
        """The id of the thread under a caller's key."""
        return self._keys.get(key)

    def order(self, thread_id: str) -> list[str]:
        """The ids of a thread's memories, by position."""
        return [memory_id for _, memory_id in self.places(thread_id)]

    def places(self, thread_id: str) -> list[tuple[int, str]]:
        """The taken positions of a thread with the ids of their memories, in order."""
        taken = self._places.get(thread_id, {})
        return sorted((position, memory_id) for position, (memory_id, _) in list(taken.items()))

    def all(self) -> Iterable[Thread]:
        """Every thread."""
        return list(self._threads.values())

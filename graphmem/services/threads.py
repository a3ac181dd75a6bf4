"""Taking a place in a thread: the thread is made when its key is new."""

from __future__ import annotations

from dataclasses import dataclass, replace

from graphmem.domain.draft import ThreadRef
from graphmem.domain.errors import NotFound
from graphmem.domain.model import Thread
from graphmem.services.space import Space
from graphmem.store.plan import Plan


@dataclass(frozen=True, slots=True)
class Place:
    """A place in a thread; both None for a memory in none."""

    thread_id: str | None = None
    position: int | None = None


def join(space: Space, plan: Plan, ref: ThreadRef | None) -> Place:
    """The next place in the thread that is meant. Raises NotFound for an unknown id."""
    if ref is None:
        return Place()
    thread = _find(space, plan, ref)
    plan.put_thread(replace(thread, length=thread.length + 1, last_activity_at=plan.now))
    return Place(thread.id, thread.length)


def _find(space: Space, plan: Plan, ref: ThreadRef) -> Thread:
    if ref.key is not None:
        known = plan.thread_by_key(ref.key)
        return known or plan.put_thread(Thread(space.ids("thr"), ref.key, None, plan.now, plan.now))
    thread = plan.thread(ref.id or "")
    if thread is None:
        raise NotFound(f"no thread has the id {ref.id}: name it by key to make one", ("thread", "id"))
    return thread

"""A space: one store, its writer, and everything derived from it. The composition root of the services.

A space is a tenant: one file, one writer, no `WHERE space =` anywhere.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeVar

from graphmem.clock import Clock, IdSource, UlidSource, system_clock
from graphmem.domain.gates import GatePolicy
from graphmem.domain.model import Category
from graphmem.domain.resolving import parse_fuzzy_link
from graphmem.services.daily import Daily
from graphmem.services.facts import FactCache
from graphmem.services.knowledge import SpaceKnowledge
from graphmem.store.courtesy import Courtesy
from graphmem.store.database import Database
from graphmem.store.index.embedders import Embedder
from graphmem.store.index.embedding import BackgroundEmbedding
from graphmem.store.migrations import migrate
from graphmem.store.plan import Plan
from graphmem.store.schema import MIGRATIONS
from graphmem.store.session import Session
from graphmem.store.state import State
from graphmem.store.worktree.watch import Watch
from graphmem.store.writer import Writer

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class SpaceSettings:
    """What a space may decide for itself.

    Sizes in MiB; `fuzzy_link` is never, guarded or a score 0–100; `upkeep_days` lie between two consolidations,
    0 for none.
    """

    engine: str = "kuzu"
    buffer_pool_mb: int = 1024
    max_db_mb: int = 65_536
    min_free_mb: int = 256
    fuzzy_link: str | float = "guarded"
    gates: Mapping[str, str] = field(default_factory=dict)
    redact_credentials: bool = False
    filter_tool_output: bool = True
    require_confirmation: frozenset[Category] = frozenset({Category.USER_INFERENCE})
    worktrees: tuple[Path, ...] = ()
    persist_index: bool = True
    embedder: str = "none"
    upkeep_days: int = 0


class Space:
    """One open space. `write` runs a unit of work in the writer, `rehearse` runs one without writing."""

    def __init__(self, database: Database, state: State, settings: SpaceSettings, clock: Clock, ids: IdSource) -> None:
        self.database = database
        self.state = state
        self.settings = settings
        self.clock = clock
        self.ids = ids
        self.policy = GatePolicy.of(
            settings.gates, settings.redact_credentials, filter_tool_output=settings.filter_tool_output
        )
        self.knowledge = SpaceKnowledge(state)
        self.facts = FactCache()
        self.watch = Watch(settings.worktrees)
        self.hint = Daily()
        self.embedder: Embedder | None = None
        self.embedding: BackgroundEmbedding | None = None
        chosen = settings.fuzzy_link
        self.fuzzy_link = parse_fuzzy_link(chosen if isinstance(chosen, str) else round(chosen))
        self._before_close: list[Callable[[], None]] = []
        self.courtesy = Courtesy()
        self.writer = Writer(database, lambda: Session(state, clock, self.courtesy), rebuild=state.rebuild)

    def write(self, unit: Callable[[Plan], T]) -> T:
        """Run a unit of work and return its result after the commit."""
        return self.writer.call(unit)

    def rehearse(self, unit: Callable[[Plan], T]) -> T:
        """Run a unit of work on what is committed now, and drop what it planned."""
        return unit(Plan(self.state, max(self.clock(), self.state.events.last_instant + 1)))

    def before_close(self, work: Callable[[], None]) -> None:
        """Have something ended before the space closes."""
        self._before_close.append(work)

    def close(self) -> None:
        """Finish what is waiting, then close the store; idempotent."""
        while self._before_close:
            self._before_close.pop()()
        self.writer.close()
        self.state.save()
        self.database.close()


def open_space(
    path: Path,
    settings: SpaceSettings | None = None,
    *,
    clock: Clock = system_clock,
    ids: IdSource | None = None,
    progress: Callable[[str], None] | None = None,
) -> Space:
    """Open or create the space whose store file is at `path`.

    Raises EngineError (StoreLocked, StoreDamaged, StoreTooNew, …) with a remedy in its message.
    """
    settings = settings or SpaceSettings()
    database = Database.open(
        path,
        engine=settings.engine,
        buffer_pool_mb=settings.buffer_pool_mb,
        max_db_mb=settings.max_db_mb,
        min_free_mb=settings.min_free_mb,
    )
    try:
        migrate(database, MIGRATIONS, clock)
        state = State(database, clock, persist=settings.persist_index, progress=progress)
        state.load()
        return Space(database, state, settings, clock, ids or UlidSource(clock))
    except BaseException:
        database.close()
        raise

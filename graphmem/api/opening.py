"""From the settings to the spaces they speak of: how each is opened, and what it may decide.

Owns that translation, for the service and for commands that open a store themselves.
"""

from __future__ import annotations

from collections.abc import Callable

from graphmem.api.spaces import Spaces
from graphmem.services.meaning import embed
from graphmem.services.schedule import Schedule
from graphmem.services.space import Space, SpaceSettings, open_space
from graphmem.settings import CredentialMode, Settings


def spaces_under(
    settings: Settings, progress: Callable[[str], None] | None = None, *, scheduled: bool = False
) -> Spaces:
    """Hold the spaces that lie under the data folder; each is opened at its first use.

    `scheduled` ones do their upkeep and their embedding by themselves for as long as they are open.
    """
    chosen = space_settings(settings)

    def opened(name: str) -> Space:
        space = open_space(settings.store_path(name), chosen, progress=progress)
        if scheduled:
            embed(space)
            Schedule(space).start()
        return space

    return Spaces(opened)


def space_settings(settings: Settings) -> SpaceSettings:
    """Pick out what a space may decide for itself."""
    return SpaceSettings(
        engine=settings.engine,
        buffer_pool_mb=settings.buffer_pool_mb,
        max_db_mb=settings.max_db_mb,
        min_free_mb=settings.min_free_mb,
        fuzzy_link=settings.fuzzy_link,
        embedder=settings.embedder,
        gates=settings.gates,
        redact_credentials=settings.credentials is CredentialMode.REDACT,
        filter_tool_output=settings.tool_output == "auto",
        require_confirmation=frozenset(settings.require_confirmation),
        worktrees=settings.worktrees,
        upkeep_days=settings.upkeep_days,
    )

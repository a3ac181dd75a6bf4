"""The queries, by area; `Query` is all of them."""

from __future__ import annotations

import strawberry

from graphmem.api.queries.entities import EntityQueries
from graphmem.api.queries.memories import MemoryQueries
from graphmem.api.queries.pictures import PictureQueries
from graphmem.api.queries.recalling import RecallQueries
from graphmem.api.queries.settling import SettlingQueries
from graphmem.api.queries.space import SpaceQueries
from graphmem.api.queries.upkeep import UpkeepQueries


@strawberry.type(description="Everything that can be read.")
class Query(MemoryQueries, EntityQueries, RecallQueries, PictureQueries, SettlingQueries, UpkeepQueries, SpaceQueries):
    """The root of queries."""


__all__ = ["Query"]

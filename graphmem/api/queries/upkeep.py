"""Queries about the store's health: what needs a look, and what forgetting by a filter would do."""

from __future__ import annotations

from typing import Annotated

import strawberry

from graphmem.api.answers import ask
from graphmem.api.fields import resolved
from graphmem.api.info import Info
from graphmem.api.inputs.declare import Raw, argument
from graphmem.api.inputs.memory_filter import MemoryFilter, memory_filter
from graphmem.api.types.upkeep import Curation, ForgetPreview
from graphmem.services import receipts
from graphmem.services.curation import curation
from graphmem.services.forget_many import preview_forget

Filter = Annotated[Raw, argument(MemoryFilter, "Which memories; at least one condition.")]


def _curation(info: Info) -> receipts.Curation:
    return ask(info.context, lambda: curation(info.context.space))


def _preview(info: Info, filter: Filter) -> receipts.ForgetPreview:
    return ask(info.context, lambda: preview_forget(info.context.space, memory_filter(filter)))


@strawberry.type
class UpkeepQueries:
    """The part of Query that is about the store's health."""

    curation: Curation = resolved(_curation, "What needs a look, with what to do about it.")
    preview_forget: ForgetPreview = resolved(_preview, "What `forgetMemories` would do; forgets nothing.")

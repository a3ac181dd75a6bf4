"""Queries that find memories again: recall by a question, trace along a chain."""

from __future__ import annotations

from typing import Annotated

import strawberry

from graphmem.api.answers import ask
from graphmem.api.fields import drawn, resolved
from graphmem.api.info import Info
from graphmem.api.inputs.declare import Raw, argument
from graphmem.api.inputs.reading import RecallInput, TraceInput, recall_request, trace_request
from graphmem.api.types.recall import MutedScopes, RecallResult
from graphmem.api.types.trace import Trace
from graphmem.services import muting, read, recall, trace

Question = Annotated[Raw, argument(RecallInput, "What is asked.")]
Start = Annotated[Raw, argument(TraceInput, "Which chain to follow, and how far.")]


def _recall(info: Info, input: Question) -> recall.RecallResult:
    def find() -> recall.RecallResult:
        found = recall.recall(info.context.space, info.context.actor, recall_request(input))
        info.context.spend(len(found.hits))
        return found

    return ask(info.context, find, under="input")


def _trace(info: Info, input: Start) -> trace.Traced | None:
    def follow() -> trace.Traced | None:
        found = trace.trace(info.context.space, trace_request(input))
        info.context.spend(len(found.chain.steps) if found else 0)
        return found

    return ask(info.context, follow, under="input")


def _muted(info: Info) -> MutedScopes:
    def find() -> MutedScopes:
        entities, tags = muting.muted(info.context.space, info.context.actor)
        known = (read.entity_by_id(info.context.space, name) for name in entities)
        return MutedScopes(entities=drawn([entity for entity in known if entity]), tags=list(tags))

    return ask(info.context, find)


@strawberry.type
class RecallQueries:
    """The part of Query that finds memories again."""

    recall: RecallResult = resolved(_recall, "The memories that answer a question, with reasons, within a budget.")
    trace: Trace | None = resolved(_trace, "Why it is like this: a chain; null where there is no such start.")
    muted_scopes: MutedScopes = resolved(_muted, "What the caller hid from its own recall.")

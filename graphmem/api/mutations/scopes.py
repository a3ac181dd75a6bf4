"""Mutations of an agent's own recall: which scopes it hides."""

from __future__ import annotations

import strawberry

from graphmem.api.context import RequestContext
from graphmem.api.inputs.declare import Raw
from graphmem.api.inputs.reading import MuteScopeInput
from graphmem.api.inputs.refs import entity_ref
from graphmem.api.mutations.declare import mutation
from graphmem.api.payloads import MuteScopePayload
from graphmem.services import muting


def _mute(use: RequestContext, raw: Raw, *, muted: bool = True) -> MuteScopePayload:
    entity = raw.get("entity")
    ref = entity_ref(entity) if entity else None
    return MuteScopePayload(changed=muting.mute(use.space, use.actor, ref, raw.get("tag"), muted))


def _unmute(use: RequestContext, raw: Raw) -> MuteScopePayload:
    return _mute(use, raw, muted=False)


@strawberry.type
class ScopeMutations:
    """The part of Mutation that is about what an agent hides from its recall."""

    mute_scope: MuteScopePayload = mutation(
        _mute,
        MuteScopeInput,
        MuteScopePayload,
        "Hide an entity or a tag from the caller's own recall; the memories stay.",
    )
    unmute_scope: MuteScopePayload = mutation(
        _unmute,
        MuteScopeInput,
        MuteScopePayload,
        "Show a hidden entity or tag to the caller's own recall again.",
    )

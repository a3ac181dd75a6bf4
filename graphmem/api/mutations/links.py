"""Mutations of links between memories."""

from __future__ import annotations

import strawberry

from graphmem.api.context import RequestContext
from graphmem.api.fields import drawn
from graphmem.api.inputs.declare import Raw
from graphmem.api.inputs.revise import LinkMemoriesInput, UnlinkMemoriesInput
from graphmem.api.mutations.declare import mutation
from graphmem.api.payloads import LinkPayload, UnlinkPayload
from graphmem.services import linking


def _link(use: RequestContext, raw: Raw) -> LinkPayload:
    made = linking.link(use.space, use.actor, raw["from"], raw["relation"], raw["to"], raw.get("reason"))
    return LinkPayload(link=drawn(made))


def _unlink(use: RequestContext, raw: Raw) -> UnlinkPayload:
    return UnlinkPayload(unlinked_id=drawn(linking.unlink(use.space, use.actor, raw["link"])))


@strawberry.type
class LinkMutations:
    """The part of Mutation that is about links."""

    link_memories: LinkPayload = mutation(
        _link,
        LinkMemoriesInput,
        LinkPayload,
        "Link two memories; the same link again is answered with the first.",
    )
    unlink_memories: UnlinkPayload = mutation(
        _unlink,
        UnlinkMemoriesInput,
        UnlinkPayload,
        "Take a link away; a memory that nothing supersedes any more is current again.",
    )

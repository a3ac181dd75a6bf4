"""Where a memory's text comes from: what the writer says of it, and who the credential says the writer is."""

from __future__ import annotations

from dataclasses import asdict, replace

from graphmem.domain.draft import ProvenanceDraft
from graphmem.domain.model import Actor, Provenance


def provenance_of(actor: Actor, given: ProvenanceDraft) -> Provenance:
    """The provenance of a new memory; the agent is never taken from the input."""
    return Provenance(
        actor.agent,
        given.parent_agent,
        given.client,
        given.model,
        given.tool_call,
        given.branch,
        given.commit,
        given.span,
    )


def changed_from(before: Provenance, given: ProvenanceDraft | None) -> Provenance:
    """The provenance of a change: what is given, over what the version before had.

    The agent stays the author's; who made a version is kept with the version.
    """
    if given is None:
        return before
    return replace(before, **{name: said for name, said in asdict(given).items() if said is not None})

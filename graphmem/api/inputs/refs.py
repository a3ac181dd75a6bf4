"""References: how a caller names an entity, a thread or a point in time."""

from __future__ import annotations

import strawberry

from graphmem.api.inputs.declare import Raw, declaration, items, optional, readable
from graphmem.api.scalars import DateTime
from graphmem.domain import draft, model
from graphmem.domain.errors import Problem


@declaration("An entity named in words, to be resolved.")
class EntityMention:
    """Declared; read by `entity_mention`."""

    name: str = strawberry.field(description="Its name, as it stands in the text.")
    kind: model.EntityKind | None = optional("What sort of thing it is, where known; guards the match.")
    key: str | None = optional("Its canonical key, for example a repository's URL; decides alone.")
    aliases: list[str] | None = optional("Further names it is known by.")
    force_new: bool = strawberry.field(default=False, description="Make a new entity even where one matches.")


@declaration("An entity, by exactly one of these.", one_of=True)
class EntityRef:
    """Declared; read by `entity_ref`."""

    id: strawberry.ID | None = optional("Its id.")
    key: str | None = optional("Its canonical key.")
    mention: EntityMention | None = optional("Its name in words, to be resolved.")


@declaration("A thread, by exactly one of these.", one_of=True)
class ThreadRef:
    """Declared; read by `thread_ref`."""

    id: strawberry.ID | None = optional("Its id.")
    key: str | None = optional("The caller's own key for it; a write makes the thread when it is new.")


@declaration("A point in both times: what was known at one, of what held at the other.")
class AsOfInput:
    """Declared; read by `as_of`."""

    recorded: DateTime | None = optional("What graphmem knew then; left out: now.")
    valid: DateTime | None = optional("What held in the world then; left out: at any time.")


def entity_mention(raw: Raw) -> draft.EntityMention:
    """Convert an EntityMention."""
    return draft.EntityMention(raw["name"], raw.get("kind"), raw.get("key"), items(raw, "aliases"), raw["forceNew"])


def entity_ref(raw: Raw) -> draft.EntityRef:
    """Convert an EntityRef."""
    mention = raw.get("mention")
    return draft.EntityRef(raw.get("id"), raw.get("key"), entity_mention(mention) if mention else None)


def thread_ref(raw: Raw | None) -> draft.ThreadRef | None:
    """Convert a ThreadRef, or none."""
    return draft.ThreadRef(raw.get("id"), raw.get("key")) if raw else None


def as_of(raw: Raw | None, path: str = "asOf") -> model.AsOf | None:
    """Convert an AsOfInput, or none; raises Invalid below `path` for an unreadable date."""
    if not raw:
        return None
    try:
        return model.AsOf(readable(raw, "recorded"), readable(raw, "valid"))
    except Problem as problem:
        raise problem.below(path) from None

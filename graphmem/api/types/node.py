"""The Node interface: everything with an id of its own, and which type draws which value.

Owns the mapping from values to types; loading a node by its id is in `queries`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import strawberry

from graphmem.domain import model
from graphmem.services import receipts

TYPE_NAMES: Final[Mapping[type, str]] = {
    model.Entity: "Entity",
    model.Event: "Event",
    model.Link: "Link",
    model.Memory: "Memory",
    model.Thread: "Thread",
    receipts.Conflict: "Conflict",
}
"""The GraphQL type that draws each value."""


@strawberry.interface(description="Anything with an id of its own, for `node` and `nodes`.")
class Node:
    """Relay's Node, drawn from the domain's own values."""

    id: strawberry.ID = strawberry.field(description="Opaque, unique in the space, sortable by time of making.")

    @classmethod
    def resolve_type(cls, value: object, _info: Any, _abstract: Any) -> str | None:
        """Name the type that draws the value."""
        return TYPE_NAMES.get(type(value))

    @classmethod
    def is_type_of(cls, value: object, _info: Any) -> bool:
        """Tell whether this type draws the value."""
        return TYPE_NAMES.get(type(value)) == cls.__name__

"""A vector that a caller brings, to a memory or to a question."""

from __future__ import annotations

import strawberry

from graphmem.api.inputs.declare import Raw, declaration
from graphmem.domain.draft import UNSET, Unset, VectorDraft


@declaration("What a text means, as numbers of a model of the caller's. Only its direction is kept.")
class VectorInput:
    """Declared; read by `vector_draft`."""

    model: str = strawberry.field(
        description="The model's name, with its version; only vectors of the same name are compared."
    )
    values: list[float] = strawberry.field(
        description="The numbers, at most 4,096: finite, not all zero, as many as the model's others have."
    )


def vector_draft(raw: Raw | None) -> VectorDraft | None:
    """Convert a VectorInput; none gives none."""
    return None if raw is None else VectorDraft(raw["model"], tuple(raw["values"]))


def vector_patch(raw: Raw) -> VectorDraft | Unset | None:
    """Convert the vector of a patch; UNSET when left out."""
    return vector_draft(raw["vector"]) if "vector" in raw else UNSET

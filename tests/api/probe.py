"""A schema that takes each input and keeps what reached its resolver."""

from typing import Annotated, Any

import strawberry
from strawberry.schema.config import StrawberryConfig

from graphmem.api.inputs.declare import Raw, argument
from graphmem.api.inputs.entity import UpdateEntityInput
from graphmem.api.inputs.memory import CreateMemoryInput
from graphmem.api.inputs.memory_filter import (
    MemoryFilter,
    MemoryOrder,
)
from graphmem.api.inputs.revise import UpdateMemoryInput
from graphmem.api.scalars import SCALARS

NOON = 1_769_860_800_000_000
DATE = "2026-01-31T12:00:00Z"
GOT: list[Raw] = []


def _probe(input_type: type) -> Any:
    def resolve(input: Annotated[Raw, argument(input_type, "Anything.")]) -> bool:
        GOT.append(input)
        return True

    return strawberry.field(resolver=resolve)


@strawberry.type
class Probe:
    """Takes each input and keeps what reached the resolver."""

    create: bool = _probe(CreateMemoryInput)
    update: bool = _probe(UpdateMemoryInput)
    entity: bool = _probe(UpdateEntityInput)
    filter: bool = _probe(MemoryFilter)
    order: bool = _probe(MemoryOrder)


SCHEMA = strawberry.Schema(Probe, config=StrawberryConfig(scalar_map=SCALARS))


INPUTS = {
    "create": "CreateMemoryInput",
    "update": "UpdateMemoryInput",
    "entity": "UpdateEntityInput",
    "filter": "MemoryFilter",
    "order": "MemoryOrder",
}


def coerced(name: str, value: Any) -> Raw:
    """Send an input through GraphQL; give what its resolver got."""
    query = f"query ($v: {INPUTS[name]}!) {{ {name}(input: $v) }}"
    result = SCHEMA.execute_sync(query, {"v": value})
    assert result.errors is None, result.errors
    return GOT.pop()

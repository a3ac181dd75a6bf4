"""The schema: all types put together, and its text for `schema.graphql`.

Owns the composition only. What runs around an operation (limits, caches, masking) comes as extensions.
"""

from __future__ import annotations

from collections.abc import Iterable

import strawberry
from graphql import assert_enum_type
from strawberry.extensions import SchemaExtension
from strawberry.schema.config import StrawberryConfig

from graphmem.api.enums.aliases import accept_aliases
from graphmem.api.errors import AmbiguousEntityError, GenericError, RefusedError, VersionConflictError
from graphmem.api.executor import LeafExecutor, shorten
from graphmem.api.fields import bind
from graphmem.api.mutations import Mutation
from graphmem.api.queries import Query
from graphmem.api.scalars import SCALARS
from graphmem.api.subscriptions import Subscription
from graphmem.api.types.event import Event
from graphmem.api.types.link import Link
from graphmem.domain.layers import parse_type


def build_schema(extensions: Iterable[type[SchemaExtension]] = ()) -> strawberry.Schema:
    """Put the schema together; each call makes a new one."""
    schema = strawberry.Schema(
        Query,
        Mutation,
        Subscription,
        types=(AmbiguousEntityError, Event, GenericError, Link, RefusedError, VersionConflictError),
        extensions=extensions,
        execution_context_class=LeafExecutor,
        config=StrawberryConfig(scalar_map=SCALARS, disable_field_suggestions=True),
    )
    accept_aliases(assert_enum_type(schema._schema.type_map["MemoryType"]), parse_type)
    bind(schema._schema)
    shorten(schema._schema)
    return schema


def print_schema() -> str:
    """Print the schema in GraphQL's own language, as it is committed in `schema.graphql`."""
    return f"{build_schema().as_str()}\n"

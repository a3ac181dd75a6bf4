"""What tests of the API may ask for: the schema on a real space, spoken to in short."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass, replace
from typing import Any

import pytest
from strawberry import Schema
from strawberry.types.execution import ExecutionResult

from graphmem.api.context import RequestContext
from graphmem.api.schema import build_schema
from graphmem.clock import UlidSource
from graphmem.domain.model import Actor, Scope
from graphmem.services.space import Space, open_space
from graphmem.settings import Settings
from tests.conftest import Clock, small

SCHEMA: Schema = build_schema()
ALICE = Actor("alice")
SETTINGS = Settings()


@dataclass(frozen=True)
class Client:
    """An agent that speaks GraphQL to a space, without a transport between."""

    space: Space
    actor: Actor = ALICE
    settings: Settings = SETTINGS

    def run(self, document: str, **variables: Any) -> ExecutionResult:
        """Execute a document; give data and errors."""
        context = RequestContext(self.space, self.actor, self.settings)
        result = SCHEMA.execute_sync(document, variables, context)
        assert isinstance(result, ExecutionResult)
        return result

    def ask(self, document: str, **variables: Any) -> dict[str, Any]:
        """Execute a document that must succeed; give its data."""
        result = self.run(document, **variables)
        assert result.errors is None, result.errors
        assert result.data is not None
        return result.data

    def do(self, mutation: str, given: dict[str, Any], fields: str) -> dict[str, Any]:
        """Execute a mutation that must not fail at the top; give its payload."""
        name = SCHEMA._schema.mutation_type.fields[mutation].args["input"].type  # type: ignore[union-attr]
        document = f"mutation ($input: {name}) {{ {mutation}(input: $input) {{ {fields} {ERRORS} }} }}"
        payload: dict[str, Any] = self.ask(document, input=given)[mutation]
        return payload

    def create(self, content: str, entity: str = "Atlas", layer: str = "context", **rest: Any) -> str:
        """Write a memory that must be committed; give its id."""
        about = {"mention": {"name": entity, "kind": "PROJECT"}}
        given = {"entity": about, "layer": layer, "content": content, **rest}
        payload = self.do("createMemory", given, "outcome memory { id }")
        assert payload["outcome"] == "COMMITTED", payload
        made: str = payload["memory"]["id"]
        return made

    def with_scopes(self, *scopes: Scope) -> Client:
        """The same agent with another token."""
        return replace(self, actor=Actor(self.actor.agent, frozenset(scopes)))


ATLAS = {"mention": {"name": "Atlas", "kind": "PROJECT"}}
LEAST = {"entity": ATLAS, "layer": "context", "content": "It is so."}
ERRORS = "errors { __typename code message path }"


@pytest.fixture(scope="module")
def bystander(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Client]:
    """An agent on a space that the tests of a module share: none of them minds what is there."""
    clock = Clock()
    path = tmp_path_factory.mktemp("shared") / "store.db"
    with closing(open_space(path, small(), clock=clock, ids=UlidSource(clock))) as space:
        yield Client(space)


@pytest.fixture
def client(space: Space) -> Client:
    """An agent with all scopes on an empty space."""
    return Client(space)

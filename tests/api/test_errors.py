"""Each problem of the domain as a payload error and as a top-level error: code, message, path."""

from __future__ import annotations

import inspect
from types import SimpleNamespace
from typing import Any

import pytest
from graphql import GraphQLError

from graphmem.api import errors as api
from graphmem.api.answers import ask, graphql_error, graphql_path, legible, sendable
from graphmem.api.context import RequestContext
from graphmem.api.enums import UserErrorCode
from graphmem.domain import errors
from graphmem.domain.draft import Gate
from graphmem.domain.model import (
    Actor,
    Altitude,
    Axes,
    Category,
    Confidence,
    Layer,
    Memory,
    MemoryState,
    MemoryStatus,
    MemoryType,
    Provenance,
    Scope,
    Source,
)
from graphmem.store.courtesy import Courtesy

MEMORY = Memory(
    id="mem_1",
    entity_id="ent_1",
    layer=Layer.GOAL,
    content="Ship it.",
    axes=Axes("Ship it.", Altitude.MISSION, MemoryType.NOTE, MemoryState.OPEN, "Ship it."),
    importance=0.8,
    pinned=False,
    status=MemoryStatus.CURRENT,
    category=Category.FACT,
    confidence=Confidence.HIGH,
    source=Source.INFERRED,
    version=3,
    created_at=0,
    updated_at=0,
    provenance=Provenance("alice"),
)

PROBLEMS = [
    kind
    for _, kind in inspect.getmembers(errors, inspect.isclass)
    if issubclass(kind, errors.Problem) and kind is not errors.Problem
]
PLAIN = [kind for kind in PROBLEMS if kind not in (errors.VersionConflict, errors.AmbiguousEntity, errors.GateRefused)]


def context(*scopes: Scope) -> RequestContext:
    settings: Any = SimpleNamespace(max_nodes=10)
    space: Any = SimpleNamespace(courtesy=Courtesy())
    return RequestContext(space, Actor("alice", frozenset(scopes)), settings)


@pytest.mark.parametrize("kind", PROBLEMS, ids=lambda kind: kind.__name__)
def test_every_problem_has_a_code_that_clients_know(kind: type[errors.Problem]) -> None:
    assert UserErrorCode(kind.code).value == kind.code


def test_every_code_can_come() -> None:
    assert {code.value for code in UserErrorCode} == {kind.code for kind in PROBLEMS}


@pytest.mark.parametrize("kind", PLAIN, ids=lambda kind: kind.__name__)
def test_a_plain_problem_is_a_generic_error(kind: type[errors.Problem]) -> None:
    drawn = api.user_error(kind("say it otherwise", ("entity", "mention", "name")))
    assert type(drawn) is api.GenericError
    assert drawn.code is UserErrorCode(kind.code)
    assert drawn.message == "say it otherwise"
    assert drawn.path == ["input", "entity", "mention", "name"]


def test_a_version_conflict_carries_the_memory() -> None:
    drawn = api.user_error(errors.VersionConflict("read it again", ("expected_version",), MEMORY))
    assert isinstance(drawn, api.VersionConflictError)
    assert drawn.current is MEMORY
    assert drawn.path == ["input", "expectedVersion"]


def test_an_ambiguous_entity_carries_its_candidates() -> None:
    drawn = api.user_error(errors.AmbiguousEntity("which one?", ("entity",), ["a", "b"]))
    assert isinstance(drawn, api.AmbiguousEntityError)
    assert list(drawn.candidates) == ["a", "b"]


@pytest.mark.parametrize(("override", "drawn"), [("transient", Gate.TRANSIENT), (None, None)])
def test_a_refusal_names_gate_matches_and_override(override: str | None, drawn: Gate | None) -> None:
    problem = errors.GateRefused("stale tomorrow", ("content",), "transient", ["today\ud800"], override)
    error = api.user_error(problem)
    assert isinstance(error, api.RefusedError)
    assert (error.gate, error.matches, error.override) == (Gate.TRANSIENT, ["today?"], drawn)


@pytest.mark.parametrize(
    ("path", "spelt"),
    [
        ((), []),
        (("valid_from",), ["validFrom"]),
        (("provenance", "parent_agent"), ["provenance", "parentAgent"]),
        (("memories", 7, "entity"), ["memories", "7", "entity"]),
        (("idempotencyKey",), ["idempotencyKey"]),
        (("a\ud800",), ["a?"]),
    ],
)
def test_paths_are_spelt_as_clients_know_them(path: tuple[object, ...], spelt: list[str]) -> None:
    assert graphql_path(path) == spelt


@pytest.mark.parametrize(("text", "sent"), [("plain", "plain"), ("né 日本 🌸", "né 日本 🌸"), ("a\udfffb", "a?b")])
def test_messages_can_always_be_sent(text: str, sent: str) -> None:
    assert sendable(text) == sent


class Payload:
    """A payload that only keeps what it was made of."""

    def __init__(self, errors: object = (), value: object = None) -> None:
        self.errors, self.value = errors, value


def test_answer_gives_the_use_cases_payload() -> None:
    answer = api.answer(context(Scope.WRITE), Scope.WRITE, Payload, lambda: Payload(value=7))
    assert (answer.value, answer.errors) == (7, ())


def test_answer_draws_several_problems() -> None:
    def use_case() -> Payload:
        raise errors.Problems([errors.Invalid("one", ("tags",)), errors.LimitExceeded("two")])

    answer = api.answer(context(Scope.WRITE), Scope.WRITE, Payload, use_case)
    assert [(e.code, e.path) for e in answer.errors] == [  # type: ignore[attr-defined]
        (UserErrorCode.INVALID, ["input", "tags"]),
        (UserErrorCode.LIMIT_EXCEEDED, []),
    ]


def test_answer_refuses_without_the_scope_before_the_use_case() -> None:
    def use_case() -> Payload:
        raise AssertionError("must not be called")

    answer = api.answer(context(Scope.READ), Scope.WRITE, Payload, use_case)
    [error] = answer.errors  # type: ignore[misc]
    assert (error.code, error.path) == (UserErrorCode.FORBIDDEN, [])
    assert "write" in error.message


def test_a_fault_is_no_answer() -> None:
    def use_case() -> Payload:
        raise KeyError("a bug")

    with pytest.raises(KeyError):
        api.answer(context(Scope.WRITE), Scope.WRITE, Payload, use_case)


def test_a_query_fails_with_code_and_path() -> None:
    error = graphql_error(errors.Invalid("first must be from 0 to 500", ("first",)))
    assert error.message == "first must be from 0 to 500"
    assert error.extensions == {"code": "INVALID", "path": ["first"]}


def test_a_query_fails_with_all_its_problems() -> None:
    failure = errors.Problems([errors.Invalid("one", ("created_after",)), errors.NotFound("two")])
    error = graphql_error(failure)
    assert error.message == "one; two"
    assert error.extensions == {
        "code": "INVALID",
        "path": ["createdAfter"],
        "problems": [
            {"code": "INVALID", "message": "one", "path": ["createdAfter"]},
            {"code": "NOT_FOUND", "message": "two", "path": []},
        ],
    }


def test_ask_needs_the_read_scope() -> None:
    assert ask(context(Scope.READ), lambda: 7) == 7
    with pytest.raises(GraphQLError, match="read") as raised:
        ask(context(Scope.WRITE), lambda: 7)
    assert raised.value.extensions == {"code": "FORBIDDEN", "path": []}


ITS = "it's " * 50


@pytest.mark.parametrize(
    ("message", "sent"),
    [
        ("unknown layer 'x'; accepted: a, b", None),
        (
            "a memory can't be linked with itself: it's the same one, and that can't be what anybody meant by it.",
            None,
        ),
        (f"unknown filter '{'x ' * 100}'; try another", f"unknown filter '{('x ' * 100)[:78]}…; try another"),
        (f'unknown filter "{ITS}"; try another', f'unknown filter "{ITS[:78]}…; try another'),
        (f"no memory has the id {'m' * 500}: take it", f"no memory has the id {'m' * 79}… take it"),
        ("words " * 1000, ("words " * 1000)[:1999] + "…"),
        ("'\ud800'", "'?'"),
    ],
)
def test_what_a_message_repeats_is_cut(message: str, sent: str | None) -> None:
    assert legible(message) == (message if sent is None else sent)


@pytest.mark.parametrize(
    ("message", "sent"),
    [
        ("unknown layer 'ghp_0123456789abcdefghijABCDEFGHIJ012345'", "unknown layer '[redacted]'"),
        (
            "found: {'content': 'password = Tr0ub4dorX3xyz', 'extra': 1}",
            "found: {'content': 'password = [redacted]', 'extra': 1}",
        ),
        ("no memory has the id mem_01M8R2EYA6T2MMV83WJ6Q25GCS", "no memory has the id mem_01M8R2EYA6T2MMV83WJ6Q25GCS"),
    ],
)
def test_a_message_repeats_no_secret(message: str, sent: str) -> None:
    assert legible(message) == sent
    assert api.user_error(errors.Invalid(message)).message == sent
    assert graphql_error(errors.Invalid(message)).message == sent


def test_a_hostile_message_is_cut_in_no_time() -> None:
    for text in ("'" * 1_000_000, "' " * 500_000, "\"'" * 500_000, "x" * 1_000_000, " '" + "x " * 500_000):
        assert len(legible(text)) <= 2_000

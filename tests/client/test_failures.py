"""From what a service answers when it fails to what is raised."""

from __future__ import annotations

import re
from typing import Any

import pytest
from graphql import GraphQLEnumType

from graphmem.client import errors
from graphmem.client.failures import PROBLEMS, checked, request_failure, with_problems
from tests.client.test_documents import SCHEMA


def test_there_is_an_exception_for_every_code() -> None:
    codes = SCHEMA.type_map["UserErrorCode"]
    assert isinstance(codes, GraphQLEnumType)
    assert set(PROBLEMS) == set(codes.values)


def test_the_tree_in_the_docstring_is_the_tree_of_the_classes() -> None:
    drawn = re.findall(r"[├└]── (\w+)", errors.__doc__ or "")
    classes = [value for value in vars(errors).values() if isinstance(value, type) and issubclass(value, Exception)]
    assert drawn == [kind.__name__ for kind in classes if kind is not errors.GraphmemError]


def payload(*codes: str) -> dict[str, Any]:
    """A payload with errors of these codes."""
    return {"errors": [{"code": code, "message": f"it is {code}", "path": ["input"]} for code in codes]}


def test_a_payload_without_errors_passes() -> None:
    assert checked({"link": 1, "errors": []}) == {"link": 1, "errors": []}


def test_the_first_problem_is_raised_and_knows_the_others() -> None:
    with pytest.raises(errors.NotFound, match="it is NOT_FOUND") as raised:
        checked(payload("NOT_FOUND", "INVALID"))
    assert raised.value.path == ("input",)
    assert [type(other) for other in raised.value.also] == [errors.Invalid]


def test_a_code_of_a_newer_service_is_a_problem_all_the_same() -> None:
    with pytest.raises(errors.Problem):
        checked(payload("BRAND_NEW"))


def test_receipts_can_carry_problems() -> None:
    assert [type(problem) for problem in with_problems(payload("CYCLE"))["errors"]] == [errors.Cycle]


@pytest.mark.parametrize(
    ("extensions", "kind"),
    [
        ({"code": "NOT_FOUND", "path": ["id"]}, errors.NotFound),
        ({"code": "BAD_REQUEST"}, errors.BadRequest),
        ({"code": "UNAUTHENTICATED"}, errors.Unauthenticated),
        ({"code": "INTERNAL", "incident": "ab12"}, errors.ServiceFault),
        ({"code": "BRAND_NEW"}, errors.RequestFailed),
        (None, errors.BadRequest),
    ],
)
def test_errors_of_a_whole_request(extensions: dict[str, Any] | None, kind: type[Exception]) -> None:
    failure = request_failure([{"message": "no", "extensions": extensions}])
    assert type(failure) is kind
    assert str(failure) == "no"
    assert getattr(failure, "incident", None) == ("ab12" if kind is errors.ServiceFault else None)


def test_several_problems_of_a_query() -> None:
    problems = [
        {"code": "INVALID", "message": "a", "path": ["x"]},
        {"code": "LIMIT_EXCEEDED", "message": "b", "path": []},
    ]
    failure = request_failure([{"message": "a; b", "extensions": {**problems[0], "problems": problems}}])
    assert isinstance(failure, errors.Invalid)
    assert failure.message == "a"
    assert [type(other) for other in failure.also] == [errors.LimitExceeded]

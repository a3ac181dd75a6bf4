"""The limits of a document: what is counted, what is refused, and that counting stays linear."""

from __future__ import annotations

import time

import pytest
from graphql import get_introspection_query, parse

from graphmem.api.limits import Limits, check_document, too_deep
from graphmem.settings import Settings

LIMITS = Limits(tokens=2000, depth=4, aliases=2, fields=8, root_fields=3)


def messages(query: str, limits: Limits = LIMITS) -> list[str]:
    return [error.message for error in check_document(parse(query), limits)]


@pytest.mark.parametrize(
    ("query", "beyond"),
    [
        ("{a}", None),
        ("{a{b{c{d}}}}", None),
        ("{a{b{c{d{e}}}}}", "5 levels of fields; at most 4"),
        ("{x:a y:b}", None),
        ("{x:a y:b z:c}", "3 aliases; at most 2"),
        ("{a b c d}", "4 fields at its top; at most 3"),
        ("{a{b c d e f g h}}", None),
        ("{a{b c d e f g h i}}", "9 fields; at most 8"),
        ("{a{...on T{b c d e f g h i}}}", "9 fields; at most 8"),
        ("{...f ...f} fragment f on T{a{b c d}}", None),
        ("{...f ...f ...f} fragment f on T{a{b c d}}", "12 fields; at most 8"),
        ("{...f} fragment f on T{a{...g}} fragment g on T{b{c{d{e}}}}", "5 levels of fields"),
        ("query A{a} query B{a b c d}", "Operation 'B' has 4 fields at its top"),
        ("{...f} fragment f on T{a{...f}}", None),
        ("{...unknown}", None),
    ],
)
def test_what_is_counted(query: str, beyond: str | None) -> None:
    found = messages(query)
    assert (found == []) if beyond is None else (len(found) == 1 and beyond in found[0])


def test_fragment_bomb_is_measured_once() -> None:
    doubled = "".join(f"fragment f{i} on T{{...f{i + 1} ...f{i + 1}}} " for i in range(150))
    document = parse("{...f0} " + doubled + "fragment f150 on T{a}")
    begun = time.thread_time()
    found = [error.message for error in check_document(document, Limits())]
    assert time.thread_time() - begun < 0.5
    assert found == [
        "The operation has more than 500 fields; at most 500 are allowed.",
        "The operation has more than 20 fields at its top; at most 20 are allowed.",
    ]


def test_too_deep_for_python_is_too_deep() -> None:
    chain = "".join(f"fragment f{i} on T{{...f{i + 1}}} " for i in range(1500))
    document = parse("{...f0} " + chain + "fragment f1500 on T{a}")
    assert messages_of(document) == [too_deep(LIMITS).message]


def messages_of(document: object) -> list[str]:
    return [error.message for error in check_document(document, LIMITS)]  # type: ignore[arg-type]


def test_full_introspection_fits_the_defaults() -> None:
    query = get_introspection_query(
        descriptions=True, specified_by_url=True, directive_is_repeatable=True, input_value_deprecation=True
    )
    assert messages(query, Limits()) == []


def test_limits_come_from_the_settings() -> None:
    settings = Settings(max_tokens=100, max_depth=5, max_aliases=1, max_fields=10, max_root_fields=2)
    assert Limits.of(settings) == Limits(100, 5, 1, 10, 2)

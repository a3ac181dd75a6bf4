"""Ordering: causes first, ties by key, circles cut and named."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphmem.domain.ordering import in_order


@pytest.mark.parametrize(
    ("nodes", "edges", "order"),
    [
        ("", "", ""),
        ("cba", "", "abc"),
        ("abc", "cb ba", "cba"),
        ("abcd", "ab ac bd cd", "abcd"),
        ("abcd", "da db", "cdab"),
        ("ab", "ab ab", "ab"),
    ],
)
def test_causes_come_first_and_ties_go_by_key(nodes: str, edges: str, order: str) -> None:
    found, circles = in_order(nodes, [(e[0], e[1]) for e in edges.split()], str)
    assert "".join(found) == order
    assert circles == []


@pytest.mark.parametrize(
    ("nodes", "edges", "order", "circles"),
    [
        ("a", "aa", "a", ["a"]),
        ("ab", "ab ba", "ab", ["ab"]),
        ("abcd", "ab bc ca cd", "abcd", ["bca"]),
        ("abcdx", "ab ba bc cd dc xa", "xabcd", ["ab", "cd"]),
    ],
)
def test_circles_are_cut_and_named(nodes: str, edges: str, order: str, circles: list[str]) -> None:
    found, named = in_order(nodes, [(e[0], e[1]) for e in edges.split()], str)
    assert "".join(found) == order
    assert sorted("".join(sorted(circle)) for circle in named) == sorted("".join(sorted(c)) for c in circles)


@given(st.sets(st.tuples(st.sampled_from("abcdef"), st.sampled_from("abcdef"))))
def test_every_node_comes_once_and_circles_are_real(edges: set[tuple[str, str]]) -> None:
    order, circles = in_order("abcdef", sorted(edges), str)
    assert sorted(order) == list("abcdef")
    for circle in circles:
        assert all(pair in edges for pair in zip(circle, circle[1:] + circle[:1], strict=True))
    if not circles:
        assert all(order.index(first) < order.index(second) for first, second in edges)


def test_a_long_line_is_no_deep_recursion() -> None:
    names = [f"{number:05}" for number in range(20_000)]
    order, circles = in_order(names, zip(names[1:], names, strict=False), str)
    assert order == names[::-1]
    assert not circles

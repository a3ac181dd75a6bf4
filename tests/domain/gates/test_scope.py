"""A text about another project than the memory's is pointed out, five at most."""

from __future__ import annotations

import pytest

from graphmem.domain.gates import GateContext, GatePolicy, Known, KnownProject, Projects, Prose
from graphmem.domain.gates.scope import find_scope_mismatch

KNOWN = Known(
    Projects(
        [
            KnownProject("atlas", ("map service",), ("/srv/maps",)),
            KnownProject("borealis"),
            KnownProject("酒ナビ"),
            *(KnownProject(f"project{number}") for number in range(9)),
        ]
    )
)


def strangers(text: str, entity: str | None = None, *declared: str) -> tuple[str, ...]:
    context = GateContext(Prose(text), entity_name=entity, declared=declared, known=KNOWN)
    finding = find_scope_mismatch(context, GatePolicy())
    return finding.matches if finding else ()


@pytest.mark.parametrize(
    ("text", "entity", "declared", "expected"),
    [
        ("borealis needs port 80", "atlas", (), ("borealis",)),
        ("borealis needs port 80", None, (), ("borealis",)),
        ("see /srv/maps/a.py", "borealis", (), ("/srv/maps/a.py",)),
        ("酒ナビの検索は遅い", "atlas", (), ("酒ナビ",)),
        ("borealis needs port 80", "Borealis", (), ()),
        ("borealis needs port 80", "borealis api", (), ()),
        ("borealis needs port 80", "atlas", ("projects:borealis",), ()),
        ("borealis needs port 80", "atlas", ("project/Borealis",), ()),
        ("atlas is slow", "Map-Service", (), ()),
        ("the map service is slow", "atlas", (), ()),
        ("酒ナビの検索は遅い", "酒ナビ", (), ()),
        ("nothing to see", "atlas", (), ()),
    ],
)
def test_undeclared_projects_are_told(
    text: str, entity: str | None, declared: tuple[str, ...], expected: tuple[str, ...]
) -> None:
    assert strangers(text, entity, *declared) == expected


def test_at_most_five() -> None:
    text = " ".join(f"project{number}" for number in range(9))

    assert strangers(text) == tuple(f"project{number}" for number in range(5))

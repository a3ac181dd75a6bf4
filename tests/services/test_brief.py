"""A brief: what hurts first, never over its bytes, never half a character."""

from __future__ import annotations

import pytest

from graphmem.domain.draft import AxesDraft, EntityRef, MemoryPatch
from graphmem.domain.errors import Problem, Problems
from graphmem.domain.model import Layer, MemoryType
from graphmem.services import curate, revise
from graphmem.services.brief import EXCERPT, brief
from graphmem.services.space import Space
from graphmem.services.update import update
from tests.conftest import ALICE, Clock, about
from tests.services.writing import write


@pytest.fixture
def space(shared: Space) -> Space:
    """The module's space."""
    return shared


@pytest.fixture
def clock(shared_clock: Clock) -> Clock:
    """Its clock."""
    return shared_clock


def typed(kind: MemoryType) -> AxesDraft:
    """Axes of a type."""
    return AxesDraft(type=kind)


def test_caveats_then_decisions_then_handoffs_then_the_rest_newest_first(space: Space, clock: Clock) -> None:
    wanted = [
        ("Old note", "context", MemoryType.NOTE),
        ("Handoff", "context", MemoryType.HANDOFF),
        ("Decision", "learning", MemoryType.DECISION),
        ("Old caveat", "caveat", MemoryType.LEARNING),
        ("New note", "context", MemoryType.NOTE),
        ("New caveat", "caveat", MemoryType.DECISION),
    ]
    for text, layer, kind in wanted:
        clock.turn(seconds=1)
        write(space, text, "Order", layer=layer, axes=typed(kind), paths=("src/order.py",))
    found = brief(space, ["src/order.py"])
    assert [item.memory.content for item in found.items] == [
        "New caveat",
        "Old caveat",
        "Decision",
        "Handoff",
        "New note",
        "Old note",
    ]
    first = found.items[0]
    assert found.text.splitlines()[0] == f"- [caveat/decision] src/order.py: New caveat ({first.memory.id})"
    assert (found.bytes, found.cut) == (len(found.text.encode()), ())
    clock.turn(seconds=1)
    update(space, ALICE, MemoryPatch(found.items[-1].memory.id, content="Old note made new"))
    assert brief(space, ["src/order.py"]).items[-2].memory.content == "Old note made new"


@pytest.mark.parametrize(
    ("asked", "found"),
    [
        ("lib/a.py", {"file"}),
        ("lib", {"file", "folder"}),
        ("lib/a.py/deeper", {"file"}),
        ("./lib\\sub", {"folder"}),
        ("lib/sub/x.py#part", {"folder"}),
        ("library", set()),
        ("li", set()),
    ],
)
def test_paths_that_equal_contain_or_lie_under(space: Space, asked: str, found: set[str]) -> None:
    for text, path in (("file", "lib/a.py#anchor"), ("folder", "lib/sub")):
        write(space, text, "Paths", paths=(path,), override=frozenset())
    assert {item.memory.content for item in brief(space, [asked]).items} == found


def test_entities_with_what_hangs_on_them_and_mentions_them(space: Space) -> None:
    hung = write(space, "Hangs on it", "Brief one")
    mentioned = write(space, "Mentions it", "Brief two", mentions=(about("Brief one"),))
    gone = write(space, "Forgotten", "Brief one")
    revise.forget(space, ALICE, gone.id)
    found = brief(space, entities=[about("brief one"), EntityRef(id="ent_none"), about("Unknown")])
    assert [item.memory for item in found.items] == [mentioned, hung]
    assert [item.path for item in found.items] == ["Brief two", "Brief one"]
    curate.merge(space, ALICE, mentioned.entity_id, [hung.entity_id])
    assert len(brief(space, entities=[about("Brief one")]).items) == 2
    assert brief(space).text == ""


def test_an_excerpt_is_one_line_of_160_characters_without_headings(space: Space) -> None:
    write(space, "# Heading\n\nFirst line\nsecond\tline", "Excerpts", paths=("ex/a.py",))
    write(space, "## Only a heading", "Excerpts", paths=("ex/b.py",))
    write(space, "word " * 100, "Excerpts", paths=("ex/c.py",))
    write(space, "x" * 500, "Excerpts", paths=("ex/d.py",))
    excerpts = {item.path: item.excerpt for item in brief(space, ["ex"]).items}
    assert excerpts["ex/a.py"] == "First line second line"
    assert excerpts["ex/b.py"] == "## Only a heading"
    assert len(excerpts["ex/c.py"]) <= EXCERPT
    assert excerpts["ex/c.py"].endswith("word…")
    assert excerpts["ex/d.py"] == "x" * 159 + "…"


@pytest.mark.parametrize("letter", ["x", "é", "漢", "🚀", "👩‍👩‍👧 "])
def test_the_budget_is_kept_to_the_byte(space: Space, letter: str) -> None:
    folder = f"budget/{ord(letter[0])}"
    for n in range(30):
        layer = ["goal", "context", "caveat"][n % 3]
        write(space, f"{n} {letter * 200}"[:400], "Budget", layer=layer, paths=(f"{folder}/{n}.py",))
    whole = brief(space, [folder], max_bytes=65_536)
    assert len(whole.items) == 30
    for limit in range(64, 9_000, 311):
        found = brief(space, [folder], max_bytes=limit)
        assert found.bytes == len(found.text.encode()) <= limit
        assert [item.memory.id for item in found.items] == [i.memory.id for i in whole.items[: len(found.items)]]
        assert sum(count for _, count in found.cut) + len(found.items) == 30
        if found.items and found.cut:
            more = whole.items[len(found.items)]
            line = f"- [{more.memory.layer}/{more.memory.axes.type}] {more.path}: {more.excerpt} ({more.memory.id})\n"
            assert found.bytes + len(line.encode()) + 8 > limit, "one more line would have fitted"
        assert {"goal", "context", "caveat"} >= {layer.value for layer, _ in found.cut}


def test_lines_of_the_greatest_length_are_cut_one_by_one(space: Space) -> None:
    entities = [about("漢" * 290 + f" {n}") for n in range(12)]
    for n, entity in enumerate(entities):
        write(space, f"{n} " + "字" * 300, entity)
    whole = brief(space, entities=entities, max_bytes=65_536)
    longest = max(len(line.encode()) for line in whole.text.splitlines())
    for limit in (longest * 3 + 50, longest * 9 + 50):
        assert brief(space, entities=entities, max_bytes=limit).bytes > limit - 2 * longest


def test_no_character_is_cut_in_two(space: Space) -> None:
    family = "👩‍👩‍👧"
    write(space, family * 60, "Families", paths=("fam/a.py",))
    (item,) = brief(space, ["fam/a.py"]).items
    assert item.excerpt == family * (len(item.excerpt) // len(family)) + "…"


def test_what_was_cut_is_counted_in_words(space: Space) -> None:
    for n in range(6):
        write(space, f"Long text {n} " + "y" * 200, "Cut", layer=["goal", "context"][n % 2], paths=("cut/a.py",))
    found = brief(space, ["cut/a.py"], max_bytes=700)
    assert found.cut
    assert found.text.splitlines()[-1] == "… and " + ", ".join(f"{count} more {layer}" for layer, count in found.cut)
    nothing = brief(space, ["cut/a.py"], max_bytes=64)
    assert nothing.items == ()
    assert dict(nothing.cut) == {Layer.GOAL: 3, Layer.CONTEXT: 3}


@pytest.mark.parametrize(
    "asked",
    [
        {"max_bytes": 63},
        {"max_bytes": 65_537},
        {"paths": ["/etc/passwd"]},
        {"paths": ["../x"]},
        {"paths": [""]},
        {"paths": ["x"] * 101},
        {"entities": [EntityRef()]},
    ],
)
def test_what_makes_no_sense_is_refused(space: Space, asked: dict[str, object]) -> None:
    with pytest.raises((Problem, Problems)):
        brief(space, **asked)  # type: ignore[arg-type]

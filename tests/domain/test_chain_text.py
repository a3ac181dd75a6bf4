"""A chain as text: short, the same every time, and never markup of somebody else's making."""

from __future__ import annotations

from dataclasses import replace

import pytest

from graphmem.domain.chain_text import MOST_SHOWN, markdown, mermaid
from graphmem.domain.chain_walk import TraceDirection, TraceOptions
from graphmem.domain.chains import trace
from graphmem.domain.model import Relation
from tests.domain.chain_samples import World, memory, metadata_line, thread_story


def test_markdown_of_a_line_with_a_fork() -> None:
    assert markdown(trace(metadata_line(), ["241"])) == (
        "1. decision: ~~Memory 241~~ (1970-01-01)\n"
        "1. decision: ~~Memory 314~~ (1970-01-01) – supersedes\n"
        "1. decision: ~~Memory 345~~ (1970-01-01) – supersedes\n"
        "1. decision: ~~Memory 426~~ (1970-01-01) – supersedes: a fresh start\n"
        "1. decision: Memory 566 (1970-01-01) – supersedes\n"
        "\n"
        "Current: **Memory 566**, which replaced Memory 426, Memory 345, Memory 314, Memory 241.\n"
        "\n"
        "Replaced more than once: Memory 345.\n"
        "\n"
        "Without implementation yet: Memory 566.\n"
    )


def test_markdown_tells_guesses_and_open_ends() -> None:
    text = markdown(trace(thread_story(), ["implementation3"]))
    assert "1. implementation: **Memory implementation3** (1970-01-01)\n" in text
    assert "1. outcome: Memory outcome4 (1970-01-01) – led to, inferred\n" in text
    assert "Without implementation yet: Memory decision7." in text


def test_markdown_tells_limits_and_circles() -> None:
    world = World()
    world.add("a", "b", "c")
    world.link("a", Relation.LED_TO, "b")
    world.link("b", Relation.LED_TO, "a", "c")
    text = markdown(trace(world, ["a"], TraceOptions(TraceDirection.OUTCOMES, max_steps=2)))
    assert "the chain goes on beyond the limits asked for" in text
    assert "Circle: 2 memories lead to one another." in text


def test_an_empty_chain_says_so() -> None:
    chain = trace(World(), ["nobody"])
    assert markdown(chain) == "The chain has no steps.\n"
    assert mermaid(chain) == "flowchart TD\n"


def test_mermaid_of_a_thread() -> None:
    world = thread_story()
    world.link("decision7", Relation.SUPERSEDES, "decision2")
    assert mermaid(trace(world, ["decision2"], TraceOptions(max_depth=1))) == (
        "flowchart TD\n"
        '  n0["context: Memory context1"]\n'
        '  n1{{"decision: Memory decision2"}}\n'
        '  n2["implementation: Memory implementation3"]\n'
        '  n3{{"decision: Memory decision7"}}\n'
        '  n1 -.->|"superseded by"| n3\n'
        '  n0 -.->|"led to, inferred"| n1\n'
        '  n1 -.->|"implemented by, inferred"| n2\n'
        "  classDef start stroke-width:3px\n"
        "  class n1 start\n"
        "  classDef superseded stroke-dasharray:4 4\n"
        "  class n1 superseded\n"
    )


def _long() -> World:
    world = World()
    world.add("start", *(f"n{number:03}" for number in range(MOST_SHOWN + 5)))
    world.link("start", Relation.LED_TO, *(name for name in world.memories if name != "start"))
    return world


def test_long_chains_are_counted_not_shown() -> None:
    chain = trace(_long(), ["start"])
    assert "1. … 6 more\n" in markdown(chain)
    assert "and 35 more.\n" in markdown(chain)
    assert len(markdown(chain)) < 6_000
    assert 'more["6 more"]' in mermaid(chain)
    assert "**Memory start**" in markdown(chain)


HOSTILE = [
    "a `code` and ``` fence",
    "[click](javascript:alert(1)) ![x](y)",
    "<script>alert(1)</script> & <!-- -->",
    "line\nbreak\r\n# heading\n- list",
    '"]; click n0 "javascript:alert(1)" [("',
    "%%{init: {'theme': 'x'}}%%",
    "**bold** __under__ ~~strike~~ $x$ | cell",
    "@team please merge #1 https://evil.example www.evil.example",
    "back\\slash \\` and trailing \\",
    "hidden\u202eright\u200b\x07bell\ud800",
    "end",
    "}}]]))--> n9",
]


def _titled(title: str) -> World:
    world = World()
    world.memories["m"] = memory("m", title=title)
    world.add("n", "o")
    world.link("n", Relation.EXTENDS, "m", reason=title)
    world.link("n", Relation.SUPERSEDES, "o", reason=title)
    return world


@pytest.mark.parametrize("title", HOSTILE)
def test_hostile_titles_stay_text_in_markdown(title: str) -> None:
    text = markdown(trace(_titled(title), ["m"]))
    first = text.splitlines()[0]
    assert first.startswith("1. decision: **")
    assert len(text.splitlines()) == 6
    for mark in ("<", ">", "\u202e", "\x07", "\u200b", "://", "@team", "www.", "#1"):
        assert mark not in text
    inner = first.removeprefix("1. decision: **").removesuffix("** (1970-01-01)")
    for mark in "`*_[]|~$":
        assert inner.count(mark) == inner.count(f"\\{mark}")
    assert (len(inner) - len(inner.rstrip("\\"))) % 2 == 0


@pytest.mark.parametrize("title", HOSTILE)
def test_hostile_titles_stay_labels_in_mermaid(title: str) -> None:
    lines = mermaid(trace(_titled(title), ["m"])).splitlines()
    assert len(lines) == 6
    label = lines[1].removeprefix('  n0{{"decision: ').removesuffix('"}}')
    assert not set(label) & set('"`<>[]{}()|%\\')
    assert label.isprintable()


def test_titles_in_any_script_are_readable() -> None:
    chain = trace(_titled("ゲートウェイ – 👨‍👩‍👧‍👦 é"), ["m"])
    assert "ゲートウェイ – 👨‍👩‍👧‍👦 é" in markdown(chain)
    assert "ゲートウェイ – 👨‍👩‍👧‍👦 é" in mermaid(chain)


def test_texts_are_the_same_every_time() -> None:
    texts = {(markdown(chain), mermaid(chain)) for chain in (trace(metadata_line(), ["345"]) for _ in range(5))}
    assert len(texts) == 1


def test_dates_come_from_valid_time() -> None:
    world = World()
    world.add("m")
    world.memories["m"] = replace(world.memories["m"], valid_from=1_000_000_000_000_000)
    assert "(2001-09-09)" in markdown(trace(world, ["m"]))

"""Observations and relations, as they are written in notes."""

from __future__ import annotations

import time

import pytest

from graphmem.domain.model import Relation
from graphmem.domain.note_lines import MOST_LINES, Observation, RelationLine, observations, relation_lines


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("- [decision] Use Kuzu #db #Graph", Observation("decision", "Use Kuzu", ("db", "graph"))),
        ("* [注意] ポートは 8080 です #設定", Observation("注意", "ポートは 8080 です", ("設定",))),
        ("  + [ open question ] Why #3 of 5?", Observation("open question", "Why #3 of 5?", ("3",))),
        ("- [fact] Issue#7 is C# only", Observation("fact", "Issue#7 is C# only")),
        ("- [tags] #only", Observation("tags", "", ("only",))),
        ("- [ ] buy milk", None),
        ("- [x] bought milk", None),
        ("- [text](https://example.org) is a link", None),
        ("- [[Target]]", None),
        ("[fact] no bullet", None),
        ("- [fact]", None),
        ("- plain", None),
    ],
)
def test_observations(line: str, expected: Observation | None) -> None:
    assert observations(f"Intro.\n{line}\n") == (() if expected is None else (expected,))


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("- depends_on [[Store layout]]", RelationLine(Relation.DEPENDS_ON, "depends_on", "Store layout")),
        ("- Led to [[Outage]]", RelationLine(Relation.LED_TO, "Led to", "Outage")),
        ("- depends-on [[a/b]]", RelationLine(Relation.DEPENDS_ON, "depends-on", "a/b")),
        ("- inspired_by [[Old  Idea]]", RelationLine(Relation.EXTENDS, "inspired_by", "Old Idea")),
        ("- [[Alone]]", RelationLine(Relation.EXTENDS, "", "Alone")),
        ("- 関連 [[メモ]]", RelationLine(Relation.EXTENDS, "関連", "メモ")),
        ("- resolves [[Bug|the bug]] (see there)", RelationLine(Relation.RESOLVES, "resolves", "Bug")),
        ("- see [[A]] and [[B]]", None),
        ("- [[ ]]", None),
        ("in prose [[Target]]", None),
        ('- if [[ -n "$x" ]]; then', None),
    ],
)
def test_relations(line: str, expected: RelationLine | None) -> None:
    assert relation_lines(f"Intro.\n{line}\n") == (() if expected is None else (expected,))


def test_the_same_relation_twice_is_one() -> None:
    assert relation_lines("- extends [[A]]\n- extends  [[A]]\n- [[A]]") == (
        RelationLine(Relation.EXTENDS, "extends", "A"),
        RelationLine(Relation.EXTENDS, "", "A"),
    )


def test_what_a_relation_line_says() -> None:
    assert [line.said for line in relation_lines("- part of [[A]]\n- [[B]]")] == ["part of [[A]]", "[[B]]"]


def test_code_blocks_are_code() -> None:
    text = "```\n- [fact] code\n- extends [[A]]\n~~~\n```\n- [fact] prose\n~~~~\n- extends [[B]]\n~~~\n"
    assert [found.text for found in observations(text)] == ["prose"]
    assert relation_lines(text) == ()


def test_a_list_is_cut() -> None:
    text = "".join(f"- [n] line {n}\n- [[{n}]]\n" for n in range(MOST_LINES + 50))
    assert len(observations(text)) == len(relation_lines(text)) == MOST_LINES


@pytest.mark.parametrize("piece", ["- [", "- [[", "- a [[b", "#a ", "- [a] #a ", " ", "- a "])
def test_hostile_lines_cost_little(piece: str) -> None:
    text = piece * (60_000 // len(piece))
    start = time.thread_time()
    observations(text)
    relation_lines(text)
    assert time.thread_time() - start < 0.5

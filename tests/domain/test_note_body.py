"""Note bodies: which lines are observations, which are relations, and which are neither."""

from __future__ import annotations

import pytest

from graphmem.domain.model import Relation
from graphmem.domain.note_body import NoteBody, NoteRelation, Observation, read_note


@pytest.mark.parametrize(
    ("line", "category", "text", "tags"),
    [
        ("- [tech] Uses Kuzu", "tech", "Uses Kuzu", ()),
        ("  * [Design Choice] Keep it small #api #Core", "design choice", "Keep it small", ("api", "core")),
        ("+ [fact] See #docs, it helps", "fact", "See #docs, it helps", ("docs",)),
        ("- [bug] Fixed in #123", "bug", "Fixed in #123", ()),
        ("- [注意] ポートは8443 #設定", "注意", "ポートは8443", ("設定",)),
        ("- [a] C# is not a#b tag", "a", "C# is not a#b tag", ()),
        ("- [a] twice #x #X", "a", "twice", ("x",)),
        ("- [a] #only", "a", "#only", ("only",)),
        ("- [a] odd #).", "a", "odd", ()),
        ("- [a]  spaced   out #x and more #y #z", "a", "spaced out #x and more", ("x", "y", "z")),
    ],
)
def test_observations(line: str, category: str, text: str, tags: tuple[str, ...]) -> None:
    assert read_note(line) == NoteBody((Observation(category, text, tags),), ())


@pytest.mark.parametrize(
    ("line", "relation", "said", "target", "turned"),
    [
        ("- implements [[Use Kuzu]]", Relation.IMPLEMENTS, "implements", "Use Kuzu", False),
        ("* depends_on [[kuzu/locks]] (since 1.2)", Relation.DEPENDS_ON, "depends on", "kuzu/locks", False),
        ("- Led-To [[Rollout | the rollout]]", Relation.LED_TO, "led to", "Rollout", False),
        ("- superseded by [[New one]]", Relation.SUPERSEDES, "superseded by", "New one", True),
        ("- fixed by [[Patch]]", Relation.RESOLVES, "fixed by", "Patch", True),
        ("- [[Anything]]", Relation.EXTENDS, "relates to", "Anything", False),
        ("- inspired by [[Zettelkasten]]", Relation.EXTENDS, "inspired by", "Zettelkasten", False),
        ("- 参照 [[設定]]", Relation.EXTENDS, "参照", "設定", False),
    ],
)
def test_relations(line: str, relation: Relation, said: str, target: str, turned: bool) -> None:
    assert read_note(line) == NoteBody((), (NoteRelation(relation, said, target, turned),))


@pytest.mark.parametrize(
    "body",
    [
        "",
        "plain text with [[a link]] in it",
        "- [ ] a task",
        "- [x] a task done",
        "- [X] a task done",
        "- [] empty",
        "- [text](https://example.org)",
        "- [text][1]",
        "- [category]",
        "- just a bullet",
        "- [[]]",
        "- relation [[unclosed]",
        "```\n- [tech] in a fence\n- implements [[Fenced]]\n```",
        "~~~\n- [tech] in an open fence",
        "- [" + "x" * 33 + "] too long a category",
        "- implements [[" + "x" * 301 + "]]",
    ],
)
def test_other_lines_are_text(body: str) -> None:
    assert read_note(body) == NoteBody((), ())


def test_each_line_counts_once_in_its_order() -> None:
    body = "# Title\n\n- [b] two\n- [a] one\n- [b] two\n- [[X]]\n```\ncode\n```\n- [[Y]]\n- [[X]]\n"
    read = read_note(body)
    assert [observation.category for observation in read.observations] == ["b", "a"]
    assert [relation.target for relation in read.relations] == ["X", "Y"]

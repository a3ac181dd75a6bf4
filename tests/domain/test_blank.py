"""A text of which nothing can be seen is empty, wherever one must not be."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from graphmem.domain.blank import is_blank
from graphmem.domain.content import read_content
from graphmem.domain.draft import AxesDraft, EntityMention, EntityRef, MemoryDraft, MemoryPatch, ThreadRef
from graphmem.domain.errors import Problem, Problems
from graphmem.domain.limits import draft_problems, entity_problems, patch_problems, text_problems
from graphmem.domain.names import canonical_key, names_equal
from graphmem.domain.notes import normalise_tags

INVISIBLE = [
    *("\u200b", "\u200c", "\u200d", "\u2060", "\ufeff", "\u00ad", "\u3164", "\u115f", "\uffa0", "\u180e", "\u034f"),
    *("\ufe0f", "\ufe00", "\U000e0100", "\U000e0041", "\u202e", "\u2066", "\u061c", "\u2800", "\u17b4", "\u206f"),
    *(" ", "\t\n", "\u3000", "\u00a0", "\x1f", "\x7f", "\x85", "\u2028"),
]
ME = EntityRef(id="ent_1")


@pytest.mark.parametrize("char", INVISIBLE, ids=ascii)
def test_invisible_characters_are_blank_alone_and_together(char: str) -> None:
    assert is_blank(char)
    assert is_blank(f" {char}\u200b{char} ")
    assert not is_blank(f"{char}x")
    assert not is_blank(f"x{char}")


@pytest.mark.parametrize("text", ["a", "!", "~", "é", "。", "한", "❤\ufe0f", "👩\u200d💻", "\u0301", "−"])
def test_what_shows_is_not_blank(text: str) -> None:
    assert not is_blank(text)


def test_nothing_is_blank() -> None:
    assert is_blank("")


def paths(problems: Iterator[Problem]) -> list[tuple[str, ...]]:
    return [problem.path for problem in problems if "must not be empty" in problem.message]


def drafted(**fields: object) -> Iterator[Problem]:
    return draft_problems(MemoryDraft(**{"entity": ME, "layer": "context", "content": "x", **fields}))  # type: ignore[arg-type]


def mentioned(**fields: object) -> Iterator[Problem]:
    mention = EntityMention(**{"name": "x", **fields})  # type: ignore[arg-type]
    return entity_problems(EntityRef(mention=mention), ("entity",))


@pytest.mark.parametrize("blank", ["\u200b\u2060", "\ufeff", "\u00ad \u3164", "\ufe0f"], ids=ascii)
@pytest.mark.parametrize(
    ("problems", "path"),
    [
        (lambda b: drafted(content=b), ("content",)),
        (lambda b: drafted(tags=("a", b)), ("tags", "1")),
        (lambda b: drafted(paths=(b,)), ("paths", "0")),
        (lambda b: drafted(thread=ThreadRef(key=b)), ("thread", "key")),
        (lambda b: drafted(axes=AxesDraft(title=b)), ("axes", "title")),
        (lambda b: drafted(axes=AxesDraft(affects=(b,))), ("axes", "affects", "0")),
        (lambda b: drafted(permalink=b), ("permalink",)),
        (lambda b: mentioned(name=b), ("entity", "mention", "name")),
        (lambda b: mentioned(key=b), ("entity", "mention", "key")),
        (lambda b: mentioned(aliases=(b,)), ("entity", "mention", "aliases", "0")),
        (lambda b: patch_problems(MemoryPatch("mem_1", content=b)), ("content",)),
        (lambda b: patch_problems(MemoryPatch("mem_1", override_protection=b)), ("overrideProtection",)),
        (lambda b: text_problems(b, ("reason",), 9, empty=False), ("reason",)),
    ],
)
def test_it_is_refused_as_empty(
    blank: str, problems: Callable[[str], Iterator[Problem]], path: tuple[str, ...]
) -> None:
    assert paths(problems(blank)) == [path]


def test_a_tag_of_nothing_but_a_mark_is_refused() -> None:
    with pytest.raises(Problems) as caught:
        normalise_tags(["#\u200b"])
    assert caught.value.problems[0].path == ("tags", "0")


def test_an_axis_that_shows_nothing_is_not_given() -> None:
    read = read_content('{"title": "\u200b", "what": "\u2060", "why": "\ufeff", "affects": ["\u200b", "x"]}')
    assert (read.what, read.axes.title, read.axes.why, read.axes.affects) == (None, None, None, ("x",))


def test_names_and_keys_are_the_same_with_and_without_what_can_not_be_seen() -> None:
    for char in ("\u200b", "\u3164", "\ufe0f", "\u00ad"):
        assert names_equal("Atlas", f"At{char}las{char}")
        assert canonical_key(f" k:1{char}") == "k:1"

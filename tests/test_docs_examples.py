"""The examples of the documents run: every document and curl is sent to a service, every answer shown holds."""

from __future__ import annotations

import math
import re
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path
from typing import Any

import pytest

from tests.examples import Walk, examples_in, shown_part
from tests.serving import served

ROOT = Path(__file__).parent.parent
PAGES = ("README.md", "docs/agents.md", "docs/graphql.md")

CHARACTERS_PER_TOKEN = 3.5
"""Measured on docs/agents.md with two tokenizers of language models; documents and JSON cost more than prose."""


@pytest.mark.parametrize("name", PAGES)
def test_every_example_answers_as_shown(name: str, tmp_path: Path) -> None:
    examples = examples_in(ROOT / name)
    assert examples
    wrong: list[str] = []
    with served(tmp_path, GRAPHMEM_WORKTREES=str(ROOT)) as url:
        walk = Walk(url)
        for example in examples:
            assert example.answers, f"{example.place} shows no answer"
            for shown, body in zip(example.answers, walk.answers(example), strict=True):
                found = walk.differences(shown, shown_part(shown, body))
                wrong += [f"{example.place} {difference}" for difference in found]
    assert wrong == []


def test_the_python_examples_print_what_is_shown(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib", reason="needs matplotlib: pip install 'graphmem[notebooks]'")
    text = (ROOT / "docs/python.md").read_text(encoding="utf-8")
    blocks = re.findall(r"^```(python|text)\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    names: dict[str, Any] = {}
    printed = StringIO()
    with served(tmp_path) as url:
        for language, block in blocks:
            if language == "text":
                assert printed.getvalue() == block
                continue
            printed = StringIO()
            with redirect_stdout(printed):
                exec(block.replace(ADDRESS, url), names)
        names["memory"].close()


ADDRESS = "http://127.0.0.1:8321"


def test_the_page_for_agents_is_short_enough() -> None:
    text = (ROOT / "docs/agents.md").read_text(encoding="utf-8")
    assert math.ceil(len(text) / CHARACTERS_PER_TOKEN) <= 1_500


@pytest.mark.parametrize(
    "operation", ["createMemory", "updateMemory", "supersedeMemory", "forgetMemory", "recall", "trace"]
)
def test_the_page_for_agents_has_the_six_operations(operation: str) -> None:
    documents = [example.body["query"] for example in examples_in(ROOT / "docs/agents.md")]
    assert any(f" {operation}(input: $input)" in document for document in documents)


@pytest.mark.parametrize(
    ("shown", "given", "agree"),
    [
        ({"id": "mem_1"}, {"id": "mem_01ABC"}, True),
        ({"id": "mem_1"}, {"id": "ent_01ABC"}, False),
        (["mem_1", "say mem_1!"], ["mem_0A", "say mem_0A!"], True),
        (["mem_1", "mem_1"], ["mem_0A", "mem_0B"], False),
        (1.25, 1.2543, True),
        (1.25, 1.2443, False),
        (1, True, False),
        ("at 2026-01-01T00:00:00Z", "at 2027-02-03T04:05:06.000007Z", True),
        ("since 2026-01-01", "since 2027-02-03", True),
        ("begins … ends", "begins so and ends", True),
        ("begins …", "ends", False),
        ({"a": 1}, {"a": 1, "b": 2}, False),
        ([1], [1, 2], False),
        (None, None, True),
    ],
)
def test_an_answer_shown_is_compared_strictly_but_for_what_must_differ(
    shown: object, given: object, *, agree: bool
) -> None:
    assert (list(Walk("").differences(shown, given)) == []) is agree


def test_what_is_bound_is_sent() -> None:
    walk = Walk("")
    assert list(walk.differences({"id": "mem_1", "at": "2026-01-01T00:00:00Z", "next": "Wy…"}, _GIVEN)) == []
    assert walk.meant({"ids": ["mem_1", "mem_2"], "at": "2026-01-01T00:00:00Z", "after": "Wy…"}) == {
        "ids": ["mem_0A", "mem_2"],
        "at": "2026-05-05T05:05:05Z",
        "after": "WyJd",
    }


_GIVEN = {"id": "mem_0A", "at": "2026-05-05T05:05:05Z", "next": "WyJd"}

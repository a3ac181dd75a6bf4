"""Reading content: what is plain text, what is JSON with axes, and what is refused."""

from __future__ import annotations

import json

import pytest

from graphmem.domain.content import NO_AXES, Content, read_content
from graphmem.domain.draft import AxesDraft
from graphmem.domain.errors import Invalid
from graphmem.domain.model import Altitude, MemoryState, MemoryType

PLAIN = [
    "plain text",
    '{"name": "an object without any axis"}',
    '["title", "what"]',
    '"what"',
    "42",
    "null",
    '{"what": "broken',
    "{not json}",
    '{"Title": "keys are case-sensitive"}',
    "{" + '"a":{' * 20_000 + "}" * 20_001,
    '{"what": ' + "1" * 5_000 + "}",
    "{}",
]


@pytest.mark.parametrize("text", PLAIN)
def test_anything_but_an_object_with_axes_is_plain_text(text: str) -> None:
    assert read_content(f"  {text}\n") == Content(text, NO_AXES, {})


def test_blank_content_has_no_text() -> None:
    assert read_content(" \n ") == Content(None)


def test_all_axes_are_read() -> None:
    content = {
        "title": " One\n line ",
        "altitude": "Strategy",
        "type": "lesson",
        "state": "In Progress",
        "what": " The text\nin two lines ",
        "why": "because",
        "affects": ["a", "b", "a", " "],
        "next_action": "do it",
        "evidence_refs": [1, 2],
    }
    assert read_content(json.dumps(content)) == Content(
        "The text\nin two lines",
        AxesDraft(
            title="One line",
            altitude=Altitude.STRATEGY,
            type=MemoryType.LEARNING,
            state=MemoryState.IN_PROGRESS,
            why="because",
            affects=("a", "b"),
            next_action="do it",
        ),
        {"evidence_refs": [1, 2]},
    )


@pytest.mark.parametrize(
    ("content", "axes"),
    [
        ('{"type": "fact"}', AxesDraft(type=MemoryType.FACT)),
        ('{"nextAction": "go"}', AxesDraft(next_action="go")),
        ('{"nextAction": "no", "next_action": "go"}', AxesDraft(next_action="go")),
        ('{"affects": "one"}', AxesDraft(affects=("one",))),
        ('{"affects": null, "why": null}', AxesDraft(affects=(), why=None)),
        ('{"title": null, "type": null, "state": "", "why": " "}', AxesDraft(why=None)),
    ],
)
def test_what_is_not_named_stays_open(content: str, axes: AxesDraft) -> None:
    assert read_content(content) == Content(None, axes)


@pytest.mark.parametrize(
    ("content", "axis", "message"),
    [
        ('{"type": "memo"}', "type", "lesson"),
        ('{"altitude": "sky"}', "altitude", "mission"),
        ('{"state": "finished"}', "state", "in_progress"),
        ('{"what": {"nested": "object"}}', "what", "must be text"),
        ('{"title": 7}', "title", "must be text"),
        ('{"affects": [1]}', "affects", "must be text"),
        ('{"affects": {"a": 1}}', "affects", "list of texts"),
        ('{"why": "a \\u0000 byte"}', "why", "NUL"),
        ('{"what": "half \\ud83d of a pair"}', "what", "surrogates"),
    ],
)
def test_wrong_values_are_refused_with_the_axis_and_what_is_accepted(content: str, axis: str, message: str) -> None:
    with pytest.raises(Invalid, match=message) as caught:
        read_content(content)
    assert caught.value.path == ("content", axis)

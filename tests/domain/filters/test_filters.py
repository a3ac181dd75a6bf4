"""Outputs are recognised, trimmed and reported; what a person wrote, and conversations, are left alone."""

from __future__ import annotations

import time

import pytest

from graphmem.domain.errors import Invalid
from graphmem.domain.filters import FILTERS, Filtered, detect, filter_output
from tests.domain.filters.samples import BY_NAME, CARGO, GENERIC_LOGS, GIT_STATUS, PYTEST, STACK_TRACE

CONVERSATION = """\
Anna: the test session starts failed again, 3 failed
Bob: which ones? ERROR or FAILED?
Anna: INFO says tests/test_a.py, ERROR says nothing
Bob: WARN then, DEBUG is off
Anna: fine
"""

WRITTEN = [
    "The nightly billing job uses PostgreSQL advisory locks instead of a Redis lock, because it expired twice.",
    "- Use the staging cluster for tests\n- Keep production for users\n- Ask Anna before a migration\n- Log errors",
    "Errors seen so far:\n1. ERROR in the parser when a name is empty\n2. a WARN on start\nBoth are harmless, and the "
    "team decided to leave them as they are.",
    "手順:\n1. 検証環境で試す\n2. 本番に出す\n3. 監視を一時間見る\n失敗したら前の版に戻し、原因を記録すること。",
    "# Notes\n\nAnna prefers short meetings.\n\n## Decisions\n\n- Redis for sessions\n- PostgreSQL for orders\n" * 2,
    '{"title": "Locks", "what": "' + "advisory locks " * 40 + '", "why": "the Redis lock expired"}',
    "{ not json at all but it begins like it, and goes on for a while without ever being any }" * 2,
]


@pytest.mark.parametrize("name", BY_NAME)
def test_each_format_is_recognised_and_no_other_comes_first(name: str) -> None:
    found = detect(BY_NAME[name])

    assert found is not None
    assert found.name == name


def test_every_filter_has_a_sample() -> None:
    assert {each.name for each in FILTERS} == set(BY_NAME)


@pytest.mark.parametrize("name", BY_NAME)
def test_by_name_and_by_recognition_the_result_is_the_same(name: str) -> None:
    text = BY_NAME[name]

    assert filter_output(text, name) == filter_output(text) == filter_output(text, " AUTO ")
    assert filter_output(text, "off") == Filtered(text)


@pytest.mark.parametrize("text", WRITTEN)
def test_what_a_person_wrote_is_left_alone(text: str) -> None:
    assert filter_output(text) == Filtered(text)


@pytest.mark.parametrize("name", BY_NAME)
def test_what_was_cut_is_said_and_adds_up(name: str) -> None:
    filtered = filter_output(BY_NAME[name])

    assert filtered.lines_cut > 0
    assert filtered.characters_cut > 0
    assert filtered.report.startswith(f"{name} output: {filtered.lines_cut} lines")
    assert ("kept" in filtered.report) is (filtered.rescued > 0)


@pytest.mark.parametrize("name", BY_NAME)
def test_urls_paths_and_code_survive_every_filter(name: str) -> None:
    precious = ("https://example.com/a?b=c", "/var/lib/atlas/data.db:12", "~/notes/atlas", "`make run`")
    noise = f"INFO {' '.join(precious)}"
    cut = filter_output(f"{BY_NAME[name]}\n{noise}", name)

    if cut.name:  # a JSON text with a line behind it is no JSON, and stays whole
        assert all(piece in cut.text for piece in precious)


@pytest.mark.parametrize(
    ("name", "filter_name"),
    [("npm_yarn", "npm"), ("http-log", "http_log"), ("Git Status", "git_status"), ("logs", "generic_logs")],
)
def test_other_names_are_understood(name: str, filter_name: str) -> None:
    assert filter_output(BY_NAME[filter_name], name).name == filter_name


def test_an_unknown_name_is_refused_with_the_list() -> None:
    with pytest.raises(Invalid, match=r"auto, off, stack_trace, pytest") as refused:
        filter_output(PYTEST, "mocha")

    assert refused.value.path == ("filter",)


def test_a_conversation_bypasses_recognition() -> None:
    assert filter_output(PYTEST, conversation=True) == Filtered(PYTEST)
    assert filter_output(PYTEST, "off", conversation=True) == Filtered(PYTEST)
    assert filter_output(CONVERSATION) == Filtered(CONVERSATION)


def test_a_conversation_with_a_named_filter_contradicts_itself() -> None:
    with pytest.raises(Invalid, match="conversation"):
        filter_output(PYTEST, "pytest", conversation=True)


def test_a_named_filter_is_an_instruction_whatever_the_text() -> None:
    assert filter_output(CONVERSATION, "generic_logs").name == "generic_logs"


def test_a_filter_that_would_not_shorten_changes_nothing() -> None:
    assert filter_output("FAILED tests/test_a.py::test_x", "pytest") == Filtered("FAILED tests/test_a.py::test_x")


@pytest.mark.parametrize(
    "name", [each.name for each in FILTERS if each.name not in ("json_blob", "markdown", "http_log")]
)
def test_nothing_of_note_is_said_so(name: str) -> None:
    noise = {
        "cargo": "   Compiling a v1.0.0\n   Compiling b v1.0.0\n   Compiling c v1.0.0",
        "git_status": "On branch main\nYour branch is up to date.\nnothing to commit, working tree clean",
        "npm": "npm warn deprecated a\nnpm warn deprecated b\nnpm notice new version",
        "stack_trace": "\n\n" + " " * 40,
    }.get(name, "a line like any other\n" * 5)
    each = next(each for each in FILTERS if each.name == name)

    assert filter_output(noise, name).text == each.nothing


def test_colours_are_stripped_before_anything_is_matched() -> None:
    coloured = "\n".join(f"\x1b[32m{line}\x1b[0m" for line in GENERIC_LOGS.splitlines())

    filtered = filter_output(coloured)

    assert filtered.name == "generic_logs"
    assert "\x1b" not in filtered.text


@pytest.mark.parametrize("sample", [CARGO, GIT_STATUS])
def test_documentation_about_output_is_not_output(sample: str) -> None:
    documentation = f"This is what it looks like when a build breaks on the old compiler.\n```\n{sample}\n```\n"

    assert detect(documentation) is None


def test_a_trace_is_trimmed_even_in_documentation() -> None:
    text = f"When this happens, the config is missing a total and the order can't be read.\n```\n{STACK_TRACE}```"

    found = detect(text)

    assert found is not None
    assert found.name == "stack_trace"


def test_a_sentence_among_the_output_stays() -> None:
    said = "The build is fine on Anna's machine and broken in CI."
    japanese = "このログは本番で取った。"

    text = filter_output(f"{said}\n{japanese}\n{GENERIC_LOGS}").text

    assert text.startswith(f"{said}\n{japanese}\n")


def test_short_output_needs_more_signs() -> None:
    short = "\n".join(GENERIC_LOGS.splitlines()[:3])

    assert detect(short) is None
    assert detect("INFO a\nINFO b\nINFO c\nINFO d") is None  # under 100 characters


HOSTILE = (
    *("\n", " ", "`", "![](", "at ", "/a", "A b c d e ", "A: ", "ERROR ", '"a":[', "ぁ", "\x1b[", "(", ":"),
    *("  at :", "  at a(", "GET a ", "GET /", "| a |", "- [a](#", "=", "___", "E   ", "<!--", 'File "', "a_b.c::"),
)


@pytest.mark.parametrize("piece", HOSTILE)
@pytest.mark.parametrize("name", BY_NAME)
def test_hostile_texts_take_time_in_proportion(name: str, piece: str) -> None:
    text = (piece * (65_536 // len(piece)))[:65_536]

    started = time.process_time()
    filter_output(text, name)
    filter_output(BY_NAME[name] + text)

    # Quadratic patterns would take minutes for a content of the greatest length.
    assert time.process_time() - started < 2

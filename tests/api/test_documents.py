"""Reading documents: what is kept, what is refused, and that no text takes long."""

from __future__ import annotations

import time

import pytest

from graphmem.api.documents import LONGEST_CACHED, DocumentReader
from graphmem.api.limits import Limits
from tests.api.standin import make_schema


@pytest.fixture
def reader() -> DocumentReader:
    return DocumentReader(make_schema(), Limits())


def first_error(reader: DocumentReader, text: str) -> str:
    return reader.read(text).errors[0].message


def test_a_good_text_is_read_once(reader: DocumentReader) -> None:
    assert reader.read("{ agent }").errors == ()
    assert reader.read("{ agent }") is reader.read("{ agent }")


def test_a_long_text_is_not_kept(reader: DocumentReader) -> None:
    text = "{ agent }" + " " * LONGEST_CACHED
    assert reader.read(text) is not reader.read(text)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("{", "Syntax Error"),
        ("{ agent" + " agent" * 2000 + "}", "more than 2000 tokens"),
        ("{item" * 400 + "{name}" + "}" * 400, "nested too deeply"),
        ("{item{" + "items{" * 25 + "name" + "}" * 27, "27 levels of fields"),
        ("{item{...f}} fragment f on Item{items{...f}}", "within itself"),
        ("{item{...unknown}}", "Unknown fragment 'unknown'"),
        ("{agnet}", "Cannot query field 'agnet' on type 'Query'."),
        ("{echo(text: " + "[" * 900 + "]" * 900 + ")}", "nested too deeply"),
    ],
)
def test_faults_are_told(reader: DocumentReader, text: str, message: str) -> None:
    assert message in first_error(reader, text)


@pytest.mark.parametrize(
    "text",
    [
        "{item{" + "items{name} " * 495 + "}}",
        "{item{" + "name " * 1990 + "}}",
        "{item{" + "".join(f"...f{i} " for i in range(150)) + "}}"
        "" + "".join(f"fragment f{i} on Item{{name items{{name}}}}" for i in range(150)),
    ],
)
def test_the_dearest_texts_are_bounded(reader: DocumentReader, text: str) -> None:
    begun = time.thread_time()
    reader.read(text)
    # Of this thread alone, so that a busy machine does not count: unbounded, each of these takes ten times as long.
    assert time.thread_time() - begun < 3


def test_introspection_can_be_closed() -> None:
    reader = DocumentReader(make_schema(), Limits(), introspection=False)
    assert "introspection has been disabled" in first_error(reader, "{__schema{types{name}}}")
    assert reader.read("{__typename}").errors == ()

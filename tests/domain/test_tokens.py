"""Tokens: where a text is split and what each piece is."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphmem.domain.tokens import Kind, cjk_bigrams, is_cjk, tokenise


@pytest.mark.parametrize(
    ("text", "tokens"),
    [
        ("The gateway listens", "the:STOP gateway:WORD listen:WORD"),
        ("It doesn't, never!", "it:STOP doesn't:NEGATION ,:MARK never:NEGATION !:END"),
        ("API and José's NATS", "api:NAME and:STOP jos:NAME nats:NAME"),
        ("port 8443, v1.2.3", "port:WORD 8443:NUMBER ,:MARK 1.2.3:NUMBER"),
        ("1,000 at 9:30 on 2023-05-01", "1000:NUMBER at:STOP 9:30:NUMBER on:STOP 2023-05-01:NUMBER"),
        ("$5 30% #7 10.0.0.1 30s", "$5:NUMBER 30%:NUMBER #7:NUMBER 10.0.0.1:NUMBER 30s:NUMBER"),
        ("two approvals", "2:NUMBER approval:WORD"),
        ("maxTokens max_tokens src/app.py", "maxtokens:CODE max_tokens:CODE src/app.py:CODE"),
        ("app.py::PORT=9090", "app.py::port:CODE 9090:NUMBER"),
        ("C++, C# and R&D", "c++:CODE ,:MARK c#:CODE and:STOP r&d:CODE"),
        ("see https://a.b/c.", "see:WORD https://a.b/c:CODE .:END"),
        ("state-of-the-art; A→B", "stat:WORD of:STOP the:STOP art:WORD ;:END a:STOP →:MARK b:NAME"),
        ("one\n\ntwo\n- three", "one:STOP ;:END 2:NUMBER ;:END 3:NUMBER"),
        ("wrapped\nline", "wrap:WORD lin:WORD"),
        (
            "ゲートウェイのポートを９４４３に変更した。",
            "ゲートウェイ:WORD の:STOP ポート:WORD を:STOP 9443:NUMBER に:STOP 変更:WORD した:STOP 。:END",
        ),
        ("もう使わない", "もう:STOP 使:WORD わない:NEGATION"),
        ("", ""),
        ("💡 ...", "...:END"),
    ],
)
def test_a_text_is_split_into_tokens(text: str, tokens: str) -> None:
    assert " ".join(f"{token.stem}:{token.kind.name}" for token in tokenise(text)) == tokens


@pytest.mark.parametrize(("text", "speaks"), [("gateway", True), ("8443", True), ("the", False), (",", False)])
def test_content_speaks(text: str, speaks: bool) -> None:
    assert tokenise(text)[0].speaks is speaks


def test_cjk_stretches_give_bigrams() -> None:
    assert cjk_bigrams("しりとり and 木") == {"しり", "りと", "とり", "木"}
    assert cjk_bigrams("plain") == frozenset()
    assert [is_cjk(token) for token in tokenise("木 wood é")] == [True, False, False]


@given(st.text())
def test_any_text_can_be_split(text: str) -> None:
    assert all(token.stem and isinstance(token.kind, Kind) for token in tokenise(text))

"""The file of tokens: made, found, revoked, and never more readable than need be."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path

import pytest

from graphmem.api.tokens import TokenFile, TokenFileError
from graphmem.domain.model import Scope


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "data" / "tokens.json"


@pytest.fixture
def tokens(path: Path) -> TokenFile:
    return TokenFile(path, clock=lambda: 42)


def test_a_token_opens_what_it_was_made_for(tokens: TokenFile) -> None:
    presented = tokens.add("claude", "team", [Scope.READ, Scope.WRITE])
    token = tokens.find(presented)
    assert token is not None
    assert (token.agent, token.space, token.scopes, token.created_at) == (
        "claude",
        "team",
        {Scope.READ, Scope.WRITE},
        42,
    )


def test_the_file_holds_no_secret_and_is_its_owners(tokens: TokenFile, path: Path) -> None:
    secret = tokens.add("claude", "team", [Scope.READ]).rpartition("_")[2]
    assert secret not in path.read_text()
    assert path.stat().st_mode & 0o077 == 0
    assert [entry.name for entry in path.parent.iterdir()] == ["tokens.json"]


NEAR_MISSES: list[Callable[[str], str]] = [
    lambda token: token[:-1] + ("A" if token[-1] != "A" else "B"),
    lambda token: token + "A",
    str.upper,
]


@pytest.mark.parametrize("change", NEAR_MISSES)
def test_a_near_miss_opens_nothing(tokens: TokenFile, change: Callable[[str], str]) -> None:
    assert tokens.find(change(tokens.add("claude", "team", [Scope.READ]))) is None


@pytest.mark.parametrize("presented", ["", "gmt_", "gmt_000000000000_" + "A" * 43, "é"])
def test_what_is_no_token_opens_nothing(tokens: TokenFile, presented: str) -> None:
    assert tokens.find(presented) is None


def test_a_revoked_token_is_refused_by_another_reader_at_once(tokens: TokenFile, path: Path) -> None:
    kept, gone = (tokens.add(name, "team", [Scope.READ]) for name in ("kept", "gone"))
    service = TokenFile(path)
    found = service.find(gone)
    assert found is not None
    assert tokens.revoke(found.id).agent == "gone"
    assert service.find(gone) is None
    assert service.find(kept) is not None


def test_revoking_what_is_not_there(tokens: TokenFile) -> None:
    with pytest.raises(TokenFileError, match="graphmem token list"):
        tokens.revoke("nope")


@pytest.mark.parametrize(
    ("agent", "space", "scopes", "message"),
    [
        ("", "team", [Scope.READ], "agent's name"),
        ("a b", "team", [Scope.READ], "agent's name"),
        ("a\n", "team", [Scope.READ], "agent's name"),
        ("graphmem", "team", [Scope.READ], "service's own"),
        ("Graphmem", "team", [Scope.READ], "service's own"),
        ("a", "../x", [Scope.READ], "space's name"),
        ("a", "Team", [Scope.READ], "space's name"),
        ("a", "team", [], "at least one scope"),
    ],
)
def test_what_a_token_needs(tokens: TokenFile, agent: str, space: str, scopes: list[Scope], message: str) -> None:
    with pytest.raises(TokenFileError, match=message):
        tokens.add(agent, space, scopes)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        "{}",
        '{"format": 2, "tokens": []}',
        '{"format": 1, "tokens": [1]}',
        '{"format": 1, "tokens": [{"id": "", "sha256": "", "agent": "a", "space": ".", "scopes": ["read"]}]}',
        '{"format": 1, "tokens": [{"id": "", "sha256": "", "agent": "a", "space": "x", "scopes": ["root"]}]}',
    ],
)
def test_a_damaged_file_is_told_not_taken_for_empty(path: Path, text: str) -> None:
    path.parent.mkdir()
    path.write_text(text)
    with pytest.raises(TokenFileError):
        TokenFile(path).all()


def test_a_file_that_is_gone_holds_nothing(tokens: TokenFile, path: Path) -> None:
    presented = tokens.add("claude", "team", [Scope.READ])
    assert len(tokens.all()) == 1
    path.unlink()
    assert tokens.all() == []
    assert tokens.find(presented) is None


def test_a_change_within_one_instant_is_noticed(tokens: TokenFile, path: Path) -> None:
    tokens.add("claude", "team", [Scope.READ])
    reader = TokenFile(path)
    reader.all()
    before = path.stat()
    tokens.revoke(reader.all()[0].id)
    os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))
    assert reader.all() == []
    assert json.loads(path.read_text())["tokens"] == []

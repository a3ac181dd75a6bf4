"""The file of tokens: who may enter which space, and do what there.

Owns how a token is made, hashed, kept and compared. What a request does with one is in `auth`. The file is
read again whenever it changes, so that a revoked token is refused at once, without a restart.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import os
import re
import secrets
import tempfile
import threading
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from graphmem.clock import Clock, system_clock
from graphmem.domain.model import Micros, Scope, is_reserved

FORMAT: Final = 1
AGENT: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9._@:/+-]{0,63}")
"""What an agent may be called: readable in a log line, harmless in any."""

SPACE: Final = re.compile(r"[a-z0-9][a-z0-9_-]{0,62}")
"""What a space may be called: it is a folder's name."""

_TOKEN: Final = re.compile(r"gmt_([0-9a-f]{12})_([A-Za-z0-9_-]{43})")


class TokenFileError(ValueError):
    """The token file can't be read, or what was asked of it can't be done."""


@dataclass(frozen=True, slots=True)
class Token:
    """A token as it is kept: all but the secret, of which only the hash is known."""

    id: str
    digest: str
    agent: str
    space: str
    scopes: frozenset[Scope]
    created_at: Micros

    def opens_with(self, secret: str) -> bool:
        """Whether the secret is the one; takes the same time for a near miss as for a far one."""
        return hmac.compare_digest(self.digest, _digest(secret))


class TokenFile:
    """Tokens in one JSON file, readable by its owner only. Safe to use from several threads."""

    def __init__(self, path: Path, clock: Clock = system_clock) -> None:
        self._path = path
        self._clock = clock
        self._lock = threading.Lock()
        self._stamp: tuple[int, int] | None = None
        self._tokens: dict[str, Token] = {}

    def all(self) -> list[Token]:
        """List the tokens, oldest first. Raises TokenFileError where the file is damaged."""
        return list(self._fresh().values())

    def find(self, presented: str) -> Token | None:
        """Find the token that was presented, if it is one of these."""
        parts = _TOKEN.fullmatch(presented)
        token = self._fresh().get(parts[1]) if parts else None
        return token if parts and token and token.opens_with(parts[2]) else None

    def holds(self, ident: str) -> bool:
        """Whether the token of this id is still there."""
        return ident in self._fresh()

    def add(self, agent: str, space: str, scopes: Collection[Scope]) -> str:
        """Make a token and return it: the only time that its secret is seen."""
        if not AGENT.fullmatch(agent):
            raise TokenFileError("an agent's name is 1 to 64 letters, digits or any of . _ @ : / + -")
        if is_reserved(agent):
            raise TokenFileError(f"the agent {agent} is the service's own, for its upkeep: choose another name")
        if not SPACE.fullmatch(space):
            raise TokenFileError("a space's name is 1 to 63 lower-case letters, digits, - or _")
        if not scopes:
            raise TokenFileError("a token needs at least one scope: read, write, forget, admin")
        ident, secret = secrets.token_hex(6), secrets.token_urlsafe(32)
        token = Token(ident, _digest(secret), agent, space, frozenset(scopes), self._clock())
        self._write([*self.all(), token])
        return f"gmt_{ident}_{secret}"

    def revoke(self, ident: str) -> Token:
        """Take a token out by its id. Raises TokenFileError for an unknown one."""
        kept = self._fresh()
        if ident not in kept:
            raise TokenFileError(f"no token has the id {ident!r}; graphmem token list shows them")
        self._write([token for token in kept.values() if token.id != ident])
        return kept[ident]

    def _fresh(self) -> dict[str, Token]:
        with self._lock:
            stamp = self._stat()
            if stamp != self._stamp:
                self._tokens = _parse(self._path) if stamp else {}
                self._stamp = stamp
            return self._tokens

    def _stat(self) -> tuple[int, int] | None:
        try:
            facts = self._path.stat()
        except FileNotFoundError:
            return None
        return facts.st_mtime_ns, facts.st_ino

    def _write(self, tokens: Iterable[Token]) -> None:
        self._path.parent.mkdir(parents=True, exist_ok=True)
        text = json.dumps({"format": FORMAT, "tokens": [_entry(token) for token in tokens]}, indent=2)
        handle, name = tempfile.mkstemp(dir=self._path.parent, prefix=".tokens")
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(text + "\n")
            file.flush()
            os.fsync(file.fileno())
        Path(name).replace(self._path)


def _digest(secret: str) -> str:
    # 256 random bits can't be guessed from a fast hash; a slow one would only slow every request.
    return hashlib.sha256(secret.encode()).hexdigest()


def _entry(token: Token) -> dict[str, Any]:
    return {
        "id": token.id,
        "sha256": token.digest,
        "agent": token.agent,
        "space": token.space,
        "scopes": sorted(token.scopes),
        "created_at": token.created_at,
    }


def _parse(path: Path) -> dict[str, Token]:
    try:
        content = json.loads(path.read_text(encoding="utf-8"))
        if content["format"] != FORMAT:
            raise TokenFileError(f"{path} has the format {content['format']!r}; this version reads {FORMAT}")
        tokens = [_token(entry) for entry in content["tokens"]]
    except (OSError, KeyError, TypeError, AttributeError, ValueError) as error:
        if isinstance(error, TokenFileError):
            raise
        raise TokenFileError(f"{path} is not a file of tokens ({type(error).__name__})") from None
    return {token.id: token for token in tokens}


def _token(entry: dict[str, Any]) -> Token:
    scopes = frozenset(Scope(scope) for scope in entry["scopes"])
    if not (AGENT.fullmatch(entry["agent"]) and SPACE.fullmatch(entry["space"]) and scopes):
        raise ValueError("agent, space or scopes")
    return Token(entry["id"], entry["sha256"], entry["agent"], entry["space"], scopes, int(entry["created_at"]))

"""Claims about the code: what may be claimed, and how it is written.

Owns the syntax. `path` says that something is there, `!path` that nothing is, `path::symbol` that a file
defines a name, `path::NAME=literal` that it binds a name to a value. Checking them needs a worktree, and is
in `graphmem.store.worktree`.
"""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import PurePosixPath
from typing import Any, Final

from graphmem.domain.errors import Invalid, LimitExceeded, Problem, Problems

MOST_CLAIMS: Final = 64
"""Most claims of one memory (bettermemory)."""

LONGEST_CLAIM: Final = 1024
"""Most characters of one claim (bettermemory)."""


class Language(StrEnum):
    """What a file is written in, as far as claims are concerned."""

    PYTHON = "python"
    JAVASCRIPT = "javascript"
    TYPESCRIPT = "typescript"
    TSX = "tsx"
    GO = "go"
    RUST = "rust"
    JAVA = "java"
    C = "c"
    CPP = "c++"
    JSON = "json"
    TOML = "toml"
    YAML = "yaml"
    ENV = "env"


_SUFFIXES: Final = {
    Language.PYTHON: ".py .pyi",
    Language.JAVASCRIPT: ".js .mjs .cjs .jsx",
    Language.TYPESCRIPT: ".ts .mts .cts",
    Language.TSX: ".tsx",
    Language.GO: ".go",
    Language.RUST: ".rs",
    Language.JAVA: ".java",
    Language.C: ".c",
    Language.CPP: ".h .cc .cpp .cxx .hh .hpp .hxx",
    Language.JSON: ".json",
    Language.TOML: ".toml",
    Language.YAML: ".yaml .yml",
    Language.ENV: ".env",
}
_BY_SUFFIX: Final = {suffix: language for language, all_ in _SUFFIXES.items() for suffix in all_.split()}
_DATA: Final = frozenset({Language.JSON, Language.TOML, Language.YAML, Language.ENV})

WITH_SYMBOLS: Final = frozenset(Language) - _DATA
"""Languages whose definitions can be claimed."""

WITH_LITERALS: Final = _DATA | {Language.PYTHON}
"""Languages whose values can be claimed."""

_SYMBOL: Final = re.compile(r"[^\W\d][\w$]*(?:(?:\.|::|#)[^\W\d][\w$]*)*")
_KEY: Final = re.compile(r"[\w$@/-]+(?:\.[\w$@/-]+)*")
_DRIVE: Final = re.compile(r"^[A-Za-z]:")
_CONTROL: Final = re.compile(r"[\x00-\x1f\x7f]")
# A claim about such a name would let a caller guess a secret that it can't read.
_SECRET_NAME: Final = re.compile(
    r"passw|passphrase|passcode|pwd|secret|credential|(?:^|[_.-])(?:token|salt|pin|pass)$"
    r"|(?:auth|access|api|bot|refresh)_?token|(?:api|access|private|signing|encryption|account|service|auth)[_-]?key",
    re.I,
)
_ABOUT_SECRETS: Final = re.compile(
    r"(?:min|max|length|len|rounds?|ttl|expiry|days|attempts|timeout|policy|field|header|algorithm|required)$", re.I
)


@dataclass(frozen=True, slots=True)
class ClaimForm:
    """A claim taken apart. `literal` is the value as the caller wrote it; see `literal_value`."""

    text: str
    path: str
    absent: bool = False
    symbol: str | None = None
    name: str | None = None
    literal: str | None = None

    @property
    def language(self) -> Language | None:
        """What the claimed file is written in; None where claims can't look inside."""
        return language_of(self.path)


def language_of(path: str) -> Language | None:
    """Tell a file's language by its name; `.env` and `.env.local` are both env files."""
    name = PurePosixPath(path).name
    if name == ".env" or name.startswith(".env."):
        return Language.ENV
    return _BY_SUFFIX.get(PurePosixPath(name).suffix.lower())


def parse_claims(texts: Sequence[str]) -> tuple[ClaimForm, ...]:
    """Read all claims of a memory, each once; raises Problems with every one that can't be."""
    if len(texts) > MOST_CLAIMS:
        raise LimitExceeded(f"At most {MOST_CLAIMS} claims, but {len(texts)} were given.", ("claims",))
    forms: dict[str, ClaimForm] = {}
    problems: list[Problem] = []
    for number, text in enumerate(texts):
        try:
            form = parse_claim(text)
        except Problem as problem:
            problems.append(problem.below("claims", str(number)))
        else:
            forms.setdefault(form.text, form)
    if problems:
        raise Problems(problems)
    return tuple(forms.values())


def parse_claim(text: str) -> ClaimForm:
    """Read one claim; raises Invalid with what is wrong about it."""
    claim = text.strip()
    if len(claim) > LONGEST_CLAIM:
        raise LimitExceeded(f"A claim has at most {LONGEST_CLAIM} characters.")
    if _CONTROL.search(claim):
        raise Invalid("A claim has no control characters.")
    absent = claim.startswith("!")
    path_text, separator, rest = claim.removeprefix("!").partition("::")
    path = claim_path(path_text)
    if not separator:
        return ClaimForm(claim, path, absent=absent)
    if absent:
        raise Invalid("Only a path can be claimed to be absent: write !path.")
    name, equals, literal = rest.partition("=")
    if equals:
        return _literal_claim(claim, path, name.strip(), literal.strip())
    return _symbol_claim(claim, path, rest.strip())


def claim_path(text: str) -> str:
    """Check a path of a claim: relative to the worktree, forward slashes, nothing that leads out of it."""
    path = text.strip()
    parts = path.split("/")
    if not path or path.startswith(("/", "~")) or _DRIVE.match(path) or "\\" in path:
        raise Invalid(f"{path!r} is not a path relative to the worktree, with forward slashes.")
    if ".." in parts:
        raise Invalid(f"{path!r} leads out of the worktree: no '..' in a claim.")
    tidy = "/".join(part for part in parts if part not in ("", "."))
    if not tidy:
        raise Invalid(f"{path!r} names the worktree itself: claim something in it.")
    return tidy


def literal_value(literal: str) -> Any:
    """Read a claimed value: JSON, else a Python literal, else the words themselves as a text."""
    try:
        return json.loads(literal)
    except (ValueError, RecursionError):
        pass
    try:
        return ast.literal_eval(literal)
    except (ValueError, SyntaxError, TypeError, MemoryError, RecursionError):
        return literal


def same_value(claimed: Any, found: Any) -> bool:
    """Whether two values are equal and of one type: 30 is not 30.0, and 1 is not True.

    Walks the claimed value only, whose size is limited, so that a hostile file can't make it walk on.
    """
    if type(claimed) is not type(found):
        return _both_lists(claimed, found) and _same_items(claimed, found)
    if isinstance(claimed, dict):
        same_keys = claimed.keys() == found.keys()
        return same_keys and all(same_value(value, found[key]) for key, value in claimed.items())
    if isinstance(claimed, list | tuple):
        return _same_items(claimed, found)
    return bool(claimed == found)


def _both_lists(claimed: Any, found: Any) -> bool:
    # JSON knows no tuples, so a claimed list may stand for one.
    return isinstance(claimed, list) and isinstance(found, list | tuple)


def _same_items(claimed: Sequence[Any], found: Sequence[Any]) -> bool:
    return len(claimed) == len(found) and all(map(same_value, claimed, found))


def _symbol_claim(claim: str, path: str, symbol: str) -> ClaimForm:
    language = language_of(path)
    if not _SYMBOL.fullmatch(symbol):
        raise Invalid(f"{symbol!r} is not a name: write path::name, or path::Outer.inner.")
    if language not in WITH_SYMBOLS:
        raise Invalid(f"Definitions can't be looked up in {path}: they can in {_listed(WITH_SYMBOLS)}.")
    return ClaimForm(claim, path, symbol=re.sub("::|#", ".", symbol))


def _literal_claim(claim: str, path: str, name: str, literal: str) -> ClaimForm:
    language = language_of(path)
    if not _KEY.fullmatch(name) or not literal:
        raise Invalid("A value is claimed as path::NAME=literal.")
    if language not in WITH_LITERALS:
        raise Invalid(f"Values can't be looked up in {path}: they can in {_listed(WITH_LITERALS)}.")
    if _SECRET_NAME.search(name) and not _ABOUT_SECRETS.search(name):
        raise Invalid(f"{name} sounds like a secret, and those are not compared: claim path or path::name.")
    return ClaimForm(claim, path, name=name, literal=literal)


def _listed(languages: frozenset[Language]) -> str:
    return ", ".join(sorted(languages))

"""Names that are not words: addresses (files, URLs, e-mails, symbols) and codes (tickets, versions, commits).

One character makes another thing there. Owns how such a name is recognised and which spellings of an address
are the same one.
"""

from __future__ import annotations

import posixpath
import re
import unicodedata
from enum import StrEnum
from functools import lru_cache
from typing import Final
from urllib.parse import urlsplit, urlunsplit

from graphmem.domain.model import EntityKind
from graphmem.domain.names import plain, squash


class Shape(StrEnum):
    """What a name looks like. Addresses are equal or not; codes may differ in their separators; words in more."""

    WORDS = "words"
    PATH = "path"
    URL = "url"
    EMAIL = "e-mail"
    SYMBOL = "symbol"
    COMMIT = "commit"
    VERSION = "version"
    TICKET = "ticket"


ADDRESSES: Final = frozenset({Shape.PATH, Shape.URL, Shape.EMAIL, Shape.SYMBOL})
CODES: Final = frozenset({Shape.COMMIT, Shape.VERSION, Shape.TICKET})

_SYMBOLIC_KINDS: Final = frozenset({None, EntityKind.OTHER, EntityKind.CONCEPT})
_WRAPPING: Final = " \t\r\n`'\"<>"

_URL: Final = re.compile(r"(?:[a-z][a-z0-9+.-]*://|www\.|mailto:|[\w.+-]+@[\w.-]+:)\S+\Z", re.IGNORECASE)
_EMAIL: Final = re.compile(r"[^\s@/:]+@[^\s@/:]+\.[^\s@/:.]+\Z")
_PATH: Final = re.compile(
    r"(?:\.{1,2}|~|[A-Za-z]:)?[/\\]\S.*\Z"
    r"|(?:[\w.@+-]+[/\\]+)+[\w.@+-]*\.[A-Za-z]\w{0,9}\Z"
    r"|[\w-][\w.-]*\.(?:py|pyi|pyc|ts|tsx|jsx|rs|go|java|kt|rb|c|h|cc|cpp|hpp|cs|sh|md|rst|txt|ya?ml|json|jsonl|toml"
    r"|cfg|ini|csv|tsv|sql|html?|css|scss|xml|ipynb|pdf|docx?|xlsx?|pptx?|png|jpe?g|svg|lock|log)\Z"
)
_SYMBOL: Final = re.compile(
    r"[\w$.:~<>,]*(?:::|->)[\w$.:~<>(),]*\Z"
    r"|[\w$.]+\(\)\Z"
    r"|[$_][A-Za-z_]\w*\Z"
    r"|[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+\Z"
    r"|[A-Z]\w*\.(?!(?:js|io|ai|py|rs|sh|net|com|org|dev|app)\Z)[a-z_]\w*\Z"
    r"|[a-z]{2,}[a-z0-9]*[A-Z](?!S\Z)\w*\Z"
    r"|[A-Za-z]\w*(?:\.[A-Za-z_]\w*)*\.(?:\w*[a-z0-9][A-Z]\w*|\w*[A-Za-z0-9]_\w*)\Z"
    r"|(?:\w*[a-z0-9][A-Z]\w*|\w*[A-Za-z0-9]_\w*)(?:\.[A-Za-z_]\w*)+\Z"
)
_COMMIT: Final = re.compile(r"(?=[a-f]*\d)(?=\d*[a-f])[0-9a-f]{7,64}\Z")
_VERSION: Final = re.compile(r"[vV]?\d+(?:\.\d+)+(?:[-+.]?[A-Za-z0-9]+)*\Z")
_TICKET: Final = re.compile(r"(?:[A-Z]{1,10}[ -]?\d+|[A-Z][A-Z0-9]{1,9}-\d+|#\d+)\Z")
_SEVERAL_WORDS: Final = re.compile(r"[^\W_]+(?: [^\W_]+)+\Z")
_DRIVE: Final = re.compile(r"[A-Za-z]:")
_CALL: Final = re.compile(r"\(\)\Z")
_DEFAULT_PORTS: Final = {"http": ":80", "https": ":443"}


_SNAKE: Final = re.compile(r"[a-z0-9]+(?:_[a-z0-9]+)+\Z")


def spelled_as_symbol(kind: EntityKind | None, left: str, right: str) -> bool:
    """Whether an underscore may be part of the name: get_user and getuser are two functions in most languages."""
    either = _SNAKE.match(left) or _SNAKE.match(right)
    return kind in _SYMBOLIC_KINDS and either is not None and " " not in f"{left}{right}"


def _bare(name: str) -> str:
    return unicodedata.normalize("NFC", name).strip().strip(_WRAPPING)


@lru_cache(maxsize=8192)
def shape_of(kind: EntityKind | None, name: str) -> Shape:
    """The shape of a name; a symbol is only seen in kinds that could be one (other, concept, unknown)."""
    if kind is EntityKind.FILE:
        return Shape.PATH
    text = _bare(name)
    if _SEVERAL_WORDS.match(text):
        return Shape.TICKET if _TICKET.match(text) else Shape.WORDS
    for shape, pattern in _PATTERNS:
        if pattern.match(text) and (shape is not Shape.SYMBOL or kind in _SYMBOLIC_KINDS):
            return shape
    return Shape.WORDS


_PATTERNS: Final = (
    (Shape.EMAIL, _EMAIL),
    (Shape.URL, _URL),
    (Shape.PATH, _PATH),
    (Shape.COMMIT, _COMMIT),
    (Shape.VERSION, _VERSION),
    (Shape.TICKET, _TICKET),
    (Shape.SYMBOL, _SYMBOL),
)


def normal_path(name: str) -> str:
    """A path with one spelling: forward slashes, no `./`, `//`, `x/..` or last slash; case stays."""
    text = _bare(name).replace("\\", "/")
    rooted = "/" if text.startswith("/") else ""
    path = posixpath.normpath(rooted + text.lstrip("/")) if text.strip("/") else rooted
    return path[0].lower() + path[1:] if _DRIVE.match(path) else path


def normal_url(name: str) -> str:
    """A URL with scheme and host in lower case, without the default port; path, query and case stay."""
    text = _bare(name)
    try:
        parts = urlsplit(text)
    except ValueError:
        return text
    scheme, host = parts.scheme.lower(), parts.netloc.lower()
    host = host.removesuffix(_DEFAULT_PORTS.get(scheme, "\0"))
    return urlunsplit((scheme, host, parts.path or ("/" if host else ""), parts.query, parts.fragment))


def identity(shape: Shape, name: str) -> str:
    """What must be equal for two names to be the same address."""
    if shape is Shape.PATH:
        return normal_path(name)
    if shape is Shape.URL:
        return normal_url(name)
    if shape is Shape.EMAIL:
        return _bare(name).casefold()
    return _CALL.sub("", _bare(name))


def loosened(shape: Shape, name: str) -> str:
    """An address without case, and a URL without scheme and last slash: enough to suggest, never to link."""
    exact = identity(shape, name)
    if shape is Shape.SYMBOL:
        return squash(plain(exact))
    if shape is Shape.URL:
        return exact.casefold().split("://", 1)[-1].removeprefix("www.").rstrip("/").removesuffix(".git")
    return exact.casefold()

"""Turns text into the terms it is found by, the same for memories and for questions. Owns no index."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from itertools import islice, pairwise
from typing import Final

from Stemmer import Stemmer

from graphmem.domain.letters import plain_letters
from graphmem.store.index.irregular import BASE_FORMS
from graphmem.store.index.stopwords import STOP_WORDS

_UNSPACED: Final = (
    "\u0e01-\u0e3a\u0e40-\u0e4e\u0e81-\u0edf\u1000-\u109f\u1780-\u17d3"  # Thai, Lao, Burmese, Khmer
    "\u3005-\u3007\u3041-\u3096\u309d-\u309f\u30a1-\u30fa\u30fc-\u30ff\u31f0-\u31ff"  # kana
    "\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U000323af\uac00-\ud7a3"  # han, hangul
)
"""Scripts without blanks between words, or with more endings than a stemmer knows: cut into pairs of characters."""

_CHUNK: Final = re.compile(rf"[{_UNSPACED}]+|[^\s{_UNSPACED}]+")
_RUN: Final = re.compile(rf"[{_UNSPACED}]")
_SYMBOL: Final = re.compile("[\u2190-\u21ff\u2300-\u27bf\u2b00-\u2bff\U0001f000-\U0001faff]")
_PIECE: Final = re.compile(r"[\w.\-/\\:@+#&~]+")
_THOUSANDS: Final = re.compile(r"(?<=\d),(?=\d{3}(?!\d))")
_CONTRACTED: Final = re.compile(r"'(s|ll|d|ve|re|m)$", re.IGNORECASE)
_NUMBERED: Final = re.compile(r"v?(\d+(?:\.\d+)+\w*)$")
_JOINED: Final = re.compile(r"(?<!\d)[-_]+|[-_]+(?!\d)")
_INITIALS: Final = re.compile(r"(?:[^\W\d_]\.)+[^\W\d_]")
_HUMP: Final = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[^\W\d_A-Z]+|\d+")
_SEPARATORS: Final = tuple(map(re.compile, (r"[/\\]+", r"[:@&~+#]+", r"\.+", r"[-_]+")))
_OPENING: Final = "\"'([{"
_CLOSING: Final = ".,;:!?\"')]}"

_JOINTS: Final = "_-/\\:@+#&~"

_TERM_LENGTH: Final = 64
_CHUNK_TERMS: Final = 64
_CACHED: Final = 200_000
_SHORT: Final = 4_000
_stem: Final = Stemmer("english").stemWord
_cache: dict[str, tuple[str, ...]] = {}


def terms(text: str) -> list[str]:
    """The terms of a text in order; a term comes as often as it stands there.

    Accents and case folded, stop words left out, English words stemmed; identifiers, paths and versions whole
    and in parts; scripts without blanks as single characters and pairs.
    """
    return list(_terms(text) if len(text) <= _SHORT else _read(text))


def _read(text: str) -> list[str]:
    found: list[str] = []
    for chunk in _chunks(text):
        known = _cache.get(chunk)
        found += _remembered(chunk) if known is None else known
    return found


# A text is read when it is compared with its neighbours, and again when it is taken into the index.
@lru_cache(maxsize=1024)
def _terms(text: str) -> tuple[str, ...]:
    return tuple(_read(text))


def question_terms(text: str) -> dict[str, str]:
    """The terms to look for, each with the words it comes from, in order of their first coming.

    Of a script without blanks only the pairs count, unless a character stands alone.
    """
    found: dict[str, str] = {}
    for chunk in _chunks(text):
        many = len(chunk) > 1 and _RUN.match(chunk) is not None
        for term in _cache.get(chunk) or _remembered(chunk):
            if not many or len(term) > 1:
                found.setdefault(term, term if many else chunk.lstrip(_OPENING).rstrip(_CLOSING))
    return found


def _chunks(text: str) -> list[str]:
    return text.split() if text.isascii() else _CHUNK.findall(plain_letters(text))


def _remembered(chunk: str) -> tuple[str, ...]:
    if len(_cache) >= _CACHED:
        _cache.clear()
    word = chunk.rstrip(_CLOSING)
    if word.isalpha() and word.isascii():
        made = tuple(term[:_TERM_LENGTH] for term in _piece_terms(word))
    # A run without blanks can be a whole text: all of it counts, and it is not likely to come again.
    elif _RUN.match(chunk):
        return tuple(_chunk_terms(chunk))
    else:
        made = tuple(term[:_TERM_LENGTH] for term in islice(_chunk_terms(chunk), _CHUNK_TERMS))
    _cache[chunk] = made
    return made


def _chunk_terms(chunk: str) -> Iterator[str]:
    if _RUN.match(chunk):
        yield from chunk
        yield from (chunk[at : at + 2] for at in range(len(chunk) - 1))
        return
    yield from _SYMBOL.findall(chunk)
    bare = _CONTRACTED.sub("", chunk.rstrip(_CLOSING)).replace("'", "")
    for piece in _PIECE.findall(_THOUSANDS.sub("", bare)):
        yield from _piece_terms(_trimmed(piece))


def _trimmed(piece: str) -> str:
    """Without punctuation at its ends, but with what belongs to a name: `C++`, `C#`, `.NET`."""
    start = piece.lstrip(_JOINTS)
    body = start.lstrip("." + _JOINTS)
    lead = "." if start[:1] == "." and start[1:] == body and body[:1].isalpha() else ""
    return lead + body.rstrip("_.-/\\:@&~")


def _piece_terms(piece: str) -> Iterator[str]:
    if piece.isalpha() and (piece.islower() or piece.isupper() or piece[1:].islower()):
        word = piece.casefold()
        if word not in STOP_WORDS:
            yield _stem(BASE_FORMS.get(word, word))
    elif piece.isdigit():
        yield piece
    elif piece:
        yield from _compound_terms(piece, 0)


def _compound_terms(piece: str, level: int) -> Iterator[str]:
    """The piece whole, then its parts: cut at slashes, then at colons, dots, hyphens, humps."""
    folded = piece.casefold().replace("\\", "/")
    if numbered := _NUMBERED.match(folded):
        yield from dict.fromkeys((folded, numbered[1]))
        return
    if _INITIALS.fullmatch(folded):
        yield folded.replace(".", "")
        return
    whole = _JOINED.sub("", folded)
    yield _stem(whole) if whole.isalpha() else whole
    for separator in _SEPARATORS[level:]:
        level += 1
        parts = [part for part in map(_trimmed, separator.split(piece)) if part]
        if parts != [piece]:
            for part in parts:
                yield from _part_terms(part, level)
            return
    for hump in _humps(piece):
        yield from _piece_terms(hump)


def _part_terms(part: str, level: int) -> Iterator[str]:
    if part.isalnum() and not _humps(part):
        if len(part) > 1 or part.isdigit():
            yield from _piece_terms(part)
    else:
        yield from _compound_terms(part, level)


def _humps(word: str) -> list[str]:
    if len(humps := _HUMP.findall(word)) < 2:
        return []
    # A letter alone may belong to what follows: OAuth2 is found by oauth.
    led = [(one + two).capitalize() for one, two in pairwise(humps) if len(one) == 1 and (one + two).isalpha()]
    return [*(hump for hump in humps if len(hump) > 1), *(hump for hump in led if len(hump) < len(word))]

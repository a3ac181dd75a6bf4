"""Credentials that give themselves away by their form: vendors' keys, PEM blocks, JWTs and payment cards.

Owns the table of formats. Sources are the vendors' own descriptions of their keys. No pattern relies on a
word boundary of Unicode, since none lies between a key and a kanji next to it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final

_LEAST_DISTINCT: Final = 5
_SHORTEST: Final = 15


@dataclass(frozen=True, slots=True)
class Credential:
    """A credential found in a text, as the span to hide; it never carries the value."""

    kind: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Format:
    """A vendor's format: `hint` must occur in the text before the pattern is tried."""

    kind: str
    hint: str
    pattern: re.Pattern[str]
    accepts: Callable[[str], bool]


def _random(body: str) -> bool:
    # Kebab-case names are all lower case; keys have a capital, or at least no hyphens.
    return _with_digit(body) and ("-" not in body or any(c.isupper() for c in body))


def _with_digit(body: str) -> bool:
    return any(c.isdigit() for c in body)


def _any(_body: str) -> bool:
    return True


def _format(kind: str, hint: str, body: str, accepts: Callable[[str], bool] = _any) -> Format:
    # The same edges for all: nothing that could belong to a longer identifier on either side.
    return Format(kind, hint, re.compile(rf"(?<![A-Za-z0-9_])({body})(?![A-Za-z0-9_])"), accepts)


FORMATS: Final = (
    _format("aws access key", "AKIA", r"AKIA[0-9A-Z]{16}"),
    _format("aws access key", "ASIA", r"ASIA[0-9A-Z]{16}"),
    _format("api key", "sk-", r"sk-(?:[a-z]{2,6}[0-9]{0,2}-){0,2}[A-Za-z0-9_-]{20,}", _random),
    _format("stripe key", "_live_", r"[sr]k_live_[A-Za-z0-9]{24,}"),
    _format("stripe key", "k_test_", r"[sr]k_test_[A-Za-z0-9]{24,}"),
    _format("webhook secret", "whsec_", r"whsec_[A-Za-z0-9+/]{24,}={0,2}"),
    _format("github token", "gh", r"gh[pousr]_[A-Za-z0-9]{36,251}"),
    _format("github token", "github_pat_", r"github_pat_[A-Za-z0-9_]{22,}"),
    _format("gitlab token", "gl", r"gl(?:pat|dt|rt|ptt|cbt|soat|agent)-[A-Za-z0-9_-]{20,}"),
    _format("slack token", "xox", r"xox[abceprs]-[A-Za-z0-9-]{10,}", _with_digit),
    _format("slack token", "xapp-", r"xapp-[0-9]-[A-Za-z0-9-]{20,}"),
    _format("slack webhook", "hooks.slack", r"hooks\.slack\.com/(?:services|workflows)/[A-Za-z0-9/_-]{20,}"),
    _format("discord webhook", "/webhooks/", r"discord(?:app)?\.com/api/webhooks/[0-9]{15,}/[A-Za-z0-9_-]{50,}"),
    _format("discord bot token", "M", r"M[A-Za-z0-9_-]{23,25}\.[A-Za-z0-9_-]{6}\.[A-Za-z0-9_-]{27,38}", _random),
    _format("google api key", "AIza", r"AIza[A-Za-z0-9_-]{35}"),
    _format("google oauth secret", "GOCSPX-", r"GOCSPX-[A-Za-z0-9_-]{28}"),
    _format("google access token", "ya29.", r"ya29\.[A-Za-z0-9_-]{30,}"),
    _format("sendgrid key", "SG.", r"SG\.[A-Za-z0-9_-]{22}\.[A-Za-z0-9_-]{43}"),
    _format("mailgun key", "key-", r"key-[0-9a-f]{32}"),
    _format("vault token", "hv", r"hv[sbr]\.[A-Za-z0-9_-]{24,}"),
    _format("hugging face token", "hf_", r"hf_[A-Za-z0-9]{30,}"),
    _format("npm token", "npm_", r"npm_[A-Za-z0-9]{36}"),
    _format("pypi token", "pypi-", r"pypi-[A-Za-z0-9_-]{50,}"),
    _format("telegram bot token", ":AA", r"[0-9]{8,10}:AA[A-Za-z0-9_-]{32,34}"),
    _format("digitalocean token", "_v1_", r"do[opr]_v1_[0-9a-f]{64}"),
    _format("shopify token", "shp", r"shp(?:at|ca|pa|ss)_[0-9a-fA-F]{32}"),
    _format("databricks token", "dapi", r"dapi[0-9a-f]{32}"),
    _format("docker token", "dckr_", r"dckr_(?:pat|oat)_[A-Za-z0-9_-]{20,}"),
    _format("atlassian token", "ATATT3", r"ATATT3[A-Za-z0-9_=-]{50,}"),
    _format("groq key", "gsk_", r"gsk_[A-Za-z0-9]{40,}"),
    _format("xai key", "xai-", r"xai-[A-Za-z0-9]{60,}"),
    _format("linear key", "lin_", r"lin_(?:api|oauth)_[A-Za-z0-9]{32,}"),
    _format("notion token", "ntn_", r"ntn_[A-Za-z0-9]{40,}"),
    _format("figma token", "figd_", r"figd_[A-Za-z0-9_-]{35,}"),
    _format("supabase token", "sb", r"sb(?:p_[0-9a-f]{40}|_secret_[A-Za-z0-9_-]{20,})"),
    _format("grafana token", "gl", r"gl(?:sa|c)_[A-Za-z0-9+/_]{32,}={0,2}"),
    _format("new relic key", "NRAK-", r"NRAK-[A-Z0-9]{27}"),
    _format("square token", "sq0", r"sq0(?:atp|csp)-[A-Za-z0-9_-]{22,}"),
    _format("airtable token", "pat", r"pat[A-Za-z0-9]{14}\.[0-9a-f]{64}"),
    _format("age key", "AGE-", r"AGE-SECRET-KEY-1[0-9A-Z]{58}"),
    _format("json web token", "eyJ", r"eyJ[A-Za-z0-9_-]{5,}\.[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}"),
)
"""Vendors' formats. A body with fewer than five different characters is a mask, not a key."""

_BY_HINT: Final = [(form.hint, form) for form in FORMATS]

# The header alone is documentation; with key material or an encryption header below it, it is a key. The
# line break may be written out, as in a key that was copied from JSON.
_BREAK: Final = r"(?:\r?\n|\\r\\n|\\n)[ \t>]*"
_PEM_BEGIN: Final = r"-----BEGIN (?:[A-Z0-9]+ ){0,3}PRIVATE KEY(?: BLOCK)?-----"
_PEM_END: Final = r"(?:-----END (?:[A-Z0-9]+ ){0,3}PRIVATE KEY(?: BLOCK)?-----)?"
_PEM: Final = re.compile(
    rf"{_PEM_BEGIN}"
    rf"(?={_BREAK}(?:[A-Za-z]+(?:-[A-Za-z]+)?: |{_BREAK}[A-Za-z0-9+/=]{{20}}|[A-Za-z0-9+/=]{{20}}))"
    rf"(?:{_BREAK}(?:[A-Za-z]+(?:-[A-Za-z]+)?: [^\n\\]*|[A-Za-z0-9+/=]*))*"
    rf"{_PEM_END}"
)
# In a title or a variable the lines have become one. What follows the header may be prose then: it must be longer.
_PEM_IN_A_LINE: Final = re.compile(
    rf"{_PEM_BEGIN}[ \t]*(?:Proc-Type: \S+[ \t]+DEK-Info: \S+[ \t]+)?[A-Za-z0-9+/=]{{40,}}"
    rf"(?:[ \t]+[A-Za-z0-9+/=]{{20,}})*(?:[ \t]+[A-Za-z0-9+/=]+(?=[ \t]*-----END))?[ \t]*{_PEM_END}"
)
# Starts with a digit rather than with what may not precede it: that is four times as fast.
_CARD: Final = re.compile(
    r"[2-6](?<![A-Za-z0-9_.,/+#-].)"
    r"(?:[0-9]{3}([ -]?)[0-9]{4}\1[0-9]{4}\1[0-9]{4}|(?<=3)[47][0-9]{2}([ -]?)[0-9]{6}\2[0-9]{5})"
    r"(?![A-Za-z0-9_/+-]|[.,][0-9])"
)


def looks_masked(value: str) -> bool:
    """Whether a value has so few different characters that it stands for a secret without being one."""
    return len(set(value)) < _LEAST_DISTINCT


def find_formats(text: str) -> Iterator[Credential]:
    """Find vendors' keys, JWTs and private keys."""
    # A key has no spaces, so the hints are looked for in the long words only: most texts have hardly any.
    long_words = " ".join([word for word in text.split() if len(word) >= _SHORTEST])
    for form in [form for hint, form in _BY_HINT if hint in long_words] if long_words else ():
        for match in form.pattern.finditer(text):
            body = match.group()[len(form.hint) :]
            if not looks_masked(body) and form.accepts(body):
                yield Credential(form.kind, match.start(), match.end())
    if "PRIVATE KEY" in text:
        for pattern in (_PEM, _PEM_IN_A_LINE):
            for match in pattern.finditer(text):
                yield Credential("private key", match.start(), match.end())


def find_cards(text: str) -> Iterator[Credential]:
    """Find numbers with the form of a payment card (ISO/IEC 7812) and a right check digit."""
    for match in _CARD.finditer(text):
        digits = [int(c) for c in match.group() if c.isdigit()]
        if _luhn(digits) and len(set(digits)) > 1:
            yield Credential("card number", match.start(), match.end())


def _luhn(digits: list[int]) -> bool:
    doubled = (d * 2 - 9 if d > 4 else d * 2 for d in digits[-2::-2])
    return (sum(digits[-1::-2]) + sum(doubled)) % 10 == 0

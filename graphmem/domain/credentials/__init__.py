"""Credentials in a text: found by vendor's format, by the name before the value, or by their place in a URI or command.

Owns finding and hiding. A value never leaves this package: callers get kinds, spans and redacted text.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from graphmem.domain.blank import INVISIBLE
from graphmem.domain.credentials.commands import find_on_command_lines
from graphmem.domain.credentials.formats import Credential, find_cards, find_formats
from graphmem.domain.credentials.values import looks_secret, looks_secret_in_uri

__all__ = ["REDACTED", "Credential", "Redaction", "find_cards", "find_credentials", "hide", "snippets"]

REDACTED: Final = "[redacted]"
"""What stands in a text where a credential was."""

_CONTEXT: Final = 24

# The words that announce a secret. They are looked for with plain searches, which cost a clean text little;
# only what follows one is matched. What stands before it (DB_PASSWORD, clientSecret) does not matter.
_LOGIN: Final = "password"
_OTHER: Final = "secret value"
_ANNOUNCED: Final = (
    *(
        (word, _LOGIN)
        for word in (
            *("password", "passwd", "passphrase", "passcode", "pwd"),
            *("passwort", "kennwort", "wachtwoord", "mot de passe", "contrasena", "senha"),
        )
    ),
    *((word, _OTHER) for word in ("secret", "token", "credential", "bearer", "key")),
)
_WIDE_ANNOUNCED: Final = (
    *(
        (word, _LOGIN)
        for word in (
            *("パスワード", "パスフレーズ", "暗証番号", "口令", "密码", "密碼", "비밀번호", "암호"),
            *("пароль", "contraseña", "hasło", "mật khẩu"),
        )
    ),
    *(
        (word, _OTHER)
        for word in (
            "トークン",
            "シークレット",
            "APIキー",
            "apiキー",
            "アクセスキー",
            "秘密鍵",
            "秘密キー",
            "密钥",
            "令牌",
            "토큰",
            "токен",
        )
    ),
)
_BEFORE_KEY: Final = re.compile(r"(?:api|access|private|secret|account|signing|encryption|service|auth)[_ -]?$")
_REST_OF_NAME: Final = (
    r"(?:[_ -]?access)?(?:[_ -]?key(?:_base)?|キー)?(?:(?<=credential)s)?[0-9_]{0,3}[\"'`」』]?"
    r"(?:\s(?:for|of|on|to|von|für|pour|de|para)(?:\s[\w.@'-]{1,40}){1,5}?)?\s{0,3}"
)
_ASSIGNS: Final = (
    r"(?::=|=>|->|→|>(?=[^\s<]{8,200}</)|={1,3}|[:：＝はがを是为為는은—–]|(?:to|as|est|ist|es|é|jest|это)(?=\s)"
    r"|(?:is|was|has been)(?:\s(?:set|changed|updated|reset|rotated|now))?(?:\s(?:to|now))?(?=\s))"
)
_VALUE: Final = r"\s{0,3}[\"'`「『]?(?P<value>[!#-&(-_a-~]{8,1100})"
_ASSIGNED: Final = re.compile(_REST_OF_NAME + _ASSIGNS + _VALUE, re.I)
_SHORT_NAME: Final = re.compile(r"(?<![A-Za-z])pass[\"']?\s{0,2}[:=]" + _VALUE, re.I)
_SCHEME_VALUE: Final = r"\s{1,3}(?P<value>[A-Za-z0-9._~+/=-]{12,1100})"
_AFTER_SCHEME: Final = re.compile(_SCHEME_VALUE)
_AUTHORIZED: Final = re.compile(r"authorization[\"']?\s{0,3}[:=]\s{0,3}[\"']?(?:basic|token)" + _SCHEME_VALUE, re.I)
_URI: Final = re.compile(
    r"(?<![A-Za-z0-9+.-])[A-Za-z][A-Za-z0-9+.-]{1,30}://(?P<user>[^\s:/@\"'<>]{0,100}):(?P<value>[^\s/@\"'<>]{1,200})@(?=[A-Za-z0-9\[])"
)


@dataclass(frozen=True, slots=True)
class Redaction:
    """A text with its credentials hidden, and what they were."""

    text: str
    kinds: tuple[str, ...]


def find_credentials(text: str) -> tuple[Credential, ...]:
    """Find every credential in a text, first to last, without overlaps; cards are not among them.

    What can't be seen is passed over: a token that was copied with a zero-width space in it is still one.
    """
    if text.isascii() or not (hidden := {match.start() for match in INVISIBLE.finditer(text)}):
        return _found_in(text)
    seen = [place for place in range(len(text)) if place not in hidden]
    found = _found_in(INVISIBLE.sub("", text))
    return tuple(Credential(c.kind, seen[c.start], seen[c.end - 1] + 1) for c in found)


def _found_in(text: str) -> tuple[Credential, ...]:
    found = [*find_formats(text), *_assigned(text), *find_on_command_lines(text)]
    if "://" in text:
        found += _in_uris(text)
    return _without_overlaps(found)


def hide(text: str, credentials: Iterable[Credential]) -> Redaction:
    """Put a marker in the place of each credential."""
    pieces: list[str] = []
    kinds: list[str] = []
    at = 0
    for credential in _without_overlaps(credentials):
        pieces += (text[at : credential.start], REDACTED)
        kinds.append(credential.kind)
        at = credential.end
    return Redaction("".join((*pieces, text[at:])), tuple(kinds))


def snippets(text: str, credentials: Iterable[Credential]) -> tuple[str, ...]:
    """Describe each credential: its kind and 24 characters on either side, all credentials hidden."""
    found = _without_overlaps([*credentials, *find_cards(text)])
    described = []
    for credential in found:
        before = hide(text[: credential.start], (c for c in found if c.end <= credential.start)).text
        behind = tuple(
            Credential(c.kind, c.start - credential.end, c.end - credential.end)
            for c in found
            if c.start >= credential.end
        )
        after = hide(text[credential.end :], behind).text
        around = f"{before[-_CONTEXT:]}{REDACTED}{after[:_CONTEXT]}"
        described.append(f"{credential.kind}: {' '.join(around.split())}")
    return tuple(described)


def _assigned(text: str) -> Iterator[Credential]:
    lower = text.lower()
    # Lower case of a few letters is longer (İ): then offsets would lie, and the text itself has to do.
    searched = lower if len(lower) == len(text) else text
    for word, kind in [announced for announced in _ANNOUNCED if announced[0] in searched]:
        yield from _following(word, searched, text, kind)
    if "pass" in lower:
        yield from (c for m in _SHORT_NAME.finditer(text) if (c := _judge(m, _LOGIN)))
    if "authorization" in lower:
        yield from (c for m in _AUTHORIZED.finditer(text) if (c := _judge(m, _OTHER)))
    if not text.isascii():
        for word, kind in _WIDE_ANNOUNCED:
            yield from _following(word, searched, text, kind)


def _following(word: str, searched: str, text: str, kind: str) -> Iterator[Credential]:
    at = searched.find(word)
    while at >= 0:
        end = at + len(word)
        if word != "key" or _BEFORE_KEY.search(searched[max(0, at - 12) : at]):
            patterns = (_ASSIGNED, _AFTER_SCHEME) if word == "bearer" else (_ASSIGNED,)
            for pattern in patterns:
                if (match := pattern.match(text, end)) and (credential := _judge(match, kind)):
                    yield credential
        at = searched.find(word, end)


def _judge(match: re.Match[str], kind: str) -> Credential | None:
    if not looks_secret(match["value"], is_password=kind == _LOGIN):
        return None
    return Credential(kind, match.start("value"), match.end("value"))


def _in_uris(text: str) -> Iterator[Credential]:
    for match in _URI.finditer(text):
        if looks_secret_in_uri(match["user"], match["value"]):
            yield Credential("password in a URI", match.start("value"), match.end("value"))


def _without_overlaps(found: Iterable[Credential]) -> tuple[Credential, ...]:
    kept: list[Credential] = []
    for credential in sorted(found, key=lambda c: (c.start, -c.end)):
        if not kept or credential.start >= kept[-1].end:
            kept.append(credential)
        elif credential.end > kept[-1].end:
            kept[-1] = Credential(kept[-1].kind, kept[-1].start, credential.end)
    return tuple(kept)

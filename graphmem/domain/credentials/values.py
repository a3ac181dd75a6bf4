"""Whether the value behind a word such as `password` is a secret, or only stands where one would.

Owns the judgement of values. The rules are made from what documentation, code and configuration write in
the place of a secret (bettermemory's list of exemptions).
"""

from __future__ import annotations

import re
from typing import Final

_LONGEST: Final = 1024
_LEAST: Final = 12
_LEAST_DISTINCT: Final = 8
_LEAST_PASSWORD: Final = 8
_LEAST_CLASSES: Final = 3
_LEAST_URI: Final = 5

_PUNCTUATION: Final = ".,;:!?)]}>'\"`"
_VARIABLE: Final = re.compile(r"[$%]|\{\{|^[<\[{(].*[>\]})]?$|^\(|\\|\*{3,}|…|\.\.\.")
_PATH_OR_URL: Final = re.compile(
    r"^(?:[a-z][a-z0-9+.-]*://|~?/|\.{1,2}/|[A-Za-z]:[/\\]|[a-z0-9_.-]+(?:/[a-z0-9_.-]+)+$)"
)
_REFERENCE: Final = re.compile(r"^[A-Za-z_][A-Za-z0-9_]*(?:\.[A-Za-z_][A-Za-z0-9_]*)+$|[A-Za-z_]\w*\(")
_CONSTANT: Final = re.compile(r"^[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+$")
_INSTANT: Final = re.compile(r"^\d{4}-\d{2}-\d{2}(?:[T_]\d{2}:?\d{2})?")
_SLUG: Final = re.compile(r"^[a-z0-9]+(?:[-_][a-z0-9]+)+$")
_HEX_SEGMENT: Final = re.compile(r"(?:^|[-_])(?=[a-z]*[0-9])(?=[0-9]*[a-f])[0-9a-f]{16,}(?:$|[-_])")
_WORDS: Final = re.compile(r"[A-Za-z]+")
_PLACEHOLDERS: Final = (
    "abc abcdef admin argon bcrypt change changeit changeme char chars default demo digits dummy empty enter "
    "example fake fixme foo foobar goes here hidden insert invalid key letmein localhost md me min missing "
    "mock my mypassword none null os optional pass passphrase passwd password placeholder postgres pwd "
    "qwerty redacted replace required root sample scrypt secret sha some test testing this todo token "
    "undefined unset user username value your"
)
_PLACEHOLDER: Final = frozenset(_PLACEHOLDERS.split())


def looks_secret(value: str, *, is_password: bool = False) -> bool:
    """Whether a value that stands after a secret's name is one.

    12 to 1,024 characters with a letter, a digit and eight distinct characters (bettermemory). Where the name
    says password, 8 are enough if they mix three of: lower case, capitals, digits, signs.
    """
    value = value.strip(_PUNCTUATION)
    if not value or len(value) > _LONGEST or stands_for_something(value):
        return False
    if not (any(c.isdigit() for c in value) and any(c.isalpha() for c in value)):
        return False
    if _SLUG.match(value) and not _HEX_SEGMENT.search(value):
        return False
    if is_password and len(value) >= _LEAST_PASSWORD and _classes(value) >= _LEAST_CLASSES:
        return True
    return len(value) >= _LEAST and len(set(value)) >= _LEAST_DISTINCT


def looks_secret_in_uri(user: str, password: str) -> bool:
    """Whether the password of a URI is a real one: the place is certain, so only stand-ins pass."""
    if len(password) < _LEAST_URI or password.lower() == user.lower():
        return False
    return not stands_for_something(password) and len(set(password)) > 2


def stands_for_something(value: str) -> bool:
    """Whether a value is a variable, placeholder, path, reference, constant or date in a secret's place."""
    if _VARIABLE.search(value) or _PATH_OR_URL.match(value) or _INSTANT.match(value):
        return True
    if _REFERENCE.search(value) or _CONSTANT.match(value):
        return True
    words = [word.lower() for word in _WORDS.findall(value)]
    # A number at the end of a placeholder is still a placeholder: dummy_password_123.
    return bool(words) and all(word in _PLACEHOLDER or len(set(word)) == 1 for word in words) and not _mixed(words)


def _mixed(words: list[str]) -> bool:
    """Whether the words are single letters in no order, as hexadecimal keys have them; a1b2c3 is made up."""
    single = [word for word in words if len(word) == 1]
    return len(set(single)) > 2 and single != sorted(single)


def _classes(value: str) -> int:
    return sum(
        (
            any(c.islower() for c in value),
            any(c.isupper() for c in value),
            any(c.isdigit() for c in value),
            any(not c.isalnum() for c in value),
        )
    )

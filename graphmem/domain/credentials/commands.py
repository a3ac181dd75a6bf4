"""Credentials on command lines: `curl -u name:password`, `mysql -ppassword`, `--token value`.

Owns where a command takes a secret. The judgement of values lies in `values`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from graphmem.domain.credentials.formats import Credential
from graphmem.domain.credentials.values import looks_secret, looks_secret_in_uri

_VALUE: Final = r"[\"']?(?P<value>[!#-&(-:<-~]{8,1024})"
_LONG_OPTION: Final = re.compile(
    r"--(?:[a-z0-9]{1,20}-){0,3}(?:password|passwd|passphrase|pass|token|secret|(?:api|access|secret)-?key)[= ]\s{0,3}"
    + _VALUE,
    re.I,
)
_SHORT_OPTION: Final = re.compile(
    r"(?<![A-Za-z0-9_-])(?:(?:mysql|mysqldump|mysqladmin|mariadb)\b[^\n|;]{0,300}?\s-p"
    r"|(?:sshpass|docker login)\b[^\n|;]{0,300}?\s-p\s{0,3})" + _VALUE
)
_USER: Final = re.compile(
    r"(?<![A-Za-z0-9_-])(?:curl|wget)\b[^\n|;]{0,300}?\s(?:-u|--user)[= ]?\s{0,3}[\"']?"
    r"(?P<user>[^\s:\"']{1,100}):(?P<value>[^\s\"']{5,200})"
)
_WITH_USER: Final = ("curl", "wget")
_WITH_PASSWORD: Final = ("mysql", "mariadb", "sshpass", "docker login")


def find_on_command_lines(text: str) -> Iterator[Credential]:
    """Find the values that commands take as passwords, tokens and keys."""
    if "--" in text:
        yield from _options(_LONG_OPTION, text)
    if " -" not in text:
        return
    if any(command in text for command in _WITH_PASSWORD):
        yield from _options(_SHORT_OPTION, text)
    if any(command in text for command in _WITH_USER):
        for match in _USER.finditer(text):
            if looks_secret_in_uri(match["user"], match["value"]):
                yield _credential(match)


def _options(pattern: re.Pattern[str], text: str) -> Iterator[Credential]:
    return (_credential(match) for match in pattern.finditer(text) if looks_secret(match["value"], is_password=True))


def _credential(match: re.Match[str]) -> Credential:
    return Credential("password on a command line", match.start("value"), match.end("value"))

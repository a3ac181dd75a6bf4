"""A worktree that claims may be checked against: nothing outside it is ever read.

Owns safe access to its files and the verdict on a claim. Symbolic links are resolved before anything is opened,
files over 2 MB are not read, and no verdict repeats more of a file than one short value that was claimed.
"""

from __future__ import annotations

import os
import re
import stat
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

from graphmem.domain.claims import ClaimForm, Language, literal_value, same_value
from graphmem.domain.credentials import find_credentials
from graphmem.domain.errors import Invalid
from graphmem.domain.model import Claim, Micros
from graphmem.store.worktree.bindings import NotBound, binding, env_value
from graphmem.store.worktree.symbols import definitions

__all__ = ["LARGEST_FILE", "Worktree", "check_claims"]

LARGEST_FILE: Final = 2 * 2**20
"""Bytes of the largest file that is read (bettermemory)."""

_LONGEST_SHOWN: Final = 40
_MOST_BITS: Final = 64
_GUARDED_NAME: Final = re.compile(r"pw|key|token|auth|cred|hash|salt|dsn|cookie|cert|sign|seed|private", re.I)
_NUMBER_OR_FLAG: Final = re.compile(r"-?\d{1,9}(?:\.\d{1,6})?|true|false|yes|no|on|off", re.I)


def check_claims(forms: Sequence[ClaimForm], roots: Sequence[Path], now: Micros) -> tuple[Claim, ...]:
    """Check claims against the allowed worktrees: the one in which most of them hold is the one meant.

    Raises Invalid where claims are made and no worktree is allowed.
    """
    if not forms:
        return ()
    if not roots:
        raise Invalid("Claims can't be checked: this space has no worktree (setting `worktrees`).", ("claims",))
    checked = [tuple(map(Worktree(root, now).check, forms)) for root in roots]
    return max(checked, key=lambda claims: sum(claim.holds for claim in claims))


class Worktree:
    """One worktree, for the checks of one write: a file is read once, however many claims are about it."""

    def __init__(self, root: Path, now: Micros) -> None:
        self._root = root.resolve()
        self._now = now
        self._sources: dict[str, bytes] = {}
        self._definitions: dict[str, frozenset[str]] = {}

    def check(self, form: ClaimForm) -> Claim:
        """Check a claim; `found` says what is there instead when it does not hold."""
        try:
            found = self._difference(form)
        except _Unreadable as problem:
            found = str(problem)
        return Claim(form.text, found is None, self._now, found)

    def _difference(self, form: ClaimForm) -> str | None:
        if form.absent:
            return f"there is something at {form.path}" if os.path.lexists(self._inside(form.path)) else None
        if form.symbol is not None:
            return None if form.symbol in self._defined(form) else f"{form.path} defines no {form.symbol}"
        if form.name is not None and form.literal is not None:
            return self._value_difference(form, form.name, form.literal)
        return None if os.path.exists(self._inside(form.path)) else f"nothing is at {form.path}"

    def _value_difference(self, form: ClaimForm, name: str, literal: str) -> str | None:
        language = _language(form)
        try:
            found = binding(self._read(form.path), language, name)
        except NotBound as problem:
            return f"{form.path}: {problem}"
        claimed: Any = env_value(literal) if language is Language.ENV else literal_value(literal)
        if same_value(claimed, found) or found == literal:
            return None
        return f"{name} is {_shown(name, found, language)}"

    def _defined(self, form: ClaimForm) -> frozenset[str]:
        if form.path not in self._definitions:
            self._definitions[form.path] = definitions(self._read(form.path), _language(form))
        return self._definitions[form.path]

    def _inside(self, path: str) -> Path:
        # The last part stays unresolved for `!path`, which a dangling link makes false.
        joined = self._root.joinpath(path)
        try:
            resolved = joined.resolve()
        except (OSError, RuntimeError):
            raise _Unreadable(f"{path} can't be followed: its links lead in a circle") from None
        if not resolved.is_relative_to(self._root):
            raise _Unreadable(f"{path} leads out of the worktree")
        return joined

    def _read(self, path: str) -> bytes:
        if path not in self._sources:
            self._sources[path] = _read_file(self._inside(path).resolve(), path)
        return self._sources[path]


class _Unreadable(Exception):
    """Why a path can't be looked into; the message goes to the caller."""


def _read_file(resolved: Path, path: str) -> bytes:
    # Opened without following links or waiting for a pipe, and looked at only once it is open.
    try:
        descriptor = os.open(resolved, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
    except OSError:
        raise _Unreadable(f"no file can be read at {path}") from None
    try:
        status = os.fstat(descriptor)
        if not stat.S_ISREG(status.st_mode):
            raise _Unreadable(f"{path} is not a file")
        if status.st_size > LARGEST_FILE:
            raise _Unreadable(f"{path} is larger than {LARGEST_FILE:,} bytes")
        with os.fdopen(descriptor, "rb", closefd=False) as file:
            return file.read(LARGEST_FILE)
    finally:
        os.close(descriptor)


def _language(form: ClaimForm) -> Language:
    language = form.language
    if language is None:  # `parse_claim` lets only claims through that can be checked.
        raise _Unreadable(f"{form.path} is in no language that can be looked into")
    return language


def _shown(name: str, value: Any, language: Language) -> str:
    """Describe a value without giving a file away: a short plain one as it is, all else by its kind."""
    if isinstance(value, int) and value.bit_length() > _MOST_BITS:
        return "another number"
    if value is None or isinstance(value, int | float):
        return repr(value)
    if not isinstance(value, str):
        return "a list" if isinstance(value, list | tuple | set) else "an object"
    if language is Language.ENV and not _NUMBER_OR_FLAG.fullmatch(value):
        return "another value"
    guarded = _GUARDED_NAME.search(name) or find_credentials(f"secret={value} {value}")
    return "another text" if guarded or len(value) > _LONGEST_SHOWN else repr(value)

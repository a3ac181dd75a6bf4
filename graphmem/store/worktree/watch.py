"""Verdicts on claims that are kept while the claimed files look the same from outside.

Owns knowing when to look again. A read asks for every claim it shows, so asking must cost two system calls a
claim, not a parse.
"""

from __future__ import annotations

import os
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from graphmem.domain.claims import ClaimForm, parse_claims
from graphmem.domain.model import Claim, Micros
from graphmem.store.worktree import check_claims

KEPT: Final = 10_000
"""Sets of claims whose verdicts are kept."""

UNSETTLED_NS: Final = 2_000_000_000
"""A file that changed less than two seconds ago may change again without looking different."""

_Stamp = tuple[int, int, int]
_Look = tuple[_Stamp, _Stamp]
_Stat = Callable[[Path], os.stat_result]


@dataclass(frozen=True, slots=True)
class _Verdict:
    forms: tuple[ClaimForm, ...]
    looks: tuple[_Look, ...]
    claims: tuple[Claim, ...]


class Watch:
    """The claims of many memories about the allowed worktrees. Safe to use from several threads."""

    def __init__(self, roots: Sequence[Path]) -> None:
        self.roots = tuple(roots)
        self._known: OrderedDict[tuple[str, ...], _Verdict] = OrderedDict()
        self._lock = threading.Lock()

    def check(self, texts: Sequence[str], now: Micros) -> tuple[Claim, ...]:
        """The claims as they hold now.

        Raises Invalid where no worktree is allowed, and Problems for a claim that is none.
        """
        key = tuple(texts)
        with self._lock:
            known = self._known.get(key)
        forms = parse_claims(texts) if known is None else known.forms
        looks = tuple(_look(root / form.path) for root in self.roots for form in forms)
        if known is not None and known.looks == looks:
            return tuple(replace(claim, checked_at=now) for claim in known.claims)
        claims = check_claims(forms, self.roots, now)
        self._keep(key, _Verdict(forms, looks, claims))
        return claims

    def _keep(self, key: tuple[str, ...], verdict: _Verdict) -> None:
        latest = max((changed for look in verdict.looks for changed, *_ in look), default=0)
        settled = latest < time.time_ns() - UNSETTLED_NS
        with self._lock:
            self._known.pop(key, None)
            if settled:
                self._known[key] = verdict
            if len(self._known) > KEPT:
                self._known.popitem(last=False)


def _look(path: Path) -> _Look:
    """How a path looks without being opened: the link, if it is one, and what it leads to."""
    return _stamp(os.lstat, path), _stamp(os.stat, path)


def _stamp(stat: _Stat, path: Path) -> _Stamp:
    # When a file last changed in any way can't be set back by hand, other than when it was last written.
    try:
        found = stat(path)
    except (OSError, ValueError):
        return (0, 0, 0)
    return (found.st_ctime_ns, found.st_size, found.st_ino)

"""Figures with their targets: taken, kept, and printed as a table that documentation can take over."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Figure:
    """One measured value. `limit` is what it must not exceed, or reach where `at_least`; None: only told."""

    name: str
    value: float
    unit: str
    limit: float | None = None
    at_least: bool = False
    note: str = ""

    @property
    def held(self) -> bool:
        """Whether the target is met."""
        if self.limit is None:
            return True
        return self.value >= self.limit if self.at_least else self.value <= self.limit

    def row(self) -> tuple[str, str, str, str, str]:
        """The cells of its line."""
        sign = "≥" if self.at_least else "≤"
        target = "" if self.limit is None else f"{sign} {written(self.limit)} {self.unit}"
        verdict = "" if self.limit is None else ("held" if self.held else "MISSED")
        return (self.name, f"{written(self.value)} {self.unit}", target, verdict, self.note)


def written(value: float) -> str:
    """A number with as many digits as it deserves."""
    return f"{value:,.0f}" if abs(value) >= 100 else f"{value:.1f}" if abs(value) >= 10 else f"{value:.2f}"


def print_table(title: str, figures: Sequence[Figure]) -> None:
    """Print a Markdown table."""
    print(f"\n### {title}\n\n| what | measured | target | | |\n|---|---|---|---|---|")
    for figure in figures:
        print("| " + " | ".join(figure.row()) + " |", flush=True)


def clocked(call: Callable[[], object]) -> float:
    """How long one call takes, in ms."""
    begun = time.perf_counter()
    call()
    return (time.perf_counter() - begun) * 1e3


def median(times: Iterable[float]) -> float:
    """The median."""
    return statistics.median(times)


def percentile(times: Iterable[float], share: float) -> float:
    """The value that `share` of the times don't exceed."""
    ordered = sorted(times)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]

"""Precision and recall of name resolution on labelled pairs, wrong links among real names, and its speed.

    python -m benchmarks.resolution [--cases ../shared/cases] [--names 100000]

Exits with 1 when a bound is missed: no false link, link-or-candidate recall of .92 or more, at most 3 wrong links
and candidates for at most 8 % when a thousand distinct names are written one after another.
"""

from __future__ import annotations

import argparse
import csv
import random
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from rich.console import Console
from rich.table import Table

from graphmem.domain.draft import EntityMention
from graphmem.domain.matching import compare
from graphmem.domain.model import EntityKind
from graphmem.domain.resolution import ResolutionOutcome
from graphmem.store.index.names import NamesIndex
from graphmem.store.index.resolver import resolve

LEAST_RECALL: Final = 0.92
MOST_WRONG_LINKS: Final = 3
MOST_CANDIDATES: Final = 0.08
CASES: Final = Path(__file__).parents[1] / ".." / "shared" / "cases"

_KIND_OF_LABEL: Final = {"software": EntityKind.PROJECT, "symbol": EntityKind.OTHER, "url": EntityKind.OTHER}
_SYLLABLES: Final = (
    "ba", "ce", "di", "fo", "gu", "la", "me", "ni", "po", "ru", "sa", "te", "vi", "wo", "xa", "zen", "tor", "mil",
)  # fmt: skip


@dataclass
class Tally:
    """Counts of pairs by what they are and what became of them."""

    links: int = 0
    false_links: int = 0
    candidates: int = 0
    missed: int = 0
    same: int = 0

    @property
    def precision(self) -> float:
        return 1.0 if not self.links else (self.links - self.false_links) / self.links

    @property
    def recall(self) -> float:
        return 1.0 if not self.same else (self.same - self.missed) / self.same

    def count(self, same: bool, linked: bool, candidate: bool) -> None:
        """Counts one pair; a candidate of a pair that is the same is as good as a link."""
        self.same += same
        self.links += linked
        self.false_links += linked and not same
        self.candidates += candidate and not linked
        self.missed += same and not linked and not candidate


def labelled_pairs(path: Path) -> Iterator[tuple[str, str, str, bool]]:
    """Kind, both names, and whether they are the same thing."""
    with path.open(encoding="utf-8") as lines:
        for row in csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE):
            yield row["kind"], row["a"], row["b"], row["same"] == "1"


def tally_pairs(path: Path) -> dict[str, Tally]:
    """Compares every labelled pair; counts by kind, and in all."""
    tallies: dict[str, Tally] = {}
    for label, left, right, same in labelled_pairs(path):
        kind = _KIND_OF_LABEL.get(label) or EntityKind(label)
        found = compare(kind, left, kind, right)
        for group in (label, "all"):
            tallies.setdefault(group, Tally()).count(same, found.linkable, found.candidate)
    return tallies


def write_one_after_another(names: Sequence[str]) -> tuple[list[str], int]:
    """Wrong links, described, and how many names got candidates, all names being different projects."""
    index, wrong, ambiguous = NamesIndex(), [], 0
    for number, name in enumerate(names):
        found = resolve(EntityMention(name, EntityKind.PROJECT), index)
        if found.outcome is ResolutionOutcome.MATCHED:
            wrong.append(f"{name} -> {found.matched}")
        ambiguous += found.outcome is ResolutionOutcome.AMBIGUOUS
        index.add(f"ent_{number}", EntityKind.PROJECT, name)
    return wrong, ambiguous


def invented_names(count: int, chance: random.Random) -> list[str]:
    """Different names of two invented words; the same ones for the same seed."""
    words = ["".join(chance.choices(_SYLLABLES, k=chance.choice((2, 3)))) for _ in range(20_000)]
    return [f"{chance.choice(words).title()} {chance.choice(words)} {number % 97}" for number in range(count)]


def median_microseconds(task: Callable[[str], object], names: Sequence[str]) -> float:
    """The median time of the task over the names."""
    times = []
    for name in names:
        start = time.perf_counter()
        task(name)
        times.append(time.perf_counter() - start)
    return sorted(times)[len(times) // 2] * 1e6


def measure_speed(count: int) -> dict[str, float]:
    """Microseconds per add and per look-up among that many names."""
    chance = random.Random(1)  # the same names in every run
    names = invented_names(count, chance)
    index = NamesIndex()
    start = time.perf_counter()
    for number, name in enumerate(names):
        index.add(f"ent_{number:026}", EntityKind.PROJECT, name)
    adding = (time.perf_counter() - start) / count * 1e6
    asked = chance.sample(names, min(300, count))
    mistyped = [name[:3] + name[4:] for name in asked]
    return {
        "add": adding,
        "resolve, known": median_microseconds(lambda n: resolve(EntityMention(n), index), asked),
        "resolve, mistyped": median_microseconds(lambda n: resolve(EntityMention(n), index), mistyped),
        "resolve, new": median_microseconds(
            lambda n: resolve(EntityMention(n), index), invented_names(300, random.Random(2))
        ),
    }


def report_pairs(console: Console, tallies: dict[str, Tally]) -> None:
    """Prints the table of pairs."""
    table = Table("kind", "pairs that are one", "links", "false links", "candidates", "precision", "recall")
    for label, tally in tallies.items():
        counts = (tally.same, tally.links, tally.false_links, tally.candidates)
        table.add_row(label, *map(str, counts), f"{tally.precision:.3f}", f"{tally.recall:.3f}")
    console.print(table)


def missed_bounds(tallies: dict[str, Tally], wrong: Sequence[str], share: float) -> list[str]:
    """What isn't as it must be, in words."""
    total = tallies["all"]
    bounds = (
        (total.false_links == 0, f"{total.false_links} false links, none allowed"),
        (total.recall >= LEAST_RECALL, f"recall {total.recall:.3f}, at least {LEAST_RECALL} needed"),
        (len(wrong) <= MOST_WRONG_LINKS, f"{len(wrong)} wrong links, at most {MOST_WRONG_LINKS} allowed"),
        (share <= MOST_CANDIDATES, f"candidates for {share:.1%}, at most {MOST_CANDIDATES:.0%} allowed"),
    )
    return [complaint for holds, complaint in bounds if not holds]


def main() -> int:
    """Runs the whole benchmark; the exit code says whether every bound holds."""
    parser = argparse.ArgumentParser(description="Precision, recall and speed of name resolution.")
    parser.add_argument("--cases", type=Path, default=CASES, help="folder with names.tsv and package_names.txt")
    parser.add_argument("--names", type=int, default=100_000, help="how many names to measure the speed among")
    options = parser.parse_args()
    console = Console(width=110)
    if not (options.cases / "names.tsv").exists():
        console.print(f"No cases in {options.cases.resolve()}: nothing was checked.")
        return 0
    tallies = tally_pairs(options.cases / "names.tsv")
    report_pairs(console, tallies)
    names = (options.cases / "package_names.txt").read_text(encoding="utf-8").split()
    wrong, ambiguous = write_one_after_another(names)
    share = ambiguous / len(names)
    console.print(f"{len(names)} distinct names: {len(wrong)} wrong links {wrong}, candidates for {share:.1%}")
    for task, microseconds in measure_speed(options.names).items():
        console.print(f"{task:>18}: {microseconds:8.1f} µs among {options.names:,} names")
    missed = missed_bounds(tallies, wrong, share)
    for complaint in missed:
        console.print(f"MISSED: {complaint}")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())

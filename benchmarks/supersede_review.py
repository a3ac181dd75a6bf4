"""Prints every link that detection would make on real facts written in order, for a person to review.

    python -m benchmarks.supersede_review [--data ../shared/data] [--conflicts]

Nothing in these texts is known to replace anything else on its own entity, so each link counts as wrong:
at most 1 in 1,000 writes may be linked. Exits with 1 above that, 0 otherwise, 2 without the data.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from rich.console import Console
from rich.table import Table

from graphmem.domain.facts import Fact, prepare
from graphmem.domain.supersession import Verdict, VerdictKind, detect

DATA: Final = Path(__file__).parents[1] / ".." / "shared" / "data"
MOST_WRONG: Final = 1 / 1000
MOST_CANDIDATES: Final = 50
"""As many older memories of an entity are compared with a new one, most alike first."""

Write = tuple[str, str]
"""An entity and a text."""


@dataclass
class Review:
    """What became of one stream of writes."""

    name: str
    judged: bool
    writes: int = 0
    seconds: float = 0.0
    found: list[tuple[str, str, Verdict]] = field(default_factory=list)

    def count(self, kind: VerdictKind) -> int:
        """Number of verdicts of one kind."""
        return sum(verdict.kind is kind for _, _, verdict in self.found)


def observations(data: Path) -> Iterator[Write]:
    """LoCoMo's facts in the order of their sessions, on their speaker as the entity."""
    for conversation in json.loads((data / "locomo_dev.json").read_text("utf-8")):
        sessions = conversation["observation"]
        for session in sorted(sessions, key=lambda name: int(name.split("_")[1])):
            for speaker, facts in sessions[session].items():
                yield from ((f"{conversation['sample_id']} {speaker}", fact) for fact, _ in facts)


def peps(data: Path, *, together: bool) -> Iterator[Write]:
    """The PEPs in the order of their file, each on its own entity, or all of them on one as a harder trial."""
    for line in (data / "peps.jsonl").read_text("utf-8").splitlines():
        pep: dict[str, Any] = json.loads(line)
        name = f"PEP {pep['number']}"
        yield "PEPs" if together else name, f"{name}: {pep['title']}. {pep['abstract'] or ''}"


def review(name: str, writes: Iterator[Write], *, judged: bool = True) -> Review:
    """Write a stream, keeping every verdict."""
    result = Review(name, judged)
    kept: dict[str, list[tuple[str, Fact]]] = defaultdict(list)
    for entity, text in writes:
        fact = prepare(text)
        alike = sorted(kept[entity], key=lambda pair: -len(pair[1].stems & fact.stems))[:MOST_CANDIDATES]
        started = time.perf_counter()
        verdicts = detect(fact, [older for _, older in alike])
        result.seconds += time.perf_counter() - started
        result.found += ((alike[verdict.index][0], text, verdict) for verdict in verdicts)
        result.writes += 1
        kept[entity].append((text, fact))
    return result


def show(console: Console, reviews: list[Review], *, conflicts: bool) -> None:
    """Print each link, each conflict if asked for, and the totals."""
    for one in reviews:
        for older, newer, verdict in one.found:
            if conflicts or verdict.kind is not VerdictKind.CONFLICT:
                console.print(f"[b]{verdict.kind}[/b] {verdict.reason}", highlight=False)
                console.print(f"  older: {older}\n  newer: {newer}", markup=False, highlight=False)
    table = Table("stream", "writes", "links", "conflicts", "µs per write")
    for one in reviews:
        links = str(one.count(VerdictKind.SUPERSEDES))
        micros = f"{one.seconds / max(one.writes, 1) * 1e6:.0f}"
        table.add_row(one.name, str(one.writes), links, str(one.count(VerdictKind.CONFLICT)), micros)
    console.print(table)


def main() -> int:
    """Review the streams; see the module's docstring for the exit code."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--data", type=Path, default=DATA)
    parser.add_argument("--conflicts", action="store_true", help="print the conflicts too")
    options = parser.parse_args()
    console = Console()
    if not options.data.is_dir():
        console.print(f"no data in {options.data}: nothing to review")
        return 2
    reviews = [
        review("LoCoMo facts, by speaker", observations(options.data)),
        review("PEPs, each on its own entity", peps(options.data, together=False)),
        review("PEPs, all on one entity (not judged)", peps(options.data, together=True), judged=False),
    ]
    show(console, reviews, conflicts=options.conflicts)
    judged = [one for one in reviews if one.judged]
    wrong = sum(one.count(VerdictKind.SUPERSEDES) for one in judged)
    return 1 if wrong > MOST_WRONG * sum(one.writes for one in judged) else 0


if __name__ == "__main__":
    sys.exit(main())

"""What the gates cost for 500 characters: alone, one by one, and where they stand, in a write on a crowded entity.

    python benchmarks/gates.py                      # Kuzu, about a minute
    python benchmarks/gates.py --engine ladybug
    python benchmarks/gates.py --quick

CPU time throughout. What is pure is told in microseconds, medians of many rounds. Writes go through the service layer
to an entity with 10,000 memories, with all gates and without any in turns; told is the median difference, in ms.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import time
from collections.abc import Callable

from harness.figures import print_table
from harness.gated import gated

from graphmem.domain.cleaning import Cleaning, clean
from graphmem.domain.gates import PIPELINE, GateContext, GatePolicy, Known, KnownProject, Projects, Prose, run_gates

LENGTH = 500
ROUNDS = 2_000
LIMIT = 120.0
"""Microseconds that a clean text may cost, so that a batch can pass 4,000 memories a second."""

TEXTS = {
    "paragraph": "The gateway forwards requests to the api workers; each worker keeps a pool of ten connections. "
    "Tests that need a network are marked slow and run once a day. When a deploy fails, the previous image is "
    "started again. Keys are rotated every ninety days by the platform team, see docs/rotation.md for the steps. ",
    "note of lines": "The gateway and its workers:\n- each worker keeps a pool of ten connections\n"
    "- tests that need a network run once a day\n- keys are rotated every ninety days\n\n"
    "When a deploy fails, start the previous image.\n",
    "日本語": "ゲートウェイは要求をワーカーに渡し、ワーカーはそれぞれ十本の接続を持つ。"
    "検証環境では夜間に結合試験を行う。鍵は九十日ごとに交換する。手順は運用文書にある。失敗したときは前の版を起動する。",
    "with findings": "Currently the user prefers tabs, and the new api is down today. borealis uses port 80. ",
}
KNOWN = Known(Projects(KnownProject(f"project-{n}", (), (f"/srv/work/project{n}",)) for n in range(1_000)))


def median(action: Callable[[], object]) -> float:
    """Median CPU time of one call in microseconds, the first calls left out."""
    for _ in range(ROUNDS // 10):
        action()
    times = []
    for _ in range(ROUNDS):
        started = time.perf_counter_ns()
        action()
        times.append(time.perf_counter_ns() - started)
    return statistics.median(times) / 1_000


def cut(text: str) -> str:
    """Repeat a text to the length, without half a word at the end."""
    sized = (text * LENGTH)[:LENGTH]
    return sized if not sized.isascii() else sized.rpartition(" ")[0]


def passage(text: str, policy: GatePolicy) -> Callable[[], object]:
    """The walk of one text: cleaned, then judged by every gate that is on."""

    def walk() -> object:
        cleaned = clean(text, Cleaning(policy))
        return run_gates(GateContext(Prose(cleaned.text), entity_name="atlas", known=KNOWN), policy)

    return walk


def pure() -> bool:
    """Print what cleaning and judging cost alone; whether a clean paragraph stays within the limit."""
    default = GatePolicy()
    everything = GatePolicy.of({"quality": "warn"})
    print(f"{LENGTH} characters, 1,000 known projects; µs of CPU, median of {ROUNDS:,}\n")
    print(f"  {'text':16s} {'default gates':>14s} {'with quality':>14s}")
    costs = {}
    for name, text in TEXTS.items():
        sized = cut(text)
        costs[name] = median(passage(sized, default))
        print(f"  {name:16s} {costs[name]:14.1f} {median(passage(sized, everything)):14.1f}")
    prose = Prose(cut(TEXTS["paragraph"]))
    context = GateContext(prose, entity_name="atlas", known=KNOWN)
    print("\n  each gate alone, on the paragraph")
    for gate, ask in PIPELINE:
        print(f"  {gate.value:16s} {median(lambda ask=ask: ask(context, default)):14.1f}")  # type: ignore[misc]
    print(f"\nlimit for a clean paragraph {LIMIT:.0f} µs: {'held' if costs['paragraph'] <= LIMIT else 'broken'}")
    return costs["paragraph"] <= LIMIT


def main() -> None:
    """Print the costs; exit with 1 where one is beyond its limit."""
    parser = argparse.ArgumentParser(description="What the gates cost.")
    parser.add_argument("--engine", default="kuzu", choices=("kuzu", "ladybug"))
    parser.add_argument("--quick", action="store_true", help="a third of the writes")
    asked = parser.parse_args()
    held = pure()
    figures = gated(asked.engine, 100 if asked.quick else 300)
    print_table(f"All gates in one write, on {asked.engine}", figures)
    sys.exit(not (held and all(figure.held for figure in figures)))


if __name__ == "__main__":
    main()

"""What reading costs over HTTP: recall, a memory by its id, lists, chains, pictures, and a start.

    python benchmarks/read.py                        # both engines at 10,000 and 100,000 memories
    python benchmarks/read.py --quick                # small stores, for CI
    python benchmarks/read.py --engine kuzu --sizes 1000000     # takes minutes and 10 GB of disk

The service runs in a process of its own with its default settings; stores are filled through the statements that the
service itself uses. Times are medians in ms at one client.
"""

from __future__ import annotations

import argparse
import os
import random
import shutil
import subprocess
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory

from harness.bare import Bare
from harness.figures import Figure, clocked, median, percentile, print_table
from harness.filling import HUB, Filled, Filler, fill
from harness.service import Client, Service, request, serving
from harness.texts import Texts

ENGINES = ("kuzu", "ladybug")
WRITERS = 8
QUESTIONS = 150
FEW = 25
SETTLED = 10.0
"""Seconds from the start to the first question: a large store reads its texts in the background meanwhile."""

MEMORY = "id title content layer type state importance createdAt tags entity { id name }"
RECALL = (
    "query Recall($input: RecallInput!) { recall(input: $input) { totalCount stoppedBy"
    f" hits {{ score matchedTerms trust memory {{ {MEMORY} }} }} }} }}"
)
GET = f"query Get($id: ID!) {{ memory(id: $id) {{ {MEMORY} }} }}"
NEWEST = (
    "query Newest($filter: MemoryFilter) { memories(filter: $filter, first: 20)"
    f" {{ nodes {{ {MEMORY} }} pageInfo {{ hasNextPage endCursor }} }} }}"
)
TRACE = (
    "query Trace($input: TraceInput!) { trace(input: $input) { truncated"
    " steps { role depth branch memory { id title status createdAt } via { relation reason } }"
    " heads { id title } openEnds { memory { id } } } }"
)
GRAPH = (
    "query Graph($center: ID!) { graph(center: $center, hops: 2, limit: 200) { truncated"
    " nodes { __typename id ... on Memory { title layer } ... on Entity { name kind } ... on Thread { key } }"
    " edges { from to type } counts { node type shown total } } }"
)
LIMITS = {10_000: 5.0, 100_000: 12.0, 1_000_000: 30.0}
"""Most ms that a recall of ten may take, by the size of the store."""


class Bench:
    """The measurements on one store."""

    def __init__(self, filled: Filled, service: Service, bare: Bare | None) -> None:
        self._filled, self._service, self._bare = filled, service, bare
        self._client, self._texts, self._random = Client(service.port), Texts(11), random.Random(5)
        self.figures: list[Figure] = []

    def tell(self, name: str, value: float, unit: str, limit: float | None = None, note: str = "") -> None:
        """Keep a figure."""
        self.figures.append(Figure(name, value, unit, limit, note=note))

    def _times(self, requests: list[bytes], holding: bytes = b'{"data":') -> list[float]:
        for prepared in requests[:5]:
            if holding not in (answer := self._client.send(prepared)):
                raise RuntimeError(f"not what was asked for: {answer[:500]!r}")
        return [clocked(lambda p=prepared: self._client.send(p)) for prepared in requests[5:]]  # type: ignore[misc]

    def _questions(self, count: int) -> list[bytes]:
        texts = self._random.choices(self._filled.samples, k=count)
        return [request(RECALL, {"input": {"query": self._texts.question(text)}}) for text in texts]

    def recall(self) -> None:
        """Ten memories for five words, and for a whole sentence."""
        times = self._times(self._questions(QUESTIONS), b'"matchedTerms":["')
        limit = LIMITS.get(self._filled.size)
        self.tell("recall of 10", median(times), "ms", limit, f"p99 {percentile(times, 0.99):.1f}")
        sentences = [text.partition(".")[0] for text in self._random.choices(self._filled.samples, k=FEW)]
        asked = [request(RECALL, {"input": {"query": sentence}}) for sentence in sentences]
        self.tell("recall of 10, a sentence of 12 words", median(self._times(asked)), "ms")
        on_hub = {"entities": [{"id": self._filled.hub}]}
        asked = [request(RECALL, {"input": {"query": sentence} | on_hub}) for sentence in sentences]
        self.tell("recall of 10 on one entity", median(self._times(asked)), "ms")

    def by_id(self) -> None:
        """A memory by its id, against the bare engine's get, in turns."""
        ids = self._random.choices(self._filled.memory_ids, k=QUESTIONS * 2)
        mine, bare = [], []
        for memory_id in ids:
            prepared = request(GET, {"id": memory_id})
            mine.append(clocked(lambda p=prepared: self._client.send(p)))  # type: ignore[misc]
            if self._bare is not None:
                bare.append(clocked(lambda i=memory_id: self._bare.get(i)))  # type: ignore[misc]
        if not bare:
            self.tell("memory by id", median(mine), "ms")
            return
        self.tell("bare get of a memory", median(bare), "ms")
        self.tell("memory by id", median(mine), "ms", 3 * median(bare) + 1, "limit: 3 × bare + 1 ms")

    def lists(self) -> None:
        """The newest memories of a large entity, chains, and a picture."""
        hub = min(HUB, self._filled.size // 10)
        newest = request(NEWEST, {"filter": {"entities": [{"id": self._filled.hub}]}})
        limit = 10.0 if hub == HUB else None
        self.tell(f"newest 20 of an entity with {hub:,}", median(self._times([newest] * FEW)), "ms", limit)
        for ids, most in ((self._filled.short_chain, 15.0), (self._filled.long_chain, 200.0)):
            start = {"from": {"memory": ids[-1]}, "maxDepth": 1000, "maxSteps": 1000}
            steps = len(self._client.ask(TRACE, input=start)["trace"]["steps"])
            asked = request(TRACE, {"input": start})
            self.tell(f"trace of {steps} steps", median(self._times([asked] * FEW)), "ms", most)
        nodes = len(self._client.ask(GRAPH, center=self._filled.hub)["graph"]["nodes"])
        pictured = request(GRAPH, {"center": self._filled.hub})
        self.tell(f"graph of {nodes} nodes", median(self._times([pictured] * FEW)), "ms", 60)

    def beside_writers(self) -> None:
        """Recall while others write without pause."""
        idle = self._times(self._questions(QUESTIONS))
        writers = subprocess.Popen(
            [sys.executable, "-m", "harness.creations", str(self._service.port), str(WRITERS)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            cwd=Path(__file__).parent,
        )
        assert writers.stdin is not None
        assert writers.stdout is not None
        writers.stdout.readline()
        busy = self._times(self._questions(QUESTIONS * 3))
        written = writers.communicate("stop\n")[0].strip()
        self.tell("recall of 10, idle", median(idle), "ms")
        note = f"limit: 5 × idle median; median {median(busy):.1f}, {written} creates a second beside it"
        self.tell(f"p99 of recall while {WRITERS} write", percentile(busy, 0.99), "ms", 5 * median(idle), note)

    def at_rest(self, first: Service) -> None:
        """Starts and memory."""
        million = self._filled.size >= 1_000_000
        self.tell("first start, index made anew", first.started_in, "s", 30 if million else None)
        self.tell("start", self._service.started_in, "s", 30 if million else 5)
        self.tell("resident memory", self._service.resident_mb, "MB", 3_000 if million else None)


def measure(engine: str, size: int, folder: Path) -> list[Figure]:
    """Fill a store and take all its figures."""
    filled = fill(folder / "data", engine, Filler(size))
    store = folder / "data" / "default" / f"memories.{engine}"
    copy, bare = folder / f"bare.{engine}", None
    if size <= 100_000:
        shutil.copy(store, copy)
        bare = Bare(copy, engine, Filler(1))
    with serving(folder / "data", engine) as first:
        pass
    with serving(folder / "data", engine) as service:
        time.sleep(SETTLED)
        bench = Bench(filled, service, bare)
        bench.recall()
        bench.by_id()
        bench.lists()
        bench.beside_writers()
        bench.at_rest(first)
    if bare is not None:
        bare.close()
    return bench.figures


def main() -> None:
    """Measure one engine, or each in a process of its own; exit with 1 where a target is missed."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--engine", choices=ENGINES)
    parser.add_argument("--sizes", type=int, nargs="+", default=[10_000, 100_000])
    parser.add_argument("--quick", action="store_true", help="2,000 memories")
    given = parser.parse_args()
    if given.engine is None:
        codes = [subprocess.run([sys.executable, *sys.argv, "--engine", each]).returncode for each in ENGINES]
        sys.exit(max(codes))
    held = True
    for size in [2_000] if given.quick else given.sizes:
        with TemporaryDirectory(prefix="graphmem-bench-") as folder:
            figures = measure(given.engine, size, Path(folder))
        load = os.getloadavg()[1]
        print_table(f"Reading {size:,} memories on {given.engine}, {os.cpu_count()} cores, load {load:.1f}", figures)
        held = held and all(figure.held for figure in figures)
    sys.exit(not held)


if __name__ == "__main__":
    main()

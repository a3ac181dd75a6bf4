"""What writing costs over HTTP, beside the bare engine's transactions that write the same rows.

    python benchmarks/write.py                      # both engines, about four minutes
    python benchmarks/write.py --quick              # small stores, for CI: half a minute
    python benchmarks/write.py --engine ladybug

Everything that is compared is measured side by side, in turns, in one run: the service in a process of its own, the
client and the bare engine in this one. Times are medians in ms, so that a busy machine shifts both sides alike.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from harness.bare import Bare
from harness.creations import BATCH_LENGTH, COMMITTED, LENGTH, Creations
from harness.figures import Figure, clocked, median, print_table
from harness.filling import Filler, fill
from harness.load import Load, closed_loop
from harness.service import Client, Service, serving
from harness.texts import Texts

ENGINES = ("kuzu", "ladybug")
BATCH = 500
CLIENTS = 32


@dataclass(frozen=True)
class Sizes:
    """How much is measured."""

    small: int = 1_000
    large: int = 100_000
    rounds: int = 8
    turns: int = 25
    seconds: float = 3.0
    batches: int = 6


QUICK = Sizes(large=5_000, rounds=3, turns=15, seconds=1.0, batches=2)


class Bench:
    """The measurements on one engine: a small and a large service, and a bare store like the small one."""

    def __init__(self, sizes: Sizes, bare: Bare, filler: Filler, small: Service, large: Service) -> None:
        self._sizes = sizes
        self._bare, self._filler = bare, filler
        self._small, self._large = small, large
        self._texts = Texts(99)
        self.figures: list[Figure] = []

    def tell(self, name: str, value: float, unit: str, limit: float | None = None, **more: object) -> None:
        """Keep a figure."""
        self.figures.append(Figure(name, value, unit, limit, **more))  # type: ignore[arg-type]

    def one_client(self, small: Creations, large: Creations) -> None:
        """createMemory, one at a time: against the bare transaction, and in a large store."""
        times = self._in_turns(small, large)
        bare, one, more, new = (median(times[name]) for name in ("bare", "small", "large", "new"))
        self.tell("bare transaction of one memory", bare, "ms")
        self.tell("createMemory", one, "ms", 2.5 * bare + 1, note="limit: 2.5 × bare + 1 ms")
        self.tell("createMemory on a new entity", new, "ms")
        ratio = more / one
        size = f"{self._sizes.large:,}"
        self.tell(f"createMemory at {size} against {self._sizes.small:,}", ratio, "×", 1.5, note=f"{more:.2f} ms")

    def _in_turns(self, small: Creations, large: Creations) -> dict[str, list[float]]:
        clients = [Client(service.port) for service in (self._small, self._small, self._large)]
        streams = [small.requests(), small.requests(new=True), large.requests()]
        times: dict[str, list[float]] = {name: [] for name in ("bare", "small", "new", "large")}
        for number in range(self._sizes.rounds * self._sizes.turns):
            planned = self._bare.planned([self._filler.memory(self._filler.hub, self._texts.one(LENGTH))])
            spent = [clocked(lambda p=planned: self._bare.write(p))]  # type: ignore[misc]
            for client, stream in zip(clients, streams, strict=True):
                prepared = next(stream)
                spent.append(clocked(lambda c=client, p=prepared: _committed(c, p)))  # type: ignore[misc]
            if number >= self._sizes.turns:
                for name, value in zip(times, spent, strict=True):
                    times[name].append(value)
        for client in clients:
            client.close()
        return times

    def many_clients(self, creations: Creations) -> None:
        """Durable creates a second of one client and of many, in turns."""
        one, many = Load(), Load()
        prepared = [request_ for request_, _ in zip(creations.requests(), range(20_000), strict=False)]
        stream = iter(prepared)
        before = self._small.cpu_seconds
        for _ in range(3):
            for load, clients in ((one, 1), (many, CLIENTS)):
                part = closed_loop(self._small.port, clients, stream, self._sizes.seconds / 3, COMMITTED)
                load.seconds += part.seconds
                load.latencies += part.latencies
                load.failures += part.failures
        if one.failures or many.failures:
            raise RuntimeError(f"{one.failures + many.failures} creates were not committed")
        cpu = (self._small.cpu_seconds - before) / (len(one.latencies) + len(many.latencies)) * 1e3
        self.tell("creates a second, one client", one.rate, "/s", note=f"{cpu:.2f} ms of CPU a create")
        self.tell(f"creates a second, {CLIENTS} clients", many.rate, "/s")
        self.tell(f"{CLIENTS} clients against one", many.rate / one.rate, "×", 4, at_least=True)

    def batches(self, creations: Creations, *, held: bool) -> None:
        """createMemories of 500, a tenth on new entities, against the bare transaction of as many memories."""
        client, spent, bare = Client(self._small.port), [], []
        for _ in range(self._sizes.batches):
            memories = [self._filler.memory(self._filler.hub, text) for text in self._texts.many(BATCH, BATCH_LENGTH)]
            planned, prepared = self._bare.planned(memories), creations.batch(BATCH)
            bare.append(clocked(lambda p=planned: self._bare.write(p)))  # type: ignore[misc]
            answers: list[bytes] = []
            spent.append(clocked(lambda p=prepared, a=answers: a.append(client.send(p))))  # type: ignore[misc]
            committed = json.loads(answers[0])["data"]["createMemories"]["committed"]
            if committed < BATCH * 0.98:
                raise RuntimeError(f"only {committed} of a batch were committed: {answers[0][:500]!r}")
        client.close()
        rate, limit = BATCH / median(spent) * 1e3, 4_000.0 if held else None
        self.tell(f"createMemories of {BATCH}", rate, "memories/s", limit, at_least=True)
        self.tell("the same rows in one bare transaction", BATCH / median(bare) * 1e3, "memories/s")

    def at_rest(self) -> None:
        """Memory and start of the large store."""
        size = f"{self._sizes.large:,} memories"
        self.tell(f"start with {size}", self._large.started_in, "s", 5)
        self.tell(f"resident memory with {size}", self._large.resident_mb, "MB", 700, note="after the writes")


def _committed(client: Client, prepared: bytes) -> None:
    if COMMITTED not in (answer := client.send(prepared)):
        raise RuntimeError(f"not committed: {answer[:500]!r}")


def measure(engine: str, sizes: Sizes, folder: Path) -> list[Figure]:
    """Fill the stores and take all figures of one engine."""
    filler = Filler(sizes.small)
    fill(folder / "bare", engine, filler)
    known = len(fill(folder / str(sizes.small), engine, Filler(sizes.small)).entity_names)
    filled = fill(folder / str(sizes.large), engine, Filler(sizes.large))
    with serving(folder / str(sizes.large), engine):
        pass  # A first start reads everything; the index it leaves behind is what later starts find.
    bare = Bare(folder / "bare" / "default" / f"memories.{engine}", engine, filler)
    with serving(folder / str(sizes.small), engine) as service, serving(folder / str(sizes.large), engine) as big:
        bench = Bench(sizes, bare, filler, service, big)
        bench.one_client(Creations(known, 1), Creations(len(filled.entity_names), 2))
        bench.many_clients(Creations(known, 3))
        bench.batches(Creations(known, 4), held=engine == "kuzu")
        bench.at_rest()
    bare.close()
    return bench.figures


def main() -> None:
    """Measure one engine, or each in a process of its own; exit with 1 where a target is missed."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--engine", choices=ENGINES)
    parser.add_argument("--quick", action="store_true")
    given = parser.parse_args()
    if given.engine is None:
        codes = [subprocess.run([sys.executable, *sys.argv, "--engine", each]).returncode for each in ENGINES]
        sys.exit(max(codes))
    with TemporaryDirectory(prefix="graphmem-bench-") as folder:
        figures = measure(given.engine, QUICK if given.quick else Sizes(), Path(folder))
    load = os.getloadavg()[1]
    print_table(f"Writing on {given.engine}, {os.cpu_count()} cores, load {load:.1f}", figures)
    sys.exit(not all(figure.held for figure in figures))


if __name__ == "__main__":
    main()

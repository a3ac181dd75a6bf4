"""How the in-process index grows: time to write, to search and to list, and memory, without the engine.

    python -m benchmarks.index_scale 10000 100000          # 1000000 takes about two minutes and 1.5 GB

The text is made up: words by Zipf's law, which is how natural text spreads them, in threads of twenty, on one entity
for every ten memories and on one with a hundredth of all. `--vocabulary 300` is the worst case: every word is common.
"""

from __future__ import annotations

import argparse
import random
import statistics
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np

from graphmem.clock import UlidSource
from graphmem.domain.draft import MemoryOrderField
from graphmem.domain.model import (
    Altitude,
    Axes,
    Axis,
    Category,
    Confidence,
    Layer,
    Memory,
    MemoryState,
    MemoryStatus,
    MemoryType,
    Provenance,
    Source,
)
from graphmem.store.index.paging import Order
from graphmem.store.index.recall_index import RecallIndex
from graphmem.store.index.selection import EVERYTHING_CURRENT, Selection

NOW = 1_750_000_000_000_000
WORDS = 20
THREAD = 20
BATCH = 500
QUESTIONS = 60


class Text:
    """Made-up sentences with words by Zipf's law."""

    def __init__(self, vocabulary: int, seed: int = 7) -> None:
        self._random = np.random.default_rng(seed)
        letters = random.Random(seed)
        self.words = ["".join(letters.choices("aeiounrtslmdkg", k=letters.randint(4, 9))) for _ in range(vocabulary)]
        weights = 1.0 / np.arange(3, vocabulary + 3)
        self._shares = weights / weights.sum()

    def sentences(self, count: int) -> list[str]:
        picked = self._random.choice(len(self.words), (count, WORDS), p=self._shares)
        return [" ".join(self.words[word] for word in sentence) for sentence in picked]


def memories(size: int, text: Text) -> Iterator[list[Memory]]:
    """Batches of memories."""
    rnd, new_id, layers = random.Random(3), UlidSource(), list(Layer)
    for start in range(0, size, BATCH):
        yield [
            memory(new_id("mem"), sentence, start + at, size, rnd, layers)
            for at, sentence in enumerate(text.sentences(min(BATCH, size - start)))
        ]


def memory(memory_id: str, sentence: str, number: int, size: int, rnd: random.Random, layers: list[Layer]) -> Memory:
    entity = 0 if rnd.random() < 0.01 else rnd.randrange(size // 10)
    axes = Axes(sentence[:80], Altitude.IMPLEMENTATION, MemoryType.NOTE, MemoryState.OPEN, sentence)
    return Memory(
        id=memory_id,
        entity_id=f"ent_{entity}",
        layer=rnd.choice(layers),
        content=sentence,
        axes=Axes(axes.title, axes.altitude, axes.type, axes.state, axes.what, inferred=frozenset(Axis)),
        importance=rnd.random(),
        pinned=False,
        status=MemoryStatus.CURRENT,
        category=Category.FACT,
        confidence=Confidence.MEDIUM,
        source=Source.EXPLICIT_STATEMENT,
        version=1,
        created_at=NOW - (size - number) * 60_000_000,
        updated_at=NOW - (size - number) * 60_000_000,
        provenance=Provenance("benchmark"),
        thread_id=f"thr_{number // THREAD}",
        thread_position=number % THREAD,
    )


def resident() -> float:
    """Resident memory in MB."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * 4096 / 1e6


def timed(what: str, calls: list[Callable[[], object]]) -> None:
    """Print median and worst time of calls, in ms."""
    spent = []
    for call in calls:
        start = time.perf_counter()
        call()
        spent.append((time.perf_counter() - start) * 1e3)
    print(f"  {what:44} {statistics.median(spent):9.3f} {max(spent):9.3f}", flush=True)


def measure(size: int, vocabulary: int) -> None:
    """Fill an index and print what it costs."""
    text = Text(vocabulary)
    before, index, start = resident(), RecallIndex(), time.perf_counter()
    writing = 0.0
    for entity in range(size // 10):
        index.name_entity(f"ent_{entity}", [f"{text.words[entity % vocabulary]} {entity}"])
    naming = time.perf_counter() - start
    for batch in memories(size, text):
        start = time.perf_counter()
        index.upsert(batch)
        writing += time.perf_counter() - start
    rss = resident() - before
    print(f"{size:,} memories: {writing / size * 1e6:.1f} µs a memory, {naming / size * 1e7:.1f} µs an entity,")
    print(f"  {rss:,.0f} MB more, {rss * 1e6 / size:.0f} bytes a memory{'':17} p50 ms    max ms")
    search(index, text, size)
    before_compact = time.perf_counter()
    index.compact()
    print(f"  compacted in {time.perf_counter() - before_compact:.2f} s")
    search(index, text, size)


def search(index: RecallIndex, text: Text, size: int) -> None:
    rnd = random.Random(11)
    sentences = [sentence.split() for sentence in text.sentences(QUESTIONS)]

    def asked(words: int, selection: Selection = EVERYTHING_CURRENT, more: str = "") -> list[Callable[[], object]]:
        questions = [" ".join(rnd.sample(sentence, words)) + more for sentence in sentences]
        return [lambda q=q: index.search(q, selection, now=NOW) for q in questions]

    timed("search, 3 words", asked(3))
    timed("search, 6 words", asked(6))
    timed("search, 6 words and an entity's name", asked(6, more=f" {text.words[0]} 0"))
    timed("search, 6 words, on an entity with 1 %", asked(6, Selection(entity_ids=("ent_0",))))
    timed("search, 6 words, one layer", asked(6, Selection(layers=frozenset({Layer.CAVEAT}))))
    long = " ".join(text.sentences(90))[:10_000]
    timed("search, 10,000 characters", [lambda: index.search(long, now=NOW)] * 10)
    timed("search, no words", [lambda: index.search("", now=NOW)] * 10)
    catalog = index.catalog
    ours, everything = Selection(entity_ids=("ent_0",)), Selection()
    timed("newest 20 of an entity with 1 %", [lambda: catalog.page(ours, Order(), None, 20)] * 30)
    timed("newest 20 of all", [lambda: catalog.page(everything, Order(), None, 20)] * 10)
    hottest = Order(MemoryOrderField.HEAT, now=NOW)
    timed("hottest 20 of all", [lambda: catalog.page(everything, hottest, None, 20)] * 10)
    timed("select by layer and importance", [lambda: catalog.select(filtered())] * 10)


def filtered() -> Selection:
    return Selection(layers=frozenset({Layer.CAVEAT, Layer.GOAL}), min_importance=0.9)


def main() -> None:
    """Read the sizes and measure each."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("sizes", nargs="*", type=int, default=[10_000, 100_000])
    parser.add_argument("--vocabulary", type=int, default=50_000)
    given = parser.parse_args()
    for size in given.sizes:
        measure(size, given.vocabulary)


if __name__ == "__main__":
    main()

"""The index against the same formulas in plain Python."""

from __future__ import annotations

import random

import pytest

from graphmem.domain.model import Memory
from graphmem.store.index import candidates, search
from graphmem.store.index.recall_index import RecallIndex
from tests.store.index.oracle import Oracle
from tests.store.index.samples import NOON, memory

WORDS = [f"{first}{second}" for first in "bcdfg" for second in ("alo", "ert", "imp", "onk", "ust", "ank")]
NAMES = {"ent_0": ["Kuzu"], "ent_1": ["Kuzu Explorer", WORDS[0]], "ent_2": []}


def corpus(seed: int) -> list[Memory]:
    rnd = random.Random(seed)
    weights = [1 / (rank + 1) for rank in range(len(WORDS))]
    memories = []
    for number in range(60):
        thread = rnd.choice([None, "thr_1", "thr_2", "thr_3"])
        text = " ".join(rnd.choices(WORDS, weights, k=rnd.randrange(1, 15)))
        where = {"thread_id": thread, "thread_position": number} if thread else {}
        day = NOON + rnd.randrange(3) * 40 * 86_400_000_000
        memories.append(
            memory(f"m{number:02d}", text, entity_id=f"ent_{number % 3}", created_at=day, updated_at=NOON, **where)
        )
    return memories


def filled(memories: list[Memory]) -> RecallIndex:
    index = RecallIndex()
    for entity, names in NAMES.items():
        index.name_entity(entity, names)
    for start in range(0, len(memories), 7):
        index.upsert(memories[start : start + 7])
    return index


QUESTIONS = [
    WORDS[0],
    f"{WORDS[3]} {WORDS[9]} {WORDS[20]}",
    f"what about Kuzu and {WORDS[5]} {WORDS[7]}?",
    f"Kuzu Explorer {WORDS[1]}",
    "December 2023",
    "Kuzu",
    " ".join(WORDS),
]


@pytest.mark.parametrize("question", QUESTIONS)
@pytest.mark.parametrize("seed", [1, 2])
def test_shares_and_order_agree(question: str, seed: int) -> None:
    memories = corpus(seed)
    shares = Oracle(memories, NAMES).shares(question)
    totals = [sum(s[name] for name in ("own", "feedback", "context", "thread")) * s["entity"] for s in shares]
    found = filled(memories).search(question, now=NOON, limit=100)
    assert found.total == len(found.hits) >= sum(share["own"] > 0 for share in shares)
    best = max(totals)
    for hit in found.hits:
        share = shares[int(hit.memory_id[1:])]
        parts = {name: getattr(hit.parts, name) for name in share}
        scaled = {name: value if name == "entity" else value / best for name, value in share.items()}
        assert parts == pytest.approx(scaled, rel=1e-4, abs=1e-5)
    scores = [totals[int(hit.memory_id[1:])] for hit in found.hits]
    assert scores == pytest.approx(sorted(scores, reverse=True), rel=1e-4)
    missed = set(range(len(memories))) - {int(hit.memory_id[1:]) for hit in found.hits}
    assert all(shares[at]["own"] == 0 for at in missed)


@pytest.mark.parametrize("question", QUESTIONS)
def test_what_beyond_the_budget_is_scored_in_the_pool(question: str, monkeypatch: pytest.MonkeyPatch) -> None:
    index = filled(corpus(3))
    everything = index.search(question, now=NOON, limit=100)
    monkeypatch.setattr(candidates, "BUDGET", 0)
    little = index.search(question, now=NOON, limit=100)
    assert {hit.memory_id for hit in little.hits} == {hit.memory_id for hit in everything.hits}
    own = {hit.memory_id: hit.parts.own / everything.hits[0].parts.own for hit in everything.hits}
    first = next(hit for hit in little.hits if hit.memory_id == everything.hits[0].memory_id)
    for hit in little.hits:
        assert hit.parts.own / first.parts.own == pytest.approx(own[hit.memory_id], rel=1e-4)


@pytest.mark.parametrize("question", QUESTIONS)
@pytest.mark.parametrize("pool", [1, 5, 20])
@pytest.mark.parametrize("size", [1, 4, 9])
def test_pages_are_slices_of_one_list(question: str, pool: int, size: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(search, "POOL", pool)
    monkeypatch.setattr(search, "SURROUNDED", pool)
    index = filled(corpus(4))
    whole = index.search(question, now=NOON, limit=100)
    pages = [index.search(question, now=NOON, limit=size, offset=start) for start in range(0, whole.total + 9, size)]
    assert [hit for page in pages for hit in page.hits] == list(whole.hits)
    assert {page.total for page in pages} == {whole.total} == {len({hit.memory_id for hit in whole.hits})}

from __future__ import annotations

import dataclasses
import random
import threading
from typing import Any

import pytest

from graphmem.domain.layers import importance_weight
from graphmem.domain.model import Layer, Memory, MemoryStatus
from graphmem.store.index import postings, search
from graphmem.store.index.recall_index import RecallIndex
from graphmem.store.index.results import SearchResult
from graphmem.store.index.selection import Selection
from tests.store.index.samples import DAY, NOON, memory

TEXTS = {
    "ticket": "Fixed ID-42 in the login form",
    "release": "release v1.2.3 went out",
    "server": "server 10.0.0.1 answers 404",
    "cpp": "written in C++",
    "csharp": "written in C#",
    "dotnet": "runs on .NET",
    "jose": "José likes tea",
    "chinese": "人工智能正在蓬勃发展",
    "japanese": "しりとりで遊ぶ",
    "path": "graphmem/store/main.py holds getUserName",
    "rocket": "we launched 🚀 at last",
    "mixed": "東京のserverはv2です",
}


def indexed(*memories: Memory, **names: list[str]) -> RecallIndex:
    index = RecallIndex()
    for entity, called in names.items():
        index.name_entity(entity, called)
    index.upsert(memories)
    return index


def ask(index: RecallIndex, question: str, **conditions: Any) -> list[str]:
    return [hit.memory_id for hit in index.search(question, Selection(**conditions), now=NOON, limit=100).hits]


@pytest.fixture(name="texts", scope="module")
def _texts() -> RecallIndex:
    return indexed(*(memory(name, text, entity_id=f"ent_{name}") for name, text in TEXTS.items()))


@pytest.mark.parametrize(
    ("question", "first"),
    [
        ("ID-42", "ticket"),
        ("what was id-42 about?", "ticket"),
        ("v1.2.3", "release"),
        ("1.2.3", "release"),
        ("releases going out", "release"),
        ("10.0.0.1", "server"),
        ("404", "server"),
        ("C++", "cpp"),
        ("c#?", "csharp"),
        (".NET", "dotnet"),
        ("jose", "jose"),
        ("JOSÉ", "jose"),
        ("人工", "chinese"),
        ("智能", "chinese"),
        ("遊ぶ", "japanese"),
        ("とり", "japanese"),
        ("main.py", "path"),
        ("graphmem/store/main.py", "path"),
        ("get_user_name", "path"),
        ("getusername", "path"),
        ("user name", "path"),
        ("🚀", "rocket"),
        ("東京", "mixed"),
        ("v2 東京 server", "mixed"),
    ],
)
def test_what_was_written_is_found(texts: RecallIndex, question: str, first: str) -> None:
    assert ask(texts, question)[0] == first


@pytest.mark.parametrize("question", ["", "   ", "the of and what", "?!… --", "'\"`()", "\x00", "​"])
def test_a_question_without_terms_is_answered_with_what_matters(texts: RecallIndex, question: str) -> None:
    assert len(ask(texts, question)) == len(TEXTS)


@pytest.mark.parametrize("question", ["xyzzy", "🦄", "火星", "QX-43", "x" * 10_000, "\ud800 qwertz"])
def test_unknown_words_find_nothing(texts: RecallIndex, question: str) -> None:
    assert texts.search(question, now=NOON) == SearchResult(0, ())


def test_a_question_of_10000_characters_is_answered(texts: RecallIndex) -> None:
    question = " ".join(f"word{number} server" for number in range(600))
    assert ask(texts, question)[0] in {"server", "mixed"}
    found = ask(texts, " ".join(TEXTS.values()) * 20)
    assert set(found) == set(TEXTS)


def test_hits_tell_the_words_they_match(texts: RecallIndex) -> None:
    hits = texts.search("Which Server answers 404s, and C++?", now=NOON).hits
    matched = {hit.memory_id: hit.matched for hit in hits}
    assert matched["server"] == ("Server", "answers", "404s")
    assert matched["cpp"] == ("C++",)


def test_only_selected_memories_are_found_and_counted() -> None:
    index = indexed(
        memory("a", "port 8080", entity_id="ent_1"),
        memory("b", "port 8080", entity_id="ent_2", status=MemoryStatus.SUPERSEDED),
        memory("c", "port 8080", entity_id="ent_2", layer=Layer.CAVEAT),
    )
    assert ask(index, "port") == ["c", "a"]
    assert ask(index, "port", statuses=frozenset({MemoryStatus.SUPERSEDED})) == ["b"]
    assert ask(index, "port", entity_ids=("ent_2",), statuses=frozenset()) == ["c", "b"]
    assert ask(index, "", layers=frozenset({Layer.CAVEAT})) == ["c"]
    assert index.search("port", Selection(entity_ids=()), now=NOON).total == 0


def test_a_small_page_never_hides_a_current_memory_behind_superseded_ones(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(search, "POOL", 3)
    old = [memory(f"old{n}", "port port port", status=MemoryStatus.SUPERSEDED) for n in range(50)]
    index = indexed(*old, memory("now", "the port of the long and winding gateway description"))
    assert index.search("port", now=NOON, limit=1).hits[0].memory_id == "now"


def test_equal_memories_come_in_the_order_of_their_ids() -> None:
    names = [f"m{number:03d}" for number in range(300)]
    shuffled = random.Random(2).sample(names, len(names))
    index = indexed(*(memory(name, "same words") for name in shuffled))
    assert ask(index, "") == names[:100]
    found = index.search("words", now=NOON, limit=300)
    assert [hit.memory_id for hit in found.hits[:200]] == sorted(hit.memory_id for hit in found.hits[:200])
    assert sorted(hit.memory_id for hit in found.hits) == names


def test_a_change_is_seen_at_once_and_the_old_text_is_gone() -> None:
    index = indexed(memory("a", "we use postgres"), memory("b", "we use redis"))
    index.upsert([memory("a", "we use kuzu", version=2)])
    assert (ask(index, "postgres"), ask(index, "kuzu")) == ([], ["a"])
    index.upsert([memory("a", "we use kuzu", version=3, status=MemoryStatus.FORGOTTEN)])
    assert ask(index, "kuzu") == []
    index.upsert([memory("a", "we use kuzu", version=4)])
    index.remove(["a", "unknown"])
    assert (ask(index, "kuzu"), ask(index, "use"), "a" in index.catalog) == ([], ["b"], False)
    index.upsert([memory("a", "kuzu again")])
    index.compact()
    assert (ask(index, "kuzu"), ask(index, "redis")) == (["a"], ["b"])


def test_of_several_states_in_one_batch_the_last_counts() -> None:
    index = indexed(memory("a", "first words"), memory("a", "second words"))
    assert (ask(index, "first"), ask(index, "second")) == ([], ["a"])


def test_an_entitys_memories_are_found_by_its_names_as_they_are_now() -> None:
    index = indexed(memory("a", "likes jazz", entity_id="ent_1"), memory("b", "likes rock", entity_id="ent_2"))
    assert ask(index, "Anna") == []
    index.name_entity("ent_1", ["Anna", "Annie"])
    assert (ask(index, "anna"), ask(index, "Annie jazz")) == (["a"], ["a"])
    index.name_entity("ent_1", ["Johanna"])
    index.name_entity("ent_2", ["Bob"], ["ent_1"])
    assert (ask(index, "anna"), sorted(ask(index, "bob")), ask(index, "Johanna")) == ([], ["a", "b"], ["a"])
    index.drop_entity("ent_2")
    index.drop_entity("ent_9")
    assert ask(index, "bob") == []


def test_the_entity_that_is_named_counts_more() -> None:
    index = indexed(
        memory("a", "likes jazz a lot", entity_id="ent_1"),
        memory("b", "jazz", entity_id="ent_2"),
        memory("c", "jazz", entity_id="ent_3"),
        ent_1=["Anna"],
        ent_2=["Bob"],
    )
    assert ask(index, "jazz")[0] != "a"
    found = index.search("does Anna like jazz", now=NOON)
    assert (found.named, found.hits[0].memory_id, found.hits[0].parts.entity) == ("ent_1", "a", 1.5)
    assert found.hits[1].parts.entity == 1.0
    assert index.search("do Anna and Bob like jazz", now=NOON).named is None


def test_what_follows_a_match_in_its_thread_is_found_too_but_not_what_was_forgotten() -> None:
    where = {"thread_id": "thr_1"}
    question = memory("q", "what is your job?", thread_position=0, **where)
    answer = memory("a", "nurse at the clinic", thread_position=1, **where)
    index = indexed(question, answer, memory("x", "nothing of interest"))
    found = index.search("job", now=NOON)
    assert [hit.memory_id for hit in found.hits] == ["q", "a"]
    assert (found.hits[1].matched, found.hits[1].parts.own) == ((), 0.0)
    assert found.hits[1].parts.context > 0
    index.upsert([dataclasses.replace(question, status=MemoryStatus.FORGOTTEN)])
    assert ask(index, "job") == []
    everything = index.search("job", Selection(statuses=frozenset()), now=NOON)
    assert [hit.memory_id for hit in everything.hits] == ["q", "a"]
    assert everything.hits[1].parts.context == 0


def test_a_match_outside_of_threads_comes_before_a_thread_mate_that_does_not_match() -> None:
    thread = [memory(f"t{at}", f"padding number {at}", thread_id="thr_1", thread_position=at) for at in range(4)]
    index = indexed(*thread, memory("t9", "zebra", thread_id="thr_1", thread_position=9), memory("lone", "zebra too"))
    assert set(ask(index, "zebra")[:2]) == {"t9", "lone"}


@pytest.mark.parametrize(
    ("more", "factor", "value"),
    [
        ({"importance": 0.9}, "importance", 1.5),
        ({"importance": 0.3}, "importance", 0.8),
        ({"importance": 0.62}, "importance", importance_weight(0.62)),
        ({"layer": Layer.CAVEAT}, "protection", 1.05),
        ({"pinned": True}, "protection", 1.05),
        ({"created_at": NOON - 30 * DAY}, "recency", 1.0368),
        ({"created_at": NOON - 100 * DAY, "importance": 0.0}, "heat", 1.0),
    ],
)
def test_importance_heat_recency_and_protection_are_factors(more: dict[str, Any], factor: str, value: float) -> None:
    plain = indexed(memory("a", "words here")).search("words", now=NOON).hits[0].parts
    changed = indexed(memory("a", "words here", **more)).search("words", now=NOON).hits[0]
    assert getattr(changed.parts, factor) == pytest.approx(value, abs=1e-4)
    assert getattr(changed.parts, factor) != getattr(plain, factor)
    parts = changed.parts
    text = (parts.own + parts.feedback + parts.context + parts.thread) * parts.entity + parts.vector
    factors = parts.importance * parts.heat * parts.recency * parts.protection
    assert changed.score == pytest.approx(text * factors)


def test_used_memories_are_warmer() -> None:
    index = indexed(memory("a", "words"), memory("b", "words"))
    index.catalog.record_use(["b"] * 3, NOON)
    assert (ask(index, "words"), ask(index, "")) == (["b", "a"], ["b", "a"])


def test_searches_see_whole_batches_while_others_write(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(postings, "TAIL", 200)
    index, stop, problems = RecallIndex(), threading.Event(), list[object]()

    def read() -> None:
        while not stop.is_set():
            try:
                found = index.search("alpha beta", now=NOON, limit=100)
                if found.total % 2:
                    problems.append(found.total)
            except Exception as problem:
                problems.append(problem)

    readers = [threading.Thread(target=read) for _ in range(3)]
    for reader in readers:
        reader.start()
    for number in range(150):
        thread = {"thread_id": f"thr_{number % 5}", "thread_position": number}
        index.upsert([memory(f"a{number}", "alpha one", **thread), memory(f"b{number}", "beta two")])
        index.upsert([memory(f"a{number // 2}", f"alpha {number}"), memory(f"b{number // 2}", "beta again")])
        index.remove([f"a{number // 3}", f"b{number // 3}"])
    stop.set()
    for reader in readers:
        reader.join()
    assert problems == []

from __future__ import annotations

import logging
import random
import re
from pathlib import Path

import pytest

from graphmem.store.index import saved, text
from graphmem.store.index.recall_index import RecallIndex
from graphmem.store.index.saved import load, save
from tests.store.index.samples import NOON, memory


@pytest.fixture(name="path")
def _path(tmp_path: Path) -> Path:
    return tmp_path / "recall.index"


def filled() -> RecallIndex:
    index = RecallIndex()
    index.name_entity("ent_1", ["Anna"])
    index.upsert(
        [
            memory(
                f"m{number}", f"word{number % 7} common {number}", thread_id=f"thr_{number % 3}", thread_position=number
            )
            for number in range(50)
        ]
    )
    index.upsert(
        [
            memory(
                "mem_erased",
                "classified secret",
                tags=("hushhush",),
                paths=("vault/x.txt",),
                agent="spy",
                branch="dark",
            ),
            memory("kept", "Zürich 東京"),
        ]
    )
    index.remove(["mem_erased"])
    index.catalog.record_use(["m3"], NOON)
    return index


def test_a_saved_index_answers_the_same_and_goes_on(path: Path) -> None:
    index = filled()
    save(path, index, store_id="sto_1", event=17)
    found = load(path, store_id="sto_1")
    assert found is not None
    assert found.event == 17
    found.index.name_entity("ent_1", ["Anna"])
    for question in ("word3 common", "anna", "東京", "zurich 7", "", "secret"):
        assert found.index.search(question, now=NOON) == index.search(question, now=NOON)
    for some in (index, found.index):
        some.upsert([memory("m1", "word9 later", thread_id="thr_1", thread_position=99), memory("new", "word9 new")])
        some.remove(["m2"])
    assert found.index.search("word9 common", now=NOON, limit=99) == index.search("word9 common", now=NOON, limit=99)


def test_an_empty_index_can_be_kept(path: Path) -> None:
    save(path, RecallIndex(), store_id="s", event=0)
    found = load(path, store_id="s")
    assert found is not None
    assert found.index.search("x", now=NOON).total == 0
    found.index.upsert([memory("a", "x")])
    assert found.index.search("x", now=NOON).total == 1


def test_erased_words_are_not_in_the_file(path: Path) -> None:
    save(path, filled(), store_id="s", event=0)
    raw = path.read_bytes()
    for word in (b"secret", b"classif", b"erased", b"hush", b"vault", b"spy", b"dark"):
        assert word not in raw
    assert b"common" in raw


def test_saving_again_replaces_the_file(path: Path) -> None:
    index = filled()
    save(path, index, store_id="s", event=1)
    index.upsert([memory("late", "late word")])
    save(path, index, store_id="s", event=2)
    found = load(path, store_id="s")
    assert found is not None
    assert (found.event, found.index.search("late", now=NOON).total) == (2, 1)
    assert [file.name for file in path.parent.iterdir()] == [path.name]


def test_a_missing_or_foreign_file_is_no_index(path: Path, caplog: pytest.LogCaptureFixture) -> None:
    assert load(path, store_id="s") is None
    assert caplog.records == []
    save(path, filled(), store_id="s", event=0)
    assert load(path, store_id="other") is None
    assert "will be rebuilt" in caplog.text


@pytest.mark.parametrize("changed", ["FORMAT", "_PROBE"])
def test_a_file_of_another_version_is_no_index(path: Path, changed: str, monkeypatch: pytest.MonkeyPatch) -> None:
    save(path, filled(), store_id="s", event=0)
    monkeypatch.setattr(saved, changed, "other words")
    assert load(path, store_id="s") is None


@pytest.mark.parametrize("rule", ["_THOUSANDS", "_CONTRACTED", "_NUMBERED", "_JOINED", "_INITIALS", "_HUMP"])
def test_no_rule_of_the_analysis_changes_without_the_probe_telling(rule: str, monkeypatch: pytest.MonkeyPatch) -> None:
    before = text.terms(saved._PROBE)
    assert hasattr(text, rule)
    monkeypatch.setattr(text, rule, re.compile("(?!)"))
    monkeypatch.setattr(text, "_cache", {})
    assert text._read(saved._PROBE) != before


def test_whatever_is_damaged_is_rebuilt_and_never_fatal(path: Path, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.CRITICAL)
    save(path, filled(), store_id="s", event=0)
    whole, rnd = path.read_bytes(), random.Random(8)
    for length in (0, 1, 100, len(whole) // 2, len(whole) - 1):
        path.write_bytes(whole[:length])
        assert load(path, store_id="s") is None
    expected = filled().search("word3 common", now=NOON)
    for _ in range(60):
        damaged = bytearray(whole)
        damaged[rnd.randrange(len(whole))] ^= 1 << rnd.randrange(8)
        path.write_bytes(damaged)
        found = load(path, store_id="s")
        assert found is None or found.index.search("word3 common", now=NOON) == expected
    path.write_bytes(b"\x00" * 5000)
    assert load(path, store_id="s") is None
    path.unlink()
    path.mkdir()
    assert load(path, store_id="s") is None

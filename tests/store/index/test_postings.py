from __future__ import annotations

import random
from collections import Counter

import numpy as np
import pytest

from graphmem.store.index import postings as module
from graphmem.store.index.postings import Postings, PostingsView
from graphmem.store.index.segments import frozen

Plain = dict[int, dict[int, int]]


def check(view: PostingsView, owner: Postings, plain: Plain, terms: int) -> None:
    """Both directions and all figures agree with plain dictionaries."""
    for term in range(terms + 2):
        docs, frequencies = view.postings(term)
        found = dict(zip(docs.tolist(), frequencies.tolist(), strict=True))
        assert found == {doc: words[term] for doc, words in plain.items() if term in words}
    for wanted in ([], [0], [terms + 1, 3, 1], list(range(terms))):
        docs, which = view.carriers([term for term in wanted if term < len(view.document_frequency)])
        known = [term for term in wanted if term < len(view.document_frequency)]
        pairs = sorted((known[place - 1], doc) for place, doc in zip(which.tolist(), docs.tolist(), strict=True))
        assert pairs == sorted((term, doc) for term in known for doc, words in plain.items() if term in words)
    counted = Counter(term for words in plain.values() for term in words)
    assert view.document_frequency.tolist()[:terms] == [counted[term] for term in range(terms)]
    assert view.documents == len(plain)
    assert view.tokens == sum(sum(words.values()) for words in plain.values())
    docs = np.array(sorted(plain), dtype=np.int64)
    owners, entry_terms, entry_counts = owner.entries(docs)
    entries: Plain = {doc: {} for doc in plain}
    for place, term, count in zip(owners.tolist(), entry_terms.tolist(), entry_counts.tolist(), strict=True):
        entries[int(docs[place])][term] = count
    assert entries == plain
    assert owner.lengths(docs).tolist() == [sum(plain[doc].values()) for doc in docs.tolist()]


@pytest.mark.parametrize("tail", [30, 400, 100_000])
def test_a_random_history_agrees_with_plain_dicts(monkeypatch: pytest.MonkeyPatch, tail: int) -> None:
    monkeypatch.setattr(module, "TAIL", tail)
    rnd, postings, plain = random.Random(tail), Postings(), Plain()
    postings.grow(300, 40)
    for step in range(250):
        batch = rnd.sample(range(300), rnd.randrange(1, 5))
        documents = [{rnd.randrange(40): rnd.randrange(1, 9) for _ in range(rnd.randrange(12))} for _ in batch]
        postings.put(np.array(batch), [(list(words), list(words.values())) for words in documents])
        plain.update(zip(batch, documents, strict=True))
        gone = rnd.randrange(300)
        postings.remove(gone)
        plain.pop(gone, None)
        if step == 200:
            postings.compact()
    plain = {doc: words for doc, words in plain.items() if words}
    check(postings.view(), postings, plain, 40)
    restored = Postings.restored(postings.arrays(), 40)
    check(restored.view(), restored, plain, 40)


def test_an_unchanged_document_is_not_written_again() -> None:
    postings = Postings()
    postings.grow(1, 3)
    postings.put(np.array([0]), [([1, 2], [1, 5])])
    before = len(postings.view().terms)
    postings.put(np.array([0]), [([1, 2], [1, 5])])
    assert len(postings.view().terms) == before
    postings.put(np.array([0]), [([1, 2], [1, 6])])
    assert len(postings.view().terms) > before


def test_a_view_does_not_see_later_documents() -> None:
    postings = Postings()
    postings.grow(2, 1)
    postings.put(np.array([0]), [([0], [1])])
    view = postings.view()
    postings.put(np.array([1]), [([0], [1])])
    assert view.postings(0)[0].tolist() == [0]
    assert postings.view().postings(0)[0].tolist() == [0, 1]


def test_segments_are_merged_when_eight_stand_side_by_side(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "TAIL", 1)
    postings = Postings()
    postings.grow(600, 2)
    for doc in range(600):
        postings.put(np.array([doc]), [([0, 1], [1, 1])])
    levels = [segment.level for segment in postings.view().segments]
    assert levels == sorted(levels, reverse=True)
    assert levels.count(2) == 600 // 64
    assert postings.view().postings(1)[0].tolist() == list(range(600))


def test_an_empty_segment_has_no_term() -> None:
    nothing = np.zeros(0, dtype=np.int32)
    segment = frozen(0, 0, 0, nothing, nothing, np.zeros(0, dtype=np.uint8))
    assert segment.span(3) == slice(0, 0)


@pytest.mark.parametrize(
    "damage",
    [
        {"counts": np.array([1])},
        {"counts": np.array([1, 5])},
        {"frequencies": np.array([1], dtype=np.uint8)},
    ],
)
def test_arrays_that_do_not_fit_together_are_refused(damage: dict[str, np.ndarray]) -> None:
    postings = Postings()
    postings.grow(2, 2)
    postings.put(np.array([0, 1]), [([0], [1]), ([1], [2])])
    with pytest.raises(ValueError, match="fit together"):
        Postings.restored(postings.arrays() | damage, 2)

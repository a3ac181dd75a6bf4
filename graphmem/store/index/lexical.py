"""The text side of the recall index: vocabulary, postings, names of entities, lengths of threads.

Owns how documents come and go, and where the terms of a question are. Scores are made in `candidates` and `pool`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from graphmem.store.index.bm25 import rarity
from graphmem.store.index.candidates import TermHits
from graphmem.store.index.columns import Docs
from graphmem.store.index.entity_names import EntityNames, Name
from graphmem.store.index.inverted import Interner, Inverted
from graphmem.store.index.name_forms import NameForm, Pair
from graphmem.store.index.packing import Arrays, packed_strings, part, prefixed, unpacked_strings, used_words
from graphmem.store.index.postings import Document, Postings, PostingsView
from graphmem.store.index.threads import ThreadTokens

QUESTION_TERMS: Final = 64
"""The rarest terms of a long question; the others would hardly change the order."""

_MOST_OFTEN: Final = 255


@dataclass(frozen=True, slots=True, eq=False)
class Question:
    """The terms of a question that are known here: their words, and where they are, smallest first."""

    words: Mapping[int, str]
    hits: tuple[TermHits, ...]
    view: PostingsView
    named: int | None

    def matched(self, docs: Docs) -> npt.NDArray[np.bool_]:
        """Which terms (rows) each doc or its entity's name has."""
        return np.stack([np.isin(docs, hit.docs) | np.isin(docs, hit.named) for hit in self.hits])

    def words_at(self, matched: npt.NDArray[np.bool_]) -> tuple[str, ...]:
        """The words of those terms that are matched, each once, as they come in the question."""
        there = {hit.term for hit, yes in zip(self.hits, matched.tolist(), strict=True) if yes}
        return tuple(dict.fromkeys(word for term, word in self.words.items() if term in there))


class LexicalIndex:
    """Text by doc number. One thread writes, under the lock of whoever owns the index."""

    def __init__(self) -> None:
        self.vocabulary = Interner()
        self.postings = Postings()
        self.names = EntityNames()
        self.thread_tokens = ThreadTokens()

    def grow(self, docs: int) -> None:
        """Make room for docs up to that number."""
        self.postings.grow(docs, len(self.vocabulary))

    def put(self, docs: Docs, texts: Sequence[Sequence[str]]) -> Docs:
        """Let each doc have exactly these terms from now on; gives the docs whose terms are not what they were."""
        documents = [self._document(text) for text in texts]
        self.postings.grow(0, len(self.vocabulary))
        return self.postings.put(docs, documents)

    def _document(self, text: Sequence[str]) -> Document:
        counts = Counter(text)
        number = self.vocabulary.number
        return [number(term) for term in counts], [min(count, _MOST_OFTEN) for count in counts.values()]

    def name_entities(self, entities: Iterable[tuple[int, Iterable[NameForm], Sequence[int]]]) -> None:
        """Let each entity be called by exactly these names, and stand for exactly these entities."""
        self.names.put_all((entity, map(self._numbered, names), members) for entity, names, members in entities)
        self.postings.grow(0, len(self.vocabulary))

    def _numbered(self, name: NameForm) -> Name:
        number = self.vocabulary.number
        return Name([number(term) for term in name.terms], tuple((number(one), number(two)) for one, two in name.pairs))

    def question(self, words: Mapping[str, str], on_entity: Inverted, pairs: Iterable[Pair] = ()) -> Question:
        """Where the terms of a question are; `on_entity` tells which docs are on an entity.

        `pairs` are the question's terms that stand side by side: an identifier may be named by its words.
        """
        known = {number: word for term, word in words.items() if (number := self.vocabulary.known(term)) is not None}
        view = self.postings.view()
        rarest = sorted(known, key=lambda term: (int(view.document_frequency[term]), term))[:QUESTION_TERMS]
        known_as = self.vocabulary.known
        numbers = ((known_as(one), known_as(two)) for one, two in pairs)
        beside = {(one, two) for one, two in numbers if one is not None and two is not None}
        mentioned = self.names.mentioned(rarest, beside)
        hits = (_hits(term, view, on_entity, mentioned.called.get(term, ())) for term in rarest)
        found = sorted((hit for hit in hits if hit.size), key=lambda hit: (hit.size, hit.term))
        return Question(known, tuple(found), view, mentioned.named)

    def arrays(self) -> Arrays:
        """What is saved: no names, and no word that stands in no document any more."""
        arrays = self.postings.arrays()
        words, arrays["terms"] = used_words(self.vocabulary.values(), arrays["terms"])
        saved = prefixed("words", packed_strings(words)) | prefixed("postings", arrays)
        return saved | prefixed("threads", self.thread_tokens.arrays())

    @classmethod
    def restored(cls, arrays: Mapping[str, npt.NDArray[Any]]) -> LexicalIndex:
        """The index that was saved, without names. Raises KeyError or ValueError where it doesn't fit together."""
        made = cls()
        made.vocabulary = Interner(unpacked_strings(part("words", arrays)))
        made.postings = Postings.restored(part("postings", arrays), len(made.vocabulary))
        made.thread_tokens = ThreadTokens.restored(part("threads", arrays))
        return made


def _hits(term: int, view: PostingsView, on_entity: Inverted, called: Sequence[int]) -> TermHits:
    docs, frequencies = view.postings(term)
    named = on_entity.docs_of_any(called) if called else np.zeros(0, dtype=np.int64)
    return TermHits(term, docs, frequencies, named, float(rarity(len(docs) + len(named), view.documents)))

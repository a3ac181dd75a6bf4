"""Recall in plain Python: the same formulas as the index, slowly, over a handful of memories."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence

from graphmem.domain.model import Memory
from graphmem.store.index import bm25
from graphmem.store.index.document import document_terms
from graphmem.store.index.text import question_terms


class Oracle:
    """All memories are current, threads are in order of position, and no entity is merged."""

    def __init__(self, memories: Sequence[Memory], names: Mapping[str, Sequence[str]]) -> None:
        self.memories = list(memories)
        self.texts = [Counter(document_terms(memory)) for memory in memories]
        self.lengths = [sum(text.values()) for text in self.texts]
        self.names = {e: [set(question_terms(name)) for name in given] for e, given in names.items()}
        self.mean = sum(self.lengths) / len(memories)
        threads: dict[str, list[int]] = {}
        for at, memory in enumerate(self.memories):
            threads.setdefault(memory.thread_id or memory.id, []).append(at)
        self.threads = [sorted(t, key=lambda at: self.memories[at].thread_position or 0) for t in threads.values()]

    def shares(self, question: str) -> list[dict[str, float]]:
        """The four shares of the text for every memory, and the entity's factor; not scaled."""
        terms = [term for term in question_terms(question) if self._frequency(term)]
        own = [self._own(at, terms) for at in range(len(self.memories))]
        feedback = self._feedback(terms, own)
        named = self._named(set(question_terms(question)))
        found = []
        for at, memory in enumerate(self.memories):
            thread = next(t for t in self.threads if at in t)
            place = thread.index(at)
            beside = {step: thread[place + step] for step in (-2, -1, 1, 2) if 0 <= place + step < len(thread)}
            context = 0.0
            for step, weight in ((-1, bm25.BEFORE_WEIGHT), (1, bm25.AFTER_WEIGHT)):
                if step in beside:
                    context += weight * (own[beside[step]] + feedback[beside[step]])
            passage = [at, *beside.values()]
            found.append(
                {
                    "own": own[at],
                    "feedback": feedback[at],
                    "context": context + bm25.PASSAGE_WEIGHT * self._passage(passage, terms),
                    "thread": bm25.THREAD_WEIGHT * self._thread(thread, terms),
                    "entity": bm25.NAMED_FACTOR if memory.entity_id == named else 1.0,
                }
            )
        return found

    def _on(self, at: int, term: str) -> bool:
        return any(term in name for name in self.names.get(self.memories[at].entity_id, ()))

    def _frequency(self, term: str) -> int:
        return sum(term in text for text in self.texts) + sum(self._on(at, term) for at in range(len(self.texts)))

    def _idf(self, frequency: int, documents: int) -> float:
        frequency = min(frequency, documents)
        return math.log(1 + (documents - frequency + 0.5) / (frequency + 0.5))

    def _bm25(self, count: float, length: float, mean: float, k1: float = bm25.K1, b: float = bm25.B) -> float:
        return count * (k1 + 1) / (count + k1 * (1 - b + b * length / mean))

    def _own(self, at: int, terms: Sequence[str]) -> float:
        return sum(
            self._idf(self._frequency(term), len(self.texts))
            * (self._bm25(self.texts[at][term], self.lengths[at], self.mean) + bm25.NAME_WEIGHT * self._on(at, term))
            for term in terms
        )

    def _feedback(self, asked: Sequence[str], own: Sequence[float]) -> list[float]:
        best = sorted(range(len(own)), key=lambda at: -own[at])[: bm25.FEEDBACK_DOCS]
        frequency = Counter(term for text in self.texts for term in text)
        worth: Counter[str] = Counter()
        for at in best:
            for term in self.texts[at]:
                if own[at] > 0 and term not in asked and frequency[term] > 1:
                    worth[term] += own[at] * self._idf(frequency[term], len(self.texts))
        terms = [term for term, _ in worth.most_common(bm25.FEEDBACK_TERMS)]
        return [
            bm25.FEEDBACK_WEIGHT
            * sum(
                self._idf(frequency[term], len(self.texts)) * self._bm25(text[term], length, self.mean)
                for term in terms
            )
            for text, length in zip(self.texts, self.lengths, strict=True)
        ]

    def _passage(self, members: Sequence[int], terms: Sequence[str]) -> float:
        length = sum(self.lengths[at] for at in members)
        return sum(
            self._idf(self._frequency(term), len(self.texts))
            * self._bm25(sum(self.texts[at][term] for at in members), length, 5 * self.mean)
            for term in terms
        )

    def _thread(self, thread: Sequence[int], terms: Sequence[str]) -> float:
        mean = sum(self.lengths) / len(self.threads)
        length = sum(self.lengths[at] for at in thread)
        total = 0.0
        for term in terms:
            units = sum(any(term in self.texts[at] for at in t) for t in self.threads)
            count = sum(self.texts[at][term] for at in thread)
            total += self._idf(units, len(self.threads)) * self._bm25(
                count, length, mean, bm25.THREAD_K1, bm25.THREAD_B
            )
        return total

    def _named(self, terms: set[str]) -> str | None:
        whole = [(e, name) for e, names in self.names.items() for name in names if name and name <= terms]
        longest = {e for e, name in whole if not any(name < other for _, other in whole)}
        return longest.pop() if len(longest) == 1 else None

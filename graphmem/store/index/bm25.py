"""BM25 and the constants of the lexical stack; knows no index."""

from __future__ import annotations

from typing import Any, Final

import numpy as np
import numpy.typing as npt

Scores = npt.NDArray[np.float32]

K1: Final = 0.9
B: Final = 0.4
"""Saturation and length of a memory: the values that measured best on turns and on facts."""

THREAD_K1: Final = 2.0
THREAD_B: Final = 0.4
"""A whole thread says a word often, so its count saturates later."""

NAME_WEIGHT: Final = 0.7
"""A term that is in the name of the memory's entity counts as much as this share of its rarity."""

FEEDBACK_DOCS: Final = 3
FEEDBACK_TERMS: Final = 8
FEEDBACK_WEIGHT: Final = 0.1
"""Pseudo-relevance feedback: the most telling terms of the best hits are looked for too, lightly."""

BEFORE_WEIGHT: Final = 0.2
AFTER_WEIGHT: Final = 0.1
PASSAGE_WEIGHT: Final = 0.6
THREAD_WEIGHT: Final = 1.0
"""What surrounds a memory: its neighbours' own scores, the passage of five around it, its whole thread."""

NAMED_FACTOR: Final = 1.5
"""For memories on the one entity that the question names."""


def rarity(document_frequency: npt.NDArray[Any] | int, documents: int) -> npt.NDArray[np.float64]:
    """How much a term tells (inverse document frequency, never negative)."""
    frequency = np.minimum(document_frequency, documents)
    weights: npt.NDArray[np.float64] = np.log1p((documents - frequency + 0.5) / (frequency + 0.5))
    return weights


def dampening(lengths: npt.NDArray[Any], mean_length: float, k1: float = K1, b: float = B) -> Scores:
    """The part of BM25's denominator that depends on a document's length."""
    damp: Scores = (k1 * (1 - b) + k1 * b / max(mean_length, 1.0) * lengths).astype(np.float32)
    return damp


def saturated(frequencies: npt.NDArray[Any], damp: Scores, k1: float = K1) -> Scores:
    """How much frequencies count: 0 for none, at most k1 + 1."""
    counts = frequencies.astype(np.float32, copy=False)
    counted: Scores = counts * np.float32(k1 + 1) / (counts + damp)
    return counted

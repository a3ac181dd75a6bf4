from __future__ import annotations

import numpy as np

from graphmem.store.index.threads import ThreadTokens


def test_tokens_are_counted_in_and_out() -> None:
    tokens = ThreadTokens()
    tokens.count(np.array([0, 2, 2, -1, -1]), np.array([5, 3, 4, 7, 0]), 1)
    assert (tokens.tokens[:3].tolist(), tokens.alone, tokens.units) == ([5, 0, 7], 1, 3)
    tokens.count(np.array([2, -1]), np.array([3, 7]), -1)
    assert (tokens.tokens[:3].tolist(), tokens.alone, tokens.units) == ([5, 0, 4], 0, 2)
    tokens.count(np.zeros(0, dtype=np.int64), np.zeros(0, dtype=np.int64), 1)
    restored = ThreadTokens.restored(tokens.arrays())
    assert (restored.units, restored.tokens[:3].tolist()) == (2, [5, 0, 4])

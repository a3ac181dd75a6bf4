"""Puts the nodes of a directed graph in order, causes first, and names its circles.

Owns the algorithm only; what the nodes are is the caller's business. Never recurses.
"""

from __future__ import annotations

import heapq
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any


def in_order(
    nodes: Iterable[str], edges: Iterable[tuple[str, str]], key: Callable[[str], Any]
) -> tuple[list[str], list[tuple[str, ...]]]:
    """Order nodes so that the first end of each edge comes before the second; ties go by `key`.

    Returns the order, and the circles that had to be cut for it, each as the ids along it.
    """
    after: dict[str, set[str]] = defaultdict(set)
    before: dict[str, set[str]] = {node: set() for node in nodes}
    for first, second in edges:
        after[first].add(second)
        before[second].add(first)
    ready = [(key(node), node) for node, causes in before.items() if not causes]
    heapq.heapify(ready)
    order: list[str] = []
    circles: list[tuple[str, ...]] = []
    while before:
        if not ready:
            circles.append(_circle(before, min(before, key=key)))
            ready.append(_cut(circles[-1], key))
        node = heapq.heappop(ready)[1]
        order.append(node)
        del before[node]
        for effect in after[node] & before.keys():
            before[effect].discard(node)
            if not before[effect]:
                heapq.heappush(ready, (key(effect), effect))
    return order, circles


def _cut(circle: Sequence[str], key: Callable[[str], Any]) -> tuple[Any, str]:
    node = min(circle, key=key)
    return key(node), node


def _circle(before: Mapping[str, set[str]], start: str) -> tuple[str, ...]:
    # Every node left has a cause left, so walking back must come round.
    path: dict[str, int] = {}
    node = start
    while node not in path:
        path[node] = len(path)
        node = min(before[node])
    return tuple(reversed(list(path)[path[node] :]))

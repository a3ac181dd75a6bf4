"""Counts what the service does, and tells it in Prometheus' text format (0.0.4).

Owns the counters of requests. What it says of the stores is asked of them at the moment of telling.
"""

from __future__ import annotations

import threading
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Final

BUCKETS: Final = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0)
"""Upper bounds in seconds; the service's goals lie between 1 and 250 ms."""


class Metrics:
    """Counters of one process. Safe to use from several threads."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._responses: Counter[int] = Counter()
        self._buckets = [0] * (len(BUCKETS) + 1)
        self._seconds = 0.0
        self._failed = 0
        self._subscriptions = 0

    def response(self, status: int) -> None:
        """Count one HTTP response."""
        with self._lock:
            self._responses[status] += 1

    def operation(self, seconds: float, *, failed: bool) -> None:
        """Count one query or mutation and how long it took."""
        with self._lock:
            self._buckets[bisect_left(BUCKETS, seconds)] += 1
            self._seconds += seconds
            self._failed += failed

    @contextmanager
    def subscription(self) -> Iterator[None]:
        """Count a subscription while it is open."""
        with self._lock:
            self._subscriptions += 1
        try:
            yield
        finally:
            with self._lock:
                self._subscriptions -= 1

    def text(self, gauges: Mapping[str, float]) -> str:
        """Write all of it, with further gauges by their names."""
        with self._lock:
            lines = [*self._counter_lines(), *self._histogram_lines()]
            gauges = {"graphmem_subscriptions_open": self._subscriptions, **gauges}
        for name, value in gauges.items():
            lines += [f"# TYPE {name} gauge", f"{name} {value:g}"]
        return "\n".join(lines) + "\n"

    def _counter_lines(self) -> Iterator[str]:
        yield "# TYPE graphmem_http_responses_total counter"
        for status, count in sorted(self._responses.items()):
            yield f'graphmem_http_responses_total{{status="{status}"}} {count}'
        yield "# TYPE graphmem_operations_failed_total counter"
        yield f"graphmem_operations_failed_total {self._failed}"

    def _histogram_lines(self) -> Iterator[str]:
        yield "# TYPE graphmem_operation_seconds histogram"
        total = 0
        for bound, count in zip((*BUCKETS, "+Inf"), self._buckets, strict=True):
            total += count
            yield f'graphmem_operation_seconds_bucket{{le="{bound}"}} {total}'
        yield f"graphmem_operation_seconds_sum {self._seconds:.6f}"
        yield f"graphmem_operation_seconds_count {total}"

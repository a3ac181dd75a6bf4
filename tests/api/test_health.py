"""What watchers are told, and to whom."""

from __future__ import annotations

from pathlib import Path

import pytest

from graphmem.api.metrics import Metrics
from graphmem.settings import Settings
from tests.api.standin import FakeSpace, make_client


def test_alive_without_any_space() -> None:
    with make_client() as client:
        assert client.get("/healthz").json() == {"status": "ok"}


@pytest.mark.parametrize(("trouble", "status"), [(None, 200), ("the disk is full", 503)])
def test_ready_means_that_writes_are_taken(trouble: str | None, status: int) -> None:
    space = FakeSpace()
    space.trouble = trouble
    with make_client(space=space) as client:
        client.post("/graphql", json={"query": "{agent}"})
        response = client.get("/readyz")
    assert response.status_code == status
    assert response.json() == {"ready": status == 200}


def test_not_ready_before_a_space_is_open() -> None:
    with make_client() as client:
        assert client.get("/readyz").status_code == 503


def test_metrics_tell_of_requests_and_stores() -> None:
    with make_client() as client:
        client.post("/graphql", json={"query": "{agent}"})
        client.post("/graphql", json={"query": "{broken}"})
        client.get("/nowhere")
        lines = client.get("/metrics").text.splitlines()
    assert 'graphmem_http_responses_total{status="200"} 2' in lines
    assert 'graphmem_http_responses_total{status="404"} 1' in lines
    assert "graphmem_operations_failed_total 1" in lines
    assert "graphmem_operation_seconds_count 2" in lines
    assert "graphmem_writer_queue 3" in lines
    assert "graphmem_store_bytes 7" in lines
    assert "graphmem_subscriptions_open 0" in lines


def test_metrics_are_not_for_strangers(tmp_path: Path) -> None:
    with make_client(Settings(host="0.0.0.0", data=tmp_path)) as client:
        assert client.get("/metrics").status_code == 401
        assert client.get("/healthz").status_code == 200


def test_buckets_are_cumulative_and_include_their_bound() -> None:
    metrics = Metrics()
    for seconds in (0.0005, 0.001, 0.3, 99.0):
        metrics.operation(seconds, failed=False)
    lines = metrics.text({}).splitlines()
    assert 'graphmem_operation_seconds_bucket{le="0.001"} 2' in lines
    assert 'graphmem_operation_seconds_bucket{le="0.5"} 3' in lines
    assert 'graphmem_operation_seconds_bucket{le="+Inf"} 4' in lines


def test_subscriptions_are_counted_while_open() -> None:
    metrics = Metrics()
    with metrics.subscription():
        assert "graphmem_subscriptions_open 1" in metrics.text({})
    assert "graphmem_subscriptions_open 0" in metrics.text({})

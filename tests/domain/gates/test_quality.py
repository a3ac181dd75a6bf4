"""The quality score is deterministic and explains itself."""

from __future__ import annotations

import pytest

from graphmem.domain.gates import GateContext, GatePolicy, Prose
from graphmem.domain.gates.quality import assess, find_low_quality

GOOD = [
    "Use PostgreSQL advisory locks for the nightly billing job instead of a Redis lock, because the Redis lock "
    "expired mid-run twice in 2026-03.",
    "Pin node to 20.11 in Dockerfile: the build fails with exit code 137 on 22 because esbuild needs 3 GB there.",
    "夜間バッチはRedisではなくPostgreSQLのアドバイザリロックを使う。2026年3月に2回、処理の途中で期限が切れたため。",
]

POOR = [
    "We talked about some interesting things and it was good, maybe we will improve various stuff somehow later.",
    "There was a meeting about the situation and everybody agreed that the situation was a very difficult one.",
    "いろいろ話し合って、なんかちゃんとしたほうがいいという感じになった気がするし、たぶん改善できると思うのでよかったと思う。",
]


def finding(text: str) -> object:
    return find_low_quality(GateContext(Prose(text)), GatePolicy())


@pytest.mark.parametrize("text", GOOD)
def test_good_texts_pass(text: str) -> None:
    assert finding(text) is None


@pytest.mark.parametrize("text", POOR)
def test_poor_texts_are_found_with_what_is_missing(text: str) -> None:
    found = find_low_quality(GateContext(Prose(text)), GatePolicy())

    assert found is not None
    assert "Missing: " in found.message
    assert [match.split()[0] for match in found.matches] == ["specific", "actionable", "verifiable"]


@pytest.mark.parametrize("text", ["It was good.", "よかったと思う。"])
def test_short_texts_are_not_judged(text: str) -> None:
    assert finding(text) is None


def test_scores_are_between_0_and_1() -> None:
    for text in (*GOOD, *POOR, "", "maybe " * 50):
        quality = assess(text)
        assert all(0 <= part <= 1 for part in (quality.specific, quality.actionable, quality.verifiable))
        assert quality == assess(text)

"""Wording that will be wrong soon is found, in English and Japanese; names, quotations and habits are not."""

from __future__ import annotations

import pytest

from graphmem.domain.gates import GateContext, GatePolicy, Prose
from graphmem.domain.gates.transient import find_transient

FOUND = [
    ("Currently the build is broken", ["currently"]),  # bettermemory's vector
    ("The api is CURRENTLY down", ["currently"]),
    ("It works as of now", ["as of now"]),
    ("As of this writing there are three", ["as of this writing"]),
    ("As of 2026-01-02 there are three", ["as of 2026-01-02"]),
    ("There are none right now, and for now none are planned", ["right now", "for now"]),
    ("It is temporarily disabled", ["temporarily"]),
    ("Use sqlite for the time being", ["for the time being"]),
    ("At the moment it fails", ["at the moment"]),
    ("The api was changed today", ["today"]),
    ("Anna is away this week and next week", ["this week", "next week"]),
    ("It broke last night", ["last night"]),
    ("We just shipped it", ["we just"]),
    ("They have recently moved", ["have recently"]),
    ("The team recently migrated to uv", ["recently migrated"]),
    ("Use the latest release", ["the latest"]),
    ("The migration is in progress", ["is in progress"]),
    ("We are in the middle of the migration", ["in the middle of the migration"]),
    ("They are halfway through rewriting the parser", ["halfway through rewriting"]),
    ("The branch has unpushed work", ["unpushed"]),
    ("It is 2 commits ahead", ["commits ahead"]),
    ("The tree has uncommitted changes", ["has uncommitted changes"]),
    ("There are uncommitted changes in the tree", ["are uncommitted changes"]),
    ("There are untracked files", ["are untracked files"]),
    ("The fix is stashed", ["is stashed"]),
    ("Ask the new server", ["the new"]),
    ("It now uses Redis", ["now uses"]),
    ("It is down right\nnow", ["right now"]),
    ("Currently slow. Currently broken.", ["currently"]),
    ("現在ビルドは壊れている", ["現在"]),
    ("いまビルドが落ちている", ["いまビルドが落ちている"]),
    ("只今サーバは止まっている", ["只今"]),
    ("今日デプロイした。来週直す", ["今日", "来週"]),
    ("APIを移行中なので、とりあえず旧版を使う", ["移行中", "とりあえず"]),
    ("最近Redisに変えた", ["最近"]),
]

PASSES = [
    "The build is broken on Windows",
    "In 2024 the api moved to Go, and last year to Rust",
    'The word "currently" is banned in docs',
    "The “today” button opens the calendar",
    "The `currently` helper returns the time",
    "Open today.com for the news",
    "This parses today's date",
    "This Week in Rust lists new crates",
    "She reads the Today show's script",
    "Today Weekly is a magazine",
    "The lock temporarily blocks writers",
    "It is set at the moment of writing the row",
    "He was in the middle of the morning standup",
    "The New Yorker published it",
    "Traffic moved from v1 to the new gateway at 10.2.0.1",
    "now is the name of the clock's function",
    "The latency is in progress.md",
    "The recently-used list has ten entries",
    "現在地を返す関数は geo.py にある",
    "現在完了形の文は訳さない",
    "「今日」という語は使わない",
    "明日香さんは東京支店の担当である",
    "毎日3時にバックアップする",
]


def markers(text: str) -> list[str]:
    finding = find_transient(GateContext(Prose(text)), GatePolicy())
    return list(finding.matches) if finding else []


@pytest.mark.parametrize(("text", "expected"), FOUND)
def test_transient_wording_is_found_once_each(text: str, expected: list[str]) -> None:
    assert markers(text) == expected


@pytest.mark.parametrize("text", PASSES)
def test_lasting_wording_passes(text: str) -> None:
    assert markers(text) == []


def test_the_finding_points_to_valid_time() -> None:
    finding = find_transient(GateContext(Prose("It is down today")), GatePolicy())

    assert finding is not None
    assert "validFrom" in finding.message

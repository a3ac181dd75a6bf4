"""Duplicates: the same words, nearly the same words, and what only looks alike."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphmem.domain.duplicates import NEAR, exact_fingerprint, near_duplicate, prepare, similarity


@pytest.mark.parametrize(
    ("left", "right"),
    [
        ("Messi's citizenship is Argentina", "messi's CITIZENSHIP is Argentina!!"),
        ("A  b\n c.", "a b c"),
        ("ＡＰＩ is ﬁne", "api is fine"),
        ("It’s here", "It's here"),
        ("Straße", "STRASSE"),
        ("移行は完了した。", "移行は完了した"),
    ],
)
def test_case_spacing_width_and_final_marks_do_not_count(left: str, right: str) -> None:
    assert exact_fingerprint(left) == exact_fingerprint(right)


@pytest.mark.parametrize(
    ("left", "right"),
    [
        ("the rapist", "therapist"),
        ("C", "C++"),
        ("C#", "C"),
        ("a, b", "a b"),
        ("port 8443", "port 8444"),
        ("!!!", "..."),
        ("ハブ", "パブ"),
    ],
)
def test_everything_else_counts(left: str, right: str) -> None:
    assert exact_fingerprint(left) != exact_fingerprint(right)


def test_the_fingerprint_is_stable() -> None:
    assert exact_fingerprint("Use Kuzu.") == "df96225f1f29a76c8cea27f21f2f0c64"


@given(st.text(st.characters(exclude_categories=["Cs"])))
def test_a_text_has_the_fingerprint_of_its_upper_case(text: str) -> None:
    assert exact_fingerprint(text) == exact_fingerprint(f" {text}  ")


SAME = [
    ("The API gateway listens on port 8443", "API gateway is listening on port 8443."),
    ("Deploys to production require two approvals", "Deploying to production requires 2 approvals"),
    (
        "Deploys to production require an approval from the platform team",
        "Deploys to production require an approval from the whole platform team",
    ),
    ("Never deploy OAuth changes on Friday", "OAuth changes: never deploy on Friday"),
    ("Redis and NATS are used by the queue", "The queue uses NATS and Redis"),
    ("ゲートウェイはポート8443で待ち受ける", "ゲートウェイは、ポート8443で待ち受ける。"),
]

DIFFERENT = [
    ("The API gateway listens on port 8443", "The API gateway listens on port 8444"),
    ("Deploys to production require two approvals", "Deploys to production require three approvals"),
    ("Use the shared cache for all session data", "Do not use the shared cache for all session data"),
    ("The tax return of 2023 was filed in time by us", "The tax return of 2024 was filed in time by us"),
    (
        "The primary database of the billing service in the production cluster is Postgres",
        "The primary database of the billing service in the production cluster is MySQL",
    ),
    (
        "Feature flags for the billing service are enabled in production",
        "Feature flags for the billing service are disabled in production",
    ),
    ("Run the migrations before each deploy", "Run the migrations after each deploy"),
    ("We migrated the queue from Redis to NATS", "We migrated the queue from NATS to Redis"),
    ("Kuzu starts faster than Ladybug", "Ladybug starts faster than Kuzu"),
    ("Anna likes rock", "Anna likes jazz"),
    ("ゲートウェイはポート8443で待ち受ける", "ゲートウェイはポート9443で待ち受ける"),
    ("サーバーは東京のデータセンターに二台ある", "サーバーは東京のデータセンターに三台ある"),
    ("東京のデータセンターへの移行は完了", "東京のデータセンターへの移行は未完了"),
    ("東京のデータセンターをまだ使う", "東京のデータセンターをまだ使わない"),
    ("", ""),
    ("...", "???"),
]


@pytest.mark.parametrize(("left", "right"), SAME)
def test_near_duplicates_say_the_same(left: str, right: str) -> None:
    assert NEAR <= near_duplicate(prepare(left), prepare(right)) <= 1


@pytest.mark.parametrize(("left", "right"), DIFFERENT)
def test_what_differs_in_a_value_is_no_duplicate(left: str, right: str) -> None:
    assert near_duplicate(prepare(left), prepare(right)) == 0
    assert near_duplicate(prepare(right), prepare(left)) == 0


def test_similarity_is_the_share_of_common_content() -> None:
    assert similarity(prepare("Redis caches sessions"), prepare("Redis caches pages")) == pytest.approx(0.5)

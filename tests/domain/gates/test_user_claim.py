"""Claims about the user are found; likings of tools, and what a team says of its project, are not claims."""

from __future__ import annotations

import pytest

from graphmem.domain.gates import GateContext, GatePolicy, Known, Prose
from graphmem.domain.gates.given_names import GIVEN_NAMES
from graphmem.domain.gates.user_claim import find_user_claim
from graphmem.domain.model import Category, EntityKind

CLAIMS = [
    "The user prefers tabs",  # bettermemory's vector
    "Also, the user really likes dark mode",
    'Anna wrote "the user hates popups"',
    "The user's favourite editor is vim",
    "The user's laptop is a ThinkPad",
    "The user lives in Berlin",
    "The user is a data engineer",
    "The user has two cats",
    "The user uses neovim daily",
    "I prefer tabs",
    "I always squash before merging",
    "I'm using fish",
    "I’ve been using fish for years",
    "Note: I need a summary each morning",
    "My editor is vim",
    "- My home directory is encrypted",
    "We prefer spaces",
    "Our office is in Berlin",
    "Anna prefers tabs",
    "José avoids meetings",
    "Yuki always prefers tea",
    "Guido van Rossum likes clarity",
    "Zbigniew loves tabs",
    "Dr. Waller prefers mail",
    "She dislikes meetings",
    "ユーザーは短い回答を望む",
    "ユーザーはタブが好き",
    "ユーザーの好みはダークモードだ",
    "利用者は東京に住んでいる",
    "私はVimを使っています",
    "私のエディタはVimです",
    "僕はコーヒーより紅茶が好きです",
    "田中さんは紅茶が好きです",
    "佐藤様は電話を好まない",
]

NO_CLAIMS = [
    # bettermemory's known false positive
    "Black prefers double quotes",
    "The user prefers-color-scheme query is respected",
    "Prettier avoids long lines",
    "Postgres prefers hash joins on large tables",
    "PyTorch likes contiguous tensors",
    "Rust loves no one",
    "This avoids a lock and that prefers a queue",
    "Which avoids the copy",
    "Naturally likes do not count",
    "Everyone likes short meetings",
    "Visual Studio Code prefers tabs in Makefiles",
    "The user is redirected to the login page",
    "The user is a registered member or a guest",
    "The user needs to be logged in",
    "The user wants to log in with a passkey, so the button is on top",
    "If the user wants to reset the password, a mail is sent",
    "The user uses the CLI to log in",
    "The user's session is kept for a day",
    "Users prefer short forms",
    'He said "I prefer tabs" in the review',
    "I want you to know that the parser is recursive",
    "The flag -I prefers includes",
    "ボタンを押すと、ユーザーは設定画面に移る",
    "ユーザーが好きに並べ替えられるようにする",
    "利用者はパスワードを変更できる",
    "Blackは二重引用符を好む",
    "ユーザーは好みの色を選べる",
    "ユーザーは好きなように並べ替えられる",
    "「私はタブが好き」という声があった",
]


def matches(text: str, **context: object) -> tuple[str, ...]:
    finding = find_user_claim(GateContext(Prose(text), **context), GatePolicy())  # type: ignore[arg-type]
    return finding.matches if finding else ()


@pytest.mark.parametrize("text", CLAIMS)
def test_a_claim_about_a_person_is_found(text: str) -> None:
    assert matches(text)


@pytest.mark.parametrize("text", NO_CLAIMS)
def test_other_texts_pass(text: str) -> None:
    assert matches(text) == ()


@pytest.mark.parametrize("text", CLAIMS)
def test_the_right_category_says_it_all(text: str) -> None:
    assert matches(text, category=Category.USER_INFERENCE) == ()


@pytest.mark.parametrize(
    ("text", "entity", "kind", "claimed"),
    [
        # The reference's own supersession vectors are about a person and must be writable as facts.
        ("Anna likes rock", "Anna", EntityKind.PERSON, False),
        ("Anna likes rock", "Anna Schmidt", EntityKind.PERSON, False),
        ("She likes rock", "Anna", EntityKind.PERSON, False),
        ("Dr. Waller prefers mail", "Waller", EntityKind.PERSON, False),
        ("田中さんは紅茶が好きです", "田中太郎", EntityKind.PERSON, False),
        ("Anna likes rock", "Bob", EntityKind.PERSON, True),
        ("She likes rock", "Anna", EntityKind.PROJECT, True),
        ("佐藤さんは紅茶が好きです", "田中太郎", EntityKind.PERSON, True),
        ("Kuzu likes batches", "Kuzu", EntityKind.PROJECT, False),
        ("The user likes rock", "Anna", EntityKind.PERSON, True),
        ("User prefers tabs", "user", EntityKind.PERSON, True),
        ("I like rock", "Anna", EntityKind.PERSON, True),
    ],
)
def test_whom_the_memory_hangs_on_settles_who_is_meant(text: str, entity: str, kind: EntityKind, claimed: bool) -> None:
    assert bool(matches(text, entity_name=entity, entity_kind=kind)) is claimed


def test_what_the_store_knows_of_a_name_settles_it_first() -> None:
    kinds = {"Anna": EntityKind.CONCEPT, "Ruff": EntityKind.PERSON}

    assert matches("Anna prefers tabs", known=Known(kind_of=kinds.get)) == ()
    assert matches("Ruff prefers tabs", known=Known(kind_of=kinds.get)) == ("Ruff prefers",)


@pytest.mark.parametrize("text", ["We use advisory locks", "Our API is versioned", "We always squash"])
def test_we_on_a_project_is_the_team(text: str) -> None:
    assert matches(text, entity_kind=EntityKind.PROJECT) == ()
    assert matches(text, entity_kind=EntityKind.PERSON) != ()


def test_at_most_five_claims_are_told() -> None:
    text = " ".join(f"{name.title()} prefers tabs." for name in sorted(GIVEN_NAMES)[:9])

    assert len(matches(text)) == 5

"""Claims are checked inside one worktree only, and verdicts give nothing else of it away."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from graphmem.domain.claims import ClaimForm, parse_claim, parse_claims
from graphmem.domain.errors import Invalid
from graphmem.domain.model import Claim
from graphmem.store.worktree import LARGEST_FILE, Worktree, check_claims

NOW = 1_767_225_600_000_000
SECRET = "hunter2Abc9XyZ12Q"


@pytest.fixture
def root(tmp_path: Path) -> Path:
    root = tmp_path / "repo"
    (root / "src").mkdir(parents=True)
    (root / "app.py").write_text("PORT = 8080\nMODE = 'fast'\nBIG = 10**3\nN = None\n\ndef run():\n    pass\n")
    (root / "src" / "lib.rs").write_text("struct Foo; impl Foo { fn new() {} }")
    (root / "日本語.json").write_text('{"名前": "地図", "port": 8080, "list": [1]}', "utf-8")
    (root / ".env").write_text(f"LEVEL=debug\nPORT=8080\nPIN_CODE={SECRET}\n")
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / "secret.py").write_text(f"PORT = 8080\nWORD = '{SECRET}'\n")
    return root


def check(root: Path, text: str) -> Claim:
    return Worktree(root, NOW).check(parse_claim(text))


@pytest.mark.parametrize(
    "text",
    [
        # bettermemory's vectors
        "app.py",
        "app.py::run",
        "app.py::PORT=8080",
        "!gone.py",
        # and ours
        "src",
        "src/lib.rs::Foo::new",
        "app.py::PORT",
        "app.py::MODE=fast",
        "app.py::MODE='fast'",
        "app.py::N=None",
        '日本語.json::名前="地図"',
        "日本語.json::list=[1]",
        "!src/gone/deeper.py",
        ".env::LEVEL=debug",
        ".env::PORT='8080'",
    ],
)
def test_true_claims_hold(root: Path, text: str) -> None:
    assert check(root, text) == Claim(text, True, NOW)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        # bettermemory's vectors
        ("app.py::PORT=9090", "PORT is 8080"),
        ("!app.py", "there is something at app.py"),
        # and ours
        ("gone.py", "nothing is at gone.py"),
        ("app.py/x", "nothing is at app.py/x"),
        ("gone.py::run", "no file can be read at gone.py"),
        ("src.py::run", "no file can be read at src.py"),
        ("app.py::stop", "app.py defines no stop"),
        ("app.py::PORT=8080.0", "PORT is 8080"),
        ("app.py::MODE=slow", "MODE is 'fast'"),
        ("app.py::N=0", "N is None"),
        ("app.py::BIG=1000", "app.py: the value is not a literal"),
        ("app.py::HOST='x'", "app.py: nothing is bound to HOST by a plain assignment"),
        ("日本語.json::名前=別", "名前 is '地図'"),
        ("日本語.json::list=[1, 2]", "list is a list"),
        (".env::PORT=9090", "PORT is '8080'"),
        (".env::LEVEL=info", "LEVEL is another value"),
    ],
)
def test_false_claims_tell_what_is_there_instead(root: Path, text: str, found: str) -> None:
    claim = check(root, text)

    assert (claim.holds, claim.checked_at) == (False, NOW)
    assert claim.found == found


@pytest.mark.parametrize(
    ("source", "text", "found"),
    [
        ("DSN = 'postgres://app:" + "s3cretpw@db/app'", "s.py::DSN=x", "DSN is another text"),
        (f"WORD = '{SECRET}'", "s.py::WORD=x", "WORD is another text"),
        ("SMTP_PW = 'horse'", "s.py::SMTP_PW=x", "SMTP_PW is another text"),
        ("TEXT = '" + "long " * 20 + "'", "s.py::TEXT=x", "TEXT is another text"),
        ("MAP = {'a': 'b'}", "s.py::MAP={}", "MAP is an object"),
        ("HUGE = 0x" + "f" * 5_000, "s.py::HUGE=1", "HUGE is another number"),
        ("ON = True", "s.py::ON=1", "ON is True"),
    ],
)
def test_verdicts_give_no_secret_and_no_bulk_away(root: Path, source: str, text: str, found: str) -> None:
    (root / "s.py").write_text(source)

    assert check(root, text).found == found


def test_a_secret_in_an_env_file_stays_there(root: Path) -> None:
    claim = check(root, ".env::PIN_CODE=guess")

    assert claim.found == "PIN_CODE is another value"


@pytest.mark.parametrize("text", ["link.py", "link.py::WORD=x", "link.py::PORT", "dir/secret.py::WORD=x", "!link.py"])
def test_links_that_lead_out_are_not_followed(root: Path, text: str) -> None:
    (root / "link.py").symlink_to(root.parent / "outside" / "secret.py")
    (root / "dir").symlink_to(root.parent / "outside")

    claim = check(root, text)

    assert not claim.holds
    assert claim.found == f"{text.removeprefix('!').partition('::')[0]} leads out of the worktree"


def test_links_within_are_followed(root: Path) -> None:
    (root / "link.py").symlink_to("app.py")
    (root / "lib").symlink_to(root / "src")

    assert check(root, "link.py::PORT=8080").holds
    assert check(root, "lib/lib.rs::Foo").holds


def test_a_dangling_link_is_something_and_nothing(root: Path) -> None:
    (root / "dangling.py").symlink_to("gone.py")

    assert not check(root, "dangling.py").holds
    assert not check(root, "!dangling.py").holds


def test_a_circle_of_links_ends(root: Path) -> None:
    (root / "a.py").symlink_to("b.py")
    (root / "b.py").symlink_to("a.py")

    assert not check(root, "a.py").holds
    assert not check(root, "a.py::run").holds


def test_a_worktree_may_itself_be_a_link(root: Path) -> None:
    link = root.parent / "link"
    link.symlink_to(root)

    assert check(link, "app.py::PORT=8080").holds


def test_pipes_and_folders_are_no_files(root: Path) -> None:
    os.mkfifo(root / "pipe.py")
    (root / "folder.py").mkdir()

    assert check(root, "pipe.py::run").found == "pipe.py is not a file"
    assert check(root, "folder.py::run").found == "folder.py is not a file"


def test_huge_files_are_not_read(root: Path) -> None:
    (root / "huge.py").write_bytes(b"PORT = 8080\n" + b"#" * LARGEST_FILE)

    assert check(root, "huge.py::PORT=8080").found == f"huge.py is larger than {LARGEST_FILE:,} bytes"
    assert check(root, "huge.py").holds


def test_binary_files_define_and_bind_nothing(root: Path) -> None:
    (root / "binary.py").write_bytes(bytes(range(256)) * 8)

    assert check(root, "binary.py::run").found == "binary.py defines no run"
    assert check(root, "binary.py::PORT=1").found == "binary.py: the file is not text in UTF-8"


def test_a_form_made_by_hand_is_not_trusted(root: Path) -> None:
    out = ClaimForm("x", "../outside/secret.py", name="WORD", literal="x")
    unknown = ClaimForm("y", "README", symbol="run")
    (root / "README").write_text("run")

    assert Worktree(root, NOW).check(out).found == "../outside/secret.py leads out of the worktree"
    assert Worktree(root, NOW).check(unknown).found == "README is in no language that can be looked into"


def test_files_are_read_once_a_write(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    worktree = Worktree(root, NOW)
    assert worktree.check(parse_claim("app.py::run")).holds
    (root / "app.py").unlink()

    assert worktree.check(parse_claim("app.py::PORT")).holds
    assert worktree.check(parse_claim("app.py::PORT=8080")).holds


def test_the_worktree_in_which_most_claims_hold_is_the_one_meant(root: Path, tmp_path: Path) -> None:
    other = tmp_path / "other"
    other.mkdir()
    forms = parse_claims(["app.py", "!other.py", "gone.py"])

    claims = check_claims(forms, [other, root], NOW)

    assert [claim.holds for claim in claims] == [True, True, False]


def test_without_claims_no_worktree_is_needed() -> None:
    assert check_claims([], [], NOW) == ()


def test_claims_without_a_worktree_are_refused() -> None:
    with pytest.raises(Invalid, match="worktree") as refused:
        check_claims(parse_claims(["app.py"]), [], NOW)

    assert refused.value.path == ("claims",)

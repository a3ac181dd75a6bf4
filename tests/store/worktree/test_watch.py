"""Claims are looked at again when a file changed, and only then."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from unittest.mock import patch

import pytest

from graphmem.domain.claims import ClaimForm
from graphmem.domain.errors import Invalid, Problems
from graphmem.domain.model import Claim
from graphmem.store.worktree import check_claims, watch
from graphmem.store.worktree.watch import Watch


class Counted:
    """Counts how often claims are really checked, and lets every file be old enough to be believed."""

    def __init__(self) -> None:
        self.checks = 0

    def __call__(self, forms: tuple[ClaimForm, ...], roots: tuple[Path, ...], now: int) -> tuple[Claim, ...]:
        self.checks += 1
        return check_claims(forms, roots, now)


@pytest.fixture
def counted() -> Iterator[Counted]:
    """A counter in the place of the real check."""
    counter = Counted()
    with patch.object(watch, "check_claims", counter), patch.object(watch, "UNSETTLED_NS", -(2**62)):
        yield counter


def told(claims: tuple[Claim, ...]) -> list[str | None]:
    """What was found instead, claim by claim."""
    return [claim.found for claim in claims]


def test_a_file_that_stays_is_checked_once(tmp_path: Path, counted: Counted) -> None:
    (tmp_path / "app.py").write_text("PORT = 8080\n")
    seen = Watch([tmp_path])
    assert seen.check(["app.py::PORT=8080"], 1) == (Claim("app.py::PORT=8080", True, 1),)
    assert seen.check(["app.py::PORT=8080"], 2) == (Claim("app.py::PORT=8080", True, 2),)
    assert counted.checks == 1


def test_a_file_that_changes_is_checked_again(tmp_path: Path, counted: Counted) -> None:
    app = tmp_path / "app.py"
    app.write_text("PORT = 8080\n")
    seen = Watch([tmp_path])
    seen.check(["app.py::PORT=8080"], 1)
    before = app.stat()
    app.write_text("PORT = 9090\n")
    os.utime(app, ns=(before.st_atime_ns, before.st_mtime_ns))
    assert told(seen.check(["app.py::PORT=8080"], 2)) == ["PORT is 9090"]
    assert told(seen.check(["app.py::PORT=8080"], 3)) == ["PORT is 9090"]
    assert counted.checks == 2


def test_files_that_come_and_go_are_noticed(tmp_path: Path, counted: Counted) -> None:
    seen = Watch([tmp_path])
    assert told(seen.check(["a.py", "!b"], 1)) == ["nothing is at a.py", None]
    (tmp_path / "a.py").write_text("")
    (tmp_path / "b").symlink_to("nowhere")
    assert told(seen.check(["a.py", "!b"], 2)) == [None, "there is something at b"]
    (tmp_path / "a.py").unlink()
    assert told(seen.check(["a.py", "!b"], 3)) == ["nothing is at a.py", "there is something at b"]


def test_a_link_that_leads_elsewhere_is_noticed(tmp_path: Path, counted: Counted) -> None:
    for port in (1, 2):
        (tmp_path / f"{port}").mkdir()
        (tmp_path / f"{port}" / "app.py").write_text(f"PORT = {port}\n")
    (tmp_path / "now").symlink_to("1")
    seen = Watch([tmp_path])
    assert told(seen.check(["now/app.py::PORT=1"], 1)) == [None]
    (tmp_path / "now").unlink()
    (tmp_path / "now").symlink_to("2")
    assert told(seen.check(["now/app.py::PORT=1"], 2)) == ["PORT is 2"]


def test_a_file_that_has_just_changed_is_not_believed(tmp_path: Path) -> None:
    (tmp_path / "app.py").write_text("PORT = 8080\n")
    counter, seen = Counted(), Watch([tmp_path])
    with patch.object(watch, "check_claims", counter):
        seen.check(["app.py"], 1)
        seen.check(["app.py"], 2)
    assert counter.checks == 2


def test_only_so_many_verdicts_are_kept(tmp_path: Path, counted: Counted) -> None:
    seen = Watch([tmp_path])
    with patch.object(watch, "KEPT", 2):
        for name in ("a", "b", "c", "c", "a"):
            seen.check([name], 1)
    assert counted.checks == 4


def test_what_can_not_be_checked_is_told(tmp_path: Path) -> None:
    with pytest.raises(Invalid, match="no worktree"):
        Watch([]).check(["app.py"], 1)
    with pytest.raises(Problems):
        Watch([tmp_path]).check(["../x"], 1)
    assert Watch([]).check([], 1) == ()

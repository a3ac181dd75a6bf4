"""Every committed notebook runs from its first cell to its last, and says what it said when it was committed."""

from __future__ import annotations

import getpass
import re
import shutil
import socket
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

nbformat: Any = pytest.importorskip("nbformat", reason="needs nbformat: pip install 'graphmem[notebooks]'")

NOTEBOOKS = Path(__file__).parents[2] / "notebooks"
NAMES = sorted(path.name for path in NOTEBOOKS.glob("[0-9]*.ipynb"))

pytestmark = pytest.mark.notebook


def code_of(path: Path) -> list[Any]:
    """The cells of code of a notebook."""
    return [cell for cell in nbformat.read(path, as_version=4).cells if cell.cell_type == "code"]


def said(cells: list[Any]) -> list[str]:
    """What cells print and show, as text; pictures by their descriptions."""
    outputs = [output for cell in cells for output in cell.outputs]
    return [str(output.get("text") or output.get("data", {}).get("text/plain")) for output in outputs]


def test_there_are_six() -> None:
    assert [name[:2] for name in NAMES] == ["01", "02", "03", "04", "05", "06"]


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_it_says_again_what_it_said(name: str, tmp_path: Path) -> None:
    copy = tmp_path / "notebooks"
    shutil.copytree(NOTEBOOKS, copy)
    command = [sys.executable, str(copy / "run.py"), str(copy / name)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 0, done.stderr[-3000:]
    assert said(code_of(copy / name)) == said(code_of(NOTEBOOKS / name))


@pytest.mark.parametrize("name", NAMES)
def test_it_asks_in_its_title_and_answers_with_a_picture_and_a_sentence(name: str) -> None:
    cells = nbformat.read(NOTEBOOKS / name, as_version=4).cells
    code = code_of(NOTEBOOKS / name)
    shown = [output for cell in code for output in cell.outputs]
    assert cells[0].source.splitlines()[0].rstrip().endswith("?")
    assert cells[-1].source.startswith("**What it shows:**")
    assert any("image/svg+xml" in output.get("data", {}) for output in shown)
    assert all(output.output_type != "error" for output in shown)
    assert [cell.execution_count for cell in code] == list(range(1, len(code) + 1))


@pytest.mark.parametrize("name", NAMES)
def test_it_gives_nothing_away_of_where_it_ran(name: str) -> None:
    text = (NOTEBOOKS / name).read_text(encoding="utf-8")
    machine = rf"\b({re.escape(socket.gethostname())}|{re.escape(getpass.getuser())})\b"
    folders, ids = "/tmp/|/home/", r"\b(mem|ent|thr)_[0-9A-Z]{26}"
    assert re.search(f"{machine}|{folders}|{ids}", text) is None
    assert "<script" not in text

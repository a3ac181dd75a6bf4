"""Every committed notebook runs from its first cell to its last, and was committed with what it shows."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import nbformat
import pytest

NOTEBOOKS = Path(__file__).parents[2] / "notebooks"
NAMES = sorted(path.name for path in NOTEBOOKS.glob("[0-9]*.ipynb"))

pytestmark = pytest.mark.notebook


def test_there_are_six() -> None:
    assert [name[:2] for name in NAMES] == ["01", "02", "03", "04", "05", "06"]


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_it_runs(name: str, tmp_path: Path) -> None:
    copy = tmp_path / "notebooks"
    shutil.copytree(NOTEBOOKS, copy)
    command = [sys.executable, str(copy / "run.py"), str(copy / name)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 0, done.stderr[-3000:]


@pytest.mark.parametrize("name", NAMES)
def test_it_asks_in_its_title_and_answers_with_a_picture_and_a_sentence(name: str) -> None:
    cells = nbformat.read(NOTEBOOKS / name, as_version=4).cells
    code = [cell for cell in cells if cell.cell_type == "code"]
    shown = [output for cell in code for output in cell.outputs]
    assert cells[0].source.splitlines()[0].rstrip().endswith("?")
    assert cells[-1].source.startswith("**What it shows:**")
    assert any("image/svg+xml" in output.get("data", {}) for output in shown)
    assert all(output.output_type != "error" for output in shown)
    assert all(cell.execution_count for cell in code)

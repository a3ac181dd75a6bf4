"""Runs every notebook and keeps its outputs in place: `make notebooks`."""

from __future__ import annotations

import sys
from pathlib import Path

import nbformat
from nbclient import NotebookClient

HERE = Path(__file__).parent
TIMEOUT = 180
"""Seconds that one cell may take."""


def run(path: Path) -> nbformat.NotebookNode:
    """Execute one notebook in its folder. Raises CellExecutionError for the first cell that fails."""
    notebook = nbformat.read(path, as_version=4)
    client = NotebookClient(
        notebook,
        timeout=TIMEOUT,
        kernel_name="python3",
        coalesce_streams=True,
        resources={"metadata": {"path": HERE}},
    )
    client.execute()
    for cell in notebook.cells:
        cell.metadata.pop("execution", None)
    # When and with which Python it ran is not worth a difference.
    notebook.metadata.language_info = {"name": "python"}
    return notebook


def main() -> None:
    """Run those that are named on the command line, or all."""
    named = [Path(name) for name in sys.argv[1:]] or sorted(HERE.glob("[0-9]*.ipynb"))
    for path in named:
        print(path.name, flush=True)
        nbformat.write(run(path), path)


if __name__ == "__main__":
    main()

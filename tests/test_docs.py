"""The documents keep up with the code: every setting, command, dependency and metric is in them."""

from __future__ import annotations

import re
import subprocess
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from typer.main import get_command

from graphmem.api.metrics import Metrics
from graphmem.cli import app
from graphmem.settings import PREFIX, ClientSettings, Settings

ROOT = Path(__file__).parent.parent
OPERATIONS = (ROOT / "docs/operations.md").read_text(encoding="utf-8")
DEPENDENCIES = (ROOT / "docs/dependencies.md").read_text(encoding="utf-8")
DOCUMENTS = sorted([ROOT / "README.md", ROOT / "CHANGELOG.md", *(ROOT / "docs").rglob("*.md")])

FIELDS = {**Settings.model_fields, **ClientSettings.model_fields}


@pytest.mark.parametrize("name", FIELDS)
def test_every_setting_is_in_the_table_with_its_default(name: str) -> None:
    row = re.search(rf"^\| `{PREFIX}{name.upper()}` \| (.*?) \|", OPERATIONS, re.MULTILINE)
    assert row, f"{PREFIX}{name.upper()} is not in docs/operations.md"
    default = FIELDS[name].get_default(call_default_factory=True)
    if isinstance(default, bool):
        assert row[1] == ("on" if default else "off")
    elif isinstance(default, int | str):
        assert row[1] == str(default)


def test_the_table_has_no_setting_that_is_gone() -> None:
    told = {name.lower() for name in re.findall(rf"^\| `{PREFIX}(\w+)`", OPERATIONS, re.MULTILINE)}
    assert told == set(FIELDS)


@pytest.mark.parametrize("name", FIELDS)
def test_every_setting_describes_itself(name: str) -> None:
    assert (FIELDS[name].description or "").endswith(".")


def commands(command: Any, path: tuple[str, ...] = ("graphmem",)) -> Iterator[tuple[str, Any]]:
    yield " ".join(path), command
    for name, below in getattr(command, "commands", {}).items():
        yield from commands(below, (*path, name))


def test_every_command_teaches() -> None:
    assert [name for name, command in commands(get_command(app)) if not command.help] == []


def test_every_dependency_is_explained_and_no_other() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    extras = project["project"]["optional-dependencies"].values()
    wanted = [*project["project"]["dependencies"], *(name for extra in extras for name in extra)]
    needed = {re.split(r"[\[<>=!~ ;]", name)[0].lower() for name in wanted} - {"graphmem"}
    running = DEPENDENCIES.split("## What runs")[1].split("\n## ")[0]
    cells = re.findall(r"^\| (`.*?) \|", running, re.MULTILINE)
    told = {name.lower() for cell in cells for name in re.findall(r"`([\w-]+)`", cell.split("(")[0])}
    assert told == needed


def test_every_metric_is_explained() -> None:
    told = set(re.findall(r"`(graphmem_\w+)", OPERATIONS))
    named = set(re.findall(r"# TYPE (\w+)", Metrics().text({})))
    assert named <= told


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_links_inside_the_house_lead_somewhere(path: Path) -> None:
    links = re.findall(r"\]\((?!https?://|#)([^)#\s]+)", path.read_text(encoding="utf-8"))
    assert [link for link in links if not (path.parent / link).exists()] == []


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_files_that_are_named_are_there(path: Path) -> None:
    spans = " ".join(re.findall(r"`([^`\n]+)`", path.read_text(encoding="utf-8")))
    named = re.findall(
        r"(?<![\w/.])(?:api|cli|client|domain|services|store|tests|tools|examples|benchmarks)/[\w./]+", spans
    )
    assert [name for name in named if not (ROOT / name).exists() and not (ROOT / "graphmem" / name).exists()] == []


def tracked() -> list[Path]:
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=False)
    return [ROOT / name for name in listed.stdout.decode().split("\0") if name]


def found_in(pattern: str, paths: list[Path]) -> dict[str, str]:
    read = {path: path.read_text(encoding="utf-8", errors="replace") for path in paths if path.is_file()}
    return {str(path.relative_to(ROOT)): match[0] for path, text in read.items() if (match := re.search(pattern, text))}


def test_no_address_of_a_package_index() -> None:
    # Spelt in pieces, so that this file doesn't find itself.
    hosts = ("py" + "pi.org", "python" + "hosted", "npm" + "js.org", "registry" + r"\.npm", "--(extra-)?index" + "-url")
    assert found_in("|".join(hosts), tracked()) == {}


def test_no_path_of_one_machine() -> None:
    # Tests may: what a path of somebody's looks like is what some of them are about.
    paths = [path for path in tracked() if path.suffix != ".svg" and ROOT / "tests" not in path.parents]
    assert found_in(r"(?<![\w.])/(?:work|root|home)/[a-z]", paths) == {}

"""Imports go one way: api -> services -> store -> domain, and each outside package has its one place."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parent.parent / "graphmem"
MODULES = sorted(ROOT.rglob("*.py"))

BELOW = {
    "domain": {"domain"},
    "store": {"store", "domain"},
    "services": {"services", "store", "domain"},
    "api": {"api", "services", "store", "domain"},
}
"""Which layers a layer may import; modules outside of these four are on top and may import all of them."""

FOUNDATION = {"store": {"clock"}, "services": {"clock"}, "api": {"clock", "settings"}}
"""Modules outside the layers that a layer may import all the same."""

KNOWN_BY = {
    "kuzu": {"store"},
    "ladybug": {"store"},
    "tree_sitter": {"store"},
    "yaml": {"store"},
    "strawberry": {"api"},
    "graphql": {"api", "client"},
    "starlette": {"api"},
    "uvicorn": {"cli"},
    "typer": {"cli"},
    "gql": {"client"},
    "networkx": {"graphs"},
    "matplotlib": {"graphs"},
}
"""Outside packages that only these parts of the house may know."""

LONGEST = 350
"""Lines; a file that grows beyond has become two things."""

DOMAIN_MAY_USE = {*sys.stdlib_module_names, "graphmem", "rapidfuzz"}


def part_of(path: Path) -> str:
    """Name the layer, package or module right under graphmem that a file belongs to."""
    first = path.relative_to(ROOT).parts[0]
    return first.removesuffix(".py")


def parsed(path: Path) -> ast.Module:
    """Parse a file."""
    return ast.parse(path.read_text(encoding="utf-8"), str(path))


def imports(path: Path) -> Iterator[str]:
    """List what a file imports, wherever in it, except for the eyes of the type checker alone."""
    for node in ast.walk(_without_type_checking(parsed(path))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: imports are absolute"
            yield node.module or ""


def _without_type_checking(tree: ast.Module) -> ast.Module:
    class Dropped(ast.NodeTransformer):
        def visit_If(self, node: ast.If) -> ast.AST | None:
            is_guard = isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING"
            return None if is_guard else self.generic_visit(node)

    return Dropped().visit(tree)


def allowed_to(layer: str) -> set[str]:
    """Name the parts of the house that a layer may import."""
    return BELOW[layer] | FOUNDATION.get(layer, set())


def offenders(found: dict[Path, set[str]]) -> dict[str, list[str]]:
    """Keep the files that have something, in a form that reads well when a test fails."""
    return {str(path.relative_to(ROOT)): sorted(names) for path, names in found.items() if names}


def own(path: Path) -> set[str]:
    """Name the parts of the house that a file imports."""
    names = (name.split(".") for name in imports(path))
    return {name[1] for name in names if name[0] == "graphmem" and len(name) > 1}


def outside(path: Path) -> set[str]:
    """Name the outside packages that a file imports."""
    return {name.split(".")[0] for name in imports(path)} - {"graphmem"}


def test_no_layer_calls_up() -> None:
    calls = {path: own(path) - allowed_to(part_of(path)) for path in MODULES if part_of(path) in BELOW}
    assert offenders(calls) == {}


def test_outside_packages_stay_in_their_place() -> None:
    strangers = {
        path: {name for name in outside(path) if part_of(path) not in KNOWN_BY.get(name, {part_of(path)})}
        for path in MODULES
    }
    assert offenders(strangers) == {}


def test_the_domain_knows_next_to_nothing() -> None:
    known = {path: outside(path) - DOMAIN_MAY_USE for path in MODULES if part_of(path) == "domain"}
    assert offenders(known) == {}


def test_no_file_outgrows_its_noun() -> None:
    lengths = {path: len(path.read_text(encoding="utf-8").splitlines()) for path in MODULES}
    assert {str(path): length for path, length in lengths.items() if length > LONGEST} == {}


def test_every_module_says_what_it_owns() -> None:
    silent = [str(path) for path in MODULES if not ast.get_docstring(parsed(path)) and path.stat().st_size > 1]
    assert silent == []

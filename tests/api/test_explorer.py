"""The explorer's files: vendored as listed, small, without markup from strings and without other addresses."""

from __future__ import annotations

import hashlib
import re
from pathlib import Path

import pytest

from graphmem.api.pages import EXPLORER

VENDOR = EXPLORER / "vendor"
OWN = sorted(path for path in EXPLORER.rglob("*") if path.is_file() and VENDOR not in path.parents)
DANGEROUS = re.compile(r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(|new Function")
NAMESPACES = ("http://www.w3.org/2000/svg",)


def digest(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def test_vendored_files_are_those_of_the_list() -> None:
    listed = dict(line.split("  ")[::-1] for line in (VENDOR / "SHA256SUMS").read_text().splitlines())
    assert {name: digest(VENDOR / name) for name in listed} == listed
    assert {path.name for path in VENDOR.glob("*.js")} <= set(listed)


def test_every_vendored_script_has_its_licence() -> None:
    for script in VENDOR.glob("*.js"):
        assert "Permission is hereby granted" in script.with_name(f"{script.stem}.LICENSE.txt").read_text()


@pytest.mark.parametrize("path", OWN, ids=lambda path: str(path.relative_to(EXPLORER)))
def test_own_files_are_small_and_harmless(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert text.count("\n") < 350
    assert not DANGEROUS.search(text)
    addresses = re.findall(r"https?://[^\s\"'`<]+", text)
    assert [address for address in addresses if not address.startswith(NAMESPACES)] == []

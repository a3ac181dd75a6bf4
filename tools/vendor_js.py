"""Brings the explorer's third-party JavaScript into the package, from npm, with licences and hashes.

Owns which files of which releases are taken. It runs when a release is changed, never for users: what it
writes is committed, and a test holds the files against their hash list.
"""

from __future__ import annotations

import hashlib
import json
import shutil
import subprocess
import tarfile
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Final

VENDOR: Final = Path(__file__).parents[1] / "graphmem" / "api" / "static" / "explore" / "vendor"
HASHES: Final = "SHA256SUMS"


@dataclass(frozen=True, slots=True)
class Release:
    """A release on npm, the one script that is taken from it, and what that script is called here."""

    package: str
    version: str
    script: str
    name: str
    licence: str

    @property
    def files(self) -> dict[str, str]:
        """Which files of the package go where, the licence among them."""
        return {self.script: f"{self.name}.js", self.licence: f"{self.name}.LICENSE.txt"}


RELEASES: Final = (
    Release("cytoscape", "3.35.0", "dist/cytoscape.esm.min.mjs", "cytoscape", "LICENSE"),
    Release("@dagrejs/dagre", "3.1.3", "dist/dagre.esm.js", "dagre", "LICENSE"),
)


def vendor() -> None:
    """Take every release anew and write the hash list. Needs npm, and a network."""
    VENDOR.mkdir(parents=True, exist_ok=True)
    for release in RELEASES:
        with tempfile.TemporaryDirectory() as folder:
            _take(release, Path(folder))
    (VENDOR / HASHES).write_text(_sums(), encoding="utf-8")
    (VENDOR / "versions.json").write_text(_versions(), encoding="utf-8")


def _take(release: Release, folder: Path) -> None:
    npm = shutil.which("npm")
    if npm is None:
        raise SystemExit("npm is needed to fetch the releases")
    wanted = f"{release.package}@{release.version}"
    subprocess.run([npm, "pack", "--silent", wanted], cwd=folder, check=True)  # noqa: S603
    (archive,) = folder.glob("*.tgz")
    with tarfile.open(archive) as packed:
        for member, name in release.files.items():
            content = packed.extractfile(f"package/{member}")
            assert content is not None
            (VENDOR / name).write_bytes(content.read())


def _sums() -> str:
    names = sorted(name for release in RELEASES for name in release.files.values())
    return "".join(f"{_digest(VENDOR / name)}  {name}\n" for name in names)


def _versions() -> str:
    return json.dumps({release.package: release.version for release in RELEASES}, indent=2) + "\n"


def _digest(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


if __name__ == "__main__":
    vendor()

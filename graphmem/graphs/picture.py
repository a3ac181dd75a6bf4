"""A picture as SVG, which notebooks show, files keep and code hosts draw.

Owns the text of the finished picture only; it is drawn on a `canvas`.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True, repr=False)
class Picture:
    """A finished picture. `alt` says in words what it shows, for those who can't see it."""

    svg: str
    alt: str

    def __repr__(self) -> str:
        return f"<Picture: {self.alt}>"

    def _repr_svg_(self) -> str:
        return self.svg

    def save(self, path: str | Path) -> Path:
        """Write the picture to a file and give its path."""
        target = Path(path)
        target.write_text(self.svg, encoding="utf-8")
        return target

"""The explorer in a browser, as a person uses it; notes whatever the page should not have done."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from pathlib import Path

from playwright.sync_api import ConsoleMessage, Locator, Page, Request, expect

ARTEFACTS = Path(__file__).parents[2] / "artefacts" / "explorer"
EXPECTED_NOISE = re.compile(r"Failed to load resource|WebSocket connection to")
"""What a browser logs of its own accord when a service answers with an error, or is down."""


@dataclass
class Explorer:
    """A tab with the explorer."""

    page: Page
    url: str
    faults: list[str] = field(default_factory=list)
    foreign: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.page.on("console", self._note)
        self.page.on("pageerror", lambda error: self.faults.append(str(error)))
        self.page.on("request", self._look)

    def _note(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning") and not EXPECTED_NOISE.search(message.text):
            self.faults.append(message.text)

    def _look(self, request: Request) -> None:
        if not request.url.startswith((self.url, "data:", "blob:")):
            self.foreign.append(request.url)

    def open(self, path: str = "/") -> Explorer:
        """Go to a view by its address, and wait until it is there."""
        self.page.goto(f"{self.url}/explore{path}")
        return self.settled()

    def settled(self) -> Explorer:
        """Wait until the view is there."""
        expect(self.page.locator("main h1").first).to_be_visible()
        expect(self.page.locator("main .loading")).to_have_count(0)
        return self

    def search(self, question: str) -> Explorer:
        """Type a question and press Enter."""
        self.page.locator("#q").fill(question)
        self.page.locator("#q").press("Enter")
        return self

    @property
    def main(self) -> Locator:
        """The view."""
        return self.page.locator("main")

    @property
    def rows(self) -> Locator:
        """The rows of the table of memories."""
        return self.page.locator("table.memories tbody tr")

    @property
    def path(self) -> str:
        """The address after the service's own."""
        return self.page.url.removeprefix(self.url)

    @property
    def drawn(self) -> int:
        """How many nodes the picture has, by its list: the canvas itself can't be asked."""
        words = self.page.locator(".graph > .foot span").inner_text()
        found = re.search(r"([\d,]+) nodes? in all", words)
        assert found, words
        return int(found[1].replace(",", ""))

    def shot(self, name: str) -> None:
        """Keep a picture of the window for people to look at."""
        ARTEFACTS.mkdir(parents=True, exist_ok=True)
        self.page.screenshot(path=ARTEFACTS / f"{name}.png")

    def check(self) -> None:
        """Fail if the page did anything that it never should: errors, policy violations, foreign requests."""
        assert not self.faults, self.faults
        assert not self.foreign, self.foreign

"""What browser tests may ask for: Debian's Chromium, a running service, and a tab on it.

They skip, with the command that helps, where Chromium or Playwright is missing; nothing is installed here.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Browser

    from tests.browser.explorer import Explorer
    from tests.browser.service import Service

FLAGS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
HINT = "needs Chromium: apt-get update && apt-get install -y chromium fonts-noto-cjk fonts-noto-color-emoji"

Open = Callable[..., "Explorer"]


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Chromium, started once."""
    found = shutil.which("chromium")
    if found is None:
        pytest.skip(HINT)
    playwright = pytest.importorskip("playwright.sync_api", reason="needs playwright: make .venv/.dev")
    with playwright.sync_playwright() as driver:
        started = driver.chromium.launch(executable_path=found, args=FLAGS)
        yield started
        started.close()


@pytest.fixture(scope="module")
def service(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    """A service with an empty space, one for each module of tests."""
    from tests.browser.service import serving

    folder: Path = tmp_path_factory.mktemp("service")
    with serving(folder) as running:
        yield running


@pytest.fixture
def tab(browser: Browser, service: Service) -> Iterator[Open]:
    """Opens tabs on the service, and fails the test if a page misbehaved."""
    from tests.browser.explorer import Explorer

    tabs: list[Explorer] = []

    def open_tab(**options: Any) -> Explorer:
        options = {"viewport": {"width": 1360, "height": 900}, "reduced_motion": "reduce"} | options
        context = browser.new_context(permissions=["clipboard-read", "clipboard-write"], **options)
        context.set_default_timeout(8_000)
        tabs.append(Explorer(context.new_page(), service.url))
        return tabs[-1]

    yield open_tab
    for explorer in tabs:
        explorer.page.context.close()
    for explorer in tabs:
        explorer.check()


@pytest.fixture
def explorer(tab: Open) -> Explorer:
    """One tab on the service."""
    return tab()

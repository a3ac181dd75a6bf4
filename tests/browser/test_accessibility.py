"""axe-core finds nothing on any view, in either theme, on a desk and in a hand."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Open
from tests.browser.service import Service

pytestmark = pytest.mark.browser
axe = pytest.importorskip("axe_playwright_python.sync_playwright", reason="needs axe: make .venv/.dev")

WINDOWS: dict[str, dict[str, Any]] = {
    "light": {"color_scheme": "light"},
    "dark": {"color_scheme": "dark"},
    "phone": {"viewport": {"width": 390, "height": 844}, "has_touch": True},
}


@pytest.fixture(scope="module")
def paths(service: Service) -> dict[str, str]:
    """The address of one of each view, on data that fills it."""
    layers = ("goal", "context", "emotion", "implementation", "caveat", "learning")
    old, *_, new = (
        service.write(
            "Atlas",
            f"Statement {number} about the sky.",
            layer=layer,
            axes={"why": "It was seen.", "type": "DECISION"},
            mentions=[{"mention": {"name": "Ada", "kind": "PERSON"}}],
            thread={"key": "sky"},
            tags=["sky"],
        )
        for number, layer in enumerate(layers)
    )
    service.link(new.memory, "SUPERSEDES", old.memory, "seen again")
    service.write("Jon Smith", "He leads.", kind="PERSON")
    service.write("John Smith", "He follows.", kind="PERSON")
    return {
        "search": "/",
        "question": "/?q=sky&status=SUPERSEDED&status=CURRENT&layer=GOAL&layer=LEARNING",
        "nothing": "/?agent=nobody",
        "entity": f"/entity/{new.entity}",
        "memory": f"/memory/{old.memory}",
        "thread": f"/thread/{new.thread}",
        "trace": f"/trace/{old.memory}",
        "review": "/review",
        "missing": "/no/such/view",
    }


@pytest.mark.parametrize("window", WINDOWS)
def test_no_view_has_a_fault(tab: Open, paths: dict[str, str], window: str) -> None:
    explorer = tab(**WINDOWS[window])
    faults: dict[str, list[Any]] = {}
    for name, path in paths.items():
        explorer.open(path)
        explorer.page.locator(".queries").evaluate("box => { box.open = true; }")
        explorer.shot(f"{name}-{window}")
        found = axe.Axe().run(explorer.page).response["violations"]
        faults |= {name: [(one["id"], [node["html"][:200] for node in one["nodes"]]) for one in found]} if found else {}
    assert not faults


def test_dialogs_and_toasts_have_none(tab: Open, paths: dict[str, str]) -> None:
    explorer = tab().open(paths["trace"])
    explorer.page.keyboard.press("?")
    expect(explorer.page.get_by_role("dialog", name="Keys")).to_be_visible()
    assert axe.Axe().run(explorer.page).response["violations"] == []
    explorer.page.keyboard.press("Escape")
    explorer.page.get_by_title("Token for this tab").click()
    assert axe.Axe().run(explorer.page).response["violations"] == []
    explorer.page.keyboard.press("Escape")
    explorer.page.get_by_role("button", name="Copy as Mermaid").click()
    expect(explorer.page.locator(".toast")).to_be_visible()
    assert axe.Axe().run(explorer.page).response["violations"] == []


def test_every_view_can_be_gone_through_with_the_keyboard(tab: Open, paths: dict[str, str]) -> None:
    explorer = tab().open("/")
    explorer.page.keyboard.press("Tab")
    expect(explorer.page.get_by_role("link", name="Skip to the content")).to_be_focused()
    explorer.page.keyboard.press("Enter")
    reached = set()
    for _ in range(60):
        explorer.page.keyboard.press("Tab")
        reached.add(
            explorer.page.evaluate("document.activeElement.closest('aside, table, details, section')?.className")
        )
    assert {"facets", "memories"} <= reached

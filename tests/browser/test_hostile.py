"""Names and texts that would be markup, that run the other way, that never end: shown, never run."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.explorer import Explorer
from tests.browser.service import Service, Written

pytestmark = pytest.mark.browser

NAMES = (
    "<script>window.stolen = 1</script>",
    "<img src=x onerror='window.stolen = 2'>",
    "javascript:window.stolen=3",
    "</title><svg onload=window.stolen=4>",
    "مرحبا بالعالم",
    "\u202egnihtyreve sesrever",
    "日本語の長い名前がここにあります",
    "👩‍👩‍👧‍👦 family 🏳️‍🌈",
    "W" * 180,
    "${window.stolen=5}{{window.stolen=6}}",
)


@pytest.fixture(scope="module")
def hostile(service: Service) -> list[Written]:
    """One entity for each name, each mentioned with the next, in one thread with a hostile key."""
    made: list[Written] = []
    for name in NAMES:
        mention = {"mention": {"name": NAMES[len(made) - 1], "kind": "OTHER"}}
        made.append(
            service.write(
                name,
                f"{name} says {name}",
                kind="CONCEPT",
                axes={"title": name[:200], "why": name, "nextAction": name, "affects": [name]},
                tags=["<b>tag</b>"],
                mentions=[mention],
                thread={"key": "<i>thread</i>"},
                metadata={"<u>key</u>": name},
                validFrom="2020-01-01T00:00:00Z",
            )
        )
    service.link(made[1].memory, "SUPERSEDES", made[0].memory, NAMES[0])
    service.link(made[2].memory, "EXTENDS", made[1].memory, NAMES[1])
    return made


def unharmed(explorer: Explorer) -> None:
    """Nothing ran, and nothing that could run was made."""
    assert explorer.page.evaluate("window.stolen") is None
    made = "main script, main img, main iframe, main [onerror], main [onload], main a[href^='javascript']"
    assert explorer.page.locator(made).count() == 0
    assert explorer.page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_the_search_shows_them_as_they_are(explorer: Explorer, hostile: list[Written]) -> None:
    explorer.open("/?n=50")
    expect(explorer.rows).to_have_count(len(NAMES))
    for name in NAMES:
        expect(explorer.main).to_contain_text(name[:60].strip())
    unharmed(explorer)
    explorer.shot("hostile-search")
    explorer.search(NAMES[1])
    expect(explorer.main.locator("h1")).to_contain_text(NAMES[1])
    unharmed(explorer)


@pytest.mark.parametrize("number", range(len(NAMES)))
def test_each_page_of_each_shows_it_as_it_is(explorer: Explorer, hostile: list[Written], number: int) -> None:
    made, name = hostile[number], NAMES[number]
    for path in (f"/entity/{made.entity}", f"/memory/{made.memory}", f"/trace/{made.memory}"):
        explorer.open(path)
        expect(explorer.main.locator("h1")).to_contain_text(name[:60].strip())
        unharmed(explorer)
    explorer.shot(f"hostile-{number}")


def test_the_thread_and_the_review_show_them_as_they_are(explorer: Explorer, hostile: list[Written]) -> None:
    explorer.open(f"/thread/{hostile[0].thread}")
    expect(explorer.main.locator("h1")).to_have_text("<i>thread</i>")
    expect(explorer.page.locator(".timeline > li")).to_have_count(len(NAMES))
    unharmed(explorer)
    explorer.open("/review")
    unharmed(explorer)


@pytest.mark.parametrize(
    "path",
    [
        "/?q=<script>window.stolen=7</script>&layer=<b>&n=-5&order=drop",
        "/?thread=%00%ff&agent=%22%3E%3Cimg%20src=x%3E&since=0000-00-00",
        "/entity/%3Cscript%3E?nodes=NaN&open=:::&sel=<b>",
        "/trace/mem_?at=never&on=never&direction=SIDEWAYS",
        "/memory/%E0%A4%A",
        "/review?tab=__proto__",
    ],
)
def test_addresses_that_make_no_sense_do_no_harm(explorer: Explorer, path: str) -> None:
    explorer.page.goto(f"{explorer.url}/explore{path}")
    expect(explorer.main.locator("h1").first).to_be_visible()
    unharmed(explorer)

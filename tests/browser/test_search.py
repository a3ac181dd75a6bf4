"""Searching: filters in the address, a table with reasons, names, and more of a long list."""

from __future__ import annotations

import json
import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Open
from tests.browser.explorer import Explorer
from tests.browser.service import Service, memory

pytestmark = pytest.mark.browser

PLANETS = ("Mercury", "Venus", "Earth", "Mars", "Jupiter", "Saturn", "Uranus", "Neptune")


@pytest.fixture(scope="module", autouse=True)
def planets(service: Service) -> None:
    service.write_many(
        [
            memory(
                planet,
                f"Note {number} on {planet}: its orbit was measured at station {number}.",
                kind="CONCEPT",
                layer="caveat" if planet == "Mars" else "context",
                thread={"key": f"orbit-{planet.lower()}"},
            )
            for number in range(8)
            for planet in PLANETS
        ]
    )


def test_an_empty_question_lists_the_newest_with_their_reason(explorer: Explorer) -> None:
    explorer.open()
    expect(explorer.rows).to_have_count(25)
    expect(explorer.rows.first).to_contain_text("Note 7 on Neptune")
    expect(explorer.rows.first.locator("td").last).to_contain_text("written")
    expect(explorer.main).to_contain_text("Showing 25 of 64 memories")
    explorer.shot("search")


def test_more_stays_in_the_address(explorer: Explorer) -> None:
    explorer.open()
    explorer.page.get_by_role("button", name="Show more").click()
    expect(explorer.rows).to_have_count(50)
    assert "n=50" in explorer.path
    explorer.page.reload()
    expect(explorer.settled().rows).to_have_count(50)


def test_filters_are_counted_and_shared_by_their_address(explorer: Explorer, tab: Open) -> None:
    explorer.open()
    caveat = explorer.page.get_by_role("checkbox", name=re.compile("caveat"))
    expect(explorer.page.locator("label", has=caveat)).to_contain_text("8")
    caveat.check()
    expect(explorer.rows).to_have_count(8)
    assert "layer=CAVEAT" in explorer.path
    other = tab().open(explorer.path.removeprefix("/explore"))
    expect(other.rows).to_have_count(8)
    other.page.get_by_role("link", name="Without caveat").click()
    expect(other.rows).to_have_count(25)
    other.page.go_back()
    expect(other.rows).to_have_count(8)


@pytest.mark.parametrize(
    ("parameters", "rows"),
    [
        ("thread=orbit-earth", 8),
        ("agent=local&layer=CAVEAT", 8),
        ("agent=nobody", 0),
        ("kind=CONCEPT&thread=orbit-venus", 8),
        ("kind=PERSON", 0),
        ("type=DECISION", 0),
        ("status=SUPERSEDED", 0),
        ("since=2099-01-01", 0),
        ("until=2099-01-01&thread=orbit-venus", 8),
        ("since=nonsense&layer=CAVEAT&layer=NONSENSE", 8),
    ],
)
def test_each_filter_means_what_it_says(explorer: Explorer, parameters: str, rows: int) -> None:
    explorer.open(f"/?{parameters}")
    expect(explorer.rows).to_have_count(rows)
    if rows == 0:
        expect(explorer.main).to_contain_text("Nothing fits these filters.")


def test_typing_in_a_field_filters(explorer: Explorer) -> None:
    explorer.open()
    explorer.page.get_by_label("Thread", exact=True).fill("orbit-saturn")
    expect(explorer.rows).to_have_count(8)
    assert "thread=orbit-saturn" in explorer.path


def test_order_is_part_of_the_address(explorer: Explorer) -> None:
    explorer.open("/?order=IMPORTANCE")
    expect(explorer.rows.first.locator("td").last).to_contain_text("importance")
    explorer.page.get_by_label("order").select_option("hottest")
    expect(explorer.rows.first.locator("td").last).to_contain_text("of 100")
    assert "order=HEAT" in explorer.path


def test_a_question_ranks_with_reasons_and_names_entities(explorer: Explorer) -> None:
    explorer.open()
    explorer.page.keyboard.press("/")
    expect(explorer.page.locator("#q")).to_be_focused()
    explorer.search("Jupiter")
    expect(explorer.main.locator("h1")).to_contain_text("Jupiter")
    expect(explorer.rows.first).to_contain_text("Jupiter")
    expect(explorer.rows.first.locator("mark").first).to_have_text(re.compile("jupit", re.IGNORECASE))
    expect(explorer.rows.first).to_contain_text(re.compile(r"score \d\.\d\d: text \d\.\d\d"))
    names = explorer.page.get_by_label("Entities of that name")
    expect(names.get_by_role("link", name="concept Jupiter")).to_be_visible()
    explorer.shot("search-question")


def test_looking_is_no_use(explorer: Explorer, service: Service) -> None:
    before = service.ask("{ stats { events } }")
    explorer.open("/?q=Saturn")
    expect(explorer.rows.first).to_contain_text("Saturn")
    assert service.ask("{ stats { events } }") == before


def test_the_query_of_the_view_can_be_copied_and_run(explorer: Explorer, service: Service) -> None:
    explorer.open("/?layer=CAVEAT")
    explorer.page.get_by_text("GraphQL of this view").click()
    section = explorer.page.get_by_role("region", name="Memories", exact=True)
    section.get_by_role("button", name="Copy query").click()
    query = explorer.page.evaluate("navigator.clipboard.readText()")
    section.get_by_role("button", name="Copy variables").click()
    variables = json.loads(explorer.page.evaluate("navigator.clipboard.readText()"))
    assert service.ask(query, **variables)["memories"]["totalCount"] == 8
    section.get_by_role("button", name="Copy as curl").click()
    assert explorer.page.evaluate("navigator.clipboard.readText()").startswith(f"curl -s {service.url}/graphql")


def test_a_name_leads_to_its_entity_and_back(explorer: Explorer) -> None:
    explorer.open("/?layer=CAVEAT")
    explorer.rows.first.get_by_role("link", name="concept Mars").click()
    expect(explorer.settled().main.locator("h1")).to_have_text("Mars")
    explorer.page.go_back()
    expect(explorer.rows).to_have_count(8)


def test_a_phone_shows_cards_and_hides_the_filters(tab: Open) -> None:
    phone = tab(viewport={"width": 390, "height": 844}, has_touch=True).open()
    expect(phone.rows).to_have_count(25)
    expect(phone.page.get_by_role("checkbox").first).to_be_hidden()
    assert phone.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    phone.page.get_by_text("Filters").click()
    expect(phone.page.get_by_role("checkbox").first).to_be_visible()
    phone.shot("search-phone")


def test_an_unknown_address_leads_back(explorer: Explorer) -> None:
    explorer.open("/no/such/view")
    expect(explorer.main.locator("h1")).to_have_text("No such page")
    explorer.main.get_by_role("link", name="Search").click()
    expect(explorer.rows).to_have_count(25)

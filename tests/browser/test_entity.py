"""The page of an entity: what surrounds it, expanded step by step with counts, and what it is called."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from tests.browser.conftest import Open
from tests.browser.explorer import Explorer
from tests.browser.service import Service, Written, memory

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def hub(service: Service) -> str:
    """An entity with 60 goals, one caveat, and a person mentioned in many of its memories."""
    mention = [{"mention": {"name": "Grace", "kind": "PERSON"}}]
    given = [memory("Hub", f"Goal number {n} of many.", layer="goal", mentions=mention) for n in range(60)]
    made = service.write_many([*given, memory("Hub", "Mind the gap.", layer="caveat")])
    leaf = service.write_many([memory("Leaf", f"Leaf {n} speaks of one thing.", mentions=mention) for n in range(3)])
    service.link(leaf[0].memory, "EXTENDS", made[-1].memory, "more of it")
    return made[0].entity


def edges(page: Page, name: str) -> Locator:
    """A row of the panel's edge counts."""
    return page.locator(".inspector .edges li").filter(has_text=name)


def test_counts_come_before_expanding_and_every_cap_says_so(explorer: Explorer, hub: str) -> None:
    page = explorer.open(f"/entity/{hub}").page
    expect(edges(page, "goal")).to_contain_text(re.compile(r"\d+ of 60"))
    expect(edges(page, "caveat")).to_contain_text("1 of 1")
    assert explorer.drawn == 24
    edges(page, "goal").get_by_role("button", name="Show more goal edges").click()
    expect(page.locator(".graph > .foot")).to_contain_text("49 nodes in all")
    page.reload()
    expect(explorer.settled().page.locator(".graph > .foot")).to_contain_text("49 nodes in all")
    explorer.shot("entity-hub")


def test_more_of_everything_stays_in_the_address(explorer: Explorer, hub: str) -> None:
    page = explorer.open(f"/entity/{hub}").page
    page.locator(".graph > .foot").get_by_role("button", name="Show more").click()
    expect(page.locator(".graph > .foot")).to_contain_text("48 nodes in all")
    assert "nodes=48" in explorer.path


def test_a_node_is_expanded_and_folded_with_the_keyboard(explorer: Explorer, hub: str) -> None:
    page = explorer.open(f"/entity/{hub}").page
    select(page, "Mind the gap")
    expect(page.locator(".inspector h2")).to_contain_text("Mind the gap")
    before = explorer.drawn
    expect(edges(page, "extends")).to_contain_text("0 of 1")
    page.locator(".canvas").focus()
    page.keyboard.press("Enter")
    expect(edges(page, "extends")).to_contain_text("1 of 1")
    assert explorer.drawn == before + 1
    assert "open=" in explorer.path
    page.keyboard.press("Enter")
    expect(edges(page, "extends")).to_contain_text("0 of 1")
    assert explorer.drawn == before


def select(page: Page, name: str) -> None:
    """Choose a node by the list that repeats the picture."""
    if page.locator(".as-list").get_attribute("open") is None:
        page.get_by_text("The picture as a list").click()
    cell = page.locator(".as-list td").filter(has_text=name).first
    cell.get_by_role("button", name="Show in the picture").click()


def test_arrows_go_from_node_to_node_and_are_spoken(explorer: Explorer, hub: str) -> None:
    page = explorer.open(f"/entity/{hub}").page
    page.locator(".canvas").focus()
    page.keyboard.press("ArrowRight")
    expect(page.locator("#announcer")).to_have_text(re.compile(r"^Hub, project. Showing \d+ of 61 edges.$"))
    page.keyboard.press("ArrowRight")
    expect(page.locator("#announcer")).to_have_text(re.compile(r"goal memory, current. Showing \d+ of \d edges"))
    assert "sel=mem_" in explorer.path
    for key in ("+", "-", "0", "Escape"):
        page.keyboard.press(key)
    expect(page.locator(".inspector h2")).to_contain_text("Hub")


def test_whoever_acts_before_all_is_there_keeps_the_picture(explorer: Explorer, hub: str) -> None:
    page, held = explorer.page, list[Route]()

    def hold_the_first_timeline(route: Route) -> None:
        wanted = not held and "EntityTimeline" in (route.request.post_data or "")
        held.append(route) if wanted else route.continue_()

    page.route("**/graphql", hold_the_first_timeline)
    page.goto(f"{explorer.url}/explore/entity/{hub}")
    page.locator(".canvas").focus()
    page.wait_for_timeout(200)
    page.keyboard.press("ArrowRight")
    expect(page).to_have_url(re.compile("sel=ent_"))
    page.keyboard.press("ArrowRight")
    expect(page).to_have_url(re.compile("sel=mem_"))
    held[0].continue_()
    expect(page.locator(".record h2")).to_have_text("What happened")
    expect(page.locator(".canvas")).to_be_focused()
    assert "sel=mem_" in explorer.path


def test_a_late_answer_about_a_node_does_not_hide_a_later_choice(explorer: Explorer, hub: str) -> None:
    page = explorer.open(f"/entity/{hub}").page
    held: list[Route] = []
    page.route("**/graphql", lambda route: held.append(route))
    page.locator(".canvas").focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    expect(page).to_have_url(re.compile("sel=mem_"))
    page.keyboard.press("Escape")
    for route in held:
        route.continue_()
    page.unroute("**/graphql")
    page.wait_for_load_state("networkidle")
    expect(page.locator(".inspector h2")).to_contain_text("Hub")


def test_the_mouse_chooses_and_dims(explorer: Explorer, hub: str) -> None:
    page = explorer.open(f"/entity/{hub}").page
    box = page.locator(".canvas").bounding_box()
    assert box is not None
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.move(box["x"] + 5, box["y"] + 5)
    explorer.shot("entity-chosen")
    page.mouse.wheel(0, 200)


def test_memories_by_layer_show_how_many_there_are(explorer: Explorer, hub: str) -> None:
    page = explorer.open(f"/entity/{hub}").page
    goals = page.locator("#GOAL")
    expect(goals.locator(".card")).to_have_count(6)
    expect(goals).to_contain_text("Showing 6 of 60 memories")
    goals.get_by_role("button", name="Show more").click()
    expect(goals.locator(".card")).to_have_count(31)
    assert "GOAL=31" in explorer.path
    expect(page.locator("#CAVEAT .card")).to_have_count(1)


def test_a_count_never_lies_over_the_name_of_its_edges(explorer: Explorer, service: Service) -> None:
    made = service.write("Nightly", "The job takes lock 4711.", layer="implementation")
    page = explorer.open(f"/entity/{made.entity}").page
    row = edges(page, "implementation")
    expect(row).to_contain_text("1 of 1")
    ends, begins = row.evaluate(
        "row => [row.querySelector('.layer').getBoundingClientRect().right,"
        " row.querySelector('.soft').getBoundingClientRect().left]"
    )
    assert ends <= begins


def test_events_are_told_in_order(explorer: Explorer, hub: str) -> None:
    page = explorer.open(f"/entity/{hub}").page
    expect(page.locator(".events li").first).to_contain_text("entity created")
    expect(page.locator(".record")).to_contain_text("Showing the first 25 events")


def test_a_person_shows_where_they_are_mentioned(explorer: Explorer, service: Service, hub: str) -> None:
    found = service.ask('{ entity(ref: {mention: {name: "Grace", kind: PERSON}}) { id } }')["entity"]["id"]
    explorer.open(f"/entity/{found}")
    expect(explorer.main).to_contain_text("Mentioned in")
    expect(explorer.main).to_contain_text("Shares memories with")
    expect(explorer.main).to_contain_text("of 63 memories that mention it")
    # Momentum comes of what hangs on an entity: with nothing there, it says nothing about it.
    expect(explorer.main).not_to_contain_text("dormant")


def test_both_themes_and_a_phone(tab: Open, hub: str) -> None:
    dark = tab(color_scheme="dark").open(f"/entity/{hub}?nodes=60")
    dark.shot("entity-dark")
    dark.page.get_by_role("button", name=re.compile("^Theme: auto")).click()
    expect(dark.page.locator("html")).to_have_attribute("data-theme", "light")
    dark.page.reload()
    expect(dark.settled().page.locator("html")).to_have_attribute("data-theme", "light")
    phone = tab(viewport={"width": 390, "height": 844}, has_touch=True).open(f"/entity/{hub}")
    assert phone.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    phone.shot("entity-phone")


def test_names_and_attributes(explorer: Explorer, service: Service) -> None:
    made: Written = service.write("Supabase", "Row level security is off by default.", layer="caveat")
    for mutation, given in (
        ("addEntityAlias(input: $i)", {"entity": made.entity, "name": "supa"}),
        (
            "updateEntity(input: $i)",
            {"id": made.entity, "attributes": {"url": "https://example.org"}, "key": "supabase"},
        ),
    ):
        kind = "AliasInput" if "Alias" in mutation else "UpdateEntityInput"
        service.ask(f"mutation M($i: {kind}!) {{ {mutation} {{ errors {{ message }} }} }}", i=given)
    explorer.open(f"/entity/{made.entity}")
    expect(explorer.page.locator(".side")).to_contain_text("supa")
    expect(explorer.page.locator(".side")).to_contain_text("https://example.org")
    expect(explorer.main).to_contain_text("key supabase")

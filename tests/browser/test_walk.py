"""The walk a newcomer takes: search, entity, expand, chain, slider, copy; each step at an address to share."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Open
from tests.browser.explorer import Explorer
from tests.browser.service import Service, Written

pytestmark = pytest.mark.browser

VERSIONS = (
    ("1.0", "2001-03-12", "A first format for what a package says about itself."),
    ("1.1", "2003-04-12", "Adds what a package requires."),
    ("1.2", "2005-04-28", "Adds which versions it requires."),
    ("2.0", "2012-08-30", "A format in JSON."),
)


@pytest.fixture(scope="module")
def metadata(service: Service) -> list[Written]:
    """Four decisions on one thread, each replacing the one before, with a cause and an outcome."""
    made: list[Written] = []
    for number, (version, day, text) in enumerate(VERSIONS):
        made.append(
            service.write(
                f"Metadata {version}",
                text,
                kind="CONCEPT",
                axes={"title": f"Metadata {version}", "type": "DECISION", "why": f"reason {number} of the authors"},
                validFrom=f"{day}T00:00:00Z",
                thread={"key": "metadata"},
                mentions=[{"mention": {"name": "Ada Kuchling", "kind": "PERSON"}}],
            )
        )
        if number:
            service.link(made[-1].memory, "SUPERSEDES", made[-2].memory, f"metadata {version} says more")
    goal = service.write("Package index", "Packages shall be found by what they say.", layer="goal")
    done = service.write("Package index", "The index reads requirements.", axes={"type": "OUTCOME"}, layer="learning")
    service.link(goal.memory, "LED_TO", made[0].memory)
    service.link(done.memory, "RESOLVES", made[-1].memory)
    return made


def test_from_a_question_to_what_held_in_2004(explorer: Explorer, metadata: list[Written], tab: Open) -> None:
    page = explorer.open().page
    explorer.search("what replaced Metadata 1.0")
    row = explorer.rows.filter(has=page.get_by_role("link", name="Metadata 1.0", exact=True)).first
    expect(row).to_contain_text("replaced by")
    expect(row).to_contain_text("12 Apr 2003")
    expect(row).to_contain_text("because: metadata 1.1 says more")
    explorer.shot("walk-1-search")

    row.get_by_role("link", name="concept Metadata 1.0").first.click()
    expect(explorer.settled().main.locator("h1")).to_have_text("Metadata 1.0")
    expect(explorer.main).to_contain_text("reason 0 of the authors")
    expect(page.locator(".canvas canvas").first).to_be_visible()
    explorer.shot("walk-2-entity")

    page.locator("#GOAL, #CONTEXT, #LEARNING").get_by_role("link", name="Trace").first.click()
    explorer.settled()
    expect(page.locator(".steps-list > li")).to_have_count(6)
    expect(explorer.main).to_contain_text("Metadata 2.0 30 Aug 2012 holds now")
    explorer.shot("walk-3-chain")

    page.get_by_label("As of: day").fill("2004-01-01")
    expect(page.locator(".stop.holds")).to_contain_text("Metadata 1.1")
    expect(page.locator(".stop.holds")).to_contain_text("held then")
    expect(page.locator(".steps-list > li.ahead").first).to_contain_text("not yet")
    explorer.shot("walk-4-as-of-2004")

    shared = tab().open(explorer.path.removeprefix("/explore"))
    expect(shared.page.locator(".stop.holds")).to_contain_text("Metadata 1.1")


def test_the_slider_goes_from_change_to_change(explorer: Explorer, metadata: list[Written]) -> None:
    page = explorer.open(f"/trace/{metadata[0].memory}").page
    slider = page.get_by_role("slider", name="As of")
    expect(slider).to_have_attribute("aria-valuetext", "now")
    slider.focus()
    for version, day in (
        ("2.0", "30 Aug 2012"),
        ("1.2", "28 Apr 2005"),
        ("1.1", "12 Apr 2003"),
        ("1.0", "12 Mar 2001"),
    ):
        while not (slider.get_attribute("aria-valuetext") or "").endswith(day):
            slider.press("ArrowLeft")
        expect(page.locator(".stop.holds")).to_contain_text(f"Metadata {version}")
    page.get_by_role("button", name="The next change").click()
    expect(page.locator(".stop.holds")).to_contain_text("Metadata 1.1")
    page.get_by_role("button", name="Now", exact=True).click()
    expect(page.locator(".stop.holds")).to_contain_text("holds now")
    assert "at=" not in explorer.path


def test_what_was_known_is_asked_of_the_service(explorer: Explorer, service: Service, metadata: list[Written]) -> None:
    document = "query Q($id: ID!) { memory(id: $id) { links(direction: IN) { createdAt relation } } }"
    links = service.ask(document, id=metadata[0].memory)["memory"]["links"]
    linked = next(link["createdAt"] for link in links if link["relation"] == "SUPERSEDES")
    page = explorer.open(f"/trace/{metadata[0].memory}?on=recorded&at={linked}").page
    expect(page.locator(".steps-list > li:not(.ahead)")).to_have_count(2)
    expect(page.locator(".stop.holds")).to_contain_text("Metadata 1.1")
    page.get_by_text("GraphQL of this view").click()
    expect(page.locator(".operations")).to_contain_text(f'"recorded": "{linked}"')


@pytest.mark.parametrize(("button", "begins"), [("Copy as Mermaid", "flowchart"), ("Copy as Markdown", "1. ")])
def test_a_chain_is_copied(explorer: Explorer, metadata: list[Written], button: str, begins: str) -> None:
    page = explorer.open(f"/trace/{metadata[0].memory}").page
    page.get_by_role("button", name=button).click()
    expect(page.locator(".toast")).to_contain_text("copied")
    copied = page.evaluate("navigator.clipboard.readText()")
    assert copied.startswith(begins)
    assert "Metadata 1.1" in copied


def test_where_the_browser_refuses_to_copy_the_text_is_put_up(explorer: Explorer, metadata: list[Written]) -> None:
    page = explorer.open(f"/trace/{metadata[0].memory}").page
    page.evaluate("() => { navigator.clipboard.writeText = () => Promise.reject(new Error('no')); }")
    page.get_by_role("button", name="Copy as Markdown").click()
    expect(page.get_by_role("dialog").get_by_role("textbox")).to_have_value(re.compile("Metadata 1.1"))
    page.get_by_role("dialog").get_by_role("button", name="Close").click()
    expect(page.get_by_role("dialog")).to_have_count(0)


def test_a_chain_begins_at_a_thread_or_an_entity_too(explorer: Explorer, metadata: list[Written]) -> None:
    page = explorer.open(f"/thread/{metadata[0].thread}").page
    expect(page.locator(".timeline > li")).to_have_count(4)
    expect(page.locator(".timeline > li").first).to_contain_text("12 Mar 2001")
    explorer.shot("thread")
    page.get_by_role("link", name="Trace the chain").click()
    explorer.settled()
    expect(page.locator(".steps-list > li").first).to_be_visible()
    explorer.open(f"/trace/{metadata[0].entity}")
    expect(page.locator(".steps-list > li")).to_have_count(6)


def test_a_thread_without_what_was_superseded(explorer: Explorer, metadata: list[Written]) -> None:
    page = explorer.open(f"/thread/{metadata[0].thread}").page
    page.get_by_label("with what was superseded").uncheck()
    expect(page.locator(".timeline > li")).to_have_count(1)
    page.reload()
    expect(page.locator(".timeline > li")).to_have_count(1)


def test_one_direction_of_a_chain(explorer: Explorer, metadata: list[Written]) -> None:
    page = explorer.open(f"/trace/{metadata[1].memory}").page
    page.get_by_label("Direction").select_option("what led here")
    expect(page.locator(".steps-list > li")).to_have_count(3)
    assert "direction=CAUSES" in explorer.path


def test_a_step_is_chosen_with_the_keys_of_the_picture(explorer: Explorer, metadata: list[Written]) -> None:
    page = explorer.open(f"/trace/{metadata[0].memory}").page
    page.keyboard.press("g")
    expect(page.locator(".canvas")).to_be_focused()
    page.keyboard.press("ArrowDown")
    expect(page.locator(".steps-list > li.chosen")).to_have_count(1)
    first = chosen(page)
    page.keyboard.press("ArrowDown")
    expect(page.locator("#announcer")).not_to_be_empty()
    assert chosen(page) != first
    page.keyboard.press("o")
    expect(explorer.settled().main.locator("h1")).to_have_text(re.compile("Metadata|Packages|index"))
    assert explorer.path.startswith("/explore/memory/")


def chosen(page: Page) -> str | None:
    """The id of the chosen step."""
    page.wait_for_timeout(50)
    return page.locator(".steps-list > li.chosen").get_attribute("data-id")


def test_a_memory_tells_all_it_knows(explorer: Explorer, service: Service) -> None:
    made = service.write(
        "Atlas", "We use Postgres 14.", axes={"why": "It was there."}, tags=["db"], paths=["src/db.py"]
    )
    service.ask(
        "mutation U($input: UpdateMemoryInput!) { updateMemory(input: $input) { errors { message } } }",
        input={"id": made.memory, "content": "We use Postgres 16."},
    )
    page = explorer.open(f"/memory/{made.memory}").page
    expect(page.locator("del").first).to_contain_text("Postgres 14")
    expect(page.locator("ins").first).to_contain_text("Postgres 16")
    expect(explorer.main).to_contain_text("src/db.py")
    expect(page.locator(".canvas canvas").first).to_be_visible()
    explorer.shot("memory")


@pytest.mark.parametrize("path", ["/entity/ent_0", "/memory/mem_0", "/thread/thr_0", "/trace/mem_0"])
def test_what_is_not_there_is_said_not_to_be(explorer: Explorer, path: str) -> None:
    explorer.open(path)
    expect(explorer.main.locator("h1")).to_contain_text("No such")

"""A memory written elsewhere appears, at once where there is a WebSocket and soon where there is none."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Open
from tests.browser.explorer import Explorer
from tests.browser.service import Service, memory

pytestmark = pytest.mark.browser


def test_a_write_elsewhere_appears_in_the_search(explorer: Explorer, service: Service) -> None:
    service.write("Atlas", "The first of all.")
    explorer.open("/?layer=CAVEAT")
    expect(explorer.page.get_by_role("status").first).to_have_text("live")
    service.write("Atlas", "The sky is heavy.", layer="caveat")
    expect(explorer.rows.first).to_contain_text("The sky is heavy")
    expect(explorer.page.locator("#announcer")).to_have_text("1 new memory")
    expect(explorer.rows.first).to_have_class("CURRENT fresh")


def test_a_row_that_stays_keeps_the_focus(explorer: Explorer, service: Service) -> None:
    service.write("Borealis", "Lights in the north.", layer="goal")
    explorer.open("/?layer=GOAL")
    link = explorer.rows.get_by_role("link", name="Lights in the north")
    link.focus()
    service.write("Borealis", "Lights in the south too.", layer="goal")
    expect(explorer.rows).to_have_count(2)
    expect(link).to_be_focused()


def test_an_entity_a_thread_and_a_chain_grow_while_looked_at(explorer: Explorer, service: Service, tab: Open) -> None:
    first = service.write("Comet", "It comes back.", thread={"key": "orbit"})
    entity = explorer.open(f"/entity/{first.entity}")
    thread = tab().open(f"/thread/{first.thread}")
    chain = tab().open(f"/trace/{first.memory}")
    expect(chain.page.locator(".steps-list > li")).to_have_count(1)
    second = service.write("Comet", "It comes back in 2061.", thread={"key": "orbit"})
    service.link(second.memory, "SUPERSEDES", first.memory, "now with a year")
    expect(entity.page.locator("#CONTEXT .card")).to_have_count(2)
    expect(entity.page.locator(".graph > .foot")).to_contain_text("4 nodes in all")
    expect(thread.page.locator(".timeline > li")).to_have_count(2)
    expect(chain.page.locator(".steps-list > li")).to_have_count(2)
    expect(chain.page.locator(".stop.holds")).to_contain_text("2061")


def test_a_flood_of_writes_is_taken_in(explorer: Explorer, service: Service) -> None:
    explorer.open("/?thread=flood")
    expect(explorer.main).to_contain_text("Nothing fits these filters.")
    service.write_many([memory("Delta", f"Wave {n} of the flood.", thread={"key": "flood"}) for n in range(300)])
    expect(explorer.main).to_contain_text("300 memories", timeout=15_000)
    expect(explorer.rows).to_have_count(25)


def test_without_websockets_it_is_looked_up_now_and_then(explorer: Explorer, service: Service) -> None:
    explorer.page.route_web_socket("**/graphql", lambda socket: socket.close())
    explorer.open("/?layer=EMOTION")
    expect(explorer.page.get_by_role("status").first).to_have_text("every few seconds")
    service.write("Atlas", "Everybody is glad.", layer="emotion")
    expect(explorer.rows).to_have_count(1, timeout=15_000)


def test_without_a_network_the_page_says_so_and_comes_back(explorer: Explorer, service: Service) -> None:
    service.write("Atlas", "It was learned.", layer="learning")
    explorer.open("/?layer=LEARNING")
    expect(explorer.rows).to_have_count(1)
    explorer.page.context.set_offline(True)
    expect(explorer.page.get_by_role("status").first).to_have_text("offline")
    explorer.rows.first.get_by_role("link", name="Trace").click()
    expect(explorer.main.get_by_role("heading")).to_have_text("The service can't be reached")
    explorer.shot("offline")
    explorer.page.context.set_offline(False)
    explorer.main.get_by_role("button", name="Try again").click()
    expect(explorer.page.locator(".steps-list > li")).to_have_count(1)
    expect(explorer.page.get_by_role("status").first).to_have_text("live", timeout=15_000)

"""Deciding: possible duplicates merged, undone and declared different; only by those who may write."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, expect

from tests.browser.explorer import Explorer
from tests.browser.service import Service, serving

pytestmark = pytest.mark.browser

STANDING = "query S($id: ID!) { entity(ref: {id: $id}) { id name aliases { name } memories { totalCount } } }"


def pair(explorer: Explorer, name: str) -> Locator:
    """The panel of a pair with such an entity."""
    return explorer.page.locator(".pair").filter(has_text=name)


def test_two_duplicates_are_merged_and_taken_apart_again(explorer: Explorer, service: Service) -> None:
    one = service.write("John Smith", "He leads the storage team.", kind="PERSON")
    other = service.write("Jon Smith", "He wrote the parser.", kind="PERSON")
    explorer.open("/review")
    expect(pair(explorer, "Jon Smith")).to_contain_text("% alike")
    explorer.shot("review")
    pair(explorer, "Jon Smith").get_by_label("Reason, kept in the record").fill("the same man")
    pair(explorer, "Jon Smith").locator("section").first.get_by_role("button").click()
    expect(pair(explorer, "Jon Smith")).to_have_count(0)
    assert service.ask(STANDING, id=other.entity)["entity"]["id"] == one.entity
    explorer.shot("review-merged")
    explorer.page.get_by_role("button", name="Undo").click()
    expect(explorer.page.locator(".toast").last).to_contain_text("is an entity of its own again")
    assert service.ask(STANDING, id=other.entity)["entity"]["name"] == "Jon Smith"


def test_a_merge_is_undone_from_the_entity_too(explorer: Explorer, service: Service) -> None:
    one = service.write("Maria Gonzales", "She keeps the books.", kind="PERSON")
    other = service.write("Marie Gonzales", "She keeps the bees.", kind="PERSON")
    merge = "mutation M($i: MergeEntitiesInput!) { mergeEntities(input: $i) { errors { message } } }"
    service.ask(merge, i={"survivor": one.entity, "duplicates": [other.entity]})
    explorer.open(f"/entity/{one.entity}")
    history = explorer.page.locator(".side section").filter(has_text="Merged into it")
    expect(history).to_contain_text("Marie Gonzales")
    history.get_by_role("button", name="Undo").click()
    expect(history).to_have_count(0)
    assert service.ask(STANDING, id=other.entity)["entity"]["id"] == other.entity


def test_a_merged_entity_leads_to_the_one_that_stayed(explorer: Explorer, service: Service) -> None:
    one = service.write("Deno", "A runtime.", kind="PROJECT")
    other = service.write("Dino", "A lizard.", kind="PROJECT")
    merge = "mutation M($i: MergeEntitiesInput!) { mergeEntities(input: $i) { errors { message } } }"
    service.ask(merge, i={"survivor": one.entity, "duplicates": [other.entity]})
    explorer.open(f"/entity/{other.entity}")
    expect(explorer.main.locator("h1")).to_have_text("Deno")
    expect(explorer.main).to_contain_text("was merged into this one")


def test_two_entities_are_declared_different(explorer: Explorer, service: Service) -> None:
    service.write("Anna Schmidt", "She sings.", kind="PERSON")
    service.write("Anne Schmidt", "She paints.", kind="PERSON")
    explorer.open("/review")
    pair(explorer, "Anne Schmidt").get_by_role("button", name="They are different").click()
    expect(pair(explorer, "Anne Schmidt")).to_have_count(0)
    explorer.page.reload()
    expect(explorer.settled().main.locator("h1")).to_have_text("Review")
    expect(pair(explorer, "Anne Schmidt")).to_have_count(0)


def test_each_tab_has_its_address_and_says_when_it_is_empty(explorer: Explorer) -> None:
    explorer.open("/review?tab=conflicts")
    expect(explorer.main).to_contain_text("Nothing disagrees.")
    explorer.page.get_by_role("link", name="To confirm").click()
    expect(explorer.main).to_contain_text("Nothing waits for confirmation.")
    assert "tab=pending" in explorer.path
    explorer.page.get_by_role("link", name="Curation").click()
    expect(explorer.main).to_contain_text("Nothing wants tidying.")


def test_what_waits_is_confirmed_or_dropped(explorer: Explorer, service: Service) -> None:
    create = "mutation C($i: CreateMemoryInput!) { createMemory(input: $i) { outcome pending { id } } }"
    for text in ("Ada prefers tabs over spaces.", "Ada prefers tea over coffee."):
        about = {"mention": {"name": "Ada", "kind": "PERSON"}}
        given = {"entity": about, "layer": "learning", "content": text, "category": "USER_INFERENCE"}
        assert service.ask(create, i=given)["createMemory"]["outcome"] == "PENDING"
    explorer.open("/review?tab=pending")
    waiting = explorer.page.locator(".waiting")
    expect(waiting).to_have_count(2)
    explorer.shot("review-pending")
    waiting.filter(has_text="tabs").get_by_role("button", name="Confirm").click()
    expect(waiting).to_have_count(1)
    waiting.get_by_role("button", name="Drop it").click()
    expect(waiting).to_have_count(0)
    found = service.ask("{ memories { nodes { content } } }")["memories"]["nodes"]
    contents = {memory["content"] for memory in found}
    assert "Ada prefers tabs over spaces." in contents
    assert "Ada prefers tea over coffee." not in contents


def test_a_conflict_is_decided(explorer: Explorer, service: Service) -> None:
    service.write("Harbour", "The harbour closes at 18:00.", layer="caveat")
    service.write("Harbour", "The harbour closes at 20:00.", layer="caveat")
    explorer.open("/review?tab=conflicts")
    conflict = pair(explorer, "20:00")
    expect(conflict).to_contain_text("18:00")
    explorer.shot("review-conflict")
    conflict.get_by_role("button", name="The newer replaces it").click()
    expect(conflict).to_have_count(0)


def test_a_token_that_may_only_read_sees_no_review(browser: Browser, tmp_path: Path) -> None:
    from graphmem.api.tokens import TokenFile
    from graphmem.domain.model import Scope

    folder = tmp_path / "store"
    tokens = TokenFile(folder / "tokens.json")
    reader, writer = (
        tokens.add(name, "default", scopes)
        for name, scopes in (("reader", {Scope.READ}), ("writer", {Scope.READ, Scope.WRITE}))
    )
    with serving(folder, "--require-token", token=writer) as service:
        service.write("Atlas", "It carries the sky.")
        context = browser.new_context()
        explorer = Explorer(context.new_page(), service.url)
        page = explorer.page
        page.goto(f"{service.url}/explore/?layer=CONTEXT")
        expect(explorer.main.get_by_role("heading")).to_have_text("Sign in")
        page.get_by_label("Token, kept until this tab is closed").fill("gmt_wrong")
        explorer.main.get_by_role("button", name="Sign in").click()
        expect(page.get_by_role("alert")).to_have_text("That token opens nothing here.")
        page.get_by_label("Token, kept until this tab is closed").fill(reader)
        explorer.main.get_by_role("button", name="Sign in").click()
        expect(explorer.rows).to_have_count(1)
        expect(page.get_by_role("button", name="reader @ default")).to_be_visible()
        expect(page.get_by_role("link", name="Review")).to_be_hidden()
        page.reload()
        expect(explorer.rows).to_have_count(1)
        page.goto(f"{service.url}/explore/review")
        expect(explorer.main).to_contain_text("This token may read, not decide.")
        page.get_by_role("button", name="reader @ default").click()
        page.get_by_role("button", name="Forget the token").click()
        expect(page.get_by_role("button", name="Sign in").first).to_be_visible()
        assert context.cookies() == []
        context.close()
        explorer.check()

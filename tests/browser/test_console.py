"""The query console at /graphql: examples, answers and the schema, from the service alone."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.explorer import Explorer
from tests.browser.service import Service

pytestmark = pytest.mark.browser


@pytest.fixture
def console(explorer: Explorer, service: Service) -> Page:
    """The console, with its schema read."""
    service.write("Supabase", "<script>window.stolen = 1</script> is off by default.", layer="caveat")
    explorer.page.goto(f"{service.url}/graphql")
    expect(explorer.page.locator("#docs details").first).to_be_visible()
    return explorer.page


def test_every_example_runs(console: Page, explorer: Explorer) -> None:
    examples = console.locator("#examples option")
    assert examples.count() >= 5
    for number in range(examples.count()):
        console.locator("#examples").select_option(index=number)
        console.locator("#query").press("Control+Enter")
        expect(console.locator("#status")).to_contain_text("200")
        expect(console.locator("#answer")).to_contain_text('"data"')
        expect(console.locator("#answer")).not_to_contain_text('"errors": [\n    {')
    explorer.shot("console")
    assert console.evaluate("window.stolen") is None


def test_the_schema_is_searched(console: Page) -> None:
    console.locator("#find").fill("supersedeMemory")
    expect(console.locator("#docs details:visible").first).to_contain_text("Mutation")


def test_a_mistake_is_answered(console: Page) -> None:
    console.locator("#query").fill("{ nope }")
    console.locator("#run").click()
    expect(console.locator("#answer")).to_contain_text("Cannot query field 'nope'")

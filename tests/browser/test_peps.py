"""What a newcomer asks first: what replaced PEP 241, when, and why; answered by the first thing they see."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.explorer import Explorer
from tests.browser.service import Service

ROOT = Path(__file__).parents[2]
PEPS = ROOT / ".." / "shared" / "data" / "peps.jsonl"

pytestmark = [
    pytest.mark.browser,
    pytest.mark.data,
    pytest.mark.skipif(not PEPS.exists(), reason="needs the PEPs, in the folder `shared` beside the checkout"),
]


@pytest.fixture(scope="module", autouse=True)
def peps(service: Service) -> None:
    command = [sys.executable, ROOT / "examples" / "peps.py", PEPS, "--url", f"{service.url}/graphql"]
    subprocess.run(command, check=True, capture_output=True, timeout=300)


def test_the_first_row_says_what_replaced_it_when_and_why(explorer: Explorer) -> None:
    explorer.open()
    explorer.shot("peps-overview")
    # What was replaced is in the list below, and would make two counts of "memories" differ.
    expect(explorer.page.locator(".overview .sums")).to_contain_text("current memories")
    explorer.search("what replaced PEP 241?")
    first = explorer.rows.first
    expect(first).to_contain_text("PEP 241: Metadata for Python Software Packages")
    expect(first).to_contain_text("replaced by")
    expect(first).to_contain_text("PEP 314: Metadata for Python Software Packages 1.1, 12 Apr 2003")
    explorer.shot("peps-question")
    explorer.search("what replaced PEP 345?")
    expect(explorer.rows.first).to_contain_text("This PEP describes the changes between versions 1.2 and 2.1")


def test_the_chain_goes_on_to_what_holds_now(explorer: Explorer) -> None:
    explorer.open("/?q=PEP+241")
    explorer.rows.first.get_by_role("link", name="Trace").click()
    expect(explorer.settled().page.locator(".stop.holds").first).to_contain_text("PEP 566")
    explorer.shot("peps-chain")
    explorer.page.get_by_label("As of: day").fill("2012-01-01")
    expect(explorer.page.locator(".stop.holds").first).to_contain_text("PEP 345")
    explorer.shot("peps-chain-2012")


def test_people_and_threads_are_a_click_away(explorer: Explorer) -> None:
    explorer.open()
    explorer.page.get_by_role("link", name="packaging", exact=True).first.click()
    expect(explorer.settled().page.locator(".timeline > li").first).to_contain_text("PEP 241")
    explorer.search("Barry Warsaw")
    explorer.page.get_by_label("Entities of that name").get_by_role("link", name="person Barry Warsaw").click()
    expect(explorer.settled().main).to_contain_text("memories that mention it")
    explorer.shot("peps-person")

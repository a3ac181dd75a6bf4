"""Makes the pictures of the README: the explorer on the Python Enhancement Proposals, in a headless Chromium.

    python tools/pictures.py ../shared/data/peps.jsonl

Starts a service of its own in a temporary folder. Needs Chromium and the packages of `make test`.
"""

from __future__ import annotations

import argparse
import json
import shutil
import subprocess
import sys
import tempfile
import urllib.request
from pathlib import Path
from typing import Any, Final

from playwright.sync_api import Page, sync_playwright

ROOT: Final = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT))

from tests.serving import served  # noqa: E402

OUT: Final = ROOT / "docs" / "pictures"
WIDTH: Final = 1280
HEIGHT: Final = 900
FIRST: Final = """
query ($ref: EntityRef!) { entity(ref: $ref) { id memories(first: 1, filter: {statuses: []}) { nodes { id } } } }
"""


def main() -> None:
    """Write the PEPs into a service, and take its pictures."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("peps", type=Path, help="the PEPs as JSON Lines")
    peps = parser.parse_args().peps
    OUT.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, served(Path(folder)) as url:
        script = [sys.executable, str(ROOT / "examples" / "peps.py"), str(peps), "--url", f"{url}/graphql"]
        subprocess.run(script, check=True)  # noqa: S603 our own script
        with sync_playwright() as driver:
            browser = driver.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
            take(browser.new_page(reduced_motion="reduce"), url)


def take(page: Page, url: str) -> None:
    """Take every picture."""
    first = entity(url, "PEP 241")
    shot(page, f"{url}/explore/trace/{first['memories']['nodes'][0]['id']}", "trace.png")
    person = entity(url, "Łukasz Langa", "PERSON")
    shot(page, f"{url}/explore/entity/{person['id']}", "entity.png")


def entity(url: str, name: str, kind: str | None = None) -> dict[str, Any]:
    """An entity by its name."""
    ref = {"mention": {"name": name, "kind": kind}}
    body = json.dumps({"query": FIRST, "variables": {"ref": ref}}).encode()
    headers = {"content-type": "application/json"}
    request = urllib.request.Request(f"{url}/graphql", body, headers)  # noqa: S310 our own service
    with urllib.request.urlopen(request) as response:  # noqa: S310
        found: dict[str, Any] = json.load(response)["data"]["entity"]
    return found


def shot(page: Page, address: str, name: str) -> None:
    """Take a picture of a view once it is drawn, down to the legend."""
    page.set_viewport_size({"width": WIDTH, "height": HEIGHT})
    page.goto(address)
    page.locator("main h1").first.wait_for()
    page.wait_for_load_state("networkidle")
    page.wait_for_timeout(1_500)
    box = page.locator(".legend").first.bounding_box()
    bottom = HEIGHT if box is None else box["y"] + box["height"] + 12
    page.screenshot(path=OUT / name, full_page=True, clip={"x": 0, "y": 0, "width": WIDTH, "height": bottom})


if __name__ == "__main__":
    main()

"""Uses, verification, curation, consolidation and forgetting by filter, through GraphQL on a real space."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from graphmem.clock import UlidSource
from graphmem.domain.model import Scope
from graphmem.services.space import open_space
from tests.api.conftest import ERRORS, Client
from tests.conftest import Clock, small

FORGET = "query ($filter: MemoryFilter!) { previewForget(filter: $filter) { count protected sample { id } } }"


def test_forgetting_by_a_filter_is_looked_at_first(client: Client) -> None:
    gone = [client.create(f"Noise {number}.", tags=["noise"]) for number in range(2)]
    client.create("Never restart it.", layer="caveat", tags=["noise"])
    wanted = {"tags": ["noise"]}
    preview = client.ask(FORGET, filter=wanted)["previewForget"]
    assert (preview["count"], preview["protected"]) == (2, 1)
    assert {memory["id"] for memory in preview["sample"]} == set(gone)
    given = {"filter": wanted, "expectedCount": 3, "reason": "noise"}
    refused = client.do("forgetMemories", given, "forgotten")
    assert (refused["forgotten"], [(e["code"], e["path"]) for e in refused["errors"]]) == (
        0,
        [("INVALID_STATE", ["input", "expectedCount"])],
    )
    assert client.do("forgetMemories", {**given, "expectedCount": 2}, "forgotten")["forgotten"] == 2
    assert client.ask(FORGET, filter=wanted)["previewForget"]["count"] == 0


@pytest.mark.parametrize(
    ("wanted", "path"),
    [({}, ["filter"]), ({"createdAfter": "soon"}, ["filter", "createdAfter"]), ({"asOf": {}}, ["filter"])],
)
def test_what_filter_forgets_nothing(
    bystander: Client, wanted: dict[str, Any], path: list[str], capfd: pytest.CaptureFixture[str]
) -> None:
    result = bystander.run(FORGET, filter=wanted)
    assert result.errors is not None
    assert result.errors[0].extensions == {"code": "INVALID", "path": path}
    given = {"filter": wanted, "expectedCount": 0, "reason": "r"}
    [error] = bystander.do("forgetMemories", given, "forgotten")["errors"]
    assert (error["code"], error["path"]) == ("INVALID", ["input", *path])


@pytest.mark.parametrize("outcome", ["APPLIED", "IGNORED", "WRONG"])
def test_a_use_is_told(client: Client, outcome: str) -> None:
    made = client.create("One.")
    given = {"memory": made, "outcome": outcome, "note": "as it was"}
    payload = client.do("recordUse", given, "outcome memory { useOutcomes { applied ignored wrong } }")
    assert payload["outcome"] == "COMMITTED"
    told = payload["memory"]["useOutcomes"]
    assert told == {"applied": 0, "ignored": 0, "wrong": 0} | {outcome.lower(): 1}
    unknown = client.do("recordUse", {**given, "memory": "mem_0"}, "outcome")
    assert [(e["code"], e["path"]) for e in unknown["errors"]] == [("NOT_FOUND", ["input", "memory"])]


@pytest.fixture
def worktree(tmp_path: Path) -> Path:
    """A worktree with one constant."""
    tree = tmp_path / "tree"
    tree.mkdir()
    (tree / "a.py").write_text("LIMIT = 3\n", encoding="utf-8")
    return tree


@pytest.fixture
def builder(worktree: Path, store_path: Path, clock: Clock) -> Iterator[Client]:
    """An agent on a space that may look into the worktree."""
    with closing(open_space(store_path, small(worktrees=(worktree,)), clock=clock, ids=UlidSource(clock))) as space:
        yield Client(space)


VERIFY = f"""mutation ($id: ID!) {{ verifyMemory(id: $id) {{
    outcome memory {{ verifiedAt claims {{ text holds found }} }} findings {{ gate }} {ERRORS} }} }}"""


def test_a_claim_is_verified_and_seen_to_drift(builder: Client, worktree: Path) -> None:
    made = builder.create("The limit is three.", claims=["a.py::LIMIT=3"])
    fresh = builder.ask(VERIFY, id=made)["verifyMemory"]
    assert (fresh["outcome"], fresh["findings"], fresh["errors"]) == ("COMMITTED", [], [])
    assert fresh["memory"]["verifiedAt"].startswith("2026-01-01T00:00:00")
    assert [claim["holds"] for claim in fresh["memory"]["claims"]] == [True]
    (worktree / "a.py").write_text("LIMIT = 4\n", encoding="utf-8")
    read = builder.ask("query ($id: ID) { memory(id: $id) { drifted claims { holds found } } }", id=made)
    assert read["memory"]["drifted"] is True
    [claim] = read["memory"]["claims"]
    assert claim["holds"] is False
    assert "4" in claim["found"]
    drifted = builder.ask(VERIFY, id=made)["verifyMemory"]
    assert (drifted["outcome"], [finding["gate"] for finding in drifted["findings"]]) == ("REFUSED", ["CLAIM"])
    [error] = drifted["errors"]
    assert (error["__typename"], error["code"], error["path"]) == ("RefusedError", "REFUSED", ["id"])


def test_what_can_not_be_verified(bystander: Client) -> None:
    payload = bystander.ask(VERIFY, id="mem_0")["verifyMemory"]
    assert [(e["code"], e["path"]) for e in payload["errors"]] == [("NOT_FOUND", ["id"])]


CURATION = """{ curation { pressure items { memory { id } reason proposal conflict { id } }
    duplicates { duplicate { left { name } } proposal } } }"""


def test_what_needs_a_look(client: Client) -> None:
    client.create("The gateway listens on port 8080.")
    newer = client.create("The gateway listens on port 9090.")
    client.create("One.", entity="Payments Gateway")
    client.create("Two.", entity="Payment Gateway")
    curation = client.ask(CURATION)["curation"]
    [item] = [item for item in curation["items"] if item["reason"] == "CONFLICT"]
    assert item["memory"] == {"id": newer}
    assert item["conflict"]["id"].startswith("cnf_")
    assert "resolveConflict" in item["proposal"]
    [pair] = curation["duplicates"]
    assert pair["duplicate"]["left"]["name"] in ("Payments Gateway", "Payment Gateway")
    assert "mergeEntities" in pair["proposal"]
    assert curation["pressure"] >= 0


CONSOLIDATE = f"""mutation ($dryRun: Boolean!) {{ consolidate(dryRun: $dryRun) {{
    planned done memories {{ content supersedes {{ id }} }} forgotten stalled {ERRORS} }} }}"""


def test_cold_memories_are_drawn_together(client: Client, clock: Clock) -> None:
    cold = {client.create(f"Detail {number} of the old build.", importance=0.2) for number in range(3)}
    clock.turn(days=400)
    planned = client.ask(CONSOLIDATE, dryRun=True)["consolidate"]
    assert (planned["done"], planned["errors"]) == (0, [])
    assert client.ask("{ memories { totalCount } }")["memories"]["totalCount"] == 3
    done = client.ask(CONSOLIDATE, dryRun=False)["consolidate"]
    assert (done["planned"], done["done"]) == (planned["planned"], planned["planned"])
    touched = {old["id"] for memory in done["memories"] for old in memory["supersedes"]}
    assert touched <= cold
    assert len(touched) + done["forgotten"] == 3


def test_consolidating_needs_the_scope_that_forgets(bystander: Client) -> None:
    payload = bystander.with_scopes(Scope.READ, Scope.WRITE).ask(CONSOLIDATE, dryRun=True)["consolidate"]
    assert [(e["code"], e["path"]) for e in payload["errors"]] == [("FORBIDDEN", [])]


def test_an_update_claims_anew_or_is_refused(builder: Client) -> None:
    fields = "outcome memory { version claims { text holds } } errors { ... on RefusedError { gate matches override } }"
    made = builder.create("The limit is three.", claims=["a.py::LIMIT=3"])
    refused = builder.do("updateMemory", {"id": made, "claims": ["!a.py"]}, fields)
    assert (refused["outcome"], refused["memory"]) == ("REFUSED", None)
    [error] = refused["errors"]
    assert (error["gate"], error["override"], error["path"]) == ("CLAIM", None, ["input", "claims"])
    assert error["matches"] == ["!a.py: there is something at a.py"]
    changed = builder.do("updateMemory", {"id": made, "claims": ["a.py", "!b.py"]}, fields)
    assert changed["memory"] == {
        "version": 2,
        "claims": [{"text": "a.py", "holds": True}, {"text": "!b.py", "holds": True}],
    }
    cleared = builder.do("updateMemory", {"id": made, "claims": None}, fields)
    assert cleared["memory"] == {"version": 3, "claims": []}

"""What was observed of the four systems that came before, and what this service does in their place.

Each system has its part. Where it was at fault, the right thing is expected, and the test's name says so.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from graphmem.clock import UlidSource
from graphmem.services.space import open_space
from tests.api.conftest import ERRORS, Client
from tests.conftest import Clock, small

FIELDS = f"""outcome duplicateOf {{ id }} superseded {{ content }} conflicts {{ older {{ content }} }}
    pending {{ id }} findings {{ gate matches }} errors {{ ... on RefusedError {{ gate matches override }} }}
    memory {{ id importance protected entity {{ id name }} }} {ERRORS}"""


@pytest.fixture
def worktree(tmp_path: Path) -> Path:
    """A worktree with one module."""
    tree = tmp_path / "tree"
    tree.mkdir()
    (tree / "app.py").write_text("PORT = 8080\n\ndef run(): ...\n", encoding="utf-8")
    return tree


@pytest.fixture
def agent(worktree: Path, store_path: Path, clock: Clock) -> Iterator[Client]:
    """An agent on an empty space that may look into the worktree."""
    with closing(open_space(store_path, small(worktrees=(worktree,)), clock=clock, ids=UlidSource(clock))) as space:
        yield Client(space)


def write(agent: Client, content: str, entity: str = "Atlas", kind: str = "PROJECT", **rest: Any) -> dict[str, Any]:
    """The payload of a write."""
    about = {"mention": {"name": entity, "kind": kind}}
    given = {"entity": about, "layer": "context", "content": content, **rest}
    return agent.do("createMemory", given, FIELDS)


def refused_by(payload: dict[str, Any]) -> str | None:
    """The gate that refused a write, None where none did."""
    gates = [error["gate"] for error in payload["errors"] if "gate" in error]
    return gates[0] if gates else None


def home(agent: Client, name: str, kind: str = "PROJECT", key: str | None = None) -> str:
    """The entity that a name is hung on."""
    mention = {"name": name, "kind": kind} | ({"key": key} if key else {})
    given = {"entity": {"mention": mention}, "layer": "context", "content": f"About {name}, {kind}.", "force": True}
    made: str = agent.do("createMemory", given, FIELDS)["memory"]["entity"]["id"]
    return made


class TestLinksee:
    """Names, protection, and the check of pasted text."""

    @pytest.mark.parametrize(
        "names",
        [
            ("MCPServer", "mcp server", "MCP-Server", "mcp_server"),
            ("MCPServer", "MCP.Server", "MCP/Server"),
            ("OAuth2Client", "oauth2 client"),
            ("Sake_Navi", "SAKENAVI"),
            ("Café", "Cafe"),
        ],
    )
    def test_spellings_of_a_name_are_one_entity_also_those_it_told_apart(
        self, agent: Client, names: tuple[str, ...]
    ) -> None:
        assert len({home(agent, name) for name in names}) == 1

    def test_a_name_of_two_kinds_is_two_entities(self, agent: Client) -> None:
        assert home(agent, "Mercury", "PERSON") != home(agent, "Mercury", "PROJECT")

    def test_a_key_of_another_kind_is_a_conflict_and_no_silent_match(self, agent: Client) -> None:
        home(agent, "Mercury", "PERSON", key="who:mercury")
        about = {"mention": {"name": "Mercury", "kind": "PROJECT", "key": "who:mercury"}}
        payload = agent.do("createMemory", {"entity": about, "layer": "goal", "content": "Go."}, FIELDS)
        assert [error["code"] for error in payload["errors"]] == ["KIND_CONFLICT"]

    @pytest.mark.parametrize("rest", [{"layer": "caveat", "importance": 0.5}, {"importance": 0.9}])
    def test_caveats_and_pinned_memories_are_not_forgotten(self, agent: Client, rest: dict[str, Any]) -> None:
        made = agent.create("Never deploy on a Friday.", **rest)
        payload = agent.do("forgetMemory", {"id": made}, "outcome")
        assert [error["code"] for error in payload["errors"]] == ["PROTECTED"]

    def test_a_lowered_importance_keeps_the_pin_and_what_it_could_not_is_possible_unpinning(
        self, agent: Client
    ) -> None:
        made = agent.create("The key is kept in the vault.", importance=0.95)
        agent.do("updateMemory", {"id": made, "importance": 0.5}, "outcome")
        [error] = agent.do("forgetMemory", {"id": made}, "outcome")["errors"]
        assert (error["code"], "pinned" in error["message"]) == ("PROTECTED", True)
        agent.do("updateMemory", {"id": made, "pinned": False}, "outcome")
        assert agent.do("forgetMemory", {"id": made}, "outcome")["outcome"] == "COMMITTED"

    def test_what_an_update_makes_a_caveat_is_protected_which_was_a_hole(self, agent: Client) -> None:
        made = agent.create("Row level security is off.", layer="implementation")
        agent.do("updateMemory", {"id": made, "layer": "caveat"}, "outcome")
        assert [e["code"] for e in agent.do("forgetMemory", {"id": made}, "outcome")["errors"]] == ["PROTECTED"]

    @pytest.mark.parametrize(
        "text",
        [
            "Failed login handler is in auth.py",
            "Build the api first",
            "Logs go to loki",
            "Deployment uses helm",
            "Success",
            "The error: x",
        ],
    )
    def test_its_false_positives_pass(self, agent: Client, text: str) -> None:
        assert write(agent, text)["outcome"] == "COMMITTED"


class TestTotalAgentMemory:
    """The same again, a new value, and the budget of the critical."""

    def test_the_same_words_again_keep_the_first_id_where_it_made_a_new_one(self, agent: Client) -> None:
        first = write(agent, "Messi's citizenship is Argentina", "Messi", "PERSON")
        again = write(agent, "messi's CITIZENSHIP is Argentina!!", "Messi", "PERSON")
        assert (again["outcome"], again["duplicateOf"]["id"]) == ("DUPLICATE", first["memory"]["id"])

    @pytest.mark.parametrize(
        ("entity", "kind", "older", "newer", "retired"),
        [
            ("Messi", "PERSON", "Messi's citizenship is Argentina", "Messi's citizenship is Armenia", True),
            ("Anna", "PERSON", "Anna likes rock", "Anna likes jazz", True),
            ("Standup", "OTHER", "The standup is at 9:30 on Mondays", "The standup is at 14:00 on Mondays", True),
            ("GM", "COMPANY", "The company that produced Alpha is GM", "The company that produced Beta is GM", False),
            ("Port", "OTHER", "Port 1", "Port 2", False),
        ],
    )
    def test_a_single_value_retires_the_old_one(
        self, agent: Client, entity: str, kind: str, older: str, newer: str, retired: bool
    ) -> None:
        write(agent, older, entity, kind)
        payload = write(agent, newer, entity, kind, singleValued=True)
        assert payload["outcome"] == "COMMITTED"
        assert [memory["content"] for memory in payload["superseded"]] == ([older] if retired else [])

    def test_a_taste_is_not_retired_unless_it_is_said_to_be_single(self, agent: Client) -> None:
        write(agent, "Anna likes rock", "Anna", "PERSON")
        payload = write(agent, "Anna likes jazz", "Anna", "PERSON")
        assert (payload["outcome"], payload["superseded"], payload["conflicts"]) == ("COMMITTED", [], [])

    def test_the_sixth_critical_of_a_day_is_high(self, agent: Client) -> None:
        told = [
            write(agent, f"{word} must be told", importanceLevel="CRITICAL")
            for word in ("Loki", "Mimir", "Tempo", "Vault", "Kuzu", "Hermes")
        ]
        assert [payload["memory"]["importance"] for payload in told] == [0.9] * 5 + [0.8]
        assert [finding["gate"] for finding in told[5]["findings"]] == ["IMPORTANCE"]


class TestBettermemory:
    """Claims, supersession and gates."""

    @pytest.mark.parametrize(
        ("claim", "code"),
        [
            ("app.py", None),
            ("app.py::run", None),
            ("app.py::PORT=8080", None),
            ("app.py::PORT=9090", "REFUSED"),
            ("!app.py", "REFUSED"),
            ("!gone.py", None),
            ("../x", "INVALID"),
        ],
    )
    def test_claims_are_held_against_the_worktree(self, agent: Client, claim: str, code: str | None) -> None:
        payload = write(agent, "The app listens on its port", claims=[claim])
        assert [error["code"] for error in payload["errors"]] == ([code] if code else [])

    def test_the_reason_of_a_refused_claim_arrives_which_it_lost(self, agent: Client) -> None:
        payload = write(agent, "The app listens on its port", claims=["app.py::PORT=9090"])
        assert payload["errors"][0]["matches"] == ["app.py::PORT=9090: PORT is 8080"]

    def test_a_claim_that_became_false_shows_without_any_remote_repository(self, agent: Client, worktree: Path) -> None:
        made = agent.create("The app listens on its port", claims=["app.py::PORT=8080"])
        (worktree / "app.py").write_text("PORT = 9090\n", encoding="utf-8")
        read = agent.ask("query ($id: ID) { memory(id: $id) { drifted claims { found } } }", id=made)["memory"]
        assert read == {"drifted": True, "claims": [{"found": "PORT is 9090"}]}
        hits = agent.ask('{ recall(input: {query: "which port"}) { hits { trust } } }')["recall"]["hits"]
        assert hits == [{"trust": "DRIFTED"}]

    def test_ports_are_compared_within_one_entity_so_the_false_conflict_does_not_happen(self, agent: Client) -> None:
        gateway, database = "API gateway", "Database"
        first = write(agent, "The API gateway listens on port 8443", gateway)
        moved = write(agent, "The API gateway moved to port 9443", gateway)
        listens = write(agent, "The database listens on port 5432 inside the cluster", database)
        other = write(agent, "The database listens on port 6543 inside the cluster", database)
        again = write(agent, "The API gateway moved to port 9443", gateway)
        assert (first["outcome"], first["superseded"], first["conflicts"]) == ("COMMITTED", [], [])
        assert [memory["content"] for memory in moved["superseded"]] == ["The API gateway listens on port 8443"]
        assert (listens["outcome"], listens["superseded"], listens["conflicts"]) == ("COMMITTED", [], [])
        assert [conflict["older"]["content"] for conflict in other["conflicts"]] == [
            "The database listens on port 5432 inside the cluster"
        ]
        assert (again["outcome"], again["duplicateOf"]["id"]) == ("DUPLICATE", moved["memory"]["id"])

    def test_transient_wording_is_told(self, agent: Client) -> None:
        payload = write(agent, "Currently the build is broken")
        assert payload["outcome"] == "COMMITTED"
        assert payload["findings"] == [{"gate": "TRANSIENT", "matches": ["currently"]}]

    def test_a_credential_is_refused_with_a_redacted_snippet(self, agent: Client) -> None:
        payload = write(agent, "my password is hunter2Abc9XyZ12Q")
        assert refused_by(payload) == "CREDENTIAL"
        assert payload["errors"][0]["matches"] == ["password: my password is [redacted]"]
        assert "hunter2" not in str(payload)

    def test_a_claim_about_the_user_is_refused_or_waits(self, agent: Client) -> None:
        assert refused_by(write(agent, "The user prefers tabs")) == "USER_CLAIM"
        payload = write(agent, "The user prefers tabs", category="USER_INFERENCE")
        assert (payload["outcome"], payload["pending"] is None) == ("PENDING", False)

    def test_a_tool_that_prefers_is_no_user_which_it_took_for_one(self, agent: Client) -> None:
        assert write(agent, "Black prefers double quotes")["outcome"] == "COMMITTED"


NOTE = f"outcome memory {{ id version permalink tags updatedAt }} {ERRORS}"


class TestTirith:
    """Notes by their title."""

    def note(
        self, agent: Client, title: str = "Retry budget", body: str = "Three tries.", **rest: Any
    ) -> dict[str, Any]:
        """The payload of a note."""
        return agent.do("upsertNote", {"title": title, "body": body, **rest}, NOTE)

    def test_the_same_title_again_is_the_same_note_and_omitted_tags_stay(self, agent: Client) -> None:
        first = self.note(agent, tags=["#Ops", "ops"])["memory"]
        second = self.note(agent, body="Four tries.")["memory"]
        assert (second["id"], second["permalink"], second["version"]) == (first["id"], first["permalink"], 2)
        assert first["tags"] == second["tags"] == ["ops"]
        assert self.note(agent, body="Five tries.", tags=None)["memory"]["tags"] == []

    def test_another_case_is_another_note(self, agent: Client) -> None:
        first, second = self.note(agent)["memory"], self.note(agent, "retry budget")["memory"]
        assert (first["permalink"], second["permalink"]) == ("retry-budget", "retry-budget-2")

    def test_a_stale_time_conflicts_within_the_same_second_too(self, agent: Client, clock: Clock) -> None:
        seen = self.note(agent)["memory"]["updatedAt"]
        clock.turn(seconds=0.000_001)
        self.note(agent, body="Four tries.")
        assert [e["code"] for e in self.note(agent, body="Five.", ifUpdatedAt=seen)["errors"]] == ["VERSION_CONFLICT"]

    def test_an_unknown_permalink_is_not_found(self, agent: Client) -> None:
        assert [error["code"] for error in self.note(agent, permalink="no-such-note")["errors"]] == ["NOT_FOUND"]

    def test_an_unknown_kind_is_refused(self, agent: Client) -> None:
        document = f"mutation ($i: UpsertNoteInput!) {{ upsertNote(input: $i) {{ {NOTE} }} }}"
        result = agent.run(document, i={"title": "T", "body": "B", "type": "memo"})
        assert result.errors is not None
        assert "memo" in result.errors[0].message

    def test_a_title_in_another_script_has_a_readable_permalink(self, agent: Client) -> None:
        assert self.note(agent, "再試行の上限")["memory"]["permalink"] == "再試行の上限"

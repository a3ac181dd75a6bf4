"""Recall, trace and muted scopes through GraphQL on a real space."""

from __future__ import annotations

from typing import Any

import pytest

from tests.api.conftest import ATLAS, Client

RECALL = """query ($input: RecallInput!) { recall(input: $input) {
    hits { memory { id content } cursor score
        parts { text feedback context thread vector entity importance heat recency protection }
        matchedTerms via { name } trust heat { band } supersededBy { id } }
    totalCount tokens stoppedBy entities { mention outcome entity { name } }
    pageInfo { hasNextPage hasPreviousPage startCursor endCursor } } }"""


def recalled(client: Client, **given: Any) -> dict[str, Any]:
    found: dict[str, Any] = client.ask(RECALL, input=given)["recall"]
    return found


@pytest.fixture
def broker(client: Client) -> Client:
    """A space that knows a little about a broker."""
    client.create("The broker loses acknowledgements when it restarts.", layer="caveat")
    client.create("We chose NATS for the broker because it is small.", axes={"type": "DECISION"})
    client.create("Lunch is at noon.", entity="Canteen")
    client.create("The broker may be slow.", source="INFERRED")
    return client


def test_a_question_finds_what_answers_it_with_reasons(broker: Client) -> None:
    found = recalled(broker, query="Why did we choose NATS?", markUsed=False)
    first = found["hits"][0]
    assert first["memory"]["content"].startswith("We chose NATS")
    assert first["matchedTerms"]
    assert first["score"] > 0
    assert first["parts"]["text"] > 0
    assert (first["trust"], first["supersededBy"]) == ("STATED", [])
    assert found["tokens"] > 0
    assert found["totalCount"] == len(found["hits"])
    assert found["stoppedBy"] == "EXHAUSTED"


def test_pages_and_budgets(broker: Client) -> None:
    page = recalled(broker, query="broker", limit=1)
    assert (len(page["hits"]), page["stoppedBy"]) == (1, "LIMIT")
    assert page["pageInfo"]["hasNextPage"] is True
    assert page["pageInfo"]["startCursor"] == page["pageInfo"]["endCursor"] == page["hits"][0]["cursor"]
    rest = recalled(broker, query="broker", limit=None, after=page["hits"][0]["cursor"])
    assert rest["pageInfo"]["hasPreviousPage"] is True
    ids = [hit["memory"]["id"] for hit in page["hits"] + rest["hits"]]
    assert len(set(ids)) == len(ids) == page["totalCount"]
    little = recalled(broker, query="broker", maxTokens=1)
    assert (little["hits"], little["stoppedBy"]) == ([], "TOKENS")


def test_entities_filters_and_no_question(broker: Client) -> None:
    about = recalled(broker, entities=[ATLAS])
    assert about["entities"] == [{"mention": "Atlas", "outcome": "MATCHED", "entity": {"name": "Atlas"}}]
    assert {hit["via"][0]["name"] for hit in about["hits"]} == {"Atlas"}
    caveats = recalled(broker, query=None, filter={"layers": ["CAVEAT"]})
    assert [hit["memory"]["content"][:10] for hit in caveats["hits"]] == ["The broker"]
    then = recalled(broker, query="broker", filter={"asOf": {"recorded": "2020-01-01T00:00:00Z"}})
    assert then["hits"] == []
    trust = {hit["memory"]["content"]: hit["trust"] for hit in recalled(broker, query="slow")["hits"]}
    assert trust["The broker may be slow."] == "INFERRED"


@pytest.mark.parametrize(
    ("given", "path"),
    [
        ({"limit": 0}, ["limit"]),
        ({"maxTokens": 0}, ["maxTokens"]),
        ({"after": "nonsense"}, ["after"]),
        ({"filter": {"createdAfter": "soon"}}, ["filter", "createdAfter"]),
        ({"query": "\x00"}, ["query"]),
    ],
)
def test_what_can_not_be_recalled(
    bystander: Client, given: dict[str, Any], path: list[str], capfd: pytest.CaptureFixture[str]
) -> None:
    result = bystander.run(RECALL, input=given)
    assert result.errors is not None
    assert result.errors[0].extensions == {"code": "INVALID", "path": ["input", *path]}


MUTED = "{ mutedScopes { entities { name } tags } }"


@pytest.mark.parametrize("scope", [{"entity": ATLAS}, {"tag": "noise"}])
def test_a_muted_scope_is_not_recalled(client: Client, scope: dict[str, Any]) -> None:
    client.create("The broker is red.", tags=["noise"])
    assert client.do("muteScope", scope, "changed")["changed"] is True
    assert client.do("muteScope", scope, "changed")["changed"] is False
    assert recalled(client, query="broker")["hits"] == []
    muted = client.ask(MUTED)["mutedScopes"]
    assert muted == {
        "entities": [{"name": "Atlas"}] if "entity" in scope else [],
        "tags": ["noise"] if "tag" in scope else [],
    }
    assert client.do("unmuteScope", scope, "changed")["changed"] is True
    assert len(recalled(client, query="broker")["hits"]) == 1


def test_an_unknown_scope_is_not_muted(bystander: Client) -> None:
    payload = bystander.do("muteScope", {"entity": {"key": "no"}}, "changed")
    assert payload["changed"] is False
    assert [(e["code"], e["path"]) for e in payload["errors"]] == [("NOT_FOUND", ["input", "entity"])]


TRACE = """query ($input: TraceInput!) { trace(input: $input) {
    start { __typename id } truncated cycles markdown mermaid
    steps { memory { id } role depth direction via { relation inferred } branch }
    links { relation } heads { id } lines { head { id } older { id } links { relation reason } } forks { id }
    outcomes { memory { id } } openEnds { memory { id } missing } } }"""


def test_a_chain_from_a_goal_to_its_outcome(client: Client) -> None:
    goal = client.create("Messages must not get lost.", layer="goal", thread={"key": "t"})
    old = client.create("We will use Kafka.", axes={"type": "DECISION"})
    given = {"id": old, "reason": "too heavy", "replacement": {"entity": ATLAS, "layer": "context"}}
    given["replacement"] |= {"content": "We will use NATS.", "axes": {"type": "DECISION"}}
    new = client.do("supersedeMemory", given, "memory { id }")["memory"]["id"]
    done = client.create("NATS runs on three nodes.", layer="implementation", axes={"type": "WORK"})
    client.do("linkMemories", {"from": goal, "relation": "LED_TO", "to": old}, "link { id }")
    client.do("linkMemories", {"from": done, "relation": "IMPLEMENTS", "to": new}, "link { id }")
    trace = client.ask(TRACE, input={"from": {"memory": new}})["trace"]
    assert trace["start"] == {"__typename": "Memory", "id": new}
    steps = {step["memory"]["id"]: step for step in trace["steps"]}
    assert list(steps) == [goal, old, new, done]
    assert (steps[new]["depth"], steps[new]["via"]) == (0, None)
    assert steps[done]["via"] == {"relation": "IMPLEMENTS", "inferred": False}
    assert [steps[name]["role"] for name in steps] == ["GOAL", "DECISION", "DECISION", "IMPLEMENTATION"]
    [line] = [line for line in trace["lines"] if line["older"]]
    assert (line["head"], line["older"]) == ({"id": new}, [{"id": old}])
    assert line["links"] == [{"relation": "SUPERSEDES", "reason": "too heavy"}]
    assert {"id": new} in trace["heads"]
    assert (trace["forks"], trace["cycles"], trace["truncated"]) == ([], [], False)
    assert trace["openEnds"] == [{"memory": {"id": done}, "missing": "OUTCOME"}]
    assert trace["outcomes"] == []
    assert "Kafka" in trace["markdown"]
    assert trace["mermaid"].startswith(("flowchart", "graph"))


def test_a_chain_from_a_thread_or_an_entity(client: Client) -> None:
    client.create("One.", thread={"key": "t"})
    client.create("Two.", thread={"key": "t"})
    thread = client.ask(TRACE, input={"from": {"thread": {"key": "t"}}, "maxSteps": 1})["trace"]
    assert (thread["start"]["__typename"], len(thread["steps"]), thread["truncated"]) == ("Thread", 1, True)
    asked = {"from": {"entity": ATLAS}, "maxDepth": None, "maxSteps": None, "direction": "CAUSES"}
    assert len(client.ask(TRACE, input=asked)["trace"]["steps"]) == 2
    assert client.ask(TRACE, input={"from": {"memory": "mem_0"}})["trace"] is None


@pytest.mark.parametrize(
    ("given", "path"),
    [
        ({"maxDepth": 0}, ["maxDepth"]),
        ({"maxSteps": 100_000}, ["maxSteps"]),
        ({"asOf": {"recorded": "soon"}}, ["asOf", "recorded"]),
    ],
)
def test_what_can_not_be_traced(
    bystander: Client, given: dict[str, Any], path: list[str], capfd: pytest.CaptureFixture[str]
) -> None:
    result = bystander.run(TRACE, input={"from": {"memory": "mem_0"}, **given})
    assert result.data == {"trace": None}
    assert result.errors is not None
    assert result.errors[0].extensions == {"code": "INVALID", "path": ["input", *path]}

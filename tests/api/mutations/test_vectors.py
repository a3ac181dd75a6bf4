"""Vectors through GraphQL: brought with a memory or a question, told in stats, refused with their path."""

from __future__ import annotations

from typing import Any

import pytest

from tests.api.conftest import LEAST, Client

MODELS = "memory { id version vectorModels }"
RECALL = """query ($input: RecallInput!) { recall(input: $input) {
    hits { memory { content } parts { vector } } meaning { model compared ignored } } }"""


def vector(*values: float, model: str = "theirs") -> dict[str, Any]:
    return {"model": model, "values": list(values)}


def recalled(client: Client, **given: Any) -> dict[str, Any]:
    found: dict[str, Any] = client.ask(RECALL, input=given)["recall"]
    return found


def test_a_vector_comes_with_a_memory_and_finds_it(client: Client) -> None:
    made = client.do("createMemory", LEAST | {"vector": vector(1, 0)}, MODELS)
    assert made["memory"]["vectorModels"] == ["theirs"]
    client.create("The other one.", vector=vector(0, 1))
    client.create("One without.")
    found = recalled(client, vector=vector(0, 2.5))
    assert found["hits"][0]["memory"]["content"] == "The other one."
    assert found["hits"][0]["parts"]["vector"] == pytest.approx(0.3)
    assert found["meaning"] == {"model": "theirs", "compared": 2, "ignored": 0}
    assert recalled(client, query="other")["meaning"] is None
    stats = client.ask("{ stats { vectors { model dimension memories } embedding { model done total } } }")["stats"]
    assert stats == {"vectors": [{"model": "theirs", "dimension": 2, "memories": 2}], "embedding": None}


def test_in_a_batch_and_in_a_replacement(client: Client) -> None:
    batch = [LEAST | {"content": f"Fact {n}", "vector": vector(1, n)} for n in range(3)]
    made = client.do("createMemories", {"memories": batch}, "results { memory { id vectorModels } }")
    assert [result["memory"]["vectorModels"] for result in made["results"]] == [["theirs"]] * 3
    older = made["results"][0]["memory"]["id"]
    newer = {"id": older, "replacement": LEAST | {"vector": vector(3, 4)}}
    assert client.do("supersedeMemory", newer, MODELS)["memory"]["vectorModels"] == ["theirs"]


def test_a_patch_sets_it_and_null_takes_it_away(client: Client) -> None:
    name = client.create("It is so.")
    for given, models in ((vector(1, 0), ["theirs"]), (vector(1, model="other"), ["other", "theirs"]), (None, [])):
        changed = client.do("updateMemory", {"id": name, "vector": given}, MODELS)
        assert changed["memory"] == {"id": name, "version": 1, "vectorModels": models}
    left_out = client.do("updateMemory", {"id": name, "tags": ["t"]}, MODELS)
    assert left_out["memory"]["version"] == 2


@pytest.mark.parametrize(
    ("values", "path", "told"),
    [
        ([float("nan"), 1.0], ["input", "vector", "values", "0"], "values[0] is nan: send finite numbers"),
        ([1.0, float("inf")], ["input", "vector", "values", "1"], "values[1] is inf: send finite numbers"),
        ([], ["input", "vector", "values"], "must not be empty"),
        ([0, 0], ["input", "vector", "values"], "all zero"),
        ([1, 2, 3], ["input", "vector", "values"], "have 2 numbers in this space, this one has 3: send one"),
        ([1] * 4097, ["input", "vector", "values"], "4,097 numbers; at most 4,096"),
    ],
)
def test_what_is_no_vector_is_refused_in_the_payload(
    client: Client, values: list[float], path: list[str], told: str
) -> None:
    name = client.create("The first sets the size.", vector=vector(1, 0))
    bad = vector(*values)
    for mutation, given in (("createMemory", LEAST | {"vector": bad}), ("updateMemory", {"id": name, "vector": bad})):
        payload = client.do(mutation, given, MODELS)
        (error,) = payload["errors"]
        assert (payload["memory"], error["path"]) == (None, path)
        assert told in error["message"]
    batch = client.do("createMemories", {"memories": [LEAST | {"vector": bad}]}, "committed")
    assert batch["errors"][0]["path"] == ["input", "memories", "0", *path[1:]]
    result = client.run(RECALL, input={"vector": bad})
    assert result.errors is not None
    assert told in result.errors[0].message
    assert (result.errors[0].extensions or {})["path"] == path


def test_a_nameless_model_is_refused(client: Client) -> None:
    payload = client.do("createMemory", LEAST | {"vector": vector(1, model=" ")}, MODELS)
    assert payload["errors"][0]["path"] == ["input", "vector", "model"]

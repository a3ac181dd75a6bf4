"""The documents fit the schema, ask for everything the answers hold, and leave no use case of the API out."""

from __future__ import annotations

import inspect
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest
from graphql import (
    DocumentNode,
    FieldNode,
    FragmentDefinitionNode,
    FragmentSpreadNode,
    GraphQLObjectType,
    OperationDefinitionNode,
    OperationType,
    build_schema,
    parse,
    validate,
)

import graphmem
from graphmem.api.limits import Limits, check_document
from graphmem.client import answers, curating, looking, reading, tidying, writing
from graphmem.client.asking import Ask, Series
from graphmem.client.decoding import camel
from graphmem.client.documents import all_documents

ROOT = Path(__file__).parents[2]
SCHEMA = build_schema((ROOT / "schema.graphql").read_text(encoding="utf-8"))
TEXT = parse((ROOT / "graphmem/client/operations.graphql").read_text(encoding="utf-8"))
FRAGMENTS = {node.name.value: node for node in TEXT.definitions if isinstance(node, FragmentDefinitionNode)}

BY_ID = {"node", "nodes"}
"""Fields for generic clients; ours knows what it asks for."""


def operation(document: DocumentNode) -> OperationDefinitionNode:
    """The one operation of a separated document."""
    (node,) = (node for node in document.definitions if isinstance(node, OperationDefinitionNode))
    return node


@pytest.mark.parametrize("name", all_documents())
def test_each_fits_the_schema_and_the_limits(name: str) -> None:
    document = all_documents()[name]
    assert validate(SCHEMA, document) == []
    assert check_document(document, Limits()) == []


@pytest.mark.parametrize("name", all_documents())
def test_each_has_one_field_at_its_top(name: str) -> None:
    assert len(operation(all_documents()[name]).selection_set.selections) == 1


def asked(kind: OperationType) -> set[str]:
    """The root fields that some operation asks for."""
    nodes = [operation(document) for document in all_documents().values()]
    selections = [node.selection_set.selections[0] for node in nodes if node.operation is kind]
    return {node.name.value for node in selections if isinstance(node, FieldNode)}


@pytest.mark.parametrize("kind", OperationType)
def test_no_use_case_of_the_api_is_left_out(kind: OperationType) -> None:
    root = SCHEMA.get_root_type(kind)
    assert isinstance(root, GraphQLObjectType)
    assert set(root.fields) - BY_ID == asked(kind)


def selected(name: str) -> set[str]:
    """The names under which a fragment's fields come, those of the fragments it spreads included."""
    names: set[str] = set()
    for node in FRAGMENTS[name].selection_set.selections:
        if isinstance(node, FieldNode):
            names.add((node.alias or node.name).value)
        elif isinstance(node, FragmentSpreadNode):
            names |= selected(node.name.value)
    return names


@pytest.mark.parametrize("name", sorted(set(FRAGMENTS) & set(answers.__all__) - {"Node"}))
def test_each_fragment_asks_for_what_its_answer_holds(name: str) -> None:
    kind = getattr(answers, name)
    held = {field.metadata.get("name", camel(field.name)) for field in fields(kind)}
    # Receipts raise their errors; only the one for batches keeps them.
    assert selected(name) - {"errors"} == held - {"errors"}


DRAWN_AS = {
    "ChangeReceipt": "MemoryPayload",
    "Consolidation": "ConsolidationPayload",
    "Recall": "RecallResult",
    "Receipt": "CreateMemoryPayload",
    "Resolution": "EntityResolution",
}
"""Answers that go under another name than their types."""

ELSEWHERE = {
    "ChangeReceipt": {"errors"},
    "Consolidation": {"errors"},
    "Entity": {"diff", "memories", "related", "timeline"},
    "Memory": {"history", "links", "supersededBy", "supersedes"},
    "Recall": {"pageInfo"},
    "Thread": {"memories"},
    "Trace": {"outcomes"},
}
"""What has a use case of its own, is raised, or can be picked out of the rest."""

OTHER_NAMES = {"source": "from", "target": "to", "threadKey": "key", "threadTitle": "title"}

WHOLE = sorted(name for name in answers.__all__ if DRAWN_AS.get(name, name) in SCHEMA.type_map)


@pytest.mark.parametrize("name", WHOLE)
def test_answers_hold_all_that_their_types_tell(name: str) -> None:
    kind, drawn = getattr(answers, name), SCHEMA.type_map[DRAWN_AS.get(name, name)]
    if not isinstance(drawn, GraphQLObjectType):
        return
    names = (field.metadata.get("name", camel(field.name)) for field in fields(kind))
    held = {OTHER_NAMES.get(one, one) if one not in drawn.fields else one for one in names}
    assert set(drawn.fields) - held == ELSEWHERE.get(name, set())


def use_cases(module: Any) -> dict[str, Any]:
    """The functions of a module that give something to send."""
    return {
        name: value
        for name, value in vars(module).items()
        if callable(value)
        and not name.startswith("_")
        and getattr(value, "__module__", None) == module.__name__
        and _sends(value)
    }


def _sends(value: Any) -> bool:
    given = inspect.get_annotations(value).get("return", "")
    return str(given).startswith(("Ask[", "Series["))


@pytest.mark.parametrize("client", [graphmem.Client, graphmem.AsyncClient])
def test_both_clients_carry_out_every_use_case(client: type) -> None:
    expected = {name for module in (writing, curating, tidying, reading, looking) for name in use_cases(module)}
    assert {"remember", "recall", "merge", "memories", "changes"} <= expected
    assert {name for name in expected if not hasattr(client, name)} == {"sending", "maybe"} & expected


def test_methods_keep_words_and_parameters() -> None:
    signature = inspect.signature(graphmem.Client.remember)
    assert list(signature.parameters)[:3] == ["self", "content", "about"]
    assert list(inspect.signature(graphmem.Client.forget).parameters)[:2] == ["self", "memory"]
    assert (graphmem.Client.forget.__doc__ or "").startswith("Set a memory aside")


def test_asks_are_plain_values() -> None:
    assert isinstance(reading.stats(), Ask)
    assert isinstance(reading.memories(), Series)
    assert reading.memory("mem_1", permalink=None).variables == {"id": "mem_1"}

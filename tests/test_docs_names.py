"""The documents speak the language of the API: every operation, code, gate and command is in them, nothing else."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from graphql import GraphQLEnumType, GraphQLInputObjectType, GraphQLInterfaceType, GraphQLObjectType, build_schema
from typer.main import get_command

from graphmem.cli import app
from graphmem.domain.draft import Gate
from graphmem.domain.layers import importance_weight
from graphmem.store.index import bm25, ranking

ROOT = Path(__file__).parent.parent
SEEDS = ROOT.parent / "shared" / "seeds"
SCHEMA = build_schema((ROOT / "schema.graphql").read_text(encoding="utf-8"))


def page(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


def section(text: str, title: str) -> str:
    return re.split(r"^## ", text.split(f"## {title}", 1)[1], maxsplit=1, flags=re.MULTILINE)[0]


def words(text: str) -> set[str]:
    return set(re.findall(r"\w+", " ".join(re.findall(r"`([^`]+)`", text))))


GUIDE = page("docs/graphql.md")
COMING_FROM = page("docs/coming-from.md")


def test_every_operation_is_in_the_guide_and_no_other() -> None:
    roots = (SCHEMA.query_type, SCHEMA.mutation_type, SCHEMA.subscription_type)
    told = set(re.findall(r"`(\w+)`", "\n".join(re.findall(r"^\| (`.*?) \|", operations(), re.MULTILINE))))
    assert told == {name for root in roots if root is not None for name in root.fields}


def operations() -> str:
    return section(GUIDE, "Every operation")


def test_every_error_code_has_a_remedy() -> None:
    codes = SCHEMA.type_map["UserErrorCode"]
    assert isinstance(codes, GraphQLEnumType)
    rows = re.findall(r"^\| `(\w+)` \| .+ \| .+ \|$", section(GUIDE, "Errors"), re.MULTILINE)
    assert set(rows) == set(codes.values)


@pytest.mark.parametrize(
    ("title", "enum"),
    [
        ("Who you are", "Scope"),
        ("Create", "WriteOutcome"),
        ("Who is meant", "ResolutionOutcome"),
        ("Conflicts", "ConflictDecision"),
        ("Upkeep", "CurationReason"),
    ],
)
def test_every_value_is_explained(title: str, enum: str) -> None:
    values = SCHEMA.type_map[enum]
    assert isinstance(values, GraphQLEnumType)
    assert set(re.findall(r"^\| `(\w+)` \|", section(GUIDE, title), re.MULTILINE)) == set(values.values)


def test_every_gate_is_in_the_table() -> None:
    gates = re.findall(r"^\| `([A-Z_]+)` \|", section(page("docs/gates.md"), "Then judged"), re.MULTILINE)
    assert set(gates) == {gate.name for gate in Gate}


WEIGHTS = {
    "text": (bm25.K1, bm25.B, bm25.NAME_WEIGHT),
    "feedback": (bm25.FEEDBACK_WEIGHT,),
    "context": (bm25.BEFORE_WEIGHT, bm25.AFTER_WEIGHT, bm25.PASSAGE_WEIGHT),
    "thread": (bm25.THREAD_K1, bm25.THREAD_B, bm25.THREAD_WEIGHT),
    "vector": (ranking.VECTOR_WEIGHT,),
    "entity": (bm25.NAMED_FACTOR,),
    "importance": tuple(importance_weight(importance) for importance in (0.3, 0.5, 0.8, 0.9)),
    "heat": (1 + ranking.HEAT_WEIGHT,),
    "recency": (ranking.RECENCY_WEIGHT, ranking.RECENCY_DAYS),
    "protection": (1 + ranking.PROTECTION_WEIGHT,),
}


@pytest.mark.parametrize("part", WEIGHTS)
def test_the_weights_of_recall_are_those_of_the_code(part: str) -> None:
    row = re.search(rf"^\| `{part}` \| (.*) \|$", section(GUIDE, "Recall"), re.MULTILINE)
    assert row
    told = [float(number) for number in re.findall(r"(?<![\w.])\d*\.?\d+", row[1])]
    assert [weight for weight in WEIGHTS[part] if weight not in told] == []


def commands(command: Any, path: tuple[str, ...] = ("graphmem",)) -> Iterator[str]:
    below = getattr(command, "commands", {})
    if not below:
        yield " ".join(path)
    for name, inner in below.items():
        yield from commands(inner, (*path, name))


def test_every_command_is_in_the_table_and_no_other() -> None:
    rows = re.findall(r"^\| (`graphmem .*?) \|", section(page("docs/operations.md"), "Commands"), re.MULTILINE)
    told = {name for row in rows for name in re.findall(r"`([^`]+)`", row)}
    assert told == set(commands(get_command(app)))


def schema_names() -> set[str]:
    names = set(SCHEMA.type_map)
    for kind in SCHEMA.type_map.values():
        if isinstance(kind, GraphQLEnumType):
            names |= set(kind.values)
        elif isinstance(kind, GraphQLInputObjectType):
            names |= set(kind.fields)
        elif isinstance(kind, GraphQLObjectType | GraphQLInterfaceType):
            names |= set(kind.fields) | {argument for field in kind.fields.values() for argument in field.args}
    return names


ELSEWHERE = {"BAD_REQUEST", "UNAUTHENTICATED", "INTERNAL", "GET", "POST", "operationName", "RELATION", "GATE", "ENOENT"}
"""Names of HTTP, of top-level errors, of examples."""


def ours(text: str) -> set[str]:
    spans = [span for span in re.findall(r"`([^`\n]+)`", text) if "GRAPHMEM_" not in span and "://" not in span]
    names = set(re.findall(r"\b[a-z]+[A-Z]\w*\b|\b[A-Z][A-Z_]{2,}\b", " ".join(spans)))
    return names - ELSEWHERE


@pytest.mark.parametrize("name", ["docs/agents.md", "docs/graphql.md", "docs/gates.md"])
def test_no_name_is_made_up(name: str) -> None:
    prose = re.sub(r"^```.*?^```$", "", page(name), flags=re.MULTILINE | re.DOTALL)
    assert ours(prose) <= schema_names()


def test_no_name_on_the_right_is_made_up() -> None:
    right = "\n".join(row.rsplit(" | ", 1)[1] for row in COMING_FROM.splitlines() if row.startswith("| "))
    assert ours(right) - {"MEMORY_MODE", "MEMORY_QUALITY_GATE_ENABLED"} <= schema_names()


THEIRS = {
    "Linksee Memory: `remember`": """
        entity_name entity_kind layer content importance thread_id force memory_id forget
        title altitude type state what why affects next_action canonical_key normalized_name
        ok entity_id pinned momentum rejected quality_check preserved protected memory_stored
        create update delete update_memory dry_run
        """,
    "bettermemory: `memory_write`": """
        content scopes category confidence source claims groundedness_check source_transcript supersedes force
        acknowledge_transient acknowledge_credential acknowledge_ungrounded acknowledge_user_claim
        acknowledge_scope_mismatch
        committed duplicate transient_warning credential_warning previously_removed scope_mismatch
        user_claim_warning pending ungrounded pending_id pending_reason related conflicts_filed superseded_by
        corroboration_recorded ambient_body_long curation_hint pressure threshold counts message
        dead_weight drifted cold_endorsement_memories memory_write_confirm memory_write_cancel
        memory_conflicts memory_health require_write_confirmation general
        """,
    "Tirith: `memory_write`": """
        body kind tags agent paths title permalink if_updated_at
        note status created message updated_at ok conflict not_found none invalid cancelled
        id observations relations author updated_by created_at lost inbox inbox_more persist_error
        fact lesson gotcha handoff research decision decision_record message_send
        """,
    "total-agent-memory: `memory_save`": """
        content source_format type project tags context branch filter importance coref agent_id
        parent_agent_id supersede auto conversation decision fact solution lesson convention general
        pytest cargo git_status docker_ps generic_logs
        saved id deduplicated superseded privacy_redacted quality_score competency_updated
        rejected_by_quality_gate MEMORY_MODE MEMORY_QUALITY_GATE_ENABLED
        """,
}
"""What the four tools call their parameters, statuses and fields."""


@pytest.mark.parametrize("title", THEIRS)
def test_every_name_of_theirs_has_an_answer(title: str) -> None:
    known = set(re.findall(r"\w+", section(COMING_FROM, title)))
    assert [name for name in THEIRS[title].split() if name not in known] == []


ALIASES = """why intent targets background reason timing tone feelings mood impl how tried warning pain pitfall dont
    decision insight growth"""


def test_every_layer_alias_is_told() -> None:
    assert set(ALIASES.split()) <= set(re.findall(r"\w+", section(COMING_FROM, "Linksee Memory: `remember`")))


@pytest.mark.data
def test_the_seeds_name_no_other_parameter() -> None:
    if not SEEDS.is_dir():
        pytest.skip("the documents of the four systems are not beside the checkout")
    text = "\n".join(path.read_text(encoding="utf-8") for path in SEEDS.glob("*.txt"))
    tables = re.findall(r"^`(\w+)`\t", text, re.MULTILINE) + re.findall(r"^(\w+) \| \S", text, re.MULTILINE)
    listed = {name for names in THEIRS.values() for name in names.split()}
    assert {name.removesuffix("required") for name in tables} - {"Name"} <= listed

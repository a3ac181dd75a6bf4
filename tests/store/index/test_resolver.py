"""Resolving a mention against names in memory, alone and with a group of writes on top."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from graphmem.domain.draft import EntityMention
from graphmem.domain.errors import KindConflict
from graphmem.domain.model import Entity, EntityKind
from graphmem.domain.resolution import ResolutionOutcome, ResolutionTier
from graphmem.domain.resolving import Hit
from graphmem.store.index.names import KeyHolder, NamesIndex
from graphmem.store.index.resolver import resolve

MATCHED, AMBIGUOUS, NEW = ResolutionOutcome.MATCHED, ResolutionOutcome.AMBIGUOUS, ResolutionOutcome.NEW
PERSON, COMPANY, PROJECT = EntityKind.PERSON, EntityKind.COMPANY, EntityKind.PROJECT
SHARED = Path(__file__).parents[3] / ".." / "shared"


def keyed(entity_id: str, name: str, key: str | None, kind: EntityKind = PROJECT) -> Entity:
    return Entity(entity_id, kind, name, key, (), None, 1, 0, 0)


def filled(*names: tuple[str, EntityKind, str]) -> NamesIndex:
    index = NamesIndex()
    for entity_id, kind, name in names:
        index.add(entity_id, kind, name)
    return index


def test_every_spelling_of_a_name_resolves_to_one_entity() -> None:
    index = filled(("e1", PROJECT, "MCPServer"))
    for name in ("mcp server", "MCP-Server", "mcp_server", "MCPServer", "mcpserver"):
        assert resolve(EntityMention(name), index).entity_id == "e1"
    assert resolve(EntityMention("MCP.Server", PROJECT), index).tier is ResolutionTier.FUZZY


def test_an_exact_name_wins_over_any_near_one() -> None:
    index = filled(*((f"e{n}", PROJECT, name) for n, name in enumerate(("DGIA", "D-G-I-A", "DGIAS"))))
    found = resolve(EntityMention("dgia", PROJECT), index)
    assert (found.outcome, found.entity_id, found.tier) == (MATCHED, "e0", ResolutionTier.NAME)


def test_the_runner_up_of_an_exact_match_on_request() -> None:
    index = filled(("e1", PROJECT, "Kubernetes"), ("e2", PROJECT, "Kubernetis"))
    mention = EntityMention("kubernetes", PROJECT)
    assert resolve(mention, index).candidates == ()
    assert [each.entity_id for each in resolve(mention, index, thorough=True).candidates] == ["e2"]


def test_aliases_of_the_mention_help_only_where_its_name_does_not() -> None:
    index = filled(("e1", PROJECT, "Kubernetes"), ("e2", PROJECT, "Borg"))
    found = resolve(EntityMention("K8s", PROJECT, aliases=("kubernetes",)), index)
    assert (found.outcome, found.entity_id) == (MATCHED, "e1")
    assert "alias 'kubernetes'" in found.explanation
    assert resolve(EntityMention("Borg", PROJECT, aliases=("kubernetes",)), index).entity_id == "e2"
    both = resolve(EntityMention("K8s", PROJECT, aliases=("kubernetes", "borg")), index)
    assert both.outcome is AMBIGUOUS


def test_another_kind_is_new_and_said_so() -> None:
    index = filled(("e1", COMPANY, "Apple"))
    found = resolve(EntityMention("Apple", PERSON), index)
    assert found.outcome is NEW
    assert "another kind" in found.explanation
    assert resolve(EntityMention("Apple"), index).entity_id == "e1"
    assert "another kind" not in resolve(EntityMention("Pear", PERSON), index).explanation


def test_a_key_decides_and_conflicts_with_another_kind() -> None:
    index = NamesIndex([keyed("e1", "core", "github:a/core")])
    assert resolve(EntityMention("whatever", key="github:a/core"), index).tier is ResolutionTier.KEY
    with pytest.raises(KindConflict):
        resolve(EntityMention("core", PERSON, key="github:a/core"), index)


def test_an_entity_of_the_same_name_with_another_key_is_another_entity() -> None:
    index = NamesIndex([keyed("e1", "core", "github:a/core"), keyed("e2", "cores", "github:c/core")])
    found = resolve(EntityMention("core", PROJECT, key="github:b/core", aliases=("cores",)), index)
    assert (found.outcome, found.candidates) == (NEW, ())
    assert "another canonical key" in found.explanation
    index.put(keyed("e3", "Core", None))
    assert resolve(EntityMention("core", PROJECT, key="github:b/core"), index).entity_id == "e3"


def test_forcing_makes_two_of_one_name_and_then_it_is_ambiguous() -> None:
    index = filled(("e1", PROJECT, "Apollo"))
    assert resolve(EntityMention("Apollo", PROJECT, force_new=True), index).outcome is NEW
    index.add("e2", PROJECT, "Apollo")
    found = resolve(EntityMention("Apollo", PROJECT), index)
    assert (found.outcome, len(found.candidates)) == (AMBIGUOUS, 2)


def test_the_setting_of_the_space_is_kept() -> None:
    index = filled(("e1", PROJECT, "Kubernetes"))
    mention = EntityMention("Kubernets", PROJECT)
    assert resolve(mention, index).outcome is AMBIGUOUS
    assert resolve(mention, index, fuzzy_link=90).entity_id == "e1"
    assert resolve(EntityMention("kuber.netes", PROJECT), index, fuzzy_link="never").outcome is AMBIGUOUS


class Planned:
    """A view in which e1 is renamed and given another key, and e2 is merged into e3."""

    def __init__(self, committed: NamesIndex, planned: NamesIndex) -> None:
        self._committed, self._planned = committed, planned

    def holder(self, key: str) -> KeyHolder | None:
        return None if key == "k1" else self._planned.by_key(key) or self._committed.by_key(key)

    def key_of(self, entity_id: str) -> str | None:
        return self._planned.key_of(entity_id) or self._committed.key_of(entity_id)

    def current(self, hit: Hit) -> Hit | None:
        if hit.name == "Apollo":
            return None
        return replace(hit, entity_id="e3") if hit.entity_id == "e2" else hit


def test_a_group_of_writes_is_seen_on_top_of_what_is_committed() -> None:
    committed = NamesIndex([keyed("e1", "Apollo", "k1"), keyed("e2", "Zeus", None)])
    planned = NamesIndex([keyed("e1", "Artemis", "k2"), keyed("e3", "Hermes", None)])
    names, view = (committed, planned, NamesIndex()), Planned(committed, planned)
    assert resolve(EntityMention("Apollo", PROJECT), names, view=view).outcome is NEW
    assert resolve(EntityMention("Artemis", PROJECT), names, view=view).entity_id == "e1"
    assert resolve(EntityMention("zeus", PROJECT), names, view=view).entity_id == "e3"
    assert resolve(EntityMention("hermes", PROJECT), names, view=view).entity_id == "e3"
    assert resolve(EntityMention("x", key="k1"), names, view=view).outcome is NEW
    assert resolve(EntityMention("x", key="k2"), names, view=view).entity_id == "e1"
    assert "another kind" not in resolve(EntityMention("Apollo", PERSON), names, view=view).explanation


@pytest.mark.data
@pytest.mark.skipif(not SHARED.exists(), reason="the folder shared is not beside this checkout")
def test_a_thousand_real_names_stay_apart() -> None:
    index, wrong, ambiguous = NamesIndex(), [], 0
    names = (SHARED / "cases" / "package_names.txt").read_text(encoding="utf-8").split()
    for number, name in enumerate(names):
        found = resolve(EntityMention(name, PROJECT), index)
        if found.outcome is MATCHED:
            wrong.append((name, found.matched))
        ambiguous += found.outcome is AMBIGUOUS
        index.add(f"e{number}", PROJECT, name)
    assert len(wrong) <= 3, wrong
    assert ambiguous <= len(names) * 0.08


@pytest.mark.data
@pytest.mark.skipif(not SHARED.exists(), reason="the folder shared is not beside this checkout")
def test_the_authors_of_the_peps_are_who_they_are() -> None:
    index = NamesIndex()
    lines = (SHARED / "data" / "peps.jsonl").read_text(encoding="utf-8").splitlines()
    authors = sorted({author for line in lines for author in json.loads(line)["authors"]})
    linked, asked = {}, {}
    for author in authors:
        found = resolve(EntityMention(author, PERSON), index)
        if found.entity_id is not None:
            linked[author] = found.entity_id
            continue
        asked[author] = [candidate.entity_id for candidate in found.candidates]
        index.add(author, PERSON, author)
    assert linked == {"Marc-André Lemburg": "Marc-Andre Lemburg"}
    assert asked["Seth Michael Larson"] == ["Seth Larson"]
    assert asked["Just van Rossum"] == []
    assert sum(map(bool, asked.values())) <= len(authors) * 0.05

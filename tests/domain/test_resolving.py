"""The decision: matched, ambiguous or new, by tier and setting, with an explanation an agent can act on."""

from __future__ import annotations

import pytest

from graphmem.domain.draft import EntityMention
from graphmem.domain.errors import Invalid, InvalidState, KindConflict
from graphmem.domain.matching import Comparison, compare
from graphmem.domain.model import EntityKind
from graphmem.domain.resolution import ResolutionOutcome, ResolutionTier
from graphmem.domain.resolving import FuzzyLink, Hit, decide, decide_by_key, parse_fuzzy_link

MATCHED, AMBIGUOUS, NEW = ResolutionOutcome.MATCHED, ResolutionOutcome.AMBIGUOUS, ResolutionOutcome.NEW
PROJECT, COMPANY, PERSON = EntityKind.PROJECT, EntityKind.COMPANY, EntityKind.PERSON


def hit(entity_id: str, mention: EntityMention, name: str) -> Hit:
    kind = mention.kind or EntityKind.OTHER
    return Hit(entity_id, name, compare(kind, mention.name, kind, name), kind)


@pytest.mark.parametrize(
    ("given", "setting"), [("never", "never"), ("guarded", "guarded"), ("90", 90), (0, 0), (100, 100), (" 85 ", 85)]
)
def test_the_setting_is_read(given: str | int, setting: FuzzyLink) -> None:
    assert parse_fuzzy_link(given) == setting


@pytest.mark.parametrize("given", ["", "always", "101", -1, "9.5", "٩"])
def test_a_wrong_setting_is_refused(given: str | int) -> None:
    with pytest.raises(Invalid, match="guarded"):
        parse_fuzzy_link(given)


def test_one_entity_of_the_name_is_matched() -> None:
    mention = EntityMention("mcp server", PROJECT)
    found = decide(mention, [hit("e1", mention, "MCPServer"), hit("e1", mention, "MCP-Server")], [])
    assert (found.outcome, found.tier, found.entity_id) == (MATCHED, ResolutionTier.NAME, "e1")
    assert found.score == 100
    assert "forceNew" in found.explanation


def test_two_entities_of_the_name_are_ambiguous() -> None:
    mention = EntityMention("Apollo", PROJECT)
    found = decide(mention, [hit("e2", mention, "Apollo"), hit("e1", mention, "apollo")], [])
    assert (found.outcome, found.entity_id) == (AMBIGUOUS, None)
    assert [candidate.entity_id for candidate in found.candidates] == ["e2", "e1"]
    assert "several entities have this name" in found.explanation


def test_the_runner_up_of_a_match_is_told() -> None:
    mention = EntityMention("orders service", PROJECT)
    near = [hit("e2", mention, "order service")]
    found = decide(mention, [hit("e1", mention, "Orders Service")], near)
    assert found.outcome is MATCHED
    assert [candidate.entity_id for candidate in found.candidates] == ["e2"]


@pytest.mark.parametrize(
    ("setting", "outcome", "tier"),
    [("guarded", MATCHED, ResolutionTier.FUZZY), ("never", AMBIGUOUS, None), (95, MATCHED, ResolutionTier.FUZZY)],
)
def test_equal_letters_are_linked_unless_the_space_never_links(
    setting: FuzzyLink, outcome: ResolutionOutcome, tier: ResolutionTier | None
) -> None:
    mention = EntityMention("backend", PROJECT)
    found = decide(mention, [], [hit("e1", mention, "back end")], setting)
    assert (found.outcome, found.tier) == (outcome, tier)
    assert ("fuzzy_link is never" in found.explanation) is (setting == "never")


@pytest.mark.parametrize(("setting", "outcome"), [("guarded", AMBIGUOUS), (90, MATCHED), (99, AMBIGUOUS)])
def test_a_typing_error_is_linked_only_from_a_score(setting: FuzzyLink, outcome: ResolutionOutcome) -> None:
    mention = EntityMention("Kubernets", PROJECT)
    assert decide(mention, [], [hit("e1", mention, "Kubernetes")], setting).outcome is outcome


def test_a_score_links_one_candidate_only_and_none_that_fails_a_guard() -> None:
    mention = EntityMention("Kubernets", PROJECT)
    two = [hit("e1", mention, "Kubernetes"), hit("e2", mention, "Kubernetis")]
    assert decide(mention, [], two, 80).outcome is AMBIGUOUS
    person = EntityMention("Maria Silva", PERSON)
    assert decide(person, [], [hit("e1", person, "Mario Silva")], 50).outcome is AMBIGUOUS


def test_two_linkable_entities_are_ambiguous() -> None:
    mention = EntityMention("Acme", COMPANY)
    found = decide(mention, [], [hit("e1", mention, "Acme GmbH"), hit("e2", mention, "Acme AG")])
    assert found.outcome is AMBIGUOUS
    assert "several entities could be meant" in found.explanation


def test_an_alias_does_not_let_past_a_guard_of_the_name() -> None:
    mention = EntityMention("Acme AG", COMPANY)
    found = decide(mention, [], [hit("e1", mention, "Acme GmbH"), hit("e1", mention, "Acme")])
    assert found.outcome is AMBIGUOUS
    (candidate,) = found.candidates
    assert (candidate.matched, candidate.blocked_by) == ("Acme GmbH", ("legal forms differ",))


def test_a_bare_first_name_is_never_guessed() -> None:
    mention = EntityMention("Victor", PERSON)
    one = [hit("e1", mention, "Victor Hugo")]
    two = [*one, hit("e2", mention, "Victor Stone")]
    for hits in (one, two):
        found = decide(mention, [], hits)
        assert found.outcome is AMBIGUOUS
        assert len(found.candidates) == len(hits)


def test_nothing_near_is_new() -> None:
    found = decide(EntityMention("Zed"), [], [])
    assert (found.outcome, found.candidates) == (NEW, ())
    assert "alias" in found.explanation


def test_why_an_equal_name_was_set_aside_is_told() -> None:
    found = decide(EntityMention("Apple", PERSON), [], [], set_aside="The company 'Apple' has this name")
    assert found.explanation.startswith("The company 'Apple'")


def test_forcing_makes_a_new_one_whatever_is_there() -> None:
    mention = EntityMention("Zed", PROJECT, force_new=True)
    assert decide(mention, [hit("e1", mention, "Zed")], []).outcome is NEW


def test_hits_that_are_neither_linkable_nor_candidates_are_left_out() -> None:
    found = decide(EntityMention("x"), [], [Hit("e1", "y", Comparison(same_letters=True, blocked_by=("signs",)))])
    assert found.outcome is NEW


def test_candidates_are_bounded_and_best_first() -> None:
    mention = EntityMention("Kubernetes", PROJECT)
    hits = [hit(f"e{n:02}", mention, f"Kubernetes{'e' * (n % 3)}x") for n in range(30)]
    found = decide(mention, [], hits)
    assert len(found.candidates) == 10
    scores = [candidate.score for candidate in found.candidates]
    assert scores == sorted(scores, reverse=True)
    assert "and 7 more" in found.explanation


def key_hit() -> Hit:
    return Hit("e1", "Apple", Comparison(exact=True, linkable=True, score=100.0), COMPANY)


def test_a_key_matches_before_anything_else() -> None:
    for kind in (None, COMPANY):
        found = decide_by_key(EntityMention("anything", kind, key="aapl"), key_hit())
        assert (found.outcome, found.tier, found.matched) == (MATCHED, ResolutionTier.KEY, "aapl")


def test_a_key_of_another_kind_is_a_conflict() -> None:
    with pytest.raises(KindConflict, match="company 'Apple'") as conflict:
        decide_by_key(EntityMention("Apple", PERSON, key="aapl"), key_hit())
    assert conflict.value.path == ("key",)


def test_a_new_entity_cannot_be_forced_onto_a_taken_key() -> None:
    with pytest.raises(InvalidState, match="forceNew"):
        decide_by_key(EntityMention("Apple", COMPANY, key="aapl", force_new=True), key_hit())

from __future__ import annotations

import pytest

from graphmem.store.index.entity_names import EntityNames

KUZU, EXPLORER, ANNA, MARIA, SILVA, ABOUT = range(6)


def filled() -> EntityNames:
    names = EntityNames()
    names.put(10, [[KUZU]], (10,))
    names.put(11, [[KUZU, EXPLORER]], (11,))
    names.put(12, [[ANNA, MARIA], [SILVA]], (12, 13))
    return names


@pytest.mark.parametrize(
    ("terms", "named"),
    [
        ([], None),
        ([ABOUT], None),
        ([KUZU], 10),
        ([KUZU, EXPLORER, ABOUT], 11),
        ([EXPLORER], None),
        ([ANNA], None),
        ([ANNA, MARIA], 12),
        ([SILVA], 12),
        ([ANNA, MARIA, SILVA], 12),
        ([KUZU, SILVA], None),
    ],
)
def test_one_entity_is_named_or_none(terms: list[int], named: int | None) -> None:
    assert filled().mentioned(terms).named == named


def test_a_term_calls_every_entity_that_has_it_and_those_merged_into_it() -> None:
    called = filled().mentioned([KUZU, ANNA, ABOUT]).called
    assert called == {KUZU: (10, 11), ANNA: (12, 13)}


def test_new_names_replace_the_old_ones() -> None:
    names = filled()
    names.put(10, [[ABOUT], []], (10, 11))
    assert names.mentioned([ABOUT]).called == {ABOUT: (10, 11)}
    assert names.mentioned([KUZU]).named is None
    assert names.members(10) == (10, 11)
    names.drop(10)
    names.drop(99)
    assert names.mentioned([ABOUT]).called == {}
    assert names.members(10) == (10,)


def test_a_question_that_names_very_many_names_no_one() -> None:
    names = EntityNames()
    for entity in range(100):
        names.put(entity, [[entity]], (entity,))
    assert names.mentioned(range(100)).named is None

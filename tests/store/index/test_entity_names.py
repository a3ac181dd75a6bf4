from __future__ import annotations

import pytest

from graphmem.store.index.entity_names import EntityNames, Name

KUZU, EXPLORER, ANNA, MARIA, SILVA, ABOUT = range(6)


def called(*names: list[int]) -> list[Name]:
    return [Name(terms) for terms in names]


def filled() -> EntityNames:
    names = EntityNames()
    names.put(10, called([KUZU]), (10,))
    names.put(11, called([KUZU, EXPLORER]), (11,))
    names.put(12, called([ANNA, MARIA], [SILVA]), (12, 13))
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
    found = filled().mentioned([KUZU, ANNA, ABOUT]).called
    assert found == {KUZU: (10, 11), ANNA: (12, 13)}


def test_new_names_replace_the_old_ones() -> None:
    names = filled()
    names.put(10, called([ABOUT], []), (10, 11))
    assert names.mentioned([ABOUT]).called == {ABOUT: (10, 11)}
    assert names.mentioned([KUZU]).named is None
    assert names.members(10) == (10, 11)
    names.drop(10)
    names.drop(99)
    assert names.mentioned([ABOUT]).called == {}
    assert names.members(10) == (10,)


def test_many_at_once_are_what_they_would_be_one_by_one() -> None:
    names = filled()
    names.put_all([(10, called([ABOUT], []), (10, 11)), (20, [], (20,)), (12, called([ANNA]), (12,))])
    alone = filled()
    alone.put(10, called([ABOUT], []), (10, 11))
    alone.put(12, called([ANNA]), (12,))
    everything = [KUZU, EXPLORER, ANNA, MARIA, SILVA, ABOUT]
    assert names.mentioned(everything) == alone.mentioned(everything)
    assert [names.members(each) for each in (10, 12, 20)] == [(10, 11), (12,), (20,)]
    names.put_all([])
    assert names.mentioned([ANNA]).named == 12


def test_a_question_that_names_very_many_names_no_one() -> None:
    names = EntityNames()
    for entity in range(100):
        names.put(entity, called([entity]), (entity,))
    assert names.mentioned(range(100)).named is None


SPOKEN = Name([ANNA, MARIA], ((ANNA, MARIA),))


@pytest.mark.parametrize(
    ("pairs", "named"), [(set(), None), ({(MARIA, ANNA)}, None), ({(ANNA, MARIA), (MARIA, KUZU)}, 20)]
)
def test_words_that_must_stand_side_by_side(pairs: set[tuple[int, int]], named: int | None) -> None:
    names = EntityNames()
    names.put(20, [SPOKEN], (20,))
    assert names.mentioned([ANNA, MARIA, KUZU], pairs).named == named


def test_who_is_called_just_so_goes_before_who_is_only_spoken_so() -> None:
    names = EntityNames()
    names.put(20, [SPOKEN], (20,))
    names.put(21, [SPOKEN], (21,))
    assert names.mentioned([ANNA, MARIA], {(ANNA, MARIA)}).named is None
    names.put(21, called([ANNA, MARIA]), (21,))
    assert names.mentioned([ANNA, MARIA], {(ANNA, MARIA)}).named == 21
    names.drop(21)
    assert names.mentioned([ANNA, MARIA], {(ANNA, MARIA)}).named == 20
    names.put(20, called([KUZU]), (20,))
    assert names.mentioned([ANNA, MARIA], {(ANNA, MARIA)}).named is None

"""Where a refusal points: at the field that is wrong, so that a caller can mend it without guessing."""

from __future__ import annotations

import pytest

from graphmem.domain.errors import InvalidState, Problems
from graphmem.domain.limits import check, list_problems
from graphmem.domain.model import Relation
from graphmem.services import revise
from graphmem.services.linking import link
from graphmem.services.space import Space
from tests.conftest import ALICE
from tests.services.writing import write


@pytest.mark.parametrize("relation", [Relation.EXTENDS, Relation.SUPERSEDES])
def test_the_forgotten_end_of_a_link_is_the_one_pointed_at(space: Space, relation: Relation) -> None:
    kept, gone = write(space, "Kept"), write(space, "Gone")
    revise.forget(space, ALICE, gone.id)
    for ends, path in (((kept.id, gone.id), ("to",)), ((gone.id, kept.id), ("from",))):
        with pytest.raises(InvalidState) as caught:
            link(space, ALICE, ends[0], relation, ends[1])
        assert caught.value.path == path


@pytest.mark.parametrize(
    ("entry", "said"),
    [
        (" ", "tags[1] must not be empty"),
        ("\x00", "tags[1] contains a NUL"),
        ("\ud800", "tags[1] contains a lone surrogate"),
        ("x" * 301, "tags[1] has 301 characters"),
    ],
)
def test_a_bad_entry_of_a_list_goes_by_the_lists_name(entry: str, said: str) -> None:
    with pytest.raises(Problems) as caught:
        check(list_problems(("fine", entry), ("tags",)))
    (problem,) = caught.value.problems
    assert problem.path == ("tags", "1")
    assert str(problem).startswith(said)

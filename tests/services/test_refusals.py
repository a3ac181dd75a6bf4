"""Whatever refuses a change leaves a word of who tried it, and nothing of what was said."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from graphmem.domain.draft import MemoryDraft
from graphmem.domain.errors import GateRefused, Problem, Protected
from graphmem.domain.kinds import UseOutcome
from graphmem.domain.model import Event, EventType, Memory, Relation
from graphmem.services import curate, read, revise
from graphmem.services.linking import link
from graphmem.services.muting import mute
from graphmem.services.paging import PageRequest
from graphmem.services.remember import preview
from graphmem.services.space import Space
from graphmem.services.usage import record_use
from tests.conftest import ALICE, draft
from tests.services.writing import write

SECRET = "password: hunter2-Qx9vLm4"  # Nobody's.


def refusals(space: Space) -> list[Event]:
    """The refusals that are in the record."""
    space.write(lambda plan: None)
    return list(read.events(space, PageRequest(first=100), frozenset({EventType.WRITE_REFUSED})).items)


Try = Callable[[Space, Memory], object]

SECRETS: dict[str, Try] = {
    "forget": lambda space, memory: revise.forget(space, ALICE, memory.id, reason=SECRET),
    "erase": lambda space, memory: revise.erase(space, ALICE, memory.id, SECRET),
    "supersede": lambda space, memory: revise.supersede(space, ALICE, memory.id, None, draft("Another"), SECRET),
    "link": lambda space, memory: link(space, ALICE, memory.id, Relation.DEPENDS_ON, memory.id, SECRET),
    "rename": lambda space, memory: curate.update_entity(space, ALICE, memory.entity_id, name=SECRET),
    "alias": lambda space, memory: curate.add_alias(space, ALICE, memory.entity_id, SECRET),
    "split": lambda space, memory: curate.split(space, ALICE, memory.entity_id, [memory.id], SECRET),
    "merge": lambda space, memory: curate.merge(space, ALICE, memory.entity_id, [], SECRET),
    "mute": lambda space, memory: mute(space, ALICE, None, SECRET),
    "use": lambda space, memory: record_use(space, ALICE, memory.id, UseOutcome.APPLIED, SECRET),
}


@pytest.mark.parametrize("attempt", SECRETS.values(), ids=SECRETS)
def test_a_secret_beside_a_memory(space: Space, attempt: Try) -> None:
    memory = write(space, "The gate opens at nine")
    with pytest.raises(GateRefused):
        attempt(space, memory)
    (told,) = refusals(space)
    assert (told.agent, told.details) == (ALICE.agent, {"codes": ["credential"]})
    assert "hunter2" not in repr(told)


@pytest.mark.parametrize(
    "attempt",
    [
        lambda space, memory: revise.forget(space, ALICE, memory.id),
        lambda space, memory: revise.erase(space, ALICE, memory.id, "asked for"),
    ],
)
def test_a_protected_memory(space: Space, attempt: Try) -> None:
    memory = write(space, "Never reboot the pump", layer="caveat")
    with pytest.raises(Protected):
        attempt(space, memory)
    assert [told.details for told in refusals(space)] == [{"codes": ["PROTECTED"]}]


def test_a_mistyped_field_and_a_rehearsal_are_no_attempt(space: Space) -> None:
    memory = write(space, "The gate opens at nine")
    with pytest.raises(Problem):
        revise.forget(space, ALICE, "mem_nowhere")
    preview(space, ALICE, MemoryDraft(entity=draft("x").entity, layer="context", content=SECRET))
    assert revise.forget(space, ALICE, memory.id).memory is not None
    assert refusals(space) == []

"""What the gates know of a space's projects follows every change of their names."""

from __future__ import annotations

from graphmem.domain.draft import EntityMention, EntityRef, MemoryDraft
from graphmem.domain.gates import Prose
from graphmem.domain.model import Actor, EntityKind
from graphmem.services.curate import add_alias, merge, remove_alias, unmerge, update_entity
from graphmem.services.remember import remember
from graphmem.services.space import Space

ALICE = Actor("alice")
TEXT = Prose("Atlas, the-map, Borealis and Zephyr share one build.")


def note(space: Space, name: str, kind: EntityKind = EntityKind.PROJECT) -> str:
    """Write about an entity; gives its id."""
    ref = EntityRef(mention=EntityMention(name, kind))
    written = remember(space, ALICE, MemoryDraft(entity=ref, layer="context", content=f"A note about {name}."))
    assert written.memory is not None
    return written.memory.entity_id


def named(space: Space) -> set[str]:
    """The projects that the text is found to name."""
    return {found.surface for found in space.knowledge.known().projects.mentions(TEXT)}


def test_projects_are_followed(space: Space) -> None:
    assert named(space) == set()
    atlas, other = note(space, "Atlas"), note(space, "Zephyr")
    note(space, "Borealis", EntityKind.CONCEPT)
    assert named(space) == {"Atlas", "Zephyr"}
    add_alias(space, ALICE, atlas, "the-map")
    assert named(space) == {"Atlas", "the-map", "Zephyr"}
    remove_alias(space, ALICE, atlas, "the-map")
    update_entity(space, ALICE, atlas, name="Borealis")
    assert "Borealis" in named(space)
    merge(space, ALICE, other, [atlas], "one project")
    assert named(space) >= {"Borealis", "Zephyr"}
    unmerge(space, ALICE, other, atlas)
    update_entity(space, ALICE, atlas, kind=EntityKind.COMPANY)
    assert named(space) == {"Zephyr"}


def test_a_rebuilt_state_is_read_anew(space: Space) -> None:
    note(space, "Atlas")
    assert named(space) == {"Atlas"}
    space.state.rebuild()
    assert named(space) == {"Atlas"}

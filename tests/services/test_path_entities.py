"""Paths as entities: one file, one entity, however it is named and wherever it is mentioned."""

from __future__ import annotations

from graphmem.domain.draft import EntityRef, MemoryFilter, MemoryPatch, PageRequest
from graphmem.domain.model import EntityKind, EventType, Memory
from graphmem.services import read
from graphmem.services.curate import merge
from graphmem.services.path_entities import ROLE
from graphmem.services.remember import remember
from graphmem.services.space import Space
from graphmem.services.update import update
from tests.conftest import ALICE, about, draft


def written(space: Space, content: str, *paths: str, **rest: object) -> Memory:
    """Write a memory with paths."""
    memory = remember(space, ALICE, draft(content, paths=paths, **rest)).memory
    assert memory is not None
    return memory


def mentioned(space: Space, memory: Memory) -> list[tuple[str, str, str | None]]:
    """Name of the entity, words and role of each mention."""
    entities = (read.entity_by_id(space, mention.entity_id) for mention in memory.mentions)
    names = [entity.name if entity else "" for entity in entities]
    return [(name, m.surface, m.role) for name, m in zip(names, memory.mentions, strict=True)]


def test_each_file_is_mentioned_once(space: Space) -> None:
    memory = written(space, "Two classes, one file", "src\\a.py#A", "src/a.py#B", "docs/", "src/b.py")
    assert mentioned(space, memory) == [
        ("src/a.py", "src/a.py#A", ROLE),
        ("docs", "docs", ROLE),
        ("src/b.py", "src/b.py", ROLE),
    ]
    files = read.entities(space, frozenset({EntityKind.FILE}), None, PageRequest())
    assert [(file.name, file.key) for file in files.items] == [
        ("docs", "path:docs"),
        ("src/a.py", "path:src/a.py"),
        ("src/b.py", "path:src/b.py"),
    ]
    assert read.possible_duplicates(space, PageRequest()) == []


def test_two_memories_share_the_file(space: Space) -> None:
    first, second = written(space, "Port 1", "a.py"), written(space, "No retries here", "a.py")
    assert first.mentions == second.mentions


def test_a_file_named_before_is_the_same_one(space: Space) -> None:
    named = remember(space, ALICE, draft("Slow", about("src/a.py", EntityKind.FILE))).memory
    other = remember(space, ALICE, draft("Slow", about("src/A.py", EntityKind.FILE, key="mine"))).memory
    assert named is not None
    assert other is not None
    memory = written(space, "Uses a lock", "src/a.py", "src/A.py")
    adopted_id, new_id = (mention.entity_id for mention in memory.mentions)
    assert adopted_id == named.entity_id
    assert new_id not in (named.entity_id, other.entity_id)
    adopted = read.entity_by_id(space, named.entity_id)
    assert adopted is not None
    assert (adopted.key, adopted.version) == ("path:src/a.py", 2)
    told = read.events(space, PageRequest(), frozenset({EventType.ENTITY_UPDATED}))
    assert [event.details for event in told.items] == [{"changed": ["key"]}]


def test_the_entity_a_memory_hangs_on_is_not_mentioned_again(space: Space) -> None:
    written(space, "Uses a lock", "a.py")
    memory = written(space, "It is slow", "a.py", entity=EntityRef(key="path:a.py"))
    assert memory.mentions == ()


def test_what_was_mentioned_in_words_is_not_mentioned_as_a_path(space: Space) -> None:
    memory = written(space, "Uses a lock", "a.py", mentions=(about("a.py", EntityKind.FILE), about("Kuzu", None)))
    assert mentioned(space, memory) == [("a.py", "a.py", None), ("Kuzu", "Kuzu", None)]


def test_other_paths_are_other_mentions(space: Space) -> None:
    memory = written(space, "Uses a lock", "a.py", "b.py", mentions=(about("Kuzu", None),))
    changed = update(space, ALICE, MemoryPatch(memory.id, paths=("b.py", "c.py"))).memory
    assert changed is not None
    assert mentioned(space, changed) == [("Kuzu", "Kuzu", None), ("b.py", "b.py", ROLE), ("c.py", "c.py", ROLE)]
    cleared = update(space, ALICE, MemoryPatch(memory.id, paths=())).memory
    assert cleared is not None
    assert mentioned(space, cleared) == [("Kuzu", "Kuzu", None)]


def test_a_merged_file_is_its_survivor(space: Space) -> None:
    first, second = written(space, "Uses a lock", "old.py"), written(space, "It is slow", "new.py")
    merge(space, ALICE, second.mentions[0].entity_id, [first.mentions[0].entity_id])
    memory = written(space, "It has moved", "old.py", "new.py")
    assert [mention.entity_id for mention in memory.mentions] == [second.mentions[0].entity_id]
    assert read.memories(space, MemoryFilter(paths=("old.py",))).total == 2

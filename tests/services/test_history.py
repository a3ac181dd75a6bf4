"""A random history of operations: what can be read of any instant is what a plain model says of it."""

from __future__ import annotations

import os
import random
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory

from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from graphmem.clock import UlidSource
from graphmem.domain.draft import EntityRef, MemoryDraft, MemoryFilter, MemoryPatch, PageRequest, ThreadRef
from graphmem.domain.model import AsOf, Layer, Memory, MemoryStatus, Relation
from graphmem.services import curate, linking, read, revise
from graphmem.services.past import Past
from graphmem.services.remember import remember
from graphmem.services.space import Space, open_space
from graphmem.services.update import update
from graphmem.store.audit import faults
from tests.conftest import ALICE, START, Clock, about, small
from tests.derived import differences
from tests.services.model import FOREVER, E, L, M, Model, World

EVERY = frozenset(MemoryStatus)
ALL = PageRequest(first=500)
LETTERS = "bdfgklmnprstvz"


class History:
    """Does the same to a space and to the model, on targets that it picks by its dice."""

    def __init__(self, space: Space, clock: Clock, dice: random.Random) -> None:
        self.space, self.clock, self.dice = space, clock, dice
        self.model = Model()
        self.model.keep(0)

    @property
    def now(self) -> World:
        """The model's present."""
        return self.model.now

    def run(self, operations: list[str]) -> None:
        """Do one operation after the other; what finds no target is left out."""
        for operation in operations:
            self.clock.turn(seconds=self.dice.choice([0, 1, 3_600]))
            before = self.space.state.events.last_instant
            getattr(self, operation)()
            if self.space.state.events.last_instant > before:
                self.model.keep(self.space.state.events.last_instant)

    # -- picking

    def word(self) -> str:
        """A word that nobody used before and that is like no other."""
        return "".join(self.dice.choice(LETTERS) + self.dice.choice("aeiou") for _ in range(6))

    def memory(self, *statuses: str, test: Callable[[str], bool] = lambda _: True) -> str | None:
        """A memory in one of these states."""
        found = [name for name, m in self.now.memories.items() if m.status in statuses and test(name)]
        return self.dice.choice(found) if found else None

    def entity(self, test: Callable[[str], bool] = lambda _: True) -> str | None:
        """An entity that is not merged."""
        found = [name for name in self.now.standing() if test(name)]
        return self.dice.choice(found) if found else None

    def ref(self) -> EntityRef:
        """An entity that is there, or a new one."""
        known = self.entity()
        return EntityRef(id=known) if known and self.dice.random() < 0.7 else about(self.word(), force_new=True)

    def draft(self, home: EntityRef | None = None) -> MemoryDraft:
        """A draft that stands for itself."""
        return MemoryDraft(
            home or self.ref(),
            self.dice.choice(list(Layer)).value,
            f"{self.word()} {self.word()}",
            mentions=tuple(self.ref() for _ in range(self.dice.choice([0, 0, 1]))),
            thread=ThreadRef(key=f"thread {self.dice.randrange(2)}") if self.dice.random() < 0.4 else None,
            valid_from=self.dice.choice([None, None, self.clock() + self.dice.randrange(-(10**10), 10**10)]),
            force=True,
        )

    # -- operations

    def took_in(self, memory: Memory | None) -> str:
        """Let the model know of a new memory and of the entities that came with it."""
        assert memory is not None
        for name in (memory.entity_id, *(mention.entity_id for mention in memory.mentions)):
            if name not in self.now.entities:
                self.now.entities[name] = E(self.space.state.entities.get(name).name)  # type: ignore[union-attr]
        place = None if memory.thread_id is None else (memory.thread_id, memory.thread_position or 0)
        self.now.memories[memory.id] = M(
            memory.entity_id,
            memory.content,
            memory.layer.value,
            memory.created_at,
            memory.valid_from,
            FOREVER,
            tuple(mention.entity_id for mention in memory.mentions),
            place,
        )
        return memory.id

    def create(self) -> None:
        """A new memory."""
        self.took_in(remember(self.space, ALICE, self.draft()).memory)

    def update(self) -> None:
        """Another text, layer or thread."""
        if (name := self.memory("current", "superseded")) is None:
            return
        m = self.now.memories[name]
        match self.dice.randrange(3):
            case 0:
                m.content = self.word()
                update(self.space, ALICE, MemoryPatch(name, content=m.content, force=True))
            case 1:
                m.layer = self.dice.choice(list(Layer)).value
                update(self.space, ALICE, MemoryPatch(name, layer=m.layer, override_protection="test"))
            case _:
                key = self.dice.choice([None, "thread 0", "thread 1"])
                thread = None if key is None else ThreadRef(key=key)
                after = update(self.space, ALICE, MemoryPatch(name, thread=thread)).memory
                assert after is not None
                m.thread = None if after.thread_id is None else (after.thread_id, after.thread_position or 0)

    def supersede(self) -> None:
        """A new memory in the place of a current one."""
        if (older := self.memory("current")) is None:
            return
        home = EntityRef(id=self.now.home(self.now.memories[older].entity))
        newer = self.took_in(revise.supersede(self.space, ALICE, older, None, self.draft(home)).memory)
        self.linked(newer, older, "supersedes")

    def linked(self, source: str, target: str, relation: str) -> None:
        """Let the model know of a new link."""
        (made,) = [x for x in read.links(self.space, source, "out") if (x.relation, x.target_id) == (relation, target)]
        if made.id not in self.now.links:
            self.model.link(made.id, L(source, relation, target, made.created_at))

    def forget(self) -> None:
        """Out of sight."""
        if (name := self.memory("current", "superseded")) is not None:
            revise.forget(self.space, ALICE, name, override_protection="test")
            self.now.memories[name].status = "forgotten"

    def restore(self) -> None:
        """Back again."""
        if (name := self.memory("forgotten", "superseded")) is not None:
            revise.restore(self.space, ALICE, name)
            self.model.restore(name)

    def link(self) -> None:
        """A link of any kind between two that are not forgotten."""
        source = self.memory("current", "superseded")
        target = self.memory("current", "superseded", test=lambda name: name != source)
        relation = self.dice.choice([Relation.SUPERSEDES, Relation.LED_TO])
        if source is None or target is None:
            return
        if relation is Relation.SUPERSEDES and self.now.is_older(source, target):
            return
        linking.link(self.space, ALICE, source, relation, target)
        self.linked(source, target, relation.value)

    def unlink(self) -> None:
        """A link taken back."""
        if self.now.links:
            name = self.dice.choice(list(self.now.links))
            linking.unlink(self.space, ALICE, name)
            self.model.unlink(name)

    def merge(self) -> None:
        """Two entities become one."""
        survivor = self.entity()
        if (duplicate := self.entity(lambda name: name != survivor)) is not None and survivor is not None:
            curate.merge(self.space, ALICE, survivor, [duplicate])
            self.model.merge(survivor, duplicate)

    def unmerge(self) -> None:
        """One of them is taken out again."""
        if (survivor := self.entity(lambda name: bool(self.now.entities[name].gained))) is not None:
            duplicate = self.dice.choice(list(self.now.entities[survivor].gained))
            curate.unmerge(self.space, ALICE, survivor, duplicate)
            self.model.unmerge(survivor, duplicate)

    def split(self) -> None:
        """Some memories of an entity go to a new one."""
        if (entity := self.entity()) is None:
            return
        mine = [name for name, m in self.now.memories.items() if self.now.home(m.entity) == entity]
        if not (chosen := self.dice.sample(mine, len(mine) // 2)):
            return
        name = self.word()
        made = curate.split(self.space, ALICE, entity, chosen, name).new_entity
        self.model.split(entity, made.id, name, chosen)

    def rename(self) -> None:
        """Another name, or a former one again."""
        if (entity := self.entity()) is not None:
            name = self.dice.choice([self.word(), *self.now.entities[entity].aliases])
            curate.update_entity(self.space, ALICE, entity, name=name)
            self.model.rename(entity, name)

    def alias(self) -> None:
        """One name more, or one less."""
        if (entity := self.entity()) is None:
            return
        e = self.now.entities[entity]
        if e.aliases and self.dice.random() < 0.4:
            gone = self.dice.choice(list(e.aliases))
            curate.remove_alias(self.space, ALICE, entity, gone)
            del e.aliases[gone]
        else:
            name = self.word()
            curate.add_alias(self.space, ALICE, entity, name)
            e.aliases[name] = False

    def erase(self) -> None:
        """Gone for good."""
        if (name := self.memory("current", "superseded", "forgotten")) is not None:
            revise.erase(self.space, ALICE, name, "test", "test")
            self.model.erase(name)


class Check:
    """What a space says of an instant, against the world of the model."""

    def __init__(self, space: Space, at: int, world: World) -> None:
        self.space, self.at, self.world = space, at, world
        self.past = Past(space, AsOf(recorded=at))

    def everything(self, valid: list[int]) -> None:
        """All that can be read."""
        self.memories()
        self.entities()
        self.links_and_threads()
        for instant in valid:
            self.held(instant)

    def memories(self) -> None:
        """Texts, layers, states, homes and valid times."""
        found = {
            name: (m.content, m.layer, m.status, self.past.home(m), m.holds_from, m.holds_to, m.thread_id)
            for name, m in self.past.known.items()
        }
        assert found == {
            name: (
                m.content,
                m.layer,
                m.status,
                self.world.home(m.entity),
                m.begin,
                m.end,
                m.thread and m.thread[0],
            )
            for name, m in self.world.memories.items()
        }

    def entities(self) -> None:
        """Names, and what hangs on whom and is mentioned where."""
        for name, e in self.world.entities.items():
            found = self.past.entity(name)
            home = self.world.home(name)
            if home == name and e.into is not None:
                assert found is None
                continue
            assert found is not None
            assert (found.id, found.name) == (home, self.world.entities[home].name)
            if home == name:
                assert sorted(alias.name for alias in found.aliases) == sorted(e.aliases)
                assert [m.id for m in found.merged_from] == list(e.gained)
        for name in self.world.standing():
            seen = {n: m for n, m in self.world.memories.items() if m.status != "forgotten"}
            on = {n for n, m in seen.items() if self.world.home(m.entity) == name}
            mentioning = {n for n, m in seen.items() if name in map(self.world.home, m.mentions)}
            assert {hung.memory_id for hung in self.past.on_entity(name)} == on
            assert set(self.past.mentioning(name)) == mentioning

    def links_and_threads(self) -> None:
        """Which links stood, and the order in threads."""
        for name in self.world.memories:
            expected = {n for n, x in self.world.links.items() if name in (x.source, x.target)}
            assert {link.id for link in self.past.links_of(name)} == expected
        for thread in {m.thread[0] for m in self.world.memories.values() if m.thread}:
            assert self.past.in_thread(thread) == self.world.order(thread)

    def held(self, instant: int) -> None:
        """What was known then of what holds at an instant."""
        wanted = MemoryFilter(as_of=AsOf(self.at, instant))
        found = {memory.id for memory in read.memories(self.space, wanted, page=ALL).items}
        assert found == {
            name for name, m in self.world.memories.items() if m.status != "forgotten" and m.begin <= instant < m.end
        }

    def lists(self) -> None:
        """The same through the lists that callers use."""
        for statuses in (frozenset({MemoryStatus.CURRENT}), EVERY):
            wanted = MemoryFilter(statuses=statuses, as_of=AsOf(recorded=self.at))
            found = {memory.id for memory in read.memories(self.space, wanted, page=ALL).items}
            assert found == {name for name, m in self.world.memories.items() if m.status in statuses}
            for entity in self.world.standing()[:3]:
                of_one = MemoryFilter(entities=(EntityRef(id=entity),), statuses=statuses, as_of=wanted.as_of)
                listed = {memory.id for memory in read.memories(self.space, of_one, page=ALL).items}
                mine = {n for n, m in self.world.memories.items() if self.world.home(m.entity) == entity}
                assert listed == found & mine if self.space.state.entities.get(entity) else listed == set()
        for name, m in list(self.world.memories.items())[:5]:
            memory = read.memory(self.space, name, as_of=AsOf(recorded=self.at))
            assert memory is not None
            assert (memory.content, memory.status) == (m.content, m.status)


def check_present(space: Space, world: World) -> None:
    """The present lists say what the model says."""
    for statuses in (frozenset({MemoryStatus.CURRENT}), EVERY):
        page = read.memories(space, MemoryFilter(statuses=statuses), page=ALL)
        assert {memory.id for memory in page.items} == {n for n, m in world.memories.items() if m.status in statuses}
    for name in world.standing():
        entity = read.entity_by_id(space, name)
        assert entity is not None
        assert entity.name == world.entities[name].name
        page = read.memories(space, MemoryFilter(entities=(EntityRef(id=name),), statuses=EVERY), page=ALL)
        assert {m.id for m in page.items} == {n for n, m in world.memories.items() if world.home(m.entity) == name}
    assert faults(space.database) == []
    assert differences(space) == []


OPERATIONS = [
    *["create"] * 5,
    *["update"] * 4,
    *["supersede"] * 3,
    *["forget", "restore", "link", "unlink", "merge"] * 2,
    *["unmerge", "split", "rename", "alias", "erase"],
]


@settings(
    max_examples=int(os.environ.get("GRAPHMEM_HISTORIES", "6")),
    derandomize="GRAPHMEM_HISTORIES" not in os.environ,
    deadline=None,
    database=None,
    phases=[Phase.explicit, Phase.generate],
    suppress_health_check=list(HealthCheck),
)
@given(operations=st.lists(st.sampled_from(OPERATIONS), min_size=40, max_size=90), seed=st.integers(0, 10**6))
def test_every_instant_reads_as_it_was(operations: list[str], seed: int) -> None:
    with TemporaryDirectory() as folder:
        clock = Clock()
        space = open_space(Path(folder) / "store.db", small(), clock=clock, ids=UlidSource(clock))
        try:
            history = History(space, clock, random.Random(seed))
            history.run(["create", "create", *operations])
            check_present(space, history.now)
            worlds = list(history.model.worlds())
            valid = [START - 10**9, START + 10**9, clock() - 5 * 10**9, clock()]
            for number, (at, world) in enumerate(worlds):
                Check(space, at, world).everything(valid if number % 7 == 0 else [])
            for at, world in history.dice.sample(worlds, 3):
                Check(space, at, world).lists()
        finally:
            space.close()

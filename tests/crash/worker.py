"""A process that writes until it is killed, and says what was acknowledged, one JSON line each."""

from __future__ import annotations

import json
import random
import sys
import threading
from dataclasses import dataclass
from pathlib import Path

from graphmem.domain.draft import MemoryDraft, MemoryPatch, ThreadRef, VectorDraft
from graphmem.domain.errors import Problem, Problems
from graphmem.domain.model import Actor, Layer, Memory
from graphmem.services import curate, read, revise
from graphmem.services.batch import remember_many
from graphmem.services.remember import remember
from graphmem.services.space import Space, open_space
from graphmem.services.update import update
from tests.conftest import draft, small

_out = threading.Lock()


def say(**line: object) -> None:
    """Tell the parent; the line is out before the next operation begins."""
    with _out:
        sys.stdout.write(json.dumps(line) + "\n")
        sys.stdout.flush()


def tell(memory: Memory | None, **more: object) -> None:
    """Tell the parent the version that was acknowledged, and whether it came with a vector where that is sure."""
    if memory is not None:
        say(memory=memory.id, version=memory.version, content=memory.content, status=memory.status, **more)


@dataclass
class Agent:
    """One thread's stream of random operations; it changes only what it wrote itself."""

    space: Space
    name: str
    dice: random.Random

    def __post_init__(self) -> None:
        self.actor = Actor(self.name)
        self.mine: list[str] = []
        self.count = 0

    def text(self) -> str:
        """A text that nobody wrote before."""
        self.count += 1
        return f"{self.name} says number {self.count} " + self.dice.choice(["short", "long " * 200])

    def draft(self, **rest: object) -> MemoryDraft:
        """A draft on one of a few entities, half of the time in a thread."""
        thread = ThreadRef(key=f"thread {self.dice.randrange(4)}") if self.dice.random() < 0.5 else None
        entity = self.dice.choice(["Atlas", "Borealis", f"Comet {self.name} {self.count}"])
        return draft(self.text(), entity, self.dice.choice(list(Layer)), thread=thread, vector=self.vector(), **rest)

    def vector(self) -> VectorDraft | None:
        """A vector in two pieces, half of the time."""
        values = tuple(self.dice.uniform(-1.0, 1.0) for _ in range(200))
        return VectorDraft("theirs", values) if self.dice.random() < 0.5 else None

    def create(self) -> None:
        """One memory."""
        given = self.draft()
        memory = remember(self.space, self.actor, given).memory
        assert memory is not None
        self.mine.append(memory.id)
        tell(memory, vector=given.vector is not None)

    def batch(self) -> None:
        """Several memories at once."""
        drafts = [self.draft() for _ in range(self.dice.randrange(2, 30))]
        receipt = remember_many(self.space, self.actor, drafts)
        for given, result in zip(drafts, receipt.results, strict=True):
            tell(result.memory, vector=given.vector is not None)

    def update(self) -> None:
        """Another text, another layer."""
        patch = MemoryPatch(
            self.dice.choice(self.mine),
            content=self.text(),
            vector=self.vector(),
            override_protection="crash test",
        )
        tell(update(self.space, self.actor, patch).memory, vector=patch.vector is not None)

    def supersede(self) -> None:
        """A new memory in the place of an old one."""
        old = self.dice.choice(self.mine)
        receipt = revise.supersede(self.space, self.actor, old, None, self.draft(), "newer")
        assert receipt.memory is not None
        self.mine.append(receipt.memory.id)
        tell(receipt.memory)
        tell(receipt.superseded)
        say(link=[receipt.memory.id, old])

    def forget(self) -> None:
        """Out of sight."""
        name = self.dice.choice(self.mine)
        tell(revise.forget(self.space, self.actor, name, None, None, "crash test").memory)

    def merge(self) -> None:
        """Two entities become one, or two again."""
        names = sorted(entity.id for entity in self.space.state.entities.standing())
        if len(names) < 3:
            return
        survivor, duplicate = self.dice.sample(names, 2)
        curate.merge(self.space, self.actor, survivor, [duplicate], "crash test")
        say(merged=duplicate)
        if self.dice.random() < 0.5:
            say(unmerging=duplicate)
            curate.unmerge(self.space, self.actor, survivor, duplicate)

    def run(self) -> None:
        """Write until the process dies."""
        self.create()
        steps = [self.create] * 6 + [self.batch, self.update, self.update, self.supersede, self.forget, self.merge]
        while True:
            try:
                self.dice.choice(steps)()
            except (Problem, Problems):
                continue


def main() -> None:
    """Open the store named on the command line and let three agents write."""
    path, seed = Path(sys.argv[1]), int(sys.argv[2])
    space = open_space(path, small())
    say(ready=read.stats(space).memories)
    for number in range(3):
        agent = Agent(space, f"agent{seed}-{number}", random.Random(f"{seed}-{number}"))
        threading.Thread(target=agent.run, daemon=True).start()
    threading.Event().wait()


if __name__ == "__main__":
    main()

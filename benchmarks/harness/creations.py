"""Requests that create memories, and a process that sends them without pause.

python -m harness.creations PORT CLIENTS      # until a line comes in; then tells how many a second it were
"""

from __future__ import annotations

import itertools
import sys
import threading
from collections.abc import Iterator

from harness.load import Load, closed_loop
from harness.service import request
from harness.texts import Texts

CREATE = (
    "mutation Create($input: CreateMemoryInput!) { createMemory(input: $input)"
    " { outcome memory { id layer title entity { id name } } errors { code message path } } }"
)
CREATE_MANY = (
    "mutation Batch($input: CreateMemoriesInput!) { createMemories(input: $input)"
    " { committed results { outcome memory { id } errors { code message } } errors { code message path } } }"
)
COMMITTED = b'"outcome":"COMMITTED"'
LENGTH = 180
"""Characters of a text; a batch's are shorter."""
BATCH_LENGTH = 120
LAYERS = ("context", "implementation", "learning", "caveat")


class Creations:
    """Endless requests to create memories, on entities of a filled store or on new ones.

    A seed of its own makes texts and new names that no other one makes.
    """

    def __init__(self, entities: int, seed: int) -> None:
        self._texts = Texts(seed)
        self._names = itertools.cycle(self._texts.name(number) for number in range(entities))
        self._layers = itertools.cycle(LAYERS)
        self._number = itertools.count(seed * 1_000_000)

    def memory(self, length: int = LENGTH, *, new: bool = False) -> dict[str, object]:
        """One CreateMemoryInput; a new entity's name is one that no other is like."""
        name = self._texts.name(next(self._number)) if new else next(self._names)
        mention = {"name": name, "kind": "PROJECT"}
        return {"entity": {"mention": mention}, "layer": next(self._layers), "content": self._texts.one(length)}

    def requests(self, *, new: bool = False) -> Iterator[bytes]:
        """Requests that create one memory each."""
        while True:
            yield request(CREATE, {"input": self.memory(new=new)})

    def batch(self, size: int, new_share: int = 10) -> bytes:
        """A request that creates many, one in `new_share` on a new entity."""
        memories = [self.memory(BATCH_LENGTH, new=number % new_share == 0) for number in range(size)]
        return request(CREATE_MANY, {"input": {"memories": memories}})


def _wait_for_a_line(stop: threading.Event) -> None:
    sys.stdin.readline()
    stop.set()


def main() -> None:
    """Keep writing until told to stop."""
    port, clients = map(int, sys.argv[1:])
    stop, load = threading.Event(), Load()
    threading.Thread(target=_wait_for_a_line, args=(stop,), daemon=True).start()
    stream = Creations(1_000, seed=77).requests()
    print("writing", flush=True)
    while not stop.is_set():
        part = closed_loop(port, clients, stream, 0.5, COMMITTED)
        load.seconds += part.seconds
        load.latencies += part.latencies
    print(f"{load.rate:.0f}")


if __name__ == "__main__":
    main()

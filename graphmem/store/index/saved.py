"""Keeps the recall index in a file beside the store, so that a start need not read every memory.

Owns the file's format. The file is derived: whatever is wrong with it, the answer is to rebuild, never to fail.
"""

from __future__ import annotations

import json
import logging
import os
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import numpy as np

from graphmem.store.index.catalog import Catalog
from graphmem.store.index.lexical import LexicalIndex
from graphmem.store.index.packing import part, prefixed
from graphmem.store.index.recall_index import RecallIndex
from graphmem.store.index.text import terms

log = logging.getLogger(__name__)

FORMAT: Final = "graphmem recall index 2"
"""Changes with every change of what is saved."""

_PROBE: Final = "What's João's src/getUserName.py v1.2.3, ID-42? C++ 人工智能 went 🚀 1,000 OAuth2 A.B.C. rate_limits"
"""Its terms are saved too: an index made with another analysis must not be used. It has a word for each rule."""

_HEAD: Final = "head"


@dataclass(frozen=True, slots=True)
class SavedIndex:
    """An index that was read, and the number of the last event it has seen."""

    index: RecallIndex
    event: int


def save(path: Path, index: RecallIndex, *, store_id: str, event: int) -> None:
    """Write the index, whole or not at all. Only on the thread that writes to the index.

    Names of entities and vectors are not in it. Raises OSError where the file can't be written.
    """
    head = json.dumps({**_identity(store_id), "event": event}).encode()
    arrays = prefixed("catalog", index.catalog.arrays()) | prefixed("lexical", index.lexical.arrays())
    fresh = path.with_name(f"{path.name}.new")
    with fresh.open("wb") as file:
        # An uncompressed zip: its checksums are compared while reading.
        np.savez(file, **{_HEAD: np.frombuffer(head, dtype=np.uint8)}, **arrays)  # type: ignore[arg-type]
        file.flush()
        os.fsync(file.fileno())
    fresh.replace(path)


def load(path: Path, *, store_id: str) -> SavedIndex | None:
    """Read a saved index; None where there is none, or it is damaged, of another format or of another store."""
    try:
        return _read(path, store_id)
    except FileNotFoundError:
        return None
    # A damaged file can fail in any way; each of them means the same.
    except Exception as problem:
        log.warning("the saved recall index %s is not usable and will be rebuilt: %r", path, problem)
        return None


def _read(path: Path, store_id: str) -> SavedIndex | None:
    with path.open("rb") as raw, np.load(raw, allow_pickle=False) as file:
        head = json.loads(file[_HEAD].tobytes())
        event = int(head.pop("event"))
        if head != _identity(store_id):
            log.warning("the saved recall index %s is of another version or store and will be rebuilt", path)
            return None
        arrays = {name: file[name] for name in file.files if name != _HEAD}
    catalog = Catalog.restored(part("catalog", arrays))
    lexical = LexicalIndex.restored(part("lexical", arrays))
    return SavedIndex(RecallIndex(catalog, lexical), event)


def _identity(store_id: str) -> dict[str, object]:
    return {"format": FORMAT, "store": store_id, "analysis": terms(_PROBE)}

"""Side records: small facts about the graph that are not memories (review queues, tombstones, settings).

A record is created and closed, never changed; what changes is written anew under the same subject. What a
closed one said is gone, for it may quote a text.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from graphmem.domain.model import FOREVER, Micros


class RecordKind(StrEnum):
    """What a record is about."""

    DUPLICATE = "duplicate"
    DISMISSED = "dismissed"
    CONFLICT = "conflict"
    PENDING = "pending"
    MUTE = "mute"
    TOMBSTONE = "tombstone"
    REQUEST = "request"
    HASH_KEY = "hash_key"
    WANTED = "wanted"
    UPKEEP = "upkeep"


ABOUT_OTHERS = frozenset(RecordKind) - {RecordKind.TOMBSTONE, RecordKind.PENDING, RecordKind.HASH_KEY}
"""What goes with a memory or an entity that its body names, when that is gone for good."""


@dataclass(frozen=True, slots=True)
class Record:
    """One record. `until` is FOREVER while it is open."""

    id: str
    kind: RecordKind
    at: Micros
    body: Mapping[str, Any]
    until: Micros = FOREVER

"""What is left of an erased memory: a keyed hash, so that the same text can be recognised but not read.

The key is the store's own secret, made with the store; without it a guess can't be checked.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets

from graphmem.domain.duplicates import exact_fingerprint
from graphmem.domain.model import Entity, Memory
from graphmem.domain.names import fold, squash
from graphmem.store.plan import Plan
from graphmem.store.record import Record, RecordKind

_NAME = "hash_key"


def _hash_key(plan: Plan) -> bytes:
    record = plan.record(RecordKind.HASH_KEY, _NAME)
    if record is None:
        record = plan.put_record(Record(_NAME, RecordKind.HASH_KEY, plan.now, {"key": secrets.token_hex(32)}))
    return bytes.fromhex(record.body["key"])


def keyed_hash(plan: Plan, text: str) -> str:
    """A hash by which a text is recognised and can't be read; the key is the store's own."""
    return hmac.new(_hash_key(plan), text.encode(), hashlib.sha256).hexdigest()


def _tombs(plan: Plan, entity: Entity, content: str) -> list[str]:
    """Under the entity's id, and under its name, which outlives an entity that is swept away."""
    text = exact_fingerprint(content)
    known_as = (entity.id, f"{entity.kind}\x00{squash(fold(entity.name))}")
    return ["tmb_" + keyed_hash(plan, f"{name}\x00{text}") for name in known_as]


def bury(plan: Plan, memory: Memory) -> None:
    """Leave the tombstones of an erased memory."""
    entity = plan.canonical(memory.entity_id)
    for tomb in _tombs(plan, entity, memory.content) if entity is not None else ():
        plan.put_record(Record(tomb, RecordKind.TOMBSTONE, plan.now, {"memory": memory.id}))


def erased_before(plan: Plan, entity: Entity, content: str) -> bool:
    """Whether this text was erased from this entity before."""
    if plan.record(RecordKind.HASH_KEY, _NAME) is None:
        return False
    return any(plan.record(RecordKind.TOMBSTONE, tomb) for tomb in _tombs(plan, entity, content))

"""Sending the same write twice: the first answer is given again, nothing is written anew.

A key belongs to one agent. The same key with another input is refused, never guessed at.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from typing import Any

import orjson

from graphmem.domain.errors import IdempotencyConflict
from graphmem.domain.limits import NAME_MAX, check, text_problems
from graphmem.store.plan import Plan
from graphmem.store.record import Record, RecordKind


def digest(value: Any) -> str:
    """A fingerprint of an input, equal for equal inputs in any process."""
    text = orjson.dumps(value, default=sorted, option=orjson.OPT_SORT_KEYS)
    return hashlib.blake2b(text, digest_size=16).hexdigest()


def _record_id(agent: str, key: str) -> str:
    return "req_" + hashlib.blake2b(f"{agent}\x00{key}".encode(), digest_size=16).hexdigest()


def recall_answer(plan: Plan, agent: str, key: str | None, value: Any) -> Mapping[str, Any] | None:
    """The answer remembered for a key, None when the key is new or absent.

    Raises IdempotencyConflict when the key was used with another input, Problems for a key that can't be kept.
    """
    if key is None:
        return None
    check(text_problems(key, ("idempotencyKey",), NAME_MAX, empty=False))
    record = plan.record(RecordKind.REQUEST, _record_id(agent, key))
    if record is None:
        return None
    if record.body["digest"] != digest(value):
        raise IdempotencyConflict(
            "this idempotencyKey was used with another input: send a new key, or the same input again",
            ("idempotencyKey",),
        )
    answer: Mapping[str, Any] = record.body["answer"]
    return answer


def keep_answer(plan: Plan, agent: str, key: str | None, value: Any, answer: Mapping[str, Any]) -> None:
    """Remember an answer under a key, in the same transaction as the write itself."""
    if key is not None:
        body = {"digest": digest(value), "answer": answer}
        plan.put_record(Record(_record_id(agent, key), RecordKind.REQUEST, plan.now, body))

"""Use cases that write memories and links. Each gives what to send; the clients send it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import islice
from typing import Any, Final, ParamSpec, TypeVar

from graphmem.client.answers.memory import Link
from graphmem.client.answers.receipt import (
    BatchReceipt,
    ChangeReceipt,
    EraseReceipt,
    PendingMemory,
    Receipt,
    SupersedeReceipt,
)
from graphmem.client.asking import Ask, Page, Pages, Series
from graphmem.client.decoding import decode
from graphmem.client.failures import checked, with_problems
from graphmem.client.inputs import Changes, Draft, Note, spelt
from graphmem.client.naming import MemoryLike, enum_name, id_of
from graphmem.domain.kinds import Relation

P = ParamSpec("P")
A = TypeVar("A")
T = TypeVar("T")

BATCH: Final = 100
"""Memories in one request of `remember_all`; the service takes up to 500, but commits more often are nearer."""


def _from(make: Callable[P, A], ask: Callable[[A], Ask[T]], doc: str) -> Callable[P, Ask[T]]:
    """A use case that takes exactly what the input of its own takes."""

    def build(*args: P.args, **kwargs: P.kwargs) -> Ask[T]:
        return ask(make(*args, **kwargs))

    build.__doc__ = doc
    build.__wrapped__ = make  # type: ignore[attr-defined]
    return build


def sending(operation: str, kind: type[T], value: dict[str, Any]) -> Ask[T]:
    """A mutation with one input, whose payload is the answer; its first problem is raised."""
    return Ask(operation, {"input": value}, lambda payload: decode(kind, checked(payload)))


def remember_draft(draft: Draft) -> Ask[Receipt]:
    """Write a memory that was put together before."""
    return Ask("Remember", {"input": spelt(draft)}, lambda payload: decode(Receipt, _none_in(payload)))


def _none_in(payload: Any) -> dict[str, Any]:
    return with_problems(checked(payload))


def preview_draft(draft: Draft) -> Ask[Receipt]:
    """Tell what writing a memory would do; what speaks against it is in `problems`, nothing is raised."""
    return Ask("Preview", {"input": spelt(draft)}, lambda payload: decode(Receipt, with_problems(payload)))


remember = _from(
    Draft,
    remember_draft,
    """Write a memory: it is checked, hung on its entity, and acknowledged once it is durable.

    Takes the fields of `Draft`. Raises Refused for what a gate turns away, and other Problems.
    """,
)
preview = _from(
    Draft,
    preview_draft,
    """Tell what `remember` would do, and write nothing. What speaks against it is in `problems`.""",
)


def remember_many(
    drafts: Iterable[Draft], *, mode: str = "all-or-nothing", idempotency_key: str | None = None
) -> Ask[BatchReceipt]:
    """Write up to 500 memories in one transaction.

    With the mode "each", one that is refused doesn't hold up the others: its receipt has `problems`. Otherwise
    the first problem is raised and nothing is written.
    """
    value = {"memories": [spelt(draft) for draft in drafts], "mode": enum_name(mode)}
    if idempotency_key is not None:
        value["idempotencyKey"] = idempotency_key
    return Ask("RememberMany", {"input": value}, _batch)


def _batch(payload: Any) -> BatchReceipt:
    results = [with_problems(result) for result in checked(payload)["results"]]
    return decode(BatchReceipt, {**payload, "results": results})


def remember_all(drafts: Iterable[Draft], *, batch_size: int = BATCH) -> Series[Receipt]:
    """Write any number of memories, batch by batch; gives their receipts as they come, `problems` among them."""

    def pages() -> Pages[Receipt]:
        rest = iter(drafts)
        while batch := list(islice(rest, batch_size)):
            whole = remember_many(batch, mode="each")
            yield Ask(whole.operation, whole.variables, lambda payload: Page(_batch(payload).results, None, None))

    return Series(pages)


def _update(changes: Changes) -> Ask[ChangeReceipt]:
    return sending("Update", ChangeReceipt, spelt(changes))


update = _from(
    Changes,
    _update,
    """Change a memory; its earlier versions stay readable. Takes the fields of `Changes`.

    Raises VersionConflict where `expected_version` isn't the current one, Protected, Refused and other Problems.
    """,
)


def _write_note(note: Note) -> Ask[ChangeReceipt]:
    return sending("WriteNote", ChangeReceipt, spelt(note))


write_note = _from(
    Note,
    _write_note,
    """Write a note, or change the one with this title or permalink. Takes the fields of `Note`.""",
)


def confirm(pending: str | PendingMemory) -> Ask[Receipt]:
    """Say yes to a write that waits; what can have changed meanwhile is checked again."""
    value = {"pending": _pending(pending)}
    return Ask("Confirm", {"input": value}, lambda payload: decode(Receipt, _none_in(payload)))


def cancel(pending: str | PendingMemory) -> Ask[ChangeReceipt]:
    """Drop a write that waits."""
    return sending("Cancel", ChangeReceipt, {"pending": _pending(pending)})


def _pending(pending: str | PendingMemory) -> str:
    return pending if isinstance(pending, str) else pending.id


def supersede(
    memory: MemoryLike, replacement: Draft, *, reason: str | None = None, expected_version: int | None = None
) -> Ask[SupersedeReceipt]:
    """Replace a memory by a new one; the old one's valid time ends, and it stays readable."""
    value = {"id": id_of(memory), "replacement": spelt(replacement)}
    return sending("Supersede", SupersedeReceipt, value | _said(reason=reason, expectedVersion=expected_version))


def forget(
    memory: MemoryLike,
    *,
    reason: str | None = None,
    override_protection: str | None = None,
    expected_version: int | None = None,
    idempotency_key: str | None = None,
) -> Ask[ChangeReceipt]:
    """Set a memory aside; it can be restored. Raises Protected for a caveat or a pinned one without an override."""
    said = _said(
        reason=reason,
        overrideProtection=override_protection,
        expectedVersion=expected_version,
        idempotencyKey=idempotency_key,
    )
    return sending("Forget", ChangeReceipt, {"id": id_of(memory)} | said)


def restore(memory: MemoryLike) -> Ask[ChangeReceipt]:
    """Bring a forgotten memory back, or make a superseded one current again."""
    return sending("Restore", ChangeReceipt, {"id": id_of(memory)})


def erase(memory: MemoryLike, *, reason: str, override_protection: str | None = None) -> Ask[EraseReceipt]:
    """Erase a memory's text, versions and index entries for good."""
    said = _said(reason=reason, overrideProtection=override_protection)
    return sending("Erase", EraseReceipt, {"id": id_of(memory)} | said)


def link(source: MemoryLike, relation: Relation | str, target: MemoryLike, *, reason: str | None = None) -> Ask[Link]:
    """Link two memories; reads "source RELATION target". Raises Cycle where that would close a circle."""
    value = {"from": id_of(source), "relation": enum_name(relation), "to": id_of(target)} | _said(reason=reason)
    return Ask("Connect", {"input": value}, lambda payload: decode(Link, checked(payload)["link"]))


def unlink(link: str | Link) -> Ask[str]:
    """Take a link away; gives its id. A memory that nothing supersedes any more is current again."""
    value = {"link": link if isinstance(link, str) else link.id}
    return Ask("Unlink", {"input": value}, lambda payload: str(checked(payload)["unlinkedId"]))


def _said(**values: Any) -> dict[str, Any]:
    return {name: value for name, value in values.items() if value is not None}

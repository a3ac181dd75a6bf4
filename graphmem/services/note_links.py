"""Links between notes, as their lines say: made when both ends are there, kept waiting until then.

Owns keeping the graph in step with `- relation [[Target]]` lines. A target is a permalink, or a title letter
for letter. What waits is an open record that holds a keyed hash of the target, no text: an erased note leaves
nothing readable behind.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

from graphmem.domain.model import Actor, Link, Memory, MemoryStatus
from graphmem.domain.note_lines import RelationLine, relation_lines
from graphmem.services.linking import connect, disconnect
from graphmem.services.space import Space
from graphmem.services.tombstones import keyed_hash
from graphmem.store.plan import Plan
from graphmem.store.record import Record, RecordKind

_FROM_A_LINE: Final = re.compile(r"(?:[^\[\]]+ )?\[\[[^\[\]]+\]\]")


def settle(space: Space, plan: Plan, actor: Actor, note: Memory, before: Memory | None = None) -> None:
    """Bring the links in step with a note that was written, changed or restored: those of others to it, then its own.

    Raises CycleRefused where one of its lines would close a circle of supersession.
    """
    if before is None or before.axes.title != note.axes.title:
        _answer(space, plan, actor, note)
    if before is None or before.content != note.content:
        weave(space, plan, actor, note, before)


def weave(space: Space, plan: Plan, actor: Actor, note: Memory, before: Memory | None = None) -> None:
    """Make, take back or keep waiting the links of a note, so that they are what its lines say."""
    lines = {line.said: line for line in relation_lines(note.content)}
    made = {link.reason: link for link in plan.links_of(note.id) if _is_woven(link, note)}
    for said, link in list(made.items()):
        if said not in lines or _has_a_better_end(plan, link, lines[said]):
            disconnect(plan, actor, link)
            del made[said]
    for line in relation_lines(before.content) if before is not None else ():
        if line.said not in lines:
            _stop_waiting(plan, note, line.target)
    for said, line in lines.items():
        if said not in made:
            _tie(space, plan, actor, note, line)


def weave_anew(space: Space, plan: Plan, actor: Actor, links: Iterable[Link], gone: Memory) -> None:
    """Have the lines that pointed to an erased note wait again, or point to another note of that name.

    `links` are those the note had; that they are taken back is planned already.
    """
    for link in links:
        source = plan.memory(link.source_id)
        if source is not None and link.target_id == gone.id and _is_woven(link, source):
            _weave_if_remembered(space, plan, actor, source)


def _weave_if_remembered(space: Space, plan: Plan, actor: Actor, source: Memory) -> None:
    """A forgotten note is woven when it is restored."""
    if source.status is not MemoryStatus.FORGOTTEN:
        weave(space, plan, actor, source)


def _has_a_better_end(plan: Plan, link: Link, line: RelationLine) -> bool:
    """Whether a link leads to a forgotten note while another one answers to the line."""
    target = plan.memory(link.target_id)
    if target is None or target.status is not MemoryStatus.FORGOTTEN:
        return False
    found = find_note(plan, line.target)
    return found is not None and found.id not in (link.source_id, link.target_id)


def _is_woven(link: Link, note: Memory) -> bool:
    return link.source_id == note.id and _FROM_A_LINE.fullmatch(link.reason or "") is not None


def _tie(space: Space, plan: Plan, actor: Actor, note: Memory, line: RelationLine) -> None:
    target = find_note(plan, line.target)
    if target is None:
        _wait(space, plan, note, line.target)
    elif target.id != note.id:
        connect(space, plan, actor, note, line.relation, target, line.said, ("body",))


def find_note(plan: Plan, name: str) -> Memory | None:
    """The note that bears a permalink or, letter for letter, a title; a current one before a replaced one."""
    owner = plan.permalink_owner(name)
    found = [] if owner is None else [plan.memory(owner)]
    found += plan.titled(name)
    standing = [note for note in found if note is not None and note.status is not MemoryStatus.FORGOTTEN]
    current = (note for note in standing if note.status is MemoryStatus.CURRENT)
    return next(current, standing[0] if standing else None)


def _wait(space: Space, plan: Plan, note: Memory, target: str) -> None:
    subject = keyed_hash(plan, target)
    if not any(record.body["memory"] == note.id for record in plan.records_about(RecordKind.WANTED, subject)):
        body = {"subject": subject, "memory": note.id}
        plan.put_record(Record(space.ids("wnt"), RecordKind.WANTED, plan.now, body))


def _stop_waiting(plan: Plan, note: Memory, target: str) -> None:
    for record in plan.records_about(RecordKind.WANTED, keyed_hash(plan, target)):
        if record.body["memory"] == note.id:
            plan.close_record(record)


def _answer(space: Space, plan: Plan, actor: Actor, note: Memory) -> None:
    """Link the notes that waited for this one, or whose links lead to a forgotten one of its title.

    A forgotten note goes on waiting: it may be restored.
    """
    for name in dict.fromkeys((note.axes.title, note.permalink or note.axes.title)):
        for record in plan.records_about(RecordKind.WANTED, keyed_hash(plan, name)):
            source = plan.memory(record.body["memory"])
            if source is not None and source.status is MemoryStatus.FORGOTTEN:
                continue
            plan.close_record(record)
            if source is not None:
                weave(space, plan, actor, source)
    for namesake in plan.titled(note.axes.title):
        if namesake.status is MemoryStatus.FORGOTTEN:
            weave_anew(space, plan, actor, plan.links_of(namesake.id), namesake)

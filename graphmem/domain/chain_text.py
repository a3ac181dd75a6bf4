"""A chain as text to paste: Markdown for reading, Mermaid for a picture.

Owns wording, brevity and escaping: what memories say is data, so it never becomes markup, mentions or links.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from typing import Final

from graphmem.domain.chain_links import TraceRole, cause_and_effect
from graphmem.domain.chains import Chain, TraceStep
from graphmem.domain.excerpt import clip
from graphmem.domain.model import Link, Memory, MemoryStatus, Micros, Relation

MOST_SHOWN: Final = 40
"""Steps that a text shows, those nearest to the start; more are counted, not shown."""

MOST_NAMED: Final = 10
"""Memories that a sentence names."""

_TITLE: Final = 80
_LABEL: Final = 48
_REASON: Final = 100
_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)

_INVISIBLE: Final = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
_JOINER: Final = "\u200d"
_MARKDOWN: Final = re.compile(r"[\\`*_{}\[\]|~$]")
_HTML: Final = {"&": "&amp;", "<": "&lt;", ">": "&gt;"}
# A word joiner keeps a host from making mentions, issue references and addresses of them.
_TRIGGER: Final = re.compile(r"[@#]|:(?=//)|\bwww(?=\.)", re.IGNORECASE)
_WORD_JOINER: Final = "\u2060"
_UNSAFE_IN_MERMAID: Final = re.compile(r"[^\w .,:/+'=?-]")

_EFFECT: Final[Mapping[Relation, str]] = {
    Relation.SUPERSEDES: "superseded by",
    Relation.LED_TO: "led to",
    Relation.IMPLEMENTS: "implemented by",
    Relation.RESOLVES: "resolved by",
    Relation.DEPENDS_ON: "needed by",
    Relation.EXTENDS: "extended by",
    Relation.CONTRADICTS: "contradicted by",
}
_SHAPES: Final[Mapping[TraceRole, tuple[str, str]]] = {
    TraceRole.GOAL: ("([", "])"),
    TraceRole.CONTEXT: ("[", "]"),
    TraceRole.DECISION: ("{{", "}}"),
    TraceRole.IMPLEMENTATION: ("[", "]"),
    TraceRole.OUTCOME: ("([", "])"),
    TraceRole.CAVEAT: ("[/", "/]"),
    TraceRole.LEARNING: ("(", ")"),
}


def markdown(chain: Chain) -> str:
    """Give the chain as Markdown: its steps, what replaced what, forks, open ends and circles."""
    lines = [*_steps(chain), *_lines(chain), *_ends(chain)]
    return "\n".join(lines) + "\n" if lines else "The chain has no steps.\n"


def _shown(chain: Chain) -> list[TraceStep]:
    nearest = sorted(chain.steps, key=lambda step: step.depth)[:MOST_SHOWN]
    kept = {step.memory.id for step in nearest}
    return [step for step in chain.steps if step.memory.id in kept]


def _steps(chain: Chain) -> Iterator[str]:
    shown = _shown(chain)
    for step in shown:
        yield f"1. {step.role}: {_title(step)} ({_date(step.memory.holds_from)}){_via(step)}"
    if len(chain.steps) > len(shown):
        yield f"1. … {len(chain.steps) - len(shown)} more"
    if chain.truncated:
        yield "1. … the chain goes on beyond the limits asked for"


def _title(step: TraceStep) -> str:
    name = _name(step.memory)
    if step.memory.status is MemoryStatus.SUPERSEDED:
        return f"~~{name}~~"
    return name if step.depth else f"**{name}**"


def _via(step: TraceStep) -> str:
    if step.via is None:
        return ""
    relation = step.via.relation.replace("_", " ")
    if step.via.inferred:
        return f" – {relation}, inferred"
    return f" – {relation}: {_escaped(step.via.reason, _REASON)}" if step.via.reason else f" – {relation}"


def _lines(chain: Chain) -> Iterator[str]:
    for line in chain.lines[:MOST_SHOWN]:
        yield ""
        yield f"Current: **{_name(line.head)}**, which replaced {_names(line.older)}."
    if chain.forks:
        yield ""
        yield f"Replaced more than once: {_names(chain.forks)}."


def _ends(chain: Chain) -> Iterator[str]:
    for missing in (TraceRole.IMPLEMENTATION, TraceRole.OUTCOME):
        if ends := [end.memory for end in chain.open_ends if end.missing is missing]:
            yield ""
            yield f"Without {missing} yet: {_names(ends)}."
    for circle in chain.cycles:
        yield ""
        yield f"Circle: {len(circle)} memories lead to one another."


def _names(memories: Sequence[Memory]) -> str:
    shown = ", ".join(map(_name, memories[:MOST_NAMED]))
    hidden = len(memories) - MOST_NAMED
    return f"{shown} and {hidden} more" if hidden > 0 else shown


def _name(memory: Memory) -> str:
    return _escaped(memory.axes.title, _TITLE)


def _date(instant: Micros) -> str:
    return (_EPOCH + timedelta(microseconds=instant)).date().isoformat()


def _visible(text: str) -> str:
    """One line without what can't be seen: control and format characters hide or turn round what follows."""
    line = " ".join(text.split())
    if line.isascii() and line.isprintable():
        return line
    return "".join(c for c in line if c == _JOINER or unicodedata.category(c) not in _INVISIBLE)


def _escaped(text: str, limit: int) -> str:
    plain = clip(_visible(text), limit)
    marked = _MARKDOWN.sub(r"\\\g<0>", plain)
    for character, entity in _HTML.items():
        marked = marked.replace(character, entity)
    return _TRIGGER.sub(rf"\g<0>{_WORD_JOINER}", marked)


def mermaid(chain: Chain) -> str:
    """Give the chain as a Mermaid flow chart: a node for each step, an arrow from each cause to its effect."""
    shown = _shown(chain)
    ids = {step.memory.id: f"n{number}" for number, step in enumerate(shown)}
    lines = ["flowchart TD", *(f"  {ids[step.memory.id]}{_node(step)}" for step in shown)]
    lines += [f"  {arrow}" for link in chain.links if (arrow := _arrow(link, ids))]
    if len(chain.steps) > len(shown):
        lines.append(f'  more["{len(chain.steps) - len(shown)} more"]')
    return "\n".join([*lines, *_classes(shown, ids)]) + "\n"


def _node(step: TraceStep) -> str:
    opening, closing = _SHAPES[step.role]
    label = _UNSAFE_IN_MERMAID.sub(_entity, clip(_visible(step.memory.axes.title), _LABEL))
    return f'{opening}"{step.role}: {label}"{closing}'


def _entity(match: re.Match[str]) -> str:
    return match.group() if ord(match.group()) > 127 else f"#{ord(match.group())};"


def _arrow(link: Link, ids: Mapping[str, str]) -> str | None:
    cause, effect = cause_and_effect(link)
    if cause not in ids or effect not in ids:
        return None
    line = "-.->" if link.inferred or link.relation is Relation.SUPERSEDES else "-->"
    guess = ", inferred" if link.inferred else ""
    return f'{ids[cause]} {line}|"{_EFFECT[link.relation]}{guess}"| {ids[effect]}'


def _classes(shown: Sequence[TraceStep], ids: Mapping[str, str]) -> Iterator[str]:
    styles = {
        "start stroke-width:3px": [step for step in shown if not step.depth],
        "superseded stroke-dasharray:4 4": [s for s in shown if s.memory.status is MemoryStatus.SUPERSEDED],
    }
    for style, steps in styles.items():
        if steps:
            yield f"  classDef {style}"
            yield f"  class {','.join(ids[step.memory.id] for step in steps)} {style.split()[0]}"

"""The pictures of a decision chain: the chain itself, time downward, and its lines of supersession."""

from __future__ import annotations

from collections import Counter
from datetime import datetime

from graphmem.client.answers.memory import ChainLink, MemorySummary
from graphmem.client.answers.pictures import SupersessionLine, Trace
from graphmem.domain.kinds import Relation
from graphmem.graphs.palette import FAINT, INK, LAYERS, PAPER, tint
from graphmem.graphs.picture import MOST_LABELS, Canvas, Picture, canvas, days, layer_legend, shortened

Places = dict[str, tuple[float, float]]


def draw_chain(trace: Trace, title: str = "") -> Picture:
    """Draw a chain from top to bottom, one row a step in order of time, one column a branch; at most 40 steps."""
    steps = sorted(trace.steps, key=lambda step: (step.memory.holds_from, step.memory.id))[:MOST_LABELS]
    columns = _columns([step.memory for step in steps], trace.links)
    places = {step.memory.id: (float(columns[step.memory.id]), -float(row)) for row, step in enumerate(steps)}
    width = 4.2 + 2.6 * (max(columns.values(), default=0) + 1)
    with canvas(min(width, 14), 1.2 + 0.62 * len(steps), title or f"{len(trace.steps)} steps") as drawn:
        for link in trace.links:
            _arrow(drawn, link, places)
        for step in steps:
            _box(drawn, step.memory, places[step.memory.id], f"{step.role.value} · {step.memory.holds_from:%Y-%m-%d}")
        layers = [step.memory.layer.value for step in steps]
        layer_legend(drawn, layers, superseded=any(_superseded(step.memory) for step in steps))
        drawn.axes.set_xlim(-0.6, max(columns.values(), default=0) + 0.6)
        drawn.axes.set_ylim(-len(steps) + 0.4, 0.6)
    return drawn.finished()


def _columns(memories: list[MemorySummary], links: tuple[ChainLink, ...]) -> dict[str, int]:
    """A column for each memory: that of what it replaces, unless a fork took it already."""
    known = {memory.id for memory in memories}
    older = {link.source: link.target for link in links if link.relation is Relation.SUPERSEDES}
    heirs: Counter[str] = Counter()
    columns: dict[str, int] = {}
    taken = -1
    for memory in memories:
        before = older.get(memory.id)
        if before in columns and heirs[before] == 0:
            columns[memory.id] = columns[before]
        elif before is None and taken < 0:
            columns[memory.id] = 0
        elif before is not None and before in known:
            columns[memory.id] = columns.get(before, 0) + heirs[before]
        else:
            columns[memory.id] = min(taken + 1, 2)
        if before is not None:
            heirs[before] += 1
        taken = max(taken, columns[memory.id])
    return columns


def _superseded(memory: MemorySummary) -> bool:
    return memory.status.value == "superseded"


def _box(drawn: Canvas, memory: MemorySummary, place: tuple[float, float], note: str) -> None:
    colour = LAYERS[memory.layer.value]
    box = {
        "boxstyle": "round,pad=0.4",
        "facecolor": PAPER if _superseded(memory) else tint(colour),
        "edgecolor": colour,
        "linestyle": "--" if _superseded(memory) else "-",
        "linewidth": 1.2,
    }
    text = f"{shortened(memory.title, 44)}\n{note}"
    drawn.axes.text(*place, text, ha="center", va="center", fontsize=7.5, color=INK, bbox=box, zorder=3)


def _arrow(drawn: Canvas, link: ChainLink, places: Places) -> None:
    if link.source not in places or link.target not in places:
        return
    replaces = link.relation is Relation.SUPERSEDES
    (x0, y0), (x1, y1) = places[link.source], places[link.target]
    bend = 0.0 if abs(y0 - y1) <= 1 or x0 != x1 else 0.35
    arrow = {
        "arrowstyle": "-|>",
        "color": INK if replaces else FAINT,
        "linestyle": ":" if link.inferred else "-",
        "linewidth": 1.3,
        "shrinkA": 15,
        "shrinkB": 15,
        "connectionstyle": f"arc3,rad={bend}",
    }
    drawn.axes.annotate("", xy=(x1, y1), xytext=(x0, y0), arrowprops=arrow)
    if not replaces:
        label = link.relation.value.replace("_", " ")
        drawn.axes.text((x0 + x1) / 2 + bend, (y0 + y1) / 2, label, fontsize=6.5, color=FAINT, ha="left")


def draw_lines(trace: Trace, title: str = "") -> Picture:
    """Draw the lines of supersession side by side: each bar is the time in which a memory held."""
    lines = trace.lines[:8]
    rows = [(line, memory) for line in lines for memory in (*reversed(line.older), line.head)][:MOST_LABELS]
    with canvas(9, 1.4 + 0.42 * len(rows), title or "What replaced what, and when") as drawn:
        drawn.axes.set_axis_on()
        last = max((memory.holds_from for _, memory in rows), default=None)
        for row, (line, memory) in enumerate(rows):
            _bar(drawn, row, memory, line, last)
        drawn.axes.set_yticks(range(len(rows)), [shortened(memory.title, 40) for _, memory in rows], fontsize=8)
        drawn.axes.invert_yaxis()
        drawn.axes.xaxis_date()
        drawn.axes.spines[["top", "right", "left"]].set_visible(False)
        drawn.axes.tick_params(left=False)
        layer_legend(drawn, [], superseded=True)
    return drawn.finished()


def _bar(drawn: Canvas, row: int, memory: MemorySummary, line: SupersessionLine, last: datetime | None) -> None:
    begin = days(memory.holds_from)
    open_end = days(last) + 400 if last is not None else begin + 400
    end = days(memory.valid_to) if memory.valid_to is not None else open_end
    colour = LAYERS[memory.layer.value]
    current = memory.id == line.head.id
    style = {"facecolor": tint(colour, 0.6 if current else 1.0), "edgecolor": colour}
    drawn.axes.barh(row, end - begin, left=begin, height=0.55, linestyle="-" if current else "--", **style)

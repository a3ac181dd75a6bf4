"""How well memories are found again: LoCoMo's questions on what was said, beside naive BM25 in the same run.

    python -m benchmarks.recall_quality [--data FILE] [--each] [--embedder use]

First table: every turn of a conversation is a memory on its speaker, in its session's thread, valid from the
session's date, written and asked for through the service itself. Second table: every observation (a fact with its
evidence) is. A conversation is a space of its own. R@k is the share of the evidence among the first k, averaged over
the questions of categories 1 to 4 (multi-hop, temporal, open-domain, single-hop); for observations the evidence is
every observation made from a turn that is evidence. With an embedder the service is asked twice, by words alone and by
meaning beside them.
Ends with status 1 when a target is missed.
"""

from __future__ import annotations

import argparse
import json
import math
import re
import sys
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Any, Protocol

from benchmarks.service_shelf import ServiceShelf
from graphmem.store.index.embedders import EmbedderName

DATA = Path(__file__).parents[1] / ".." / "shared" / "data" / "locomo_dev.json"
TARGETS = {"turns": 0.76, "observations": 0.75}
MEANING_TARGETS = {"turns": 0.76, "observations": 0.785}
CATEGORIES = {1: "multi-hop", 2: "temporal", 3: "open-domain", 4: "single-hop"}
DEPTH = 10

_TURN = re.compile(r"D(\d+):(\d+)")
_SESSION = re.compile(r"session_(\d+)")


@dataclass(frozen=True, slots=True)
class Note:
    """Something to remember: who said it in which session, when, and the turns it stands for."""

    number: int
    speaker: str
    session: int
    text: str
    said_at: datetime
    turns: frozenset[str]


@dataclass(frozen=True, slots=True)
class Question:
    """A question and the turns that answer it."""

    text: str
    category: int
    turns: frozenset[str]


@dataclass(frozen=True, slots=True)
class Conversation:
    """One conversation as notes, and what is asked about it."""

    name: str
    notes: tuple[Note, ...]
    questions: tuple[Question, ...]


class Shelf(Protocol):
    """Where notes are kept and asked for: one for each conversation."""

    def keep(self, notes: Sequence[Note]) -> None:
        """Write the notes."""

    def ask(self, question: str, limit: int) -> list[int]:
        """Numbers of notes, best first."""


class NaiveShelf:
    """BM25 over runs of letters and digits in lower case: k1 1.5, b .75, nothing else."""

    def __init__(self) -> None:
        self._texts: list[Counter[str]] = []
        self._having: dict[str, list[int]] = defaultdict(list)

    def keep(self, notes: Sequence[Note]) -> None:
        """Count the words."""
        for note in notes:
            words = Counter(_words(note.text))
            for word in words:
                self._having[word].append(len(self._texts))
            self._texts.append(words)

    def ask(self, question: str, limit: int) -> list[int]:
        """Add up what each word of the question gives."""
        mean = sum(map(Counter.total, self._texts)) / len(self._texts)
        scores: Counter[int] = Counter()
        for word in _words(question):
            having = self._having.get(word, [])
            rarity = math.log(1 + (len(self._texts) - len(having) + 0.5) / (len(having) + 0.5))
            for number in having:
                text = self._texts[number]
                damp = 1.5 * (0.25 + 0.75 * text.total() / mean)
                scores[number] += rarity * text[word] * 2.5 / (text[word] + damp)
        return [number for number, _ in sorted(scores.items(), key=lambda item: (-item[1], item[0]))[:limit]]


def _words(text: str) -> list[str]:
    return re.findall(r"\w+", text.lower())


def read(path: Path, kind: str) -> Iterator[Conversation]:
    """The conversations of a file in LoCoMo's format, as turns or as observations."""
    for sample in json.loads(path.read_text("utf-8")):
        said = (_turns if kind == "turns" else _observations)(sample)
        notes = tuple(Note(number, *note) for number, note in enumerate(said))
        yield Conversation(sample["sample_id"], notes, tuple(_questions(sample["qa"])))


def _sessions(sample: Mapping[str, Any]) -> Iterator[tuple[int, datetime]]:
    talk = sample["conversation"]
    for session in sorted(int(found[1]) for name in talk if (found := _SESSION.fullmatch(name))):
        said_at = datetime.strptime(talk[f"session_{session}_date_time"], "%I:%M %p on %d %B, %Y")
        yield session, said_at.replace(tzinfo=UTC)


def _turns(sample: Mapping[str, Any]) -> Iterator[tuple[str, int, str, datetime, frozenset[str]]]:
    for session, said_at in _sessions(sample):
        for turn in sample["conversation"][f"session_{session}"]:
            yield turn["speaker"], session, turn["text"], said_at, _turn_names([turn["dia_id"]])


def _observations(sample: Mapping[str, Any]) -> Iterator[tuple[str, int, str, datetime, frozenset[str]]]:
    for session, said_at in _sessions(sample):
        for speaker, facts in sample["observation"].get(f"session_{session}_observation", {}).items():
            for fact, evidence in facts:
                yield (
                    speaker,
                    session,
                    fact,
                    said_at,
                    _turn_names([evidence] if isinstance(evidence, str) else evidence),
                )


def _turn_names(evidence: Iterable[str]) -> frozenset[str]:
    found = (match for item in evidence for match in _TURN.findall(item))
    return frozenset(f"D{int(session)}:{int(turn)}" for session, turn in found)


def _questions(asked: Iterable[Mapping[str, Any]]) -> Iterator[Question]:
    for question in asked:
        turns = _turn_names(question.get("evidence", ()))
        if question["category"] in CATEGORIES and turns:
            yield Question(question["question"], question["category"], turns)


@dataclass(frozen=True, slots=True)
class Outcome:
    """How one question went."""

    conversation: str
    category: int
    figures: tuple[float, float, float, float, float]


def outcomes(conversations: Iterable[Conversation], make: Callable[[], Shelf]) -> Iterator[Outcome]:
    """Keep each conversation on a shelf of its own and ask all that has an answer there."""
    for conversation in conversations:
        shelf = make()
        shelf.keep(conversation.notes)
        for question in conversation.questions:
            relevant = {note.number for note in conversation.notes if note.turns & question.turns}
            if relevant:
                found = shelf.ask(question.text, DEPTH)
                yield Outcome(conversation.name, question.category, figures(found, relevant))


def figures(found: Sequence[int], relevant: set[int]) -> tuple[float, float, float, float, float]:
    """R@1, R@5, R@10, MRR and nDCG@10 of one ranked list."""
    gains = [number in relevant for number in found[:DEPTH]]
    recalls = (sum(gains[:depth]) / len(relevant) for depth in (1, 5, 10))
    first = next((1 / (rank + 1) for rank, gain in enumerate(gains) if gain), 0.0)
    gained = sum(1 / math.log2(rank + 2) for rank, gain in enumerate(gains) if gain)
    ideal = sum(1 / math.log2(rank + 2) for rank in range(min(DEPTH, len(relevant))))
    at_1, at_5, at_10 = recalls
    return at_1, at_5, at_10, first, gained / ideal


def means(of: Sequence[Outcome]) -> list[float]:
    """The mean of each figure."""
    return [sum(column) / len(of) for column in zip(*(outcome.figures for outcome in of), strict=True)]


def line(name: str, of: Sequence[Outcome]) -> str:
    """One line of a table."""
    return f"| {name} | {len(of)} | " + " | ".join(f"{value:.3f}" for value in means(of)) + " |"


def table(kind: str, path: Path, shelves: Mapping[str, Callable[[], Shelf]], each: bool) -> dict[str, float]:
    """Print one table; gives R@10 of each shelf."""
    print(f"\n### {kind}\n\n| | questions | R@1 | R@5 | R@10 | MRR | nDCG@10 |\n|---|---|---|---|---|---|---|")
    conversations = list(read(path, kind))
    reached: dict[str, float] = {}
    went: list[Outcome] = []
    for name, make in shelves.items():
        went = list(outcomes(conversations, make))
        reached[name] = means(went)[2]
        print(line(f"**{name}**", went))
        for category, title in CATEGORIES.items():
            print(line(f"{name}, {title}", [outcome for outcome in went if outcome.category == category]))
    if each:
        for conversation in conversations:
            print(line(conversation.name, [outcome for outcome in went if outcome.conversation == conversation.name]))
    return reached


def judge(reached: Mapping[str, float], targets: Mapping[str, float]) -> bool:
    """Say which targets were held; whether all were."""
    for name, target in targets.items():
        held = "held" if reached[name] >= target else "MISSED"
        print(f"\nR@10 of {name} {reached[name]:.3f}, target {target:.3f}: {held}")
    return all(reached[name] >= target for name, target in targets.items())


def main() -> None:
    """Print both tables and compare with the targets."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, default=DATA, help="a file in LoCoMo's format")
    parser.add_argument("--each", action="store_true", help="a line for each conversation too")
    parser.add_argument("--embedder", choices=EmbedderName, type=EmbedderName, default=EmbedderName.NONE)
    given = parser.parse_args()
    if not given.data.exists():
        sys.exit(f"{given.data} is not there: the benchmark reads LoCoMo, which is not part of the project")
    shelves: dict[str, Callable[[], Shelf]] = {"naive BM25": NaiveShelf, "graphmem": ServiceShelf}
    named = f"graphmem + {given.embedder}"
    if given.embedder is not EmbedderName.NONE:
        shelves[named] = partial(ServiceShelf, embedder=given.embedder)
    held = True
    for kind, target in TARGETS.items():
        reached = table(kind, given.data, shelves, given.each)
        held &= judge(reached, {"graphmem": target} | ({named: MEANING_TARGETS[kind]} if named in shelves else {}))
    sys.exit(int(not held))


if __name__ == "__main__":
    main()

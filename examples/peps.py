"""Writes the Python Enhancement Proposals into a running service, with the client.

    .venv/bin/python examples/peps.py peps.jsonl --url http://127.0.0.1:8321

A line of the file is one proposal from github.com/python/peps as JSON: number, title, authors, status, type, topic,
created (09-Jun-2015), python_version, requires, replaces, superseded_by (numbers), resolution, abstract.

Authors become persons, topics concepts, each PEP a decision on an entity of its own, in its topic's thread.
A second run writes nothing new.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import graphmem
from graphmem import Draft, Named

STATES = {
    "Accepted": "decided",
    "Active": "decided",
    "Deferred": "parked",
    "Draft": "open",
    "Final": "done",
    "Provisional": "decided",
    "Superseded": "superseded",
}

Pep = dict[str, Any]


def read_peps(path: Path) -> list[Pep]:
    """The PEPs of a JSON Lines file, oldest first."""
    peps = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]
    return sorted(peps, key=lambda pep: (day_of(pep), pep["number"]))


def day_of(pep: Pep) -> datetime:
    """The day a PEP was created, UTC."""
    return datetime.strptime(pep["created"], "%d-%b-%Y").replace(tzinfo=UTC)


def draft_of(pep: Pep) -> Draft:
    """The memory that a PEP becomes."""
    name = f"PEP {pep['number']}"
    topics = list(dict.fromkeys(topic.lower() for topic in pep["topic"])) or ["core"]
    text = f"{name}: {pep['title']}"
    return Draft(
        f"{text}\n\n{pep['abstract']}" if pep["abstract"] else text,
        about=Named(name, kind="other", key=f"pep:{pep['number']}"),
        layer="decision",
        title=text,
        altitude="architecture",
        type="decision",
        state=STATES.get(pep["status"], "done"),
        thread=topics[0],
        mentions=[*named(pep["authors"], "person"), *named(topics, "concept")],
        tags=[pep["status"], *([pep["type"]] if pep["type"] else []), *topics],
        valid_from=day_of(pep),
        override=["pasted", "transient", "user claim", "scope", "length", "quality"],
        idempotency_key=f"peps.jsonl/{pep['number']}",
        metadata={"pep": pep["number"], "python": pep["python_version"], "resolution": pep["resolution"]},
    )


def named(names: Iterable[str], kind: str) -> list[Named]:
    """Things of one kind, each once."""
    return [Named(name, kind=kind) for name in dict.fromkeys(names)]


def links_of(peps: Iterable[Pep]) -> Iterator[tuple[int, str, int]]:
    """The links among PEPs: from, relation, to. Both directions of a replacement name the same link."""
    found: dict[tuple[int, str, int], None] = {}
    for pep in peps:
        number = pep["number"]
        found |= {(number, "SUPERSEDES", older): None for older in pep["replaces"]}
        found |= {(newer, "SUPERSEDES", number): None for newer in pep["superseded_by"]}
        found |= {(number, "DEPENDS_ON", needed): None for needed in pep["requires"]}
    yield from found


def write(memory: graphmem.Client, peps: list[Pep]) -> Counter[str]:
    """Write everything; returns how often each outcome came. Raises the first problem that a PEP met."""
    outcomes: Counter[str] = Counter()
    ids: dict[int, str] = {}
    for pep, receipt in zip(peps, memory.remember_all(map(draft_of, peps)), strict=True):
        if receipt.memory is None:
            raise receipt.problems[0]
        outcomes["replayed" if receipt.replayed else receipt.outcome.value] += 1
        ids[pep["number"]] = receipt.memory.id
    for source, relation, target in links_of(peps):
        if source in ids and target in ids:
            outcomes[linked(memory, ids[source], relation, ids[target])] += 1
    return outcomes


def linked(memory: graphmem.Client, source: str, relation: str, target: str) -> str:
    """Link two PEPs and tell what became of it: the data may hold circles, which are refused."""
    try:
        memory.link(source, relation, target)
    except graphmem.errors.Problem:
        return "refused link"
    return "link"


def main() -> None:
    """Read the command line and write the PEPs."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("file", type=Path, help="peps.jsonl")
    parser.add_argument("--url", default="http://127.0.0.1:8321")
    parser.add_argument("--token", help="Bearer token, where the service asks for one")
    given = parser.parse_args()
    with graphmem.connect(given.url, given.token) as memory:
        for outcome, count in write(memory, read_peps(given.file)).items():
            print(f"{outcome:>14}  {count}")


if __name__ == "__main__":
    main()

"""Writes the Python Enhancement Proposals into a running service, through its GraphQL API.

    python examples/peps.py ../shared/data/peps.jsonl --url http://127.0.0.1:8321/graphql

Authors become persons, topics concepts, each PEP a decision on an entity of its own, in its topic's thread.
A second run writes nothing new.
"""

from __future__ import annotations

import argparse
import json
import urllib.request
from collections import Counter
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

CREATE = """
mutation WritePeps($input: CreateMemoriesInput!) {
  createMemories(input: $input) {
    results { outcome replayed memory { id } errors { code message path } }
    errors { code message path }
  }
}
"""
LINK = """
mutation LinkPeps($input: LinkMemoriesInput!) {
  linkMemories(input: $input) { link { id } errors { code message path } }
}
"""
BATCH = 100
STATES = {
    "Accepted": "DECIDED",
    "Active": "DECIDED",
    "Deferred": "PARKED",
    "Draft": "OPEN",
    "Final": "DONE",
    "Provisional": "DECIDED",
    "Superseded": "SUPERSEDED",
}

Pep = dict[str, Any]


class Service:
    """A graphmem service under a URL."""

    def __init__(self, url: str, token: str | None = None) -> None:
        self._url = url
        self._headers = {"content-type": "application/json"}
        if token:
            self._headers["authorization"] = f"Bearer {token}"

    def run(self, query: str, given: dict[str, Any]) -> dict[str, Any]:
        """The data that a document gives. Raises RuntimeError for a request that is wrong as a whole."""
        body = json.dumps({"query": query, "variables": {"input": given}}).encode()
        request = urllib.request.Request(self._url, body, self._headers)
        with urllib.request.urlopen(request) as response:
            answer = json.load(response)
        if "errors" in answer:
            raise RuntimeError(answer["errors"])
        data: dict[str, Any] = answer["data"]
        return data


def read_peps(path: Path) -> list[Pep]:
    """The PEPs of a JSON Lines file, oldest first."""
    peps = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]
    return sorted(peps, key=lambda pep: (day_of(pep), pep["number"]))


def day_of(pep: Pep) -> datetime:
    """The day a PEP was created, UTC."""
    return datetime.strptime(pep["created"], "%d-%b-%Y").replace(tzinfo=UTC)


def memory_of(pep: Pep) -> dict[str, Any]:
    """The input that writes a PEP."""
    name = f"PEP {pep['number']}"
    topics = list(dict.fromkeys(topic.lower() for topic in pep["topic"])) or ["core"]
    text = f"{name}: {pep['title']}"
    return {
        "entity": {"mention": {"name": name, "kind": "OTHER", "key": f"pep:{pep['number']}"}},
        "layer": "decision",
        "content": f"{text}\n\n{pep['abstract']}" if pep["abstract"] else text,
        "axes": {
            "title": text,
            "altitude": "ARCHITECTURE",
            "type": "DECISION",
            "state": STATES.get(pep["status"], "DONE"),
        },
        "thread": {"key": topics[0]},
        "mentions": [*named(pep["authors"], "PERSON"), *named(topics, "CONCEPT")],
        "tags": [pep["status"], *([pep["type"]] if pep["type"] else []), *topics],
        "validFrom": day_of(pep).isoformat(),
        "override": ["PASTED", "TRANSIENT", "USER_CLAIM", "SCOPE", "LENGTH", "QUALITY"],
        "idempotencyKey": f"peps.jsonl/{pep['number']}",
        "metadata": {"pep": pep["number"], "python": pep["python_version"], "resolution": pep["resolution"]},
    }


def named(names: Iterable[str], kind: str) -> list[dict[str, Any]]:
    """Mentions of things of one kind, each once."""
    return [{"mention": {"name": name, "kind": kind}} for name in dict.fromkeys(names)]


def links_of(peps: Iterable[Pep]) -> Iterator[tuple[int, str, int]]:
    """The links among PEPs: from, relation, to. Both directions of a replacement name the same link."""
    found: dict[tuple[int, str, int], None] = {}
    for pep in peps:
        number = pep["number"]
        found |= {(number, "SUPERSEDES", older): None for older in pep["replaces"]}
        found |= {(newer, "SUPERSEDES", number): None for newer in pep["superseded_by"]}
        found |= {(number, "DEPENDS_ON", needed): None for needed in pep["requires"]}
    yield from found


def write(service: Service, peps: list[Pep]) -> Counter[str]:
    """Write everything; returns how often each outcome came."""
    outcomes: Counter[str] = Counter()
    ids: dict[int, str] = {}
    for start in range(0, len(peps), BATCH):
        chunk = peps[start : start + BATCH]
        payload = service.run(CREATE, {"memories": [memory_of(pep) for pep in chunk], "mode": "EACH"})["createMemories"]
        for pep, result in zip(chunk, payload["results"], strict=True):
            outcomes["replayed" if result["replayed"] else result["outcome"].lower()] += 1
            if result["memory"] is None:
                raise RuntimeError(f"PEP {pep['number']}: {result['errors']}")
            ids[pep["number"]] = result["memory"]["id"]
    for source, relation, target in links_of(peps):
        if source in ids and target in ids:
            given = {"from": ids[source], "relation": relation, "to": ids[target]}
            payload = service.run(LINK, given)["linkMemories"]
            outcomes["refused link" if payload["errors"] else "link"] += 1
    return outcomes


def main() -> None:
    """Read the command line and write the PEPs."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("file", type=Path, help="peps.jsonl")
    parser.add_argument("--url", default="http://127.0.0.1:8321/graphql")
    parser.add_argument("--token", help="Bearer token, where the service asks for one")
    given = parser.parse_args()
    for outcome, count in write(Service(given.url, given.token), read_peps(given.file)).items():
        print(f"{outcome:>14}  {count}")


if __name__ == "__main__":
    main()

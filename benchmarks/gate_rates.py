"""How often each gate speaks up on real text that is known to be fine: the PEP abstracts and LoCoMo's facts.

Prints, for each gate, the share of texts it would refuse or warn about, with examples; a share above the
limit fails the run. The facts are about third persons, so the gate for claims about the user is off there.
"""

from __future__ import annotations

import json
import sys
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from graphmem.domain.cleaning import Cleaning, clean
from graphmem.domain.draft import Gate
from graphmem.domain.gates import PIPELINE, GateContext, GatePolicy, Prose
from graphmem.domain.model import EntityKind

DATA = Path(__file__).parents[1] / ".." / "shared" / "data"
LIMIT = 0.01
EXAMPLES = 3
UNLIMITED = frozenset({Gate.TRANSIENT})
"""Transient wording is found on purpose, and only warned about."""


@dataclass(frozen=True)
class Corpus:
    """Texts that gates should let pass, and the gates that are off for them."""

    name: str
    texts: tuple[str, ...]
    kind: EntityKind
    off: frozenset[Gate] = frozenset()


def abstracts() -> Corpus:
    """The abstracts of the Python Enhancement Proposals, where their text is public."""
    lines = (DATA / "peps.jsonl").read_text("utf-8").splitlines()
    texts = tuple(abstract for line in lines if (abstract := json.loads(line)["abstract"]))
    return Corpus("PEP abstracts", texts, EntityKind.PROJECT)


def observations() -> Corpus:
    """The facts about the speakers that LoCoMo's annotators wrote down."""
    conversations = json.loads((DATA / "locomo_dev.json").read_text("utf-8"))
    texts = tuple(
        fact
        for conversation in conversations
        for session in conversation["observation"].values()
        for facts in session.values()
        for fact, _evidence in facts
    )
    return Corpus("LoCoMo observations", texts, EntityKind.PERSON, frozenset({Gate.USER_CLAIM}))


def findings(corpus: Corpus) -> Iterator[tuple[str, str, str]]:
    """Every finding as gate, match and text; cleaning that changes a text counts as `changed`."""
    policy = GatePolicy()
    for text in corpus.texts:
        if clean(text, Cleaning(policy)).text != text:
            yield "changed", "cleaning", text
        context = GateContext(Prose(text), entity_kind=corpus.kind)
        for gate, ask in PIPELINE:
            if gate not in corpus.off and (finding := ask(context, policy)):
                yield gate.value, "; ".join(finding.matches), text


def mode(gate: str) -> str:
    """What a space does with the gate's findings by default."""
    return "" if gate == "changed" else GatePolicy().mode(Gate(gate)).value


def report(corpus: Corpus) -> list[str]:
    """Print one corpus's rates with examples; gives the names of gates above the limit."""
    by_gate: dict[str, list[tuple[str, str]]] = defaultdict(list)
    for gate, match, text in findings(corpus):
        by_gate[gate].append((match, text))
    print(f"\n{corpus.name}: {len(corpus.texts)} texts")
    exceeding = []
    for gate in ("changed", *(gate.value for gate, _ in PIPELINE)):
        hits = by_gate[gate]
        share = len(hits) / len(corpus.texts)
        state = "off for these texts" if gate in corpus.off else f"{len(hits):5d}  {share:6.2%}  {mode(gate)}"
        print(f"  {gate:14s} {state}")
        for match, text in hits[:EXAMPLES]:
            print(f"      {match[:70]}  <-  {' '.join(text.split())[:110]}")
        if share > LIMIT and gate not in UNLIMITED:
            exceeding.append(f"{gate} on {corpus.name}: {share:.2%}")
    return exceeding


def main() -> None:
    """Report both corpora; exit with 1 where a gate refuses more than 1 % of them."""
    if not DATA.is_dir():
        sys.exit("the shared data folder is not beside this checkout: nothing to measure")
    exceeding = [line for corpus in (abstracts(), observations()) for line in report(corpus)]
    print(f"\nlimit {LIMIT:.0%}, transient excepted: {'; '.join(exceeding) or 'held'}")
    sys.exit(1 if exceeding else 0)


if __name__ == "__main__":
    main()

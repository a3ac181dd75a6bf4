"""The credential gate: a memory is read by every agent of a space, so no secret may be in it.

Owns the refusal. Finding is in `graphmem.domain.credentials`; redacting, for spaces that want that, is done
in `graphmem.domain.cleaning` before the gates are asked.
"""

from __future__ import annotations

from collections.abc import Iterator

from graphmem.domain.credentials import find_credentials, snippets
from graphmem.domain.draft import Gate
from graphmem.domain.gates.base import Annexed, GateContext, GateFinding, GatePolicy


def find_credential(context: GateContext, _policy: GatePolicy) -> GateFinding | None:
    """Find credentials in the text and in what stands around it; matches show them redacted."""
    found = [*_in_prose(context), *_in_annex(context.annex)]
    if not found:
        return None
    described = [line for _, lines in found for line in lines]
    kinds = sorted({line.partition(":")[0] for line in described})
    return GateFinding(
        Gate.CREDENTIAL,
        f"Holds what looks like a credential ({', '.join(kinds)}): "
        "write where the secret is kept, never the secret itself.",
        tuple(dict.fromkeys(described)),
        found[0][0],
    )


def _in_text(text: str, path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], tuple[str, ...]]]:
    if text and (found := find_credentials(text)):
        yield path, snippets(text, found)


def _in_prose(context: GateContext) -> Iterator[tuple[tuple[str, ...], tuple[str, ...]]]:
    for _, lines in _in_text(context.prose.text):
        yield next((path for path, text in context.sources if find_credentials(text)), ()), lines


def _in_annex(annex: tuple[Annexed, ...]) -> Iterator[tuple[tuple[str, ...], tuple[str, ...]]]:
    # One search through all of it is what nearly every write needs; the place is looked for only then.
    if annex and find_credentials("\n".join(text for _, text in annex)):
        for path, text in annex:
            yield from _in_text(text, path)

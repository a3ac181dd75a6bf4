"""The credential gate: a memory is read by every agent of a space, so no secret may be in it.

Owns the refusal. Finding is in `graphmem.domain.credentials`; redacting, for spaces that want that, is done
in `graphmem.domain.cleaning` before the gates are asked.
"""

from __future__ import annotations

from graphmem.domain.credentials import find_credentials, snippets
from graphmem.domain.draft import Gate
from graphmem.domain.gates.base import GateContext, GateFinding, GatePolicy


def find_credential(context: GateContext, _policy: GatePolicy) -> GateFinding | None:
    """Find credentials in the text and in what stands around it; matches show them redacted."""
    described: list[str] = []
    for text in (context.prose.text, context.annex):
        if text and (found := find_credentials(text)):
            described += snippets(text, found)
    if not described:
        return None
    kinds = sorted({line.partition(":")[0] for line in described})
    return GateFinding(
        Gate.CREDENTIAL,
        f"Holds what looks like a credential ({', '.join(kinds)}): "
        "write where the secret is kept, never the secret itself.",
        tuple(dict.fromkeys(described)),
    )

"""What is said beside a memory: reasons, notes, names, the caller's data. No secret may be in it either.

Owns what becomes of a secret there, by the space's setting for credentials. Content is `cleaning`'s and the
credential gate's.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from graphmem.domain.cleaning import hide_secrets
from graphmem.domain.credentials import REDACTED, find_credentials, hide, snippets
from graphmem.domain.draft import Gate
from graphmem.domain.errors import GateRefused
from graphmem.domain.gates import GatePolicy, Mode


def refuse_secret(text: str, path: Sequence[str], policy: GatePolicy) -> None:
    """Raise GateRefused for a text with a credential in it, where the space refuses those.

    Nothing sets it aside: a reason or a name can always be given without.
    """
    if policy.mode(Gate.CREDENTIAL) is not Mode.REFUSE or not (found := find_credentials(text)):
        return
    kinds = ", ".join(sorted({credential.kind for credential in found}))
    raise GateRefused(
        f"this holds what looks like a credential ({kinds}): say where the secret is kept, never the secret itself",
        path,
        Gate.CREDENTIAL,
        snippets(text, found),
        None,
    )


def discreet(text: str, path: Sequence[str], policy: GatePolicy) -> str:
    """A free text as it may be kept: secrets hidden where the space redacts; else raises GateRefused."""
    hidden = hide_secrets(text, policy).text
    refuse_secret(hidden, path, policy)
    return hidden


def discreet_data(data: Mapping[str, Any], path: Sequence[str], policy: GatePolicy) -> Mapping[str, Any]:
    """A caller's data as it may be kept, as `discreet`."""
    if policy.redact_credentials:
        data = redacted(data)
    refuse_secret(json.dumps(data, ensure_ascii=False), path, policy)
    return data


def redacted(data: Mapping[str, Any]) -> Mapping[str, Any]:
    """A caller's data with the secrets among its values hidden."""
    return {key: _hidden(key, value) for key, value in data.items()}


def _hidden(name: str, value: Any) -> Any:
    """The value without secrets; a text is read with its name before it, which may be what tells."""
    if isinstance(value, Mapping):
        return {key: _hidden(key, inner) for key, inner in value.items()}
    if isinstance(value, list | tuple):
        return [_hidden(name, inner) for inner in value]
    if not isinstance(value, str):
        return value
    named = f"{name}: "
    shown = hide(named + value, find_credentials(named + value)).text
    # A name that is a secret itself is left to be refused: there is nothing to call the value by.
    return shown[len(named) :] if shown.startswith(named) else REDACTED

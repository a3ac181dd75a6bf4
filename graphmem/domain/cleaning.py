"""What happens to a content before the gates read it: private sections out, output trimmed, secrets hidden.

Owns the order of these changes and what is said about them.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any, Final

from graphmem.domain.credentials import Redaction, find_cards, find_credentials, hide
from graphmem.domain.draft import Gate
from graphmem.domain.filters import OFF, filter_output
from graphmem.domain.gates.base import GateFinding, GatePolicy
from graphmem.domain.model import Axis
from graphmem.domain.private import cut_private

_AXES: Final = frozenset(Axis)


@dataclass(frozen=True, slots=True)
class Cleaned:
    """A content as it may be stored, and what was changed; `private_sections` counts, and never tells."""

    text: str
    private_sections: int = 0
    findings: tuple[GateFinding, ...] = ()


@dataclass(frozen=True, slots=True)
class Cleaning:
    """How to clean. `filter_name` is the caller's wish; `conversation` says that the text is one."""

    policy: GatePolicy
    filter_name: str | None = None
    conversation: bool = False
    overrides: frozenset[Gate] = frozenset()


def clean(content: str, cleaning: Cleaning) -> Cleaned:
    """Clean a content; of a JSON object with axes, each text by itself, so that it stays one.

    Card numbers are always hidden, other credentials only where the space redacts instead of refusing;
    overriding the credential gate keeps both. Raises Invalid for an unknown filter, or one named for a
    conversation.
    """
    fields = _with_axes(content)
    if fields is None:
        return _clean_text(content, cleaning)
    parts: list[Cleaned] = []
    cleaned = _clean_value(fields, cleaning, parts)
    changed = any(part.findings for part in parts)
    return Cleaned(
        json.dumps(cleaned, ensure_ascii=False) if changed else content,
        sum(part.private_sections for part in parts),
        tuple(finding for part in parts for finding in part.findings),
    )


def _with_axes(content: str) -> dict[str, Any] | None:
    if not content.lstrip().startswith("{"):
        return None
    try:
        fields = json.loads(content)
    except (ValueError, RecursionError):
        return None
    return None if _AXES.isdisjoint(fields) else dict(fields)


def _clean_value(value: Any, cleaning: Cleaning, parts: list[Cleaned]) -> Any:
    if isinstance(value, str):
        parts.append(_clean_text(value, cleaning))
        return parts[-1].text
    if isinstance(value, dict):
        return {key: _clean_value(inner, cleaning, parts) for key, inner in value.items()}
    if isinstance(value, list):
        return [_clean_value(inner, cleaning, parts) for inner in value]
    return value


def _clean_text(text: str, cleaning: Cleaning) -> Cleaned:
    cut = cut_private(text)
    name = cleaning.filter_name or (None if cleaning.policy.filter_tool_output else OFF)
    filtered = filter_output(cut.text, name, conversation=cleaning.conversation)
    hidden = _hidden(filtered.text, cleaning)
    findings = []
    if cut.sections:
        findings.append(GateFinding(Gate.CREDENTIAL, f"Private sections cut out: {cut.sections}."))
    if filtered.name:
        findings.append(GateFinding(Gate.PASTED, filtered.report, (filtered.name,)))
    if hidden.kinds:
        findings.append(GateFinding(Gate.CREDENTIAL, f"Hidden: {', '.join(sorted(set(hidden.kinds)))}.", hidden.kinds))
    return Cleaned(hidden.text, cut.sections, tuple(findings))


def _hidden(text: str, cleaning: Cleaning) -> Redaction:
    if Gate.CREDENTIAL in cleaning.overrides:
        return Redaction(text, ())
    return hide_secrets(text, cleaning.policy)


def hide_secrets(text: str, policy: GatePolicy) -> Redaction:
    """Hide card numbers, and other credentials where the space redacts them."""
    found = list(find_cards(text))
    if policy.redact_credentials:
        found += find_credentials(text)
    return hide(text, found)

"""The gates that a write passes, in order, and what comes of them.

Owns the order and the verdict: which findings refuse, which only warn, which were set aside. Each gate is one
pure function in a file of its own. Duplicates, forgotten texts and claims need the store or a worktree and
are asked by the services.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from typing import Final

from graphmem.domain.draft import Gate
from graphmem.domain.errors import Problems
from graphmem.domain.gates.base import (
    NOT_FORCED,
    NOT_OVERRIDDEN,
    Annexed,
    GateContext,
    GateFinding,
    GateFunction,
    GatePolicy,
    Known,
    Mode,
)
from graphmem.domain.gates.credential import find_credential
from graphmem.domain.gates.groundedness import find_ungrounded
from graphmem.domain.gates.length import find_length
from graphmem.domain.gates.pasted import find_pasted
from graphmem.domain.gates.projects import KnownProject, Projects
from graphmem.domain.gates.prose import Prose
from graphmem.domain.gates.quality import find_low_quality
from graphmem.domain.gates.scope import find_scope_mismatch
from graphmem.domain.gates.transient import find_transient
from graphmem.domain.gates.user_claim import find_user_claim

__all__ = [
    "PIPELINE",
    "Annexed",
    "GateContext",
    "GateFinding",
    "GatePolicy",
    "Known",
    "KnownProject",
    "Mode",
    "Projects",
    "Prose",
    "Verdict",
    "judge",
    "run_gates",
]

# Private sections, tool output and redaction come before (`graphmem.domain.cleaning`); duplicates, forgotten
# texts and claims after, where the store is.
PIPELINE: Final[tuple[tuple[Gate, GateFunction], ...]] = (
    (Gate.PASTED, find_pasted),
    (Gate.CREDENTIAL, find_credential),
    (Gate.TRANSIENT, find_transient),
    (Gate.USER_CLAIM, find_user_claim),
    (Gate.SCOPE, find_scope_mismatch),
    (Gate.GROUNDEDNESS, find_ungrounded),
    (Gate.LENGTH, find_length),
    (Gate.QUALITY, find_low_quality),
)
"""Every gate that reads only the draft, in the order in which it is asked."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """What the gates said: findings that refuse, findings that do not, and the gates that were set aside."""

    refusals: tuple[GateFinding, ...] = ()
    findings: tuple[GateFinding, ...] = ()
    overridden: tuple[Gate, ...] = ()

    def raise_refusals(self) -> None:
        """Raise GateRefused for one refusal, Problems for several; nothing when there is none."""
        refusals = [finding.refusal() for finding in self.refusals]
        if len(refusals) == 1:
            raise refusals[0]
        if refusals:
            raise Problems(refusals)

    def of(self, gates: Collection[Gate]) -> Verdict:
        """What these gates said."""
        return Verdict(
            tuple(finding for finding in self.refusals if finding.gate in gates),
            tuple(finding for finding in self.findings if finding.gate in gates),
            tuple(gate for gate in self.overridden if gate in gates),
        )

    def __or__(self, other: Verdict) -> Verdict:
        """Join with what later gates said."""
        return Verdict(
            self.refusals + other.refusals,
            self.findings + other.findings,
            self.overridden + other.overridden,
        )


def run_gates(
    context: GateContext,
    policy: GatePolicy,
    overrides: frozenset[Gate] = frozenset(),
    force: bool = False,
) -> Verdict:
    """Ask every gate that is not off, and judge what they find; raises Invalid as a gate may."""
    found = (
        finding for gate, ask in PIPELINE if policy.mode(gate) is not Mode.OFF and (finding := ask(context, policy))
    )
    return judge(found, policy, overrides, force)


def judge(
    found: Iterable[GateFinding],
    policy: GatePolicy,
    overrides: frozenset[Gate] = frozenset(),
    force: bool = False,
) -> Verdict:
    """Sort findings by the space's modes and the caller's overrides, for the services' own gates too.

    `force` sets aside every gate but credentials, which only their own name does, and claims, which nothing
    does. A gate that was set aside keeps its finding, as a warning.
    """
    refusals: list[GateFinding] = []
    findings: list[GateFinding] = []
    overridden: list[Gate] = []
    for finding in found:
        gate = finding.gate
        if (gate in overrides and gate not in NOT_OVERRIDDEN) or (force and gate not in NOT_FORCED):
            overridden.append(gate)
            findings.append(finding)
        elif policy.mode(gate) is Mode.REFUSE:
            refusals.append(finding)
        elif policy.mode(gate) is Mode.WARN:
            findings.append(finding)
    return Verdict(tuple(refusals), tuple(findings), tuple(overridden))

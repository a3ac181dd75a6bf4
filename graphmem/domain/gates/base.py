"""What every gate takes and gives: the context, the policy and the finding.

Owns the shapes and the defaults. Each gate is a file of its own beside this one; their order is in
`graphmem.domain.gates`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from types import MappingProxyType
from typing import Final

from graphmem.domain.draft import Gate
from graphmem.domain.errors import GateRefused, Invalid
from graphmem.domain.gates.projects import Projects
from graphmem.domain.gates.prose import Prose
from graphmem.domain.model import Category, EntityKind


class Mode(StrEnum):
    """What a space does with a gate's finding."""

    OFF = "off"
    WARN = "warn"
    REFUSE = "refuse"


DEFAULT_MODES: Final[Mapping[Gate, Mode]] = MappingProxyType(
    {
        Gate.PASTED: Mode.REFUSE,
        Gate.CREDENTIAL: Mode.REFUSE,
        Gate.TRANSIENT: Mode.WARN,
        Gate.USER_CLAIM: Mode.REFUSE,
        Gate.SCOPE: Mode.WARN,
        Gate.GROUNDEDNESS: Mode.REFUSE,
        Gate.DUPLICATE: Mode.REFUSE,
        Gate.PREVIOUSLY_FORGOTTEN: Mode.REFUSE,
        Gate.CLAIM: Mode.REFUSE,
        Gate.LENGTH: Mode.WARN,
        Gate.QUALITY: Mode.OFF,
        Gate.IMPORTANCE: Mode.WARN,
    }
)
"""Zealous where a wrong memory sticks or leaks, a hint where the writer may well be right."""

NOT_FORCED: Final = frozenset({Gate.CREDENTIAL, Gate.CLAIM})
"""Gates that `force` leaves standing."""

NOT_OVERRIDDEN: Final = frozenset({Gate.CLAIM})
"""Gates that nothing sets aside: a claim that is false stays false."""


@dataclass(frozen=True, slots=True)
class GatePolicy:
    """How a space has set its gates.

    `word_limits` holds the most words a body of a category may have; a category left out is unlimited.
    """

    modes: Mapping[Gate, Mode] = field(default_factory=lambda: DEFAULT_MODES)
    redact_credentials: bool = False
    filter_tool_output: bool = True
    word_limits: Mapping[Category, int] = field(default_factory=lambda: MappingProxyType({Category.AMBIENT: 500}))
    least_overlap: float = 0.30
    least_quality: float = 0.5

    def mode(self, gate: Gate) -> Mode:
        """What the space does with a finding of this gate."""
        return self.modes.get(gate, DEFAULT_MODES[gate])

    @classmethod
    def of(
        cls, modes: Mapping[str, str], redact_credentials: bool = False, *, filter_tool_output: bool = True
    ) -> GatePolicy:
        """Read modes as they come from settings, by name; raises Invalid for an unknown gate or mode."""
        known = dict(DEFAULT_MODES)
        for name, mode in modes.items():
            try:
                known[Gate(name)] = Mode(mode)
            except ValueError:
                raise Invalid(
                    f"No gate mode {name}={mode}: gates are {', '.join(Gate)}; modes are {', '.join(Mode)}."
                ) from None
        return cls(MappingProxyType(known), redact_credentials, filter_tool_output)


_FIELDS: Final[Mapping[Gate, tuple[str, ...]]] = MappingProxyType(
    {Gate.CLAIM: ("claims",), Gate.IMPORTANCE: ("importance",)}
)
"""The input field that a gate is about, where it is not the content."""


def _unknown(_name: str) -> EntityKind | None:
    return None


@dataclass(frozen=True, slots=True)
class Known:
    """What the store already knows, as far as a gate asks: other projects, and what a name stands for."""

    projects: Projects = field(default_factory=Projects)
    kind_of: Callable[[str], EntityKind | None] = _unknown


Annexed = tuple[tuple[str, ...], str]
"""The path of an input field, and what it says."""


@dataclass(frozen=True, slots=True)
class GateContext:
    """One write as the gates see it.

    `prose` is everything readable the memory will say; `annex` holds the strings around it (tags, metadata,
    provenance), which only the credential gate reads. `declared` are the names the memory says it is about.
    `sources` are the fields that the prose was made of, for telling which one is at fault. `filtered` tells that the
    caller named a tool-output filter, so output is no surprise.
    """

    prose: Prose
    category: Category = Category.FACT
    entity_name: str | None = None
    entity_kind: EntityKind | None = None
    declared: tuple[str, ...] = ()
    transcript: str | None = None
    check_groundedness: bool = False
    filtered: bool = False
    annex: tuple[Annexed, ...] = ()
    sources: tuple[Annexed, ...] = ()
    known: Known = field(default_factory=Known)


@dataclass(frozen=True, slots=True)
class GateFinding:
    """What a gate noticed: what matched (never a secret itself), and what to do about it.

    `path` is the input field it is about, where that is not the gate's usual one.
    """

    gate: Gate
    message: str
    matches: tuple[str, ...] = ()
    path: tuple[str, ...] = ()

    @property
    def override(self) -> Gate | None:
        """The name that sets the gate aside; None where nothing does."""
        return None if self.gate in NOT_OVERRIDDEN else self.gate

    def refusal(self) -> GateRefused:
        """The finding as the problem that stops the write."""
        override = self.override
        way_out = f" To write it anyway, send override: [{override.name}]." if override else ""
        return GateRefused(
            self.message + way_out,
            self.path or _FIELDS.get(self.gate, ("content",)),
            self.gate.value,
            self.matches,
            override.value if override else None,
        )


GateFunction = Callable[[GateContext, GatePolicy], GateFinding | None]
"""A gate: pure, and silent unless it has something to say."""

"""The closed sets of the house: kinds, layers, types, states, relations. Their values are what is stored."""

from __future__ import annotations

from enum import StrEnum


class EntityKind(StrEnum):
    """What sort of thing an entity is (linksee's six kinds)."""

    PERSON = "person"
    COMPANY = "company"
    PROJECT = "project"
    CONCEPT = "concept"
    FILE = "file"
    OTHER = "other"


class Layer(StrEnum):
    """The six layers a memory can hang in (linksee)."""

    GOAL = "goal"
    CONTEXT = "context"
    EMOTION = "emotion"
    IMPLEMENTATION = "implementation"
    CAVEAT = "caveat"
    LEARNING = "learning"


class Altitude(StrEnum):
    """How high above the code a memory flies."""

    MISSION = "mission"
    STRATEGY = "strategy"
    ARCHITECTURE = "architecture"
    IMPLEMENTATION = "implementation"


class MemoryType(StrEnum):
    """The union of the seed systems' kinds and types."""

    NOTE = "note"
    FACT = "fact"
    QUESTION = "question"
    COMPARISON = "comparison"
    DECISION = "decision"
    WORK = "work"
    SOLUTION = "solution"
    OUTCOME = "outcome"
    LEARNING = "learning"
    CONVENTION = "convention"
    GOTCHA = "gotcha"
    HANDOFF = "handoff"
    RESEARCH = "research"


class MemoryState(StrEnum):
    """Where a matter stands (linksee's state machine)."""

    OPEN = "open"
    DECIDED = "decided"
    IN_PROGRESS = "in_progress"
    DONE = "done"
    STALLED = "stalled"
    PARKED = "parked"
    SUPERSEDED = "superseded"


class MemoryStatus(StrEnum):
    """Whether a memory speaks for the present."""

    CURRENT = "current"
    SUPERSEDED = "superseded"
    FORGOTTEN = "forgotten"


class Category(StrEnum):
    """bettermemory's three categories."""

    FACT = "fact"
    USER_INFERENCE = "user-inference"
    AMBIENT = "ambient"


class Confidence(StrEnum):
    """How sure the writer was."""

    LOW = "low"
    MEDIUM = "medium"
    HIGH = "high"


class Source(StrEnum):
    """Where the writer had it from."""

    EXPLICIT_STATEMENT = "explicit-statement"
    INFERRED = "inferred"
    USER_CORRECTION = "user-correction"


class Relation(StrEnum):
    """Typed links between memories; each reads "from RELATION to"."""

    SUPERSEDES = "supersedes"
    LED_TO = "led_to"
    IMPLEMENTS = "implements"
    RESOLVES = "resolves"
    DEPENDS_ON = "depends_on"
    EXTENDS = "extends"
    CONTRADICTS = "contradicts"


class Axis(StrEnum):
    """The structured parts of a memory's content."""

    TITLE = "title"
    ALTITUDE = "altitude"
    TYPE = "type"
    STATE = "state"
    WHAT = "what"
    WHY = "why"
    AFFECTS = "affects"
    NEXT_ACTION = "next_action"


class AliasSource(StrEnum):
    """How an entity came by a name."""

    GIVEN = "given"
    LEARNED = "learned"
    MERGED = "merged"


class EventType(StrEnum):
    """What an event tells."""

    MEMORY_CREATED = "memory_created"
    MEMORY_UPDATED = "memory_updated"
    MEMORY_SUPERSEDED = "memory_superseded"
    MEMORY_FORGOTTEN = "memory_forgotten"
    MEMORY_RESTORED = "memory_restored"
    MEMORY_ERASED = "memory_erased"
    MEMORY_CONSOLIDATED = "memory_consolidated"
    MEMORY_CORROBORATED = "memory_corroborated"
    MEMORY_USED = "memory_used"
    MEMORY_VERIFIED = "memory_verified"
    WRITE_REFUSED = "write_refused"
    LINK_ADDED = "link_added"
    LINK_REMOVED = "link_removed"
    ENTITY_CREATED = "entity_created"
    ENTITY_UPDATED = "entity_updated"
    ENTITY_RENAMED = "entity_renamed"
    ALIAS_ADDED = "alias_added"
    ALIAS_REMOVED = "alias_removed"
    ENTITY_MERGED = "entity_merged"
    ENTITY_UNMERGED = "entity_unmerged"
    ENTITY_SPLIT = "entity_split"
    ENTITY_SWEPT = "entity_swept"
    DUPLICATE_DISMISSED = "duplicate_dismissed"
    CONFLICT_RAISED = "conflict_raised"
    CONFLICT_RESOLVED = "conflict_resolved"
    SCOPE_MUTED = "scope_muted"
    SCOPE_UNMUTED = "scope_unmuted"
    PENDING_ADDED = "pending_added"
    PENDING_CANCELLED = "pending_cancelled"


class UseOutcome(StrEnum):
    """What became of a memory that was recalled (bettermemory)."""

    APPLIED = "applied"
    IGNORED = "ignored"
    WRONG = "wrong"


class Scope(StrEnum):
    """What a token may do."""

    READ = "read"
    WRITE = "write"
    FORGET = "forget"
    ADMIN = "admin"

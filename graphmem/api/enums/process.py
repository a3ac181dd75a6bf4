"""Words for the enums that say what a caller asks for and what became of it."""

from __future__ import annotations

from enum import StrEnum

from graphmem.api.enums.describe import describe
from graphmem.domain import model
from graphmem.domain.draft import Gate, MemoryOrderField, OnAmbiguous, WriteOutcome
from graphmem.domain.resolution import ResolutionOutcome, ResolutionTier
from graphmem.services.conflicts import ConflictDecision
from graphmem.services.receipts import BatchMode


class UserErrorCode(StrEnum):
    """What kind of expected failure it is; the values are the codes of `domain.errors`."""

    INVALID = "INVALID"
    NOT_FOUND = "NOT_FOUND"
    VERSION_CONFLICT = "VERSION_CONFLICT"
    AMBIGUOUS_ENTITY = "AMBIGUOUS_ENTITY"
    KIND_CONFLICT = "KIND_CONFLICT"
    PROTECTED = "PROTECTED"
    REFUSED = "REFUSED"
    CYCLE = "CYCLE"
    IDEMPOTENCY_CONFLICT = "IDEMPOTENCY_CONFLICT"
    INVALID_STATE = "INVALID_STATE"
    FORBIDDEN = "FORBIDDEN"
    LIMIT_EXCEEDED = "LIMIT_EXCEEDED"
    UNAVAILABLE = "UNAVAILABLE"


class ImportanceLevel(StrEnum):
    """An importance in a word; the values are the words of `domain.layers`."""

    CRITICAL = "critical"
    HIGH = "high"
    MEDIUM = "medium"
    LOW = "low"


class LinkDirection(StrEnum):
    """Which links of a memory are meant; the values are what `services.read.links` takes."""

    OUT = "out"
    IN = "in"
    BOTH = "both"


class OrderDirection(StrEnum):
    """Which end of an order comes first."""

    ASC = "asc"
    DESC = "desc"


describe(
    {
        model.EventType: (
            "What an event tells.",
            {
                "MEMORY_CREATED": "A memory was written.",
                "MEMORY_UPDATED": "A memory got a new version.",
                "MEMORY_SUPERSEDED": "A memory was replaced by another.",
                "MEMORY_FORGOTTEN": "A memory was set aside.",
                "MEMORY_RESTORED": "A forgotten memory is back.",
                "MEMORY_ERASED": "A memory's text and versions are gone for good.",
                "MEMORY_CONSOLIDATED": "Several memories were drawn together into one.",
                "MEMORY_CORROBORATED": "The same thing was said again.",
                "MEMORY_USED": "A memory was recalled or its use reported.",
                "MEMORY_VERIFIED": "A memory's claims were checked again.",
                "WRITE_REFUSED": "A gate turned a write away.",
                "LINK_ADDED": "Two memories were linked.",
                "LINK_REMOVED": "A link was taken away.",
                "ENTITY_CREATED": "An entity was made.",
                "ENTITY_UPDATED": "An entity's kind, key or attributes changed.",
                "ENTITY_RENAMED": "An entity got another name.",
                "ALIAS_ADDED": "An entity got a further name.",
                "ALIAS_REMOVED": "An entity lost a name.",
                "ENTITY_MERGED": "An entity was merged into another.",
                "ENTITY_UNMERGED": "A merged entity was taken out again.",
                "ENTITY_SPLIT": "Part of an entity became one of its own.",
                "ENTITY_SWEPT": "An entity without memories was removed after an erasure.",
                "DUPLICATE_DISMISSED": "Two entities were declared to be different.",
                "CONFLICT_RAISED": "Two memories were found to disagree.",
                "CONFLICT_RESOLVED": "A disagreement was decided.",
                "SCOPE_MUTED": "An agent hid a scope from its recall.",
                "SCOPE_UNMUTED": "An agent shows a scope again.",
                "PENDING_ADDED": "A write waits for confirmation.",
                "PENDING_CANCELLED": "A waiting write was dropped.",
            },
        ),
        model.Scope: (
            "What a token may do.",
            {
                "READ": "Read everything in its space.",
                "WRITE": "Write, link and curate.",
                "FORGET": "Forget and restore: what can be undone.",
                "ADMIN": "What can't be undone, or is done to the space as a whole: erase, consolidate.",
            },
        ),
        Gate: (
            "A check on the way in; its name is also what overrides it.",
            {
                "PASTED": "Looks like pasted logs, output, mail or a prompt.",
                "CREDENTIAL": "Carries a password, key or token.",
                "TRANSIENT": "Will be stale in a day.",
                "USER_CLAIM": "Claims something about the user as a fact.",
                "SCOPE": "Speaks of another project.",
                "GROUNDEDNESS": "Isn't backed by the transcript.",
                "DUPLICATE": "Is there already.",
                "PREVIOUSLY_FORGOTTEN": "Was forgotten before.",
                "CLAIM": "Claims something about the code that isn't so.",
                "LENGTH": "Is too long for its category.",
                "QUALITY": "Says too little to be of use.",
                "IMPORTANCE": "Is one critical memory too many for a day.",
            },
        ),
        OnAmbiguous: (
            "What to do when several entities fit a mention.",
            {
                "NEW": "Make a new entity and record the possible duplicate.",
                "REJECT": "Write nothing and answer with the candidates.",
            },
        ),
        WriteOutcome: (
            "What became of a write.",
            {
                "COMMITTED": "Written, and durable.",
                "DUPLICATE": "Known already; the first one was corroborated, nothing new was written.",
                "PENDING": "Waits for confirmation.",
                "REFUSED": "Not written; `errors` says why.",
                "UNCHANGED": "There was nothing to change.",
                "PREVIEW": "What would have happened; nothing was written.",
            },
        ),
        MemoryOrderField: (
            "What a list of memories is ordered by; equal ones by id.",
            {
                "CREATED_AT": "When it was first written.",
                "UPDATED_AT": "When it was last changed.",
                "IMPORTANCE": "Its importance.",
                "HEAT": "How much it is used, and how lately.",
            },
        ),
        ResolutionOutcome: (
            "What became of a mention.",
            {
                "MATCHED": "It is a known entity.",
                "AMBIGUOUS": "Several entities fit.",
                "NEW": "It is an entity not seen before.",
            },
        ),
        ResolutionTier: (
            "Which of the three tiers decided; ID when the caller named the entity outright.",
            {
                "ID": "By the entity's id.",
                "KEY": "By the canonical key.",
                "NAME": "By a folded name or alias.",
                "FUZZY": "By likeness, past every guard.",
            },
        ),
        BatchMode: (
            "What one refused memory does to its batch.",
            {
                "ALL_OR_NOTHING": "Nothing is written unless all can be.",
                "EACH": "The others are written all the same.",
            },
        ),
        UserErrorCode: (
            "What kind of expected failure it is.",
            {
                "INVALID": "The input breaks a rule.",
                "NOT_FOUND": "There is no such id, key or permalink.",
                "VERSION_CONFLICT": "It was changed since the version that was expected.",
                "AMBIGUOUS_ENTITY": "Several entities fit, and the caller asked to be told.",
                "KIND_CONFLICT": "The canonical key belongs to an entity of another kind.",
                "PROTECTED": "The memory is protected; `overrideProtection` sets that aside.",
                "REFUSED": "A gate said no.",
                "CYCLE": "The link would close a circle, or touch itself.",
                "IDEMPOTENCY_CONFLICT": "The idempotency key was used with another input.",
                "INVALID_STATE": "Not possible as things stand.",
                "FORBIDDEN": "The token lacks the scope.",
                "LIMIT_EXCEEDED": "Too many, too long or too deep.",
                "UNAVAILABLE": "The store takes no writes now; try again later.",
            },
        ),
        ConflictDecision: (
            "How a conflict ends.",
            {
                "SUPERSEDE": "The newer memory replaces the older.",
                "KEEP_BOTH": "Both hold.",
                "CONTRADICTS": "Both stay, and the newer is linked as contradicting the older.",
                "DISMISS": "There was none.",
            },
        ),
        ImportanceLevel: (
            "An importance in a word.",
            {
                "CRITICAL": "Must not be missed.",
                "HIGH": "Matters more than most.",
                "MEDIUM": "Matters.",
                "LOW": "Good to know.",
            },
        ),
        LinkDirection: (
            "Which links of a memory are meant.",
            {"OUT": "Those from it.", "IN": "Those to it.", "BOTH": "All of them."},
        ),
        OrderDirection: (
            "Which end of the order comes first.",
            {"ASC": "The least first.", "DESC": "The greatest first."},
        ),
    }
)

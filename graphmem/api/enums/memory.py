"""Words for the enums that describe entities, memories and their links."""

from __future__ import annotations

from graphmem.api.enums.describe import describe
from graphmem.domain import heat, model

describe(
    {
        model.EntityKind: (
            "What sort of thing an entity is.",
            {
                "PERSON": "A human being.",
                "COMPANY": "A company, institution or team.",
                "PROJECT": "A product, package, repository or undertaking.",
                "CONCEPT": "An idea, topic or technique.",
                "FILE": "A file or folder of a worktree.",
                "OTHER": "Anything else, and what nobody has said the kind of.",
            },
        ),
        model.Layer: (
            "The layer of its entity that a memory hangs in.",
            {
                "GOAL": "What is wanted.",
                "CONTEXT": "Why now: background, constraints, people.",
                "EMOTION": "How people feel about it.",
                "IMPLEMENTATION": "How it was done, and what failed.",
                "CAVEAT": "What must not be forgotten: memories here are protected.",
                "LEARNING": "What was learned from it.",
            },
        ),
        model.Altitude: (
            "How far above the code a memory speaks.",
            {
                "MISSION": "Why any of it exists.",
                "STRATEGY": "Which way to go.",
                "ARCHITECTURE": "How the parts fit.",
                "IMPLEMENTATION": "How one part is made.",
            },
        ),
        model.MemoryType: (
            "What sort of statement a memory makes. As input, the words of other systems (`LESSON`, `PITFALL`, …) "
            "and any case are taken too.",
            {
                "NOTE": "A remark with no further claim.",
                "FACT": "Something that is so.",
                "QUESTION": "Something to be found out.",
                "COMPARISON": "Alternatives held against each other.",
                "DECISION": "A choice that was made.",
                "WORK": "Something being done or still to do.",
                "SOLUTION": "How a problem was solved.",
                "OUTCOME": "What came of it.",
                "LEARNING": "A lesson.",
                "CONVENTION": "A rule to keep to.",
                "GOTCHA": "A trap to avoid.",
                "HANDOFF": "What the next one needs to know.",
                "RESEARCH": "What was looked into, and found.",
            },
        ),
        model.MemoryState: (
            "Where a matter stands.",
            {
                "OPEN": "Not settled yet.",
                "DECIDED": "Settled, not begun.",
                "IN_PROGRESS": "Being worked on.",
                "DONE": "Finished.",
                "STALLED": "Begun, and stuck.",
                "PARKED": "Put off on purpose.",
                "SUPERSEDED": "Overtaken by something newer.",
            },
        ),
        model.MemoryStatus: (
            "Whether a memory speaks for the present.",
            {
                "CURRENT": "Holds as far as anyone has said.",
                "SUPERSEDED": "Replaced by a newer memory; still readable.",
                "FORGOTTEN": "Set aside; can be restored.",
            },
        ),
        model.Category: (
            "What a memory is about, which decides the checks it must pass.",
            {
                "FACT": "A fact about the world or the work.",
                "USER_INFERENCE": "A conclusion about the user.",
                "AMBIENT": "Background worth having at hand.",
            },
        ),
        model.Confidence: (
            "How sure the writer was.",
            {"LOW": "A guess.", "MEDIUM": "Fairly sure.", "HIGH": "Certain."},
        ),
        model.Source: (
            "Where the writer had it from.",
            {
                "EXPLICIT_STATEMENT": "Somebody said so.",
                "INFERRED": "Concluded by the writer.",
                "USER_CORRECTION": "The user set it right.",
            },
        ),
        model.Relation: (
            'How one memory bears on another; reads "from RELATION to".',
            {
                "SUPERSEDES": "Replaces it.",
                "LED_TO": "Was a cause of it.",
                "IMPLEMENTS": "Carries it out.",
                "RESOLVES": "Answers or repairs it.",
                "DEPENDS_ON": "Needs it.",
                "EXTENDS": "Adds to it.",
                "CONTRADICTS": "Says otherwise.",
            },
        ),
        model.Axis: (
            "One structured part of a memory's content.",
            {
                "TITLE": "The headline.",
                "ALTITUDE": "How far above the code it speaks.",
                "TYPE": "What sort of statement it is.",
                "STATE": "Where the matter stands.",
                "WHAT": "The statement itself.",
                "WHY": "The reason.",
                "AFFECTS": "What it touches.",
                "NEXT_ACTION": "What to do next.",
            },
        ),
        heat.HeatBand: (
            "How much a memory is used, in a word.",
            {
                "HOT": "Much, and lately.",
                "WARM": "Often enough.",
                "COLD": "Seldom.",
                "FROZEN": "Hardly ever, or long ago.",
            },
        ),
        heat.MomentumBand: (
            "How lively an entity is, in a word.",
            {
                "SURGING": "Much more happens around it than usual.",
                "ACTIVE": "Things happen around it.",
                "QUIET": "Little happens around it.",
                "DORMANT": "Nothing happens around it.",
            },
        ),
        model.AliasSource: (
            "How an entity came by a name.",
            {
                "GIVEN": "A caller gave it.",
                "LEARNED": "It was used in a mention that matched.",
                "MERGED": "It came along with a merged entity.",
            },
        ),
    }
)

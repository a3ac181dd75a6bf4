"""A space in which everything happened once, for tests of what must come through whole."""

from __future__ import annotations

from graphmem.domain.draft import AxesDraft, LinkDraft, MemoryPatch, ProvenanceDraft, ThreadRef, VectorDraft
from graphmem.domain.errors import Problem
from graphmem.domain.model import Category, Confidence, EntityKind, Memory, Relation, Source
from graphmem.services import curate, linking, muting, read, revise
from graphmem.services.recall import RecallRequest, recall
from graphmem.services.remember import remember
from graphmem.services.space import Space
from graphmem.services.update import update
from tests.conftest import ALICE, BOB, Clock, about, draft
from tests.services.writing import write

WORDS = "naïve “text” with\ttabs,\nlines, emoji 🚀👩‍👩‍👧, 漢字, \\ and \u2028 in it"


def fill(space: Space, clock: Clock) -> dict[str, Memory]:
    """Do everything that can be done; returns some of the memories as they stood when they were made."""
    made = _written(space, clock)
    _changed(space, clock, made)
    _curated(space, clock)
    recall(space, ALICE, RecallRequest("anything"))
    space.write(lambda plan: None)
    return made


def _written(space: Space, clock: Clock) -> dict[str, Memory]:
    full = remember(
        space,
        ALICE,
        draft(
            WORDS,
            about("Größe ✓", EntityKind.CONCEPT, key="k:1", aliases=("Size",)),
            "caveat",
            force=True,
            axes=AxesDraft(title="Title", why="because", affects=("a", "b"), next_action="next"),
            importance=0.95,
            thread=ThreadRef(key="a thread"),
            mentions=(about("Mentioned"), about("Size", EntityKind.CONCEPT)),
            tags=("one", "two"),
            paths=("src/a.py#x",),
            permalink="perma-link",
            category=Category.AMBIENT,
            confidence=Confidence.HIGH,
            source=Source.INFERRED,
            valid_from=-(10**15),
            valid_to=10**16,
            provenance=ProvenanceDraft("parent", "client", "model", "call", "branch", "commit", "span"),
            metadata={"n": 2**62, "f": 0.1, "deep": {"list": [None, True, "x", {}]}, "empty": {}},
            idempotency_key="full",
        ),
    ).memory
    assert full is not None
    made = {"full": full}
    for n, layer in enumerate(["goal", "context", "emotion", "implementation", "learning"]):
        clock.turn(days=1)
        made[layer] = write(space, f"Plain {layer}", f"Entity {n}", layer=layer, thread=ThreadRef(key="a thread"))
    made["empty"] = write(space, "Nothing but defaults", metadata={})
    remember(space, BOB, draft("Plain context", "Entity 1"))
    return made


def _changed(space: Space, clock: Clock, made: dict[str, Memory]) -> None:
    for text in ("Changed once", "Changed twice"):
        clock.turn(seconds=30)
        update(space, BOB, MemoryPatch(made["goal"].id, content=text, layer="context", idempotency_key=text))
    update(space, BOB, MemoryPatch(made["emotion"].id, thread=ThreadRef(key="another thread")))
    update(space, BOB, MemoryPatch(made["implementation"].id, paths=("lib/b.py",)))
    anew = draft("In its place", "Entity 1", force=True, links=(LinkDraft(made["goal"].id, Relation.IMPLEMENTS, "so"),))
    newer = revise.supersede(space, BOB, made["context"].id, None, anew, "a reason").memory
    assert newer is not None
    for name in ("goal", "implementation", "learning"):
        update(space, BOB, MemoryPatch(made[name].id, vector=VectorDraft("their model", (0.0, 0.6, len(name)))))
    update(space, BOB, MemoryPatch(made["learning"].id, vector=VectorDraft("another", (1.0, 2.0))))
    undone = linking.link(space, ALICE, made["learning"].id, Relation.SUPERSEDES, made["emotion"].id)
    linking.unlink(space, BOB, undone.id)
    for relation in Relation:
        linking.link(space, ALICE, newer.id, relation, made["learning"].id, f"by {relation}")
    revise.forget(space, BOB, made["emotion"].id, reason="no longer")
    back = write(space, "Back again")
    revise.forget(space, BOB, back.id)
    revise.restore(space, ALICE, back.id)
    gone = write(space, "Erased soon", "Swept soon", mentions=(about("Entity 1"),))
    revise.erase(space, ALICE, gone.id, "asked for")
    remember(space, ALICE, draft("The port of the gateway is 8080", "Gateway"))
    remember(space, ALICE, draft("The port of the gateway is 9090", "Gateway"))


def _curated(space: Space, clock: Clock) -> None:
    people = [
        write(space, f"About {name}", about(name, EntityKind.PERSON)) for name in ("Ada Larson", "Ada Mary Larson")
    ]
    clock.turn(days=1)
    ids = [write(space, f"Fact {n}", f"Merge {n}").entity_id for n in range(4)]
    curate.update_entity(space, BOB, ids[0], name="Renamed", attributes={"a": 1}, key="k:2")
    curate.add_alias(space, BOB, ids[0], "Further name")
    curate.merge(space, BOB, ids[1], [ids[2]], "same")
    curate.merge(space, BOB, ids[0], [ids[1]], "same again")
    curate.merge(space, BOB, ids[0], [ids[3]])
    curate.unmerge(space, BOB, ids[0], ids[3])
    memory = write(space, "Apart from the rest", "Renamed")
    curate.split(space, BOB, ids[0], [memory.id], "Split off", None, ["Further name"])
    for pair in read.possible_duplicates(space, read.PageRequest(first=100)):
        if people[1].entity_id in (pair.left, pair.right):
            curate.dismiss_duplicate(space, ALICE, pair.id)
    muting.mute(space, ALICE, about("Gateway"), None)
    muting.mute(space, ALICE, None, "noise")
    muting.mute(space, ALICE, None, "noise", False)
    muting.mute(space, ALICE, None, "noise")
    try:
        revise.forget(space, BOB, people[0].id, expected_version=9)
    except Problem:
        clock.turn(seconds=1)

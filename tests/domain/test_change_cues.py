"""Change cues: what tells of a change, what does not, and which values a cue governs."""

from __future__ import annotations

import pytest

from graphmem.domain.change_cues import Cue, find_cue
from graphmem.domain.tokens import tokenise


def _find(text: str) -> tuple[Cue | None, str, str]:
    tokens = tokenise(text)
    cue = find_cue(tokens, [token.lower for token in tokens])
    new = " ".join(tokens[at].raw for at in cue.new) if cue else ""
    old = " ".join(tokens[at].raw for at in cue.old) if cue else ""
    return cue, new, old


@pytest.mark.parametrize(
    ("text", "said", "new", "old"),
    [
        ("The gateway moved to port 9443", "moved", "port 9443", ""),
        ("We switched the queue from Redis to NATS", "switched", "NATS", "Redis"),
        ("It was rolled back to version 1.2", "rolled back", "version 1.2 version 1.2", ""),
        ("We replaced Redis with NATS", "replaced", "NATS", "Redis"),
        ("NATS replaces Redis", "replaces", "NATS", "Redis"),
        ("Redis was replaced by NATS", "replaced", "NATS", "Redis"),
        ("The database was replaced by NATS", "replaced", "NATS", ""),
        ("It uses NATS instead of Redis", "instead of", "uses NATS", "Redis"),
        ("Kustomize won in favour of Helm", "favour of", "Helm", ""),
        ("It no longer listens on port 8443, thanks", "no longer", "", "listens port 8443"),
        ("The old port 8443 is closed", "old", "", "port 8443"),
        ("Port 9443, previously 8443", "previously", "", "8443"),
        ("The gateway is back on port 8443", "back on", "port 8443", ""),
        ("Maria adopted a dog from the shelter", "adopted", "dog", ""),
        ("We retired the Redis queue", "retired", "", "Redis queue"),
        ("timeout: 30s -> 60s", "->", "60s", "30s"),
        ("The theme is now dark", "now", "", ""),
        ("ポートを8443から9443に変更した", "変更", "9443", "8443"),
        ("RedisをやめてMemcachedにした", "をやめて", "Memcached", "Redis"),
        ("もうRedisを使わない", "もう", "", ""),
    ],
)
def test_a_cue_and_the_values_it_governs(text: str, said: str, new: str, old: str) -> None:
    cue, *slots = _find(text)
    assert cue is not None
    assert cue.said == said
    assert slots == [new, old]


@pytest.mark.parametrize(
    "text",
    [
        "The gateway listens on port 8443",
        "The gateway will be moved to port 9443",
        "It has not moved yet",
        "It hasn't moved",
        "If it moved, tell me",
        "We plan a release once migrated",
        "A library for old clients",
        "Right now it rains",
        "The change board meets on Monday",
        "ポートを変更していない",
        "ポートを変更する予定",
        "ポートは8443",
    ],
)
def test_plans_conditions_and_denials_are_no_change(text: str) -> None:
    assert _find(text)[0] is None


@pytest.mark.parametrize(
    ("text", "weak"),
    [
        ("It listens on 9443 again", True),
        ("It listens on 9443 now", True),
        ("It now listens on 9443", False),
        ("It moved to 9443 again", False),
    ],
)
def test_some_cues_are_weak(text: str, weak: bool) -> None:
    cue = _find(text)[0]
    assert cue is not None
    assert cue.weak is weak


def test_a_cue_knows_its_own_places() -> None:
    cue = _find("It no longer runs")[0]
    assert cue is not None
    assert cue.places == {1, 2}

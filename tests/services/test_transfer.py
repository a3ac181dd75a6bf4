"""Export and import: the same on either engine, whole or not at all."""

from __future__ import annotations

import hashlib
import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from graphmem.clock import UlidSource
from graphmem.domain.errors import Invalid, InvalidState
from graphmem.services import transfer
from graphmem.services.space import Space, open_space
from graphmem.services.transfer import export_lines, export_space, import_space
from graphmem.store.audit import faults
from tests.conftest import ENGINE, Clock, small
from tests.derived import differences, picture
from tests.services.rich import fill

ROOT = Path(__file__).parents[2]
OTHER = "ladybug" if ENGINE == "kuzu" else "kuzu"


@pytest.fixture(scope="module")
def exported(tmp_path_factory: pytest.TempPathFactory) -> tuple[list[str], dict[str, object], int]:
    """The lines of an export of everything, what the state of that space was, and when."""
    clock = Clock()
    space = open_space(tmp_path_factory.mktemp("from") / "store.db", small(), clock=clock, ids=UlidSource(clock))
    fill(space, clock)
    lines = list(export_lines(space))
    found = lines, picture(space.state, clock()), clock()
    space.close()
    return found


Exported = tuple[list[str], dict[str, object], int]


def brought_in(path: Path, lines: list[str]) -> dict[str, int]:
    """Import lines."""
    return dict(import_space(path, lambda: iter(lines), small(), clock=Clock()))


@pytest.mark.parametrize("chunk", [2_000, 3])
def test_the_round_trip_is_equal(
    exported: Exported, store_path: Path, monkeypatch: pytest.MonkeyPatch, chunk: int
) -> None:
    lines, state, now = exported
    monkeypatch.setattr(transfer, "CHUNK", chunk)
    counts = brought_in(store_path, lines)
    assert sum(counts.values()) == len(lines) - 2
    assert [file.name for file in store_path.parent.iterdir()] == [store_path.name]
    clock = Clock(now)
    space = open_space(store_path, small(), clock=clock, ids=UlidSource(clock))
    try:
        assert list(export_lines(space)) == lines
        assert faults(space.database) == []
        assert differences(space) == []
        ours = picture(space.state, now)
        assert [part for part in state if ours[part] != state[part]] == []
        merged = space.database.read("MATCH (a:Entity)-[:MERGED_INTO]->(b:Entity) RETURN a.id, b.id")
        standing = {(e.id, e.merged_into) for e in space.state.entities.all() if e.merged_into}
        assert {tuple(row) for row in merged} == standing
        assert len(standing) == 2
    finally:
        space.close()


def test_an_export_is_json_lines_with_a_header_counts_and_a_checksum(exported: Exported) -> None:
    lines = exported[0]
    rows = [json.loads(line) for line in lines]
    assert rows[0] == {"graphmem": 2}
    assert sum(rows[-1]["end"].values()) == len(lines) - 2
    assert rows[-1]["sha256"] == hashlib.sha256("".join(lines[1:-1]).encode()).hexdigest()
    kinds = [next(iter(row)) for row in rows[1:-1]]
    assert list(dict.fromkeys(kinds)) == ["entity", "thread", "memory", "vector", "link", "record", "event"]


_ON_THE_OTHER = """
import sys
from pathlib import Path
from graphmem.services.space import SpaceSettings, open_space
from graphmem.services.transfer import export_space, import_space
source, target, engine = Path(sys.argv[1]), Path(sys.argv[2]), sys.argv[3]
settings = SpaceSettings(engine=engine, buffer_pool_mb=64, max_db_mb=1024, min_free_mb=0)
import_space(target, lambda: source.open(encoding="utf-8"), settings)
space = open_space(target, settings)
with target.with_suffix(".jsonl").open("w", encoding="utf-8", newline="") as out:
    export_space(space, out)
space.close()
"""


def test_the_other_engine_exports_the_same_text(exported: Exported, tmp_path: Path) -> None:
    source, target = tmp_path / "export.jsonl", tmp_path / "other.db"
    source.write_text("".join(exported[0]), encoding="utf-8", newline="")
    command = [sys.executable, "-c", _ON_THE_OTHER, str(source), str(target), OTHER]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=120, check=False)
    if f"engine {OTHER} can't be imported" in done.stderr:
        pytest.skip(f"needs the engine {OTHER}")
    assert done.returncode == 0, done.stderr
    assert target.with_suffix(".jsonl").read_text(encoding="utf-8") == "".join(exported[0])


def test_an_empty_space_goes_through(space: Space, tmp_path: Path) -> None:
    lines = list(export_lines(space))
    assert len(lines) == 2
    assert brought_in(tmp_path / "copy.db", lines) == {}


def test_it_can_be_written_to_a_file(space: Space, tmp_path: Path) -> None:
    with (tmp_path / "out.jsonl").open("w", encoding="utf-8") as out:
        assert export_space(space, out) == 2


@pytest.mark.parametrize("name", ["store.db", "store.db.wal"])
def test_what_is_there_is_never_overwritten(exported: Exported, store_path: Path, name: str) -> None:
    there = store_path.with_name(name)
    there.write_bytes(b"something")
    with pytest.raises(InvalidState, match="no store yet"):
        brought_in(store_path, exported[0])
    assert there.read_bytes() == b"something"


# ------------------------------------------------------------------ damage


def sealed(lines: list[str]) -> list[str]:
    """The lines with counts and a checksum that fit them: damage that only a close look finds."""
    body = lines[1:-1]
    counts: dict[str, int] = {}
    for line in body:
        kind = next(iter(json.loads(line)))
        counts[kind] = counts.get(kind, 0) + 1
    end = {"end": dict(sorted(counts.items())), "sha256": hashlib.sha256("".join(body).encode()).hexdigest()}
    return [lines[0], *body, json.dumps(end) + "\n"]


def at(lines: list[str], kind: str, test: Callable[[dict[str, Any]], bool] = lambda row: True) -> int:
    """The index of the first line of a kind."""
    return next(n for n, line in enumerate(lines) if kind in (row := json.loads(line)) and test(row[kind]))


def edited(kind: str, change: Callable[[dict[str, Any]], object], **which: Any) -> Callable[[list[str]], int]:
    """Changes one row and seals the export again; gives the number of the line."""

    def damage(lines: list[str]) -> int:
        index = at(lines, kind, which.get("test", lambda row: True))
        value = json.loads(lines[index])
        change(value[kind])
        lines[index] = json.dumps(value, ensure_ascii=False) + "\n"
        lines[:] = sealed(lines)
        return index + 1

    return damage


def found_later(damage: Callable[[list[str]], int]) -> Callable[[list[str]], None]:
    """Damage that shows only in a later line."""

    def damaged(lines: list[str]) -> None:
        damage(lines)

    return damaged


def many_versions(row: dict[str, Any]) -> bool:
    """Whether a memory has several versions."""
    return len(row["versions"]) > 1


def cut(*indexes: int) -> Callable[[list[str]], int | None]:
    """Takes lines out."""

    def damage(lines: list[str]) -> None:
        for index in sorted((n % len(lines) for n in indexes), reverse=True):
            del lines[index]

    return damage


def replaced(index: int, text: str) -> Callable[[list[str]], int]:
    """Puts something else into a line."""

    def damage(lines: list[str]) -> int:
        lines[index] = text
        return index % len(lines) + 1

    return damage


def swapped_letter(lines: list[str]) -> int:
    """One letter of one text is another."""
    index = at(lines, "memory")
    lines[index] = lines[index].replace("Plain", "Plaim").replace("text", "tezt")
    return len(lines)


def doubled(kind: str) -> Callable[[list[str]], int]:
    """A row is there twice."""

    def damage(lines: list[str]) -> int:
        index = at(lines, kind)
        lines.insert(index, lines[index])
        lines[:] = sealed(lines)
        return index + 2

    return damage


def without(kind: str, **which: Any) -> Callable[[list[str]], None]:
    """A row is missing, and the seal fits."""

    def damage(lines: list[str]) -> None:
        del lines[at(lines, kind, which.get("test", lambda row: True))]
        lines[:] = sealed(lines)

    return damage


def open_older(row: dict[str, Any]) -> None:
    """An older version is open as well."""
    row["versions"][0]["to"] = 2**63 - 1


def no_open(row: dict[str, Any]) -> None:
    """No version is open."""
    row["versions"][-1]["to"] = 5


DAMAGE: dict[str, Callable[[list[str]], int | None]] = {
    "empty": lambda lines: lines.clear(),
    "no header": cut(0),
    "another file": replaced(0, '{"other": 1}\n'),
    "a list": replaced(0, "[1]\n"),
    "an empty object": replaced(0, "{}\n"),
    "a version in words": replaced(0, '{"graphmem": "1"}\n'),
    "a newer format": replaced(0, '{"graphmem": 3}\n'),
    "no end": cut(-1),
    "cut in the middle": lambda lines: lines.__delitem__(slice(len(lines) // 2, None)),
    "cut within a line": lambda lines: lines.__setitem__(-1, lines[-1][:20]),
    "a line is missing": cut(5),
    "an event is missing": cut(-3),
    "a blank line": replaced(4, "\n"),
    "no JSON": replaced(4, "{nonsense\n"),
    "an unknown kind": replaced(4, '{"planet": {}}\n'),
    "an empty row": replaced(4, "{}\n"),
    "a row in words": replaced(4, '{"entity": "x"}\n'),
    "a letter changed": swapped_letter,
    "something behind the end": lambda lines: lines.append(lines[3]),
    "another end": lambda lines: lines.append(lines[-1]),
    "an entity twice": doubled("entity"),
    "a memory twice": doubled("memory"),
    "a thread twice": doubled("thread"),
    "an event twice": doubled("event"),
    "an entity gone": without("entity", test=lambda row: row["state"]["name"] == "Atlas"),
    "a thread gone": without("thread"),
    "a memory gone": without("memory", test=lambda row: "Changed" in json.dumps(row)),
    "a survivor gone": without("entity", test=lambda row: row["number"] == 1 and row["state"]["name"] == "Merge 0"),
    "an event gone": without("event"),
    "a field gone": edited("memory", lambda row: row.pop("fingerprint")),
    "a field too many": edited("thread", lambda row: row.update(more=1)),
    "a field of another type": edited("event", lambda row: row.update(at="now")),
    "no versions": edited("memory", lambda row: row.update(versions=[])),
    "a version gone": edited("memory", lambda row: row["versions"].pop(0), test=many_versions),
    "an open older version": edited("memory", open_older, test=many_versions),
    "no open version": edited("memory", no_open),
    "a field of a version gone": edited("memory", lambda row: row["versions"][0].pop("agent")),
    "an unknown layer": edited("memory", lambda row: row["versions"][0]["state"].update(layer="vibes")),
    "an unknown home": edited("memory", lambda row: row["versions"][0]["state"].update(entity="ent_none")),
    "an unknown thread": edited("memory", lambda row: row["versions"][0]["state"].update(thread=["thr_none", 0])),
    "an unknown mention": edited("memory", lambda row: row["versions"][0]["state"].update(mentions=[["e", "s", None]])),
    "an entity without an open version": found_later(edited("entity", lambda row: row.update(to=5))),
    "an entity's version skipped": edited("entity", lambda row: row.update(number=7)),
    "an unknown kind of entity": edited("entity", lambda row: row["state"].update(kind="planet")),
    "merged into nothing": found_later(edited("entity", lambda row: row["state"].update(merged_into="ent_none"))),
    "an unknown relation": edited("link", lambda row: row.update(relation="likes")),
    "a link to nothing": edited("link", lambda row: row.update(target="mem_none")),
    "a vector of nothing": edited("vector", lambda row: row.update(memory="mem_none")),
    "a vector twice": doubled("vector"),
    "vectors of two sizes": found_later(edited("vector", lambda row: row.update(numbers="AACAPw==", dimension=1))),
    "a vector cut off": edited("vector", lambda row: row.update(numbers="AACAPw==")),
    "a vector in no numbers": edited("vector", lambda row: row.update(numbers="AAAAAAAAAAAAAAAA")),
    "a vector in no letters": edited("vector", lambda row: row.update(numbers="?")),
    "an unknown record": edited("record", lambda row: row.update(kind="vinyl")),
    "an unknown event": edited("event", lambda row: row.update(type="party")),
}


@pytest.mark.parametrize("kind", DAMAGE)
def test_a_damaged_export_is_refused_by_line_and_nothing_is_written(
    exported: Exported, store_path: Path, kind: str
) -> None:
    lines = list(exported[0])
    number = DAMAGE[kind](lines)
    with pytest.raises(Invalid, match=r"^line \d+ of the export: ") as caught:
        brought_in(store_path, lines)
    if isinstance(number, int):
        assert caught.value.path == ("line", str(number))
    assert list(store_path.parent.iterdir()) == []


def test_an_import_that_breaks_off_leaves_nothing(
    exported: Exported, store_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = 0

    def lines() -> Iterator[str]:
        nonlocal asked
        asked += 1
        if asked == 1:
            yield from exported[0]
            return
        yield from exported[0][:40]
        raise OSError("the disk is gone")

    with pytest.raises(OSError, match="gone"):
        import_space(store_path, lines, small(), clock=Clock())
    assert list(store_path.parent.iterdir()) == []


def test_progress_is_told(exported: Exported, store_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("graphmem.services.transfer_check.STEP", 10)
    told: list[tuple[str, int]] = []
    import_space(
        store_path,
        lambda: iter(exported[0]),
        small(),
        clock=Clock(),
        progress=lambda doing, rows: told.append((doing, rows)),
    )
    assert told[0] == ("checked", 10)
    assert told[-1] == ("written", len(exported[0]) - 2)

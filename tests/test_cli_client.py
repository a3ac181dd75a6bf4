"""The commands for people: remember, recall, trace, entity and forget, for a terminal and for pipes."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

import graphmem
from graphmem.cli import app, completing, main, printing
from graphmem.cli.connection import NEAREST
from graphmem.cli.dates import moment
from graphmem.cli.failures import CommandError
from graphmem.domain.kinds import Layer

CAVEAT = "Row level security is off by default: turn it on for every new table."
DECISION = "We moved the nightly export to the large worker, because the ledger grew."


@pytest.fixture(autouse=True)
def space(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty space that the commands open themselves."""
    variables = {"BUFFER_POOL_MB": "64", "MAX_DB_MB": "1024", "MIN_FREE_MB": "0", "PATH": str(tmp_path)}
    for name, value in variables.items():
        monkeypatch.setenv(f"GRAPHMEM_{name}", value)
    monkeypatch.setenv("COLUMNS", "160")
    return tmp_path


@pytest.fixture
def filled(space: Path) -> Path:
    """A space with a caveat of Supabase and a decision of Atlas on a thread."""
    with graphmem.connect(space) as memory:
        memory.remember(CAVEAT, about=graphmem.Named("Supabase", kind="project"), layer="caveat")
        memory.remember(
            DECISION,
            about=graphmem.Named("Atlas", kind="project", key="git:atlas", aliases=["The Atlas"]),
            layer="implementation",
            type="decision",
            thread="exports",
        )
    return space


def run(*arguments: str, text: str | None = None) -> str:
    """Run a command that succeeds; gives what it printed."""
    result = CliRunner().invoke(app, list(arguments), input=text)
    if result.exception is not None:
        raise result.exception
    return str(result.stdout)


def lines(*arguments: str) -> list[Any]:
    """Run a command for a pipe; gives the objects it printed."""
    return [json.loads(line) for line in run(*arguments, "--json").splitlines()]


def test_remembering_says_what_became_of_it() -> None:
    told = run("remember", CAVEAT, "--about", "Supabase", "--kind", "project", "--layer", "warning", "--tag", "rls")
    assert told.startswith("committed  caveat Row level security is off by default")
    assert "mem_" in told
    assert "duplicate" in run("remember", CAVEAT, "--about", "supabase", "--layer", "caveat")


def test_remembering_reads_a_pipe_and_writes_json() -> None:
    told = run("remember", "-", "--about", "Atlas", "--why", "It grew.", "--pin", "--json", text=DECISION)
    (receipt,) = map(json.loads, told.splitlines())
    assert receipt["outcome"] == "COMMITTED"
    assert (receipt["memory"]["pinned"], receipt["memory"]["why"]) == (True, "It grew.")


def test_a_rehearsal_writes_nothing(filled: Path) -> None:
    told = run("remember", "It is written in Go, says its readme.", "--about", "Atlas", "--dry-run")
    assert told.startswith("preview")
    assert len(lines("recall")) == 2


def test_a_replacement_is_told(filled: Path) -> None:
    (old,) = (hit["memory"]["id"] for hit in lines("recall", "--about", "Atlas"))
    told = run("remember", "The export runs on two small workers.", "--about", "Atlas", "--supersedes", old)
    assert f"replaced: {DECISION.removesuffix('.')}" in told


def test_what_waits_is_told(filled: Path, tmp_path: Path) -> None:
    guess = {"content": "The user seems to like reports.", "about": "User", "category": "user-inference"}
    path = tmp_path / "lines.jsonl"
    path.write_text(json.dumps(guess))
    assert "1 pending" in run("remember", "--lines", str(path))


def test_a_file_is_written_line_by_line(tmp_path: Path) -> None:
    path = tmp_path / "lines.jsonl"
    drafts: list[Any] = [
        {"content": f"Worker {number} is in rack {number * 7}.", "about": {"name": "Racks", "kind": "project"}}
        for number in range(3)
    ]
    path.write_text("\n\n".join(map(json.dumps, [*drafts, {**drafts[0], "layer": "basement"}])))
    result = CliRunner().invoke(app, ["remember", "--lines", str(path)])
    assert result.stdout.split() == ["3", "committed", "1", "refused"]
    assert "line 7: " in result.stderr
    assert lines("remember", "--lines", str(path))[0]["outcome"] == "DUPLICATE"


@pytest.mark.parametrize("line", ["{", "[]", '{"content": "x"}', '{"content": "x", "about": "y", "colour": 1}'])
def test_a_line_that_is_no_memory_is_named(line: str, tmp_path: Path) -> None:
    path = tmp_path / "lines.jsonl"
    path.write_text(line)
    with pytest.raises(CommandError, match="line 1"):
        run("remember", "--lines", str(path))


def test_recall_shows_a_table_with_reasons(filled: Path) -> None:
    told = run("recall", "row level security", "--layer", "caveat", "--limit", "1")
    assert "for row, level, security" in told
    assert "Supabase" in told
    assert "1 of 1" in told
    assert "Nothing found." in run("recall", "zebra")


def test_recall_in_the_past(filled: Path) -> None:
    assert lines("recall", "security", "--recorded", "2020-01-01") == []
    assert [hit["memory"]["layer"] for hit in lines("recall", "security", "--valid", "2100-01-01")] == ["CAVEAT"]


def test_recall_shows_the_text_beneath_a_headline_of_its_own(space: Path) -> None:
    run("remember", "It grew. " * 60, "--about", "Atlas", "--title", "The ledger", "--override", "quality")
    told = run("recall", "ledger")
    assert "The ledger" in told
    assert "…" in told


def test_a_trace_by_entity_memory_and_thread(filled: Path) -> None:
    (memory,) = (hit["memory"]["id"] for hit in lines("recall", "--about", "Atlas"))
    for start in (["Atlas"], [memory], ["exports", "--thread"]):
        told = run("trace", *start)
        assert "decision  implementation  We moved the nightly export" in told
        assert "No implementation yet" in told
    assert run("trace", "Atlas", "--as", "mermaid").startswith("flowchart")
    assert run("trace", "Atlas", "--as", "markdown").startswith("1. decision")
    assert lines("trace", "Atlas", "--depth", "1")[0]["steps"][0]["role"] == "DECISION"


def test_a_trace_tells_what_holds_now(filled: Path) -> None:
    (old,) = (hit["memory"]["id"] for hit in lines("recall", "--about", "Atlas"))
    for number in (1, 2):
        run("remember", f"Plan {number}: two small workers.", "--about", f"Plan {number}", "--supersedes", old)
    told = run("trace", "Atlas")
    assert "Holds now: Plan 1" in told
    assert "Replaced more than once: We moved" in told
    (first,) = (hit["memory"]["id"] for hit in lines("recall", "--about", "Plan 1"))
    run("remember", "Plan 3: three of them.", "--about", "Plan 3", "--supersedes", first)
    assert "The chain goes on" in run("trace", "Plan 3", "--depth", "1")


def test_a_trace_is_drawn(filled: Path) -> None:
    pytest.importorskip("matplotlib")
    picture = filled / "chain.svg"
    run("trace", "Atlas", "--svg", str(picture))
    assert "We moved the nightly export" in picture.read_text()


def test_an_entity_with_its_names_and_memories(filled: Path) -> None:
    told = run("entity", "atlas")
    assert told.startswith("Atlas project git:atlas\nalso known as The Atlas\n1 implementation; ")
    assert "We moved the nightly export" in told
    assert lines("entity", "git:atlas", "--key") == lines("entity", "Atlas")
    ident = lines("entity", "Atlas")[0]["id"]
    assert lines("entity", ident)[0]["name"] == "Atlas"


def test_an_entity_whose_memory_is_gone_and_which_was_merged(filled: Path) -> None:
    (memory,) = (hit["memory"]["id"] for hit in lines("recall", "--about", "Atlas"))
    run("forget", memory)
    assert "no memories" in run("entity", "Atlas")
    assert "We moved the nightly export" in run("entity", "Atlas", "--all")
    with graphmem.connect(filled) as client:
        atlas, supabase = client.entity("Atlas"), client.entity("Supabase")
        assert atlas is not None
        assert supabase is not None
        client.merge(supabase, [atlas])
    assert "merged in: Atlas" in run("entity", "Supabase")


def test_entities_are_listed(filled: Path) -> None:
    told = run("entity", "--limit", "1")
    assert "Atlas" in told
    assert "1 of 2." in told
    assert [one["name"] for one in lines("entity", "--kind", "project")] == ["Atlas", "Supabase"]
    run("remember", "They share a basement.", "--about", "Atlas")
    assert "1 of 2; --limit shows more." in run("entity", "Atlas", "--limit", "1")


def test_forgetting_and_bringing_back(filled: Path) -> None:
    (memory,) = (hit["memory"]["id"] for hit in lines("recall", "--about", "Atlas"))
    assert "forgotten" in run("forget", memory, "--reason", "moved")
    assert lines("forget", memory, "--undo")[0]["memory"]["status"] == "CURRENT"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["remember", "It runs."], "--about"),
        (["remember", "--lines", "/nonexistent.jsonl"], "there is no file"),
        (["recall", "--valid", "yesterday"], "'yesterday' is no date"),
        (["recall", "--path", "/nonexistent"], "there is no data folder"),
        (["recall", "--path", ".", "--url", "http://127.0.0.1:9"], "not both"),
        (["recall", "--url", "http://127.0.0.1:9"], "nobody answers"),
        (["trace", "Nobody"], "nothing is known as 'Nobody'"),
        (["entity", "Supabase Inc"], "no entity is known as"),
        (["entity", "git:none", "--key"], "has the key"),
        (["forget", "mem_none"], "mem_none"),
    ],
)
def test_failures_are_one_clear_line(
    arguments: list[str],
    message: str,
    filled: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(sys, "argv", ["graphmem", *arguments])
    with pytest.raises(SystemExit) as caught:
        main()
    assert caught.value.code == 1
    assert message in capsys.readouterr().err


def test_a_store_in_use_names_its_owner(filled: Path) -> None:
    with graphmem.connect(filled), pytest.raises(graphmem.errors.StoreInUse, match="this process"):
        run("recall")


def test_without_flags_a_service_here_is_meant(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []
    monkeypatch.delenv("GRAPHMEM_PATH")
    monkeypatch.setattr("graphmem.client.connecting.connect", lambda target, token: asked.append(target))
    with pytest.raises(TypeError):
        run("recall", "--token", "gmt_x")
    assert asked == [NEAREST]


def test_the_shell_is_offered_closed_sets_and_names(filled: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert completing.offering(Layer)("C") == ["context", "caveat"]
    context: Any = type("Context", (), {"params": {}})()
    assert completing.entity_names(context, "at") == ["Atlas"]
    monkeypatch.setenv("GRAPHMEM_PATH", "/nonexistent")
    assert completing.entity_names(context, "") == []


def test_completion_can_be_installed() -> None:
    assert "--install-completion" in run("--help")


def test_texts_of_memories_do_not_move_the_cursor() -> None:
    assert printing.plain("a\x1b[31mb\u202ec[bold]d").plain == "a\ufffd[31mb\ufffdc[bold]d"


def test_dates_are_in_utc_unless_they_say_otherwise() -> None:
    assert moment("2026-01-31") == moment("2026-01-31T00:00:00Z") == moment("2026-01-31T01:00:00+01:00")


def test_problems_go_out_as_json() -> None:
    problem = graphmem.errors.NotFound("no such", ["input", "id"])
    assert printing._jsonable([problem]) == [{"code": "NOT_FOUND", "message": "no such", "path": ["input", "id"]}]

"""The command line: what it prints, how it fails, and a service that is really started."""

from __future__ import annotations

import gzip
import json
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx2
import pytest
from typer.testing import CliRunner
from websockets.sync.client import connect
from websockets.typing import Subprotocol

from graphmem.cli import app, main
from graphmem.cli.running import GRACE_SECONDS
from graphmem.settings import SettingsError

ROOT = Path(__file__).parent.parent
SMALL = ("--buffer-pool-mb", "64", "--max-db-mb", "1024", "--min-free-mb", "0")


def graphmem(*arguments: str | Path, text: str | None = None) -> subprocess.CompletedProcess[str]:
    """Run the command in a process of its own."""
    command = [sys.executable, "-m", "graphmem", *map(str, arguments)]
    return subprocess.run(command, input=text, capture_output=True, text=True, timeout=60, check=False)


def run(*arguments: str | Path) -> Any:
    """Run the command in this process: quicker, where nothing is served or opened."""
    return CliRunner().invoke(app, [str(argument) for argument in arguments])


@dataclass
class Service:
    """A service in a process of its own."""

    process: subprocess.Popen[str]
    url: str
    greeting: str

    def ask(self, query: str, variables: Any = None, **headers: str) -> httpx2.Response:
        """Send one operation."""
        return httpx2.post(self.url, json={"query": query, "variables": variables}, headers=headers)

    def stop(self) -> int:
        """Ask it to stop, and give its status."""
        self.process.send_signal(signal.SIGTERM)
        return self.process.wait(30)


def serving(data: Path, *flags: str) -> Iterator[Service]:
    """Start a service on a free port, and see that it is gone in the end."""
    command = [sys.executable, "-m", "graphmem", "serve", "--port", "0", "--data", str(data), *SMALL, *flags]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert process.stdout is not None
    try:
        greeting = ""
        for line in process.stdout:
            greeting += line
            if line.startswith("curl"):
                break
        found = re.search(r"GraphQL +(\S+)", greeting)
        assert found, process.communicate(timeout=30)[1]
        yield Service(process, found[1].replace("0.0.0.0", "127.0.0.1"), greeting)
    finally:
        process.kill()
        process.communicate()


@pytest.fixture
def service(tmp_path: Path) -> Iterator[Service]:
    yield from serving(tmp_path / "data")


def test_version_names_engines_and_python() -> None:
    lines = run("version").output.splitlines()
    assert [line.split()[0] for line in lines] == ["graphmem", "kuzu", "ladybug", "python"]


def test_the_schema_is_printed_as_it_is_committed() -> None:
    # That the two are equal is for `make schema` to say.
    assert "\ntype Mutation {\n" in run("schema").output


def test_help_shows_commands_and_every_flag() -> None:
    assert {"serve", "schema", "token", "export", "import", "doctor"} <= set(run("--help").output.split())
    shown = run("serve", "--help").output
    assert "--max-depth" in shown
    assert "(default: 20)" in shown


@pytest.mark.parametrize(
    ("arguments", "variables", "status", "message"),
    [
        (("serve", "--bogus"), {}, 2, "No such option: --bogus"),
        (("serve", "--port", "http"), {}, 2, "graphmem: GRAPHMEM_PORT (--port): "),
        (("serve",), {"GRAPHMEM_PROT": "1"}, 2, "did you mean GRAPHMEM_PORT"),
        (("serve", "--host", "0.0.0.0", "--data", "/nonexistent"), {}, 2, "graphmem token add --agent NAME"),
        (("export", "--data", "/nonexistent"), {}, 1, "there is no store at"),
        (("import", "/nonexistent.jsonl"), {}, 1, "there is no file"),
        (("token", "revoke", "x", "--data", "/nonexistent"), {}, 1, "graphmem token list"),
    ],
)
def test_failures_are_one_clear_line(
    arguments: tuple[str, ...],
    variables: dict[str, str],
    status: int,
    message: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(sys, "argv", ["graphmem", *arguments])
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    with pytest.raises(SystemExit) as caught:
        main()
    assert caught.value.code == status
    assert message in capsys.readouterr().err


def test_settings_are_checked_before_a_command_runs() -> None:
    assert isinstance(run("doctor", "--engine", "neo4j").exception, SettingsError)


def test_tokens_come_and_go(tmp_path: Path) -> None:
    added = run("token", "add", "--agent", "claude", "--scope", "read", "--data", tmp_path)
    assert re.search(r"^gmt_[0-9a-f]{12}_\S{43}$", added.output, re.MULTILINE)
    listed = run("token", "list", "--data", tmp_path).output
    assert "claude" in listed
    ident = re.search(r"[0-9a-f]{12}", listed)
    assert ident
    assert "Revoked" in run("token", "revoke", ident[0], "--data", tmp_path).output
    assert "claude" not in run("token", "list", "--data", tmp_path).output


def test_the_doctor_is_content_with_an_empty_folder(tmp_path: Path) -> None:
    result = run("doctor", "--data", tmp_path, "--min-free-mb", "0")
    assert result.exit_code == 0
    assert "no store yet" in result.output


@pytest.mark.parametrize(
    ("flags", "remedy"),
    [
        (("--host", "0.0.0.0"), "graphmem token add"),
        (("--min-free-mb", "999999999"), "free space"),
    ],
)
def test_the_doctor_names_what_lacks(tmp_path: Path, flags: tuple[str, ...], remedy: str) -> None:
    result = run("doctor", "--data", tmp_path, *flags)
    assert result.exit_code == 1
    assert remedy in result.output


def test_the_doctor_sees_open_tokens_and_damaged_ones(tmp_path: Path) -> None:
    run("token", "add", "--agent", "claude", "--data", tmp_path)
    (tmp_path / "tokens.json").chmod(0o644)
    assert "chmod 600" in run("doctor", "--data", tmp_path).output
    (tmp_path / "tokens.json").write_text("{")
    assert "not a file of tokens" in run("doctor", "--data", tmp_path).output


def test_the_greetings_command_works_as_it_stands(service: Service) -> None:
    command = service.greeting[service.greeting.index("curl") :]
    answer = json.loads(subprocess.run(["bash", "-c", command], capture_output=True, check=True).stdout)
    created = answer["data"]["createMemory"]
    assert (created["outcome"], created["errors"]) == ("COMMITTED", [])
    assert service.stop() == 0


def test_open_streams_and_sockets_let_a_service_stop(service: Service) -> None:
    query = "subscription { memoryChanged { cursor } }"
    accept = {"accept": "text/event-stream"}
    address = service.url.replace("http", "ws")
    with (
        httpx2.stream("POST", service.url, json={"query": query}, headers=accept) as stream,
        connect(address, subprotocols=[Subprotocol("graphql-transport-ws")]) as socket,
    ):
        socket.send(json.dumps({"type": "connection_init"}))
        socket.recv()
        socket.send(json.dumps({"id": "1", "type": "subscribe", "payload": {"query": query}}))
        begun = time.perf_counter()
        assert service.stop() == 0
        assert time.perf_counter() - begun < GRACE_SECONDS
        assert "complete" not in "".join(stream.iter_text())


def test_one_owner_at_a_time(service: Service, tmp_path: Path) -> None:
    second = graphmem("serve", "--port", "0", "--data", tmp_path / "data", *SMALL)
    assert second.returncode == 1
    assert "Traceback" not in second.stderr
    assert str(service.process.pid) in second.stderr
    port = re.search(r":(\d+)/", service.url)
    assert port
    taken = graphmem("serve", "--port", port[1], "--data", tmp_path / "other", *SMALL)
    assert (taken.returncode, "--port" in taken.stderr) == (1, True)


def test_a_token_is_needed_elsewhere_and_its_end_is_noticed(tmp_path: Path) -> None:
    data = tmp_path / "data"
    token = run("token", "add", "--agent", "claude", "--data", data).output.split()[-1]
    for service in serving(data, "--host", "0.0.0.0"):
        assert token not in service.greeting
        assert service.ask("{viewer{agent}}").status_code == 401
        with_token = service.ask("{viewer{agent}}", authorization=f"Bearer {token}")
        assert with_token.json() == {"data": {"viewer": {"agent": "claude"}}}
        run("token", "revoke", token.split("_")[1], "--data", data)
        assert service.ask("{viewer{agent}}", authorization=f"Bearer {token}").status_code == 401


def test_a_space_goes_out_and_comes_in_again(tmp_path: Path) -> None:
    data, backup = tmp_path / "data", tmp_path / "backup.jsonl.gz"
    for service in serving(data):
        command = service.greeting[service.greeting.index("curl") :]
        subprocess.run(["bash", "-c", command], capture_output=True, check=True)
        assert graphmem("export", backup, "--data", data, *SMALL).returncode == 1
        service.stop()
    assert not backup.exists(), "an export that failed is no backup, and is not in the way of the next"
    assert graphmem("export", backup, "--data", data, *SMALL).returncode == 0
    assert "exists" in graphmem("export", backup, "--data", data, *SMALL).stderr
    lines = gzip.decompress(backup.read_bytes()).decode()
    piped = graphmem("import", "--data", tmp_path / "copy", *SMALL, text=lines)
    assert piped.returncode == 0, piped.stderr
    assert re.search(r"1 memory\b", piped.stdout)
    assert graphmem("export", "--data", tmp_path / "copy", *SMALL).stdout == lines

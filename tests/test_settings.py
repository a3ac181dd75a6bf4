"""Settings: where they come from, what is refused, and that a value is never repeated."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest

from graphmem.domain.model import Category
from graphmem.settings import ClientSettings, Engine, Settings, SettingsError, is_loopback, load_settings


@pytest.fixture(autouse=True)
def _no_variables(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in list(os.environ):
        if name.startswith("GRAPHMEM_"):
            monkeypatch.delenv(name)


def test_flags_go_over_variables_over_defaults(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GRAPHMEM_PORT", "9000")
    monkeypatch.setenv("GRAPHMEM_ENGINE", "ladybug")
    settings = load_settings({"port": "9001", "host": None})
    assert (settings.port, settings.engine, settings.host) == (9001, Engine.LADYBUG, "127.0.0.1")


@pytest.mark.parametrize(
    ("name", "text", "value"),
    [
        ("gates", "transient=warn, Scope=OFF", {"transient": "warn", "scope": "off"}),
        ("gates", "", {}),
        ("fuzzy_link", "never", "never"),
        ("fuzzy_link", "92.5", 92.5),
        ("require_confirmation", "fact,ambient", (Category.FACT, Category.AMBIENT)),
        ("require_confirmation", "none", ()),
        ("worktrees", "/a, /b", (Path("/a"), Path("/b"))),
        ("hosts", "a.example,b.example", ("a.example", "b.example")),
        ("explorer", "off", False),
        ("max_db_mb", "1024", 1024),
    ],
)
def test_values_as_text(monkeypatch: pytest.MonkeyPatch, name: str, text: str, value: object) -> None:
    assert getattr(load_settings({name: text}), name) == value
    monkeypatch.setenv(f"GRAPHMEM_{name.upper()}", text)
    assert getattr(load_settings(), name) == value


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        ("port", "http", "valid integer"),
        ("port", "70000", "65535"),
        ("engine", "neo4j", "'kuzu' or 'ladybug'"),
        ("fuzzy_link", "sometimes", "never, guarded, or a score from 50 to 100"),
        ("fuzzy_link", "0.9", "never, guarded, or a score from 50 to 100"),
        ("gates", "transient", "gate=mode pairs"),
        ("gates", "=warn", "gate=mode pairs"),
        ("max_db_mb", "1000", "power of 2"),
        ("space", "../etc", "pattern"),
        ("require_confirmation", "everything", "'fact'"),
    ],
)
def test_a_bad_value_names_variable_and_flag(name: str, text: str, message: str) -> None:
    with pytest.raises(SettingsError) as caught:
        load_settings({name: text})
    told = str(caught.value)
    assert told.startswith(f"GRAPHMEM_{name.upper()} (--{name.replace('_', '-')}): ")
    assert message in told


def test_a_bad_value_is_not_repeated() -> None:
    with pytest.raises(SettingsError) as caught:
        load_settings({"log_level": "hunter2-secret"})
    assert "hunter2" not in str(caught.value)


@pytest.mark.parametrize(
    ("name", "hint"),
    [("GRAPHMEM_PROT", "did you mean GRAPHMEM_PORT"), ("GRAPHMEM_ZZZZZZZ", "not a setting;")],
)
def test_an_unknown_variable_is_refused(monkeypatch: pytest.MonkeyPatch, name: str, hint: str) -> None:
    monkeypatch.setenv(name, "hunter2-secret")
    with pytest.raises(SettingsError, match=hint) as caught:
        load_settings()
    assert "hunter2" not in str(caught.value)


def test_an_unknown_flag_is_refused() -> None:
    with pytest.raises(SettingsError, match="Extra inputs"):
        load_settings({"prot": 1})


def test_the_clients_variables_are_known_to_the_service(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GRAPHMEM_URL", "http://127.0.0.1:9000/graphql")
    monkeypatch.setenv("GRAPHMEM_TOKEN", "hunter2-secret")
    load_settings()
    client = ClientSettings()
    assert client.url == "http://127.0.0.1:9000/graphql"
    assert client.token is not None
    assert client.token.get_secret_value() == "hunter2-secret"
    assert "hunter2" not in repr(client)


@pytest.mark.parametrize(
    ("host", "loopback"),
    [
        ("127.0.0.1", True),
        ("127.1.2.3", True),
        ("::1", True),
        ("[::1]", True),
        ("localhost", True),
        ("LOCALHOST", True),
        ("0.0.0.0", False),
        ("::", False),
        ("192.168.1.1", False),
        ("notes.example", False),
        ("", False),
    ],
)
def test_loopback(host: str, loopback: bool) -> None:
    assert is_loopback(host) is loopback
    assert Settings(host=host).on_loopback is loopback


@pytest.mark.parametrize(
    ("changes", "expected"), [({}, "d/tokens.json"), ({"tokens": "/etc/tokens.json"}, "/etc/tokens.json")]
)
def test_files(changes: dict[str, Any], expected: str) -> None:
    settings = Settings(data=Path("d"), **changes)
    assert settings.tokens_file == Path(expected)
    assert settings.store_path("team") == Path("d/team/memories.kuzu")

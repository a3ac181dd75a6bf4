"""Who is let in, and as whom."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from graphmem.api.auth import Doorkeeper, Unauthenticated, check_listening
from graphmem.api.tokens import TokenFile
from graphmem.domain.model import Actor, Scope
from graphmem.settings import Settings, SettingsError


def settings(tmp_path: Path, **changes: Any) -> Settings:
    return Settings(data=tmp_path, **changes)


@pytest.fixture
def token(tmp_path: Path) -> str:
    return TokenFile(tmp_path / "tokens.json").add("reader", "team", [Scope.READ])


def test_on_loopback_everybody_is_the_local_agent(tmp_path: Path) -> None:
    access = Doorkeeper(settings(tmp_path, space="mine")).admit({})
    assert (access.space, access.actor) == ("mine", Actor("local", frozenset(Scope)))


def test_on_loopback_an_agent_may_name_itself(tmp_path: Path) -> None:
    access = Doorkeeper(settings(tmp_path)).admit({"x-graphmem-agent": "claude/main"})
    assert access.actor.agent == "claude/main"


@pytest.mark.parametrize("name", ["", " ", "a b", "a\x00", "-a", "é", "a" * 65])
def test_an_agents_name_is_checked(tmp_path: Path, name: str) -> None:
    with pytest.raises(Unauthenticated, match="x-graphmem-agent"):
        Doorkeeper(settings(tmp_path)).admit({"x-graphmem-agent": name})


@pytest.mark.parametrize("name", ["graphmem", "GraphMem", "GRAPHMEM"])
def test_nobody_comes_in_under_the_services_own_name(tmp_path: Path, name: str) -> None:
    with pytest.raises(Unauthenticated, match="service's own"):
        Doorkeeper(settings(tmp_path)).admit({"x-graphmem-agent": name})
    assert Doorkeeper(settings(tmp_path)).admit({"x-graphmem-agent": f"{name}-2"}).actor.agent == f"{name}-2"


def test_a_token_of_old_does_not_bring_in_the_services_own_name(tmp_path: Path, token: str) -> None:
    file = tmp_path / "tokens.json"
    file.write_text(file.read_text().replace('"reader"', '"graphmem"'))
    with pytest.raises(Unauthenticated, match="service's own"):
        Doorkeeper(settings(tmp_path)).admit({"authorization": f"Bearer {token}"})


def test_a_secret_is_no_agents_name(tmp_path: Path) -> None:
    token = "ghp_" + "a1B2c3D4" * 4 + "e5F6"
    with pytest.raises(Unauthenticated, match="credential") as caught:
        Doorkeeper(settings(tmp_path)).admit({"x-graphmem-agent": token})
    assert token not in str(caught.value)


@pytest.mark.parametrize("scheme", ["Bearer", "bearer", "BEARER"])
def test_a_token_names_space_agent_and_scopes(tmp_path: Path, token: str, scheme: str) -> None:
    doorkeeper = Doorkeeper(settings(tmp_path, host="0.0.0.0"))
    access = doorkeeper.admit({"authorization": f"{scheme} {token}", "x-graphmem-agent": "somebody-else"})
    assert (access.space, access.actor) == ("team", Actor("reader", frozenset({Scope.READ})))


@pytest.mark.parametrize("host", ["127.0.0.1", "0.0.0.0"])
@pytest.mark.parametrize("credential", ["", "Bearer", "Bearer ", "Bearer gmt_x", "Basic YTpi", "gmt_x"])
def test_a_wrong_credential_is_refused_everywhere(tmp_path: Path, host: str, credential: str) -> None:
    with pytest.raises(Unauthenticated):
        Doorkeeper(settings(tmp_path, host=host)).admit({"authorization": credential})


@pytest.mark.parametrize("changes", [{"host": "0.0.0.0"}, {"host": "::"}, {"require_token": True}])
def test_elsewhere_a_token_is_needed(tmp_path: Path, changes: dict[str, Any]) -> None:
    doorkeeper = Doorkeeper(settings(tmp_path, **changes))
    assert not doorkeeper.is_open
    with pytest.raises(Unauthenticated, match="a token is needed"):
        doorkeeper.admit({"x-graphmem-agent": "claude"})


def test_damaged_tokens_let_nobody_in(tmp_path: Path, token: str, caplog: pytest.LogCaptureFixture) -> None:
    (tmp_path / "tokens.json").write_text("{")
    with pytest.raises(Unauthenticated, match="can't be checked"):
        Doorkeeper(settings(tmp_path)).admit({"authorization": f"Bearer {token}"})
    assert "tokens.json" in caplog.text
    assert token not in caplog.text


def test_without_tokens_only_loopback_is_listened_on(tmp_path: Path) -> None:
    check_listening(settings(tmp_path))
    with pytest.raises(SettingsError, match="graphmem token add"):
        check_listening(settings(tmp_path, host="0.0.0.0"))


def test_with_a_token_any_address_is_listened_on(tmp_path: Path, token: str) -> None:
    check_listening(settings(tmp_path, host="0.0.0.0"))

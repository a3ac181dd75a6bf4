"""What the image promises, read from the Dockerfile: there is no Docker engine in CI."""

from __future__ import annotations

import re
from fnmatch import fnmatch
from pathlib import Path

import pytest

from graphmem.settings import PREFIX, Settings

ROOT = Path(__file__).parent.parent
TEXT = (ROOT / "Dockerfile").read_text(encoding="utf-8")


def instructions() -> list[tuple[str, str]]:
    joined = re.sub(r"\\\n\s*", " ", re.sub(r"^#.*\n", "", TEXT, flags=re.MULTILINE))
    return [tuple(line.split(None, 1)) for line in joined.splitlines() if line.strip()]  # type: ignore[misc]


def last_stage() -> list[tuple[str, str]]:
    all_ = instructions()
    return all_[max(index for index, (name, _) in enumerate(all_) if name == "FROM") :]


def environment() -> dict[str, str]:
    pairs = " ".join(value for name, value in last_stage() if name == "ENV")
    return dict(pair.split("=", 1) for pair in pairs.split())


def test_the_base_is_slim_and_of_a_named_version() -> None:
    bases = [value.split()[0] for name, value in instructions() if name == "FROM"]
    assert len(set(bases)) == 1
    assert re.fullmatch(r"python:3\.\d+-slim-\w+", bases[0])


def test_it_runs_as_a_user_without_privileges() -> None:
    stage = last_stage()
    users = [value for name, value in stage if name == "USER"]
    assert users
    assert users[-1] not in ("root", "0")
    assert [name for name, _ in stage].index("USER") < [name for name, _ in stage].index("ENTRYPOINT")
    assert any(
        f"useradd --uid 10001 --no-create-home --shell /usr/sbin/nologin {users[-1]}" in value for _, value in stage
    )


def test_data_lives_in_a_volume_of_that_user() -> None:
    assert ("VOLUME", '["/data"]') in last_stage()
    assert environment()["GRAPHMEM_DATA"] == "/data"
    assert any("install -d -o graphmem -g graphmem -m 0750 /data" in value for _, value in last_stage())


def test_the_engines_memory_is_set() -> None:
    assert {"GRAPHMEM_BUFFER_POOL_MB", "GRAPHMEM_MAX_DB_MB"} <= environment().keys()


def test_every_setting_in_it_is_one(monkeypatch: pytest.MonkeyPatch) -> None:
    given = {name: value for name, value in environment().items() if name.startswith(PREFIX)}
    for name, value in given.items():
        monkeypatch.setenv(name, value)
    settings = Settings()
    assert {name.removeprefix(PREFIX).lower() for name in given} <= Settings.model_fields.keys()
    assert not settings.on_loopback


def test_its_health_is_asked_for() -> None:
    health = next(value for name, value in last_stage() if name == "HEALTHCHECK")
    assert "/readyz" in health
    assert "--start-period" in health


def test_dependencies_come_from_the_lock_by_hash() -> None:
    steps = [value for name, value in instructions() if name == "RUN"]
    assert any("--require-hashes --only-binary :all: -r requirements.lock" in step for step in steps)
    assert any("--no-deps --no-build-isolation ." in step for step in steps)


def test_what_is_copied_exists_and_is_not_ignored() -> None:
    allowed = [line[1:] for line in (ROOT / ".dockerignore").read_text().splitlines() if line.startswith("!")]
    for name, value in instructions():
        if name == "COPY" and "--from" not in value:
            for source in value.split()[:-1]:
                path = source.removeprefix("./")
                assert (ROOT / path).exists()
                assert any(fnmatch(path, pattern) for pattern in allowed), path


def test_no_secret_and_no_download_by_hand() -> None:
    assert not any(name == "ADD" for name, _ in instructions())
    assert not re.search(r"curl|wget|TOKEN=|PASSWORD", TEXT)

"""The value bound to a name is found in each format; nothing else of the file is told."""

from __future__ import annotations

from typing import Any

import pytest

from graphmem.domain.claims import WITH_LITERALS, Language
from graphmem.store.worktree.bindings import NotBound, binding, env_value

PYTHON = """
PORT = 8080
PORT = 9090
RATE: float = 30.0
FIRST = SECOND = 1
a, b = 1, 2
obj.attr = 5
NAMES = ["a", "b"]
NOTHING = None
MINUS = -1
TEXT = (
    "日本"
    "語"
)
CALL = call()
SUM = 1 + 1
BARE: int
class Config:
    DEBUG = True
    class Inner:
        DEEP = 1
if True:
    HIDDEN = 1
LONG = "{long}"
""".replace("{long}", "x" * 11_000)

JSON = '\ufeff{"name": "atlas", "server": {"port": 8080, "a.b": 1}, "a.b": {"c": 2}, "list": [1, 2], "none": null}'
TOML = 'title = "地図"\nday = 2026-01-02\n[server]\nport = 8080\nratio = 30.0\n[tool."a.b"]\nc = 2\n'
YAML = """
name: atlas
version: "1.10"
server: {port: 8080, debug: yes}
day: 2026-01-02
list: &l [1, 2]
again: *l
nested:
  deep:
    value: 日本語
a.b: 3
merged:
  <<: {x: 1}
pair: !!python/tuple [1, 2]
"""
ENV = """
# comment
PORT=8080
export LEVEL=debug # why
QUOTED="two words # in it"
SINGLE='$RAW'
BROKEN="open
PORT=9090
LINES="a\\nb"
EMPTY=
名前=x
"""

FOUND: list[tuple[Language, str, str, Any]] = [
    (Language.PYTHON, PYTHON, "PORT", 8080),
    (Language.PYTHON, PYTHON, "RATE", 30.0),
    (Language.PYTHON, PYTHON, "SECOND", NotBound),
    (Language.PYTHON, PYTHON, "FIRST", NotBound),
    (Language.PYTHON, PYTHON, "a", NotBound),
    (Language.PYTHON, PYTHON, "obj", NotBound),
    (Language.PYTHON, PYTHON, "NAMES", ["a", "b"]),
    (Language.PYTHON, PYTHON, "NOTHING", None),
    (Language.PYTHON, PYTHON, "MINUS", -1),
    (Language.PYTHON, PYTHON, "TEXT", "日本語"),
    (Language.PYTHON, PYTHON, "CALL", NotBound),
    (Language.PYTHON, PYTHON, "SUM", NotBound),
    (Language.PYTHON, PYTHON, "BARE", NotBound),
    (Language.PYTHON, PYTHON, "Config.DEBUG", True),
    (Language.PYTHON, PYTHON, "Config.Inner.DEEP", 1),
    (Language.PYTHON, PYTHON, "Missing.DEBUG", NotBound),
    (Language.PYTHON, PYTHON, "HIDDEN", NotBound),
    (Language.PYTHON, PYTHON, "LONG", NotBound),
    (Language.PYTHON, "def broken(:\n\nPORT = 1\n", "PORT", 1),
    (Language.JSON, JSON, "name", "atlas"),
    (Language.JSON, JSON, "server.port", 8080),
    (Language.JSON, JSON, "server.a.b", 1),
    (Language.JSON, JSON, "a.b.c", NotBound),
    (Language.JSON, JSON, "a.b", {"c": 2}),
    (Language.JSON, JSON, "list", [1, 2]),
    (Language.JSON, JSON, "none", None),
    (Language.JSON, JSON, "name.x", NotBound),
    (Language.JSON, "[1, 2]", "name", NotBound),
    (Language.JSON, "{broken", "name", NotBound),
    (Language.JSON, "[" * 100_000, "name", NotBound),
    (Language.TOML, TOML, "title", "地図"),
    (Language.TOML, TOML, "server.port", 8080),
    (Language.TOML, TOML, "server.ratio", 30.0),
    (Language.TOML, TOML, "day", "2026-01-02"),
    (Language.TOML, TOML, "missing", NotBound),
    (Language.TOML, "= broken", "title", NotBound),
    (Language.YAML, YAML, "name", "atlas"),
    (Language.YAML, YAML, "version", "1.10"),
    (Language.YAML, YAML, "server.port", 8080),
    (Language.YAML, YAML, "server.debug", True),
    (Language.YAML, YAML, "server", {"port": 8080, "debug": True}),
    (Language.YAML, YAML, "day", "2026-01-02"),
    (Language.YAML, YAML, "again", [1, 2]),
    (Language.YAML, YAML, "nested.deep.value", "日本語"),
    (Language.YAML, YAML, "a.b", 3),
    (Language.YAML, YAML, "missing", NotBound),
    (Language.YAML, YAML, "pair", [1, 2]),
    (Language.YAML, "run: !!python/object/apply:os.system [ls]", "run", ["ls"]),
    (Language.YAML, "when: !!python/name:os.system", "when", NotBound),
    (Language.YAML, "- a list", "name", NotBound),
    (Language.YAML, "a: [broken", "a", NotBound),
    (Language.YAML, "", "a", NotBound),
    (Language.YAML, "? {a: b}\n: 1\nc: 2", "c", 2),
    (Language.YAML, "a: {? [x] : 1}", "a", NotBound),
    (Language.YAML, "[" * 100_000, "a", NotBound),
    (Language.YAML, "a: " + "x" * 300_000, "a", NotBound),
    (Language.ENV, ENV, "PORT", "8080"),
    (Language.ENV, ENV, "LEVEL", "debug"),
    (Language.ENV, ENV, "QUOTED", "two words # in it"),
    (Language.ENV, ENV, "SINGLE", "$RAW"),
    (Language.ENV, ENV, "LINES", "a\nb"),
    (Language.ENV, ENV, "EMPTY", ""),
    (Language.ENV, ENV, "名前", "x"),
    (Language.ENV, ENV, "MISSING", NotBound),
]


@pytest.mark.parametrize(("language", "text", "name", "expected"), FOUND)
def test_bindings(language: Language, text: str, name: str, expected: Any) -> None:
    if expected is NotBound:
        with pytest.raises(NotBound):
            binding(text.encode(), language, name)
    else:
        found = binding(text.encode(), language, name)
        assert (found, type(found)) == (expected, type(expected))


def test_every_format_is_covered() -> None:
    assert {language for language, *_ in FOUND} == WITH_LITERALS


@pytest.mark.parametrize("language", sorted(WITH_LITERALS))
@pytest.mark.parametrize("source", [b"\x00\x01\xff\xfe", "PORT = 1".encode("utf-16"), b"\x80abc"])
def test_binary_files_bind_nothing(language: Language, source: bytes) -> None:
    with pytest.raises(NotBound):
        binding(source, language, "PORT")


def test_aliases_can_not_make_a_small_file_endless() -> None:
    layers = "a0: &a0 [x, x, x, x, x, x, x, x, x]\n" + "".join(
        f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 9)}]\n" for n in range(1, 12)
    )

    with pytest.raises(NotBound, match="too long"):
        binding(layers.encode(), Language.YAML, "a11")


def test_a_circle_of_aliases_ends() -> None:
    with pytest.raises(NotBound):
        binding(b"a: &a [*a]", Language.YAML, "a")


@pytest.mark.parametrize(
    ("text", "value"),
    [("x", "x"), (" 'a b' ", "a b"), ('"a" # c', "a"), ("a # c", "a"), ("a#b", "a#b"), ('"a\\"b"', 'a\\"b')],
)
def test_values_of_env_files(text: str, value: str) -> None:
    assert env_value(text) == value

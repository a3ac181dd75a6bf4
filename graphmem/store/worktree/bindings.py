"""The value that a file binds to a name: in Python, JSON, TOML, YAML and .env files.

Owns finding the binding; the first one counts. Nothing is executed, nothing but plain values is built, and
what a file can make us do is limited.
"""

from __future__ import annotations

import ast
import datetime
import json
import re
import tomllib
from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final, cast

import yaml
from tree_sitter import Node

from graphmem.domain.claims import Language
from graphmem.store.worktree.grammars import parse

_LONGEST_LITERAL: Final = 10_000
_LONGEST_YAML: Final = 262_144
_MOST_YAML_NODES: Final = 1_000
_ENV_LINE: Final = re.compile(r"\s*(?:export\s+)?([\w.-]+)\s*=\s*(.*)")
_ENV_QUOTED: Final = re.compile(r"(['\"])((?:\\.|(?!\1).)*)\1")


class NotBound(Exception):
    """There is no such value; the message says why, without a word of the file."""


def binding(source: bytes, language: Language, name: str) -> Any:
    """Give the value a file binds to a name, dotted for what is nested; raises NotBound."""
    try:
        text = source.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise NotBound("the file is not text in UTF-8") from None
    try:
        return _READERS[language](text, name)
    except (ValueError, SyntaxError, TypeError, RecursionError, MemoryError, yaml.YAMLError):
        raise NotBound("the file or the value could not be read") from None


def _in_python(text: str, name: str) -> Any:
    node: Node | None = parse(text.encode(), Language.PYTHON)
    *outer, last = name.split(".")
    for part in outer:
        node = _class_body(node, part)
    right = next((value for target, value in _assignments(node) if target == last), None)
    if right is None:
        raise NotBound(f"nothing is bound to {name} by a plain assignment")
    if right.end_byte - right.start_byte > _LONGEST_LITERAL:
        raise NotBound("the value is too long to compare")
    try:
        return ast.literal_eval((right.text or b"").decode())
    except (ValueError, SyntaxError, TypeError, RecursionError, MemoryError):
        raise NotBound("the value is not a literal") from None


def _class_body(node: Node | None, name: str) -> Node | None:
    for child in node.named_children if node else ():
        own = child.child_by_field_name("name") if child.type == "class_definition" else None
        if own is not None and own.text == name.encode():
            return child.child_by_field_name("body")
    return None


def _assignments(node: Node | None) -> Iterator[tuple[str, Node]]:
    for child in node.named_children if node else ():
        for inner in child.named_children if child.type == "expression_statement" else ():
            left = inner.child_by_field_name("left")
            right = inner.child_by_field_name("right")
            if inner.type == "assignment" and left and right and left.type == "identifier":
                yield (left.text or b"").decode(), right


def _in_json(text: str, name: str) -> Any:
    return _look_up(json.loads(text), name)


def _in_toml(text: str, name: str) -> Any:
    return _look_up(tomllib.loads(text), name)


def _look_up(value: Any, name: str) -> Any:
    """Walk a dotted name through nested tables; a key that has dots itself wins."""
    if isinstance(value, Mapping):
        if name in value:
            found = value[name]
            return found.isoformat() if isinstance(found, datetime.date | datetime.time) else found
        key, dot, rest = name.partition(".")
        if dot and key in value:
            return _look_up(value[key], rest)
    raise NotBound(f"nothing is bound to {name}")


def _in_yaml(text: str, name: str) -> Any:
    if len(text) > _LONGEST_YAML:
        raise NotBound(f"a YAML file is read up to {_LONGEST_YAML:,} characters")
    node = _yaml_at(yaml.compose(text, Loader=yaml.CSafeLoader), name)
    if node is None:
        raise NotBound(f"nothing is bound to {name}")
    return _yaml_value(node, [_MOST_YAML_NODES])


def _yaml_at(node: yaml.Node | None, name: str) -> yaml.Node | None:
    if not isinstance(node, yaml.MappingNode):
        return None
    key, dot, rest = name.partition(".")
    inner: yaml.Node | None = None
    for key_node, value_node in node.value:
        if key_node.value == name:
            return cast(yaml.Node, value_node)
        if dot and key_node.value == key and inner is None:
            inner = value_node
    return _yaml_at(inner, rest)


def _yaml_value(node: yaml.Node, budget: list[int]) -> Any:
    # Aliases can make a small file stand for an endless value: the budget is for the whole of it.
    budget[0] -= 1
    if budget[0] < 0:
        raise NotBound("the value is too long to compare")
    if isinstance(node, yaml.MappingNode):
        return {_yaml_value(key, budget): _yaml_value(value, budget) for key, value in node.value}
    if isinstance(node, yaml.SequenceNode):
        return [_yaml_value(item, budget) for item in node.value]
    value = yaml.constructor.SafeConstructor().construct_object(node)
    return value.isoformat() if isinstance(value, datetime.date) else value


def _in_env(text: str, name: str) -> Any:
    for line in text.splitlines():
        match = _ENV_LINE.match(line)
        if match and match[1] == name:
            return env_value(match[2])
    raise NotBound(f"nothing is bound to {name}")


def env_value(text: str) -> str:
    """Read a value as it stands in a .env file, or in a claim about one: quotes and comments off."""
    bare = text.strip()
    if quoted := _ENV_QUOTED.match(bare):
        return quoted[2].replace("\\n", "\n") if quoted[1] == '"' else quoted[2]
    return re.split(r"\s#", bare, maxsplit=1)[0].strip()


_READERS: Final[Mapping[Language, Callable[[str, str], Any]]] = {
    Language.PYTHON: _in_python,
    Language.JSON: _in_json,
    Language.TOML: _in_toml,
    Language.YAML: _in_yaml,
    Language.ENV: _in_env,
}

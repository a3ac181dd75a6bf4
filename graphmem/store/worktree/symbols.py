"""The names that a source file defines: functions, types, constants and their members.

Owns the walk through the tree; which nodes matter is in `grammars`. Bodies of functions are not looked into.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from tree_sitter import Node

from graphmem.domain.claims import Language
from graphmem.store.worktree.grammars import GRAMMARS, Grammar, parse

_DEEPEST: Final = 8
_NAME: Final = re.compile(r"[~#]?[^\W\d][\w$]*(?:(?:::|\.)~?[^\W\d][\w$]*)*")
# Fields of a nameless struct belong to no scope; constants of a nameless enum belong to the outer one.
_NAMELESS: Final = frozenset({"struct_specifier", "union_specifier", "class_specifier"})


def definitions(source: bytes, language: Language) -> frozenset[str]:
    """Give the names that a file defines; members of types and namespaces as `Outer.inner`."""
    grammar = GRAMMARS[language]
    names: set[str] = set()
    waiting: list[tuple[Node, tuple[str, ...]]] = [(parse(source, language), ())]
    while waiting:
        parent, scope = waiting.pop()
        for node in parent.named_children:
            names.update(".".join((*scope, name)) for name in _defined(node, grammar))
            inner = _members(node, grammar, scope)
            if inner is not None and len(inner) <= _DEEPEST:
                waiting.append((node, inner))
    return frozenset(names)


def _defined(node: Node, grammar: Grammar) -> Iterator[str]:
    if node.type == "assignment":
        yield from _assigned(node)
    elif node.type == "method_declaration" and (receiver := node.child_by_field_name("receiver")):
        yield from _joined(_first(receiver, "type_identifier"), node.child_by_field_name("name"))
    elif node.type in grammar.declares:
        for declarator in node.children_by_field_name("declarator"):
            yield from _named(_declared(declarator))
    elif node.type in grammar.defines and not _is_mere_mention(node):
        for field in ("name", "property"):
            for name in node.children_by_field_name(field):
                yield from _named(name)


def _members(node: Node, grammar: Grammar, scope: tuple[str, ...]) -> tuple[str, ...] | None:
    if node.type in grammar.holds:
        # A Rust impl has no name of its own: its members belong to the type.
        own = node.child_by_field_name("name") or _first(node.child_by_field_name("type"), "type_identifier")
        return None if own is None and node.type in _NAMELESS else (*scope, *_named(own))
    return scope if node.type in grammar.through else None


def _is_mere_mention(node: Node) -> bool:
    # `struct Foo x;` and `struct Foo;` name a type without defining it.
    return node.type.endswith("_specifier") and node.child_by_field_name("body") is None


def _assigned(node: Node) -> Iterator[str]:
    while node.type == "assignment":
        left = node.child_by_field_name("left")
        if left is not None and left.type == "identifier":
            yield from _named(left)
        right = node.child_by_field_name("right")
        if right is None:
            return
        node = right


def _declared(declarator: Node) -> Node | None:
    current: Node | None = declarator
    while current is not None and "declarator" in current.type:
        inner = current.child_by_field_name("declarator")
        current = inner or (current.named_children[0] if current.named_children else None)
    return current


def _joined(owner: Node | None, name: Node | None) -> Iterator[str]:
    for outer in _named(owner):
        for inner in _named(name):
            yield f"{outer}.{inner}"


def _named(node: Node | None) -> Iterator[str]:
    text = (node.text or b"").decode("utf-8", "replace") if node is not None else ""
    if _NAME.fullmatch(text):
        yield text.replace("::", ".").removeprefix("#")


def _first(node: Node | None, kind: str) -> Node | None:
    waiting = [node] if node is not None else []
    while waiting:
        current = waiting.pop(0)
        if current.type == kind:
            return current
        waiting += current.named_children
    return None

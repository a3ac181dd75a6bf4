"""How much one GraphQL document may ask for, measured in time linear to its length.

Owns the measuring. It runs before the specification's own rules, some of which take quadratic time, and each
fragment is measured once, however often it is spread: doubling fragments (a "fragment bomb") cost nothing.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain
from typing import Final

from graphql import (
    DocumentNode,
    FieldNode,
    FragmentDefinitionNode,
    FragmentSpreadNode,
    GraphQLError,
    InlineFragmentNode,
    OperationDefinitionNode,
    SelectionSetNode,
)

from graphmem.settings import Settings

CEILING: Final = 10**9
"""Counts stop here: a bomb's true count has hundreds of digits."""


@dataclass(frozen=True, slots=True)
class Limits:
    """The most that one operation may have of each."""

    tokens: int = 2000
    depth: int = 20
    aliases: int = 50
    fields: int = 500
    root_fields: int = 20

    @classmethod
    def of(cls, settings: Settings) -> Limits:
        """Take the limits from the settings."""
        return cls(
            settings.max_tokens,
            settings.max_depth,
            settings.max_aliases,
            settings.max_fields,
            settings.max_root_fields,
        )


@dataclass(frozen=True, slots=True)
class Size:
    """What a selection amounts to with its fragments expanded; `roots` are the fields of its top level."""

    depth: int = 0
    aliases: int = 0
    fields: int = 0
    roots: int = 0


def check_document(document: DocumentNode, limits: Limits) -> list[GraphQLError]:
    """List what in the document is beyond the limits, for each of its operations."""
    ruler = _Ruler(document)
    operations = (node for node in document.definitions if isinstance(node, OperationDefinitionNode))
    try:
        return list(chain.from_iterable(_excesses(node, ruler.operation(node), limits) for node in operations))
    except RecursionError:
        return [too_deep(limits)]


def too_deep(limits: Limits) -> GraphQLError:
    """The error for a document too deep even to be read."""
    return GraphQLError(f"The document is nested too deeply; at most {limits.depth} levels are allowed.")


def _excesses(node: OperationDefinitionNode, size: Size, limits: Limits) -> Iterator[GraphQLError]:
    measured = (
        ("levels of fields", size.depth, limits.depth),
        ("aliases", size.aliases, limits.aliases),
        ("fields", size.fields, limits.fields),
        ("fields at its top", size.roots, limits.root_fields),
    )
    for what, count, most in measured:
        if count > most:
            name = f"Operation {node.name.value!r}" if node.name else "The operation"
            shown = f"more than {most}" if count >= CEILING else str(count)
            yield GraphQLError(f"{name} has {shown} {what}; at most {most} are allowed.", node)


class _Ruler:
    """Measures operations, remembering what each fragment came to."""

    def __init__(self, document: DocumentNode) -> None:
        self._fragments = {
            node.name.value: node for node in document.definitions if isinstance(node, FragmentDefinitionNode)
        }
        self._measured: dict[str, Size] = {}

    def operation(self, node: OperationDefinitionNode) -> Size:
        """Measure one operation."""
        return self._selection(node.selection_set)

    def _selection(self, selection: SelectionSetNode) -> Size:
        depth = aliases = fields = roots = 0
        for node in selection.selections:
            if isinstance(node, FieldNode):
                below = self._selection(node.selection_set) if node.selection_set else Size()
                size = Size(below.depth + 1, below.aliases + bool(node.alias), below.fields + 1, 1)
            elif isinstance(node, InlineFragmentNode):
                size = self._selection(node.selection_set)
            elif isinstance(node, FragmentSpreadNode):
                size = self._fragment(node.name.value)
            depth = max(depth, size.depth)
            aliases += size.aliases
            fields += size.fields
            roots += size.roots
        return Size(depth, min(aliases, CEILING), min(fields, CEILING), min(roots, CEILING))

    def _fragment(self, name: str) -> Size:
        if name not in self._measured:
            # Counts as nothing while it is measured: a cycle ends here, and validation reports it. So does
            # a fragment that is not defined.
            self._measured[name] = Size()
            if name in self._fragments:
                self._measured[name] = self._selection(self._fragments[name].selection_set)
        return self._measured[name]

"""Reads and checks the text of an operation, once for each text: parse, limits, the specification's rules.

Owns the cache of read documents. What an operation then does is Strawberry's business.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from graphql import (
    DocumentNode,
    GraphQLError,
    NoSchemaIntrospectionCustomRule,
    OperationDefinitionNode,
    parse,
)
from graphql.validation import specified_rules
from strawberry import Schema
from strawberry.extensions import SchemaExtension
from strawberry.schema.schema import validate_document

from graphmem.api.limits import Limits, check_document, too_deep

CACHED: Final = 512
"""Texts kept. Clients that use variables send few; the bound is for those that inline their values."""

_NAME_ONE: Final = "The document has several operations; name one in `operationName`."
# Strawberry would run the first, where the specification wants an error.

LONGEST_CACHED: Final = 16 * 1024
"""Characters; documents of clients that use variables are far shorter."""


@dataclass(frozen=True, slots=True)
class Reading:
    """A text as it was read: a document, or the errors that make it none."""

    document: DocumentNode | None
    errors: tuple[GraphQLError, ...] = ()

    @property
    def operations(self) -> int:
        """How many operations the document has."""
        definitions = self.document.definitions if self.document else ()
        return sum(isinstance(node, OperationDefinitionNode) for node in definitions)


class DocumentReader:
    """Reads texts against one schema. Safe to use from several threads."""

    def __init__(self, schema: Schema, limits: Limits, *, introspection: bool = True) -> None:
        self._schema = schema
        self._limits = limits
        self._rules = specified_rules if introspection else (*specified_rules, NoSchemaIntrospectionCustomRule)
        self._cached = lru_cache(CACHED)(self._read)

    def read(self, text: str) -> Reading:
        """Read a text. Only short ones are kept, so that the cache stays within a few megabytes."""
        return self._cached(text) if len(text) <= LONGEST_CACHED else self._read(text)

    def _read(self, text: str) -> Reading:
        try:
            document = parse(text, max_tokens=self._limits.tokens)
        except GraphQLError as error:
            return Reading(None, (error,))
        except RecursionError:
            return Reading(None, (too_deep(self._limits),))
        errors = check_document(document, self._limits) or self._validate(document)
        return Reading(document, tuple(errors))

    def _validate(self, document: DocumentNode) -> list[GraphQLError]:
        try:
            return validate_document(self._schema._schema, document, tuple(self._rules))
        except RecursionError:
            return [too_deep(self._limits)]

    def extension(self) -> type[SchemaExtension]:
        """Make the extension class that hands readings to Strawberry; give it to the schema once."""
        read = self.read

        class ReadDocument(SchemaExtension):
            """Puts the cached reading in place of parsing and validating."""

            def on_parse(self) -> Iterator[None]:
                context = self.execution_context
                self.reading = read(context.query or "")
                if self.reading.document is None:
                    raise self.reading.errors[0]
                # Without a document this is the name that the request gave.
                if context.operation_name is None and self.reading.operations > 1:
                    raise GraphQLError(_NAME_ONE)
                context.graphql_document = self.reading.document
                yield

            def on_validate(self) -> Iterator[None]:
                self.execution_context.pre_execution_errors = list(self.reading.errors)
                yield

        return ReadDocument

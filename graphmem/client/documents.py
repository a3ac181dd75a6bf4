"""The GraphQL documents that the client sends. Their text is in `operations.graphql`, and nowhere else."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib.resources import files

from graphql import DocumentNode, parse
from graphql.utilities import separate_operations


def document(operation: str) -> DocumentNode:
    """Give an operation by its name, with the fragments that it needs. Raises KeyError for an unknown one."""
    return all_documents()[operation]


@cache
def all_documents() -> Mapping[str, DocumentNode]:
    """Read every operation, once."""
    text = files("graphmem.client").joinpath("operations.graphql").read_text(encoding="utf-8")
    return separate_operations(parse(text))

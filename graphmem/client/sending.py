"""The common ground of both clients: an ask becomes a request, its answer a value, a use case a method.

Owns no connection.
"""

from __future__ import annotations

import inspect
from collections.abc import AsyncGenerator, Callable
from contextlib import aclosing
from typing import Any, TypeVar

import gql

from graphmem.client.asking import Ask, Page, Pages
from graphmem.client.documents import document
from graphmem.client.wires import Wires, understood

T = TypeVar("T")
F = TypeVar("F", bound=Callable[..., Any])


def request(ask: Ask[Any]) -> gql.GraphQLRequest:
    """Make the request that an ask stands for."""
    return gql.GraphQLRequest(document(ask.operation), variable_values=ask.variables)


def own_request(text: str, variables: dict[str, Any] | None) -> gql.GraphQLRequest:
    """Make a request of a caller's own document. Raises graphql.GraphQLError for one that can't be read."""
    return gql.GraphQLRequest(text, variable_values=variables)


def answer(ask: Ask[T], data: dict[str, Any]) -> T:
    """Read the field at the top of an operation."""
    return ask.read(next(iter(data.values())))


def first(pages: Pages[T]) -> Ask[Page[T]] | None:
    """The ask for a list's first page; None for an empty list."""
    return next(pages, None)


def following(pages: Pages[T], page: Page[T]) -> Ask[Page[T]] | None:
    """The ask for the page after one; None after the last."""
    try:
        return pages.send(page)
    except StopIteration:
        return None


async def follow(wires: Wires, ask: Ask[T]) -> AsyncGenerator[T, None]:
    """Give each answer of a subscription, on a connection of its own."""
    with understood(wires.address):
        client = gql.Client(transport=wires.events())
        async with client as session, aclosing(session.subscribe(request(ask))) as answers:
            async for data in answers:
                yield answer(ask, data)


def as_method(method: F, use_case: Callable[..., Any]) -> F:
    """Give a method the name, the words and the parameters of the use case it carries out."""
    method.__name__ = use_case.__name__
    method.__doc__ = use_case.__doc__
    myself = inspect.Parameter("self", inspect.Parameter.POSITIONAL_ONLY)
    parameters = [myself, *inspect.signature(use_case).parameters.values()]
    kinds = sorted(parameters, key=lambda parameter: parameter.kind)
    method.__signature__ = inspect.Signature(kinds)  # type: ignore[attr-defined]
    return method

"""How operations travel: over HTTP and WebSocket to a running service.

Owns the choice of transports and what their failures mean to a caller. Within this process it is `local`'s.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Final, Protocol
from urllib.parse import urlsplit, urlunsplit

from gql.transport import AsyncTransport, Transport
from gql.transport.exceptions import TransportConnectionFailed, TransportError, TransportQueryError

from graphmem.client.errors import GraphmemError, Unreachable
from graphmem.client.failures import request_failure

TIMEOUT: Final = 60.0
"""Seconds to wait for an answer: a large batch may take some."""

ENDPOINT: Final = "/graphql"


class Wires(Protocol):
    """The ways to one space."""

    @property
    def address(self) -> str:
        """What the space is reached by."""
        ...

    def sync(self) -> Transport:
        """Make the transport of a synchronous client."""
        ...

    def asynchronous(self) -> AsyncTransport:
        """Make the transport of an asynchronous client."""
        ...

    def events(self) -> AsyncTransport:
        """Make the transport of a subscription."""
        ...


@dataclass(frozen=True, slots=True)
class RemoteWires:
    """The ways to a service under a URL."""

    address: str
    token: str | None

    @property
    def _headers(self) -> dict[str, str]:
        return {"authorization": f"Bearer {self.token}"} if self.token else {}

    def sync(self) -> Transport:
        """Make an HTTP transport; connections are kept and used again."""
        from gql.transport.httpx import HTTPXTransport

        return HTTPXTransport(self.address, headers=self._headers, timeout=TIMEOUT)

    def asynchronous(self) -> AsyncTransport:
        """Make an HTTP transport for the event loop."""
        from gql.transport.httpx import HTTPXAsyncTransport

        return HTTPXAsyncTransport(self.address, headers=self._headers, timeout=TIMEOUT)

    def events(self) -> AsyncTransport:
        """Make a WebSocket transport."""
        from gql.transport.websockets import WebsocketsTransport

        parts = urlsplit(self.address)
        secure = parts.scheme == "https"
        url = urlunsplit(parts._replace(scheme="wss" if secure else "ws"))
        return WebsocketsTransport(url, headers=self._headers, ssl=secure)


def endpoint(url: str) -> str:
    """Complete a service's address: without a path, its endpoint is meant."""
    parts = urlsplit(url)
    return urlunsplit(parts._replace(path=ENDPOINT)) if parts.path in ("", "/") else url


@contextmanager
def understood(address: str) -> Iterator[None]:
    """Turn what a transport raises into what the client raises."""
    try:
        yield
    except TransportQueryError as error:
        raise request_failure(error.errors or [{"message": str(error)}]) from None
    except TransportConnectionFailed as error:
        raise Unreachable(f"nobody answers at {address} ({error}); start a service with: graphmem serve") from error
    except TransportError as error:
        raise _no_graphmem(address, error) from error


def _no_graphmem(address: str, error: TransportError) -> GraphmemError:
    return Unreachable(f"what answers at {address} is no graphmem: {error}")

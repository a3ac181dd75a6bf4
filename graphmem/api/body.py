"""From the bytes of a request to an operation to run, whatever the bytes are.

Owns reading and checking a request's shape (GraphQL over HTTP, sections 4 and 5). Every fault is a BadRequest
with a status and words for the client; nothing here can end in a 500.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

import orjson
from starlette.requests import Request

# Digits become 0 and all else spaces: the quickest way to look for many digits in a row.
_DIGITS: Final = bytes(48 if 48 <= byte <= 57 else 32 for byte in range(256))
_LONG_NUMBER: Final = b"0" * 19


class BadRequest(Exception):
    """The request can't be run. `status` is the HTTP status to answer with."""

    def __init__(self, message: str, status: int = 400) -> None:
        super().__init__(message)
        self.message = message
        self.status = status


@dataclass(frozen=True, slots=True)
class Call:
    """One operation as it was asked for."""

    query: str
    variables: dict[str, Any] | None = None
    operation_name: str | None = None
    extensions: dict[str, Any] | None = None


async def read_call(request: Request, max_bytes: int) -> Call:
    """Read the operation from a GET's parameters or a POST's JSON. Raises BadRequest."""
    if request.method != "POST":
        return _from_parameters(request.query_params)
    media = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    # A form or plain text can be sent across origins without asking; JSON can't.
    if media != "application/json":
        raise BadRequest("send the operation as content-type: application/json", 415)
    return call_from(parse_json(await _read(request, max_bytes)))


def call_from(body: object) -> Call:
    """Check a decoded body. Raises BadRequest naming the member that is wrong."""
    if isinstance(body, list):
        raise BadRequest("batches are not supported; send one operation in each request")
    if not isinstance(body, dict):
        raise BadRequest('the body must be a JSON object such as {"query": "{ viewer { agent } }"}')
    query = body.get("query")
    if not isinstance(query, str) or not query.strip():
        raise BadRequest("`query` must be the text of a GraphQL document")
    name = body.get("operationName")
    if not isinstance(name, str | None):
        raise BadRequest("`operationName` must be a string or null")
    return Call(query, _object(body, "variables"), name or None, _object(body, "extensions"))


def parse_json(text: bytes | str) -> object:
    """Decode JSON, whole numbers of any length exactly. Raises BadRequest; NaN and infinities are no JSON.

    Lone surrogates are the one thing that orjson refuses and that goes on from here: they are a matter of
    content, which the payload's errors explain better than a parser.
    """
    if not _has_long_number(text):
        try:
            return orjson.loads(text)
        except orjson.JSONDecodeError:
            pass
    try:
        decoded = text.decode() if isinstance(text, bytes) else text
        return json.loads(decoded, parse_constant=_no_constant)
    except UnicodeDecodeError:
        raise BadRequest("the body is not UTF-8") from None
    except RecursionError:
        raise BadRequest("the JSON is nested too deeply") from None
    except ValueError as error:
        raise BadRequest(f"the JSON can't be read: {error}") from None


def _has_long_number(text: bytes | str) -> bool:
    """Whether there may be a whole number beyond 64 bits, which orjson would take for a float."""
    encoded = text.encode(errors="replace") if isinstance(text, str) else text
    return _LONG_NUMBER in encoded.translate(_DIGITS)


def encode_json(value: object) -> bytes:
    """Encode JSON, also what orjson does not: lone surrogates and integers beyond 64 bits."""
    try:
        return orjson.dumps(value)
    except TypeError:
        return json.dumps(value, separators=(",", ":")).encode()


def _no_constant(name: str) -> object:
    raise ValueError(f"{name} is not JSON")


def _object(body: Mapping[str, Any], name: str) -> dict[str, Any] | None:
    value = body.get(name)
    if not isinstance(value, dict | None):
        raise BadRequest(f"`{name}` must be an object or null")
    return value


def _from_parameters(parameters: Mapping[str, str]) -> Call:
    members: dict[str, object] = dict(parameters)
    for name in ("variables", "extensions"):
        if text := parameters.get(name):
            members[name] = parse_json(text)
        else:
            members.pop(name, None)
    return call_from(members)


async def _read(request: Request, max_bytes: int) -> bytes:
    too_large = BadRequest(f"the body is larger than {max_bytes} bytes; split the batch", 413)
    length = request.headers.get("content-length", "")
    if length.isdecimal() and len(length) < 20 and int(length) > max_bytes:
        raise too_large
    chunks, size = [], 0
    async for chunk in request.stream():
        size += len(chunk)
        if size > max_bytes:
            raise too_large
        chunks.append(chunk)
    return b"".join(chunks)

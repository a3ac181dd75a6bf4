"""Which form of answer a client accepts (RFC 9110, section 12.5.1; GraphQL over HTTP, section 6).

Owns reading the Accept header. JSON goes before a stream wherever both are acceptable, since clients that
mean a plain query name both.
"""

from __future__ import annotations

from enum import StrEnum
from functools import lru_cache


class Form(StrEnum):
    """The forms an answer can take; the value is its media type."""

    GRAPHQL = "application/graphql-response+json"
    JSON = "application/json"
    STREAM = "text/event-stream"


@lru_cache(256)
def choose_form(accept: str | None) -> Form | None:
    """Choose the form for an Accept header; None where nothing we have is acceptable."""
    if not accept or not accept.strip():
        return Form.JSON
    ranges = [_range(part) for part in accept.split(",")]
    quality = {form: _quality(form, ranges) for form in Form}
    best = max(Form.GRAPHQL, Form.JSON, key=lambda form: (quality[form], form is _default(ranges)))
    if quality[best] > 0:
        return best
    return Form.STREAM if quality[Form.STREAM] > 0 else None


def accepts_html(accept: str | None) -> bool:
    """Whether the client names HTML, as browsers do for a page."""
    return "text/html" in (accept or "")


def _default(ranges: list[tuple[str, float]]) -> Form:
    # A client that names the new type outright gets it; one that takes anything gets the old one.
    return Form.GRAPHQL if any(name == Form.GRAPHQL for name, _ in ranges) else Form.JSON


def _range(part: str) -> tuple[str, float]:
    name, *parameters = (word.strip().lower() for word in part.split(";"))
    for parameter in parameters:
        key, _, value = parameter.partition("=")
        if key.strip() == "q":
            try:
                return name, float(value)
            except ValueError:
                return name, 0.0
    return name, 1.0


def _quality(form: Form, ranges: list[tuple[str, float]]) -> float:
    # The most specific range that fits decides, as the RFC has it.
    for wanted in (form.value, form.partition("/")[0] + "/*", "*/*"):
        found = [quality for name, quality in ranges if name == wanted]
        if found:
            return max(found)
    return 0.0

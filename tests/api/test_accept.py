"""Which form of answer an Accept header leads to."""

from __future__ import annotations

import pytest

from graphmem.api.accept import Form, accepts_html, choose_form


@pytest.mark.parametrize(
    ("accept", "form"),
    [
        (None, Form.JSON),
        ("", Form.JSON),
        ("*/*", Form.JSON),
        ("application/*", Form.JSON),
        ("application/json", Form.JSON),
        ("APPLICATION/JSON; charset=utf-8", Form.JSON),
        ("application/graphql-response+json", Form.GRAPHQL),
        ("application/graphql-response+json, application/json", Form.GRAPHQL),
        ("application/json, application/graphql-response+json", Form.GRAPHQL),
        ("application/json, application/graphql-response+json;q=0.5", Form.JSON),
        ("application/graphql-response+json;q=0, application/json", Form.JSON),
        ("text/event-stream", Form.STREAM),
        ("text/*", Form.STREAM),
        ("text/event-stream, application/json", Form.JSON),
        ("text/event-stream, */*;q=0.1", Form.JSON),
        ("text/event-stream, application/json;q=0", Form.STREAM),
        ("text/html", None),
        ("application/json;q=0", None),
        ("application/json;q=nonsense", None),
        ("application/json;level=1", Form.JSON),
    ],
)
def test_choice(accept: str | None, form: Form | None) -> None:
    assert choose_form(accept) is form


@pytest.mark.parametrize(("accept", "html"), [(None, False), ("*/*", False), ("text/html,application/xhtml+xml", True)])
def test_browsers_are_known_by_html(accept: str | None, html: bool) -> None:
    assert accepts_html(accept) is html

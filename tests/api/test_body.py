"""Reading a request: whatever the bytes are, an operation or a BadRequest comes out."""

from __future__ import annotations

import pytest

from graphmem.api.body import BadRequest, Call, call_from, encode_json, parse_json


def read(text: bytes) -> Call:
    return call_from(parse_json(text))


@pytest.mark.parametrize(
    ("text", "call"),
    [
        (b'{"query":"{a}"}', Call("{a}")),
        (b'{"query":"{a}","variables":null,"operationName":null,"extensions":null}', Call("{a}")),
        (b'{"query":"{a}","operationName":""}', Call("{a}")),
        (b'{"query":"{a}","variables":{"x":[1]},"operationName":"A"}', Call("{a}", {"x": [1]}, "A")),
        (b'{"query":"{a}","variables":{"x":"\\ud800"}}', Call("{a}", {"x": "\ud800"})),
        (b'{"query":"{a}","variables":{"x":18446744073709551616}}', Call("{a}", {"x": 2**64})),
        (b'{"query":"{a}","variables":{"x":-9223372036854775809}}', Call("{a}", {"x": -(2**63) - 1})),
        (b'{"query":"{a}","variables":{"x":9007199254740993}}', Call("{a}", {"x": 2**53 + 1})),
        (b'{"query":"{a}","variables":{"x":"1234567890123456789012"}}', Call("{a}", {"x": "1234567890123456789012"})),
        (b'{"query":"{a}","variables":{"x":1e999}}', Call("{a}", {"x": float("inf")})),
    ],
)
def test_operations(text: bytes, call: Call) -> None:
    assert read(text) == call


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (b"", "can't be read"),
        (b"{", "can't be read"),
        (b"null", "must be a JSON object"),
        (b"1", "must be a JSON object"),
        (b'"x"', "must be a JSON object"),
        (b"[]", "batches are not supported"),
        (b"\xff\xfe{}", "not UTF-8"),
        (b"[" * 100_000, "nested too deeply"),
        (b'{"a":' * 100_000, "nested too deeply"),
        (b'{"query":"{a}","variables":{"x":' + b"9" * 5000 + b"}}", "can't be read"),
        (b'{"query":"{a}","variables":{"x":NaN}}', "NaN is not JSON"),
        (b'{"query":"{a}","variables":{"x":Infinity}}', "Infinity is not JSON"),
        (b'{"query":"{a}","variables":{"x":[-Infinity, 1234567890123456789012]}}', "-Infinity is not JSON"),
        (b"{}", "`query` must be"),
        (b'{"query":""}', "`query` must be"),
        (b'{"query":1}', "`query` must be"),
        (b'{"query":"{a}","variables":[]}', "`variables` must be an object"),
        (b'{"query":"{a}","variables":"x"}', "`variables` must be an object"),
        (b'{"query":"{a}","extensions":1}', "`extensions` must be an object"),
        (b'{"query":"{a}","operationName":[]}', "`operationName` must be"),
    ],
)
def test_faults(text: bytes, message: str) -> None:
    with pytest.raises(BadRequest) as caught:
        read(text)
    assert message in caught.value.message
    assert caught.value.status == 400


def test_a_whole_number_in_a_text_message_is_exact_as_well() -> None:
    assert parse_json('{"x": 18446744073709551616, "y": "\ud800"}') == {"x": 2**64, "y": "\ud800"}


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ({"a": "é"}, '{"a":"é"}'.encode()),
        ("\ud800", b'"\\ud800"'),
        (2**70, b"1180591620717411303424"),
        (float("inf"), b"null"),
    ],
)
def test_encoding(value: object, text: bytes) -> None:
    assert encode_json(value) == text

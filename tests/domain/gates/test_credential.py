"""A memory with a credential in it is refused, and the refusal never repeats the credential."""

from __future__ import annotations

import pytest

from graphmem.domain.gates import GateContext, GatePolicy, Prose
from graphmem.domain.gates.credential import find_credential
from tests.domain.credentials.samples import fill


def test_bettermemorys_vector_is_refused_with_a_redacted_snippet() -> None:
    finding = find_credential(GateContext(Prose("my password is hunter2Abc9XyZ12Q")), GatePolicy())

    assert finding is not None
    assert finding.matches == ("password: my password is [redacted]",)
    assert "hunter2" not in finding.message + str(finding.refusal())


@pytest.mark.parametrize(
    ("text", "refused"),
    [
        ("鍵は" + "ghp_" + fill(36) + "です", True),
        ("パスワードはhunter2Abc9XyZ12Qです", True),
        ("パスワードは金庫にある", False),
        ("The password is in the vault under billing/db", False),
        ("", False),
    ],
)
def test_english_and_japanese(text: str, refused: bool) -> None:
    assert (find_credential(GateContext(Prose(text)), GatePolicy()) is not None) is refused


def test_what_stands_around_the_text_counts_too() -> None:
    annex = ((("tags", "0"), "token"), (("metadata",), '{"token": "hunter2Abc9XyZ12Q"}'))
    finding = find_credential(GateContext(Prose("fine"), annex=annex), GatePolicy())

    assert finding is not None
    assert finding.refusal().path == ("metadata",)


def test_two_texts_are_no_secret_because_one_follows_the_other() -> None:
    annex = ((("tags", "0"), "the password is"), (("tags", "1"), "hunter2Abc9XyZ12Q"))

    assert find_credential(GateContext(Prose("fine"), annex=annex), GatePolicy()) is None

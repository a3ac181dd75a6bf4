"""Vendors' keys, private keys and cards are known by their form, also next to kanji."""

from __future__ import annotations

import pytest

from graphmem.domain.credentials.formats import FORMATS, find_cards, find_formats, looks_masked
from tests.domain.credentials.samples import PEM, PEM_ENCRYPTED, PEM_IN_JSON, UPPER, VENDOR, fill

AROUND = ("use {} here", "鍵は{}です", "({})", '"{}"', "={};", "{}")


@pytest.mark.parametrize("around", AROUND)
@pytest.mark.parametrize(("token", "kind"), VENDOR.items(), ids=[*VENDOR.values()])
def test_a_vendors_key_is_found_whole(token: str, kind: str, around: str) -> None:
    text = around.format(token)

    (found,) = find_formats(text)

    assert found.kind == kind
    covered = text[found.start : found.end]
    assert covered in token
    assert len(covered) >= 15


def test_every_format_has_a_sample() -> None:
    assert {form.kind for form in FORMATS} == set(VENDOR.values())


@pytest.mark.parametrize(
    "text",
    [
        "AKIA" + "X" * 16,
        "ghp_" + "x" * 36,
        "sk-" + "learn-model-selection-cross-val",
        "the task-force-one-hundred-and-twenty-three",
        "xoxb-" + "not-a-real-token-at-all",
        "AKIA" + fill(30, UPPER),
        "my" + "AKIA" + fill(16, UPPER),
        "keys start with sk_live_ and have 24 characters",
        "a JWT is header.payload.signature",
        "eyJhbGci is how a JWT starts",
    ],
)
def test_masks_names_and_descriptions_are_no_keys(text: str) -> None:
    assert list(find_formats(text)) == []


@pytest.mark.parametrize(
    ("pem", "lines_end"),
    [(PEM, ""), *((pem, end) for pem in (PEM, PEM_ENCRYPTED) for end in (" ", "  \t", "\n> ", "\n>> ", "\r\n"))],
)
def test_a_private_key_whose_lines_were_joined_is_found_whole(pem: str, lines_end: str) -> None:
    joined = pem.replace("\n\n", "\n").replace("\n", lines_end)
    text = f"it is {joined}"
    assert [(c.kind, text[c.start : c.end]) for c in find_formats(text)] == [("private key", joined)]


@pytest.mark.parametrize(
    "behind",
    [" and then internationalisation of everything", " Note: nothing", "", " [base64] -----END PRIVATE KEY-----"],
)
def test_prose_behind_the_header_of_a_key_is_no_key(behind: str) -> None:
    assert not list(find_formats(f"The file begins with -----BEGIN RSA {'PRIVATE'} KEY-----{behind}"))


@pytest.mark.parametrize("pem", [PEM, PEM_ENCRYPTED, PEM_IN_JSON, PEM.rpartition("\n")[0]])
def test_a_private_key_is_found_with_or_without_its_end(pem: str) -> None:
    text = f"the key is {pem}\nand then some prose"

    (found,) = find_formats(text)

    assert text[: found.start] == "the key is "
    assert "prose" in text[found.end :]
    assert fill(20) not in text[found.end :]


@pytest.mark.parametrize(
    "text",
    [
        "files that begin with -----BEGIN RSA " + "PRIVATE KEY----- are keys",
        "-----BEGIN " + "PRIVATE KEY-----\n\nThe header above is all it takes.",
        "-----BEGIN CERTIFICATE-----\n" + fill(64),
        "-----BEGIN PUBLIC KEY-----\n" + fill(64),
    ],
)
def test_a_header_alone_is_documentation(text: str) -> None:
    assert list(find_formats(text)) == []


@pytest.mark.parametrize(
    "number",
    ["4111111111111111", "4111 1111 1111 1111", "5555-5555-5555-4444", "378282246310005", "3782 822463 10005"],
)
@pytest.mark.parametrize("around", ["card {} on file", "カードは{}です", "{}."])
def test_a_card_is_found(number: str, around: str) -> None:
    text = around.format(number)

    (found,) = find_cards(text)

    assert text[found.start : found.end] == number


@pytest.mark.parametrize(
    "text",
    [
        "4111111111111112",
        "1234567890123452",
        "order 00004111111111111111",
        "id-4111111111111111-x",
        "0.4111111111111111",
        "2222222222222222",
        "at 1767225600000000 microseconds",
        "4111 1111-1111 1111",
    ],
)
def test_other_long_numbers_are_no_cards(text: str) -> None:
    assert list(find_cards(text)) == []


def test_a_mask_has_few_different_characters() -> None:
    assert looks_masked("xxxx-xxxx")
    assert not looks_masked(fill(20))

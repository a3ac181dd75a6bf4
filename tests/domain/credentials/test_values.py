"""What stands behind a secret's name is a secret, or stands where one would."""

from __future__ import annotations

import pytest

from graphmem.domain.credentials.values import looks_secret, looks_secret_in_uri, stands_for_something


@pytest.mark.parametrize(
    "value",
    [
        "hunter2Abc9XyZ12Q",
        "a8Fk39dkslw02jfK",
        "wJalrXUtnFEMI/K7MDENG/bPxRfiCY",
        "deadbeef-0123456789abcdef01",
        "9f8e7d6c5b4a39281706f5e4d3c2b1a0",
    ],
)
def test_secrets(value: str) -> None:
    assert looks_secret(value)


@pytest.mark.parametrize(
    "value",
    [
        "",
        "...",
        "short1Abc",
        "onlylettersinhere",
        "123456789012345",
        "aaaa1111aaaa1111",
        "$DATABASE_PASSWORD1",
        "${SECRET_VALUE_1}",
        "{{secret_value_1}}",
        "<your-secret-1-here>",
        "%SECRET_VALUE_1%",
        "dummy_password_123",
        "changeme12345678",
        "xxxxxxxxxxxx1234",
        "a1b2c3d4e5f6",
        "x1-x2-x3-x4-x5-y6",
        "C:\\secrets\\key1.txt",
        "/etc/secrets/key1.pem",
        "~/secrets/key1.pem",
        "./secrets/key1.pem",
        "https://vault.example/v1/key",
        "secrets/app1/db-password",
        "settings.auth.token2key",
        "get_secret_value(12345)",
        "MAX_TOKEN_COUNT_2",
        "2026-01-01T00:00:00Z",
        "my-secret-name-1",
        "bcrypt-with-12-rounds",
        "a" * 2000 + "1",
    ],
)
def test_stand_ins_are_none(value: str) -> None:
    assert not looks_secret(value)


@pytest.mark.parametrize(
    ("value", "secret"),
    [("Tr0ub4dor&3", True), ("Sup3r!Secret", True), ("hunter22", False), ("my-pass-2026", False), ("Ab1!", False)],
)
def test_a_password_may_be_shorter_if_it_is_mixed(value: str, secret: bool) -> None:
    assert looks_secret(value, is_password=True) is secret


@pytest.mark.parametrize(
    ("user", "password", "secret"),
    [
        ("app", "s3cretpw", True),
        ("app", "correcthorse", True),
        ("app", "app", False),
        ("postgres", "postgres", False),
        ("user", "pass", False),
        ("user", "password", False),
        ("user", "$PASSWORD", False),
        ("user", "<password>", False),
        ("user", "*****", False),
        ("user", "ababab", False),
    ],
)
def test_passwords_in_uris(user: str, password: str, secret: bool) -> None:
    assert looks_secret_in_uri(user, password) is secret


def test_a_mix_of_placeholder_words_stands_for_something() -> None:
    assert stands_for_something("your_secret_key_here_123")
    assert not stands_for_something("your_hj3kd8sl_here")

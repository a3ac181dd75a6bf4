"""Credentials are found by name and place too, hidden wholly, and never told."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphmem.domain.credentials import REDACTED, find_cards, find_credentials, hide, snippets
from tests.domain.credentials.samples import PEM, VENDOR, fill

SECRET = "hunter2Abc9XyZ12Q"


@pytest.mark.parametrize(
    "text",
    [
        f"my password is {SECRET}",
        f"My Password was changed to {SECRET} last year",
        f"the access token was rotated to {SECRET}",
        f"the db password has been set to {SECRET}",
        f"DB_PASSWORD={SECRET}",
        f"DB_PASS={SECRET}",
        f"login: admin pass: {SECRET}",
        f"password -> {SECRET}",
        f"<password>{SECRET}</password>",
        f"password := '{SECRET}'",
        f'"clientSecret": "{SECRET}"',
        f"api_key => {SECRET}",
        f"API key: {SECRET}",
        f"secret_access_key = {SECRET}",
        f"SECRET_KEY_BASE={SECRET}",
        f"private-key == {SECRET}",
        f"Authorization: Bearer {SECRET}",
        f"authorization: token {SECRET}",
        f"curl -H 'Authorization: Basic {SECRET}'",
        f"credentials: {SECRET}",
        f"token {SECRET} does not count, but token={SECRET} does",
        f"The password for the admin account is {SECRET}",
        f"The API key for staging: {SECRET}",
        f"Das Passwort für den Server ist {SECRET}",
        f"パスワードは{SECRET}です",
        f"パスワードを「{SECRET}」に変更した",
        f"APIキー：{SECRET}",
        f"アクセストークンは {SECRET} を使う",
        f"シークレットキー={SECRET}",
        f"本番のpasswordは{SECRET}。",
        f"密码是{SECRET}",
        f"비밀번호는 {SECRET}",
        f"Пароль: {SECRET}",
        f"пароль это {SECRET}",
        f"Le mot de passe est {SECRET}",
        f"Mot de passe : {SECRET}",
        f"Das Passwort ist {SECRET}",
        f"La contraseña es {SECRET}",
        f"senha={SECRET}",
        f"Hasło: {SECRET}",
        "postgres://app:" + SECRET + "@db.internal:5432/app",
        "https://deploy:" + "s3cretpw" + "@git.internal/repo.git",
        "接続先はpostgres://app:" + "s3cretpw" + "@db/appです",
    ],
)
def test_named_and_placed_secrets_are_hidden(text: str) -> None:
    redaction = hide(text, find_credentials(text))

    assert SECRET not in redaction.text.replace(f"token {SECRET} does", "")
    assert "s3cretpw" not in redaction.text
    assert REDACTED in redaction.text
    assert redaction.kinds


@pytest.mark.parametrize(
    "text",
    [
        "The password for the admin account is kept in vault1/kv/db-admin",
        "The token for each of the 12 workers is issued by auth2.internal.example",
        "The key of a password to be safe is its length, as NIST800-63B says",
        "We pass: 12 of 12Tests",
        "A password > 12Characters is needed",
        "<password>${DB_PASSWORD_1}</password>",
        "bypass=Handler2Proxy",
        "Das Passwort ist mindestens 12 Zeichen lang",
        "Le mot de passe est dans Vault1, sous kv/db",
        "비밀번호는 12자 이상이어야 한다",
        "Пароль: не короче 12 символов",
        "The password is hashed with argon2id and never logged",
        "パスワードは8文字以上で、英数字を含むこと",
        "Tokens expire after 3600 seconds; the refresh token after 30 days",
        "max_tokens = claude3opus20240229",
        "password: ${DB_PASSWORD}",
        "password=os.environ['DB_PASSWORD_2']",
        "api_key: get_key(12345678)",
        "token: 2026-01-02T10:00:00Z",
        "secret: see docs/vault1/readme.md",
        "token = settings.auth.token2",
        "The key to success1234567 is practice",
        "https://user:pass@example.com",
        "redis://localhost:6379/0",
        "The keyboard: abcDEF123456ghi is a name",
        "a bearer of bad news",
        f"password: {REDACTED}",
    ],
)
def test_texts_about_secrets_pass(text: str) -> None:
    assert find_credentials(text) == ()


def test_a_letter_that_grows_in_lower_case_moves_no_offset() -> None:
    text = f"İİİİ password = {SECRET} behind"

    assert hide(text, find_credentials(text)).text == f"İİİİ password = {REDACTED} behind"


@pytest.mark.parametrize("unseen", ["\u200b", "\u00ad", "\u202e", "\U000e0041", "\ufe0f"])
def test_what_can_not_be_seen_hides_no_secret(unseen: str) -> None:
    token = "ghp_" + fill(36)
    for place in (1, 4, 20, 39):
        text = f"❤️ keep{unseen} {token[:place]}{unseen}{token[place:]} for{unseen} me"
        assert hide(text, find_credentials(text)).text == f"❤️ keep{unseen} {REDACTED} for{unseen} me"
    spelt = f"pass{unseen}word: Tr0ub{unseen}4dorX3xyz"
    assert hide(spelt, find_credentials(spelt)).text == f"pass{unseen}word: {REDACTED}"


def test_overlapping_finds_are_hidden_once_and_wholly() -> None:
    token = next(iter(VENDOR))
    text = f"password={token}{fill(10)}!"

    redaction = hide(text, find_credentials(text))

    assert redaction.text.count(REDACTED) == 1
    assert token not in redaction.text


def test_a_snippet_shows_the_surroundings_and_no_secret() -> None:
    text = f"first a={PEM} and password = {SECRET} and card 4111 1111 1111 1111 end"

    shown = snippets(text, find_credentials(text))

    assert [line.partition(":")[0] for line in shown] == ["private key", "password", "card number"]
    assert all(REDACTED in line for line in shown)
    assert all(SECRET not in line and "4111 1111" not in line and fill(20) not in line for line in shown)
    assert all(len(line) < 120 for line in shown)


def test_bettermemorys_vector_is_found_with_a_redacted_snippet() -> None:
    text = "my password is hunter2Abc9XyZ12Q"

    assert snippets(text, find_credentials(text)) == ("password: my password is [redacted]",)


@given(
    before=st.text(alphabet="abc 日本語。\n", max_size=30),
    after=st.text(alphabet="abc 日本語。\n", max_size=30),
    token=st.sampled_from(sorted(VENDOR)),
)
def test_a_key_never_survives_its_neighbours(before: str, after: str, token: str) -> None:
    text = f"{before} {token} {after}"

    assert token not in hide(text, [*find_credentials(text), *find_cards(text)]).text

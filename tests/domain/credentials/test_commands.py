"""Commands take secrets in known places; options without one, variables and placeholders pass."""

from __future__ import annotations

import pytest

from graphmem.domain.credentials import find_credentials, hide

SECRET = "S3cretPw99"


@pytest.mark.parametrize(
    "text",
    [
        f"curl -u admin:{SECRET} https://api.internal",
        f"curl -s --user 'admin:{SECRET}' https://api.internal",
        f"mysql -u root -p{SECRET} app",
        f"mysqldump -h db -p'{SECRET}' app > dump.sql",
        f"sshpass -p {SECRET} ssh deploy@host",
        f"docker login -u bot -p {SECRET}",
        f"deploy --password {SECRET} --force",
        f"deploy --db-password={SECRET}",
        f"接続はmysql -u root -p{SECRET}で",
        f"デプロイは --api-key '{SECRET}' で行う",
    ],
)
def test_secrets_of_commands_are_hidden(text: str) -> None:
    redaction = hide(text, find_credentials(text))

    assert SECRET not in redaction.text
    assert redaction.kinds in {("password on a command line",), ("password",)}


@pytest.mark.parametrize(
    "text",
    [
        "curl -u user:password https://api.internal",
        "curl -u $USER:$PASSWORD https://api.internal",
        "curl -u admin https://api.internal:8443/v1",
        "mysql -u root -p app",
        "mysql -h db -P3306 -p",
        "mysql -p$MYSQL_PASSWORD app",
        "docker login -p ${TOKEN}",
        "graphmem serve --token-file /run/secrets/token1",
        "The option --password reads from the terminal, and --token is deprecated",
        "deploy --password <your-password-1>",
        "cp -p notes.txt backup2026.txt",
    ],
)
def test_commands_without_a_secret_pass(text: str) -> None:
    assert find_credentials(text) == ()

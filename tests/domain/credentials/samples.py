"""Made-up credentials, put together here so that no file holds one in its final form."""

from __future__ import annotations

from itertools import cycle, islice

BODY = "a1B2c3D4e5F6g7H8i9J0kLmNoP"
HEX = "0a1b2c3d4e5f6789"
UPPER = "A1B2C3D4E5F6G7H8"


def fill(length: int, alphabet: str = BODY) -> str:
    """Give so many characters that look random."""
    return "".join(islice(cycle(alphabet), length))


PEM = "\n".join(
    (
        "-----BEGIN RSA " + "PRIVATE KEY-----",
        fill(64, BODY + "+/"),
        fill(40, BODY),
        "-----END RSA " + "PRIVATE KEY-----",
    )
)
PEM_ENCRYPTED = "-----BEGIN RSA " + "PRIVATE KEY-----\nProc-Type: 4,ENCRYPTED\nDEK-Info: AES-128-CBC,00\n\n" + fill(64)
PEM_IN_JSON = "-----BEGIN " + "PRIVATE KEY-----\\n" + fill(64) + "\\n-----END " + "PRIVATE KEY-----"

VENDOR: dict[str, str] = {
    "AKIA" + fill(16, UPPER): "aws access key",
    "ASIA" + fill(16, UPPER): "aws access key",
    "sk-" + fill(48): "api key",
    "sk-" + "ant-api03-" + fill(60): "api key",
    "sk-" + "proj-" + fill(40): "api key",
    "sk-" + "abcdefghij0123456789abcd": "api key",
    "sk_" + "live_" + fill(24): "stripe key",
    "rk_" + "test_" + fill(30): "stripe key",
    "whsec_" + fill(32): "webhook secret",
    "ghp_" + fill(36): "github token",
    "gho_" + fill(36): "github token",
    "github_pat_" + fill(40): "github token",
    "glpat-" + fill(20): "gitlab token",
    "xoxb-" + "123456789012-" + fill(24): "slack token",
    "xapp-" + "1-" + fill(30): "slack token",
    "https://hooks.slack" + ".com/services/T0000/B0000/" + fill(24): "slack webhook",
    "https://discord" + ".com/api/webhooks/123456789012345678/" + fill(60): "discord webhook",
    "MTA" + fill(23) + "." + fill(6) + "." + fill(38): "discord bot token",
    "AIza" + fill(35): "google api key",
    "GOCSPX-" + fill(28): "google oauth secret",
    "ya29." + fill(60): "google access token",
    "SG." + fill(22) + "." + fill(43): "sendgrid key",
    "key-" + fill(32, HEX): "mailgun key",
    "hvs." + fill(24): "vault token",
    "hf_" + fill(34): "hugging face token",
    "npm_" + fill(36): "npm token",
    "pypi-" + fill(60): "pypi token",
    "123456789:AA" + fill(33): "telegram bot token",
    "dop_v1_" + fill(64, HEX): "digitalocean token",
    "shpat_" + fill(32, HEX): "shopify token",
    "dapi" + fill(32, HEX): "databricks token",
    "dckr_pat_" + fill(27): "docker token",
    "ATATT3" + fill(60): "atlassian token",
    "gsk_" + fill(52): "groq key",
    "xai-" + fill(80): "xai key",
    "lin_api_" + fill(40): "linear key",
    "ntn_" + fill(43): "notion token",
    "figd_" + fill(40): "figma token",
    "sbp_" + fill(40, HEX): "supabase token",
    "glsa_" + fill(32): "grafana token",
    "NRAK-" + fill(27, UPPER): "new relic key",
    "sq0atp-" + fill(22): "square token",
    "pat" + fill(14) + "." + fill(64, HEX): "airtable token",
    "AGE-SECRET-KEY-1" + fill(58, UPPER): "age key",
    "eyJ" + fill(20) + "." + "eyJ" + fill(30) + "." + fill(40): "json web token",
}
"""One or more samples for every vendor's format, with the kind it is found as."""

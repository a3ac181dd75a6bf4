"""Everything that can be set, in one place: `GRAPHMEM_*` variables, and flags of the same names.

Owns names, types, defaults and their wording; who uses a setting decides what it means. Flags win over
variables, variables over defaults. An unknown variable is refused, since a misspelt limit is no limit.
"""

from __future__ import annotations

import difflib
import os
from collections.abc import Mapping
from enum import StrEnum
from functools import lru_cache
from ipaddress import ip_address
from pathlib import Path
from typing import Annotated, Any, Final, Literal

from pydantic import Field, SecretStr, ValidationError, field_validator
from pydantic_settings import BaseSettings, NoDecode, SettingsConfigDict

from graphmem.domain.model import Category

PREFIX: Final = "GRAPHMEM_"


class SettingsError(ValueError):
    """A setting is unknown or has a value that can't be; the message names it and the remedy."""


class Engine(StrEnum):
    """The embedded graph engines that the store can run on."""

    KUZU = "kuzu"
    LADYBUG = "ladybug"


class CredentialMode(StrEnum):
    """What becomes of a write that carries a credential."""

    REFUSE = "refuse"
    REDACT = "redact"


class LogFormat(StrEnum):
    """How a line of the log looks."""

    TEXT = "text"
    JSON = "json"


Words = Annotated[tuple[str, ...], NoDecode]
"""Several values in one variable, separated by commas."""


class Settings(BaseSettings):
    """The service's settings; each field is `GRAPHMEM_<NAME>` and `--<name>`."""

    model_config = SettingsConfigDict(env_prefix=PREFIX, extra="forbid", frozen=True)

    host: str = Field(
        default="127.0.0.1",
        description="Address to listen on; any but loopback needs tokens.",
    )
    port: int = Field(
        default=8321,
        ge=0,
        le=65535,
        description="Port to listen on; 0 takes a free one.",
    )
    data: Path = Field(
        default=Path("data"),
        description="Folder that holds one store for each space.",
    )
    space: str = Field(
        default="default",
        pattern=r"^[a-z0-9][a-z0-9_-]{0,62}$",
        description="Space of callers without a token, or of a token to be made.",
    )
    engine: Engine = Field(
        default=Engine.KUZU,
        description="Embedded graph engine: kuzu or ladybug.",
    )
    buffer_pool_mb: int = Field(
        default=1024,
        ge=64,
        description="Most memory for the engine's pages, each space, in MB; bounds how much text it can hold.",
    )
    max_db_mb: int = Field(
        default=65536,
        ge=64,
        description="Largest size of a store in MB, a power of 2; reserved as address space.",
    )
    min_free_mb: int = Field(
        default=256,
        ge=0,
        description="Free disk space in MB below which writes are refused.",
    )
    tokens: Path | None = Field(
        default=None,
        description="File of hashed tokens; left out: tokens.json in the data folder.",
    )
    require_token: bool = Field(
        default=False,
        description="Ask for a token on loopback too.",
    )
    hosts: Words = Field(
        default=(),
        description="Host names the service answers to, by commas; left out: loopback names only there.",
    )
    origins: Words = Field(
        default=(),
        description="Other web origins that may call, by commas, for example https://notes.example.",
    )
    log_level: Literal["debug", "info", "warning", "error"] = Field(
        default="info",
        description="Least level logged.",
    )
    log_format: LogFormat = Field(
        default=LogFormat.TEXT,
        description="Log lines as text or json.",
    )
    threads: int = Field(
        default=40,
        ge=1,
        le=256,
        description="Worker threads that run operations.",
    )
    explorer: bool = Field(
        default=True,
        description="Serve the explorer at /explore.",
    )
    console: bool = Field(
        default=True,
        description="Serve the query console to browsers at /graphql.",
    )
    introspection: bool = Field(
        default=True,
        description="Answer questions about the schema.",
    )
    embedder: Literal["none", "use", "minilm", "e5"] = Field(
        default="none",
        description="Find by meaning too: the name of an installed extra (use, minilm or e5), or none.",
    )
    fuzzy_link: str | float = Field(
        default="guarded",
        description="What a similar name may link by itself: never, guarded, or a score from 50 to 100.",
    )
    gates: Annotated[dict[str, str], NoDecode] = Field(
        default_factory=dict,
        description="Modes of gates that differ, for example transient=warn,scope=off.",
    )
    credentials: CredentialMode = Field(
        default=CredentialMode.REFUSE,
        description="Refuse a text with a credential in it, or redact and keep it.",
    )
    tool_output: Literal["auto", "off"] = Field(
        default="auto",
        description="Trim tool output where its format is recognised, or only where a write names a filter.",
    )
    require_confirmation: Annotated[tuple[Category, ...], NoDecode] = Field(
        default=(Category.USER_INFERENCE,),
        description="Categories whose writes wait for confirmation, by commas, or none.",
    )
    worktrees: Annotated[tuple[Path, ...], NoDecode] = Field(
        default=(),
        description="Folders that claims may be checked against, by commas.",
    )
    upkeep_days: int = Field(
        default=7,
        ge=0,
        le=365,
        description="Days between two consolidations of cold memories; 0 for none.",
    )
    max_body_bytes: int = Field(
        default=8 * 2**20,
        ge=1024,
        description="Largest request body, in bytes.",
    )
    max_tokens: int = Field(
        default=2000,
        ge=100,
        description="Most lexical tokens in a GraphQL document.",
    )
    max_depth: int = Field(
        default=20,
        ge=5,
        description="Deepest nesting of fields in an operation.",
    )
    max_aliases: int = Field(
        default=50,
        ge=0,
        description="Most aliased fields in an operation.",
    )
    max_fields: int = Field(
        default=500,
        ge=10,
        description="Most fields in an operation, fragments expanded.",
    )
    max_root_fields: int = Field(
        default=20,
        ge=1,
        description="Most fields at the top of an operation.",
    )
    max_nodes: int = Field(
        default=10_000,
        ge=100,
        description="Most entities and memories drawn in one answer.",
    )

    @field_validator("hosts", "origins", "require_confirmation", "worktrees", mode="before")
    @classmethod
    def _split(cls, value: Any) -> Any:
        if not isinstance(value, str):
            return value
        words = [word.strip() for word in value.split(",") if word.strip()]
        return [] if words == ["none"] else words

    @field_validator("gates", mode="before")
    @classmethod
    def _pairs(cls, value: Any) -> Any:
        if not isinstance(value, str):
            return value
        pairs = [word.partition("=") for word in value.split(",") if word.strip()]
        if not all(name.strip() and mode.strip() for name, _, mode in pairs):
            raise ValueError("write gate=mode pairs, for example transient=warn,scope=off")
        return {name.strip().lower(): mode.strip().lower() for name, _, mode in pairs}

    @field_validator("fuzzy_link", mode="before")
    @classmethod
    def _policy_or_score(cls, value: Any) -> Any:
        if value in ("never", "guarded"):
            return value
        try:
            score = float(value)
        except (TypeError, ValueError):
            score = 0.0
        if not 50 <= score <= 100:
            raise ValueError("write never, guarded, or a score from 50 to 100")
        return score

    @field_validator("max_db_mb")
    @classmethod
    def _power_of_two(cls, value: int) -> int:
        if value & (value - 1):
            raise ValueError("must be a power of 2, for example 65536")
        return value

    @property
    def tokens_file(self) -> Path:
        """Where hashed tokens are kept."""
        return self.data / "tokens.json" if self.tokens is None else self.tokens

    def store_path(self, space: str) -> Path:
        """Where a space's store lies; no engine can open another one's file, so the name tells them apart."""
        return self.data / space / f"memories.{self.engine}"

    @property
    def on_loopback(self) -> bool:
        """Whether only this machine can reach the service."""
        return is_loopback(self.host)


class ClientSettings(BaseSettings):
    """What the command line's client side reads: where the service is, and the token for it."""

    model_config = SettingsConfigDict(env_prefix=PREFIX, extra="ignore", frozen=True)

    url: str | None = Field(
        default=None,
        description="Address of a running service, for the client commands.",
    )
    token: SecretStr | None = Field(
        default=None,
        description="Token for the client commands.",
    )
    path: Path | None = Field(
        default=None,
        description="Data folder for the client commands to open themselves, where no service runs on it.",
    )


@lru_cache(maxsize=256)
def is_loopback(host: str) -> bool:
    """Whether a host name or address means this machine only."""
    try:
        return ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return host.lower() == "localhost"


def load_settings(flags: Mapping[str, Any] | None = None) -> Settings:
    """Read flags over variables over defaults.

    Raises SettingsError for an unknown variable or a bad value. The message never repeats a value:
    it might be a secret in the wrong place.
    """
    known = {*Settings.model_fields, *ClientSettings.model_fields}
    for name in os.environ:
        if name.startswith(PREFIX) and name.removeprefix(PREFIX).lower() not in known:
            raise SettingsError(f"{name} is not a setting{_nearest(name, known)}; see graphmem serve --help")
    given = {name: value for name, value in (flags or {}).items() if value is not None}
    try:
        return Settings(**given)
    except ValidationError as error:
        raise SettingsError(_explain(error)) from None


def _nearest(name: str, known: set[str]) -> str:
    close = difflib.get_close_matches(name, [PREFIX + field.upper() for field in known], 1)
    return f"; did you mean {close[0]}" if close else ""


def _explain(error: ValidationError) -> str:
    lines = []
    for item in error.errors(include_input=False, include_url=False, include_context=False):
        field = str(item["loc"][0])
        wrong = item["msg"].removeprefix("Value error, ")
        lines.append(f"{PREFIX}{field.upper()} (--{field.replace('_', '-')}): {wrong}")
    return "\n".join(dict.fromkeys(lines))

"""Who is speaking: from a request's headers to a space and an actor.

Owns the rule of entry. On loopback whoever reaches the service is let in; anywhere else a token is needed.
The token alone names the space, the agent and the scopes: nothing a client sends can widen them.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from graphmem.api.tokens import AGENT, Token, TokenFile, TokenFileError
from graphmem.domain.credentials import find_credentials
from graphmem.domain.model import Actor, is_reserved
from graphmem.settings import Settings, SettingsError

AGENT_HEADER: Final = "x-graphmem-agent"
LOCAL_AGENT: Final = "local"

log = logging.getLogger(__name__)


class Unauthenticated(Exception):
    """No credential was given where one is needed, or it opens nothing."""


@dataclass(frozen=True, slots=True)
class Access:
    """What a credential opens; `token` is the id of the token, None on an open door."""

    space: str
    actor: Actor
    token: str | None = None


class Doorkeeper:
    """Lets requests in. Safe to use from several threads."""

    def __init__(self, settings: Settings) -> None:
        self._open = settings.on_loopback and not settings.require_token
        self._space = settings.space
        self._tokens = TokenFile(settings.tokens_file)

    @property
    def is_open(self) -> bool:
        """Whether callers without a token are let in."""
        return self._open

    def admit(self, headers: Mapping[str, str]) -> Access:
        """Tell what the headers open.

        Raises Unauthenticated; a wrong token is refused even where none is needed.
        """
        credential = headers.get("authorization")
        if credential is None:
            return self._local(headers)
        scheme, _, presented = credential.partition(" ")
        if scheme.lower() != "bearer":
            raise Unauthenticated("send the token as: Authorization: Bearer gmt_...")
        token = self._find(presented.strip())
        if token is None:
            raise Unauthenticated("the token is unknown or was revoked")
        _refuse_reserved(token.agent)
        return Access(token.space, Actor(token.agent, token.scopes), token.id)

    def check(self, access: Access) -> None:
        """Raise Unauthenticated if the token was revoked since it was shown; connections live long."""
        if access.token is not None and not self._still_holds(access.token):
            raise Unauthenticated("the token was revoked")

    def _still_holds(self, ident: str) -> bool:
        try:
            return self._tokens.holds(ident)
        except TokenFileError as error:
            log.error("%s", error)
            return False

    def _find(self, presented: str) -> Token | None:
        try:
            return self._tokens.find(presented)
        except TokenFileError as error:
            log.error("%s", error)
            raise Unauthenticated("tokens can't be checked now; the service's log says why") from None

    def _local(self, headers: Mapping[str, str]) -> Access:
        if not self._open:
            raise Unauthenticated("a token is needed: Authorization: Bearer gmt_...")
        agent = headers.get(AGENT_HEADER, LOCAL_AGENT)
        if not AGENT.fullmatch(agent):
            raise Unauthenticated(f"{AGENT_HEADER} must be 1 to 64 letters, digits or any of . _ @ : / + -")
        _refuse_reserved(agent)
        if _is_secret(agent):
            raise Unauthenticated(f"{AGENT_HEADER} holds a credential: an agent's name is kept with all it writes")
        return Access(self._space, Actor(agent))


# Agents say their name with each request, and few names.
@lru_cache(maxsize=256)
def _is_secret(agent: str) -> bool:
    return bool(find_credentials(agent))


def _refuse_reserved(agent: str) -> None:
    """Raise Unauthenticated for the service's own name: what is done in it must be the service's doing."""
    if is_reserved(agent):
        raise Unauthenticated(f"the agent {agent} is the service's own, for its upkeep: come under another name")


def check_listening(settings: Settings) -> None:
    """Raise SettingsError where the service would listen beyond this machine without any token."""
    if settings.on_loopback or TokenFile(settings.tokens_file).all():
        return
    raise SettingsError(
        f"listening on {settings.host} needs a token, and {settings.tokens_file} has none; "
        "make one with: graphmem token add --agent NAME"
    )

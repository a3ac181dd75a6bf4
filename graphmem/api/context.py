"""What a resolver is given: the space, who is speaking, and what one request may cost.

Owns nothing but these values. Where they come from is in `auth`; what they allow is enforced here, so that
a resolver can't forget how.
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from graphmem.domain.errors import Forbidden, LimitExceeded
from graphmem.domain.model import Actor, Scope
from graphmem.settings import Settings

if TYPE_CHECKING:
    from graphmem.services.space import Space


@dataclass(slots=True)
class RequestContext:
    """One request. `memo` keeps what a resolver wants to load once and dies with the request."""

    space: Space
    actor: Actor
    settings: Settings
    space_name: str = "default"
    spent: int = 0
    memo: dict[Hashable, Any] = field(default_factory=dict)

    def require(self, scope: Scope) -> None:
        """Raise Forbidden unless the actor's credential carries the scope."""
        if scope not in self.actor.scopes:
            held = ", ".join(sorted(self.actor.scopes)) or "none"
            raise Forbidden(f"this needs a token with the scope {scope.value!r}; yours has: {held}")

    def spend(self, nodes: int) -> None:
        """Count nodes about to be drawn; raise LimitExceeded past `max_nodes` in one request.

        The size of nested pages is known only while running, so this bounds what no rule on the
        document's text can.
        """
        self.spent += nodes
        if self.spent > self.settings.max_nodes:
            raise LimitExceeded(
                f"the query draws more than {self.settings.max_nodes} nodes; ask for smaller pages or nest fewer lists"
            )

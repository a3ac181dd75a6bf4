"""The mutations, by area; `Mutation` is all of them."""

from __future__ import annotations

import strawberry

from graphmem.api.mutations.entities import EntityMutations
from graphmem.api.mutations.links import LinkMutations
from graphmem.api.mutations.memories import MemoryMutations
from graphmem.api.mutations.scopes import ScopeMutations
from graphmem.api.mutations.settling import SettlingMutations
from graphmem.api.mutations.upkeep import UpkeepMutations


@strawberry.type(description="Everything that changes the space. Expected failures are in the payload.")
class Mutation(MemoryMutations, LinkMutations, EntityMutations, SettlingMutations, UpkeepMutations, ScopeMutations):
    """The root of mutations."""


__all__ = ["Mutation"]

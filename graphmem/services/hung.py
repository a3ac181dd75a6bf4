"""A memory on an entity, without its text: what a picture of a large entity is drawn from."""

from __future__ import annotations

from dataclasses import dataclass

from graphmem.domain.model import Layer, Micros


@dataclass(frozen=True, slots=True)
class Hung:
    """Which memory, in which layer, made when."""

    memory_id: str
    layer: Layer
    at: Micros

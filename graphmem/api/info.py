"""The type of `info` in every resolver: Strawberry's, with our request context in it."""

from __future__ import annotations

import strawberry

from graphmem.api.context import RequestContext

Info = strawberry.Info[RequestContext, None]

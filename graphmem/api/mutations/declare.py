"""How a mutation is declared: one use case, one input, one payload, one scope.

Owns the resolver that all of them share. Annotations are evaluated here, since Strawberry must see the
input type that each declaration brings.
"""

from collections.abc import Callable
from typing import Annotated, Any, TypeVar

from graphmem.api.context import RequestContext
from graphmem.api.errors import answer
from graphmem.api.fields import resolved
from graphmem.api.info import Info
from graphmem.api.inputs.declare import Raw, argument
from graphmem.domain.model import Scope

P = TypeVar("P")

UseCase = Callable[[RequestContext, Raw], P]
"""Takes the coerced input to a service and draws its receipt; raises Problem or Problems."""


def mutation(
    use_case: UseCase[P],
    input_type: type,
    payload: Callable[..., P],
    description: str,
    *,
    scope: Scope = Scope.WRITE,
) -> Any:
    """A mutation with one `input`; expected failures become errors of the payload."""

    def resolve(info: Info, input: Annotated[Raw, argument(input_type, "What to do, and to what.")]) -> Any:
        return answer(info.context, scope, payload, lambda: use_case(info.context, input))

    return resolved(resolve, description)

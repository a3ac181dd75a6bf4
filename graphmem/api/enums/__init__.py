"""The enums of the schema: each is one of the domain's own, or of the API where only it needs one."""

from graphmem.api.enums import memory, reading
from graphmem.api.enums.process import ImportanceLevel, LinkDirection, OrderDirection, UserErrorCode

__all__ = ["ImportanceLevel", "LinkDirection", "OrderDirection", "UserErrorCode", "memory", "reading"]

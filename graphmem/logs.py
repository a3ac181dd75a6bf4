"""The service's log: one handler, as text or as JSON lines.

Owns format and levels. What is logged is decided where it happens; no line ever carries an operation's text
or variables, which hold what agents remember.
"""

from __future__ import annotations

import logging
import sys
from datetime import UTC, datetime

import orjson

from graphmem.settings import LogFormat


class JsonFormatter(logging.Formatter):
    """One JSON object a line: at, level, logger, message, and the error's trace where there is one."""

    def format(self, record: logging.LogRecord) -> str:
        """Format one record."""
        line = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
        }
        if record.exc_info:
            line["trace"] = self.formatException(record.exc_info)
        return orjson.dumps(line).decode()


def configure_logs(level: str, format_: LogFormat) -> None:
    """Send everything of the level and above to standard error, replacing what was configured before."""
    handler = logging.StreamHandler(sys.stderr)
    if format_ is LogFormat.JSON:
        handler.setFormatter(JsonFormatter())
    else:
        handler.setFormatter(logging.Formatter("%(asctime)s %(levelname)-7s %(name)s: %(message)s"))
    logging.basicConfig(level=level.upper(), handlers=[handler], force=True)
    # It tells of its own starting and stopping, which the service's greeting says better.
    logging.getLogger("uvicorn").setLevel(logging.WARNING)

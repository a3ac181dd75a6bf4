"""The pages the service brings along: the query console and the explorer, from files in the package.

Owns how they are served. They load nothing from elsewhere, so that they work without a network.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import FileResponse, Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

STATIC: Final = Path(__file__).parent / "static"
CONSOLE: Final = STATIC / "console"
EXPLORER: Final = STATIC / "explore"


async def console(request: Request) -> Response:
    """Serve the query console's page; its script and style are mounted beside it."""
    return FileResponse(CONSOLE / "index.html", headers={"cache-control": "no-cache"})


class Application(StaticFiles):
    """Files of a page that keeps its views' addresses itself: an address without a file is a view."""

    def __init__(self, directory: Path) -> None:
        super().__init__(directory=directory, html=True)

    async def get_response(self, path: str, scope: Scope) -> Response:
        """Serve the file, or the page for the address of a view."""
        try:
            response = await super().get_response(path, scope)
        except HTTPException as error:
            if error.status_code != 404 or "." in Path(path).name:
                raise
            response = await super().get_response("index.html", scope)
        # Revalidated each time: a page must not run the script of the version before.
        response.headers["cache-control"] = "no-cache"
        return response

"""`graphmem compact`: rewrite a store so that nothing is left of what was erased."""

from __future__ import annotations

import typer

from graphmem.cli.failures import CommandError
from graphmem.cli.options import takes_settings
from graphmem.cli.transfer import STORE
from graphmem.settings import Settings


@takes_settings(*STORE)
def compact(settings: Settings) -> None:
    """Rewrite a space's store, so that the bytes of what was erased are gone from the disk as well.

    No service may be running on the store. Backups and undo images beside it are removed.

    Example:

    graphmem compact --space team-a
    """
    from graphmem.api.opening import space_settings
    from graphmem.services.compact import compact as rewrite

    path = settings.store_path(settings.space)
    if not path.exists():
        raise CommandError(f"there is no store at {path}")
    done = rewrite(path, space_settings(settings))
    typer.echo(f"{done.before:,} bytes before, {done.after:,} after.")

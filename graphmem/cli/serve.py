"""`graphmem serve`: its flags and its help. How the service runs is in `running`, loaded only then."""

from __future__ import annotations

from graphmem.cli.options import takes_settings
from graphmem.settings import Settings


@takes_settings()
def serve(settings: Settings) -> None:
    """Serve GraphQL at /graphql, over an embedded store in the data folder.

    Examples:

    graphmem serve

    graphmem serve --data ~/memories --port 9000

    GRAPHMEM_ENGINE=ladybug graphmem serve --gates transient=off,scope=warn

    graphmem token add --agent claude && graphmem serve --host 0.0.0.0
    """
    from graphmem.cli.running import run

    run(settings)

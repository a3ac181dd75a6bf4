"""Finding by meaning as well as by words, where an embedder is installed and chosen.

Vectors are made in the background: a write never waits for one, and a memory is found by its words meanwhile.
"""

from __future__ import annotations

from contextlib import ExitStack

from graphmem.services.space import Space
from graphmem.store.index.embedders import EmbedderName, load_embedder
from graphmem.store.index.embedding import BackgroundEmbedding


def embed(space: Space) -> BackgroundEmbedding | None:
    """Begin to embed a space's memories with the embedder of its settings; None where there is none.

    Raises MissingExtra where the embedder's package is not installed.
    """
    embedder = load_embedder(EmbedderName(space.settings.embedder))
    if embedder is None:
        return None
    space.state.index.use_embedder(embedder)
    background = BackgroundEmbedding(space.state.index, embedder, space.state.memory)
    ending = ExitStack()
    ending.callback(background.stop)
    ending.enter_context(space.state.bell.listening(background.wake))
    space.before_close(ending.close)
    background.start()
    return background

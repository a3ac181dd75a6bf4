"""GraphQL examples in Markdown: found, executed against a running service, and held against the answer shown.

A `graphql` block, or a `sh` block that begins with curl, is one example; `json variables` and `json answer`
blocks after it belong to it, and further variables after an answer ask the same document again. Several answers
in a row are the events of a subscription. What differs from run to run is bound when it is first seen, and
replaced where it is sent: ids (shown short, `mem_1`), instants, texts with an ellipsis. After that an instant, and
always a day, need only look like one; a number need only agree in the decimals shown.
"""

from __future__ import annotations

import json
import re
import shlex
import urllib.request
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from typing import Any, Final

_FENCE: Final = re.compile(r"^```(\w+)(?: (\w+))?\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_BODY_KEYS: Final = {"data", "errors", "extensions"}
_ID: Final = r"\b(?:mem|ent|thr|lnk|cnf|pnd|dup|evt)_[0-9A-Za-z]+\b"
_DAY: Final = r"\d{4}-\d\d-\d\d"
_INSTANT: Final = rf"{_DAY}T\d\d:\d\d:\d\d(?:\.\d+)?Z"
_MOVING: Final = re.compile(f"({_INSTANT})|({_ID})|({_DAY})|…")


@dataclass
class Example:
    """One request as a page shows it, with the answers that it promises."""

    place: str
    body: dict[str, Any]
    headers: dict[str, str] = field(default_factory=dict)
    answers: list[Any] = field(default_factory=list)

    @property
    def streams(self) -> bool:
        """Whether it is a subscription."""
        return str(self.body["query"]).lstrip().startswith("subscription")


def examples_in(path: Path) -> list[Example]:
    """The examples of a page, in order."""
    text = path.read_text(encoding="utf-8")
    found: list[Example] = []
    for match in _FENCE.finditer(text):
        place = f"{path.name}:{text.count(chr(10), 0, match.start()) + 1}"
        language, role, block = match.groups()
        if language == "graphql":
            found.append(Example(place, {"query": block}))
        elif language == "sh" and block.startswith("curl "):
            found.append(_from_curl(place, block))
        elif role == "variables":
            if found[-1].answers:
                found.append(Example(place, {"query": found[-1].body["query"]}))
            found[-1].body["variables"] = json.loads(block)
        elif role == "answer":
            found[-1].answers.append(json.loads(block))
    return found


def _from_curl(place: str, block: str) -> Example:
    words = shlex.split(block)
    headers = [word for flag, word in pairwise(words) if flag == "-H"]
    body = json.loads(words[words.index("-d") + 1])
    return Example(place, body, dict(header.split(": ", 1) for header in headers))


class Walk:
    """Executes the examples of one page in order; `bound` is what shown ids and shortened texts stand for."""

    def __init__(self, url: str) -> None:
        self._url = url
        self.bound: dict[str, str] = {}

    def answers(self, example: Example) -> list[Any]:
        """Execute one example; give what came back, as many events as are shown for a subscription."""
        request = urllib.request.Request(
            f"{self._url}/graphql",
            json.dumps(self.meant(example.body)).encode(),
            {"content-type": "application/json", **example.headers},
        )
        if not example.streams:
            with urllib.request.urlopen(request, timeout=20) as response:
                return [json.load(response)]
        request.add_header("accept", "text/event-stream")
        with urllib.request.urlopen(request, timeout=20) as response:
            events = _events(response)
            return [next(events) for _ in example.answers]

    def meant(self, shown: Any) -> Any:
        """What a shown request means here: everything that is bound replaced."""
        if isinstance(shown, dict):
            return {key: self.meant(value) for key, value in shown.items()}
        if isinstance(shown, list):
            return [self.meant(value) for value in shown]
        if not isinstance(shown, str):
            return shown
        return self.bound.get(shown) or re.sub(_ID, lambda match: self.bound.get(match[0], match[0]), shown)

    def differences(self, shown: Any, given: Any, at: str = "") -> Iterator[str]:
        """Where an answer is not as shown; binds what is seen for the first time."""
        if isinstance(shown, dict) and isinstance(given, dict) and shown.keys() == given.keys():
            for key, value in shown.items():
                yield from self.differences(value, given[key], f"{at}.{key}")
        elif isinstance(shown, list) and isinstance(given, list) and len(shown) == len(given):
            for number, (left, right) in enumerate(zip(shown, given, strict=True)):
                yield from self.differences(left, right, f"{at}.{number}")
        elif not self._agree(shown, given):
            yield f"{at or 'answer'}: shown {json.dumps(shown)}, given {json.dumps(given, ensure_ascii=False)}"

    def _agree(self, shown: Any, given: Any) -> bool:
        if isinstance(shown, float) and isinstance(given, float):
            return round(given, len(str(shown).partition(".")[2])) == shown
        if isinstance(shown, str) and isinstance(given, str):
            return self._agree_in_words(shown, given)
        return type(shown) is type(given) and bool(shown == given)

    def _agree_in_words(self, shown: str, given: str) -> bool:
        if shown in self.bound and "…" in shown:
            return self.bound[shown] == given
        unknown: list[str] = []
        match = re.fullmatch(self._pattern(shown, unknown), given, re.DOTALL)
        if match is None:
            return False
        self.bound.update(zip(unknown, match.groups(), strict=True))
        if "…" in shown:
            self.bound[shown] = given
        return True

    def _pattern(self, shown: str, unknown: list[str]) -> str:
        parts, end = [], 0
        for match in _MOVING.finditer(shown):
            parts += [re.escape(shown[end : match.start()]), self._moving(match, unknown)]
            end = match.end()
        return "".join([*parts, re.escape(shown[end:])])

    def _moving(self, match: re.Match[str], unknown: list[str]) -> str:
        instant, name, day = match.groups()
        if not (instant or name):
            return _DAY if day else ".*?"
        if match[0] in self.bound:
            return re.escape(self.bound[name]) if name else _INSTANT
        unknown.append(match[0])
        return f"({_INSTANT})" if instant else f"({name[:4]}\\w+)"


def shown_part(shown: Any, body: dict[str, Any]) -> Any:
    """The part of a response that an answer shows: all of it, or what is under `data` where it shows no more."""
    whole = isinstance(shown, dict) and shown.keys() <= _BODY_KEYS
    return body if whole or "errors" in body else body["data"]


def _events(response: Any) -> Iterator[Any]:
    for line in response:
        if line.startswith(b"data: "):
            yield json.loads(line.removeprefix(b"data: "))

"""The projects a space knows, prepared so that a text is searched for all of their names and paths at once.

Owns when a text names a project. Whether that is a mismatch is the scope gate's decision. Build it once for
a set of projects, keep it, and tell it what changes: building costs as much as searching hundreds of texts.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import PurePosixPath
from typing import Final

from graphmem.domain.gates.prose import Prose

# Names that projects do have and that say nothing in a sentence about another one.
_COMMON_WORDS: Final = (
    "admin agent alpha api app apps assets auth back backend base beta blog bot build cache cli client cloud "
    "code common config console core dashboard data database demo deploy design dev docker docs engine "
    "example examples frontend general home image infra internal job jobs lab lib library local log logs "
    "main memory misc mobile model models monitor network new notebook notes old platform playground plugin "
    "portal private prod project projects proxy public queue release repo sample sandbox scratch script "
    "scripts sdk search server service services session site source space staging stage store studio task "
    "tasks team temp template test testing tests tmp todo tool tools ui user users util utils web website "
    "wiki work worker workspace"
)
_COMMON: Final = frozenset(_COMMON_WORDS.split())
_SHORTEST: Final = 3
_SHORTEST_WIDE: Final = 2
_TOKEN: Final = re.compile(r"[a-z0-9]+")
_HUMP: Final = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")
_PATH: Final = re.compile(r"(?<![A-Za-z0-9_./:~\\-])(?:~|[A-Za-z]:)?[/\\][^\s\"'`<>|,;:()\[\]{}、。「」]+")
_HOME: Final = re.compile(r"(?:/home/[^/]+|/Users/[^/]+|/root|[A-Za-z]:/Users/[^/]+)(?=/|$)")


@dataclass(frozen=True, slots=True)
class KnownProject:
    """A project with its further names and the folders that writes about it came from."""

    name: str
    aliases: tuple[str, ...] = ()
    roots: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ProjectMention:
    """A project and the words or the path in a text that name it."""

    project: KnownProject
    surface: str


_Table = dict[str, list[tuple[tuple[str, ...], KnownProject]]]
"""By a key: the words of a name, and whose name it is."""


class Projects:
    """All known projects, searchable by name and by path. One thread may change it while others search.

    Names of fewer than three characters, and common words such as `blog` or `tests`, are not searched for;
    nor are a home folder, the root, or a folder that holds another project's root (bettermemory).
    """

    def __init__(self, projects: Iterable[KnownProject] = ()) -> None:
        self._by_token: _Table = {}
        self._by_opening: _Table = {}
        self._roots: dict[str, KnownProject] = {}
        known = list(projects)
        for project in known:
            self.add(project)
        self._add_roots(known)
        # The first folder of every root: a text with none of them has no path to look at.
        self._heads = frozenset(root.lstrip("/").split("/")[0] for root in self._roots)

    def add(self, project: KnownProject) -> None:
        """Search for a project's names from now on; its folders count only where it was there from the start."""
        for table, key, words in self._places(project):
            table.setdefault(key, []).append((words, project))

    def remove(self, project: KnownProject) -> None:
        """Search for a project's names no more."""
        for table, key, words in self._places(project):
            table[key].remove((words, project))

    def mentions(self, prose: Prose) -> Iterator[ProjectMention]:
        """Find every project that a text names or has a path of, in no particular order."""
        for token in prose.words:
            for words, project in self._by_token.get(token, ()):
                # Of many projects that begin alike, the other words tell most apart at a glance.
                there = all(word in prose.lower for word in words)
                if there and (found := _pattern(words).search(prose.text)):
                    yield ProjectMention(project, found.group())
        if not prose.ascii and self._by_opening:
            yield from self._wide_mentions(prose.lower)
        if any(head in prose.text for head in self._heads):
            yield from self._path_mentions(prose.text)

    def _wide_mentions(self, lower: str) -> Iterator[ProjectMention]:
        openings = {lower[at : at + _SHORTEST_WIDE] for at in range(len(lower) - 1)}
        for opening in openings:
            for (name,), project in self._by_opening.get(opening, ()):
                if name in lower:
                    yield ProjectMention(project, name)

    def _path_mentions(self, text: str) -> Iterator[ProjectMention]:
        for found in _PATH.finditer(text):
            path = PurePosixPath(_tidy(found.group()))
            for folder in (path, *path.parents):
                if project := self._roots.get(str(folder)):
                    yield ProjectMention(project, found.group().rstrip(".!?"))
                    break

    def _places(self, project: KnownProject) -> Iterator[tuple[_Table, str, tuple[str, ...]]]:
        """The tables and keys that a project's names are found under, and the words of each."""
        for name in (project.name, *project.aliases):
            plain = _HUMP.sub(" ", name).lower().strip()
            if not plain.isascii():
                if len(plain) >= _SHORTEST_WIDE:
                    yield self._by_opening, plain[:_SHORTEST_WIDE], (plain,)
                continue
            tokens = tuple(_TOKEN.findall(plain))
            if len(plain) < _SHORTEST or not tokens or plain in _COMMON:
                continue
            for key in dict.fromkeys((tokens[0], "".join(tokens))):
                yield self._by_token, key, tokens

    def _add_roots(self, projects: list[KnownProject]) -> None:
        owners = [(_tidy(root), project) for project in projects for root in project.roots]
        shared = Counter(root for root, _ in {(root, project.name) for root, project in owners})
        above = {str(parent) for root, _ in owners for parent in PurePosixPath(root).parents}
        for root, project in owners:
            if shared[root] == 1 and root not in above and _HOME.sub("", root) not in ("", "/", "~"):
                self._roots[root] = project
                self._roots[_HOME.sub("~", root)] = project


# Of thousands of projects few are ever named: their patterns are made when one of their words comes up.
@lru_cache(maxsize=4096)
def _pattern(words: tuple[str, ...]) -> re.Pattern[str]:
    body = r"[-_. ]?".join(map(re.escape, words))
    return re.compile(rf"(?<![A-Za-z0-9_]){body}(?![A-Za-z0-9_])", re.I)


def _tidy(path: str) -> str:
    return path.replace("\\", "/").rstrip("/.!?") or "/"

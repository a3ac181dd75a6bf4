"""Projects are found in a text by any of their names and by paths below their roots."""

from __future__ import annotations

import pytest

from graphmem.domain.gates.projects import KnownProject, Projects
from graphmem.domain.gates.prose import Prose

KNOWN = Projects(
    [
        KnownProject("Atlas", ("the-map",), ("/home/anna/work/atlas",)),
        KnownProject("MCPServer", (), ("C:\\Users\\anna\\mcp",)),
        KnownProject("酒ナビ", (), ("/srv/sake",)),
        KnownProject("docs"),
        KnownProject("ab"),
        KnownProject("酒"),
        KnownProject("!!!"),
        KnownProject("mono", (), ("/srv",)),
        KnownProject("homer", (), ("/home/anna", "/", "~")),
        KnownProject("left", (), ("/data/shared",)),
        KnownProject("right", (), ("/data/shared",)),
    ]
)


@pytest.mark.parametrize(
    ("text", "surfaces"),
    [
        ("the atlas service", {"atlas"}),
        ("ATLAS, the first", {"ATLAS"}),
        ("atlases and my_atlas_table", set()),
        ("the map is the_map and the-map", {"the map"}),
        ("an mcp server", {"mcp server"}),
        ("MCP-Server and mcp_server", {"MCP-Server"}),
        ("mcpserver", {"mcpserver"}),
        ("酒ナビの検索", {"酒ナビ"}),
        ("お酒の話", set()),
        ("docs for ab", set()),
        ("see /home/anna/work/atlas/a.py.", {"atlas", "/home/anna/work/atlas/a.py"}),
        ("see ~/work/other and /home/bob/work/x", set()),
        ("パスは/srv/sake/a.pyです", {"/srv/sake/a.pyです"}),
        ("in C:\\Users\\anna\\mcp\\a.py", {"C:\\Users\\anna\\mcp\\a.py"}),
        ("/srv/other belongs to nobody, /srv is above another root", set()),
        ("/home/anna/notes.txt is at home", set()),
        ("/data/shared/x is two projects'", set()),
        ("a/b relative/path", set()),
        ("nothing of note", set()),
    ],
)
def test_mentions(text: str, surfaces: set[str]) -> None:
    assert {mention.surface for mention in KNOWN.mentions(Prose(text))} == surfaces


def test_a_home_is_a_home_under_either_name() -> None:
    (mention,) = Projects([KnownProject("x1y", (), ("/Users/bo/code/z",))]).mentions(Prose("see ~/code/z/a"))

    assert mention.project.name == "x1y"


def test_none_known_none_found() -> None:
    assert list(Projects().mentions(Prose("日本語 /a/b atlas"))) == []


def test_projects_come_and_go() -> None:
    known, atlas, wide = Projects(), KnownProject("Atlas", ("the-map",)), KnownProject("酒ナビ")
    known.add(atlas)
    known.add(wide)
    assert {m.project for m in known.mentions(Prose("the map of atlas と 酒ナビ"))} == {atlas, wide}
    known.remove(atlas)
    known.remove(wide)
    assert list(known.mentions(Prose("the map of atlas と 酒ナビ"))) == []

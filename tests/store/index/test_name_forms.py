"""An identifier named in plain words, and what must not be taken for one."""

from __future__ import annotations

import pytest

from graphmem.store.index.name_forms import NameForm, name_forms, side_by_side
from graphmem.store.index.recall_index import RecallIndex
from tests.store.index.samples import NOON, memory

MCP = NameForm(("mcp", "server"), (("mcp", "server"),))


@pytest.mark.parametrize("name", ["MCPServer", "mcp_server", "mcp-server", "mcpServer", "MCP-SERVER"])
def test_an_identifier_may_be_spoken(name: str) -> None:
    assert name_forms(name) == [NameForm(("mcpserver", "mcp", "server")), MCP]


@pytest.mark.parametrize(
    ("name", "form"),
    [
        ("Acme MCPServer", NameForm(("acm", "mcp", "server"), (("mcp", "server"),))),
        ("MAX_BODY_SIZE", NameForm(("max", "bodi", "size"), (("max", "bodi"), ("bodi", "size")))),
        ("ID-42", NameForm(("id", "42"), (("id", "42"),))),
    ],
)
def test_other_words_and_more_parts(name: str, form: NameForm) -> None:
    assert name_forms(name)[1:] == [form]


@pytest.mark.parametrize(
    "name",
    ["Kuzu", "John Smith", "ToDo", "TimeToLive", "PlanB", "x-ray", "src/app.py", "C++", ".NET", "v1.2.3", "東京塔", ""],
)
def test_most_names_have_one_form(name: str) -> None:
    assert len(name_forms(name)) == 1


@pytest.mark.parametrize(
    ("question", "pairs"),
    [
        ("Does the MCP server restart?", [("mcp", "server"), ("server", "restart")]),
        ("(MCP servers)", [("mcp", "server")]),
        ("the MCP, server", []),
        ("MCP or server", []),
        ("MCP mcp_server server", []),
        ("", []),
        (" 🚀 \n", []),
    ],
)
def test_what_stands_side_by_side(question: str, pairs: list[tuple[str, str]]) -> None:
    assert list(side_by_side(question)) == pairs


NAMED = ["MCPServer", "getUser", "ToDo", "GitHub"]


@pytest.mark.parametrize(
    ("question", "named"),
    [
        ("Why does the MCP server restart?", "MCPServer"),
        ("why does mcp_server restart", "MCPServer"),
        ("mcp-servers and their limits", "MCPServer"),
        ("Is MCPServer slow?", "MCPServer"),
        ("Which server speaks MCP?", None),
        ("the server of the MCP", None),
        ("How do we get the name of a user?", None),
        ("what did she have to do?", None),
        ("what do I get, user or admin", None),
        ("the git hub token", "GitHub"),
        ("where is the hub of git", None),
    ],
)
def test_who_is_named_in_a_question(question: str, named: str | None) -> None:
    index = RecallIndex()
    for number, name in enumerate(NAMED):
        index.upsert([memory(f"m{number}", "about it", entity_id=name)])
        index.name_entity(name, [name])
    assert index.search(question, now=NOON).named == named

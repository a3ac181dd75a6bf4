"""Shapes: which names are addresses and codes, and which spellings of an address are the same."""

from __future__ import annotations

import pytest

from graphmem.domain.model import EntityKind
from graphmem.domain.shapes import Shape, identity, loosened, normal_path, normal_url, shape_of


@pytest.mark.parametrize(
    ("name", "shape"),
    [
        ("payment service", Shape.WORDS),
        ("Node.js", Shape.WORDS),
        ("Socket.io", Shape.WORDS),
        ("TCP/IP", Shape.WORDS),
        ("HTTP/1.1", Shape.WORDS),
        ("facebook/react", Shape.WORDS),
        ("mcp_server", Shape.WORDS),
        ("MCPServer", Shape.WORDS),
        ("iPhone", Shape.WORDS),
        ("macOS", Shape.WORDS),
        ("py.test", Shape.WORDS),
        ("deadbeef", Shape.WORDS),
        ("src/app.py", Shape.PATH),
        ("./Makefile", Shape.PATH),
        ("~/notes", Shape.PATH),
        ("/etc/hosts", Shape.PATH),
        (r"C:\work\a", Shape.PATH),
        ("main.py", Shape.PATH),
        ("README.md", Shape.PATH),
        ("a/b.d/c.tar.gz", Shape.PATH),
        ("https://example.org/a", Shape.URL),
        ("www.example.org", Shape.URL),
        ("git@example.org:a/b.git", Shape.URL),
        ("ann@example.org", Shape.EMAIL),
        ("std::vector", Shape.SYMBOL),
        ("ptr->next", Shape.SYMBOL),
        ("load()", Shape.SYMBOL),
        ("getUser", Shape.SYMBOL),
        ("__init__", Shape.SYMBOL),
        ("$scope", Shape.SYMBOL),
        ("MAX_SIZE", Shape.SYMBOL),
        ("Account.load", Shape.SYMBOL),
        ("MyClass.run", Shape.SYMBOL),
        ("os.path_join", Shape.SYMBOL),
        ("3f2a9c1", Shape.COMMIT),
        ("v1.2.3", Shape.VERSION),
        ("1.0-rc.1", Shape.VERSION),
        ("ABC-123", Shape.TICKET),
        ("UA 123", Shape.TICKET),
        ("#12", Shape.TICKET),
    ],
)
def test_shape_of_a_name_of_unknown_kind(name: str, shape: Shape) -> None:
    assert shape_of(None, name) is shape


def test_the_kind_decides_about_files_and_symbols() -> None:
    assert shape_of(EntityKind.FILE, "Makefile") is Shape.PATH
    assert shape_of(EntityKind.PROJECT, "getUser") is Shape.WORDS
    assert shape_of(EntityKind.CONCEPT, "getUser") is Shape.SYMBOL


@pytest.mark.parametrize(
    ("path", "normal"),
    [
        ("./a//b/./c.py", "a/b/c.py"),
        ("a\\b.py", "a/b.py"),
        ("a/x/../b.py", "a/b.py"),
        ("a/", "a"),
        ("//a", "/a"),
        ("/", "/"),
        ("C:\\A\\b", "c:/A/b"),
        (" `a/B.py` ", "a/B.py"),
        ("cafe\u0301.md", "café.md"),
        ("", ""),
    ],
)
def test_normal_path(path: str, normal: str) -> None:
    assert normal_path(path) == normal


@pytest.mark.parametrize(
    ("url", "normal"),
    [
        ("HTTP://Example.org:80/A?q=B#c", "http://example.org/A?q=B#c"),
        ("https://example.org", "https://example.org/"),
        ("https://example.org:8443/", "https://example.org:8443/"),
        ("<https://example.org/a>", "https://example.org/a"),
        ("http://[broken", "http://[broken"),
    ],
)
def test_normal_url(url: str, normal: str) -> None:
    assert normal_url(url) == normal


def test_loosened_addresses_only_suggest() -> None:
    assert loosened(Shape.URL, "http://www.Example.org/a/") == loosened(Shape.URL, "https://example.org/a")
    assert loosened(Shape.PATH, "Src/A.py") == loosened(Shape.PATH, "src/a.py")
    assert loosened(Shape.SYMBOL, "getUser()") == loosened(Shape.SYMBOL, "get_user")
    assert identity(Shape.SYMBOL, "getUser()") == "getUser"
    assert identity(Shape.EMAIL, "Ann@Example.org") == "ann@example.org"

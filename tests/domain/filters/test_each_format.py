"""What each format's filter keeps and what it cuts, line by line."""

from __future__ import annotations

import json

import pytest

from graphmem.domain.filters import filter_output
from tests.domain.filters.samples import BY_NAME, JSON_BLOB

KEPT: dict[str, list[str]] = {
    "pytest": [
        ">       assert order.total == 4",
        "E       AssertionError: 合計が違う: 3 != 4",
        "tests/test_b.py:12: AssertionError",
        "FAILED tests/test_b.py::test_total - AssertionError: 合計が違う: 3 != 4",
        "========================= 1 failed, 41 passed in 0.52s =========================",
    ],
    "cargo": [
        "warning: unused variable: `x`",
        " --> src/main.rs:7:5",
        '7 |     "日本語"',
        "error[E0308]: mismatched types",
    ],
    "git_status": ["Changes not staged for commit:", "\tmodified:   src/app.py"],
    # total-agent-memory drops a container that exited with an error; that is the one to know about.
    "docker_ps": ["CONTAINER ID", "Up 3 days (unhealthy)", "cache", "Exited (137)"],
    "npm": ["npm error code ERESOLVE", "added 312 packages", "3 high severity vulnerabilities"],
    "http_log": ['"POST /api/orders HTTP/1.1" 500', "/検索", "upstream timed out", "[3 requests without an error]"],
    "json_blob": ['"status": "エラー"', '"name": "item 4"', "[35 more]", "https://example.com/docs/errors"],
    "sql_explain": [
        "Seq Scan on orders",
        "Filter: (state = '未払い'::text)",
        "Rows Removed by Filter",
        "Execution Time",
    ],
    "stack_trace": ['File "/srv/app/orders.py", line 44', "return self.lines[key]", "KeyError: '合計'", "line 1157"],
    "markdown": ["# Atlas\n\n## Install\n\nAtlas needs", "- Start it with one command.", "地図は毎晩作り直される。"],
    "generic_logs": ["WARN  db: pool is at 90 %", "ERROR db: 接続に失敗しました"],
}

CUT: dict[str, list[str]] = {
    "pytest": ["collected 42 items", "tests/test_a.py", "def test_total"],
    "cargo": ["Compiling serde"],
    "git_status": ["On branch", "Your branch", "(use ", "no changes added"],
    "docker_ps": ["Exited (0)"],
    "npm": ["deprecated", "looking for funding"],
    "http_log": ["/healthz", "page=2"],
    "json_blob": ["item 5"],
    "sql_explain": ["Buffers", "Settings"],
    "stack_trace": ["line 1434", "line 783", "return __callback"],
    "markdown": ["[![build]", "logo.png)", "[使い方]", "---", "<!--"],
    "generic_logs": ["INFO", "DEBUG"],
}


@pytest.mark.parametrize("name", BY_NAME)
def test_what_matters_is_kept(name: str) -> None:
    text = filter_output(BY_NAME[name], name).text

    assert [line for line in KEPT[name] if line not in text] == []


@pytest.mark.parametrize("name", BY_NAME)
def test_noise_is_cut(name: str) -> None:
    text = filter_output(BY_NAME[name], name).text.partition("[kept from what was cut]")[0]

    assert [line for line in CUT[name] if line in text] == []


@pytest.mark.parametrize(
    ("name", "line", "limit"),
    [
        ("pytest", "FAILED tests/test_{}.py::test_x - assert False", 200),
        ("cargo", "error: number {}", 300),
        ("git_status", "\tmodified:   src/file{}.py", 100),
        ("generic_logs", "ERROR number {}", 300),
    ],
)
def test_endless_output_is_cut_short_and_says_so(name: str, line: str, limit: int) -> None:
    text = "\n".join(line.format(number) for number in range(limit + 7))

    lines = filter_output(text, name).text.split("\n")

    assert len(lines) == limit + 1
    assert lines[-1] == "[7 more lines like these]"


def test_long_log_lines_are_cut() -> None:
    text = filter_output("ERROR " + "x" * 5_000 + "\nINFO fine", "generic_logs").text

    assert len(text) == 500


def test_failed_requests_beyond_the_limit_are_counted() -> None:
    text = "\n".join(f'"GET /p{number} HTTP/1.1" 500' for number in range(203)) + "\nplain\n" * 300

    assert "[3 more failed requests]" in filter_output(text, "http_log").text


def test_deep_json_is_summed_up() -> None:
    value: object = [1, 2, 3]
    for key in "gfedcba":
        value = {key: value, "list": [[[[[[[1, 2]]]]]]]}
    text = json.dumps(value, indent=4)

    short = filter_output(text, "json_blob").text

    assert "[an object of 2 keys]" in short
    assert "[a list of 1]" in short


def test_broken_json_stays_whole() -> None:
    broken = JSON_BLOB[:-1] + ","

    assert filter_output(broken, "json_blob").text == broken


def test_long_traces_are_cut_short() -> None:
    text = "Traceback (most recent call last):\n" + '  File "/srv/app/a.py", line 1, in f\n    g()\n' * 100

    assert filter_output(text + "RecursionError: too deep", "stack_trace").text.split("\n")[120] == "[82 more lines]"

"""Outputs of tools as they look, one for each filter, made up for these tests."""

from __future__ import annotations

import json

PYTEST = """\
============================= test session starts ==============================
platform linux -- Python 3.11.7, pytest-9.2.0, pluggy-1.6.0
rootdir: /srv/app
collected 42 items

tests/test_a.py .....................                                    [ 50%]
tests/test_b.py ....................F                                    [100%]

=================================== FAILURES ===================================
__________________________________ test_total __________________________________

    def test_total():
        order = Order([1, 2])
>       assert order.total == 4
E       AssertionError: 合計が違う: 3 != 4

tests/test_b.py:12: AssertionError
=========================== short test summary info ============================
FAILED tests/test_b.py::test_total - AssertionError: 合計が違う: 3 != 4
========================= 1 failed, 41 passed in 0.52s =========================
"""

CARGO = """\
   Compiling serde v1.0.210
   Compiling app v0.1.0 (/srv/app)
warning: unused variable: `x`
 --> src/main.rs:2:9
  |
2 |     let x = 1;
  |         ^ help: prefix it with an underscore
error[E0308]: mismatched types
 --> src/main.rs:7:5
  |
7 |     "日本語"
  |     ^^^^^^^^ expected `i32`, found `&str`
error: could not compile `app` (bin "app") due to 1 previous error; 1 warning emitted
"""

GIT_STATUS = """\
On branch main
Your branch is ahead of 'origin/main' by 2 commits.
  (use "git push" to publish your local commits)

Changes not staged for commit:
  (use "git add <file>..." to update what will be committed)
  (use "git restore <file>..." to discard changes in working directory)
	modified:   src/app.py
	deleted:    "docs/\\346\\227\\245\\346\\234\\254.md"

no changes added to commit (use "git add" and/or "git commit -a")
"""

DOCKER_PS = """\
CONTAINER ID   IMAGE         COMMAND             CREATED       STATUS                   PORTS                    NAMES
0123456789ab   postgres:17   "docker-entryp…"    3 days ago    Up 3 days (unhealthy)    0.0.0.0:5432->5432/tcp   db
123456789abc   redis:8       "docker-entryp…"    3 days ago    Up 3 days                6379/tcp                 cache
23456789abcd   app:latest    "python -m app"     2 hours ago   Exited (137) 1 hour ago                           app
3456789abcde   migrate:1     "migrate up"        2 hours ago   Exited (0) 2 hours ago                            migrate
"""

NPM = """\
npm warn deprecated inflight@1.0.6: This module is not supported
npm warn deprecated glob@7.2.3: Glob versions prior to v9 are no longer supported
npm error code ERESOLVE
npm error ERESOLVE unable to resolve dependency tree
npm error Found: react@19.0.0

added 312 packages, and audited 313 packages in 9s

42 packages are looking for funding
  run `npm fund` for details

3 high severity vulnerabilities
"""

HTTP_LOG = """\
10.0.0.1 - - [02/Jan/2026:10:00:00 +0000] "GET /api/items HTTP/1.1" 200 512
10.0.0.1 - - [02/Jan/2026:10:00:01 +0000] "GET /api/items?page=2 HTTP/1.1" 200 512
10.0.0.2 - - [02/Jan/2026:10:00:02 +0000] "POST /api/orders HTTP/1.1" 500 87
10.0.0.2 - - [02/Jan/2026:10:00:03 +0000] "GET /検索 HTTP/1.1" 404 21
10.0.0.3 - - [02/Jan/2026:10:00:04 +0000] "GET /healthz HTTP/1.1" 204 0
upstream timed out while reading response header
"""

JSON_BLOB = json.dumps(
    {
        "status": "エラー",
        "items": [{"id": number, "name": f"item {number}"} for number in range(40)],
        "message": "too long " * 60,
        "docs": "see https://example.com/docs/errors for details " + "and more " * 30,
    },
    ensure_ascii=False,
    indent=1,
)

SQL_EXPLAIN = """\
Nested Loop  (cost=0.29..16.34 rows=1 width=72) (actual time=0.021..95.300 rows=1 loops=1)
  Buffers: shared hit=5 read=900
  ->  Seq Scan on orders  (cost=0.00..8.02 rows=1 width=36) (actual time=0.012..95.100 rows=1 loops=1)
        Filter: (state = '未払い'::text)
        Rows Removed by Filter: 1200345
        Buffers: shared hit=2 read=900
  ->  Index Scan using customers_pkey on customers  (cost=0.29..8.30 rows=1 width=36)
        Index Cond: (id = orders.customer_id)
Settings: work_mem = '64MB'
Planning Time: 0.412 ms
Execution Time: 95.411 ms
"""

STACK_TRACE = """\
Traceback (most recent call last):
  File "/srv/app/main.py", line 10, in <module>
    run()
  File "/srv/app/.venv/lib/python3.11/site-packages/click/core.py", line 1157, in __call__
    return self.main(*args, **kwargs)
  File "/srv/app/.venv/lib/python3.11/site-packages/click/core.py", line 1078, in main
    rv = self.invoke(ctx)
  File "/srv/app/.venv/lib/python3.11/site-packages/click/core.py", line 1434, in invoke
    return ctx.invoke(self.callback, **ctx.params)
  File "/srv/app/.venv/lib/python3.11/site-packages/click/core.py", line 783, in invoke
    return __callback(*args, **kwargs)
  File "/srv/app/orders.py", line 44, in total
    return self.lines[key]
KeyError: '合計'
"""

MARKDOWN = (
    """\
# Atlas

[![build](https://example.com/badge.svg)](https://example.com/ci)
![logo](logo.png)

<!-- table of contents -->
- [Install](#install)
- [Use](#use)
- [使い方](#使い方)

---

## Install

"""
    + "Atlas needs Python 3.11 and nothing else; install it into a fresh environment of its own. " * 4
    + """

## Use

- Start it with one command.
- Stop it with another.

"""
    + "地図は毎晩作り直される。失敗したときは前の版がそのまま使われる。" * 6
)

GENERIC_LOGS = """\
2026-01-02T10:00:00Z INFO  boot: version 1.2.3
2026-01-02T10:00:01Z DEBUG config: read /etc/atlas/atlas.toml
2026-01-02T10:00:02Z INFO  http: listening on http://127.0.0.1:8321/graphql
2026-01-02T10:00:03Z WARN  db: pool is at 90 %
2026-01-02T10:00:04Z ERROR db: 接続に失敗しました
2026-01-02T10:00:05Z INFO  http: GET /healthz
"""

BY_NAME = {
    "pytest": PYTEST,
    "cargo": CARGO,
    "git_status": GIT_STATUS,
    "docker_ps": DOCKER_PS,
    "npm": NPM,
    "http_log": HTTP_LOG,
    "json_blob": JSON_BLOB,
    "sql_explain": SQL_EXPLAIN,
    "stack_trace": STACK_TRACE,
    "markdown": MARKDOWN,
    "generic_logs": GENERIC_LOGS,
}

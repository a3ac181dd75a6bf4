"""The driver: one engine a process, prepared statements, results as lists, errors of the port."""

from __future__ import annotations

import importlib
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest

from graphmem.store import driver as driver_module
from graphmem.store.driver import ENGINES, failure, load
from graphmem.store.port import (
    Connection,
    DiskFull,
    EngineBusy,
    EngineDriver,
    EngineError,
    EngineMissing,
    PoolExhausted,
    Sizes,
    SizesRefused,
    StoreClosed,
    StoreDamaged,
    StoreIOError,
    StoreTooNew,
)
from graphmem.store.trial import try_open

CREATE = "CREATE (a:Item {id: $id, n: $n, text: $text}) RETURN a.n, a.text"


@pytest.fixture
def connection(driver: EngineDriver, store: Path, sizes: Sizes) -> Iterator[Connection]:
    opened = driver.open(store, sizes)
    connection = opened.connect()
    connection.rows("CREATE NODE TABLE Item(id STRING, n INT64, text STRING, PRIMARY KEY(id))")
    yield connection
    connection.close()
    opened.close()


def test_a_driver_is_loaded_once(engine: str) -> None:
    assert load(engine) is load(engine)


def test_an_unknown_engine_is_refused_with_the_known_ones() -> None:
    with pytest.raises(EngineMissing, match="kuzu, ladybug"):
        load("neo4j")


def test_a_second_engine_in_the_process_is_refused(engine: str, monkeypatch: pytest.MonkeyPatch) -> None:
    other = next(name for name in ENGINES if name != engine)
    with pytest.raises(EngineMissing, match=f"already uses {engine}"):
        load(other)
    monkeypatch.setattr(driver_module, "_loaded", {})
    monkeypatch.setitem(sys.modules, other, ModuleType(other))
    with pytest.raises(EngineMissing, match=f"already uses {other}"):
        load(engine)


def test_a_missing_package_names_the_remedy(engine: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(name: str) -> ModuleType:
        raise ImportError(f"No module named {name}")

    monkeypatch.setattr(driver_module, "_loaded", {})
    monkeypatch.setattr(importlib, "import_module", refuse)
    with pytest.raises(EngineMissing, match=rf"pip install 'graphmem\[{engine}\]'"):
        load(engine)


def test_the_driver_knows_its_versions(driver: EngineDriver, engine: str) -> None:
    assert (driver.name, driver.version[0], driver.storage_version > 30) == (engine, "0", True)


@pytest.mark.parametrize("content", [b"", None])
def test_an_absent_or_empty_file_is_nobodys(driver: EngineDriver, store: Path, content: bytes | None) -> None:
    if content is not None:
        store.write_bytes(content)
    driver.inspect(store)


def test_a_foreign_file_is_refused_untouched(driver: EngineDriver, store: Path) -> None:
    store.write_bytes(b"SQLite format 3\0")
    with pytest.raises(StoreDamaged, match=r"is not a .* store"):
        driver.inspect(store)
    assert store.read_bytes() == b"SQLite format 3\0"


def test_the_other_engines_file_is_named(driver: EngineDriver, engine: str, store: Path) -> None:
    other, magic = ("ladybug", b"LBUG") if engine == "kuzu" else ("kuzu", b"KUZU")
    store.write_bytes(magic + bytes(8))
    with pytest.raises(StoreDamaged, match=f"choose the engine {other}"):
        driver.inspect(store)


def test_a_newer_file_format_is_refused(driver: EngineDriver, engine: str, store: Path) -> None:
    magic = b"KUZU" if engine == "kuzu" else b"LBUG"
    store.write_bytes(magic + (driver.storage_version + 1).to_bytes(8, "little"))
    with pytest.raises(StoreTooNew, match=f"storage version {driver.storage_version + 1}"):
        driver.inspect(store)


def test_the_size_limit_must_be_a_power_of_two(driver: EngineDriver, store: Path) -> None:
    with pytest.raises(SizesRefused, match="power of two, not 1000"):
        driver.open(store, Sizes(64, 1000))


def test_address_space_that_is_not_to_be_had_is_explained(driver: EngineDriver, store: Path) -> None:
    with pytest.raises(SizesRefused, match="Lower max_db_mb"):
        driver.open(store, Sizes(64, 1 << 30))


def test_a_broken_file_is_an_engine_error(driver: EngineDriver, engine: str, store: Path, sizes: Sizes) -> None:
    store.write_bytes(b"KUZU" if engine == "kuzu" else b"LBUG")
    with pytest.raises(EngineError, match=store.name):
        driver.open(store, sizes)


def test_rows_are_plain_lists(connection: Connection) -> None:
    assert connection.rows("RETURN 1 AS a, 'é😀' AS b, [1, 2] AS c, true AS d") == [[1, "é😀", [1, 2], True]]


def test_statements_are_prepared_once(connection: Connection) -> None:
    before = connection.statements
    for number in range(5):
        connection.rows(CREATE, {"id": str(number), "n": number, "text": "x"})
    assert connection.statements == before + 1


@pytest.mark.parametrize("n", [1, 300, 70_000, 1 << 40, (1 << 63) - 1, -1, 0, None])
def test_a_prepared_statement_takes_integers_of_every_width(connection: Connection, n: int | None) -> None:
    connection.rows(CREATE, {"id": "first", "n": 1, "text": "x"})
    assert connection.rows(CREATE, {"id": "second", "n": n, "text": None}) == [[n, None]]


@pytest.mark.parametrize("text", ["", "\0", "a\0b", "😀", "x" * 2_000_000])
def test_text_of_every_kind_comes_back(connection: Connection, text: str) -> None:
    assert connection.rows(CREATE, {"id": "a", "n": 1, "text": text}) == [[1, text]]


@pytest.mark.parametrize("value", [{"text": "\ud800"}, {"n": 1 << 63}])
def test_what_the_engine_cannot_hold_is_refused_and_nothing_written(
    connection: Connection, value: dict[str, object]
) -> None:
    with pytest.raises(EngineError):
        connection.rows(CREATE, {"id": "a", "n": 1, "text": "x"} | value)
    assert connection.rows("MATCH (a:Item) RETURN count(*)") == [[0]]


@pytest.mark.parametrize("given", [{"id": "a", "n": 1}, {"id": "a", "n": 1, "text": "x", "more": 2}, None])
def test_exactly_the_parameters_of_a_query_must_be_given(
    connection: Connection, given: dict[str, object] | None
) -> None:
    with pytest.raises(EngineError, match=r"exactly the parameters \(id, n, text\)"):
        connection.rows(CREATE, given)


def test_a_wrong_query_is_an_engine_error(connection: Connection) -> None:
    with pytest.raises(EngineError, match="Nope"):
        connection.rows("MATCH (a:Nope) RETURN a.id")


def test_rows_set_are_counted_until_taken(connection: Connection) -> None:
    connection.rows(CREATE, {"id": "a", "n": 1, "text": "x"})
    connection.rows("MATCH (a:Item {id: $id}) SET a.n = $n", {"id": "a", "n": 2})
    many = [{"id": "a", "n": n} for n in range(7)]
    connection.rows("UNWIND $rows AS r MATCH (a:Item {id: r.id}) SET a.n = r.n", {"rows": many})
    assert (connection.take_updates(), connection.take_updates()) == (8, 0)


def test_a_result_is_taken_in_portions(connection: Connection) -> None:
    rows = connection.open_rows("UNWIND range(1, 5) AS n RETURN n")
    assert [rows.take(2), rows.take(2), rows.take(2), rows.take(2)] == [[[1], [2]], [[3], [4]], [[5]], []]
    rows.close()
    rows.close()
    with pytest.raises(EngineError):
        rows.take(1)


def test_closing_a_connection_twice_is_no_error(connection: Connection) -> None:
    connection.close()
    connection.close()
    with pytest.raises(StoreClosed):
        connection.rows("RETURN 1")


def test_a_read_only_store_takes_no_writes(driver: EngineDriver, store: Path, sizes: Sizes) -> None:
    driver.open(store, sizes).close()
    opened = driver.open(store, sizes, read_only=True)
    connection = opened.connect()
    with pytest.raises(EngineError):
        connection.rows("CREATE NODE TABLE Item(id STRING, PRIMARY KEY(id))")
    connection.close()
    opened.close()


def test_closing_leaves_the_log(driver: EngineDriver, store: Path, sizes: Sizes) -> None:
    opened = driver.open(store, sizes)
    connection = opened.connect()
    connection.rows("CREATE NODE TABLE Item(id STRING, PRIMARY KEY(id))")
    connection.close()
    opened.close()
    assert store.with_name("items.db.wal").stat().st_size > 0


def test_a_store_open_elsewhere_is_reported_as_locked(
    driver: EngineDriver, engine: str, store: Path, sizes: Sizes
) -> None:
    program = f"import importlib.util, {engine}, sys; db = {engine}.Database({str(store)!r}); print(1, flush=True)"
    command = [sys.executable, "-c", program + "; sys.stdin.read()"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as owner:
        assert owner.stdout
        owner.stdout.readline()
        with pytest.raises(EngineError, match="uses the engine directly"):
            driver.open(store, sizes)
        with pytest.raises(EngineError, match="uses the engine directly"):
            try_open(engine, store, sizes, read_only=False)


@pytest.mark.parametrize(
    ("message", "kind"),
    [
        ("IO exception: Cannot write to file. Error: No space left on device", DiskFull),
        ("IO exception: Cannot write to file. Error: Disk quota exceeded", DiskFull),
        ("IO exception: Cannot read from file", StoreIOError),
        ("WAL retirement failed; database is in a panic state", StoreIOError),
        ("Timeout waiting for active transactions to leave the system", EngineBusy),
        ("Buffer manager exception: Unable to allocate memory!", PoolExhausted),
        ("Runtime exception: Found duplicated primary key value IO exception: No space left", EngineError),
    ],
)
def test_messages_become_errors_of_the_port(message: str, kind: type[EngineError]) -> None:
    assert type(failure(message)) is kind

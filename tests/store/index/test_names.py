"""The names index: what is added is found exactly, nearly and by prefix, and what is removed is not."""

from __future__ import annotations

import threading

import pytest

from graphmem.domain.model import Alias, AliasSource, Entity, EntityKind
from graphmem.store.index.names import KeyHolder, NamesIndex

PERSON, COMPANY, PROJECT = EntityKind.PERSON, EntityKind.COMPANY, EntityKind.PROJECT
FILE, OTHER = EntityKind.FILE, EntityKind.OTHER


def entity(
    entity_id: str,
    name: str,
    kind: EntityKind = PROJECT,
    key: str | None = None,
    aliases: tuple[str, ...] = (),
    merged_into: str | None = None,
) -> Entity:
    return Entity(
        id=entity_id,
        kind=kind,
        name=name,
        key=key,
        aliases=tuple(Alias(alias, AliasSource.GIVEN, 0) for alias in aliases),
        attributes=None,
        version=1,
        created_at=0,
        updated_at=0,
        merged_into=merged_into,
    )


def filled(*names: tuple[str, EntityKind, str]) -> NamesIndex:
    index = NamesIndex()
    for entity_id, kind, name in names:
        index.add(entity_id, kind, name)
    return index


def found(index: NamesIndex, kind: EntityKind | None, name: str) -> list[str]:
    return [hit.entity_id for hit in index.candidates(kind, name)]


def test_exact_names_of_every_spelling() -> None:
    index = filled(("e1", PROJECT, "MCPServer"), ("e2", COMPANY, "mcp server"), ("e3", PROJECT, "MCP Client"))
    assert index.exact(PROJECT, "mcp_server") == ["e1"]
    assert index.exact(None, "MCP-Server") == ["e1", "e2"]
    assert index.exact(PERSON, "MCPServer") == []


def test_files_are_found_by_their_normal_path() -> None:
    index = filled(("e1", FILE, "src/app.py"))
    assert index.exact(FILE, "./src//app.py") == ["e1"]
    assert index.exact(None, r"src\app.py") == ["e1"]
    assert index.exact(FILE, "src/App.py") == []
    assert found(index, FILE, "src/App.py") == ["e1"]
    index.remove("e1", "src/app.py")
    assert index.exact(FILE, "src/app.py") == []


def test_a_name_added_twice_is_kept_once() -> None:
    index = filled(("e1", PROJECT, "Apollo"), ("e1", PROJECT, "Apollo"))
    assert len(index) == 1
    index.remove("e1", "Apollo")
    assert index.exact(PROJECT, "Apollo") == []


def test_removing_leaves_the_others() -> None:
    index = filled(("e1", PROJECT, "Apollo"), ("e1", PROJECT, "Moonshot"), ("e2", PROJECT, "Apollo"))
    index.remove("e1", "Apollo")
    index.remove("e1", "never there")
    assert index.exact(PROJECT, "apollo") == ["e2"]
    assert index.exact(PROJECT, "moonshot") == ["e1"]
    assert found(index, PROJECT, "Apolo") == ["e2"]


def test_near_names_best_first_one_an_entity() -> None:
    index = filled(
        ("e1", PROJECT, "Kubernetes"),
        ("e1", PROJECT, "Kubernetess"),
        ("e2", PROJECT, "Kubernetik"),
        ("e3", PROJECT, "Nomad"),
    )
    assert found(index, PROJECT, "Kubernets") == ["e1", "e2"]
    assert len(index.candidates(PROJECT, "Kubernets", limit=1)) == 1
    assert found(index, COMPANY, "Kubernets") == []
    assert found(index, None, "Kubernets") == ["e1", "e2"]


@pytest.mark.parametrize(
    ("kind", "stored", "asked"),
    [
        (PERSON, "Seth Larson", "Seth Michael Larson"),
        (PERSON, "Seth Michael Larson", "Seth Larson"),
        (PERSON, "Ann", "Ann Elizabeth Carrington-Moss"),
        (PERSON, "Ann Elizabeth Carrington-Moss", "Ann"),
        (PERSON, "Wei Zhang", "Zhang Wei"),
        (PERSON, "J. Smith", "John Smith"),
        (PERSON, "王伟", "王偉"),
        (PERSON, "김철수", "김철주"),
        (PERSON, "田中", "田中さん"),
        (COMPANY, "Acme Inc.", "Acme"),
        (COMPANY, "Acme", "Acme GmbH"),
        (COMPANY, "Acme AG", "Acme GmbH"),
        (COMPANY, "H&M", "HM"),
        (PROJECT, "Apache Kafka", "Kafka"),
        (PROJECT, "Go", "Golang"),
        (PROJECT, "World War II", "World War 2"),
        (PROJECT, "Sprint 07", "Sprint 7"),
        (PROJECT, "Vue", "Vie"),
        (PROJECT, "back end", "backend"),
        (PROJECT, "PyTorch", "pytroch"),
        (OTHER, "getUser", "get_user"),
        (FILE, "src/deep/app.py", "app.py"),
    ],
)
def test_each_rule_of_likeness_finds_its_names_among_many(kind: EntityKind, stored: str, asked: str) -> None:
    noise = [(f"n{n}", kind, f"Quite Other{chr(97 + n % 26)} {chr(97 + n // 26)}omething") for n in range(200)]
    assert found(filled(*noise, ("e1", kind, stored)), kind, asked) == ["e1"]


def test_prefixes_ignore_case_and_humps() -> None:
    index = filled(
        ("e1", PROJECT, "GitHub"), ("e2", PROJECT, "git lab"), ("e3", COMPANY, "GitHub"), ("e4", PROJECT, "Nomad")
    )
    assert index.prefix({PROJECT}, "git") == ["e1", "e2"]
    assert index.prefix((), "GitH") == ["e1", "e3"]
    assert index.prefix({PROJECT}, "n") == ["e4"]
    assert index.prefix({PROJECT}, "  ") == ["e1", "e2", "e4"]
    assert index.prefix({PROJECT}, "!") == []
    index.remove("e1", "GitHub")
    assert index.prefix({PROJECT}, "git") == ["e2"]


def test_entities_with_aliases_and_keys() -> None:
    index = NamesIndex([entity("e1", "Apollo", key=" github:a/b ", aliases=("Moonshot", "Apollo"))])
    assert index.exact(PROJECT, "moonshot") == ["e1"]
    assert index.by_key("github:a/b") == KeyHolder("e1", PROJECT, "Apollo")
    assert index.key_of("e1") == "github:a/b"
    assert index.by_key("GitHub:a/b") is None
    assert index.key_of("e2") is None


def test_replacing_renames_rekeys_and_changes_kind() -> None:
    old = entity("e1", "Apollo", key="k1", aliases=("Moonshot",))
    new = entity("e1", "Artemis", COMPANY, key="k2")
    index = NamesIndex([old])
    index.replace(old, new)
    assert index.exact(None, "Apollo") == index.exact(None, "Moonshot") == []
    assert index.exact(COMPANY, "Artemis") == ["e1"]
    assert index.by_key("k1") is None
    assert index.by_key("k2") == KeyHolder("e1", COMPANY, "Artemis")


def test_a_merged_entity_gives_up_its_names_and_gets_them_back() -> None:
    standing, merged = entity("e1", "Apollo", key="k1"), entity("e1", "Apollo", key="k1", merged_into="e2")
    index = NamesIndex([standing])
    index.replace(standing, merged)
    assert index.exact(PROJECT, "Apollo") == []
    assert index.by_key("k1") is None
    index.replace(merged, standing)
    assert index.exact(PROJECT, "Apollo") == ["e1"]
    assert index.by_key("k1") is not None


def test_readers_are_not_disturbed_by_the_writer() -> None:
    index = filled(("e0", PROJECT, "lighthouse keeper"))
    failures: list[BaseException] = []
    done = threading.Event()

    def read() -> None:
        try:
            while not done.is_set():
                assert "e0" in found(index, PROJECT, "lighthouse keepr")
                assert index.exact(PROJECT, "Lighthouse-Keeper") == ["e0"]
                index.prefix((), "li")
        except BaseException as failure:
            failures.append(failure)

    readers = [threading.Thread(target=read) for _ in range(3)]
    for reader in readers:
        reader.start()
    for number in range(1500):
        index.add(f"e{number + 1}", PROJECT, f"lighthouse {number} tower")
        if number % 3 == 0:
            index.remove(f"e{number + 1}", f"lighthouse {number} tower")
    done.set()
    for reader in readers:
        reader.join()
    assert failures == []

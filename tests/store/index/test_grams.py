"""Letter groups: what is shared is found, common words cost little, scripts without spaces work."""

from __future__ import annotations

from graphmem.store.index.grams import Grams, groups


def filled(*names: str) -> Grams:
    grams = Grams()
    for name in names:
        grams.add(name)
    return grams


def test_groups_mark_both_ends() -> None:
    assert groups("ab") == {"\x02ab", "ab\x03"}
    assert len(groups("kafka")) == 5


def test_groups_of_scripts_without_spaces() -> None:
    assert groups("山田AI") == {"山", "田", "山田", "田A", "AI"}


def test_the_nearest_come_first() -> None:
    grams = filled("kafka", "kubernetes", "kubernetic", "redis")
    assert grams.near("kubernets", 10)[0] == 1
    assert set(grams.near("kubernets", 10)) == {1, 2}
    assert grams.near("kubernets", 1) == [1]
    assert grams.near("xyzzy", 10) == []


def test_a_short_name_is_found_in_a_long_one_and_back() -> None:
    grams = filled("victorhugo", "victor", "alice")
    assert set(grams.near("victor", 10)) == {0, 1}
    assert 1 in grams.near("victorhugo", 10)


def test_one_character_of_a_short_name_is_enough() -> None:
    assert filled("李娜", "王伟").near("李那", 10) == [0]


def test_many_slots_of_common_groups() -> None:
    grams = filled(*(f"service{number}" for number in range(30_000)), "servicezebra")
    assert grams.near("servicezebre", 5)[0] == 30_000


def test_prefixes() -> None:
    grams = filled("kafka", "kafkaesque", "山田太郎", "山本")
    assert grams.starting("kaf") == [0, 1]
    assert grams.starting("k") is None
    assert grams.starting("山田") == [2]
    assert grams.starting("zz") == []

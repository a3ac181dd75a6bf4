"""Auto-structuring: what is given is kept, what is missing is inferred, nothing is wrapped twice."""

from __future__ import annotations

import json
from typing import Any

import pytest

from graphmem.domain.draft import AxesDraft
from graphmem.domain.errors import Invalid
from graphmem.domain.model import Altitude, Axes, Axis, Layer, MemoryState, MemoryType
from graphmem.domain.structure import restructure, structure

ALL_INFERRED = {Axis.TITLE, Axis.ALTITUDE, Axis.TYPE, Axis.STATE}


@pytest.mark.parametrize(
    ("content", "altitude"),
    [
        ("Our mission is calm software", "mission"),
        ("The north-star metric is weekly writers", "mission"),
        ("Product direction: the vision drives pricing", "mission"),
        ("使命は静かなソフトウェア", "mission"),
        ("Pricing stays flat", "strategy"),
        ("A go-to-market plan with a new schema", "strategy"),
        ("価格設定は据え置き", "strategy"),
        ("The schema has two tables", "architecture"),
        ("API design follows Relay", "architecture"),
        ("データベースは一つ", "architecture"),
        ("Logs go to Loki", "implementation"),
        ("Permission checks run first", "implementation"),
        ("Ask for permissions, revisions and schematics", "implementation"),
        ("ログはディスクに書く", "implementation"),
    ],
)
def test_altitude_goes_by_the_highest_word(content: str, altitude: str) -> None:
    assert structure(content, Layer.CONTEXT).altitude == altitude


@pytest.mark.parametrize(
    ("content", "kind"),
    [
        ("ok", "note"),
        ("Thanks, got it!", "note"),
        ("了解しました。", "note"),
        ("Traceback (most recent call last): why?", "note"),
        ("Let me check the options first", "note"),
        ("Shall the cache be shared?", "question"),
        ("キャッシュは共有する？ 未定。", "question"),
        ("なぜ遅いのか調べる", "question"),
        ("Find out how to rotate keys", "question"),
        ("Why the cache is slow", "question"),
        ("Kuzu vs Ladybug", "comparison"),
        ("Compared to SQLite it is bigger, so we decided against it", "comparison"),
        ("選択肢は二つある", "comparison"),
        ("We decided to keep Kuzu; the result was good", "decision"),
        ("We go with Kuzu", "decision"),
        ("That's why we went with Kuzu", "decision"),
        ("GET /items?limit=5 is what we settled on", "decision"),
        ("Kuzuを採用した", "decision"),
        ("Turns out the cache is shared", "learning"),
        ("キャッシュが共有だと判明", "learning"),
        ("The new gateway launched on Monday", "outcome"),
        ("計測の結果は良好", "outcome"),
    ],
)
def test_type_goes_by_the_first_rule_that_holds(content: str, kind: str) -> None:
    assert structure(content, Layer.EMOTION).type == kind


@pytest.mark.parametrize(
    ("layer", "kind", "state"),
    [
        (Layer.GOAL, "work", "in_progress"),
        (Layer.CONTEXT, "note", "open"),
        (Layer.EMOTION, "note", "open"),
        (Layer.IMPLEMENTATION, "work", "done"),
        (Layer.CAVEAT, "learning", "done"),
        (Layer.LEARNING, "decision", "decided"),
    ],
)
def test_a_text_without_any_cue_goes_by_its_layer(layer: Layer, kind: str, state: str) -> None:
    for text in ("Logs go to Loki", "ログはディスクに書く", "Grüße aus Köln"):
        axes = structure(text, layer)
        assert (axes.type, axes.state) == (kind, state)


@pytest.mark.parametrize(
    ("content", "state"),
    [
        ("lgtm", "open"),
        ("The index is finished, the cache is stuck", "done"),
        ("移行は完了", "done"),
        ("We decided; work is in progress", "decided"),
        ("方針は決まった", "decided"),
        ("Working on the cache, tests come later", "in_progress"),
        ("キャッシュを実装中", "in_progress"),
        ("On hold, blocked by the audit", "parked"),
        ("リリースは延期", "parked"),
        ("Stuck behind the deprecated client", "stalled"),
        ("作業は停滞", "stalled"),
        ("The old client is deprecated", "superseded"),
        ("旧クライアントは廃止", "superseded"),
        ("The index is not yet done", "done-no"),
        ("It isn't resolved and was never merged", "done-no"),
        ("Once it is merged, tell ops; it will be deployed by hand", "done-no"),
        ("The non-deprecated client", "done-no"),
        ("Abandoned and unfixed", "done-no"),
        ("移行は完了していない、対応は未完了", "done-no"),
        ("Not merged in May, but merged in June", "done"),
        ("未完了だったが完了", "done"),
    ],
)
def test_state_goes_by_the_first_rule_that_holds_and_is_not_denied(content: str, state: str) -> None:
    assert structure(content, Layer.EMOTION).state == ("open" if state == "done-no" else state)


def test_plain_text_is_kept_whole() -> None:
    axes = structure("  Use Kuzu. It is embedded.\n", Layer.LEARNING)
    assert axes.what == "Use Kuzu. It is embedded."
    assert axes.title == "Use Kuzu"
    assert axes.inferred == ALL_INFERRED


def test_only_the_beginning_is_searched() -> None:
    assert structure("x " * 1000 + "done", Layer.EMOTION).state is MemoryState.OPEN
    assert structure("x " * 990 + "done", Layer.EMOTION).state is MemoryState.DONE


def _json(**axes: Any) -> str:
    return json.dumps(axes)


def test_json_that_lacks_an_axis_is_completed_and_not_wrapped() -> None:
    axes = structure(
        _json(title="freee OAuth", what="Never deploy on Friday", why="Their sandbox sleeps"), Layer.CAVEAT
    )
    assert axes == Axes(
        title="freee OAuth",
        altitude=Altitude.IMPLEMENTATION,
        type=MemoryType.LEARNING,
        state=MemoryState.DONE,
        what="Never deploy on Friday",
        why="Their sandbox sleeps",
        inferred=frozenset({Axis.ALTITUDE, Axis.TYPE, Axis.STATE}),
    )


def test_a_title_is_read_for_cues_too() -> None:
    assert structure(_json(title="Pricing", what="Flat"), Layer.GOAL).altitude is Altitude.STRATEGY


@pytest.mark.parametrize(
    ("content", "what"),
    [
        (_json(title="the title", why="the why"), "the title"),
        (_json(type="fact", why="the why", next_action="go"), "the why"),
        (_json(why=None, next_action="go"), "go"),
    ],
)
def test_what_falls_back_to_the_nearest_text(content: str, what: str) -> None:
    axes = structure(content, Layer.GOAL)
    assert axes.what == axes.title == what
    assert Axis.WHAT in axes.inferred


@pytest.mark.parametrize("content", ["", " \n\t", _json(type="fact"), _json(what=" ", affects=["a"])])
def test_content_without_any_text_is_refused(content: str) -> None:
    with pytest.raises(Invalid) as caught:
        structure(content, Layer.GOAL)
    assert caught.value.path == ("content",)


def test_given_axes_win_over_json_and_json_over_inference() -> None:
    content = _json(title="json", type="fact", state="parked", what="It is done", why="json", affects=["json"])
    given = AxesDraft(title=" given\n title ", type=MemoryType.WORK, why="given", affects=("given",))
    axes = structure(content, Layer.GOAL, given)
    assert (axes.title, axes.type, axes.state) == ("given title", MemoryType.WORK, MemoryState.PARKED)
    assert (axes.why, axes.affects, axes.next_action) == ("given", ("given",), None)
    assert axes.inferred == {Axis.ALTITUDE}


def test_a_given_none_and_a_blank_title_are_as_good_as_nothing() -> None:
    axes = structure(_json(what="Text", why="json"), Layer.GOAL, AxesDraft(title=" ", why=None, next_action=""))
    assert (axes.title, axes.why, axes.next_action) == ("Text", None, None)


OLD = Axes(
    title="Old text",
    altitude=Altitude.STRATEGY,
    type=MemoryType.DECISION,
    state=MemoryState.DECIDED,
    what="Old text",
    why="old why",
    affects=("old",),
    next_action="old next",
    inferred=frozenset(ALL_INFERRED),
)


def test_plain_text_keeps_the_other_axes() -> None:
    axes = restructure(OLD, "New text. It is done?")
    assert axes.title == "New text"
    assert axes.what == "New text. It is done?"
    assert (axes.altitude, axes.type, axes.state) == (OLD.altitude, OLD.type, OLD.state)
    assert (axes.why, axes.affects, axes.next_action) == (OLD.why, OLD.affects, OLD.next_action)
    assert axes.inferred == ALL_INFERRED


def test_a_given_title_outlives_a_new_text() -> None:
    titled = structure("Text", Layer.GOAL, AxesDraft(title="Mine"))
    axes = restructure(titled, "Other text")
    assert axes.title == "Mine"
    assert Axis.TITLE not in axes.inferred


def test_json_changes_the_axes_it_names_only() -> None:
    axes = restructure(OLD, _json(state="done", why=None, affects=["new"]))
    assert (axes.what, axes.title) == (OLD.what, OLD.title)
    assert (axes.state, axes.why, axes.affects) == (MemoryState.DONE, None, ("new",))
    assert (axes.type, axes.next_action) == (OLD.type, OLD.next_action)
    assert axes.inferred == ALL_INFERRED - {Axis.STATE}


def test_axes_alone_can_be_changed_and_cleared() -> None:
    given = AxesDraft(title="T", type=MemoryType.FACT, why="new", next_action=None, affects=())
    axes = restructure(OLD, None, given)
    assert (axes.title, axes.type, axes.why) == ("T", MemoryType.FACT, "new")
    assert (axes.next_action, axes.affects, axes.what) == (None, (), OLD.what)
    assert axes.inferred == {Axis.ALTITUDE, Axis.STATE}


def test_no_change_is_no_change() -> None:
    assert restructure(OLD, None) == OLD


def test_an_update_to_blank_is_refused() -> None:
    with pytest.raises(Invalid):
        restructure(OLD, " ")


def test_an_update_with_an_unknown_value_is_refused() -> None:
    with pytest.raises(Invalid, match="in_progress"):
        restructure(OLD, _json(state="gone"))

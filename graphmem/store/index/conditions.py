"""Finds the docs that a selection means: from the postings it names, else by one scan of the columns.

Owns the evaluation of filters; how they are resolved is the caller's business.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum
from typing import Final

import numpy as np
import numpy.typing as npt

from graphmem.domain.model import Layer
from graphmem.store.index.columns import (
    ALTITUDES,
    CATEGORIES,
    LAYERS,
    STATES,
    STATUSES,
    TYPES,
    Codes,
    Docs,
    union,
)
from graphmem.store.index.rows import Rows
from graphmem.store.index.selection import Selection

Mask = npt.NDArray[np.bool_]
_Where = Docs | slice

FEW: Final = 16
"""Of up to so many entities the docs are joined; with more it is cheaper to look each doc's entity up."""


def selected(rows: Rows, selection: Selection) -> Docs:
    """The docs that fulfil every condition, ascending."""
    postings = sorted(_postings(rows, selection), key=len)
    if not postings:
        return np.flatnonzero(_mask(rows, selection, slice(0, rows.columns.size)))
    docs = postings[0]
    for other in postings[1:]:
        docs = np.intersect1d(docs, other, assume_unique=True)
    return docs[_mask(rows, selection, docs)]


def selected_count(rows: Rows, selection: Selection) -> int:
    """How many docs fulfil every condition."""
    if next(_postings(rows, selection), None) is None:
        return int(np.count_nonzero(_mask(rows, selection, slice(0, rows.columns.size))))
    return len(selected(rows, selection))


def selection_mask(rows: Rows, selection: Selection) -> Mask:
    """One flag for every row: True where it fulfils every condition."""
    if next(_postings(rows, selection), None) is None:
        return _mask(rows, selection, slice(0, rows.columns.size))
    mask = np.zeros(rows.columns.size, dtype=np.bool_)
    mask[selected(rows, selection)] = True
    return mask


def _postings(rows: Rows, selection: Selection) -> Iterator[Docs]:
    if selection.entity_ids is not None and len(selection.entity_ids) <= FEW:
        yield union([rows.of_entity(entity_id) for entity_id in selection.entity_ids])
    if selection.mention_ids is not None:
        yield union([rows.mentioning(entity_id) for entity_id in selection.mention_ids])
    if selection.about_ids is not None:
        about = [find(entity_id) for entity_id in selection.about_ids for find in (rows.of_entity, rows.mentioning)]
        yield union(about)
    if selection.thread_id is not None:
        yield np.sort(rows.in_thread(selection.thread_id))
    for tag in selection.tags:
        yield rows.tagged(tag)
    if selection.paths:
        yield union([rows.on_path(path) for path in selection.paths])


def _mask(rows: Rows, selection: Selection, where: _Where) -> Mask:
    mask: Mask = rows.columns.alive[where].copy()
    for condition in _conditions(rows, selection, where):
        mask &= condition
    return mask


def _conditions(rows: Rows, selection: Selection, where: _Where) -> Iterator[Mask]:
    yield from _enum_conditions(rows, selection, where)
    yield from _time_conditions(rows, selection, where)
    columns = rows.columns
    if selection.entity_ids is not None and len(selection.entity_ids) > FEW:
        yield _numbered(rows, selection.entity_ids)[columns.entity[where]]
    if selection.agent is not None:
        yield columns.agent[where] == _number(rows.agents.known(selection.agent))
    if selection.branch is not None:
        yield columns.branch[where] == _number(rows.branches.known(selection.branch))
    if selection.min_importance is not None:
        yield columns.importance[where] >= selection.min_importance
    if selection.protected is not None:
        caveat = columns.layer[where] == LAYERS.number(Layer.CAVEAT)
        yield (columns.pinned[where] | caveat) == selection.protected
    if selection.claimed is not None:
        yield columns.claimed[where] == selection.claimed
    if selection.drifted is not None:
        yield columns.drifted[where] == selection.drifted
    hidden = [rows.of_entity(entity_id) for entity_id in selection.excluded_entity_ids]
    hidden += [rows.tagged(tag) for tag in selection.excluded_tags]
    if hidden:
        excluded = np.zeros(columns.size, dtype=np.bool_)
        excluded[union(hidden)] = True
        yield ~excluded[where]


def _enum_conditions(rows: Rows, selection: Selection, where: _Where) -> Iterator[Mask]:
    columns = rows.columns
    yield from _among(STATUSES, selection.statuses, columns.status, where)
    yield from _among(LAYERS, selection.layers, columns.layer, where)
    yield from _among(TYPES, selection.types, columns.type, where)
    yield from _among(STATES, selection.states, columns.state, where)
    yield from _among(ALTITUDES, selection.altitudes, columns.altitude, where)
    yield from _among(CATEGORIES, selection.categories, columns.category, where)


def _among(codes: Codes, wanted: frozenset[StrEnum], column: npt.NDArray[np.uint8], where: _Where) -> Iterator[Mask]:
    if len(wanted) == 1:
        yield column[where] == codes.number(next(iter(wanted)))
    elif wanted:
        yield codes.table(wanted)[column[where]]


def _time_conditions(rows: Rows, selection: Selection, where: _Where) -> Iterator[Mask]:
    columns = rows.columns
    if selection.created_after is not None:
        yield columns.created_at[where] >= selection.created_after
    if selection.created_before is not None:
        yield columns.created_at[where] < selection.created_before
    if selection.valid_at is not None:
        yield columns.valid_from[where] <= selection.valid_at
        yield columns.valid_to[where] > selection.valid_at


def _numbered(rows: Rows, entity_ids: tuple[str, ...]) -> Mask:
    """One flag for every number of an entity: True for these."""
    flags = np.zeros(len(rows.entities), dtype=np.bool_)
    known = [number for name in entity_ids if (number := rows.entities.known(name)) is not None]
    flags[np.array(known, dtype=np.int64)] = True
    return flags


def _number(known: int | None) -> int:
    return -2 if known is None else known

"""English words whose forms share no stem, and the form they are found by. Owns the table; `text` applies it."""

from __future__ import annotations

from typing import Final

_FORMS: Final = """
    become became; begin began begun; bite bit bitten; blow blew blown; break broke broken; bring brought;
    build built; buy bought; catch caught; choose chose chosen; come came; deal dealt; draw drew drawn;
    drink drank drunk; drive drove driven; eat ate eaten; fall fell fallen; feed fed; feel felt; fight fought;
    find found; fly flew flown; forget forgot forgotten; freeze froze frozen; get got gotten; give gave given;
    go goes went gone; grow grew grown; hang hung; hear heard; hide hid hidden; hold held; keep kept; know knew known;
    lead led; leave left; lend lent; light lit; lose lost; make made; mean meant; meet met; pay paid;
    ride rode ridden; ring rang rung; run ran; say said; see saw seen; seek sought; sell sold; send sent;
    shake shook shaken; shine shone; shoot shot; show shown; shrink shrank shrunk; sing sang sung;
    sink sank sunk; sit sat; sleep slept; slide slid; speak spoke spoken; spend spent; spin spun; stand stood;
    steal stole stolen; stick stuck; strike struck; swear swore sworn; sweep swept; swim swam swum; take took taken;
    teach taught; tear tore torn; tell told; think thought; throw threw thrown; understand understood;
    wake woke woken; wear wore worn; win won; write wrote written;
    child children; foot feet; goose geese; half halves; knife knives; leaf leaves; life lives; man men; mouse mice;
    person people; shelf shelves; tooth teeth; wife wives; woman women
"""

BASE_FORMS: Final = {form: words[0] for words in map(str.split, _FORMS.split(";")) for form in words[1:]}
"""Verbs' past forms and nouns' plurals to the word itself; ambiguous ones (rose, wound, lay) are left alone."""

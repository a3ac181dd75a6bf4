"""Legal forms of companies in the languages we know: what is the name, and what only says how it is incorporated."""

from __future__ import annotations

from typing import Final, NamedTuple

from graphmem.domain.letters import is_cjk

_FORMS: Final = """
inc: inc, incorporated
corp: corp, corporation
co: co, company, cie, compagnie
co ltd: co ltd, company limited
ltd: ltd, limited, private limited company
pvt ltd: pvt ltd, private limited, p ltd
pty ltd: pty ltd, pty limited, proprietary limited
pte ltd: pte ltd, pte limited
plc: plc, public limited company
llc: llc, limited liability company
llp: llp, limited liability partnership
lllp: lllp
lp: lp, limited partnership
pllc: pllc
pbc: pbc, public benefit corporation
gmbh: gmbh, ges mbh, gesmbh, mbh, gesellschaft mit beschrankter haftung
gmbh co kg: gmbh co kg, gmbh cie kg
ggmbh: ggmbh, gemeinnutzige gmbh
ag: ag, aktiengesellschaft
ag co kg: ag co kg
se co kg: se co kg
se co kgaa: se co kgaa
kg: kg, kommanditgesellschaft
co kg: co kg
kgaa: kgaa
ohg: ohg
gbr: gbr
ug: ug, ug haftungsbeschrankt
ek: ek
eg: eg
ev: ev
se: se, societas europaea
sa: sa, societe anonyme, sociedad anonima, sociedade anonima
sas: sas, sasu
sarl: sarl, sarlu, societe a responsabilite limitee
eurl: eurl
snc: snc
sci: sci
srl: srl, srls
spa: spa, societa per azioni
sapa: sapa
sl: sl, slu, sociedad limitada
sa de cv: sa de cv, sab de cv
sapi de cv: sapi de cv
s de rl: s de rl, s de rl de cv
ltda: ltda, lda, limitada
eireli: eireli
bv: bv, besloten vennootschap
nv: nv, naamloze vennootschap
vof: vof
cv: cv
bvba: bvba
ab: ab, aktiebolag, ab publ
as: as, aksjeselskap, aktieselskab
asa: asa
aps: aps
ivs: ivs
oy: oy, osakeyhtio, oy ab
oyj: oyj, oyj abp
ehf: ehf
hf: hf
ou: ou
uab: uab
sia: sia
sro: sro, s r o, spol s ro, spol s r o
sp zoo: sp zoo, sp z oo, sp z o o, spolka z oo
sp k: sp k
kft: kft
zrt: zrt
nyrt: nyrt
bt: bt
doo: doo, d o o
dd: dd
dooel: dooel
ood: ood, оод
eood: eood, еоод
ead: ead
ad: ad
sti: ltd sti, limited sirketi
anonim: anonim sirketi
pt: pt
tbk: tbk
pt tbk: pt tbk
bhd: bhd, berhad
sdn bhd: sdn bhd, sendirian berhad
kk: kk, kabushiki kaisha, 株式会社, 株
gk: godo kaisha, 合同会社
yk: yugen kaisha, 有限会社, 有
cn ltd: 有限公司, 有限责任公司, 有限責任公司
cn stock: 股份有限公司
kr stock: 주식회사, 주
kr ltd: 유한회사
ооо: ооо, общество с ограниченнои ответственностью, общество с ограниченной ответственностью
оао: оао
зао: зао
пао: пао
ао: ао, акционерное общество
ип: ип
тов: тов
αε: αε, ανωνυμη εταιρεια
επε: επε
ικε: ικε
jsc: jsc
ojsc: ojsc
pjsc: pjsc
cjsc: cjsc
wll: wll
fze: fze
fzco: fzco, fz llc
"""
"""One form a line: its key, then the ways it is written, folded. A Slovak a.s. is not a Danish A/S in law,
but both fold to "as" and neither is told from the other by the letters."""

_FORM_OF: Final = {
    tuple(way.strip().split(" ")): key.strip()
    for key, ways in (line.split(":") for line in _FORMS.strip().splitlines())
    for way in ways.split(",")
}
_LONGEST: Final = max(map(len, _FORM_OF))
_LEADING: Final = frozenset({"pt", "ооо", "оао", "зао", "пао", "ао", "ип", "тов", "oy", "ab", "uab", "sia", "kk"})
_ATTACHED: Final = tuple(
    sorted((way[0] for way in _FORM_OF if len(way) == 1 and not way[0].isascii() and len(way[0]) > 3), key=len)
)[::-1]


class Incorporated(NamedTuple):
    """A company's name without its legal form, the form's key, and whether the form stands in front."""

    name: str
    form: str | None
    in_front: bool = False


def _spelled(word: str) -> str:
    return word.replace(".", "").replace("/", "").replace("'", "")


def _attached(folded: str) -> Incorporated | None:
    """Forms that are written to the name without a space: 株式会社山田, 山田(株)."""
    for form in _ATTACHED:
        for in_front in (True, False):
            rest = folded.removeprefix(form) if in_front else folded.removesuffix(form)
            if rest.strip() and rest != folded:
                return Incorporated(rest.strip(), _FORM_OF[(form,)], in_front)
    return None


def incorporated(plain: str) -> Incorporated:
    """Takes the legal form off a company's plain name; never leaves an empty name. An "and" in it is skipped."""
    words = plain.split(" ")
    places = [place for place, word in enumerate(words) if word != "and"]
    spelled = [_spelled(words[place]) for place in places]
    for size in range(min(_LONGEST, len(places) - 1), 0, -1):
        if form := _FORM_OF.get(tuple(spelled[-size:])):
            return Incorporated(" ".join(words[: places[-size - 1] + 1]), form)
    if len(places) > 1 and _may_lead(spelled[0]):
        return Incorporated(" ".join(words[places[1] :]), _FORM_OF[(spelled[0],)], True)
    return (None if plain.isascii() else _attached(plain)) or Incorporated(plain, None)


def _may_lead(word: str) -> bool:
    return (word,) in _FORM_OF and (word in _LEADING or is_cjk(word))

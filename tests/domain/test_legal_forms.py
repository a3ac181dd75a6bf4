"""Legal forms come off a company's name, in front, behind or attached, and never leave nothing."""

from __future__ import annotations

import pytest

from graphmem.domain.legal_forms import incorporated
from graphmem.domain.names import plain


@pytest.mark.parametrize(
    ("company", "name", "form"),
    [
        ("Acme", "acme", None),
        ("Acme Inc.", "acme", "inc"),
        ("Acme Incorporated", "acme", "inc"),
        ("Acme Co., Ltd.", "acme", "co ltd"),
        ("Acme GmbH & Co. KG", "acme", "gmbh co kg"),
        ("Acme G.m.b.H.", "acme", "gmbh"),
        ("Acme S.A. de C.V.", "acme", "sa de cv"),
        ("Acme Sp. z o. o.", "acme", "sp zoo"),
        ("Acme spol. s r.o.", "acme", "sro"),
        ("Acme A/S", "acme", "as"),
        ("Acme e.V.", "acme", "ev"),
        ("Acme Sdn. Bhd.", "acme", "sdn bhd"),
        ("PT Acme Tbk", "pt acme", "tbk"),
        ("PT Acme", "acme", "pt"),
        ("ООО Ромашка", "ромашка", "ооо"),
        ("Ромашка ООО", "ромашка", "ооо"),
        ("株式会社青空", "青空", "kk"),
        ("青空株式会社", "青空", "kk"),
        ("㈱青空", "青空", "kk"),
        ("海天股份有限公司", "海天", "cn stock"),
        ("주식회사 한빛", "한빛", "kr stock"),
        ("Black & Decker Inc", "black and decker", "inc"),
        ("Limited", "limited", None),
        ("株式会社", "株式会社", None),
        ("Company Inc", "company", "inc"),
    ],
)
def test_incorporated(company: str, name: str, form: str | None) -> None:
    found = incorporated(plain(company))
    assert (found.name, found.form) == (name, form)


def test_the_place_of_the_form_is_told() -> None:
    assert incorporated("株式会社青空").in_front
    assert not incorporated("青空株式会社").in_front

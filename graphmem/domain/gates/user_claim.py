"""The user-claim gate: what a memory says about the user sticks, so the user should have a say in it.

Owns what reads as such a claim: the first person, "the user", and a person's likings. A tool's likings
("Black prefers double quotes") are none; neither is what a team says of its own project, nor what a memory says
of the very person it hangs on.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from typing import Final

from graphmem.domain.draft import Gate
from graphmem.domain.gates.base import GateContext, GateFinding, GatePolicy
from graphmem.domain.gates.given_names import GIVEN_NAMES
from graphmem.domain.model import Category, EntityKind

_MOST_MATCHES: Final = 5
_LONGEST_MATCH: Final = 80

# Each kind of claim is looked for only where one of its words occurs: most texts have none.
_OURS: Final = frozenset(("my", "we", "our"))
_LIKINGS: Final = frozenset(("prefers", "likes", "dislikes", "loves", "hates", "avoids", "enjoys"))
_I_SPEAK: Final = re.compile(r"(?<![\w'.-])I(?:['’](?:m|ve)\b|\s)")
_OFTEN: Final = r"(?:(?:really|strongly|generally|usually|always|also|still|just|personally|much)\s+){0,2}"
_I: Final = re.compile(
    r"(?<![\w'.-])I(?:"
    rf"\s+{_OFTEN}(?:prefer|like|love|hate|dislike|avoid|use|enjoy)\b"
    r"|\s+(?:always|never|usually)\b"
    r"|\s+(?:want|need)\b(?!\s+you\b)"
    r"|(?:'m|\s+am)\s+using\b|(?:'ve|\s+have)\s+been\s+using\b"
    r")"
)
_WE: Final = re.compile(
    rf"(?<![\w'.-])[Ww]e(?:\s+{_OFTEN}(?:prefer|use|avoid|like|love|hate)\b|\s+(?:always|never|usually)\b"
    r"|(?:'re|\s+are)\s+using\b|(?:'ve|\s+have)\s+been\s+using\b)"
)
_SAYS: Final = r"(?:is|are|was|were|prefers?|uses?|runs?|lives?)"
_MY: Final = re.compile(rf"My\s+(?:[\w'-]+\s+){{1,4}}?{_SAYS}\b")
_OUR: Final = re.compile(rf"Our\s+(?:[\w'-]+\s+){{1,4}}?{_SAYS}\b")

_LIKING: Final = r"(?:prefers|likes|dislikes|loves|hates|avoids|enjoys)"
_USER_LIKES: Final = re.compile(rf"(?:\b[Tt]he\s+user|(?<![\w'-])User)\s+{_OFTEN}(?:never\s+)?{_LIKING}\b(?!-)")
# Software speaks of "the user" too: only as the subject of a plain statement, and not of what a program does
# to a user or asks of one, is it the one who talks to us.
_USER_IS: Final = re.compile(
    rf"The\s+user\s+{_OFTEN}(?:never\s+)?(?:"
    r"(?:uses|runs)\b(?![^.]{0,40}\sto\b)"
    r"|(?:wants|needs)\b(?!\s+to\s+(?:be|have|enter|click|confirm|provide|specify|log|sign|select|choose)\b)"
    r"|works\s+(?:at|for|in|on|as|with|from)\b|lives\s+(?:in|at|near|with)\b"
    r"|(?:is|was)\s+(?:an?\s+(?!new|different|valid|registered|member|guest|prerequisite)|based\b|born\b|from\b"
    r"|located\b|called\b|named\b|learning\b|vegetarian\b|vegan\b|allergic\b)"
    r"|has\s+(?:an?\s+(?:dog|cat|son|daughter|wife|husband|partner|background|degree|job|strong|preference|house|car)"
    r"|\w+\s+(?:years|kids|children|cats|dogs))\b)"
)
_USER_HAS: Final = re.compile(
    r"The\s+user's\s+(?:favou?rite\s+)?(?:[\w'-]+\s+){0,3}?"
    r"(?:name|job|role|employer|company|team|boss|manager|wife|husband|partner|son|daughter|dog|cat|home|city|"
    r"birthday|hobby|hobbies|editor|shell|laptop|machine|preference|preferences|timezone|language|time\s+zone|"
    r"favou?rite(?:\s+[\w'-]+){0,3}|setup|style|workflow)\s+(?:is|are|was|were)\b"
)
_CAPITALISED: Final = r"[A-ZÀ-ÖØ-Þ][\w'-]*[^\W\d_A-Z]"
_PERSON_LIKES: Final = re.compile(
    rf"(?<![\w'.-])(?P<title>(?:Mr|Mrs|Ms|Dr|Prof)\.?\s+)?"
    rf"(?P<name>{_CAPITALISED}(?:\s+(?:(?:van|von|de|der|da|del|la|le)\s+)?{_CAPITALISED}){{0,2}})"
    rf"\s+{_OFTEN}(?P<liking>{_LIKING})\b"
)
_PRONOUNS: Final = frozenset(("he", "she"))
_FEELINGS: Final = frozenset(("likes", "dislikes", "loves", "hates", "enjoys"))
_NO_NAME_WORDS: Final = (
    "it this that which what who everyone everybody nobody someone anyone one each every none neither either "
    "the a an and but or also then team user code python java javascript typescript rust go linux docker git"
)
_NO_NAMES: Final = frozenset(_NO_NAME_WORDS.split())
_HUMPED: Final = re.compile(r"[a-z]['-]?[A-Z]|[A-Z]{2}")

_WIDE_LIKING: Final = (
    r"[^。！？\n]{0,40}?(?:[がはも](?:大?好き(?!に|な(?:よう|だけ|とき))|嫌い|苦手)"
    r"|を(?:好[むみまん]|望[むみまん]|嫌[うい]|避け|愛用)|派(?:だ|です|で|。|$))"
)
_WIDE_I: Final = re.compile(
    r"(?:^|[。！？\n、「\s])(?:私|僕|俺|わたし|ぼく|あたし|自分)(?:"
    rf"[はも]{_WIDE_LIKING}"
    r"|[はも][^。！？\n]{0,40}?(?:を使って(?:い|る)|が(?:欲|ほ)しい|に住んで|で働いて|いつも|普段)"
    r"|の[^。！？\n]{1,16}は)"
)
_WIDE_USER: Final = re.compile(
    r"(?:ユーザー?|利用者|使用者)(?:さん)?(?:"
    rf"[はが]{_WIDE_LIKING}"
    r"|は[^。！？\n]{0,30}?(?:に住んで|で働いて|を飼って|普段|いつも)"
    r"|の(?:好み|趣味|名前|職業|勤務先|家族|誕生日|エディタ)は)"
)
# Starts at the honorific, which is rare, and not at the name, which could begin anywhere.
_WIDE_PERSON: Final = re.compile("(?:さん|くん|君|ちゃん|氏|様)[はもが]" + _WIDE_LIKING)
_WIDE_NAME: Final = re.compile(r"[^\s。、！？「」『』（）()]{1,12}\Z")
_WIDE_KEY: Final = re.compile("[私僕俺君氏様]|わたし|ぼく|あたし|自分|ユーザ|利用者|使用者|さん|くん|ちゃん")


def find_user_claim(context: GateContext, _policy: GatePolicy) -> GateFinding | None:
    """Find claims about the user in a memory that is not of category user-inference (bettermemory)."""
    if context.category is Category.USER_INFERENCE:
        return None
    claims = list(dict.fromkeys(claim[:_LONGEST_MATCH] for claim in _claims(context)))[:_MOST_MATCHES]
    if not claims:
        return None
    return GateFinding(
        Gate.USER_CLAIM,
        f"Reads as a claim about the user ({'; '.join(claims)}): send it with category USER_INFERENCE, "
        "so that the user may confirm it; if it is about someone else, override.",
        tuple(claims),
    )


def _claims(context: GateContext) -> Iterator[str]:
    prose = context.prose
    words = prose.words
    if not words.isdisjoint(_OURS) or ("i" in words and _I_SPEAK.search(prose.text)):
        for sentence in prose.sentences:
            spoken = prose.unquoted[sentence.start : sentence.end].replace("’", "'")
            yield from _first_person(spoken, context.entity_kind)
    if "user" in words:
        for sentence in prose.sentences:
            yield from _of_the_user(sentence.text.replace("’", "'"))
    if not words.isdisjoint(_LIKINGS):
        for sentence in prose.sentences:
            yield from _of_persons(sentence.text, context)
    if not prose.ascii and _WIDE_KEY.search(prose.text):
        yield from (match.group().strip() for match in _WIDE_I.finditer(prose.unquoted))
        yield from (match.group() for match in _WIDE_USER.finditer(prose.text))
        yield from _of_wide_persons(prose.text, context.entity_name)


def _of_wide_persons(text: str, own: str | None) -> Iterator[str]:
    for match in _WIDE_PERSON.finditer(text):
        name = _WIDE_NAME.search(text, max(0, match.start() - 12), match.start())
        if name and not (own and (name.group() in own or own in name.group())):
            yield name.group() + match.group()


def _first_person(sentence: str, kind: EntityKind | None) -> Iterator[str]:
    yield from (match.group() for match in _I.finditer(sentence))
    if match := _MY.match(sentence):
        yield match.group()
    # What "we" do in a memory on a project, company, file or concept is a fact about that.
    if kind in (None, EntityKind.PERSON, EntityKind.OTHER):
        yield from (match.group() for match in _WE.finditer(sentence))
        if match := _OUR.match(sentence):
            yield match.group()


def _of_the_user(sentence: str) -> Iterator[str]:
    yield from (match.group() for match in _USER_LIKES.finditer(sentence))
    for pattern in (_USER_IS, _USER_HAS):
        if match := pattern.match(sentence):
            yield match.group()


def _of_persons(sentence: str, context: GateContext) -> Iterator[str]:
    for match in _PERSON_LIKES.finditer(sentence):
        name = match["name"]
        if not _is_own(name, context) and (match["title"] or _is_person(name, match["liking"], context)):
            yield match.group()


def _is_own(name: str, context: GateContext) -> bool:
    """Whether the memory hangs on the one it speaks of: then it says whom it means, and it is not the user."""
    own = f" {_plain(context.entity_name or '')} "
    if _plain(name) in _PRONOUNS:
        return context.entity_kind is EntityKind.PERSON
    return f" {_plain(name)} " in own


def _is_person(name: str, liking: str, context: GateContext) -> bool:
    if (kind := context.known.kind_of(name)) is not None:
        return kind is EntityKind.PERSON
    words = _plain(name).split()
    if words[0] in _PRONOUNS or words[0] in GIVEN_NAMES:
        return True
    # An unknown name may be a tool's: tools prefer and avoid, but only people have feelings.
    if liking not in _FEELINGS or words[-1] in _NO_NAMES or words[-1].endswith("ly"):
        return False
    return _HUMPED.search(name) is None


def _plain(name: str) -> str:
    folded = unicodedata.normalize("NFKD", name.lower())
    return "".join(c for c in folded if not unicodedata.combining(c))

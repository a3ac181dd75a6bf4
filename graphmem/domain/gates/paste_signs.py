"""The signs of a paste: openings and line shapes that only programs, assistants, mailers and pages write.

Owns the table. No sign is a word alone: "Failed login handler is in auth.py", "Build the api first", "Logs go
to loki", "Deployment uses helm" and "Success" are things people write (linksee refuses all five).
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

Find = Callable[[str], re.Match[str] | None]


@dataclass(frozen=True, slots=True)
class Sign:
    """One way to tell a paste: what it is called, and what finds it. `output` marks program output."""

    kind: str
    find: Find
    output: bool = False


def _starts(*alternatives: str, flags: int = re.M) -> Find:
    return re.compile("|".join(alternatives), flags).match


def _holds(hint: str, pattern: str) -> Find:
    search = re.compile(pattern, re.M).search
    return lambda text: search(text) if hint in text else None


# What follows a status that is the whole message, and not the beginning of a sentence about it.
_ENDS: Final = (
    r"\s*(?:[!:(]|\.?\s*$|\.\s*\n|\n|(?:in|after) [\d.]+ ?(?:m?s\b|sec|min|h\b|m\b)"
    r"|with (?:exit |return |status )?(?:code|status|\d+ (?:errors?|warnings?)))"
)
_TRACE: Final = (
    r"(?:\bE[A-Z]{4,}\b|\b\w+(?:Error|Exception)\b|exit(?:ed)?(?: with)?(?: code| status)? \d|no such file"
    r"|not found|cannot find|can't resolve|permission denied|connection (?:refused|reset)|timed? ?out\b"
    r"|undefined|unexpected token|:\d+:\d+\b|\b0x[0-9a-f]{6,}|\bline \d+\b|stack trace|segmentation fault"
    r"|failed to|unable to)"
)
# Who explains an error has written something: "Error: E42 means the licence ran out".
_UNEXPLAINED: Final = (
    r"(?![\s\S]*\b(?:means?|because|when|if|fix(?:ed)?|solved?|caused?|due to|unless|happens|appears)\b)"
)
_RUNS: Final = "(?:Build|Compilation|Pipeline|Job|Workflow|Deploy(?:ment)?|Release|Tests?)"
_RESULTS: Final = "(?:succeeded|successful|failed|passed|completed?|finished|ready|cancell?ed)"
_ROLES: Final = (
    r"(?:[A-Z][a-z]+|AI\b|(?:helpful|expert|senior|professional|experienced|skilled|highly|world-class"
    r"|autonomous|friendly|careful|coding|assistant|chatbot)\b)"
)
# People say "Absolutely!" too; what follows it tells who spoke.
_OFFERS: Final = (
    r"(?:[Hh]ere(?:'s| is| are)\b|[Ll]et me\b|I(?:'ll|'ve| will| can| have) (?:help|fix|update|create|write|check|add"
    r"|start|implement|look into|explain|walk|refactor|review|generate|run)|[Tt]he (?:updated|revised|corrected)\b)"
)
_YOURS: Final = "(?:account|organi[sz]ation|team|workspace|members|users|profile|e-?mail|billing)"

OPENINGS: Final = (
    Sign("interface bullet", _starts(r"[⏺⎿✻✽✶❯]|[●○◉◦◆◇■□▪▫▲△▶▷►]\s+(?=[A-Za-z])")),
    Sign(
        "system prompt",
        _starts(
            f"You are (?:an?|the) {_ROLES}",
            r"<(?:system|instructions?)>",
            r"#{1,3} ?(?:System|Instructions?)(?: Prompt)?:?\s*\n",
            "Ignore (?:all )?(?:previous|prior|above) instructions",
            "あなたは[^。\n]{0,40}(?:アシスタント|エキスパート|専門家|エンジニア|AI|プロ)です",
        ),
    ),
    Sign(
        "mail or notice",
        _starts(
            "(?:Hey|Hi|Hello) (?:there|all|everyone|team|folks)[,!.]",
            r"Dear [^\n,]{1,40},|Hi [A-Z][a-z]+,\s*\n",
            r"Welcome to (?![^\n.!]*\b(?:is|was|are|has)\b)[^\n.!]{1,60}[.!](?:\s|$)",
            rf"(?:Please )?(?:Add|Enable|Disable|Configure|Verify|Update) [^.\n]{{0,60}}\byour {_YOURS}\b",
            r"(?:From|To|Subject|Date): [^\n]+\n(?:From|To|Cc|Subject|Date|Sent): ",
            "(?:[^\n]{1,20}様[、\n]\\s*)?(?:いつも)?(?:大変)?お世話になって(?:おり|います[。、])|拝啓",
        ),
    ),
    Sign("clock-stamped log", _starts(r"\[?\d\d:\d\d:\d\d[.,]\d{3}"), output=True),
    Sign(
        "status message",
        _starts(
            rf"(?:✅|❌|🎉|🚀|\[\w+\])?\s*{_RUNS}(?: #?\d+| \"[^\"]+\")?(?: has| was| is)? {_RESULTS}{_ENDS}",
            rf"Service (?:is )?(?:currently )?(?:offline|unavailable|down){_ENDS}",
            r"Success(?:fully)?[!:] [^\n]*\b(?:[Yy]our|deployed|completed|created|published|saved|updated)\b",
            rf"(?:Error|Failed|Failure|Fatal|FATAL|ERROR): (?=[^\n]*{_TRACE}){_UNEXPLAINED}",
            rf"Failed to (?:compile|load|fetch|resolve|parse)\b(?=[^\n]*(?:{_TRACE}|[.:]\s*$)){_UNEXPLAINED}",
            r"Logs?(?: output)?:\s*\n",
        ),
        output=True,
    ),
    Sign(
        "status message",
        _starts(
            "(?:[✅🎉🚀]|【[^】]{1,20}】)?\\s*(?:本番|ステージング|テスト|開発)?(?:環境)?(?:への|へ|に|の)?"
            "(?:デプロイ(?:メント)?|ビルド|リリース)[がはに]?(?:正常に)?(?:完了|成功|失敗)(?:し|いたし)ました"
            "[。！!]?\\s*(?:$|\n|URL|https?:|[（(])",
        ),
        output=True,
    ),
    Sign(
        "assistant's reply",
        _starts(
            rf"(?:Certainly|Absolutely|Of course|Sure(?: thing)?)[!,.] +{_OFFERS}",
            rf"(?:(?:Great|Good|Excellent) question|You're absolutely right)[!,.] +(?:{_OFFERS}|The\b|To\b|I\b)",
            "As an AI(?: language model| assistant)?,|I(?:'d| would) be happy to help",
            r"I(?:'ve| have) (?:successfully |now )?(?:updated|created|implemented|fixed|added|refactored"
            r"|completed) [^\n]*(?:\n|for you\b|your\b)",
            r"Here(?:'s| is| are) (?:the|your|an?) (?:updated|revised|complete|corrected|full|summary"
            r"|breakdown|step-by-step)\b[^\n]{0,80}:",
            r"Let me (?:check|look|start|read|search|fix|run)\b[^\n]{0,80}(?:[:.]\s*$|\n)",
            "(?:承知(?:いた|致)?しました|かしこまりました|了解(?:いた|致)?しました|もちろんです)[。！、!]",
        ),
    ),
    Sign(
        "page text",
        _starts(
            "Skip to (?:main )?content|(?:Log|Sign) in to (?:continue|your)",
            r"Accept (?:all )?cookies(?!\s+(?:is|are|was|were|buttons?|banners?|dialogs?)\b)",
            r"We use cookies|Rule \d+: (?=[\s\S]{0,300}\byour (?:post|submission)\b)",
            flags=re.I,
        ),
    ),
)
"""Signs at the very start of a text."""

WITHIN: Final = (
    Sign(
        "retry log",
        _holds("ttempt #", r"^\W*(?:[\d:. -]+)?Attempt #\d+ failed(?! (?:because|since|as|when|for)\b)"),
        output=True,
    ),
    Sign("stack trace", _holds("Traceback (", r"^[ \t]*Traceback \(most recent call last\):"), output=True),
    Sign(
        "stack trace",
        _holds(":", r"^[ \t]+at (?:async )?(?:[\w.$<>]+ (?:\[as \w+\] )?)?\(?[^\s()]*:\d+(?::\d+)?\)?[ \t]*$"),
        output=True,
    ),
    Sign(
        "stack trace",
        _holds("at ", r"^[ \t]*at [\w.$<>/]+\([\w$]+\.(?:java|kt|scala):\d+\)"),
        output=True,
    ),
    Sign("stack trace", _holds("goroutine ", r"^goroutine \d+ \[[^\]]+\]:"), output=True),
    Sign(
        "assistant's reply",
        _holds(
            "?",
            r"(?:Would you like me to|Do you want me to|Is there anything else I can"
            r"|Shall I (?:go ahead|proceed))[^\n?]*\?\s*\Z",
        ),
    ),
    Sign("assistant's reply", _holds("et me know if", r"^(?:Please )?[Ll]et me know if you\b[^\n]*[.!]\s*\Z")),
    Sign(
        "assistant's reply",
        _holds("ください", "(?:お気軽に|いつでも)お(?:知らせ|申し付け|尋ね|声がけ)ください[。！]?\\s*\\Z"),
    ),
    Sign("mail or notice", _holds("egards", r"^(?:Best|Kind|Warm) ?[Rr]egards,?\s*$|^Regards,\s*$")),
    Sign(
        "mail or notice",
        _holds(
            "nsubscribe",
            r"^[^\n]{0,60}(?:[Cc]lick|[Tt]ap|here|want) [^\n]{0,30}\bunsubscribe\b[^\n]{0,60}\Z"
            r"|^Unsubscribe(?: here| from this| at any time|:|\s*\|)[^\n]{0,60}\Z",
        ),
    ),
)
"""Signs that need the start of a line, or the end of the text."""

CLOCK: Final = re.compile(r"(?<!\d)\d\d:\d\d:\d\d[.,]\d{3}(?!\d)")
"""A stamp to the millisecond, which only programs write."""

LOG_LINE: Final = re.compile(
    r"\s*(?:\[?\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d)?[^\s]*\s|\[?\d\d:\d\d:\d\d\b"
    r"|\[?(?:TRACE|DEBUG|INFO|WARN(?:ING)?|ERROR|FATAL|CRITICAL)\]?[: \]]"
    r"|[A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d |npm (?:ERR!|error|WARN|warn) |\S+ - - \[\d\d/)"
)
"""A line of a log: with a time or a level in front."""

FRAME: Final = re.compile("[╭╰┌└╔╚][─━═]{3,}|[─━═]{10,}|(?:^│[^\n]*│$\n?){3}", re.M)
"""A drawn frame; the branches of a directory tree are none."""

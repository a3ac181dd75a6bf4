"""What of a text can be seen. A text of spaces and invisible characters is empty, however long it is."""

from __future__ import annotations

import re
from typing import Final

# Unicode's Default_Ignorable_Code_Point, and the blank pattern of Braille.
_IGNORABLE: Final = (
    "\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f"
    "\u2800\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\U0001bca0-\U0001bca3\U0001d173-\U0001d17a"
    "\U000e0000-\U000e0fff"
)
INVISIBLE: Final = re.compile(f"[{_IGNORABLE}]")
"""A character that shows nothing and takes no room that a reader would notice; white space is not among them."""

_BLANK: Final = re.compile(rf"[\s\x01-\x1f\x7f-\x9f{_IGNORABLE}]*")


def is_blank(text: str) -> bool:
    """Whether nothing of a text can be seen."""
    # Nearly every text begins with a character that can: then nothing has to be matched.
    return not "!" <= text[:1] <= "~" and _BLANK.fullmatch(text) is not None

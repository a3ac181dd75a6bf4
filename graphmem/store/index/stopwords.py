"""English words that carry no meaning of their own for a search. Owns the list; `text` applies it."""

from __future__ import annotations

from typing import Final

_WORDS: Final = """
    a an the this that these those
    i me my mine myself you your yours yourself yourselves he him his himself she her hers herself it its itself
    we us our ours ourselves they them their theirs themselves one ones
    am is are was were be been being do does did done doing have has had having
    will would shall should can could might must ought
    and or but nor so if than then as because while though although unless until whether
    of at by for with about against between into through during before after above below to from up down in out
    on off over under upon onto within without toward towards
    who whom whose which what when where why how
    here there again further once all any both each few more most other others some such no not only own same
    too very just also ever even still yet already quite rather really
    dont didnt doesnt isnt arent wasnt werent hasnt havent hadnt wont wouldnt shouldnt couldnt cant cannot
"""

STOP_WORDS: Final = frozenset(_WORDS.split())
"""Articles, pronouns, auxiliaries, conjunctions, prepositions, question words; "may" is a month, so it stays."""

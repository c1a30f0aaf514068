"""What joins two parts of one name: hyphens, particles, small words, endings, numbers.

Each rule is asked about the token behind what is a name so far, and tells how many tokens from
there on belong to the name as well, 0 for none.

| rule        | example                                                        |
|-------------|----------------------------------------------------------------|
| form        | Norvik Motors|, Inc.|                                         |
| whose       | Bo Women|'s| Trust, Tarn Sheriff|'s| Office, St Ann|'s| Hill    |
| partners    | Lund |&| Sons, not Ana |&| Ben                                 |
| hyphen      | Le|-Roux|, vice|-chancellor|, Chan Wai|-man|                   |
| nickname    | Thomas |"Fats" Waller|                                         |
| particles   | Eva |van der Laan|, Omar |al-Sol|                              |
| number      | Boeing |737|, Signal |No. 8|                                   |
| ending      | Dunmore|'s| closed its mills.                                  |
| purpose     | Lund Institute |for Peace|                                     |
| several     | Ministry of Health |and Sport|, Food |and Drug| Administration |
| of          | Ministry |of Defence|, not Ben Wheel |of| Norvik              |
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from kg.lexicon import kinds, names, nouns, trades
from kg.mentions.lines import Line
from kg.syntax import SUBJECT_LABELS

Inside = Sequence[bool]
"""Which tokens can be part of a name by their own looks."""

JOINERS = frozenset({"-", "–", "‑", "&", "/"})
_QUOTES = frozenset({'"', "“", "”", "'", "‘", "’"})
_PEOPLES = frozenset(  # whose, in a body's name: the Transport Workers' Federation
    "children women men people workers farmers veterans miners teachers students nurses lawyers "
    "journalists writers doctors peasants employers mothers girls boys years days".split()
)
_STAFFS = frozenset({"office", "department"})
_PARTIES = frozenset({"D", "R", "I"})
"""Of the parties of members of a parliament, before a hyphen and the state they sit for."""
_WATERS = frozenset("bay cape city gulf isle lake port sea strait valley".split())
_BODIES = frozenset({"Organization", "Facility", "Group", "Event"})
_JOINING = names.PARTICLES | {"of", "for", "on", "and"}
"""Words that join parts of names; all else that does is no word."""
_LONGEST_NUMBER = 3
"""Digits of a number in a name; one of four is a year."""


def joined(line: Line, inside: Inside, i: int) -> int:
    """How many tokens from `i` on belong to the name that ends before it."""
    word = line.words[i]
    if i + 1 >= len(line.words) or (word.isalpha() and word not in _JOINING):
        return 0
    return next((length for rule in RULES if (length := rule(line, inside, i))), 0)


def form(line: Line, inside: Inside, i: int) -> int:
    """A comma before the legal form of a firm."""
    return 2 if inside[i + 1] and line.words[i] == "," and trades.is_form(line.words[i + 1]) else 0


def whose(line: Line, inside: Inside, i: int) -> int:
    """A possessive ending within a body's name or behind a saint's."""
    if line.tree.tags[i] != "POS" or line.loud or not inside[i + 1]:
        return 0
    saint = i > 1 and line.words[i - 2] in {"St", "St.", "Saint"}
    people = line.words[i - 1].lower() in _PEOPLES and line.words[i - 1][0].isupper()
    return 2 if saint or people or names_office(line, i - 1) else 0


def names_office(line: Line, i: int) -> bool:
    """Whether a title owns what is named for it: the Tarn |Sheriff|'s Office, |King|'s College."""
    words, labels = line.words, line.labels
    if not nouns.is_title(words[i]) or line.tree.tags[i + 1 : i + 2] != ("POS",):
        return False
    if i + 2 >= len(words) or not words[i + 2][0].isupper():
        return False
    return words[i + 2].lower() in _STAFFS or labels[i] == labels[i + 2] != ""


def partners(line: Line, inside: Inside, i: int) -> int:
    """The sign "&" between two words that are not both given names."""
    alone = i < 2 or not line.words[i - 2][0].isupper()
    given = nouns.is_first_name(line.words[i - 1]) and nouns.is_first_name(line.words[i + 1])
    firm = line.words[i] == "&" and alone and not given and not line.loud
    return 2 if firm and inside[i + 1] else 0


def hyphen(line: Line, inside: Inside, i: int) -> int:
    """A hyphen or the like without space around it, or behind a title."""
    words = line.words
    if words[i] not in JOINERS:
        return 0
    if words[i - 1] in _PARTIES:
        return 0
    if inside[i + 1]:
        return 2 if line.text(i - 1, i + 2) == "".join(words[i - 1 : i + 2]) else 0
    title = words[i + 1].isalpha() and nouns.is_title(words[i - 1])
    return 2 if title or _is_second_syllable(line, i + 1) else 0


def _is_second_syllable(line: Line, i: int) -> bool:
    """Whether a small word behind a hyphen ends a given name: Chan Wai-|man|, not Lima-|based|."""
    if i < 2:
        return False
    together = line.text(i - 2, i + 1) == "".join(line.words[i - 2 : i + 1])
    person = line.labels[i] == line.labels[i - 2] == "PERSON"
    proper = line.tree.tags[i] in {"NNP", "NNPS"}
    return together and person and proper and line.words[i].islower() and line.words[i].isalpha()


def nickname(line: Line, inside: Inside, i: int) -> int:
    """One word in quotation marks between given name and surname."""
    words = line.words
    if i + 3 >= len(words) or words[i] not in _QUOTES or words[i + 2] not in _QUOTES:
        return 0
    return 4 if inside[i + 1] and inside[i + 3] else 0


def particles(line: Line, inside: Inside, i: int) -> int:
    """Particles, the last perhaps with a hyphen, and the name behind them."""
    words, end = line.words, i
    while end < len(words) and words[end] in names.PARTICLES:
        end += 1
    if end > i and end < len(words) and words[end] in JOINERS:
        end += 1
    return end + 1 - i if end > i and end < len(words) and inside[end] else 0


def number(line: Line, _inside: Inside, i: int) -> int:
    """A number that tells which one: neither a score nor of what comes after it."""
    words, tree = line.words, line.tree
    dot = int(words[i] == "." and words[i - 1] == "No")
    if i + dot < len(words) and words[i + dot].isdigit() and (dot or words[i - 1] == "No."):
        return dot + 1
    free = words[i + 1] not in {*JOINERS, ":", "%"} and not line.loud
    short = words[i].isdigit() and len(words[i]) <= _LONGEST_NUMBER
    one = tree.heads[i] > i and tree.heads[i] == tree.heads[i - 1] == i + 1
    which = tree.heads[i] == i - 1 or (one and tree.tags[i + 1] == "NN")  # a Falcon 9 rocket
    return int(short and free and which)


def ending(line: Line, _inside: Inside, i: int) -> int:
    """A possessive ending whose owner is a subject and owns nothing."""
    tree = line.tree
    if tree.tags[i] != "POS" or line.loud or not line.words[i - 1][0].isupper():
        return 0
    owner, verb = tree.deps[i - 1], tree.heads[i - 1]
    subject = owner in SUBJECT_LABELS and verb > i and tree.pos[verb] in {"VERB", "AUX"}
    return int(subject or bool(kinds.known(line.text(i - 1, i + 1))))


def purpose(line: Line, inside: Inside, i: int) -> int:
    """What a body is for, or works on, where NER has it in the same name."""
    words = line.words
    body = nouns.noun(words[i - 1].lower()).type in _BODIES and words[i - 1][0].isupper()
    same = line.labels[i - 1] == line.labels[i] != ""
    if words[i] not in {"for", "on"} or not body or not same or line.loud:
        return 0
    end = i + 2 if words[i + 1] == "the" else i + 1
    return end + 1 - i if end < len(inside) and inside[end] else 0


def several(line: Line, inside: Inside, i: int) -> int:
    """The word "and" within what a body is for, or what it is called after, by NER one name."""
    words = line.words
    if words[i] != "and" or not inside[i + 1] or line.loud:
        return 0
    if not line.labels[i - 1] == line.labels[i] == line.labels[i + 1] == "ORG":
        return 0
    begins = any(words[k] in {"of", "for"} for k in range(max(0, i - 4), i))
    return 2 if begins or _ends_in_body(line, i + 1) else 0


def _ends_in_body(line: Line, i: int) -> bool:
    """Whether the next words that NER has in one name end in the noun for a body."""
    end = i
    while end + 1 < len(line.words) and line.labels[end + 1] == "ORG":
        end += 1
    return end > i and nouns.noun(line.words[end].lower()).type == "Organization"


def of(line: Line, inside: Inside, i: int) -> int:
    """The word "of" behind a noun for a body or the like, or within what NER has for one name."""
    words = line.words
    if words[i] != "of" or line.loud or not words[i - 1][0].isupper() or _is_bearer(line, i):
        return 0
    if line.labels[i - 1] == "NORP" != line.labels[i]:
        return 0  # the Hindus |of| Nepal
    after = i + 2 if words[i + 1] == "the" and i + 2 < len(words) else i + 1
    noun = words[i - 1].lower()
    body = noun in _WATERS or nouns.noun(noun).type not in {"", "Place"}
    same = line.labels[i - 1] == line.labels[after] != ""
    return after - i + 1 if inside[after] and (body or same) else 0


def _is_bearer(line: Line, i: int) -> bool:
    """Whether a given name and a surname stand before "of": Ben Wheel |of| Norvik Motors."""
    return i > 1 and nouns.is_first_name(line.words[i - 2]) and line.words[i - 1][0].isupper()


Rule = Callable[[Line, Inside, int], int]
RULES: tuple[Rule, ...] = (
    form,
    whose,
    partners,
    hyphen,
    nickname,
    particles,
    number,
    ending,
    purpose,
    several,
    of,
)

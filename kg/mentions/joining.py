"""What joins two parts of one name: hyphens, particles, small words, endings, numbers.

Each rule is asked about the token behind what is a name so far, and tells how many tokens from
there on belong to the name as well, 0 for none.

| rule        | example                                                        |
|-------------|----------------------------------------------------------------|
| form        | Norvik Motors|, Inc.|                                         |
| whose       | Bo Women|'s| Trust, Tarn Sheriff|'s| Office, St Ann|'s| Hill    |
|             | the Tea Growers|'| Union, the Cooks|' and Bakers'| Guild       |
| partners    | Lund |&| Sons, not Ana |&| Ben                                 |
| hyphen      | Le|-Roux|, vice|-chancellor|, Chan Wai|-man|                   |
| nickname    | Thomas |"Fats" Waller|                                         |
| particles   | Eva |van der Laan|, Omar |al-Sol|                              |
| number      | Boeing |737|, Signal |No. 8|                                   |
| ending      | Dunmore|'s| closed its mills.                                  |
| purpose     | Lund Institute |for Peace|                                     |
| several     | Ministry of Health |and Sport|, Food |and Drug| Administration |
| fields      | Department for Media|, Arts and Sport|                         |
| work        | her diary, Ice |and Iron|, was sold                           |
| of          | Ministry |of Defence|, not Ben Wheel |of| Norvik              |
|             | Bishop Odo |of Bari|, Anna |of Cleves|                         |
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from kg.lexicon import kinds, names, nouns, trades
from kg.lexicon.roles import DEPARTMENTS
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
_LEAVING = frozenset("leave quit swap exchange trade abandon desert".split())
"""Verbs behind whose object `for` tells what comes in its place."""
_STAFFS = frozenset({"office", "department"})
_TELLING_OF = frozenset("tell warn inform remind notify assure convince advise".split())
"""Verbs behind whose object `of` tells what it hears: warned Peter |of| Russia."""
_FIELDS = DEPARTMENTS | frozenset(
    "sport sports media arts heritage tourism housing communities families children women youth "
    "pensions welfare social employment skills science technology innovation research "
    "universities schools business industry infrastructure works water mines minerals fisheries "
    "forestry food rural affairs climate planning development cooperation immigration citizenship "
    "religion equality information broadcasting aviation shipping railways petroleum power "
    "peace rights reconciliation hospitality democracy refugees conservation "
    "urban regional consumer security safety leisure recreation parks gender sanitation".split()
)
"""What departments are for."""
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
    if line.tree.tags[i] != "POS" or line.loud:
        return 0
    if _are_members(line, i + 2) and line.words[i + 1] == "and":
        return 3 if _are_members(line, i - 1) else 0
    if not inside[i + 1]:
        return 0
    saint = i > 1 and line.words[i - 2] in {"St", "St.", "Saint"}
    people = line.words[i - 1].lower() in _PEOPLES and line.words[i - 1][0].isupper()
    members = _begins_body(line, inside, i + 1) and (
        _are_members(line, i - 1) or _is_plural_owner(line, i)
    )
    return 2 if saint or people or members or names_office(line, i - 1) else 0


def _are_members(line: Line, i: int) -> bool:
    """Whether a capitalised plural names persons as owners: the Tea |Growers|' Union."""
    if line.tree.tags[i + 1 : i + 2] != ("POS",) or not line.words[i].istitle():
        return False
    word = line.words[i].lower()
    one = word.removesuffix("men") + "man" if word.endswith("men") else word.removesuffix("s")
    return word in _PEOPLES or (one != word and nouns.noun(one).type == "Person")


def _is_plural_owner(line: Line, i: int) -> bool:
    """Whether NER has a bare apostrophe within one body's name: the Snow Lions|'| Club."""
    return line.words[i] in {"'", "’"} and set(line.labels[i - 1 : i + 2]) == {"ORG"}


def _begins_body(line: Line, inside: Inside, i: int) -> bool:
    """Whether a noun for a body is among the next words of a name."""
    end = i
    while end < len(inside) and inside[end]:
        if nouns.noun(line.words[end].lower()).type in _BODIES | {"Award"}:
            return True
        end += 1
    return False


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
    """What a body is for, or works on, where NER has it in the same name or nobody is named."""
    words = line.words
    body = nouns.noun(words[i - 1].lower()).type in _BODIES and words[i - 1][0].isupper()
    same = line.labels[i - 1] == line.labels[i] != ""
    above = line.tree.heads[i]
    own = above == i - 1 and words[i] == "for" and _is_for_several(line, i)
    left = line.tree.deps[i - 1] == "dobj" and line.tree.lemmas[above] in _LEAVING
    apart = left and line.tree.heads[i - 1] == above  # left Tarn Hospital |for| Norvik Motors
    if words[i] not in {"for", "on"} or not body or not (own or (same and not apart)) or line.loud:
        return 0
    end = i + 2 if words[i + 1] == "the" else i + 1
    return end + 1 - i if end < len(inside) and inside[end] else 0


def _is_for_several(line: Line, i: int) -> bool:
    """Whether a longer name goes on with whom or what it is for: Parents' Fund |for| Peace."""
    noun = line.tree.child(i, "pobj")
    longer = i > 1 and (line.words[i - 2][0].isupper() or line.tree.tags[i - 2] == "POS")
    if noun is None or not longer or not line.words[noun][0].isupper():
        return False
    field = line.words[noun].lower() in _FIELDS
    return (field or line.words[noun][-1] == "s") and line.labels[noun] in {"", "ORG"}


def several(line: Line, inside: Inside, i: int) -> int:
    """The word "and" within what a body is for, or what it is called after, by NER one name."""
    words = line.words
    if words[i] != "and" or not inside[i + 1] or line.loud:
        return 0
    begins = any(words[k] in {"of", "for"} for k in range(max(0, i - 4), i))
    goes_on = begins and line.tree.heads[i + 1] == i - 1 and line.tree.deps[i + 1] == "conj"
    if not line.labels[i - 1] == line.labels[i] == "ORG" or (
        line.labels[i + 1] != "ORG" and not goes_on
    ):
        return 0
    return 2 if begins or _ends_in_body(line, i + 1) else 0


def fields(line: Line, inside: Inside, i: int) -> int:
    """A further thing that a department is for: Media|, Arts| |and Sport|."""
    words = line.words
    begins = any(words[k] in {"of", "for"} for k in range(max(0, i - 8), i))
    if not begins or line.loud or words[i - 1].lower() not in _FIELDS or not inside[i + 1]:
        return 0
    if words[i] == ",":
        return 2 if _are_fields(words[i + 1 :]) else 0
    return 2 if words[i] in {"and", "&"} and words[i + 1].lower() in _FIELDS else 0


def _are_fields(words: Sequence[str]) -> bool:
    """Whether words go on as what a department is for, up to its `and`."""
    for i, word in enumerate(words[:-1]):
        if word in {"and", "&"}:
            return i > 0 and words[i + 1][0].isupper() and words[i + 1].lower() in _FIELDS
        if word != "," and word.lower() not in _FIELDS:
            return False
    return False


def work(line: Line, inside: Inside, i: int) -> int:
    """The word "and" within the title of the one work that a noun announces."""
    words, first = line.words, i - 1
    if words[i] != "and" or not inside[i + 1] or line.loud:
        return 0
    while first > 0 and inside[first - 1]:
        first -= 1
    comma = first > 1 and words[first - 1] == ","
    noun = first - 2 if comma else first - 1
    if noun < 0 or line.tree.tags[noun] != "NN" or not words[noun].islower():
        return 0
    joined = line.tree.deps[i + 1] == "conj" and first <= line.tree.heads[i + 1] < i
    closed = not comma or words[i + 2 : i + 3] == (",",)
    return 2 if joined and closed and nouns.noun(words[noun]).type == "Document" else 0


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
    after = i + 2 if words[i + 1] in {"the", "The"} and i + 2 < len(words) else i + 1
    noun = words[i - 1].lower()
    body = noun in _WATERS or nouns.noun(noun).type not in {"", "Place"}
    same = line.labels[i - 1] == line.labels[after] != ""
    called = after == i + 1 and _is_called_after_place(line, inside, i)
    return after - i + 1 if inside[after] and (body or same or called) else 0


def _is_bearer(line: Line, i: int) -> bool:
    """Whether a given name and a surname stand before "of": Ben Wheel |of| Norvik Motors."""
    body = nouns.noun(line.words[i - 1].lower()).type == "Organization"
    given = i > 1 and nouns.is_first_name(line.words[i - 2]) and line.words[i - 2] != "Royal"
    return given and line.words[i - 1][0].isupper() and not body


def _is_called_after_place(line: Line, inside: Inside, i: int) -> bool:
    """Whether a given name alone, or one word after a title, stands before the "of" of a place."""
    words = line.words
    single = i < 2 or not words[i - 2][0].isupper()
    titled = i > 1 and nouns.is_title(words[i - 2], words[i - 1])
    ends = inside[i + 2 : i + 3] != [True] and line.tree.tags[i + 2 : i + 3] != ("POS",)
    told = line.tree.lemmas[line.tree.heads[i - 1]] in _TELLING_OF
    placed = ends and line.labels[i + 1] in {"GPE", "LOC", "PERSON", ""}
    return placed and not told and (titled or (single and nouns.is_first_name(words[i - 1])))


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
    fields,
    work,
    of,
)

"""What kind of thing one occurrence of a name speaks for, with weights.

Witnesses are the tables of places and famous names, a title before it, a given name, its head noun
("University of ..."), its first or last word, an apposition, NER's label, and how the sentence uses
it: its preposition, article, pronouns and verb. Weights are in thousandths, so that sums do not
depend on their order; what speaks against a type has a negative weight.

| witness            | example                              | speaks for       | weight |
|--------------------|--------------------------------------|------------------|--------|
| title              | Mr. Sol                              | Person           |   3000 |
| table              | Kenya, the Danube                    | its type         |   3000 |
| head noun          | the Tarn Bridge                      | its type         |   2500 |
| trade, legal form  | Tarn Robotics                        | Organization     |   3500 |
| given name         | Ben Adler                            | Person           |   2000 |
| given name, noun   | Ben Hill                             | both             |   1500 |
| whose sentence     | Tarn said |its| profit fell          | Person           |  -1500 |
| relative pronoun   | Sol, |who| left / Tarn, |which| left | Person, for or against | 2000 |
| age                | Ana Sol, |45|,                       | Person           |   2000 |
| score              | Tarn beat Orly |2-1|                 | Organization     |   2500 |
| article            | the Tarn Broncos                     | Person           |  -2000 |
| motion             | sailed to Tarn                       | Place            |    800 |
| NER's label        |                                      | its type         |   1000 |
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from kg.lexicon import gazetteer, kinds, names, nouns, trades
from kg.mentions.appositions import Told, by_apposition, by_noun_before
from kg.mentions.lines import Line, Name
from kg.syntax import SUBJECT_LABELS, Tree

LABELS = {
    "PERSON": "Person",
    "NORP": "Group",
    "FAC": "Facility",
    "ORG": "Organization",
    "GPE": "Place",
    "LOC": "Place",
    "PRODUCT": "Artifact",
    "EVENT": "Event",
    "WORK_OF_ART": "Document",
    "LAW": "Document",
    "LANGUAGE": "Concept",
}
DIRECTIONS = frozenset(
    "east eastern west western north northern south southern northeast northeastern northwest "
    "northwestern southeast southeastern southwest southwestern central".split()
)
_STORMS = frozenset("cyclone hurricane typhoon storm".split())
_HUMAN_VERBS = frozenset(
    "say tell add ask argue warn resign retire die marry smile laugh weep speak write think feel "
    "congratulate praise promise blame accuse thank apologize insist admit recall explain joke "
    "believe hope remember leave stay sleep eat sit walk live grow study graduate play sing".split()
)

TITLE_WEIGHT = 3000  # a title outvotes a head noun: Mr. Church
_HEAD_WEIGHT = 2500  # a head noun outvotes one NER label and one preposition together
_BODY_WEIGHT = 3500  # a trade outvotes a person's label and a given name together
_HEADS = frozenset({"Facility", "Organization"})
"""Types of a last noun that outdo the first word: the Mount Tarn Hospital."""
_INITIALS = re.compile(r"(?:[A-Z]\.){1,3}")
_QUOTES = frozenset({'"', "“", "”", "'", "‘", "’"})
_USES: dict[tuple[str, str], tuple[str, int]] = {  # verb and role of a name -> what it speaks for
    **{(verb, "nsubj"): ("Person", 400) for verb in _HUMAN_VERBS},
    **{(verb, "nsubj"): ("Artifact", 1500) for verb in ("sink", "dock", "capsize")},
    **{(verb, "dobj"): ("Organization", 1200) for verb in ("join", "rejoin", "acquire", "coach")},
    **{
        (verb, role): ("Organization", 1500)
        for verb in ("found", "co-found", "cofound", "establish")
        for role in ("dobj", "nsubjpass")
    },
    **{(verb, "for"): ("Organization", 1200) for verb in ("work", "play", "sign")},
    **{(verb, "in"): ("Place", 1500) for verb in ("bear", "live", "reside", "settle", "arrive")},
    **{
        (verb, prep): ("Place", 800)
        for verb in ("fly", "sail", "drive", "travel", "flee", "march", "deport", "evacuate")
        for prep in ("to", "from", "into")
    },
    ("bear", "nsubjpass"): ("Person", 4000),
    ("join", "from"): ("Organization", 1500),
    ("publish", "in"): ("Organization", 2500),
}
_CONTESTS = frozenset("beat defeat draw lose thrash win tie edge hold down".split())
_OWN = {"its": -1500, "itself": -1500, "his": 800, "her": 800}  # for a person as their owner
_OLDEST = 110  # years; a number above is no age
_OWNED = frozenset("share shares stake stakes takeover merger subsidiary subsidiaries".split())
"""Nouns that a preposition joins to a firm: shares in Norvik."""

_PORTS = frozenset({"port", "harbor", "harbour"})
_CLASSIFYING = frozenset(  # the Perseverance rover; but not the Siemens factory
    "award club daily desert disease district festival ferry island magazine mountain museum "
    "neighborhood neighbourhood newspaper peninsula prize probe river rover satellite ship "
    "spacecraft suburb tabloid tanker telescope trophy valley virus volcano yacht".split()
)


def weigh(vote: Counter[str], line: Line, name: Name) -> None:
    """Adds to a vote the types, with their weights, that one occurrence of a name speaks for."""
    words = line.words[name.first : name.last]
    if name.titled:
        vote["Person"] += TITLE_WEIGHT
    for told in (_known(name.text, words), _by_words(name.text, words)):
        for kind, weight in told:
            vote[kind] += weight
    _by_looks(vote, line, words)
    for kind, weight in by_label(line, name):
        vote[kind] += weight
    _by_neighbours(vote, line, name, words)
    _by_grammar(vote, line, name)


def by_label(line: Line, name: Name) -> Told:
    """What NER's labels of its words speak for."""
    share = 1000 // (name.last - name.first)
    labels = (LABELS.get(label) for label in line.labels[name.first : name.last])
    return [(label, share) for label in labels if label is not None]


# --- the name itself


def _known(name: str, words: Sequence[str]) -> Told:
    """What tables tell of a name: a place, a people, a part of a place, something famous."""
    kind = kinds.known(name)
    if not kind and kinds.known(" ".join(words[-2:])) == "Organization":
        kind = "Organization"  # the Togolese Red Cross
    if kind:
        return ((kind, 3000),)
    place = gazetteer.place(name)
    if place is not None:
        sure = 6000 if len(words) > 1 and place.kind in gazetteer.COUNTRY_KINDS else 3000
        return ((place.type, sure if place.kind != "city" else 1500),)
    if gazetteer.people(name) is not None or gazetteer.adjective(name) is not None:
        return (("Group", 3000),)
    part = len(words) > 1 and words[0].lower() in DIRECTIONS and gazetteer.place(words[-1])
    return (("Place", 3000),) if part else ()


def _by_words(name: str, words: Sequence[str]) -> Told:
    """What the words of a name tell: a trade, a head noun, a given name."""
    head = _head_noun(words)
    given = nouns.is_first_name(words[0])
    if trades.is_body(words):
        return (("Organization", _BODY_WEIGHT),)
    if len(words) == 2 and given and words[1].lower() in names.SURNAMES and head.type:
        return {"Person": 1500, head.type: 1500}.items()
    if len(words) > 1 and given and head.type == "Artifact":
        return (("Person", _HEAD_WEIGHT),)  # Ben Wheel
    if len(words) > 1 and head.type not in {"", "Person"}:
        return ((head.type, _HEAD_WEIGHT),)
    if given and gazetteer.place(name) is None:
        return (("Person", 2000 if len(words) > 1 else 1200),)
    if head.type in {"Organization", "Facility"}:  # the University
        return ((head.type, 1500),)
    return ()


def _head_noun(words: Sequence[str]) -> nouns.Noun:
    """What the head noun of a name tells: the last word, or the one before "of" or "for".

    Of a numbered name the word before the number.
    """
    if len(words) > 1 and words[-1].isdigit():
        return _head_of_number(words)
    outdone = kinds.of_last(words[-1]) or nouns.noun(words[-1].lower()).type in _HEADS
    if len(words) > 1 and kinds.of_first(words[0]) and not outdone:
        return nouns.Noun(kinds.of_first(words[0]))  # Mount Tarn, but the Mount Tarn Hospital
    at = _before_small_word(words)
    word = words[at].lower().rstrip(".")
    if at and kinds.of_last(word):
        return nouns.Noun(kinds.of_last(word))  # the Straits Times
    if kinds.of_ending(word):
        return nouns.Noun(kinds.of_ending(word))
    found = nouns.noun(word)
    if found.type or not word.endswith("s") or nouns.is_first_name(words[0]):
        return found  # Steve Jobs
    return nouns.noun(word[:-1])


def _before_small_word(words: Sequence[str]) -> int:
    """The place of the last word, or of the first before "of", or of a body before "for"."""
    for at, word in enumerate(words[1:]):
        body = word == "for" and nouns.noun(words[at].lower()).type in _HEADS
        if word == "of" or body:
            return at
    return len(words) - 1


def _head_of_number(words: Sequence[str]) -> nouns.Noun:
    """What a numbered name names: Article 50; with nothing else to go by, a thing: Boeing 737."""
    product = kinds.known(" ".join(words[:-1])) in {"Organization", "Artifact"}
    found = nouns.noun("") if product else _head_noun(words[:-1])
    return found if found.type else nouns.Noun("Artifact")


def _by_looks(out: Counter[str], line: Line, words: Sequence[str]) -> None:
    """What capitals, initials and particles tell."""
    acronym = len(words) == 1 and words[0].isupper() and len(words[0]) > 2
    if acronym and not line.loud and gazetteer.place(words[0]) is None:
        out["Organization"] += 500
    plain = all(word.isalpha() and word[1:].islower() for word in words)
    if 1 < len(words) < 4 and plain and "and" not in words:
        out["Person"] += 300
    if 1 < len(words) < 4 and _INITIALS.fullmatch(words[0]) and words[-1][1:].islower():
        out["Person"] += 1500  # K. C. Okafor
    if words[0] not in names.PARTICLES and any(word in names.PARTICLES for word in words[1:-1]):
        out["Person"] += 1000
    if words[-1] in {"'s", "’s"} and not kinds.known("".join(words)):
        out["Organization"] += _HEAD_WEIGHT  # Dunmore's closed its mills


# --- what stands around it


def _by_neighbours(out: Counter[str], line: Line, name: Name, words: Sequence[str]) -> None:
    """What an apposition, the words before it and the marks around it tell."""
    for kind, weight in (*by_apposition(line.tree, name), *by_noun_before(line.tree, name)):
        out[kind] += weight
    before = line.words[name.first - 1].lower() if name.first else ""
    if before == "by" and 1 < len(words) < 4 and all(word[1:].islower() for word in words):
        out["Person"] += 800
    owned = line.words[name.first - 2].lower() if name.first > 1 else ""
    if owned in _OWNED and before in {"in", "of", "with", "by"}:
        out["Organization"] += 2500
    elif before in {"in", "at", "near"}:
        out["Place"] += 600
    whole = line.words[name.first - 2].lower() if before == "of" and name.first > 1 else ""
    if whole in _PORTS or nouns.noun(whole).type == "Place":
        out["Place"] += 1500  # the port of Tarn
    if _is_single(line, name) and before in {"in", "at", "near", "of", "from"}:
        out["Group"] -= 1000  # a people has an article
        out["Place"] += 600
    _by_article(out, line, name, words)
    if before in _QUOTES and _QUOTES.intersection(line.words[name.last : name.last + 1]):
        out["Document"] += 1000 if len(words) == 1 else 3000
    if _is_age(line.words[name.last : name.last + 3]):
        out["Person"] += 2000


def _by_article(out: Counter[str], line: Line, name: Name, words: Sequence[str]) -> None:
    """What an article of its own tells of a name, as persons have none."""
    before = line.words[name.first - 1].lower() if name.first else ""
    plural = words[-1][-1] == "s"
    if before in {"a", "an"} and len(words) > 1 and kinds.known(words[0]) == "Organization":
        out["Artifact"] += _BODY_WEIGHT  # a Toyota Corolla
    if not _has_article(line, name):
        return
    out["Person"] -= 2000
    if len(words) == 1 and plural:
        out["Group"] += 1500 if line.labels[name.first] == "PERSON" else 300  # the Okafors
    elif line.labels[name.first] == "PERSON" or plural:
        out["Organization"] += 1500  # the Aftonbladet, the Tarn Broncos


def _is_single(line: Line, name: Name) -> bool:
    """Whether what NER takes for a people is no plural."""
    head = name.last - 1
    plural = line.tree.tags[head] == "NNPS" or line.words[head].endswith("s")
    return line.labels[name.first] == "NORP" and not plural


def _is_age(after: Sequence[str]) -> bool:
    """Whether what follows a name is an age between commas."""
    aged = len(after) > 2 and after[0] == "," and after[1].isdigit() and after[2] in {",", "."}
    return aged and int(after[1]) <= _OLDEST


def _has_article(line: Line, name: Name) -> bool:
    """Whether a name has an article of its own, as persons have none."""
    the = name.first - 1
    tree = line.tree
    own = the >= 0 and tree.lower[the] == "the" and name.first <= tree.heads[the] < name.last
    return own and not line.loud


# --- the part it has in the sentence


def _by_grammar(out: Counter[str], line: Line, name: Name) -> None:
    """What the verb, a relative pronoun, a possessive and a score tell."""
    tree, head = line.tree, _last_word(line, name)
    role, above = tree.deps[head], tree.heads[head]
    if role == "pobj":
        role, above = tree.lower[above], tree.heads[above]
    kind, weight = _USES.get((tree.lemmas[above], role), ("Person", 0))
    out[kind] += weight
    one = any(tree.lower[c] in {"a", "an"} for c in tree.children(head, "det"))
    if one and role == "dobj" and tree.lemmas[above] in {"win", "receive"}:
        out["Award"] += _HEAD_WEIGHT  # won an Oscar
    out["Person"] += _relative(tree, head) + _owner(tree, head)
    if role in {"compound", "nmod"} and above == head + 1 and tree.lower[above] in _CLASSIFYING:
        out[nouns.noun(tree.lower[above]).type or "Concept"] += 1500
    if role in {"compound", "nmod"} and tree.lower[above] in {"family", "administration"}:
        out["Person"] += _HEAD_WEIGHT  # the Okafor family
    given = name.last - name.first > 1 and nouns.is_first_name(line.words[name.first])
    rival = role in {"nsubj", "dobj", "with", "to", "against"}
    if rival and tree.lemmas[above] in _CONTESTS and not given and _has_score(line.words):
        out["Organization"] += 2500


def _last_word(line: Line, name: Name) -> int:
    """The last token of a name that is no possessive ending."""
    return name.last - 1 - (line.tree.tags[name.last - 1] == "POS")


def _relative(tree: Tree, head: int) -> int:
    """For a person: Sol, |who| left, but Tarn, |which| left."""
    for clause in tree.children(head, "relcl"):
        between = tree.lower[head + 1 : clause]
        if "who" in between[:2]:
            return 2000
        if between[:2] == (",", "which"):
            return -2000
    return 0


def _owner(tree: Tree, head: int) -> int:
    """For a person: Ana praised |her| team, but Tarn said |its| profit fell.

    Only with no other noun between the two, which could be the owner instead.
    """
    if tree.deps[head] not in SUBJECT_LABELS:
        return 0
    for i in range(head + 1, len(tree)):
        if tree.lower[i] in _OWN:
            return _OWN[tree.lower[i]]
        if tree.pos[i] in {"NOUN", "PROPN", "PRON"}:
            return 0
    return 0


def _has_score(words: Sequence[str]) -> bool:
    """Whether a sentence has one result of a match: 2-1; a tennis player's are several."""
    found = [
        i
        for i in range(1, len(words) - 1)
        if words[i] in {"-", "–"} and words[i - 1].isdigit() and words[i + 1].isdigit()
    ]
    return len(found) == 1 and all(len(words[found[0] + k]) < 3 for k in (-1, 1))


def is_storm(name: str) -> bool:
    """Whether a name has its own name after the word for a storm.

    >>> is_storm("cyclone mira"), is_storm("mira")
    (True, False)
    """
    first, _, rest = name.partition(" ")
    return bool(rest) and first in _STORMS

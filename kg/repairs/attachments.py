"""Attachments: words that the parser hangs on the wrong one of two candidates.

| rule        | example                                        | was read as                      |
|-------------|------------------------------------------------|----------------------------------|
| which       | repair by crews, [which takes place at night]  | crews which take place           |
| participle  | violence against nurses [shown by the guards]  | nurses shown                     |
| day         | met the council of Rome [Thursday]             | within the council's name        |
| holder      | the head of the board of Acme, [Joe Doe],      | apposed to Acme                  |
| purpose     | agreed to a truce [to let aid pass]            | complement of agreed             |
| matter      | ignored complaints [about the smell]           | ignored about the smell          |
|             | recognised its claim [to the islet]            | recognised to the islet          |
| sum         | paid two million euros [in fines]              | paid in fines                    |
| stock       | founded a library [with 900 books]             | founded with 900 books           |
| price       | sold a painting, [valued at two million]       | valued at two million, he sold   |
| statement   | said in a letter [that the roof leaks]         | a letter that the roof leaks     |
| described   | called the firm, [Norvik], [a disgrace]        | called the firm Norvik           |
| named       | hopes to keep its coach, [Ana Roy]             | hopes Ana Roy                    |
| told        | told them outside the inn [that it had burned] | an inn that it had burned        |
| said_when   | said [on Monday] it would close                | would close on Monday            |
| beyond      | sold its star, Bo, [to Bari]                   | Bo to Bari                       |
| origin      | met pilots [from Chile]                        | met from Chile                   |
| aside       | They sailed – I'm told – [to Malta].           | told to Malta                    |
| way         | blocked the road [to the mill]                 | blocked to the mill              |
"""

from __future__ import annotations

from collections.abc import Iterator

from kg.lexicon.roles import OFFICES
from kg.lexicon.verbs import NOUN, SPEECH
from kg.repairs.animacy import is_person
from kg.syntax import SUBJECT_LABELS, TIME_LABELS, Edit, Tree

_AFFECTS_PERSONS = frozenset(
    "displace kill injure wound arrest detain employ hire trap affect hurt hit strike strand "
    "uproot infect abuse torture rape beat expel deport evacuate rescue save train educate "
    "elect appoint name select choose lead drive hold imprison jail abduct kidnap capture seize "
    "bereave orphan traffic exploit influence inspire represent interview examine treat".split()
)
"""Verbs whose object is usually a person: their participle stays with a person before it."""

_PAYMENTS = frozenset(
    "damages compensation aid fines taxes losses revenue sales donations funding debt debts loans "
    "cash profit profits costs fees grants interest bribes bonds savings investment assistance "
    "relief subsidies contributions royalties penalties reparations rent wages bail".split()
)
_FOUNDING = frozenset(
    "create found form build launch establish open design plan own run buy sell acquire".split()
)
_MADE = frozenset(
    "estimate value price appraise assess publish print compose paint sculpt translate".split()
)
"""What is done to works and goods, not to the one who speaks of them."""
_DASHES = frozenset({"–", "—", "--", "-"})
_NEAR = 3
"""Tokens from a verb to the dash behind it, with a particle or an object between them."""

_TELLING = frozenset("tell inform remind assure warn notify convince persuade".split())
"""Verbs whose object is the one who is told, and what is told a clause."""

_TO = frozenset("claim right title access threat damage objection resistance heir".split())
"""Nouns that tell with `to` what they concern."""

_FROM = frozenset(
    "ban bar borrow bring buy call collect deport distance distinguish drive evacuate evict "
    "exclude exempt expel extract fetch free get import keep liberate lift move obtain order "
    "prevent protect pull purchase receive recall recruit release remove rescue return save "
    "select send separate shield stop summon take transfer transport withdraw win steal hide "
    "fly ferry bus hire".split()
)
"""Verbs that take somebody from somewhere."""

_HOMES = frozenset({"GPE", "ORG"})
_WAYS = frozenset(
    "road bridge path route railway line track link trail tunnel way access door key entrance "
    "ticket canal pipeline gate corridor staircase".split()
)
"""What leads somewhere."""

_GIVING = frozenset(
    "sell give hand transfer lease return offer show cede grant leave open bring take carry move "
    "send deliver extend present donate bequeath assign award entrust add lend pass do "
    "cause".split()
)
"""Verbs with which something goes to somebody."""

_LETTERS = frozenset(
    "statement letter report interview email e-mail post tweet message note memo speech book "
    "article blog column memoir affidavit filing lawsuit complaint ruling".split()
)
"""Nouns of that in which somebody says something."""


def which(tree: Tree, i: int) -> Iterator[Edit]:
    """`which` is about things."""
    noun = tree.heads[i]
    subject = tree.child(i, *SUBJECT_LABELS)
    if subject is None or tree.lower[subject] != "which" or not is_person(tree, noun):
        return
    better = next((n for n in tree.nouns_above(noun) if not is_person(tree, n)), None)
    if better is not None:
        yield i, better, "relcl"


def participle(tree: Tree, i: int) -> Iterator[Edit]:
    """What is done by somebody is done to a thing, unless the verb affects persons."""
    noun = tree.heads[i]
    if (
        tree.tags[i] != "VBN"
        or tree.child(i, "agent") is None
        or tree.deps[noun] != "pobj"
        or not is_person(tree, noun)
        or tree.lemmas[i] in _AFFECTS_PERSONS
    ):
        return
    above = tree.heads[tree.heads[noun]]
    if tree.pos[above] == "NOUN" and not is_person(tree, above):
        yield i, above, "acl"


def day(tree: Tree, i: int) -> Iterator[Edit]:
    """A day behind a name belongs to the verb."""
    noun = tree.heads[i]
    if tree.labels[i] not in TIME_LABELS or i < noun or tree.pos[noun] not in ("NOUN", "PROPN"):
        return
    verb = next((a for a in tree.ancestors(noun) if tree.pos[a] == "VERB"), None)
    if verb is not None and verb < i:
        yield i, verb, "npadvmod"


def holder(tree: Tree, i: int) -> Iterator[Edit]:
    """A person behind an office hangs on the office."""
    noun = tree.heads[i]
    if tree.labels[i] != "PERSON" or tree.labels[noun] == "PERSON" or tree.deps[noun] != "pobj":
        return
    for above in tree.nouns_above(noun):
        if tree.lemmas[above].lower() in OFFICES:
            yield i, above, "appos"
            return


def purpose(tree: Tree, i: int) -> Iterator[Edit]:
    """A verb that takes `to NP` or `to VB` does not take both."""
    head = tree.heads[i]
    if tree.tags[i] != "VB" or tree.lemmas[head] in SPEECH:
        return
    for p in tree.children(head, "prep"):
        if tree.lower[p] == "to" and head < p < i and tree.child(p, "pobj") is not None:
            yield i, head, "advcl"


def matter(tree: Tree, i: int) -> Iterator[Edit]:
    """`about` right behind a noun of saying tells what is said, `to` behind `claim` to what."""
    noun = i - 1
    if tree.lower[i] == "about" and _is_object(tree, noun, tree.heads[i]):
        lemma = tree.lemmas[noun].lower()
        if lemma in NOUN or lemma in SPEECH:
            yield i, noun, "prep"
    held = tree.lemmas[noun].lower() in _TO and tree.lemmas[tree.heads[i]] not in _GIVING
    if held and tree.lower[i] == "to" and _is_object(tree, noun, tree.heads[i]):
        yield i, noun, "prep"


def sum_(tree: Tree, i: int) -> Iterator[Edit]:
    """A sum of money `in` fines, damages, aid: what it is paid as."""
    paid = tree.child(i, "pobj")
    if tree.lower[i] == "in" and paid is not None and tree.lower[paid] in _PAYMENTS:
        noun = i - 1
        if tree.labels[noun] in ("MONEY", "QUANTITY") and _is_object(tree, noun, tree.heads[i]):
            yield i, noun, "prep"


def stock(tree: Tree, i: int) -> Iterator[Edit]:
    """`with` and a number right behind something founded or built tells what it has."""
    noun, verb, had = i - 1, tree.heads[i], tree.child(i, "pobj")
    if had is None or tree.lower[i] != "with" or tree.lemmas[verb] not in _FOUNDING:
        return
    article = tree.child(noun, "det")
    counted = tree.child(had, "nummod") is not None
    if counted and article is not None and _is_object(tree, noun, verb):
        yield i, noun, "prep"


def _is_object(tree: Tree, noun: int, verb: int) -> bool:
    """Whether the token at `noun` is the head of the verb's object."""
    return noun > verb and tree.heads[noun] == verb and tree.deps[noun] == "dobj"


def price(tree: Tree, i: int) -> Iterator[Edit]:
    """What is valued or published behind a comma is the noun before it."""
    noun = i - 2
    if tree.tags[i] != "VBN" or tree.lemmas[i] not in _MADE or noun <= tree.heads[i]:
        return
    if tree.words[i - 1] == "," and tree.pos[noun] in ("NOUN", "PROPN") and not tree.labels[noun]:
        yield i, noun, "acl"


def statement(tree: Tree, i: int) -> Iterator[Edit]:
    """What is said in a statement is said by the one who makes it."""
    noun = tree.heads[i]
    preposition = tree.heads[noun]
    verb = tree.heads[preposition]
    if tree.deps[noun] != "pobj" or tree.lower[preposition] not in ("in", "on", "by"):
        return
    mark = tree.child(i, "mark")
    that = mark is not None and tree.lower[mark] == "that"
    free = tree.lemmas[verb] in SPEECH and tree.child(verb, "ccomp") is None
    if that and free and tree.lemmas[noun].lower() in _LETTERS:
        yield i, verb, "ccomp"


def named(tree: Tree, i: int) -> Iterator[Edit]:
    """A name behind the object of an infinitive and a comma is that object's."""
    verb, comma = tree.heads[i], tree.left_edge(i) - 1
    infinitive = tree.child(verb, "xcomp")
    noun = comma - 1
    if infinitive is None or not verb < infinitive < noun or tree.words[comma] != ",":
        return
    if tree.pos[i] == "PROPN" and tree.pos[noun] == "NOUN" and _is_object(tree, noun, infinitive):
        yield i, noun, "appos"


def described(tree: Tree, i: int) -> Iterator[Edit]:
    """Of two phrases behind commas, the name is the object's and the other what it is called."""
    verb, first = tree.heads[i], tree.left_edge(i)
    comma = first if tree.words[first] == "," else first - 1
    noun, called = tree.child(verb, "dobj"), tree.child(i, "appos")
    if tree.pos[i] != "PROPN" or noun is None or called is None or tree.words[comma] != ",":
        return
    if tree.right_edge(noun) == comma - 1 and tree.words[tree.left_edge(called) - 1] == ",":
        yield i, noun, "appos"
        yield called, verb, "oprd"


def told(tree: Tree, i: int) -> Iterator[Edit]:
    """A clause with `that` and a subject of its own is what somebody is told."""
    first, own = tree.left_edge(i), tree.child(i, *SUBJECT_LABELS)
    preposition = tree.heads[tree.heads[i]]
    verb = tree.heads[preposition]
    if tree.deps[verb] == "dobj":  # told [the choir outside the chapel]
        verb = tree.heads[verb]
    if tree.lower[first] != "that" or own in (None, first) or tree.heads[first] != i:
        return
    free = tree.child(verb, "ccomp") is None and tree.child(verb, "dobj") is not None
    if tree.lemmas[verb] in _TELLING and tree.pos[preposition] == "ADP" and free:
        yield i, verb, "ccomp"
        yield first, i, "mark"


def said_when(tree: Tree, i: int) -> Iterator[Edit]:
    """A day between a verb of saying and the subject of what is said is when it was said."""
    content = tree.heads[i]
    verb, own = tree.heads[content], tree.child(content, *SUBJECT_LABELS)
    when = tree.child(i, "pobj")
    if tree.deps[content] != "ccomp" or own is None or when is None or verb + 1 != i:
        return
    dated = tree.labels[when] in TIME_LABELS and tree.words[tree.left_edge(own) - 1] != ","
    if dated and tree.lemmas[verb] in SPEECH and tree.left_edge(own) > when:
        yield i, verb, "prep"


def origin(tree: Tree, i: int) -> Iterator[Edit]:
    """A country or a body behind persons that are met or seen is where they come from."""
    noun, verb, country = i - 1, tree.heads[i], tree.child(i, "pobj")
    if tree.lower[i] != "from" or country is None or tree.labels[country] not in _HOMES:
        return
    taken = tree.lemmas[verb].lower() in _FROM or "to" in tree.lower[country:]
    if _is_object(tree, noun, verb) and is_person(tree, noun) and not taken:
        yield i, noun, "prep"


def beyond(tree: Tree, i: int) -> Iterator[Edit]:
    """A preposition behind the comma that ends an apposition belongs to the verb before it."""
    apposed = tree.heads[i]
    if tree.deps[apposed] != "appos" or tree.words[i - 1] != ",":
        return
    noun = tree.heads[apposed]
    opened = "," in tree.words[noun + 1 : apposed]
    if opened and tree.deps[noun] == "dobj" and tree.pos[tree.heads[noun]] == "VERB":
        yield i, tree.heads[noun], "prep"


def way(tree: Tree, i: int) -> Iterator[Edit]:
    """`to` right behind a way says where it leads, unless something is given to somebody."""
    noun, verb = i - 1, tree.heads[i]
    leads = tree.lemmas[noun].lower() in _WAYS and tree.child(i, "pobj") is not None
    given = tree.lemmas[verb] in _GIVING
    if tree.lower[i] == "to" and leads and not given and _is_object(tree, noun, verb):
        yield i, noun, "prep"


def aside(tree: Tree, i: int) -> Iterator[Edit]:
    """A preposition behind a clause between dashes goes on with the verb before the dashes."""
    inner, close = tree.heads[i], i - 1
    if tree.words[close] not in _DASHES or not 1 < inner < close or tree.pos[inner] != "VERB":
        return
    opened = next((k for k in range(inner - 1, 0, -1) if tree.words[k] in _DASHES), None)
    if opened is None or tree.child(inner, *SUBJECT_LABELS) is None:
        return
    verb = next((k for k in range(opened - 1, -1, -1) if tree.pos[k] == "VERB"), None)
    if verb is not None and opened - verb <= _NEAR and tree.child(i, "pobj") is not None:
        yield i, verb, "prep"

"""Mentions as coreference sees them, and the chains that grow out of them.

A `Ref` is a mention with what the tree tells of it: its grammatical role, its clause, its
determiner, its head noun and modifiers, the quotation it stands in. `Chains` is a union-find over
refs whose roots carry what is known of the whole chain: types, genders, numbers, roles
("secretary of state"), countries that the person serves. Two chains whose features contradict
each other are never joined.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from kg.identity import quantity
from kg.lexicon import gazetteer, names, nouns
from kg.lexicon.roles import RANKS
from kg.lexicon.trades import BUSINESS
from kg.mentions.appositions import SEATS
from kg.model import Mention, Sentence
from kg.repairs import read_tree
from kg.syntax import Tree

DEFINITE = frozenset({"the", "this", "that", "these", "those", "both"})
INDEFINITE = frozenset(
    "a an another some any every each either neither all many most several few more no one other "
    "certain such".split()
)
SUBJECTS = frozenset({"nsubj", "nsubjpass", "csubj", "agent"})


@dataclass(slots=True)
class Ref:
    """A mention in its sentence; `token` is its head's position in `tree`.

    `article` is "definite", "indefinite", "possessed" or "bare"; `core` the phrase without
    determiner and possessor, in lower case; `noun` the head noun, a hyphened compound in one
    piece; `modifiers` the words before it and `tail` the words after. `clause` is the nearest verb
    above the head. `quote` numbers the quotation around it, -1 outside.
    """

    index: int
    mention: Mention
    tree: Tree
    token: int
    first: int
    article: str = "bare"
    core: str = ""
    noun: str = ""
    tail: str = ""
    modifiers: frozenset[str] = frozenset()
    dep: str = ""
    clause: int = -1
    quote: int = -1
    is_pronoun: bool = field(init=False)
    is_name: bool = field(init=False)

    def __post_init__(self) -> None:
        self.is_pronoun = self.mention.kind == "pronoun"
        self.is_name = self.mention.kind == "name"

    @property
    def is_demonym(self) -> bool:
        return self.mention.kind == "adjective"

    @property
    def subject(self) -> bool:
        return self.dep in SUBJECTS

    @property
    def is_in_headline(self) -> bool:
        """Whether it stands in a first line that is no sentence: Mill burns in Leeds."""
        sent = self.tree.sent
        return sent.index == 0 and not sent.text.rstrip().endswith((".", "!", "?"))

    @property
    def is_within_phrase(self) -> bool:
        """Whether it only modifies another noun: the mayor of |Lima|."""
        tree, above = self.tree, self.tree.heads[self.token]
        return tree.deps[self.token] == "pobj" and tree.tags[tree.heads[above]].startswith("NN")


def build_refs(sentences: Sequence[Sentence], mentions: Sequence[Mention]) -> list[Ref]:
    """One Ref a mention, in the order of `mentions`."""
    trees: dict[int, Tree] = {}
    places: dict[int, dict[int, int]] = {}
    out = []
    for index, mention in enumerate(mentions):
        at = mention.sentence
        if at not in trees:
            trees[at] = read_tree(sentences[at])
            places[at] = {start: i for i, start in enumerate(sentences[at].starts)}
        out.append(_ref(index, mention, trees[at], places[at]))
    return out


def _ref(index: int, mention: Mention, tree: Tree, place: dict[int, int]) -> Ref:
    token = place[mention.head]
    ref = Ref(index, mention, tree, token, place[mention.start])
    ref.dep = _role(tree, token)
    ref.clause = _clause(tree, token)
    if mention.kind == "nominal":
        _describe(ref)
    return ref


def _role(tree: Tree, i: int) -> str:
    while tree.deps[i] in {"conj", "appos"} and tree.heads[i] != i:
        i = tree.heads[i]
    return tree.deps[i]


def _clause(tree: Tree, i: int) -> int:
    """The nearest verb above a token, -1 for none."""
    for above in tree.ancestors(i):
        if tree.pos[above] in {"VERB", "AUX"}:
            return above
    return -1


def _describe(ref: Ref) -> None:
    """Fills in what only noun phrases have."""
    tree = ref.tree
    first = ref.first
    possessor = tree.child(ref.token, "poss")
    word = tree.words[first].lower()
    if possessor is not None and possessor < ref.token:
        ref.article = "possessed"
        marker = tree.child(possessor, "case")
        first = (possessor if marker is None else marker) + 1
    elif word in DEFINITE:
        ref.article, first = "definite", first + 1
    elif word in INDEFINITE or quantity(ref.mention.text) is not None:
        ref.article = "indefinite"
        first += word in {"a", "an", "another"}
    if ref.article == "bare" and _shares_article(tree, ref.token):
        ref.article = "definite"
    if tree.lower[ref.token + 1 : ref.token + 2] in (("there",), ("here",)):
        ref.article = "indefinite"  # the museum there: not the one before
    ref.noun, before = _head_noun(tree, ref.token)
    ref.modifiers = frozenset(
        w.lower() for w in tree.words[first:before] if w[0].isalnum() and w.lower() not in DEFINITE
    )
    end = ref.mention.end - tree.sent.start
    ref.tail = tree.sent.text[tree.end(ref.token) - tree.sent.start : end].strip().lower()
    ref.core = names.key(tree.sent.text[tree.start(min(first, ref.token)) - tree.sent.start : end])


def _shares_article(tree: Tree, i: int) -> bool:
    """Whether a singular shares the article of the noun before it: the rain and |wind|."""
    head = tree.heads[i]
    alone = tree.deps[i] == "conj" and tree.tags[i] == "NN" and not tree.children(i, "det", "amod")
    article = tree.child(head, "det") if alone and head < i else None
    return article is not None and tree.lower[article] == "the" and tree.tags[head] == "NN"


def _head_noun(tree: Tree, i: int) -> tuple[str, int]:
    """The head noun as one word ("cease-fire") and the token at which it begins."""
    if i > 1 and tree.words[i - 1] == "-" and tree.words[i - 2].isalpha():
        return f"{tree.words[i - 2]}-{tree.lemmas[i]}".lower(), i - 2
    return tree.lemmas[i].lower(), i


@dataclass(slots=True)
class Chain:
    """What is known of one chain.

    `roles`, `ranks`, `countries` and `bodies` stand in a person's titles: "the Ghanaian team doctor
    Yaw Mensah" is a doctor, serves Ghana and a team; a prime minister's rank is "prime". `settled`
    if it has more than pronouns.
    """

    refs: list[int]
    types: Counter[str] = field(default_factory=Counter)
    genders: set[str] = field(default_factory=set)
    numbers: set[str] = field(default_factory=set)
    names: dict[str, None] = field(default_factory=dict)
    roles: set[str] = field(default_factory=set)
    ranks: set[str] = field(default_factory=set)
    countries: dict[str, None] = field(default_factory=dict)
    bodies: set[str] = field(default_factory=set)
    settled: bool = False

    @property
    def type(self) -> str:
        types = self.types
        if len(types) < 2:
            return next(iter(types), "")
        return max(types, key=lambda kind: (types[kind], kind))

    @property
    def gender(self) -> str:
        return next(iter(self.genders)) if len(self.genders) == 1 else ""


class Chains:
    """Disjoint chains of refs, each with its features."""

    def __init__(self, refs: Sequence[Ref]) -> None:
        self.refs = refs
        self._parent = list(range(len(refs)))
        self._chains = [_single(ref) for ref in refs]
        self._shared: dict[int, tuple[int, ...]] = {}

    def root(self, index: int) -> int:
        while self._parent[index] != index:
            self._parent[index] = self._parent[self._parent[index]]
            index = self._parent[index]
        return index

    def of(self, index: int) -> Chain:
        """The chain that a ref belongs to."""
        return self._chains[self.root(index)]

    def same(self, a: int, b: int) -> bool:
        return self.root(a) == self.root(b)

    def join(self, a: int, b: int) -> bool:
        """Joins the chains of two refs unless they contradict each other; says whether."""
        a, b = sorted((self.root(a), self.root(b)))
        if a == b:
            return True
        one, two = self._chains[a], self._chains[b]
        if not compatible(one, two):
            return False
        self._parent[b] = a
        one.refs += two.refs
        one.types += two.types
        one.genders |= two.genders
        one.numbers |= two.numbers
        one.names |= two.names
        one.roles |= two.roles
        one.ranks |= two.ranks
        one.countries |= two.countries
        one.bodies |= two.bodies
        one.settled |= two.settled
        return True

    def share(self, index: int, members: tuple[int, ...]) -> None:
        """Says that a pronoun means several together; it joins no chain, and is in each of them."""
        self._shared[index] = members

    def shared(self, root: int | None) -> tuple[int, ...]:
        """Whom the pronoun at `root` means together; nobody where it stands for one thing."""
        return () if root is None else self._shared.get(root, ())

    def result(self) -> tuple[tuple[int, ...], ...]:
        """The chains of more than one mention, each sorted, in order of their first."""
        refs = {i: list(self._chains[i].refs) for i in range(len(self.refs)) if self.root(i) == i}
        for index, members in self._shared.items():
            for root in {self.root(member) for member in members}:
                refs[root].append(index)
        found = map(sorted, refs.values())
        return tuple(sorted(tuple(chain) for chain in found if len(chain) > 1))


def _single(ref: Ref) -> Chain:
    mention = ref.mention
    chain = Chain([ref.index], settled=not ref.is_pronoun)
    typed = ref.is_name or ref.noun not in BUSINESS | SEATS  # an owner may be a firm
    if mention.type and typed and not ref.is_pronoun:
        chain.types[mention.type] += 3 if ref.is_name else 1
    if mention.gender and not (ref.is_pronoun and mention.gender == "neuter"):
        chain.genders.add(mention.gender)
    if mention.number:
        chain.numbers.add(mention.number)
    if ref.is_name:
        chain.names[mention.text] = None
    return chain


_ABBREVIATED = {
    "Gov.": "governor",
    "Sen.": "senator",
    "Rep.": "representative",
    "Gen.": "general",
    "Prof.": "professor",
    "Dr.": "doctor",
    "Sgt.": "sergeant",
    "Lt.": "lieutenant",
    "Capt.": "captain",
    "Col.": "colonel",
    "Rev.": "reverend",
    "Adm.": "admiral",
}
_LIVING = frozenset({"male", "female"})


def compatible(one: Chain, two: Chain) -> bool:
    """Whether two chains may be one thing: no person is a place, no man a woman.

    Nor is Ada Okafor Ben Okafor.
    """
    if one.genders & _LIVING and two.genders - one.genders and one.genders != two.genders:
        return False
    persons = {chain.type == "Person" for chain in (one, two) if chain.type}
    return len(persons) < 2 and not (persons == {True} and _are_named_apart(one, two))


def _are_named_apart(one: Chain, two: Chain) -> bool:
    """Whether two persons have full names with one surname that are no forms of each other."""
    first, second = (max(chain.names, key=len, default="") for chain in (one, two))
    if " " not in first or " " not in second:
        return False
    return names.bare_surname(first) == names.bare_surname(second) and not (
        names.is_short_person(first, second) or names.is_short_person(second, first)
    )


def is_official(chain: Chain) -> bool:
    """Whether a person's titles say that he speaks for a state or an organisation."""
    return any(nouns.noun(role).flag == "official" for role in chain.roles)


def learn_titles(ref: Ref, chain: Chain) -> None:
    """Adds to a person's chain the roles before a name, and the countries and bodies with them.

    "Ghanaian Foreign Minister Abena Mensah" has the role "minister" and the country "Ghana".
    """
    tree, i = ref.tree, ref.first - 1
    while i >= 0 and belongs_to_title(tree, i):
        word = tree.words[i]
        role, at = _head_noun(tree, i)
        place = gazetteer.place(word) or gazetteer.adjective(word)
        if word.lower() in RANKS:
            chain.ranks.add(word.lower())
        if place is not None and word[0].isupper():
            chain.countries.setdefault(place.name)
        elif word in _ABBREVIATED:
            chain.roles.add(_ABBREVIATED[word])
        elif nouns.noun(role).type == "Person":
            chain.roles.add(role)
        elif nouns.noun(word.lower()).type == "Person":
            chain.roles.add(word.lower())
        elif nouns.noun(word).flag == "collective":
            chain.bodies.add(word)
        i = min(at, i) - 1


def belongs_to_title(tree: Tree, i: int) -> bool:
    """Whether a word may be part of the title before a name that begins after it."""
    word = tree.words[i]
    if i > 1 and tree.words[i - 1] == "-":  # President-elect
        return belongs_to_title(tree, i - 2)
    if word == "of" or (word == "the" and tree.words[i - 1] in {"of", "to"}):
        return True
    capital = word[0].isupper() and tree.tags[i] not in {"IN", "DT", "PRP", "PRP$", "CC", "WRB"}
    known = nouns.noun(word.lower())
    return capital or (
        tree.tags[i] == "NN" and (known.type == "Person" or known.flag == "collective")
    )

"""Words of another part of speech than the parser thinks.

| what                       | example                              | was read as            |
|----------------------------|--------------------------------------|------------------------|
| a verb like a plural noun  | Russia [arms] the rebels             | arms of Russia         |
|                            | Orion [plans] to appeal              |                        |
|                            | Mayor [signs] bill                   | a bill                 |
| a participle before a noun | They blamed [polluted] wells.        | they polluted wells    |
|                            | to have [admitting] rights           |                        |
| a verb like a noun         | lets courts to [jail] men            | to jail men            |
|                            | expects prices to [fade]             | are to fade            |
| an infinitive like a past  | went on to [found] a firm            | to find a firm         |
| a noun like an infinitive  | pleaded guilty to [fraud] by threats | to fraud               |
| a gerund like a participle | denied [urging] revolt               | a revolt that urges    |
| a name like a noun         | the bank, [DnR]                      | some bank              |
| a verb like a participle   | exported oil and tea, and [imported] | exported imported furs |
|                            | furs                                 |                        |

A plural noun becomes a verb where a sentence has no verb at all, between a name and a noun
phrase, and only for words that are verbs as often as plurals; or where the parser gives it a
subject and an infinitive.
"""

from __future__ import annotations

from dataclasses import replace

from kg.lexicon.inflection import base_form
from kg.lexicon.verbs import CONTROLLERS
from kg.syntax import Tree

_HOMOGRAPHS = frozenset(
    "aid arm attack back ban battle block bomb boost buy challenge charge claim court cut face "
    "fear fight fire fund halt head help hit honor honour host hunt jail join kill lead mourn name "
    "order plan pledge praise probe raid reject rescue rule sanction sentence shell shoot slam "
    "sponsor strike sue support target tax test threaten urge veto visit vow warn win".split()
)
_NAMES = frozenset({"NNP", "NNPS"})
_FINITE = frozenset({"VBD", "VBP", "VBZ", "MD"})
_OPENS = frozenset({"NNP", "NNPS", "NN", "NNS", "DT", "PRP$", "JJ", "CD"})
"""Tags with which a noun phrase begins."""


_AUXILIARIES = frozenset("be have do get will would shall should may might can could must".split())
_HELPED = _AUXILIARIES | {"help", "need", "dare", "go", "come"}
"""Verbs with a bare verb or a participle behind them (had sold the van, helped build it)."""


_ENDING_IN_ED = frozenset("bed bled bred embed fed fled led red shed shred sled sped wed".split())
"""What ends in `ed` without being the past of what stands before it."""


_BEFORE_GERUNDS = frozenset("deny admit avoid risk recall regret resist quit".split())
"""Verbs whose object is seldom a thing that does something."""


def retagged(tree: Tree) -> Tree:
    """The tree with such words read rightly, the same tree where there is none."""
    for v in range(1, len(tree) - 1):
        if _is_before_noun(tree, v):
            tree = _as_modifier(tree, v)
        elif _is_second_verb(tree, v):
            tree = _as_second_verb(tree, v)
        elif _is_infinitive(tree, v):
            tree = _as_infinitive(tree, v)
        elif _is_clause(tree, v):
            tree = _retagged(tree, v)
        elif _is_base(tree, v):
            tree = _as_base(tree, v)
        elif _is_plea(tree, v):
            tree = _as_plea(tree, v)
        elif _is_gerund(tree, v):
            tree = _as_gerund(tree, v)
        elif _is_branded(tree, v):
            tree = _as_name(tree, v)
    return _with_verb_for_noun(tree)


def _is_before_noun(tree: Tree, v: int) -> bool:
    """Whether a participle right behind a full verb modifies the noun right behind it."""
    verb, noun = v - 1, tree.child(v, "dobj")
    if noun != v + 1 or tree.left_edge(noun) <= v or tree.pos[verb] not in ("VERB", "AUX"):
        return False
    lemma = base_form(tree.lower[verb], tree.lemmas[verb].lower())
    helped = lemma in _HELPED or tree.lower[verb] in (
        "having",
        "being",
        "getting",
        "'s",
        "'d",
        "'ve",
    )
    past = tree.tags[v] in ("VBD", "VBN") and not helped
    if not past and not (tree.tags[v] == "VBG" and lemma == "have"):
        return False
    governed = tree.heads[v] == verb and tree.deps[v] == "xcomp"
    helped = tree.heads[verb] == v and tree.deps[verb] == "aux"
    return governed or helped


def _is_infinitive(tree: Tree, v: int) -> bool:
    """Whether a noun behind `to` is what somebody is let or made do: lets courts to |jail| men."""
    to, noun = v - 1, tree.heads[v]
    plain = tree.tags[v] == "NN" and tree.deps[v] == "compound" and tree.deps[noun] == "pobj"
    if not plain or tree.lower[to] != "to" or tree.heads[noun] != to or v + 1 != noun:
        return False
    known = tree.lemmas[v].lower() in _HOMOGRAPHS and tree.tags[noun] in ("NNS", "NNP", "NNPS")
    return known and tree.lemmas[tree.heads[to]] in CONTROLLERS


def _is_clause(tree: Tree, v: int) -> bool:
    """Whether the parser gives a noun the `to` and the subject of an infinitive."""
    noun = tree.tags[v] == "NN" and tree.deps[v] in ("ccomp", "xcomp")
    return noun and tree.heads[v - 1] == v and tree.tags[v - 1] == "TO"


def _retagged(tree: Tree, v: int) -> Tree:
    tags, pos = list(tree.tags), list(tree.pos)
    tags[v], pos[v] = "VB", "VERB"
    return Tree(replace(tree.sent, tags=tuple(tags), pos=tuple(pos)))


def _as_infinitive(tree: Tree, v: int) -> Tree:
    to, noun = v - 1, tree.heads[v]
    heads, deps, tags, pos = _columns(tree)
    heads[v], tags[v], pos[v] = tree.heads[to], "VB", "VERB"
    deps[v] = "xcomp" if tree.child(to, "nsubj") is None else "ccomp"
    heads[to], deps[to], tags[to], pos[to] = v, "aux", "TO", "PART"
    heads[noun], deps[noun] = v, "dobj"
    for c in tree.children(to):
        if c != noun:
            heads[c] = v
    return _changed(tree, heads, deps, tags, pos)


def _is_base(tree: Tree, v: int) -> bool:
    """Whether what looks like a past form stands right behind its `to`: to |found| a firm."""
    to = v - 1
    past = tree.tags[v] in ("VBN", "VBD") and tree.lemmas[v] != tree.lower[v]
    return past and tree.tags[to] == "TO" and tree.heads[to] == v and tree.deps[to] == "aux"


def _as_base(tree: Tree, v: int) -> Tree:
    tags, lemmas = list(tree.tags), list(tree.lemmas)
    tags[v], lemmas[v] = "VB", tree.lower[v]
    return Tree(replace(tree.sent, tags=tuple(tags), lemmas=tuple(lemmas)))


def _is_plea(tree: Tree, v: int) -> bool:
    """Whether what looks like a verb is a crime: pleaded guilty in May to |fraud| by threats."""
    to, bare = v - 1, tree.child(v, "dobj", "auxpass", "ccomp", "xcomp") is None
    infinitive = tree.tags[v] == "VB" and tree.tags[to] == "TO" and tree.heads[to] == v
    return infinitive and bare and tree.lemmas[tree.heads[v]] == "plead"


def _as_plea(tree: Tree, v: int) -> Tree:
    to, verb = v - 1, tree.heads[v]
    heads, deps, tags, pos = _columns(tree)
    heads[to], deps[to], tags[to], pos[to] = verb, "prep", "IN", "ADP"
    heads[v], deps[v], tags[v], pos[v] = to, "pobj", "NN", "NOUN"
    return _changed(tree, heads, deps, tags, pos)


def _is_gerund(tree: Tree, v: int) -> bool:
    """Whether a participle behind a verb that takes a gerund is one: denied |urging| revolt."""
    verb, noun = v - 1, tree.heads[v]
    opens = tree.tags[v] == "VBG" and tree.deps[v] == "amod" and noun == v + 1
    governed = tree.heads[noun] == verb and tree.deps[noun] == "dobj"
    return opens and governed and tree.lemmas[verb] in _BEFORE_GERUNDS


def _as_gerund(tree: Tree, v: int) -> Tree:
    noun = tree.heads[v]
    heads, deps, tags, pos = _columns(tree)
    heads[v], deps[v], pos[v] = v - 1, "xcomp", "VERB"
    heads[noun], deps[noun] = v, "dobj"
    return _changed(tree, heads, deps, tags, pos)


def _columns(tree: Tree) -> tuple[list[int], list[str], list[str], list[str]]:
    return list(tree.heads), list(tree.deps), list(tree.tags), list(tree.pos)


def _changed(
    tree: Tree, heads: list[int], deps: list[str], tags: list[str], pos: list[str]
) -> Tree:
    """The tree with other columns."""
    return Tree(
        replace(tree.sent, heads=tuple(heads), deps=tuple(deps), tags=tuple(tags), pos=tuple(pos))
    )


def _is_branded(tree: Tree, i: int) -> bool:
    """Whether a word has capitals within."""
    word = tree.words[i]
    return (
        tree.tags[i] == "NN"
        and word.isalpha()
        and not word.isupper()
        and word[1:] != (word[1:].lower())
    )


def _as_name(tree: Tree, i: int) -> Tree:
    tags, pos = list(tree.tags), list(tree.pos)
    tags[i], pos[i] = "NNP", "PROPN"
    return Tree(replace(tree.sent, tags=tuple(tags), pos=tuple(pos)))


def _as_modifier(tree: Tree, v: int) -> Tree:
    """Its arguments become those of the verb before it."""
    verb, noun = v - 1, tree.child(v, "dobj")
    assert noun is not None
    heads, deps = list(tree.heads), list(tree.deps)
    pos, lemmas, tags = list(tree.pos), list(tree.lemmas), list(tree.tags)
    if deps[verb] == "aux":
        heads[verb] = verb if tree.heads[v] == v else tree.heads[v]
        deps[verb], pos[verb] = tree.deps[v], "VERB"
        lemmas[verb] = _lemma(tree.lower[verb], tree.lemmas[verb])
    for c in tree.children(v):
        if c != verb:
            heads[c] = verb
    heads[v], deps[v] = noun, "amod"
    tags[v] = "VBG" if tags[v] == "VBG" else "VBN"
    return Tree(
        replace(
            tree.sent,
            heads=tuple(heads),
            deps=tuple(deps),
            pos=tuple(pos),
            tags=tuple(tags),
            lemmas=tuple(lemmas),
        )
    )


def _lemma(word: str, lemma: str) -> str:
    """The base of a past form that was taken for an auxiliary and left as it is."""
    if word != lemma or not word.endswith("ed") or word in _ENDING_IN_ED:
        return lemma
    if word.endswith("ied"):
        return word[:-3] + "y"
    doubled = word[-4] == word[-3] and word[-3] not in "lsz"
    return word[:-3] if doubled else base_form(word, word[:-2])


def _is_second_verb(tree: Tree, v: int) -> bool:
    """Whether a participle opens the last member of a list that had its `and` before."""
    noun = tree.heads[v]
    verb = _verb_above(tree, noun)
    while tree.deps[noun] == "conj":
        noun = tree.heads[noun]
    opens = tree.tags[v] == "VBN" and tree.deps[v] == "amod" and tree.lower[v - 1] == "and"
    if not opens or tree.words[v - 2] != "," or tree.deps[noun] != "dobj":
        return False
    return tree.tags[verb] in ("VBD", "VBN") and "and" in tree.lower[noun : v - 1]


def _verb_above(tree: Tree, noun: int) -> int:
    """What governs the list that a noun is a member of."""
    while tree.deps[noun] == "conj":
        noun = tree.heads[noun]
    return tree.heads[noun]


def _as_second_verb(tree: Tree, v: int) -> Tree:
    noun = tree.heads[v]
    verb = _verb_above(tree, noun)
    heads, deps, tags, pos = _columns(tree)
    heads[v - 1], deps[v - 1] = verb, "cc"
    heads[v], deps[v], tags[v], pos[v] = verb, "conj", tree.tags[verb], "VERB"
    heads[noun], deps[noun] = v, "dobj"
    return _changed(tree, heads, deps, tags, pos)


def _with_verb_for_noun(tree: Tree) -> Tree:
    for v in range(len(tree)):
        if tree.tags[v] == "NNS" and _governs_infinitive(tree, v):
            return _as_verb(tree, v)
    hidden = [v for v in range(1, len(tree) - 1) if _is_hidden(tree, v)]
    if len(hidden) == 1 and [v for v, tag in enumerate(tree.tags) if tag in _FINITE] == hidden:
        return _with_verb(tree, hidden[0])
    if any(tag.startswith("VB") or tag == "MD" for tag in tree.tags):
        return tree
    found = [v for v in range(1, len(tree) - 1) if _is_verb(tree, v)]
    return _with_verb(tree, found[0]) if len(found) == 1 else tree


def _is_hidden(tree: Tree, v: int) -> bool:
    """Whether a finite verb is taken for a part of its object: Mayor |signs| bill."""
    inside = tree.tags[v] in ("VBZ", "VBD") and tree.deps[v] in ("compound", "nmod", "amod")
    return inside and tree.heads[v] > v and tree.tags[v - 1] in ("NN", "NNS", "NNP", "NNPS")


def _governs_infinitive(tree: Tree, v: int) -> bool:
    """Whether the parser gives a noun what only a verb has: Orion |plans| to appeal."""
    subject, infinitive = tree.child(v, "nsubj"), tree.child(v, "xcomp")
    return (
        subject is not None
        and subject < v
        and infinitive is not None
        and tree.tags[infinitive] == "VB"
        and not tree.children(v, "det", "poss", "amod", "compound", "cop")
        and tree.lemmas[v].lower() in _HOMOGRAPHS
    )


def _as_verb(tree: Tree, v: int) -> Tree:
    tags, pos = list(tree.tags), list(tree.pos)
    tags[v], pos[v] = "VBZ", "VERB"
    return Tree(replace(tree.sent, tags=tuple(tags), pos=tuple(pos)))


def _is_verb(tree: Tree, v: int) -> bool:
    return (
        tree.tags[v] == "NNS"
        and tree.lemmas[v].lower() in _HOMOGRAPHS
        and tree.tags[v - 1] in _NAMES
        and tree.tags[v + 1] in _OPENS
        and "DT" not in tree.tags[:v]
    )


def _with_verb(tree: Tree, v: int) -> Tree:
    root = next(i for i, head in enumerate(tree.heads) if head == i)
    heads, deps, tags, pos = _columns(tree)
    thing = v + 1
    while heads[thing] > thing:
        thing = heads[thing]
    for i, head in enumerate(tree.heads):
        if head in (v, root) and i < v:
            heads[i] = v - 1
        elif head == v and i not in (v, thing):
            heads[i] = v if tree.deps[i] == "punct" else thing
    heads[v], deps[v], pos[v] = v, "ROOT", "VERB"
    tags[v] = tags[v] if tags[v] in _FINITE else "VBZ"
    heads[v - 1], deps[v - 1] = v, "nsubj"
    heads[thing], deps[thing] = v, "dobj"
    return _changed(tree, heads, deps, tags, pos)

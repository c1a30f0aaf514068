"""The arguments of an n-ary triple, and the words that its relation takes over from them.

| row          | example                                   | relation          | arguments             |
|--------------|-------------------------------------------|-------------------|-----------------------|
| comment      | The dam, Bo warned, is old.               | warned            | The dam is old        |
| content      | Ana said that Bo left.                    | said that         | Bo left               |
| light verb   | Ana took part in the race.                | took part in      | the race              |
| pronoun      | Ana described it as a ruin.               | described it as   | a ruin                |
| object       | Ana sold pears in May.                    | sold              | pears; in May         |
| adjective    | Ana is afraid of dogs.                    | is afraid of      | dogs                  |
| complement   | Ana is a cook.                            | is                | a cook                |
| preposition  | Ana lives with Bo in Rome.                | lives with        | Bo; in Rome           |
| question     | All depends on what he does.              | depends on        | what he does          |
| gerund       | He died after giving a speech.            | died after        | giving a speech       |
| stranded     | The case was dealt with quickly.          | was dealt with    | quickly               |
| list         | Ana sold pears and plums.                 | sold (twice)      | pears / plums         |

A list as object, predicate noun or behind the governing preposition is spread: one triple each.
"""  # noqa: E501

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from kg.clauses import Adjunct, Clause
from kg.clauses.attachment import RELATIVES, SUBJECTS
from kg.clauses.coordination import spread
from kg.clauses.phrases import trimmed, whole
from kg.lexicon.verbs import LIGHT, SPEECH, THAT
from kg.renderings.wording import DISCOURSE, QUESTION_TAGS, branch_towards, is_discourse
from kg.syntax import Tree

_OPENING = frozenset({"``", "“", '"', "«"})
_CLOSING = frozenset({"''", "”", '"', "»"})
_ENDS = frozenset({",", ".", "?", "!"})
_TOGETHER = frozenset({"between", "among"})
_LONG = 40
"""Words of an object that is no part of the relation, however light its verb."""


@dataclass(slots=True)
class Draft:
    """A triple in the making, as token positions; `inferred` is a copula that is not written."""

    subject: list[int]
    head: int
    relation: list[int]
    arguments: list[list[int]] = field(default_factory=list)
    inferred: str = ""


class ArgumentWriter:
    """Writes the arguments of the clauses of one sentence."""

    def __init__(self, tree: Tree) -> None:
        self._tree = tree

    def complete(self, draft: Draft, clause: Clause) -> str:
        """Adds the arguments to the draft; the kind of the clause."""
        tree = self._tree
        if self._is_comment(clause):
            draft.arguments.append(self._commented(clause))
            return "saying"
        if clause.content is not None and self._is_content(clause):
            self._add_content(draft, clause)
            return "saying"
        if all(tree.tags[o] in QUESTION_TAGS for o in clause.objects):
            clause = replace(clause, objects=())
        adjuncts = [a for a in clause.adjuncts if not is_discourse(tree, a)]
        if clause.objects:
            adjuncts = self._add_objects(draft, clause, adjuncts)
        elif clause.complements:
            adjuncts = self._add_complement(draft, clause, adjuncts)
        else:
            adjuncts = self._add_governed(draft, clause, adjuncts)
        self._add_further(draft, clause, adjuncts)
        return clause.attachment

    def _add_further(self, draft: Draft, clause: Clause, adjuncts: list[Adjunct]) -> None:
        """Times, places and manners in the order of the sentence."""
        tree = self._tree
        found = [(a.top, self._adjunct_words(a, clause)) for a in adjuncts if not self._is_loose(a)]
        gap = clause.antecedent
        if gap is not None and any(tree.lower[a] == "when" for a in clause.adverbs):
            found.append((gap, self._object_words(gap, clause)))
        for adverb in clause.adverbs:
            free = adverb not in draft.relation and adverb not in clause.particles
            if free and tree.lower[adverb] not in DISCOURSE | RELATIVES:
                found.append((adverb, whole(tree, adverb)))
        for _, words in sorted(found):
            if len(words) == 1 and tree.deps[words[0]] in ("prep", "agent"):
                draft.relation += words
            elif words and words not in draft.arguments:
                draft.arguments.append(words)

    def _is_loose(self, adjunct: Adjunct) -> bool:
        """A bare noun behind a comma that names no time: mostly an apposition misread."""
        tree = self._tree
        first = tree.left_edge(adjunct.top)
        bare = not adjunct.marker and adjunct.role != "time" and first > 0
        return bare and tree.deps[adjunct.top] == "npadvmod" and tree.words[first - 1] == ","

    # --- what is said

    def _is_comment(self, clause: Clause) -> bool:
        """A verb of saying set into the clause that it reports."""
        tree, v = self._tree, clause.verb
        host = tree.heads[v]
        return (
            clause.content is None
            and not clause.objects
            and tree.lemmas[v].lower() in SPEECH
            and tree.deps[v] in ("parataxis", "ccomp", "dep")
            and tree.pos[host] in ("VERB", "AUX")
            and tree.left_edge(v) > tree.left_edge(host)
        )

    def _commented(self, clause: Clause) -> list[int]:
        """The host clause without the comment and one of the commas around it."""
        tree, v = self._tree, clause.verb
        inside = tree.subtree(v)
        before = [i for i in tree.subtree(tree.heads[v], (v,)) if i < inside[0]]
        after = [i for i in tree.subtree(tree.heads[v], (v,)) if i > inside[0]]
        if before and tree.words[before[-1]] == ",":
            before.pop()
        return trimmed(tree, [*before, *after])

    def _is_content(self, clause: Clause) -> bool:
        """A clausal object; one before its verb is content only of a verb of saying."""
        tree, content = self._tree, clause.content
        assert content is not None
        lemma = tree.lemmas[clause.verb].lower()
        return content > clause.verb or lemma in SPEECH or lemma in THAT

    def _add_content(self, draft: Draft, clause: Clause) -> None:
        tree = self._tree
        assert clause.content is not None
        words = tree.subtree(clause.content, (clause.verb,))
        mark = tree.child(clause.content, "mark")
        if mark is not None and tree.lower[mark] == "that":
            draft.relation.append(mark)
            words = [w for w in words if w != mark]
        draft.arguments.append(self._quoted(trimmed(tree, words)))
        draft.arguments += [whole(tree, o) for o in clause.objects + clause.recipients]

    def _quoted(self, words: list[int]) -> list[int]:
        """The words with the quotation marks that stand around them."""
        tree = self._tree
        first, last = words[0], words[-1]
        if first > 0 and tree.words[first - 1] in _OPENING and tree.words[first] not in _OPENING:
            words = [first - 1, *words]
        if tree.words[words[0]] not in _OPENING:
            return words
        end = last + 1
        while end < len(tree) and tree.words[end] in _ENDS:
            end += 1
        open_ = not any(tree.words[w] in _CLOSING for w in words[1:])
        closed = end < len(tree) and tree.words[end] in _CLOSING
        return [*words, *range(last + 1, end + 1)] if open_ and closed else words

    # --- objects and complements

    def _add_objects(self, draft: Draft, clause: Clause, adjuncts: list[Adjunct]) -> list[Adjunct]:
        tree = self._tree
        first = clause.objects[0]
        next_ = next((a for a in adjuncts if a.top == first + 1 and a.marker and a.heads), None)
        light = self._is_light(clause, first)
        if next_ is not None and (light or self._is_pronoun(clause, first)):
            draft.relation += [*whole(tree, first), *next_.marker]
            draft.arguments.append(self._governed_words(next_))
            return [a for a in adjuncts if a is not next_]
        inner = tree.child(first, "prep")
        if light and inner == first + 1 and tree.child(inner, "pobj") is not None:
            draft.relation += [*whole(tree, first, (inner,)), inner]
            draft.arguments.append(trimmed(tree, [t for t in whole(tree, inner) if t != inner]))
            return adjuncts
        draft.arguments += [whole(tree, r) for r in clause.recipients]
        draft.arguments += [self._object_words(o, clause) for o in clause.objects]
        draft.arguments += [whole(tree, c) for c in clause.complements]
        return adjuncts

    def _is_pronoun(self, clause: Clause, noun: int) -> bool:
        alone = len(clause.objects) == 1 and not clause.recipients and not clause.complements
        return alone and self._tree.tags[noun] == "PRP" and noun > clause.verb

    def _is_light(self, clause: Clause, noun: int) -> bool:
        tree = self._tree
        return (
            tree.lemmas[clause.verb] in LIGHT
            and noun > clause.verb
            and len(clause.objects) == 1
            and len(tree.subtree(noun)) < _LONG
            and sum(c < noun for c in tree.children(noun)) <= 1
            and tree.tags[noun] == "NN"
        )

    def _object_words(self, head: int, clause: Clause) -> list[int]:
        cut = branch_towards(self._tree, head, clause.verb)
        return whole(self._tree, head, () if cut is None else (cut,))

    def _add_complement(
        self, draft: Draft, clause: Clause, adjuncts: list[Adjunct]
    ) -> list[Adjunct]:
        tree = self._tree
        first = clause.complements[0]
        inner = tree.child(first, "prep")
        adjective = tree.deps[first] == "acomp"
        if adjective and inner is not None and inner > first:
            governed = trimmed(tree, [t for t in whole(tree, inner) if t != inner])
            if governed and governed != [inner]:
                before = whole(tree, first, tree.children(first, "prep", "conj", "cc"))
                draft.relation += [*before, inner]
                draft.arguments.append(governed)
                return adjuncts
        draft.arguments.append(whole(tree, first))
        return adjuncts

    # --- prepositions

    def _add_governed(self, draft: Draft, clause: Clause, adjuncts: list[Adjunct]) -> list[Adjunct]:
        """The first preposition behind the verb joins the relation, an agent before others."""
        start = min(max(draft.relation), clause.verb)
        behind = [a for a in adjuncts if self._governs(a) and a.top > start]
        agents = [a for a in behind if a.role == "agent"]
        untimed = [a for a in behind if a.role != "time"]
        governed = next(iter(agents or untimed or behind), None)
        if governed is None:
            return adjuncts
        draft.relation += governed.marker
        draft.arguments.append(self._governed_words(governed))
        return [a for a in adjuncts if a is not governed]

    def _governs(self, adjunct: Adjunct) -> bool:
        """Whether a noun, a question or a gerund stands behind the preposition."""
        tree = self._tree
        if adjunct.heads or not adjunct.marker:
            return bool(adjunct.marker)
        verb = tree.child(adjunct.marker[-1], "pcomp")
        if verb is None:
            return False
        return tree.tags[verb] == "VBG" or tree.tags[tree.left_edge(verb)] in QUESTION_TAGS

    def _governed_words(self, adjunct: Adjunct) -> list[int]:
        tree = self._tree
        if adjunct.heads and adjunct.heads[0] not in tree.subtree(adjunct.top):
            cut = branch_towards(tree, adjunct.heads[0], adjunct.top)
            return whole(tree, adjunct.heads[0], () if cut is None else (cut,))
        words = whole(tree, adjunct.top)
        return trimmed(tree, [w for w in words if w not in adjunct.marker])

    def _adjunct_words(self, adjunct: Adjunct, clause: Clause) -> list[int]:
        tree = self._tree
        if tree.lower[adjunct.top] in RELATIVES and adjunct.heads:
            return self._object_words(adjunct.heads[0], clause)
        words = whole(tree, adjunct.top)
        if len(words) <= 2 and any(tree.tags[w] in QUESTION_TAGS for w in words):
            return []
        return words

    # --- lists

    def spread(self, draft: Draft, clause: Clause) -> Iterator[Draft]:
        """The draft with each member of the list that is its first argument."""
        members = self._members(draft, clause)
        if len(members) < 2:
            yield draft
            return
        tree = self._tree
        for member in members:
            words = whole(tree, member, tree.children(member, "conj", "cc", "preconj"))
            yield replace(draft, arguments=[words, *draft.arguments[1:]])

    def _members(self, draft: Draft, clause: Clause) -> Sequence[int]:
        tree = self._tree
        first = draft.arguments[0]
        head = self._listed(first, clause)
        if head is None or tree.pos[head] not in ("NOUN", "PROPN"):
            return ()
        if any(tree.lower[w] in _TOGETHER for w in draft.relation):
            return ()
        return [m for m in spread(tree, head) if m in tree.conjuncts(head) and m in first]

    def _listed(self, first: list[int], clause: Clause) -> int | None:
        """The head of the phrase `first`, if it may be a list."""
        tree = self._tree
        found: Sequence[int] = clause.objects
        if not found and clause.complements:
            found = [c for c in clause.complements[:1] if tree.deps[c] == "attr"]
        elif not found:
            found = [a.heads[0] for a in clause.adjuncts if a.heads]
            found = [h for h in found if h in first and tree.deps[h] == "pobj"][:1]
        if len(found) != 1 or found[0] not in first:
            return None
        relative = clause.attachment == "relative" and found[0] == clause.antecedent
        return None if relative else found[0]


def is_bare(tree: Tree, v: int) -> bool:
    """A verb without auxiliary and subject of its own."""
    return tree.child(v, "aux", "auxpass", *SUBJECTS) is None

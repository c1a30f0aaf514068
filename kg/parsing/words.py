"""What the pipeline says of a word, remembered.

Two steps of the pipeline look at words one by one: the attribute ruler, which makes part of speech
and morphology of a tag, and the lemmatizer. What they say depends on the word, its tag and its
dependency label alone, so each such triple is put to them once and then remembered. The steps take
15 to 20 % of bare parsing, and 3 % where they are remembered.

A few rules of the ruler look at several words (`gon na`, `there is`). A Doc with a word that can
begin such a match goes through both steps itself. Where a pipeline has other steps, or rules that
look at more than a word, nothing is remembered.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from kg.lexicon.inflection import base_form

Doc = Any
"""A spaCy Doc; only the package's own module imports spaCy."""
Language = Any

STEPS = ("attribute_ruler", "lemmatizer")
"""The steps whose answers are remembered, in the order they run."""

_OF_A_WORD = frozenset({"TAG", "DEP", "LOWER", "ORTH", "TEXT", "IS_SPACE"})
"""What a rule may look at for its result to depend on a word, its tag and its label."""

_KEPT = 300_000
"""Words remembered, about 100 MB; one more, and all are forgotten."""


class Word(NamedTuple):
    """What the pipeline says of a token, as strings."""

    lemma: str
    tag: str
    pos: str
    morph: str
    dep: str


Key = tuple[int, int, int]
"""A word, its tag and its dependency label, as keys of the pipeline's strings."""


class Words:
    """The words of a pipeline.

    `skipped` are the steps that `of` stands in for: its Docs have not been through them.
    """

    def __init__(self, nlp: Language) -> None:
        self._nlp = nlp
        self._strings = nlp.vocab.strings
        self._known: dict[Key, Word | None] = {}
        self._begins = _beginnings(nlp)
        self.skipped: tuple[str, ...] = () if self._begins is None else STEPS

    def of(self, doc: Doc) -> Sequence[Word]:
        """What the pipeline says of each token of a Doc."""
        if self.skipped:
            keys: list[Key] = list(map(tuple, doc.to_array(["ORTH", "TAG", "DEP"]).tolist()))
            unknown = {key for key in keys if key not in self._known}
            if unknown:
                if len(self._known) + len(unknown) > _KEPT:
                    self._known.clear()
                    unknown = set(keys)
                self._learn(type(doc), sorted(unknown))
            words = [word for key in keys if (word := self._known[key])]
            if len(words) == len(keys):
                return words
            self._annotate(doc)
        return self._read(doc)

    def lemma(self, make: type[Doc], text: str, like: Word) -> str:
        """The lemma of a word that has the tag and the label of another; only where `skipped`."""
        keys = [tuple(map(self._strings.add, (text, like.tag, like.dep)))]
        doc = self._made(make, keys)
        self._annotate(doc)
        return self._read(doc)[0].lemma

    def _learn(self, make: type[Doc], keys: Sequence[Key]) -> None:
        """Remember these triples: None for words that can begin a match of several words."""
        beginning = {start for _, start, _ in self._begins(self._made(make, keys))}
        self._known.update((keys[i], None) for i in beginning)
        alone = [key for i, key in enumerate(keys) if i not in beginning]
        doc = self._made(make, alone)
        self._annotate(doc)
        self._known.update(zip(alone, self._read(doc), strict=True))

    def _made(self, make: type[Doc], keys: Sequence[Key]) -> Doc:
        """A Doc of these triples."""
        words, tags, deps = ([self._strings[key[i]] for key in keys] for i in range(3))
        return make(self._nlp.vocab, words=words, tags=tags, deps=deps)

    def _annotate(self, doc: Doc) -> None:
        for step in self.skipped:
            self._nlp.get_pipe(step)(doc)

    def _read(self, doc: Doc) -> list[Word]:
        rows = doc.to_array(["LOWER", "LEMMA", "TAG", "POS", "MORPH", "DEP"]).tolist()
        return [_mended(*map(self._strings.__getitem__, row)) for row in rows]


def _mended(lower: str, lemma: str, tag: str, pos: str, morph: str, dep: str) -> Word:
    """A word as the pipeline reads it, but for the `e` that its lemmatizer takes off verbs."""
    base = base_form(lower, lemma) if tag.startswith("VB") else lemma
    return Word(base, tag, pos, "" if morph == "_" else morph, dep)


def _beginnings(nlp: Language) -> Any:
    """A matcher of the words that begin a match of several words, or None.

    None says that the pipeline's steps do not look at words one by one.
    """
    names = [name for name in nlp.pipe_names if name in {*STEPS, "parser"}]
    if names != ["parser", *STEPS] or nlp.get_pipe("lemmatizer").mode not in {"rule", "lookup"}:
        return None
    ruler = nlp.get_pipe("attribute_ruler")
    patterns = [pattern for rule in ruler.patterns for pattern in rule["patterns"]]
    if not all(_OF_A_WORD.issuperset(token) for pattern in patterns for token in pattern):
        return None
    matcher = type(ruler.matcher)(nlp.vocab)
    matcher.add("several", [pattern[:1] for pattern in patterns if len(pattern) > 1])
    return lambda doc: matcher(doc, allow_missing=True)

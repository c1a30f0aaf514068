"""Which stretches of a document are somebody's words, and whose.

Quotation marks are read paragraph by paragraph. Curly marks say themselves whether they open
or close; a straight one opens where no quotation is open and a word follows. A single mark
counts only if it opens before a word, closes after one, and is no apostrophe (`don't`, `the
'90s`, `the boys' bikes`). A quotation that is not closed ends with its paragraph; if the next
one begins with an opening mark, it goes on there (the newspapers' convention).

The speaker is looked for, in this order (compare Elson and McKeown 2010, "Automatic
Attribution of Quoted Speech"):

1. at a verb of saying outside of the marks in the same sentence, nearest first
2. at a verb of saying with which the following sentence begins, or before a colon
3. at another quotation of the same paragraph, or one that goes on here
4. where the quotation is a paragraph of its own: who spoke in the sentence before

Marks around a phrase or a title ("safe zones") are no quotation: one has a finite verb or a
first person, and either a reporting verb or the beginning of a sentence.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby, pairwise

from kg.lexicon.verbs import SPEECH, TALK
from kg.model import Argument, Sentence
from kg.repairs import mended_tree
from kg.syntax import Tree

_MARK = re.compile(r"``|''|[\"“”„‟«»‘’']")
_OPENING = frozenset(("“", "„", "‟", "«", "``"))
_CLOSING = frozenset(("”", "»", "''"))
_SINGLE = frozenset(("‘", "’", "'"))
_ELIDED = re.compile(r"\d|(?:em|tis|twas|til|cause|n|round|bout)\b", re.IGNORECASE)
_FINITE = frozenset(("VBD", "VBP", "VBZ", "MD"))
_FIRST_PERSON = frozenset("i we me us my our mine ours".split())
_SAYING = SPEECH | {"go", "continue", "begin", "think", "believe", "accord"}


@dataclass(frozen=True, slots=True)
class Quotation:
    """Somebody's words: document offsets of what stands between the marks.

    `speaker` may stand in another sentence, may be a pronoun, and is None where nobody is named;
    `cue` is the reporting verb as written, `joint` are those who speak together with `speaker`.
    """

    start: int
    end: int
    speaker: Argument | None = None
    cue: str | None = None
    joint: tuple[Argument, ...] = ()

    @property
    def speakers(self) -> tuple[Argument, ...]:
        """All who speak together."""
        return (*(() if self.speaker is None else (self.speaker,)), *self.joint)


@dataclass(slots=True)
class _Piece:
    """A stretch between marks; `continues` if the piece before was left open."""

    start: int
    end: int
    paragraph: int
    continues: bool = False
    speaker: Argument | None = None
    cue: str | None = None
    reported: bool = False
    joint: tuple[Argument, ...] = ()

    def say(self, speakers: Sequence[Argument], cue: str) -> None:
        self.speaker, self.joint, self.cue = speakers[0], tuple(speakers[1:]), cue


def find_quotations(sentences: Sequence[Sentence]) -> tuple[Quotation, ...]:
    """The quotations of a document, in order."""
    pieces = list(_pieces(sentences))
    if not pieces:
        return ()
    _attribute(pieces, sentences)
    kept = [p for p in pieces if _is_speech(p, sentences)]
    return tuple(Quotation(p.start, p.end, p.speaker, p.cue, p.joint) for p in kept)


# --- marks


def _pieces(sentences: Sequence[Sentence]) -> Iterator[_Piece]:
    unclosed = False
    prose = (s for s in sentences if s.kind == "prose")
    for number, group in groupby(prose, key=lambda s: s.paragraph):
        members = list(group)
        text, base = _paragraph_text(members), members[0].start
        found, left_open = _read_marks(text)
        goes_on = unclosed and bool(found) and not text[: found[0][0]].strip("“„‟«\"'`‘ ")
        for k, (start, end) in enumerate(found):
            yield _Piece(base + start, base + end, number, continues=goes_on and k == 0)
        unclosed = left_open


def _paragraph_text(members: Sequence[Sentence]) -> str:
    """The paragraph's sentences with their distances kept."""
    parts, position = [], members[0].start
    for sent in members:
        parts.append(" " * (sent.start - position) + sent.text)
        position = sent.end
    return "".join(parts)


def _read_marks(text: str) -> tuple[list[tuple[int, int]], bool]:
    """Spans between marks, and whether the last one was left open."""
    found: list[tuple[int, int]] = []
    opened: tuple[int, bool] | None = None
    for match in _MARK.finditer(text):
        single = match.group() in _SINGLE
        if opened is None:
            if _opens(text, match) and (not single or _closes_later(text, match.end())):
                opened = (match.end(), single)
        elif single == opened[1] and _closes(text, match):
            found.append((opened[0], match.start()))
            opened = None
        elif not single and _opens(text, match) and not opened[1]:
            found.append((opened[0], match.start()))
            opened = (match.end(), False)
    if opened is not None:
        found.append((opened[0], len(text)))
    return [(b, e) for b, e in found if text[b:e].strip()], opened is not None


def _opens(text: str, match: re.Match[str]) -> bool:
    mark, before = match.group(), text[match.start() - 1 : match.start()]
    after = text[match.end() : match.end() + 1]
    if mark in _OPENING:
        return True
    if mark in _CLOSING or (mark == "’" and before):
        return False
    if mark in _SINGLE and _ELIDED.match(text, match.end()):
        return False
    fresh = not before or before.isspace() or before in "([—–-:"
    return fresh and bool(after) and (not after.isspace() or before.isspace())


def _closes(text: str, match: re.Match[str]) -> bool:
    mark, before = match.group(), text[match.start() - 1 : match.start()]
    after = text[match.end() : match.end() + 1]
    if mark in _CLOSING:
        return True
    if mark in _OPENING or mark == "‘":
        return False
    if mark in _SINGLE and (after.isalnum() or (before == "s" and text[match.end() :].lstrip())):
        return False
    return not before.isspace() or not after or after.isspace()


def _closes_later(text: str, position: int) -> bool:
    return any(m.group() in _SINGLE and _closes(text, m) for m in _MARK.finditer(text, position))


# --- speakers


def _attribute(pieces: list[_Piece], sentences: Sequence[Sentence]) -> None:
    reader = _Reporters(pieces, sentences)
    for piece in pieces:
        reader.in_sentence(piece)
    for piece in pieces:
        if piece.speaker is None:
            reader.beside(piece)
    for earlier, later in pairwise(pieces):
        if later.speaker is None and (
            later.continues or (later.paragraph == earlier.paragraph and earlier.reported)
        ):
            _share(earlier, later)
    for later, earlier in pairwise(reversed(pieces)):
        if earlier.speaker is None and (later.continues or later.paragraph == earlier.paragraph):
            _share(later, earlier)
    for piece in pieces:
        if piece.speaker is None:
            reader.before(piece)


def _share(source: _Piece, target: _Piece) -> None:
    target.speaker, target.cue, target.joint = source.speaker, source.cue, source.joint
    target.reported = source.reported and target.reported


def _is_speech(piece: _Piece, sentences: Sequence[Sentence]) -> bool:
    for k, sent in enumerate(sentences):
        if sent.end <= piece.start or sent.start >= piece.end or not sent.words:
            continue
        inside = [i for i, b in enumerate(sent.starts) if piece.start <= b < piece.end]
        if any(sent.tags[i] in _FINITE or sent.words[i].lower() in _FIRST_PERSON for i in inside):
            lead = sent.text[: max(0, piece.start - sent.start)]
            first = not any(ch.isalnum() for ch in lead) or lead.rstrip("“\"‘'`« ").endswith(":")
            return piece.reported or piece.continues or first or _carries_on(sentences, k, piece)
    return False


def _carries_on(sentences: Sequence[Sentence], k: int, piece: _Piece) -> bool:
    """Whether the piece reaches past the sentence in which it begins."""
    return piece.end > sentences[k].end + 1


class _Reporters:
    """Finds who is said to speak, in the sentences around a quotation."""

    def __init__(self, pieces: Sequence[_Piece], sentences: Sequence[Sentence]) -> None:
        self._pieces = pieces
        self._sentences = [s for s in sentences if s.kind == "prose" and s.words]
        self._trees: dict[int, Tree] = {}
        self._verbs: dict[int, list[int]] = {}

    def _tree(self, k: int) -> Tree:
        if k not in self._trees:
            self._trees[k] = mended_tree(self._sentences[k])
        return self._trees[k]

    def _touched(self, piece: _Piece) -> list[int]:
        held = enumerate(self._sentences)
        return [k for k, s in held if s.start < piece.end and s.end > piece.start]

    def _reporting(self, k: int) -> list[int]:
        """Verbs of saying outside of all marks in sentence `k`."""
        if k not in self._verbs:
            tree = self._tree(k)
            near = [p for p in self._pieces if p.start < tree.sent.end and p.end > tree.sent.start]
            self._verbs[k] = [
                i
                for i, lemma in enumerate(tree.lemmas)
                if lemma.lower() in _SAYING
                and tree.pos[i] == "VERB"
                and not any(p.start <= tree.start(i) < p.end for p in near)
            ]
        return self._verbs[k]

    def in_sentence(self, piece: _Piece) -> None:
        """Looks in the sentences in which the quotation ends and begins."""
        touched = self._touched(piece)
        found: list[tuple[int, list[Argument], str]] = []
        for k in {touched[0], touched[-1]} if touched else ():
            tree = self._tree(k)
            for verb in self._reporting(k):
                subject = _subject(tree, verb)
                place = tree.start(verb)
                if subject is not None and not self._is_quoted(tree, subject):
                    far = place - piece.end if place >= piece.end else piece.start - place + 1
                    found.append((far, _phrases(tree, subject), tree.words[verb]))
        if found:
            _, speakers, cue = min(found, key=lambda f: f[0])
            piece.say(speakers, cue)
            piece.reported = True

    def _is_quoted(self, tree: Tree, token: int) -> bool:
        return any(p.start <= tree.start(token) < p.end for p in self._pieces)

    def beside(self, piece: _Piece) -> None:
        """Looks at how the next sentence begins and whether the one before ends in a colon."""
        touched = self._touched(piece)
        if not touched:
            return
        after, before = touched[-1] + 1, touched[0] - 1
        if after < len(self._sentences) and self._sentences[after].paragraph == piece.paragraph:
            tree = self._tree(after)
            verbs = self._reporting(after)
            early = [
                v for v in verbs if v <= 4 and tree.child(v, "ccomp", "dobj", "dative") is None
            ]
            self._take(piece, after, early[:1])
        if piece.speaker is None and before >= 0 and self._sentences[before].text.endswith(":"):
            self._take(piece, before, self._reporting(before)[-1:])

    def _take(self, piece: _Piece, k: int, verbs: Sequence[int]) -> None:
        for verb in verbs:
            tree = self._tree(k)
            subject = _subject(tree, verb)
            if subject is not None:
                piece.say(_phrases(tree, subject), tree.words[verb])
                piece.reported = True

    def before(self, piece: _Piece) -> None:
        """A quotation that is a paragraph of its own belongs to who spoke just before it."""
        touched = self._touched(piece)
        if not touched or touched[0] == 0:
            return
        k = touched[0] - 1
        if self._sentences[k].paragraph == piece.paragraph or not self._fills(piece, touched):
            return
        tree = self._tree(k)
        root = next(i for i, head in enumerate(tree.heads) if head == i)
        subject = _subject(tree, root)
        if tree.lemmas[root] in _SAYING | TALK and subject is not None:
            piece.say(_phrases(tree, subject), tree.words[root])

    def _fills(self, piece: _Piece, touched: Sequence[int]) -> bool:
        first, last = self._sentences[touched[0]], self._sentences[touched[-1]]
        return piece.start - first.start <= 2 and last.end - piece.end <= 2


def _subject(tree: Tree, verb: int) -> int | None:
    """The subject of a verb of saying, its own or that of a verb above."""
    if tree.lower[verb] == "according":
        to = tree.child(verb, "prep")
        return None if to is None else tree.child(to, "pobj")
    for _ in range(6):
        own = min(tree.children(verb, "nsubj"), key=lambda i: abs(i - verb), default=None)
        if own is not None:
            relative = tree.tags[own] in ("WP", "WDT")
            return tree.heads[verb] if relative and tree.deps[verb] == "relcl" else own
        if (
            tree.deps[verb] not in ("conj", "xcomp", "advcl")
            or tree.child(verb, "nsubjpass") is not None
        ):
            return None
        verb = tree.heads[verb]
    return None


def tellers(tree: Tree, head: int) -> list[int]:
    """Those who speak together (Ana and Omar); by name where a role has one apposed."""
    found = []
    for i in tree.conjuncts(head):
        name = tree.child(i, "appos")
        named = name is not None and tree.labels[name] == "PERSON" and tree.pos[i] == "NOUN"
        if i == head or (
            tree.pos[i] in ("NOUN", "PROPN", "PRON") and tree.child(i, "neg", "cop") is None
        ):
            found.append(name if named and name is not None else i)
    return found


def _phrases(tree: Tree, head: int) -> list[Argument]:
    return [_phrase(tree, i) for i in tellers(tree, head)]


def _phrase(tree: Tree, head: int) -> Argument:
    """The noun with what stands before it."""
    tokens = [head]
    for c in tree.children(head):
        if c < head and tree.deps[c] not in ("relcl", "acl", "appos", "cc", "conj", "advmod"):
            tokens.extend(tree.subtree(c))
    return tree.argument(sorted(tokens), head)

"""Reading a sentence's dependency tree. Indices are token positions within the sentence."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from kg.model import Argument, ArgumentKind, Sentence

Edit = tuple[int, int, str]
"""A change of attachment: token, new head, new label."""

SUBJECT_LABELS = ("nsubj", "nsubjpass")
"""Dependency labels of subjects that are no clauses."""

TIME_LABELS = frozenset({"DATE", "TIME"})
AMOUNT_LABELS = frozenset({"CARDINAL", "MONEY", "PERCENT", "QUANTITY"})
"""Entity labels of times, and of what is counted or measured."""


class Tree:
    """The dependency tree of a sentence, with its children listed once.

    `lower` are the words in lower case, `labels` the pipeline's entity label of each token
    ("" outside of entities).
    """

    __slots__ = (
        "_children",
        "deps",
        "heads",
        "labels",
        "lemmas",
        "lower",
        "pos",
        "sent",
        "tags",
        "words",
    )

    def __init__(self, sent: Sentence) -> None:
        self.sent = sent
        self.words = sent.words
        self.lower = tuple([w.lower() for w in sent.words])
        self.lemmas = sent.lemmas
        self.tags = sent.tags
        self.pos = sent.pos
        self.deps = sent.deps
        self.heads = sent.heads
        labels = [""] * len(sent.words)
        for first, end, label in sent.ents:
            labels[first:end] = [label] * (end - first)
        self.labels = tuple(labels)
        self._children: list[list[int]] = [[] for _ in sent.words]
        for i, head in enumerate(sent.heads):
            if head != i:
                self._children[head].append(i)

    def __len__(self) -> int:
        return len(self.words)

    def children(self, i: int, *deps: str) -> Sequence[int]:
        """The children of token `i` in order, or only those with one of the labels `deps`."""
        found = self._children[i]
        if not deps or not found:
            return found
        labels = self.deps
        return [c for c in found if labels[c] in deps]

    def child(self, i: int, *deps: str) -> int | None:
        """The first child of `i` with one of the labels, or None."""
        for c in self._children[i]:
            if self.deps[c] in deps:
                return c
        return None

    def top_down(self) -> list[int]:
        """All tokens, each after its head."""
        order = [i for i, head in enumerate(self.heads) if head == i]
        for i in order:
            order.extend(self._children[i])
        return order

    def ancestors(self, i: int) -> Iterator[int]:
        """The heads above `i`, nearest first."""
        while self.heads[i] != i:
            i = self.heads[i]
            yield i

    def nouns_above(self, i: int) -> Iterator[int]:
        """The nouns under which `i` hangs by prepositions or coordination, nearest first."""
        for above in self.ancestors(i):
            if self.pos[above] in ("NOUN", "PROPN", "PRON"):
                yield above
            elif self.pos[above] != "ADP":
                return

    def subtree(self, i: int, without: Iterable[int] = ()) -> list[int]:
        """The tokens under `i`, itself included, in order, without the branches at `without`."""
        if not self._children[i]:
            return [i]
        cut = set(without)
        found, stack = [], [i]
        while stack:
            j = stack.pop()
            found.append(j)
            stack.extend(c for c in self._children[j] if c not in cut)
        return sorted(found)

    def left_edge(self, i: int) -> int:
        """The first token under `i`."""
        while self._children[i] and self._children[i][0] < i:
            i = self._children[i][0]
        return i

    def right_edge(self, i: int) -> int:
        """The last token under `i`."""
        while self._children[i] and self._children[i][-1] > i:
            i = self._children[i][-1]
        return i

    def conjuncts(self, i: int) -> list[int]:
        """`i` and the tokens coordinated with it below it, in order."""
        found = [i]
        for j in found:
            found += self.children(j, "conj")
        return sorted(found)

    def start(self, i: int) -> int:
        """Document offset at which token `i` begins."""
        return self.sent.starts[i]

    def end(self, i: int) -> int:
        """Document offset at which token `i` ends."""
        return self.sent.starts[i] + len(self.words[i])

    def spans(self, tokens: Iterable[int]) -> tuple[tuple[int, int], ...]:
        """Document spans of `tokens` (sorted), adjacent tokens in one span."""
        out: list[tuple[int, int]] = []
        first = last = -2
        for i in tokens:
            if i != last + 1:
                if last >= 0:
                    out.append((self.start(first), self.end(last)))
                first = i
            last = i
        if last >= 0:
            out.append((self.start(first), self.end(last)))
        return tuple(out)

    def text(self, tokens: Iterable[int]) -> str:
        """The words of `tokens` (sorted) as the sentence has them; gaps become one space."""
        return self._written(self.spans(tokens))

    def _written(self, spans: Iterable[tuple[int, int]]) -> str:
        base, text = self.sent.start, self.sent.text
        return " ".join([text[b - base : e - base] for b, e in spans])

    def argument(self, tokens: Iterable[int], head: int, kind: ArgumentKind = "noun") -> Argument:
        """The tokens (sorted) as an argument headed by token `head`."""
        spans = self.spans(tokens)
        return Argument(self._written(spans), spans, self.start(head), kind)

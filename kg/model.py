"""The records that flow through the pipeline: frozen, plain, without spaCy or RDF inside.

    Document -> Sentence (token columns) -> Mention, Triple      one document at a time
             -> DocumentRecord                                   cached
    all DocumentRecords -> Entity, Statement                     after linking

Offsets are Python code points into `Document.text`, end exclusive.
A *head* is the offset at which the head token of a phrase begins; an argument of a
triple and a mention that share a head are the same phrase.
"""

from __future__ import annotations

import builtins
import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal as OneOf

Polarity = OneOf["asserted", "negated"]
Factuality = OneOf["actual", "planned", "claimed"]
SentenceKind = OneOf["prose", "headline", "furniture", "table"]
MentionKind = OneOf["name", "nominal", "pronoun", "adjective"]
ArgumentKind = OneOf["noun", "literal", "clause"]

ENTITY_TYPES = (
    "Person",
    "Organization",
    "GeopoliticalEntity",
    "Place",
    "Group",
    "Event",
    "Facility",
    "Document",
    "Artifact",
    "Concept",
    "Award",
)
"""The classes of entities; each is a class of ontology/kg.ttl under the same name."""


@dataclass(frozen=True, slots=True)
class Document:
    """One text with its metadata.

    `id` is the file's stem or the reader's own id. `path` (resolved) tells documents of one
    graph apart while it is built and never reaches the graph. `date` is an ISO date. `place`
    is where a dateline says that it was written. `reprint_of` is the id of the document whose text
    it repeats, which is known once all documents are put together.
    """

    id: str
    text: str
    title: str | None = None
    date: str | None = None
    author: str | None = None
    source: str | None = None
    url: str | None = None
    place: str | None = None
    path: str | None = None
    reprint_of: str | None = None

    @property
    def digest(self) -> str:
        """Hexadecimal SHA-256 over text and metadata, of what the document itself says."""
        parts = [self.id, self.text, self.title, self.date, self.author, self.source, self.url]
        return hashlib.sha256(json.dumps(parts, ensure_ascii=False).encode()).hexdigest()


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence; its tokens as columns of equal length.

    `starts` are document offsets; `heads` are token indices within the sentence (the root
    points to itself); `ents` are (first token, end token, label) spans of the pipeline's NER.
    `deps`, `tags`, `pos`, `morphs` and `lemmas` carry spaCy's labels.
    Records keep sentences without their columns (`bare`).
    """

    index: int
    start: int
    end: int
    text: str
    kind: SentenceKind = "prose"
    paragraph: int = 0
    words: tuple[str, ...] = ()
    starts: tuple[int, ...] = ()
    lemmas: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    pos: tuple[str, ...] = ()
    morphs: tuple[str, ...] = ()
    deps: tuple[str, ...] = ()
    heads: tuple[int, ...] = ()
    ents: tuple[tuple[int, int, str], ...] = ()

    def bare(self) -> Sentence:
        """The sentence without its token columns."""
        return Sentence(self.index, self.start, self.end, self.text, self.kind, self.paragraph)


@dataclass(frozen=True, slots=True)
class Mention:
    """A phrase that refers to something: a name, a nominal, a pronoun, a demonym adjective.

    `type` is one of ENTITY_TYPES or "" when unknown; `number` is "singular", "plural" or "";
    `gender` is "male", "female", "neuter" or "".
    """

    start: int
    end: int
    text: str
    head: int
    sentence: int
    kind: MentionKind
    type: str = ""
    number: str = ""
    gender: str = ""


@dataclass(frozen=True, slots=True)
class Argument:
    """An argument of a triple.

    `spans` are the pieces of the document that `text` is made of, in order and joined by a
    space, so that `text == " ".join(document.text[b:e] for b, e in spans)`. `kind` says what the
    graph makes of it: "noun" is resolved to an entity by its `head`, "literal" stays a string
    (a predicate adjective, a descriptor), "clause" is left out of the graph.
    """

    text: str
    spans: tuple[tuple[int, int], ...]
    head: int
    kind: ArgumentKind = "noun"

    @property
    def start(self) -> int:
        return self.spans[0][0]

    @property
    def end(self) -> int:
        return self.spans[-1][1]


@dataclass(frozen=True, slots=True)
class Triple:
    """What one sentence says: subject, relation, object(s), with qualifiers and evidence.

    `relation` is the normalised phrase (present tense, third person, with its preposition:
    "fires on"); `surface` is the sentence's own wording ("had fired on"), found at
    `relation_spans` (empty where the words are inferred, as the "is" of an apposition).
    `objects` is empty for an intransitive clause and has more than one member only in the n-ary
    rendering. `ended` says that a state is over: a date as written in the text, or True.
    `speakers` are those on whose word it stands, innermost first. `cues` are the words that
    decided polarity and factuality. `rule` names the row of the rule table that fired.
    """

    sentence: int
    subject: Argument
    relation: str
    surface: str
    relation_spans: tuple[tuple[int, int], ...]
    objects: tuple[Argument, ...]
    rule: str
    confidence: float
    polarity: Polarity = "asserted"
    factuality: Factuality = "actual"
    ended: str | bool | None = None
    cues: tuple[str, ...] = ()
    speakers: tuple[Argument, ...] = ()
    time: Argument | None = None
    place: Argument | None = None


@dataclass(frozen=True, slots=True)
class DocumentRecord:
    """Everything that is derived from one document alone.

    `chains` are coreference clusters: tuples of indices into `mentions`; a mention in no chain
    stands alone, a pronoun for several together ("they", of Ana and Ben) is in the chain of each.
    `dropped` counts, by reason, what extraction left out.
    """

    document: Document
    sentences: tuple[Sentence, ...]
    mentions: tuple[Mention, ...]
    chains: tuple[tuple[int, ...], ...]
    triples: tuple[Triple, ...]
    dropped: tuple[tuple[str, int], ...] = ()


@dataclass(frozen=True, slots=True)
class EntityMention:
    """Where an entity is mentioned."""

    document: str
    start: int
    end: int
    text: str
    kind: MentionKind


@dataclass(frozen=True, slots=True)
class Entity:
    """One thing, over all documents. `id` is the local name of its IRI.

    `classes` are the IRIs of those of a user's own ontology that it is of.
    """

    id: str
    name: str
    type: str
    aliases: tuple[str, ...] = ()
    mentions: tuple[EntityMention, ...] = ()
    same_as: tuple[str, ...] = ()
    quantity: str | None = None
    classes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Literal:
    """A literal object: lexical form and the local name of its XSD datatype."""

    value: str
    datatype: str = "string"


@dataclass(frozen=True, slots=True)
class Statement:
    """One binary triple after linking, from one sentence, with all its qualifiers.

    `document` is the document's id in the graph and `sentence` the offset at which the sentence
    begins in it. `subject` is an entity id; `object` an entity id, or a Literal (an intransitive
    clause has the boolean literal true). `property` is the relation's prefixed name
    ("rel:meets_with") and `relation` the normalised phrase. Spans are (begin, end) in the
    document. `speakers` are entity ids, innermost first. `ended` is an ISO date, or True. `time`
    is a value of `kg.timex` where it could be reckoned (2024-05-03, 2020-03/2020-05, 2011/..,
    P3Y), else the text's words; `place` an entity id where there is one, else the text's words.
    `unit` is what an object that is a number is counted in (metres), in the text's words.
    `sources` is how many independent sources say the same (kg.linking.corroboration).
    """

    id: str
    document: str
    sentence: int
    subject: str
    property: str
    relation: str
    object: str | Literal
    surface: str
    subject_span: tuple[int, int]
    relation_span: tuple[int, int] | None
    object_span: tuple[int, int] | None
    rule: str
    confidence: float
    polarity: Polarity = "asserted"
    factuality: Factuality = "actual"
    ended: str | bool | None = None
    cues: tuple[str, ...] = ()
    speakers: tuple[str, ...] = ()
    time: str | None = None
    place: str | None = None
    unit: str | None = None
    sources: int = 1

    @builtins.property  # a field has the name
    def status(self) -> str:
        """What a reader is shown: negated, and besides whether planned or claimed."""
        if self.factuality == "actual":
            return self.polarity
        return f"negated, {self.factuality}" if self.polarity == "negated" else self.factuality


@dataclass(frozen=True, slots=True)
class Subgraph:
    """A part of a graph, read back from its store: what views, exports and analysis work on.

    `entities` by id (without mentions), `documents` by id, `sentences` by (document id, begin
    offset) to their text. `mentions` are the sentences of these that speak of an entity, by its id,
    whether or not a statement does.
    """

    entities: Mapping[str, Entity]
    statements: tuple[Statement, ...]
    documents: Mapping[str, Document]
    sentences: Mapping[tuple[str, int], str]
    mentions: Mapping[str, tuple[tuple[str, int], ...]] = field(default_factory=dict)

    def object_text(self, statement: Statement) -> str | None:
        """What a reader is shown as a statement's object; None for an intransitive clause."""
        told = statement.object
        if not isinstance(told, Literal):
            return self.entities[told].name
        if told.datatype == "boolean":
            return None
        return f"{told.value} {statement.unit}" if statement.unit else told.value

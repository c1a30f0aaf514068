"""Why a statement is in the graph: the rule, the words it read, the cues, and whom they name.

Everything comes from the graph and from the mentions that the records keep; nothing is parsed
again.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from kg.clauses.rules import RULES, Rule
from kg.clauses.status import NEGATIONS, NEGATIVE_WORDS
from kg.errors import UnknownNameError
from kg.lines import counted
from kg.model import Entity, EntityMention, Literal, Statement, Subgraph

_ENDING = frozenset("longer more anymore used stop stopped cease ceased quit former".split())
_FIRST_PERSON = frozenset("i me my mine myself we us our ours ourselves".split())
_UNKNOWN = Rule("a rule that this version does not know", "", 0.0)


@dataclass(frozen=True, slots=True)
class Part:
    """Subject, relation or object as the text has it.

    `text` is empty where the words are inferred. `path` leads from the mention to its entity.
    """

    role: str
    span: tuple[int, int] | None
    text: str
    path: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Cue:
    """A word that decided a qualifier, with its places in the sentence (document offsets)."""

    qualifier: str
    word: str
    places: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class Explanation:
    """What is known of how a statement came about."""

    statement: Statement
    sentence: str
    rule: Rule
    parts: tuple[Part, ...]
    cues: tuple[Cue, ...]

    def __str__(self) -> str:
        return "\n".join(self._lines()) + "\n"

    def _lines(self) -> Iterator[str]:
        said = self.statement
        yield f"statement  {said.id}, in {said.document}"
        yield f"sentence   “{' '.join(self.sentence.split())}”"
        yield f"rule       {said.rule}: {self.rule.what}"
        if self.rule.example:
            yield f"           as in “{self.rule.example}”"
        for part in self.parts:
            yield f"{part.role:<10} {_quoted(part)}"
            yield from (f"           {step}" for step in part.path)
        yield f"status     {said.status}"
        for cue in self.cues:
            at = ", ".join(f"{b}:{e}" for b, e in cue.places) or "inferred"
            yield f"           {cue.qualifier} because of “{cue.word}” ({at})"
        if said.sources > 1:
            yield f"sources    {said.sources} that are independent say the same"
        yield f"confidence {said.confidence:.2f}"


def explain(subgraph: Subgraph, entities: Iterable[Entity], statement: str) -> Explanation:
    """The explanation of the statement with that id; `entities` bring their mentions.

    Raises UnknownNameError with the ids that come near.
    """
    wanted = statement.removeprefix("st:")
    said = next((s for s in subgraph.statements if s.id == wanted), None)
    if said is None:
        near = difflib.get_close_matches(wanted, [s.id for s in subgraph.statements], n=3)
        hint = f" Did you mean {' or '.join(near)}?" if near else " `kg show NAME` lists ids."
        raise UnknownNameError(f"No statement has the id {statement!r}.{hint}", near)
    text = subgraph.sentences[said.document, said.sentence]
    mentions = {entity.id: entity for entity in entities}
    return Explanation(
        said,
        text,
        RULES.get(said.rule, _UNKNOWN),
        tuple(_parts(said, text, mentions)),
        tuple(_cues(said, text)),
    )


def _parts(said: Statement, text: str, entities: dict[str, Entity]) -> Iterator[Part]:
    yield _entity_part("subject", said.subject_span, said.subject, (said, text, entities))
    yield Part("relation", said.relation_span, said.surface, (f"is written “{said.relation}”",))
    if isinstance(said.object, Literal):
        if said.object_span is not None:
            yield Part("object", said.object_span, said.object.value)
    else:
        yield _entity_part("object", said.object_span, said.object, (said, text, entities))
    for speaker in said.speakers:
        yield _speaker_part(speaker, said, text, entities)


def _speaker_part(speaker: str, said: Statement, text: str, entities: dict[str, Entity]) -> Part:
    """The words that name the speaker beside the reporting verb, and whom they mean."""
    entity = entities.get(speaker)
    here = [] if entity is None else [m for m in entity.mentions if m.document == said.document]
    told = [m for m in here if m.text.lower() not in _FIRST_PERSON]
    if entity is None or not told:
        return Part("speaker", None, speaker if entity is None else entity.name)
    verbs = [b for cue in _cues(said, text) for b, _ in cue.places] or [said.sentence]
    mention = min(told, key=lambda m: (min(abs(m.start - v) for v in verbs), m.start))
    span = (mention.start, mention.end)
    path = tuple(_path(said, span, entity))
    return Part("speaker", span, mention.text, path)


def _entity_part(
    role: str,
    span: tuple[int, int] | None,
    entity_id: str,
    context: tuple[Statement, str, dict[str, Entity]],
) -> Part:
    said, text, entities = context
    words = "" if span is None else _between(said, text, span)
    entity = entities.get(entity_id)
    if entity is None:
        return Part(role, span, words, (f"is {entity_id}",))
    return Part(role, span, words, tuple(_path(said, span, entity)))


def _path(said: Statement, span: tuple[int, int] | None, entity: Entity) -> Iterator[str]:
    """From the mention in the span, by a name of the same thing, to the entity."""
    here = [m for m in entity.mentions if m.document == said.document]
    inside = [m for m in here if span is not None and m.start < span[1] and m.end > span[0]]
    mention = max(inside, key=lambda m: m.end - m.start, default=None)
    if mention is not None:
        yield f"is the {mention.kind} “{mention.text}” ({mention.start}:{mention.end})"
        if mention.kind != "name":
            named = _nearest_name(here, mention) or _nearest_words(here, mention)
            if named is not None:
                yield f"means the same as “{named.text}” ({named.start}:{named.end})"
    told = counted(len(here), "mention")
    yield f"is {entity.name} ({entity.id}, {told} in {said.document})"


def _nearest_name(mentions: list[EntityMention], of: EntityMention) -> EntityMention | None:
    """The name before the mention that stands nearest, else the first one behind it."""
    names = [m for m in mentions if m.kind == "name"]
    before = [m for m in names if m.start < of.start]
    return max(before, key=lambda m: m.start) if before else next(iter(names), None)


def _nearest_words(mentions: list[EntityMention], of: EntityMention) -> EntityMention | None:
    """What a pronoun means where its thing has no name: the nearest description before it."""
    if of.kind != "pronoun":
        return None
    told = [m for m in mentions if m.kind == "nominal" and m.start < of.start]
    return max(told, key=lambda m: m.start, default=None)


def _cues(said: Statement, text: str) -> Iterator[Cue]:
    for word in said.cues:
        pattern = re.compile(rf"(?<!\w){re.escape(word)}(?!\w)", re.IGNORECASE)
        places = tuple(
            (said.sentence + m.start(), said.sentence + m.end()) for m in pattern.finditer(text)
        )
        yield Cue(_qualifier(said, word.lower()), word, places)


def _qualifier(said: Statement, word: str) -> str:
    """Which of its qualifiers a cue of the statement has decided."""
    if said.ended and word in _ENDING:
        return "ended"
    if word in NEGATIONS | NEGATIVE_WORDS or (said.factuality == "actual" and not said.ended):
        return "negated" if said.polarity == "negated" else "twice negated"
    return said.factuality if said.factuality != "actual" else "ended"


def _between(said: Statement, text: str, span: tuple[int, int]) -> str:
    return text[span[0] - said.sentence : span[1] - said.sentence]


def _quoted(part: Part) -> str:
    if part.span is None:
        return "inferred" if not part.text else f"“{part.text}”"
    return f"“{' '.join(part.text.split())}” ({part.span[0]}:{part.span[1]})"

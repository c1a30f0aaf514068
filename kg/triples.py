"""Triples before linking, as lines of text: JSON, or the tab-separated form of open extraction."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator

from kg.model import Argument, Sentence, Triple


def json_lines(
    document: str, sentences: Iterable[Sentence], triples: Iterable[Triple]
) -> Iterator[str]:
    """One JSON object a triple; offsets are code points into the document's text."""
    texts = {sentence.index: sentence.text for sentence in sentences}
    for t in triples:
        row = {
            "document": document,
            "sentence": texts[t.sentence],
            "subject": _argument(t.subject),
            "relation": t.relation,
            "surface": t.surface,
            "relation_spans": t.relation_spans,
            "objects": [_argument(a) for a in t.objects],
            "polarity": t.polarity,
            "factuality": t.factuality,
            "ended": t.ended,
            "cues": t.cues,
            "speakers": [_argument(a) for a in t.speakers],
            "time": t.time.text if t.time else None,
            "place": t.place.text if t.place else None,
            "confidence": t.confidence,
            "rule": t.rule,
        }
        yield json.dumps(row, ensure_ascii=False)


def oie_lines(sentences: Iterable[Sentence], triples: Iterable[Triple]) -> Iterator[str]:
    """`sentence⇥confidence⇥arg1⇥rel⇥arg2[⇥arg3…]`, the relation in the sentence's own words.

    Where the verb has no object, arg2 is empty. Tabs and line breaks inside become spaces.
    """
    texts = {sentence.index: sentence.text for sentence in sentences}
    for t in triples:
        fields = [texts[t.sentence], f"{t.confidence:.3f}", t.subject.text, t.surface]
        fields += [a.text for a in t.objects]
        if len(fields) == 4:
            fields.append("")
        yield "\t".join(_BREAKS.sub(" ", field) for field in fields)


_BREAKS = re.compile(r"[\t\n\v\f\r\x1c-\x1e\x85\u2028\u2029]+")
"""What ends a field or a line, for this format or for some reader of it."""


def _argument(argument: Argument) -> dict[str, object]:
    return {"text": argument.text, "spans": argument.spans, "kind": argument.kind}

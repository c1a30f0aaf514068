"""Strings that break writers, and a graph that has each of them wherever a text can stand.

The list stands here, so that a clone of the project tests it; more from `../shared/cases` where
that is there.
"""

import json
from pathlib import Path

import orchard

from kg.iris import local_name
from kg.model import Document, DocumentRecord, Entity, Literal, Sentence, Statement

SHARED = Path(__file__).parents[2] / "shared" / "cases" / "hostile.json"

SURROGATES = ["\ud800 lone high", "lone low \udfff", "pair split \ude00\ud83d"]
UNPRINTABLE = ["nul\x00byte", "bell\x07", "esc\x1b[31m", "vt\x0bff\x0c", "\ufffe\uffff nonchars"]
PRINTABLE = [
    "", " ", "plain", "two\nlines", "cr\rlf\r\n", "tab\there", "\x7f del", "nel\x85",
    "\u2028ls\u2029ps",
    'says "no"', 'ends with "', "it's", "'", "''", '"""', "'''", "back\\slash", "ends with \\",
    "\\u0027 or \\u0060", "\\n", "`tick`", "``", "${x}", "$x", "{{x}}", "%s %d %", "</script>",
    "<!-- -->", "]]>", "&amp; & <b>", "=cmd()", "+1", "-1", "@sum", "'=quoted", "''=twice",
    "a,b;c|d\te", "a^^<b>@en .", "x . y", "_:b0", "//x", "javascript:alert(1)",
    "\u202eRTL override", "שלום", "العربية", "日本語", "e\u0301 é", "\ufeffbom", "\u200b",
    "\U0001f600", "\U0001f469\u200d\U0001f467", "\U00010348 gothic", "\u0130stanbul",
    "long " * 4000,
]  # fmt: skip


def strings():
    """All of them, those with lone surrogates last, each once."""
    shared = json.loads(SHARED.read_text(encoding="utf-8")) if SHARED.exists() else []
    return list(dict.fromkeys([*PRINTABLE, *UNPRINTABLE, *shared, *SURROGATES]))


def writable(string):
    """Whether RDF, JSON and Python can hold the string: it has no lone surrogate."""
    return not any("\ud800" <= c <= "\udfff" for c in string)


def graph():
    """The quads of a graph in which every string stands in every place of a document's own."""
    entities, statements, records = [], [], []
    for number, string in enumerate(strings()):
        document = Document(f"d{number}", string, string, None, string, string, None)
        records.append(DocumentRecord(document, (Sentence(0, 0, len(string), string),), (), (), ()))
        entities.append(
            Entity(f"e{number}", string, "Concept", (string + "!",), quantity=string or None)
        )
        said = {
            "document": document.id,
            "sentence": 0,
            "subject": f"e{number}",
            "relation": string,
            "surface": string,
            "subject_span": (0, 1),
            "relation_span": (0, 1),
            "object_span": None,
            "rule": "active",
            "confidence": 0.5,
            "cues": (string,),
            "time": string or None,
            "place": string or None,
        }
        local = "rel:" + local_name(string, "r", 60)
        value = Literal(string)
        statements += [
            Statement(f"s{number}v", property=local + "_value", object=value, **said),
            Statement(f"s{number}e", property=local, object="e0", **said),
        ]
    return orchard.graph(statements, entities, records)

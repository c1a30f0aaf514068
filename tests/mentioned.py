"""Records of documents that are told by their mentions alone."""

from kg.model import Document, DocumentRecord, Mention, Sentence


def record(name, mentions, chains=()):
    """A record of mentions (text, kind, type) set one after the other."""
    made, at = [], 0
    for text, kind, type_ in mentions:
        made.append(Mention(at, at + len(text), text, at, 0, kind, type_, "singular", ""))
        at += len(text) + 1
    text = " ".join(row[0] for row in mentions)
    sentence = Sentence(0, 0, len(text), text)
    return DocumentRecord(Document(name, text), (sentence,), tuple(made), tuple(chains), ())

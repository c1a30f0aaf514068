"""Names on the web: prefixes, and local names made safely from any text.

A local name is NFC and consists of letters, digits, marks, `-` and `_`, so that it needs no
escaping in Turtle, SPARQL or a URL bar. It begins with a letter and has at most 80
characters. A character that has no place in it becomes `_`, and eight hexadecimal digits of
the original's hash keep apart what would otherwise fall together ("AT&T", "AT T").

The vocabularies `kg:` and `rel:` are fixed; entities, statements, documents, sentences,
times and runs stand under the base IRI of the build.
"""

from __future__ import annotations

import hashlib
import re
import unicodedata
from collections.abc import Mapping
from functools import lru_cache

from kg.errors import ArgumentError

FIXED_PREFIXES = {
    "rdf": "http://www.w3.org/1999/02/22-rdf-syntax-ns#",
    "rdfs": "http://www.w3.org/2000/01/rdf-schema#",
    "owl": "http://www.w3.org/2002/07/owl#",
    "xsd": "http://www.w3.org/2001/XMLSchema#",
    "dct": "http://purl.org/dc/terms/",
    "prov": "http://www.w3.org/ns/prov#",
    "nif": "http://persistence.uni-leipzig.org/nlp2rdf/ontologies/nif-core#",
    "sem": "http://semanticweb.cs.vu.nl/2009/11/sem/",
    "skos": "http://www.w3.org/2004/02/skos/core#",
    "schema": "https://schema.org/",
    "kg": "https://example.org/kg/ns#",
    "rel": "https://example.org/kg/rel/",
}
"""Prefixes that no setting moves."""

_BASED = {
    "ent": "entity/",
    "st": "statement/",
    "sent": "sentence/",
    "doc": "document/",
    "time": "time/",
    "run": "run/",
}

NAME_CHARS = (
    "0-9A-Z_a-z\u00b7\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u037d\u037f-\u1fff\u200c\u200d"
    "\u203f\u2040\u2070-\u218f\u2c00-\u2fef\u3001-\ud7ff\uf900-\ufdcf\ufdf0-\uffef"
    "\U00010000-\U0001fffd\U00020000-\U0002fffd\U00030000-\U0003fffd"
)
"""Characters that Turtle's PN_CHARS and RFC 3987's ucschar both allow, as a regex class
without the hyphen."""

_FIXED_NAMESPACES = {iri: prefix for prefix, iri in FIXED_PREFIXES.items()}
_PLAIN_LOCAL = re.compile(f"[{NAME_CHARS}](?:[{NAME_CHARS}.-]*[{NAME_CHARS}-])?")
_ALLOWED = re.compile(f"[{NAME_CHARS}-]")
_PLAIN_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_-]*")
_UNSAFE_ASCII = re.compile(r"[^A-Za-z0-9_-]")
"""What most names are made of, told at once instead of character by character."""
LONGEST = 80
"""Characters of a local name, at most."""
_HASH_DIGITS = 8
"""Hexadecimal digits that keep names with one beginning apart: one pair in four billion meets."""


def prefixes(base_iri: str) -> dict[str, str]:
    """All prefixes of a graph with that base IRI, by prefix.

    >>> prefixes("https://news.example/")["ent"]
    'https://news.example/entity/'
    """
    based = {prefix: base_iri + path for prefix, path in _BASED.items()}
    return FIXED_PREFIXES | based


def check_base_iri(base_iri: str) -> str:
    """The base IRI unchanged, or ArgumentError when nothing can be named under it."""
    unfit = r"\s<>\"{}|\\^`\x00-\x20\ud800-\udfff"
    if not re.fullmatch(rf"(https?://[^/]|urn:)[^{unfit}]*[/#:]", base_iri):
        msg = (
            f"The base IRI {base_iri!r} cannot carry names: it must begin with http://, "
            'https:// or urn:, end with "/", "#" or ":" and contain no spaces.'
        )
        raise ArgumentError(msg)
    return base_iri


def expand(name: str, table: dict[str, str] = FIXED_PREFIXES) -> str:
    """The IRI of a prefixed name; an IRI in full stays as it is.

    >>> expand("rel:meets_with")
    'https://example.org/kg/rel/meets_with'
    """
    prefix, _, local = name.partition(":")
    return table[prefix] + local if prefix in table else name


def compact(iri: str, by_namespace: Mapping[str, str]) -> str | None:
    """The prefixed name of an IRI, or None where it has none that needs no escaping.

    `by_namespace` holds prefixes by what they stand for.

    >>> compact("https://schema.org/Person", {"https://schema.org/": "schema"})
    'schema:Person'
    """
    cut = max(iri.rfind("/"), iri.rfind("#"), iri.rfind(":")) + 1
    prefix, local = by_namespace.get(iri[:cut]), iri[cut:]
    return f"{prefix}:{local}" if prefix and _PLAIN_LOCAL.fullmatch(local) else None


def compact_fixed(iri: str) -> str:
    """The name of a term as statements have it: prefixed where its prefix is fixed, else in full.

    >>> compact_fixed("https://schema.org/worksFor"), compact_fixed("https://my.example/worksFor")
    ('schema:worksFor', 'https://my.example/worksFor')
    """
    return compact(iri, _FIXED_NAMESPACES) or iri


def local_name(text: str, lead: str = "n", longest: int = LONGEST) -> str:
    """The local name of a thing called `text`; a space counts as the same as `_`.

    `lead` stands before what does not begin with a letter.

    >>> local_name("John Kerry"), local_name("1999 film", lead="e")
    ('John_Kerry', 'e_1999_film')
    >>> local_name("AT&T")
    'AT_T-d1aff162'
    """
    wanted = unicodedata.normalize("NFC", text).replace(" ", "_")
    return _safe(text, wanted, lead, longest, lost="_" in text)


@lru_cache(maxsize=100_000)
def identifier_name(identifier: str, lead: str) -> str:
    """The local name of something that has an identifier, say a file's stem; `_` stays.

    >>> identifier_name("000_48f0c2", lead="d")
    'd_000_48f0c2'
    """
    return _safe(identifier, identifier, lead, LONGEST)


@lru_cache(maxsize=100_000)
def as_local_name(identifier: str) -> str:
    """An id that is a local name already, as it is; any other made into one."""
    safe = _PLAIN_NAME.fullmatch(identifier) or (
        _begins_with_letter(identifier) and all(map(_is_kept, identifier))
    )
    return identifier if safe else local_name(identifier)


def _safe(text: str, wanted: str, lead: str, longest: int, lost: bool = False) -> str:
    """`wanted` with everything unsafe replaced; hashed when it no longer tells `text`."""
    name = _without_unsafe(wanted)
    if name != wanted:
        name, lost = re.sub("_+", "_", name).strip("_"), True
    if not _begins_with_letter(name):
        name, lost = (f"{lead}_{name}", lost) if name else (lead, True)
    elif name.startswith(f"{lead}_") and not _begins_with_letter(name[len(lead) + 1 :]):
        lost = True  # or "d_7" and "7" would share a name
    if not lost and len(name) <= longest:
        return name
    digest = hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:_HASH_DIGITS]
    return f"{name[: longest - _HASH_DIGITS - 1].rstrip('_-')}-{digest}"


def _without_unsafe(wanted: str) -> str:
    """A name in NFC with `_` for each character that no local name has."""
    if wanted.isascii():
        return _UNSAFE_ASCII.sub("_", wanted)
    return "".join(c if _is_kept(c) else "_" for c in unicodedata.normalize("NFC", wanted))


def _is_kept(char: str) -> bool:
    if not _ALLOWED.match(char):
        return False
    category = unicodedata.category(char)
    return category[0] in "LM" or category == "Nd" or char in "-_"


def _begins_with_letter(name: str) -> bool:
    return bool(name) and unicodedata.category(name[0])[0] == "L"

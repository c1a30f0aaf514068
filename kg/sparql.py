r"""What a query may do, decided by reading its tokens.

Refused are updates where none is wanted, SERVICE and LOAD (which call any address) and FROM on
anything but a graph's web address (some engines open files). Strings, comments, IRIs and names may
contain these words.

Three things make the reading sound rather than likely. SPARQL replaces codepoint escapes
(`\u0053ERVICE`) before anything else, so every stage of replacing is checked. pyoxigraph's
grammar has no tokens: it takes `ASKFROM<x>`, and `SERVICEkg:x` as a keyword before a name. So a
bare word is refused when the keyword is in it, and a prefix when it begins with one. And what
looks like an IRI may be a comparison, after which quotes and comments begin elsewhere:

    FILTER("a"<'>') SERVICE <http://host/> { ... } FILTER(''='')

So where an IRI holds a quote or `#`, the text is read both ways (`_hidden`). Other IRIs need no
second look: both readings meet again behind them, and no keyword with all that must follow it
fits between `<` and `>`.
"""

from __future__ import annotations

import bisect
import difflib
import re
from collections.abc import Iterator, Mapping
from functools import cache
from typing import NamedTuple

from kg.errors import QueryError

_TOKENS = re.compile(
    r"""
    (?P<comment> \#[^\n\r]* )
  | (?P<iri> <[^<>"{}|^`\\\x00-\x20]*> )
  | (?P<string> \"\"\"(?:[^\\]|\\.)*?\"\"\" | '''(?:[^\\]|\\.)*?'''
              | "(?:[^"\\\n\r]|\\.)*" | '(?:[^'\\\n\r]|\\.)*' )
  | (?P<variable> [?$]\w+ )
  | (?P<language> @[A-Za-z]+(?:-[A-Za-z0-9]+)* )
  | (?P<blank> _:[\w.-]* )
  | (?P<name> (?:[^\W\d_][\w.-]*+(?<!\.))?: (?:[\w:%.-]|\\.)* )
  | (?P<number> \d+(?:\.\d+)?(?:[eE][+-]?\d+)? )
  | (?P<word> \w[\w.-]* )
  | (?P<space> \s+ )
  | (?P<sign> \\?. )
    """,
    re.VERBOSE | re.DOTALL,
)
"""A word goes on over dots and hyphens, as a name's prefix does, so that none is read twice."""

_DOUBTFUL = re.compile(r"<(?![A-Za-z][A-Za-z0-9+.-]*://|[\w:.%-]+').*['#].*")
"""An IRI that may be a comparison; not where `//` or a string would follow a name, which no grammar
allows before the comparison has ended."""

_PREFIXES = re.compile(r"(?<![\w.-])([^\W\d_][\w.-]*+)?:")
_LINE_END = re.compile(r"[\n\r]|\Z")
_ESCAPE = re.compile(r"\\u([0-9A-Fa-f]{4})|\\U([0-9A-Fa-f]{8})")
_LOCAL_ESCAPE = re.compile(r"\\(.)")
_FORMS = ("SELECT", "ASK", "CONSTRUCT", "DESCRIBE")
_UPDATES = ("INSERT", "DELETE", "LOAD", "CLEAR", "CREATE", "DROP", "COPY", "MOVE", "ADD", "WITH")
_SHOWN = 100
"""Characters that an error shows of a line before its mark, at most."""

_WEB = re.compile(r"(?:https?|urn):", re.IGNORECASE)
_NO_LOAD = "LOAD fetches from other servers; write what is to go in with INSERT DATA."
_NO_SERVICE = (
    "SERVICE calls other servers; a query here reads the graph alone. (No prefix may begin with it "
    "either.)"
)
_NO_FILES = (
    "FROM may name only graphs of this store, by http:, https: or urn: addresses, never files."
)


class _Token(NamedTuple):
    kind: str
    text: str
    start: int


def check(sparql: str, prefixes: Mapping[str, str]) -> None:
    """Raise QueryError, saying where, for a query that would do more than read the graph."""
    for stage in _stages(sparql):
        _check_form(stage)
        _check_reach(stage, prefixes)


def check_update(sparql: str, prefixes: Mapping[str, str]) -> None:
    """Raise QueryError, saying where, for an update that would reach beyond the store."""
    for stage in _stages(sparql):
        for token in (*_tokens(stage), *_hidden(stage)):
            if _is_keyword(token, "LOAD"):
                raise _refused(stage, token, _NO_LOAD)
        _check_reach(stage, prefixes)


def _is_keyword(token: _Token, keyword: str) -> bool:
    """Whether pyoxigraph may read the keyword in a bare word, or at the head of a name."""
    if token.kind == "name":
        return bool(_glued(keyword).fullmatch(token.text.partition(":")[0]))
    return token.kind == "word" and keyword in token.text.upper()


@cache
def _glued(keyword: str) -> re.Pattern[str]:
    return re.compile(rf"(?:.*[.-])?(?:true|false)?{keyword}.*", re.IGNORECASE | re.DOTALL)


def _stages(sparql: str) -> Iterator[str]:
    """The text as it is, then with its escapes replaced, as often as that changes anything."""
    stage, last = sparql, ""
    while stage != last:
        yield stage
        stage, last = _ESCAPE.sub(_unescape, stage), stage


def iris_in(sparql: str, prefixes: Mapping[str, str]) -> list[str]:
    """The IRIs that a query names, each once, in their order; those declared are not among them."""
    declared = dict(prefixes)
    found: dict[str, None] = {}
    tokens = list(_tokens(sparql))
    for i, token in enumerate(tokens):
        if token.kind == "name":
            prefix, _, local = token.text.partition(":")
            is_declared = i > 0 and tokens[i - 1].text.upper() == "PREFIX"
            if is_declared and i + 1 < len(tokens):
                declared[prefix] = tokens[i + 1].text[1:-1]
            elif prefix in declared:
                found[declared[prefix] + _LOCAL_ESCAPE.sub(r"\1", local.rstrip("."))] = None
        elif token.kind == "iri":
            found[token.text[1:-1]] = None
    return list(found)


def form(sparql: str) -> str:
    """Which of SELECT, ASK, CONSTRUCT and DESCRIBE a query is, or "" where it is none."""
    *_, whole = _stages(sparql)
    last = ""
    for token in _tokens(whole):
        text = token.text.upper()
        if token.kind in {"word", "name"} and last != "PREFIX":
            for name in _FORMS:
                if text.startswith(name):
                    return name
        last = text
    return ""


def names_graphs(sparql: str) -> bool:
    """Whether a query says by FROM which graphs it reads."""
    return any(token.kind == "word" and "FROM" in token.text.upper() for token in _tokens(sparql))


def explain(sparql: str, error: str, prefixes: Mapping[str, str]) -> str:
    """The message of a syntax error: place, what was expected, and the line with a mark.

    `error` is pyoxigraph's own message: "error at LINE:COLUMN: expected one of ...".
    """
    found = re.match(r"error at (\d+):(\d+): (.*)", error, re.DOTALL)
    if not found:
        return f"The query is not valid SPARQL: {error}"
    line, column, rest = int(found[1]), int(found[2]), found[3]
    whole = _line(sparql, line)
    cut = max(0, column - _SHOWN)  # what is shown ends a little behind the mark
    reason = _unknown_prefix(whole, column, prefixes) if "Prefix not found" in rest else ""
    reason = reason or _wrong_form(sparql) or _expected(rest)
    return (
        f"The query is not valid SPARQL at line {line}, column {column}: {reason}\n"
        f"  {whole[cut : cut + 2 * _SHOWN]}\n  {' ' * (column - 1 - cut)}^"
    )


def _check_reach(sparql: str, prefixes: Mapping[str, str]) -> None:
    """Refuse SERVICE, and FROM with anything but a web address."""
    for token in _hidden(sparql):
        for keyword, reason in (("SERVICE", _NO_SERVICE), ("FROM", _NO_FILES)):
            if _is_keyword(token, keyword):
                raise _refused(sparql, token, reason)
    tokens = list(_tokens(sparql))
    declared = dict(prefixes)
    base = ""
    for token, after, beyond in zip(
        tokens, [*tokens[1:], _END], [*tokens[2:], _END, _END], strict=False
    ):
        word = token.text.upper() if token.kind == "word" else ""
        if _is_keyword(token, "SERVICE"):
            raise _refused(sparql, token, _NO_SERVICE)
        if word == "PREFIX" and beyond.kind == "iri":
            declared[after.text[:-1]] = beyond.text[1:-1]
        elif word == "BASE" and after.kind == "iri":
            base = after.text[1:-1]
        elif "FROM" in word:
            graph = beyond if after.text.upper() == "NAMED" else after
            _check_graph(sparql, graph, declared, base)


_END = _Token("end", "", 0)


def _check_graph(sparql: str, token: _Token, declared: Mapping[str, str], base: str) -> None:
    """Refuse FROM with an IRI that is not a web address or URN once it is resolved."""
    if token.kind == "iri":
        text = token.text[1:-1]
        whole = text if re.match(r"[A-Za-z][A-Za-z0-9+.-]*:", text) else base
    elif token.kind == "name":
        whole = declared.get(token.text.partition(":")[0], "")
    else:
        return  # no valid query; the parser says so
    if not _WEB.match(whole):
        raise _refused(sparql, token, _NO_FILES)


def _check_form(sparql: str) -> None:
    for token in _tokens(sparql):
        if token.kind == "word" and token.text.upper() not in ("PREFIX", "BASE"):
            if token.text.upper() in _UPDATES:
                raise _refused(
                    sparql,
                    token,
                    f"{token.text.upper()} would change the graph; a "
                    "graph is changed by building it, and queries only read.",
                )
            return


def _tokens(sparql: str) -> Iterator[_Token]:
    for match in _TOKENS.finditer(sparql):
        if match.lastgroup not in ("comment", "space"):
            yield _Token(str(match.lastgroup), match[0], match.start())


def _hidden(sparql: str) -> Iterator[_Token]:
    """The tokens that a text has besides, where what looks like an IRI is a comparison.

    Each place is read from once, and the ends of lines are looked up, so that no text takes long.
    """
    tokens = list(_tokens(sparql))
    waiting = [token.start + 1 for token in tokens if _DOUBTFUL.fullmatch(token.text)]
    ends = [found.start() for found in _LINE_END.finditer(sparql)] if waiting else []
    seen = {token.start for token in tokens}
    while waiting:
        at = waiting.pop()
        while at < len(sparql) and at not in seen:
            seen.add(at)
            if sparql[at] == "#":
                at = ends[bisect.bisect_left(ends, at)]
                continue
            match = _TOKENS.match(sparql, at)
            assert match is not None  # any character is a token
            if _DOUBTFUL.fullmatch(match[0]):
                waiting.append(at + 1)
            yield _Token(str(match.lastgroup), match[0], at)
            at = match.end()


def _unescape(match: re.Match[str]) -> str:
    code = int(match[1] or match[2], 16)
    return chr(code) if code < 0x110000 else match[0]


def _refused(sparql: str, token: _Token, reason: str) -> QueryError:
    line = sparql.count("\n", 0, token.start) + 1
    column = token.start - sparql.rfind("\n", 0, token.start)
    return QueryError(f"The query is refused at line {line}, column {column}: {reason}")


def _line(sparql: str, number: int) -> str:
    lines = sparql.split("\n")
    return lines[number - 1].rstrip("\r") if number <= len(lines) else ""


def _unknown_prefix(line: str, column: int, prefixes: Mapping[str, str]) -> str:
    """What to say of a prefix that is not declared; it stands at or before `column`."""
    names = [m for m in _PREFIXES.finditer(line) if m.start() < column]
    unknown = [m[1] or "" for m in names if (m[1] or "") not in prefixes]
    if not unknown:
        return ""
    near = difflib.get_close_matches(unknown[-1], prefixes, 1, 0.4)
    hint = f' Did you mean "{near[0]}:"?' if near else ""
    known = ", ".join(f"{prefix}:" for prefix in prefixes)
    return f'the prefix "{unknown[-1]}:" is not declared.{hint} Declared beforehand: {known}.'


def _wrong_form(sparql: str) -> str:
    first = next(
        (
            t.text
            for t in _tokens(sparql)
            if t.kind == "word" and t.text.upper() not in ("PREFIX", "BASE")
        ),
        "",
    )
    if first.upper() in _FORMS:
        return ""
    begins = f'this one begins with "{first}".' if first else "this one is empty."
    near = difflib.get_close_matches(first.upper(), _FORMS, 1)
    hint = f" Did you mean {near[0]}?" if near else ""
    return f"a query begins with SELECT, ASK, CONSTRUCT or DESCRIBE; {begins}{hint}"


def _expected(rest: str) -> str:
    """The parser's expectations without its character classes."""
    listed = rest.removeprefix("expected ").removeprefix("one of ")
    parts = [part.strip() for part in re.split(r",\s(?=[\w\[\"'])", listed)]
    told = [p for p in parts if p and not p.startswith("[")]
    notes = [p for p in told if p.startswith("The ") or p.count(" ") > 1]
    if notes:
        return f"{notes[0]}."
    if not told:
        return "something else is expected here."
    return f"expected {', '.join(told[:12])}{', …' if len(told) > 12 else ''}."

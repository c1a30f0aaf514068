"""What `kg explain` says of a statement."""

import pytest

from kg import api
from kg.clauses.rules import RULES
from kg.errors import UnknownNameError

TEXT = (
    "Lena Moor owns a mill in Kent. She did not sell the mill. "
    "The baker said he will buy a boat. Omar Said no longer owns a horse.\n"
)


@pytest.fixture(scope="module")
def graph(tmp_path_factory):
    folder = tmp_path_factory.mktemp("explained")
    (folder / "mill.txt").write_text(TEXT, encoding="utf-8")
    return api.build(folder / "mill.txt", folder / "graph")


@pytest.fixture(scope="module")
def explained(graph):
    """Relation -> the explanation of its first statement with that polarity."""

    def of(relation, polarity="asserted"):
        said = (s for s in graph.statements if (s.relation, s.polarity) == (relation, polarity))
        return graph.explain(next(said).id)

    return of


def test_the_rule_comes_with_its_example(explained):
    told = explained("owns")
    assert told.rule == RULES["main"]
    assert told.rule.example in str(told)


def test_parts_are_where_the_text_has_them(explained):
    told = explained("sells", "negated")
    for part in told.parts:
        if part.span is not None and part.role != "relation":
            assert TEXT[slice(*part.span)] == part.text


def test_a_pronoun_is_followed_to_its_name(explained):
    subject = explained("sells", "negated").parts[0]
    assert subject.text == "She"
    assert subject.path[:2] == (
        "is the pronoun “She” (31:34)",
        "means the same as “Lena Moor” (0:9)",
    )


def test_whom_a_pronoun_means_is_told_of_speakers_and_of_what_has_no_name(tmp_path):
    text = (
        "A weaver bought a loom. He paid a fine. "
        'Rosa Lind owns the shed. "I sold him a rope," she said.\n'
    )
    (tmp_path / "loom.txt").write_text(text, encoding="utf-8")
    graph = api.build(tmp_path / "loom.txt", tmp_path / "graph")
    told = {s.relation: graph.explain(s.id) for s in graph.statements}
    assert told["pays"].parts[0].path[:2] == (
        "is the pronoun “He” (24:26)",
        "means the same as “A weaver” (0:8)",
    )
    speaker = next(part for part in told["sells"].parts if part.role == "speaker")
    assert (speaker.text, text[slice(*speaker.span)]) == ("she", "she")
    assert "means the same as “Rosa Lind” (40:49)" in speaker.path


def test_a_statement_is_known_by_its_id_with_and_without_prefix(graph):
    [said] = [s for s in graph.statements if s.relation == "buys"]
    told = graph.explain(f"st:{said.id}")
    assert told == graph.explain(said.id)
    assert "is boat (boat_mill, 1 mention in mill)" in str(told)


def test_each_qualifier_has_its_cue(explained):
    [cue] = explained("sells", "negated").cues
    assert (cue.qualifier, cue.word, cue.places) == ("negated", "not", ((39, 42),))
    planned = explained("buys").cues
    assert ("planned", "will") in {(c.qualifier, c.word) for c in planned}
    assert "because of “will”" in str(explained("buys"))


def test_an_unknown_statement_is_an_error_that_helps(graph):
    known = graph.statements[0].id
    with pytest.raises(UnknownNameError, match=known):
        graph.explain(known[:-1] + "0")
    with pytest.raises(UnknownNameError, match="kg show"):
        graph.explain("?")

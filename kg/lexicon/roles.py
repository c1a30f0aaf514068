"""Nouns that relate their bearer to something: offices, kinship, what is a place's or event's own.

Small lists of our own; lower case, singular.
"""

from __future__ import annotations

OFFICES = frozenset(
    "president elect premier minister chancellor secretary senator governor mayor lawmaker "
    "congressman congresswoman representative deputy ambassador envoy diplomat consul delegate "
    "commissioner prosecutor attorney judge justice sheriff marshal general admiral colonel "
    "major captain lieutenant sergeant commander commander-in-chief chief head leader chairman "
    "chairwoman chairperson chair director executive ceo cfo cto officer manager president-elect "
    "spokesman spokeswoman spokesperson adviser advisor aide coordinator inspector superintendent "
    "king queen prince princess emperor empress duke duchess sultan emir pope cardinal bishop "
    "archbishop imam rabbi patriarch pastor founder co-founder cofounder owner co-owner partner "
    "coach trainer goalkeeper striker editor editor-in-chief publisher columnist "
    "correspondent reporter anchor professor dean rector principal teacher lecturer scientist "
    "researcher analyst economist historian engineer architect designer doctor surgeon physician "
    "nurse lawyer author writer novelist poet composer conductor singer actor actress "
    "producer painter sculptor member member-elect fellow treasurer trustee chaplain warden "
    "negotiator candidate nominee designate ruler dictator speaker whip curator librarian "
    "vice-president vice-chairman undersecretary co-chair co-chairman successor predecessor "
    "lead steward champion astronaut pilot star".split()
)
"""Heads of titles and offices."""

SPOKEN_FOR = frozenset(
    "lawyer attorney solicitor barrister counsel spokesman spokeswoman spokesperson agent "
    "publicist representative".split()
)
"""Those who speak for somebody else, and of him."""

STATE_OFFICES = frozenset(
    "president premier minister chancellor secretary senator governor lawmaker congressman "
    "congresswoman ambassador envoy diplomat consul king queen prince princess emperor empress "
    "sultan emir ruler dictator leader vice-president president-elect representative deputy".split()
)
"""Offices that a nationality before them names the state of (the Danish minister)."""

RANKS = frozenset(
    "prime foreign vice deputy chief executive acting former ex ex- interim senior junior "
    "assistant "
    "defense defence finance interior justice home health education trade energy attorney "
    "managing general lieutenant major rear sales marketing operating financial technology "
    "press state special associate honorary first lady secretary under brigadier news tech "
    "opposition party team club union army navy police military electoral co- co founding "
    "outgoing incoming longtime then staff principal research industry transport environment "
    "majority minority agriculture labor labour economy economic culture cultural sports".split()
)
"""Words that stand before the head of a title and belong to it."""

DEPARTMENTS = frozenset(
    "state defense defence staff treasury energy justice interior commerce labor labour education "
    "health finance war agriculture transportation transport trade homeland foreign culture "
    "environment".split()
)
"""Nouns behind `of` that belong to a title before a name (Secretary of State)."""

FORMER = frozenset("former ex ex- erstwhile onetime one-time".split())
"""Words that say that an office is over."""

KIN = frozenset(
    "father mother parent brother sister sibling son daughter child husband wife spouse uncle "
    "aunt nephew niece cousin grandfather grandmother grandson granddaughter widow widower "
    "stepfather stepmother fiance fiancee fiancé fiancée twin partner girlfriend boyfriend friend "
    "father-in-law mother-in-law son-in-law daughter-in-law brother-in-law sister-in-law "
    "stepson stepdaughter godfather godmother ancestor descendant heir ally enemy rival".split()
)
"""Persons by their relation to another person or party."""

ALLIES = frozenset("ally partner backer rival foe neighbor neighbour sponsor patron".split())
"""What nations are to one another."""

SYMMETRIC = frozenset(
    "friend partner ally enemy rival neighbor neighbour brother sister sibling cousin colleague "
    "twin spouse lover classmate teammate competitor roommate opponent compatriot".split()
)
"""Nouns that, said of several, hold between each two of them."""

RECIPROCAL = frozenset(
    "meet marry divorce clash merge negotiate quarrel argue compete cooperate collaborate "
    "agree reconcile unite debate correspond fight split".split()
)
"""Verbs that, said of several without an object, hold between each two of them."""

PARTS = frozenset("capital headquarters flagship subsidiary mascot currency anthem flag".split())
"""Nouns of which a place or an organisation has its own."""

SETTLEMENTS = frozenset(
    "city town village capital port suburb district province region state county island country "
    "nation republic kingdom municipality commune resort river lake mountain enclave territory "
    "airport stadium university newspaper magazine daily broadcaster company firm bank airline "
    "club party".split()
)
"""Things that a country's name before them places or owns (the Bosnian town)."""

OWNABLE = frozenset(
    "office house home apartment flat villa farm estate garden shop store restaurant hotel car "
    "truck boat ship yacht plane aircraft jet fleet factory plant mine warehouse laboratory lab "
    "library archive museum gallery collection account website blog channel app server "
    "headquarters branch subsidiary newspaper magazine studio school campus hospital clinic "
    "stadium brewery vineyard ranch castle palace bakery workshop garage dog horse cat computer "
    "phone laptop passport weapon gun army navy embassy consulate airline bank company "
    "firm business patent stake share database telescope satellite".split()
)
"""Things that one has, rather than does, is or undergoes."""

SUMMARIES = frozenset(
    "move finding decision step sign claim result development setback blow feat achievement "
    "increase decrease decline rise drop fall practice process trend fact shift change victory "
    "loss gain act action approach accusation charge allegation assertion verdict ruling outcome "
    "milestone first record reversal turn measure reference tribute reminder gesture response "
    "phenomenon situation problem challenge task job idea fine".split()
)
"""Nouns that, in apposition, sum up a whole clause (She resigned, a move that surprised many)."""

EVENTS = frozenset(
    "war battle siege fighting clash attack raid bombing strike protest demonstration riot "
    "uprising revolution coup election vote referendum summit meeting conference talks talk "
    "negotiation rally ceremony festival concert exhibition fair race match game tournament "
    "championship olympics wedding funeral trial earthquake quake flood fire storm hurricane "
    "typhoon explosion blast crash accident massacre killing murder assassination evacuation "
    "ceasefire cease-fire truce crisis conflict outbreak epidemic famine drought parade march "
    "seminar congress session visit airstrike bombardment violence celebration".split()
)
"""Nouns for what takes place."""

DEVERBAL: dict[str, str] = {
    "abduction": "abduct",
    "abolition": "abolish",
    "acquisition": "acquire",
    "adoption": "adopt",
    "annexation": "annex",
    "approval": "approve",
    "arrest": "arrest",
    "assassination": "assassinate",
    "assault": "assault",
    "attack": "attack",
    "ban": "ban",
    "bombardment": "bombard",
    "bombing": "bomb",
    "capture": "capture",
    "condemnation": "condemn",
    "conquest": "conquer",
    "construction": "construct",
    "conviction": "convict",
    "criticism": "criticize",
    "defeat": "defeat",
    "denial": "deny",
    "deployment": "deploy",
    "destruction": "destroy",
    "discovery": "discover",
    "dismissal": "dismiss",
    "endorsement": "endorse",
    "execution": "execute",
    "expulsion": "expel",
    "invasion": "invade",
    "invention": "invent",
    "kidnapping": "kidnap",
    "killing": "kill",
    "liberation": "liberate",
    "murder": "murder",
    "nationalization": "nationalize",
    "occupation": "occupy",
    "purchase": "purchase",
    "ratification": "ratify",
    "recapture": "recapture",
    "recognition": "recognize",
    "rejection": "reject",
    "release": "release",
    "rescue": "rescue",
    "sale": "sell",
    "seizure": "seize",
    "shelling": "shell",
    "siege": "besiege",
    "support": "support",
    "takeover": "take over",
    "theft": "steal",
    "torture": "torture",
    "treatment": "treat",
    "use": "use",
    "violation": "violate",
}
"""Nouns of action with their verb."""

VISITS = frozenset("visit trip".split())
"""Nouns that take their maker somewhere."""

MUTUAL = frozenset(
    "talk talks negotiation meeting summit war battle clash fighting conflict dispute quarrel feud "
    "agreement deal treaty pact truce ceasefire cease-fire alliance merger cooperation partnership "
    "marriage match border contract rivalry relation relations tie ties".split()
)
"""Nouns for what is between parties."""

TOPICAL = frozenset(
    "talk talks negotiation summit conference debate report study book film documentary law "
    "legislation treaty resolution inquiry investigation referendum vote hearing seminar lecture "
    "dispute".split()
)
"""Nouns for what has a topic."""

COLLECTIVES = frozenset(
    "group team pair couple duo trio quartet family band gang crew party coalition alliance "
    "majority minority generation class force network part".split()
)
"""Singular nouns for several."""

TAKES = {
    "on": frozenset(
        "tariff tax duty ban limit cap restriction curb sanction attack assault raid report study "
        "book information data pressure emphasis vote bet war crackdown embargo moratorium grip "
        "hold lid light opinion".split()
    ),
    "with": frozenset(
        "agreement deal contract treaty pact talk talks tie ties relation relations meeting "
        "contact alliance partnership link problem war peace truce ceasefire cease-fire "
        "border".split()
    ),
    "for": frozenset(
        "support demand reason respect responsibility blame hope need bill plan desire preference "
        "evidence room compensation funding approval forecast prize award medal".split()
    ),
    "to": frozenset(
        "access threat damage end answer solution response alternative objection resistance "
        "opposition limit halt harm visit attention".split()
    ),
    "from": frozenset(
        "warning help support aid request letter message call offer threat pressure criticism "
        "complaint money protection".split()
    ),
    "against": frozenset(
        "case charge lawsuit war campaign sanction attack offensive protest appeal evidence".split()
    ),
}
"""Nouns with a preposition of their own: with their verb they are one relation."""

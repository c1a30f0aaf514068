"""What verbs, nouns and adjectives do to the clause that they govern.

A clause in the complement of another word seldom says a plain fact. The tables say of each
governing word what becomes of its content, after the classes of Karttunen (1971, implicative
verbs), Kiparsky and Kiparsky (1970, factives) and Hooper (1975, assertive predicates):

    "claimed"   it stands on somebody's word        (say that, believe that)
    "planned"   it is wanted, due or possible       (want to, promise to, propose that)
    "actual"    the sentence itself vouches for it  (manage to, begin to, know that)

`negates` turns the polarity (fail to, deny that), `ends` says that the state is over (stop
doing), `speaks` that the governor's subject is the one on whose word the content stands.
`denied` says what a negation of the governing word does: the content "flips" (did not manage
to), "stands" (did not know that), or is "unsaid" (did not say that).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Literal as OneOf

from kg.model import Factuality

Denied = OneOf["flips", "stands", "unsaid"]


@dataclass(frozen=True, slots=True)
class Effect:
    """What a governing word does to the factuality and polarity of its content."""

    factuality: Factuality = "actual"
    negates: bool = False
    ends: bool = False
    speaks: bool = False
    denied: Denied = "flips"


@dataclass(frozen=True, slots=True)
class Row:
    """A class of governing words with its effect and an example of its use."""

    effect: Effect
    example: str
    words: str


_SAY = Effect("claimed", speaks=True, denied="unsaid")
_THINK = Effect("claimed", speaks=True)
_KNOW = Effect("actual", denied="stands")
_URGE = Effect("planned", speaks=True)
_WISH = Effect("planned", speaks=True)
_OPEN = Effect("planned")

THAT_ROWS: tuple[Row, ...] = (
    Row(
        _SAY,
        "The mayor said the dam is leaking.",
        "say tell add report announce note state claim argue contend suggest indicate explain "
        "declare insist maintain assert allege testify recall remark comment observe write reply "
        "respond answer warn admit acknowledge concede confirm confess stress emphasize emphasise "
        "complain reiterate repeat inform reveal disclose conclude estimate calculate imply joke "
        "quip shout whisper cry boast brag tweet post assure convince persuade remind quote "
        "counter affirm attest certify submit charge conjecture speculate mention point notify "
        "proclaim profess rule signal caution protest lament muse interject continue find show "
        "demonstrate prove recount opine rumor rumour hint purport describe depict",
    ),
    Row(
        _THINK,
        "Critics believe the council wasted money.",
        "believe think feel suspect assume suppose guess reckon figure consider fear worry "
        "imagine presume doubtless understand gather hold trust sense convinced confident certain "
        "sure adamant positive optimistic worried concerned fearful",
    ),
    Row(
        Effect("claimed", negates=True, speaks=True, denied="unsaid"),
        "The minister denied that he took money.",
        "deny dispute refute rebut disbelieve disprove debunk discredit rule_out",
    ),
    Row(
        _KNOW,
        "The crew knew the engine had failed.",
        "know realize realise discover learn notice see remember forget regret recognize "
        "recognise appreciate perceive matter",
    ),
    Row(
        Effect("claimed", denied="stands"),
        "The jury heard that the firm had hidden the money.",
        "hear",
    ),
    Row(
        Effect("actual", denied="unsaid"),
        "The court established that the firm owned the mine.",
        "establish determine mean ensure happen",
    ),
    Row(
        _URGE,
        "The union demanded that the firm reopen the mine.",
        "propose demand recommend urge promise pledge vow threaten request ask advise insist "
        "instruct order command agree decide decree wish hope expect predict anticipate forecast "
        "want desire prefer pray plan intend swear guarantee project foresee envision envisage "
        "dream vote require call plead beg",
    ),
    Row(
        Effect("planned", negates=True, speaks=True),
        "Economists doubt that prices will fall.",
        "doubt question sceptical skeptical doubtful unsure uncertain dubious unconvinced",
    ),
)
"""Governors of a finite clause."""

TO_ROWS: tuple[Row, ...] = (
    Row(
        _OPEN,
        "The tenants want to buy the house.",
        "plan intend aim seek try attempt mean prepare decide choose "
        "consider contemplate need deserve long yearn aspire strive "
        "struggle endeavor endeavour fight push work agree consent hesitate dream think go "
        "schedule design project tip slate set arrange determine qualify opt elect "
        "undertake resolve vie compete volunteer bid rush race enable allow let "
        "permit authorize authorise entitle empower equip encourage inspire motivate tempt "
        "incline have ought be persuade convince",
    ),
    Row(
        Effect("planned", denied="unsaid"),
        "The farmers waited for the council to fund the dam.",
        "wait",
    ),
    Row(
        _WISH,
        "The queen wants the duke to leave.",
        "want wish hope expect desire like love prefer predict fear",
    ),
    Row(
        _URGE,
        "The premier promised to cut the tax.",
        "promise pledge vow threaten offer propose swear guarantee suggest recommend demand ask "
        "tell order urge call invite beg advise instruct command request press pressure "
        "implore appeal plead rely count depend prevail motion warn remind challenge "
        "direct require oblige commission nominate vote campaign lobby",
    ),
    Row(
        Effect("claimed", speaks=True),
        "The firm claims to own the patent.",
        "claim say report believe think allege know profess purport admit acknowledge recall "
        "presume assume understand estimate consider find show remember confess pretend rumor "
        "rumour suspect accuse",
    ),
    Row(
        Effect(negates=True),
        "The pilot failed to land the plane.",
        "fail refuse decline neglect forget omit avoid resist forgo abstain refrain prevent "
        "prohibit ban bar forbid dissuade discourage deter preclude hinder miss stop_short "
        "fall_short",
    ),
    Row(
        Effect("claimed", negates=True, speaks=True),
        "The clerk denied taking the files.",
        "deny",
    ),
    Row(
        Effect("claimed"),
        "The choir seemed to like the anthem.",
        "seem appear",
    ),
    Row(
        Effect("planned", negates=True),
        "The agency ruled out moving the pack.",
        "rule_out",
    ),
    Row(
        Effect(ends=True),
        "The plant stopped making tyres.",
        "stop cease quit finish end discontinue halt",
    ),
    Row(
        Effect(),
        "The choir began to sing the anthem.",
        "begin start continue keep resume manage happen come get help dare tend "
        "proceed remain serve bother rush hasten force make cause lead compel prompt drive "
        "induce coerce spur bring see hear watch feel notice observe leave find "
        "catch spend enjoy prove turn live stay sit stand lie afford succeed risk "
        "use teach learn train assist pay involve include entail mind trouble pause "
        "regret resent",
    ),
)
"""Governors of an infinitive or a gerund."""

SAME_SUBJECT_IS_NO_SPEAKER = frozenset("want wish hope expect desire like love prefer".split())
"""Verbs that name a speaker only of what others shall do (`she wants him to leave`)."""

NOUN_ROWS: tuple[Row, ...] = (
    Row(
        Effect("claimed", denied="stands"),
        "He repeated the claim that the bank lied.",
        "claim report allegation accusation assertion statement belief rumor rumour suspicion "
        "argument view opinion fear theory suggestion charge complaint impression notion idea "
        "announcement testimony hypothesis perception indication sign speculation concern "
        "warning word criticism complaints evidence proof hint confirmation conclusion story "
        "assurance feeling sense consensus conviction worry anxiety insinuation "
        "innuendo gossip",
    ),
    Row(
        Effect(negates=True, denied="stands"),
        "The myth that the comet fell survives.",
        "lie myth hoax fabrication falsehood fiction misconception fallacy untruth delusion "
        "illusion slander",
    ),
    Row(
        Effect("planned", denied="stands"),
        "There are doubts that Omar killed the bear.",
        "doubt uncertainty scepticism skepticism",
    ),
    Row(
        Effect("claimed", negates=True, speaks=True, denied="stands"),
        "The clerk's denial that she took the files angered Omar.",
        "denial rejection refutation rebuttal",
    ),
    Row(
        Effect("planned", speaks=True, denied="stands"),
        "Canada's pledge to cut emissions won applause.",
        "pledge promise vow threat offer proposal demand call request plea appeal order "
        "recommendation commitment guarantee vote agreement deal",
    ),
    Row(
        Effect("planned", denied="stands"),
        "The mayor's plan to close the port failed.",
        "plan decision need effort attempt desire bid intention opportunity ability right "
        "chance permission hope push drive move campaign mission mandate obligation duty "
        "responsibility power authority willingness wish aim goal ambition project scheme "
        "efforts readiness determination capacity tendency way time pressure option bill "
        "resolution possibility likelihood prospect expectation prediction strategy initiative "
        "quest refusal condition requirement stipulation proviso",
    ),
    Row(
        Effect("actual", denied="stands"),
        "The fact that the vault was open surprised him.",
        "fact knowledge reality news discovery realization realisation truth",
    ),
)
"""Nouns that govern a clause."""

ADJECTIVE_ROWS: tuple[Row, ...] = (
    Row(
        _OPEN,
        "The army is ready to cross the river.",
        "ready likely set due prepared willing eager poised about bound keen anxious certain "
        "sure determined free able scheduled supposed apt prone inclined hopeful "
        "desperate entitled eligible destined slated obliged required capable committed",
    ),
    Row(
        Effect("planned", negates=True),
        "The storm is unlikely to reach the coast.",
        "unlikely",
    ),
    Row(
        Effect(negates=True),
        "The nurses were unable to reach the ward.",
        "unable reluctant unwilling loath powerless incapable afraid",
    ),
    Row(
        Effect("actual", denied="stands"),
        "The heirs were happy to sell the vineyard.",
        "happy glad proud pleased lucky fortunate quick slow first last wise foolish right wrong "
        "busy aware sorry surprised angry grateful delighted disappointed shocked",
    ),
)
"""Adjectives that govern a clause about their own subject."""


def _index(rows: Iterable[Row]) -> Mapping[str, Effect]:
    table: dict[str, Effect] = {}
    for row in rows:
        for word in row.words.split():
            table.setdefault(word, row.effect)
    return table


THAT = _index(THAT_ROWS)
TO = _index(TO_ROWS)
NOUN = _index(NOUN_ROWS)
ADJECTIVE = _index(ADJECTIVE_ROWS)

SPEECH = frozenset(THAT_ROWS[0].words.split()) - {"find", "show", "prove", "demonstrate", "rule"}
"""Verbs that introduce or follow quoted speech."""

TALK = frozenset("talk speak discuss debate address comment tweet testify lecture preach".split())
"""Verbs of speaking that do not take the words spoken as a complement."""

RESULTING = frozenset(
    "beat defeat edge outpace outscore overtake rally climb rise recover go_on".split()
)
"""Verbs behind which an infinitive is what came of it (beat Bern to win the cup)."""

MAKING = frozenset("elect appoint name make crown install ordain proclaim".split())
"""Verbs whose object becomes what its complement says."""

CONTROLLERS = frozenset(
    "tell ask order urge persuade convince force make cause lead compel prompt drive induce coerce "
    "spur get have allow let permit enable authorize authorise entitle empower equip encourage "
    "inspire motivate tempt help want wish expect like love prefer need desire invite beg advise "
    "instruct command request press pressure implore challenge direct require oblige commission "
    "nominate appoint elect choose select teach train assist warn remind forbid prohibit ban bar "
    "dissuade discourage deter prevent stop call recruit hire send bring take assign task pay "
    "bribe trust see hear watch feel notice observe find catch leave keep believe consider think "
    "know report say allege suspect judge push lobby campaign counsel condition free set start "
    "prepare qualify".split()
)
"""Verbs whose object does what the infinitive behind it says."""

PROMISERS = frozenset("promise vow swear threaten pledge guarantee".split())
"""Verbs whose own subject, not their object, does what the infinitive says."""

NAMING = frozenset("call name dub label term consider deem brand describe regard declare".split())
"""Verbs whose object complement is what the subject says of the object."""

BLAME = frozenset(
    "accuse blame criticize criticise praise thank charge condemn slam fault congratulate "
    "forgive punish prosecute sue arrest applaud commend denounce scold convict suspect "
    "prevent stop keep bar block prohibit ban discourage deter fine jail sentence want "
    "dissuade save rescue spare exempt exclude excuse restrain protect clear acquit absolve "
    "exonerate try question interrogate hold detain extradite indict investigate probe".split()
)
"""Verbs whose object is the subject of a gerund behind a preposition (accuse X of lying)."""

HINDER = frozenset(
    "prevent stop keep bar block prohibit ban discourage deter dissuade save rescue spare exempt "
    "exclude excuse restrain protect refrain abstain desist".split()
)
"""Verbs that say with "from" that something did not happen (kept him from leaving)."""

EXONERATE = frozenset("clear acquit absolve exonerate exculpate vindicate".split())
"""Verbs that say with "of" that something was not so (acquitted of lying)."""

PROOFS = frozenset(
    "evidence proof sign indication chance doubt fear hope belief possibility confirmation "
    "allegation suspicion rumour rumor hint guarantee".split()
)
"""Nouns of which a clause without `that` is the content (no proof [Omar left])."""

FOILING = frozenset(
    "foil thwart block oppose stop reject prevent avert criticise criticize condemn denounce halt "
    "uncover expose dismiss deny".split()
)
"""Verbs of acting against the plan that is their object (foiled a plot to rob the bank)."""

PERCEPTION = frozenset("see hear notice watch observe witness feel spot catch".split())
"""Verbs whose bare complement is what somebody witnessed (saw Ana leave)."""

LIGHT = frozenset(
    "have take make give put play hold pay lay place bring set keep get do cast cause "
    "exert express show raise".split()
)
"""Verbs that say little: with their bare noun and its preposition they are one relation."""

DENIALS = frozenset(
    "deny reject dismiss refute dispute rebut contradict disprove debunk discredit".split()
)
"""Verbs that turn what a claim, report or rumour says (denied reports that)."""

OBJECT_RAISERS = frozenset("allow let help permit enable force".split())
"""Verbs of which the subject of their infinitive is the object as well (allows him to go)."""

WISHING = frozenset("want need wish like love prefer hate desire expect intend".split())
"""Verbs of which the subject of their infinitive is no object (wants the bank to pay)."""

INTRANSITIVE_PARTICIPLES = frozenset(
    "fallen gone departed risen retired escaped vanished collapsed arrived died emerged "
    "happened occurred become grown remained".split()
)
"""Past participles that are active behind a noun (leaves fallen from the trees)."""

PASSIVE_ALONE = frozenset({"born"})
"""Passives beside which a participle is active (she was born in Oslo and moved to Bergen)."""

INTRANSITIVE = frozenset(
    "agree apologise apologize appear arise arrive awake balk bark behave belong blush boo bow "
    "breathe "
    "collapse come complain cough crawl creep cry depart die differ disagree disappear doze drown "
    "elapse emerge exist faint fall flee flow frown gasp giggle glow go grin groan happen "
    "hesitate howl kneel laugh lie limp linger listen live look march migrate moan nod occur "
    "persist pray pulsate react recede recover reign rejoice relax remain resign retire retreat "
    "rise roam shine shiver shrug sigh sit sleep smile sneeze snore sparkle sprint stand stare "
    "stay struggle stumble succeed surrender survive swim talk tremble vanish vote wait walk "
    "wander weep work yawn yell yield".split()
)
"""Verbs without an object: one behind `and` is not theirs (sat and ate the bread)."""

LEAVING = frozenset("leave keep find get have see hear catch".split())
"""Verbs whose object a following participle describes (left them waiting)."""

CALLING = frozenset("call ask wait appeal plead push press allow arrange long vote pay".split())
"""Verbs behind which `for` names who shall do something (called for Rome to act)."""

PREPOSITIONAL = frozenset(
    "compare base depend concern regard give provide assume include exclude judge consider follow "
    "owe accord keep lead".split()
)
"""Participles that often are prepositions (compared to, depending on, leading up to)."""

ASKING: Mapping[str, tuple[str, ...]] = {
    "appeal": ("to",),
    "call": ("on", "upon", "for"),
    "count": ("on",),
    "depend": ("on",),
    "motion": ("to",),
    "plead": ("with",),
    "prevail": ("on", "upon"),
    "rely": ("on",),
    "signal": ("to",),
    "wait": ("for",),
}
"""Verbs with the prepositions behind which stands who shall do something."""

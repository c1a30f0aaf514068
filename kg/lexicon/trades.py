"""What the words at the end of a body's name tell, and the short name that is left without them.

A firm adds a legal form ("Inc.") or its trade ("Robotics") to the name by which it goes: "Norvik
Motors AG" is also "Norvik Motors" and "Norvik". A club's last word ("Rovers") tells that it is
one, but what stands before it is mostly a town. Two names with "&" between them are a firm.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

_FORMS = frozenset(
    "inc incorporated ltd limited llc llp plc corp corporation gmbh pty spa sarl".split()
)
_SHORT_FORMS = frozenset("AG SA SE NV BV AB AS ASA Oy Oyj Co KG S.A S.p.A A/S N.V B.V".split())
_TRADES = frozenset(
    "aerospace airlines airways automotive bioscience biosciences biotech brands breweries "
    "capital chemicals communications electronics energy entertainment foods group holding "
    "holdings industries insurance laboratories labs logistics media motors networks partners "
    "petroleum pharma pharmaceuticals robotics semiconductor semiconductors shipping software "
    "solar solutions studios systems technologies technology telecom therapeutics "
    "ventures".split()
)
_SHORTEST = 3
"""Letters of a first word that is too short to stand for a whole name."""
_CLUBS = frozenset("united rovers wanderers athletic fc afc hotspur".split())
_INSTITUTIONS = frozenset(
    "foundation institute institution university college school academy museum gallery library "
    "hospital clinic centre center stadium arena theatre theater church court council committee "
    "commission board party union association society federation confederation league agency "
    "ministry department office fund trust prize award laboratory observatory station festival "
    "championship conference hotel airport bridge park house palace castle act treaty agreement "
    "plan accord report award cup forum alliance coalition movement army navy force forces "
    "police".split()
)
"""Last words of bodies that do not go by the first word of their name: the Tarn Foundation."""

_GENERAL = frozenset(
    "american national federal royal central united international general global first new old "
    "great social democratic human north south east west northern southern eastern western public "
    "european african asian world free people's popular workers islamic christian catholic "
    "saint san".split()
)
"""First words that name no one body."""

BUSINESS = frozenset(  # a firm as well as a person: its rival Norvik Motors
    "rival partner competitor supplier customer client sponsor owner operator maker giant "
    "builder buyer contractor creditor developer distributor exporter importer investor landlord "
    "lender producer provider publisher seller shareholder brewer distiller refiner grocer "
    "hotelier broker trader retailer wholesaler outfitter caterer bookmaker steelmaker".split()
)
FIRMS = frozenset(
    "brewer distiller refiner retailer wholesaler steelmaker insurer manufacturer carrier giant "
    "operator outfitter".split()
)
"""Of those, what a firm is called rather than a person, unless a given name follows."""


def is_body(words: Sequence[str]) -> bool:
    """Whether a name of several words is by its looks that of a firm or a club.

    >>> is_body(["Norvik", "Motors"]), is_body(["Lund", "&", "Sons"]), is_body(["Solar"])
    (True, True, False)
    """
    if len(words) < 2:
        return False
    return "&" in words[1:-1] or is_club(words[-1]) or is_addition(words[-1])


def is_club(word: str) -> bool:
    """Whether a word at the end of a name tells that it is a club's."""
    return _plain(word) in _CLUBS


def is_addition(word: str) -> bool:
    """Whether a word at the end of a firm's name is its trade or legal form."""
    return is_form(word) or (word[:1].isupper() and _plain(word) in _TRADES)


def without_form(name: str) -> str:
    """A firm's name without the legal form at its end.

    >>> without_form("Norvik Motors Inc."), without_form("Inc.")
    ('Norvik Motors', 'Inc.')
    """
    words = name.split()
    while len(words) > 1 and is_form(words[-1]):
        words.pop()
    return " ".join(words).rstrip(",")


def short_names(name: str) -> Iterator[str]:
    """What a firm is called without its legal form, and then without each word for its trade.

    >>> list(short_names("Norvik Motors Holdings AG"))
    ['Norvik Motors Holdings', 'Norvik Motors', 'Norvik']
    """
    words = name.split()
    while len(words) > 1 and is_addition(words[-1]):
        words.pop()
        yield " ".join(words).rstrip(",")


def first_name(name: str) -> str:
    """The first word of a firm's or a club's name, by which it may go; "" where it hardly does.

    >>> first_name("Norvik Fish Traders"), first_name("Norvik Museum"), first_name("Royal Norvik")
    ('Norvik', '', '')
    """
    first, *rest = name.split()
    institution = not rest or _plain(rest[-1]) in _INSTITUTIONS or "of" in rest
    plain = first.isalpha() and first.istitle() and len(first) > _SHORTEST
    return "" if institution or not plain or first.casefold() in _GENERAL else first


def _plain(word: str) -> str:
    return word.rstrip(".,").replace(".", "").casefold()


def is_form(word: str) -> bool:
    """Whether a word is the legal form of a firm."""
    word = word.rstrip(".,")
    return word in _SHORT_FORMS or (word[:1].isupper() and word.casefold() in _FORMS)

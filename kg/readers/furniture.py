"""Lines that belong to the page and not to the text: captions, bylines, links to other pages.

Each row is a pattern that a whole line must match, and an example. The patterns go by form, so
that no full sentence of a text matches: a keyword with a colon, or a few words without a full
stop.
"""

from __future__ import annotations

import re

NAME = r"[A-Z][\w.’'-]*"
"""A word with a capital."""

_NAMES = rf"{NAME}(?:(?: (?:and|&|de|al|van|von|bin))?,? {NAME}){{0,6}}"
_AGENCY = r"(?:REUTERS|Reuters|AFP|AP|EPA|UPI|dpa|Getty Images|Shutterstock|Flickr)"
_MEDIUM = r"(?:file photo|photos?|photographs?|images?|pictures?|videos?|illustration|graphic)"
_LISTED = r"(?:photos|pictures|pics|numbers|charts|maps)"
_SHOW = (
    r"(?:watch|listen|look|video|audio|gallery|slideshow|photos?|images?|pictures?|map|graphic"
    r"|infographic|podcast|live|caption|sources?|credits?|related|recommended|further reading"
    r"|editor['’]s (?:note|picks?)|advertisement|sponsored|tags?|topics|filed under|categories"
    r"|share)"
)
_ELSEWHERE = (
    r"(?:also read|read also|see also|don['’]t miss|you may (?:also )?like|more from|most read"
    r"|more (?:on|about) (?:this|these)|up next|share this|sponsored by|promoted by)"
)
_ALONE = (
    r"(?:advertisement|sponsored|promoted|related|recommended|share|tags|topics|comments"
    r"|(?:related|more|top) (?:articles|stories|topics|news|posts)|(?:print|email) this)"
)
_INVITATION = (
    r"(?:(?:click|tap) (?:here|below|to|on)|follow us|like us on|join us on|subscribe|sign up"
    r"|sign in|log in|download (?:the|our)|get (?:the|our) (?:latest|app|newsletter))"
)
_COOKIES = (
    r"(?:we(?: and our partners)?|(?:this|our) (?:web)?site|our pages) uses? (?:[\w ]{1,30} )?"
    r"cookies\b"
)
_CONSENT = (
    r"by (?:continuing|using|clicking|browsing|signing)\b.{0,80}\byou (?:agree|accept|consent)\b"
)
_CONTROL = (
    r"(?:accept|reject|manage|allow) (?:all )?(?:cookies|preferences)"
    r"|(?:cookie|privacy) (?:policy|notice|statement|settings|preferences)"
    r"|terms (?:of (?:use|service)|and conditions)"
    r"|skip to (?:the )?(?:main )?content|back to (?:the )?top|jump to navigation|open in app"
    r"|\d{1,2}[- ]min(?:ute)?s? read|\d{1,4} comments?"
)
_SWITCH = r"(?:please )?(?:enable|turn on) (?:javascript|cookies)\b"
_FIRST_IN = (
    r"this (?:article|story|post|piece) (?:was )?(?:(?:originally|first) )?"
    r"(?:appeared|published|posted) (?:on|in|at|by)"
)
_LIKED = r"(?:enjoyed this (?:article|story)|like what you(?:['’]re| are) reading)\b"
_CREDITED = rf"(?:{_AGENCY}|(?i:{_MEDIUM}|via|handout|courtesy))"
_WRITTEN = r"(?:by|written by|reported by|story by|text by|from)"
_DONE_BY = r"(?:additional )?(?:reporting|writing|editing|translation|compiled)"
_STAMP = r"(?:last |first |originally )?(?:updated|published|posted|modified)"

FURNITURE: tuple[tuple[str, str], ...] = (
    (r"(?:SEE|READ|LEARN|FIND OUT) MORE\b.*|MORE: .*", "SEE MORE: The Harbour Before the Flood"),
    (r"(?:See|Read|Learn) more(?: ?[:|»›>…].*)?", "Read more »"),
    (r"(?:See|Read|Learn) more (?:about|on|at|from) [^.]*", "Read more about the flood"),
    (rf"(?i:{_SHOW}) ?[:|].*", "WATCH: Mayor on the flood"),
    (rf"(?i:in {_LISTED}) ?[:|].*", "In Photos: Harbour Flood"),
    (rf"(?i:{_ELSEWHERE})(?: [^.]{{0,40}}|:.*)?", "More from Harbour Press"),
    (rf"(?i:{_ALONE})", "Advertisement"),
    (rf"(?i:{_INVITATION})\b.{{0,80}}", "Sign up for our newsletter"),
    (rf"(?i:{_MEDIUM}) (?i:credits?|courtesy(?: of)?|by|via)\b:? .{{1,80}}", "Photo by Ana Ruiz"),
    (rf"(?i:{_COOKIES}).{{0,250}}", "We use cookies to improve your experience on our site."),
    (rf"(?i:{_CONSENT}).{{0,200}}", "By continuing to browse the site you agree to our terms."),
    (rf"(?i:{_CONTROL})", "Accept all cookies"),
    (rf"(?i:{_SWITCH}).{{0,80}}", "Please enable JavaScript to view the comments."),
    (rf"(?i:{_FIRST_IN}) {_NAMES}\.?", "This article was first published in Harbour Press."),
    (rf"(?i:{_LIKED}).{{0,80}}", "Enjoyed this article? Support us."),
    (r"(?:©|\([cC]\)|Copyright\b).*", "© 2019 Harbour Press"),
    (r".{0,60}(?i:all rights reserved).{0,20}", "Harbour Press. All rights reserved."),
    (
        rf".*[(\[][^()\[\]]{{0,60}}\b{_CREDITED}\b[^()\[\]]{{0,60}}[)\]]",
        "A pier in Brest, May 2, 2018. (AP Photo/Ana Ruiz)",
    ),
    (rf"{_AGENCY}(?: ?/ ?.{{1,60}}| Photos?.{{0,60}})?", "REUTERS/Ana Ruiz"),
    (
        rf"(?i:{_WRITTEN}) {_NAMES}(?: ?[,|/–—-] ?[\w .&’'-]{{0,40}}\w)?",
        "By Ana Ruiz, Harbour Press",
    ),
    (rf"(?i:{_DONE_BY} by)\b.{{1,200}}", "Reporting by Ana Ruiz; Editing by Jan Novak"),
    (rf"(?i:{_STAMP})(?: on| at)?:? .{{0,12}}\d.{{0,40}}", "Updated: May 3, 2018 4:15 PM"),
    (r"(?i:date|dated|released|issued): ?.{0,12}\d.{0,40}", "Date: 3 May 2018"),
    (r"(?:https?://|www\.)\S+", "https://harbour.example/flood"),
    (r"(?:[\w-]+: ?)?[\w.+-]+@[\w-]+(?:\.[\w-]+)+", "Contact: news@harbour.example"),
    (r"@\w{2,30}|(?:#\w+[ ,]*)+", "#flood #harbour"),
    (r"(?i:page) \d+(?: of \d+)?|[-–—]? ?\d{1,4} ?[-–—]?", "Page 2 of 7"),
    (r"[^\w]+", "* * *"),
)

_ANY = re.compile("|".join(f"(?:{pattern})" for pattern, _ in FURNITURE))


def is_furniture(line: str) -> bool:
    """Whether a line belongs to the page and not to the text.

    >>> is_furniture("WATCH: Mayor on the flood"), is_furniture("Watch the tide rise.")
    (True, False)
    """
    return len(line) <= 400 and _ANY.fullmatch(line) is not None

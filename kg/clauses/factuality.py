"""Whether a clause is asserted or negated, actual, planned or claimed, and on whose word.

A clause inherits from the word on which it hangs, and adds what it says itself:

1. *Inheritance*, by attachment: the content of `said` is claimed by its subject, that of
   `wants` planned, a relative clause within reported speech is claimed as well, a purpose is
   planned, `without` negates its gerund (tables in verbs.py and below).
2. *Chain*: each verb above the last changes the content (`failed to reach` is not reached).
3. *Own words*: modals, negations with their scope, evidential adverbs, questions, `according
   to`, a parenthetical `officials said`.
4. *Sources and quotation*: what stands between quotation marks is on the word of their speaker
   (speakers.py).

Planned wins over claimed, claimed over actual; negations cancel each other. The design follows
the polarity, modality and attribution of MinIE (Gashteovski et al. 2017) and the veridicality
profiles of FactBank (Saurí and Pustejovsky 2009).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from kg.clauses import Clause, denials, governing
from kg.clauses.speakers import SpeakerReader, claimed
from kg.clauses.status import OwnWords, Status
from kg.lexicon.inflection import base_form
from kg.lexicon.verbs import (
    ADJECTIVE,
    BLAME,
    DENIALS,
    HINDER,
    MAKING,
    NAMING,
    NOUN,
    PERCEPTION,
    RESULTING,
    SAME_SUBJECT_IS_NO_SPEAKER,
    TO,
    Effect,
)
from kg.quotes import Quotation, tellers
from kg.syntax import Tree

CONDITIONS = frozenset("if unless whether lest provided providing supposing".split())
TEMPORAL = frozenset("when until till before after once as so while where whenever that".split())
_CONCEDING = frozenset("though although whereas".split())
"""Conjunctions of what the narrator sets against a report (is said to like it, though he left)."""

_GIVING_REASONS = frozenset("blame cite invoke quote credit".split())
"""Verbs of which a participle tells why something was announced."""

_FORESTALLED = frozenset(
    "stop prevent foil thwart arrest catch intercept block halt avert detain disarm restrain "
    "overpower rescue save".split()
)
"""Verbs behind which `before` tells what did not come about."""


class StatusReader:
    """Finds the status of the clauses of one sentence, governing clauses first."""

    def __init__(
        self, tree: Tree, clauses: Sequence[Clause], quotations: Sequence[Quotation]
    ) -> None:
        self.tree = tree
        self._clause_of = {verb: c for c in clauses for verb in reversed(c.chain)}
        self._clause_of.update({c.verb: c for c in clauses})
        self._said = SpeakerReader(tree, self._clause_of, quotations)
        self._known: dict[int, Status] = {}
        self._words = OwnWords(tree)
        for clause in clauses:
            self.at(clause.verb)

    def of(self, clause: Clause) -> Status:
        return self._known[clause.verb]

    def is_aside(self, clause: Clause) -> bool:
        """Whether a clause only says on whose word another stands (officials said)."""
        return self._said.is_aside(clause)

    def of_object_complement(self, clause: Clause, status: Status) -> Status:
        """The status of `the opera is a triumph` in `the critics called the opera a triumph`.

        Whom a board names its head is its head.
        """
        verb = clause.verb
        if self.tree.lemmas[verb] not in NAMING - MAKING:
            return status
        claim = Effect("claimed", speaks=True)
        if status.polarity == "negated":
            return replace(status, unsaid=True)  # `did not call the opera a triumph`
        return self._changed(status, claim, self.tree.words[verb], self._said.speaker(verb))

    def at(self, token: int) -> Status:
        """The status of the clause in which `token` stands."""
        clause = self._said.around(token)
        if clause is None:
            return Status()
        if clause.verb not in self._known:
            self._known[clause.verb] = Status()  # ends a circle
            self._known[clause.verb] = self._status(clause)
        return self._known[clause.verb]

    def _status(self, clause: Clause) -> Status:
        return self._read(clause, clause.chain[:-1])

    def _read(self, clause: Clause, links: Sequence[int]) -> Status:
        """The status of a clause under those verbs of its chain that are `links`."""
        status = self._inherited(clause)
        if denials.fiction(self.tree, clause):
            status = replace(status, unsaid=True)
        cleft = denials.denied_cleft(self.tree, clause)
        if cleft is not None:
            status = status.flipped(cleft)
        if denials.is_in_marks(self.tree, clause.verb):
            status = claimed(status, "“”")
            rated = clause.attachment == "purpose"  # cut their rating to “sell”
            status = replace(status, unsaid=status.unsaid or rated)
        if denials.is_aim(self.tree, clause):
            status = status.raised("planned", "to")
        if denials.is_inverted(self.tree, clause):
            status = status.raised("planned", "if")
        for link in links:
            status = self._linked(status, clause, link)
        status = self._words.read(status, clause)
        status = self._said.told(status, clause)
        return self._said.quoted(status, clause.verb)

    # --- inheritance

    def _inherited(self, clause: Clause) -> Status:
        if clause.attachment == "main":
            return Status()
        above = self.at(clause.anchor)
        if self._is_beside(clause):
            return Status()
        if self._is_avoided(clause):
            return replace(above, polarity="asserted", ended=False).flipped("rather than")
        if clause.attachment in ("content", "control", "infinitive"):
            return self._content(above, clause)
        if clause.attachment == "gerund":
            return self._gerund(above, clause)
        if clause.attachment == "purpose" and self._results(clause.anchor):
            return replace(above, polarity="asserted", ended=False)
        if clause.attachment == "purpose":
            return replace(above, polarity="asserted", ended=False).raised("planned", "to")
        if clause.attachment == "adverbial":
            return self._adverbial(above, clause)
        if clause.attachment == "free":
            return self._free(above, clause)
        return self._reported(self._over_description(above, clause))

    def _results(self, v: int) -> bool:
        """`beat Bern [to win the cup]`, `went on [to win the cup]`: it is no aim."""
        return self.tree.lemmas[v] in RESULTING or governing.phrasal(self.tree, v) in RESULTING

    def _over_description(self, above: Status, clause: Clause) -> Status:
        """What a clause that describes a subject inherits: nothing of the verbs in its chain.

        `Ana, who paid Bo, denied stealing the van`.
        """
        tree, noun = self.tree, clause.anchor
        governor = self._said.around(noun)
        if tree.deps[noun] == "appos" and (governor is None or noun != governor.subject):
            noun = tree.heads[noun]
        if governor is None or noun != governor.subject:
            return above
        return self._read(governor, ())

    def _is_beside(self, clause: Clause) -> bool:
        """Whether what stands above the clause says nothing of it."""
        return self._said.describes_source(clause) or self._said.is_aside(clause)

    def _free(self, above: Status, clause: Clause) -> Status:
        """A participle with the subject of the clause above is as much of a fact as that."""
        governor = self._clause_of.get(clause.anchor)
        if governor is not None and clause.subject != governor.subject:
            return self._reported(above)
        if above.factuality == "planned" and (self._is_done(clause) or self._is_voiced(clause)):
            return self._reported(above)
        return replace(above, polarity="asserted", ended=False)

    def _is_done(self, clause: Clause) -> bool:
        """`[Built by monks], the mill will be sold`; `used well, it will last` is a condition."""
        passive = clause.passive and self.tree.tags[clause.verb] == "VBN"
        return passive and any(a.role in ("agent", "time") for a in clause.adjuncts)

    def _is_voiced(self, clause: Clause) -> bool:
        """`will close the mill, [blaming the war]`: the plan is to come, the reason is given."""
        tree, v, plan = self.tree, clause.verb, clause.anchor
        aux = [tree.lower[k] for k in tree.children(plan, "aux")]
        announced = aux == ["will"] and tree.child(plan, "mark") is None
        return announced and tree.lemmas[v] in _GIVING_REASONS and tree.words[v - 1] == ","

    def _is_avoided(self, clause: Clause) -> bool:
        """`rather than sell the farm`."""
        than = self.tree.child(clause.top, "mark", "cc")
        return than is not None and self.tree.lower[max(0, than - 1) : than + 1] == (
            "rather",
            "than",
        )

    def _reported(self, above: Status) -> Status:
        """A clause beside the point: within reported speech it is claimed, else actual."""
        if above.word:
            return Status(
                factuality="claimed",
                cues=above.word,
                word=above.word,
                speakers=above.speakers,
            )
        return Status()

    def _content(self, above: Status, clause: Clause) -> Status:
        verdict = denials.verdict(self.tree, clause)
        if verdict is not None:
            return self._judged(above, verdict)
        effect = governing.effect(self.tree, clause)
        if effect is None:
            return self._reported(above)
        anchor = self.tree.words[clause.anchor]
        own = replace(above, polarity="asserted", ended=False)
        denial = self._denial(clause, effect)
        if denial is not None:
            own = replace(own.flipped(self.tree.words[denial]), word=above.word)
            return self._changed(
                own, replace(effect, speaks=True), anchor, self._said.speaker(denial)
            )
        speaker = self._said.speaker(clause.anchor)
        negated = above.polarity == "negated" and clause.anchor in self._clause_of
        if speaker is not None and denials.is_none(self.tree, speaker):
            negated, speaker = True, None
        if negated and (effect.denied == "unsaid" or self._is_unseen(clause)):
            own = replace(own, unsaid=True)
        elif negated and effect.denied == "flips":
            own = replace(own, polarity="negated")
        if effect.factuality == "claimed" and self._is_said_falsely(clause.anchor):
            own = own.flipped(anchor)
        return self._changed(own, effect, anchor, speaker)

    def _judged(self, above: Status, verdict: denials.Verdict) -> Status:
        """The content of words that deny or doubt it."""
        own = replace(self._reported(above), unsaid=verdict.unsaid or above.unsaid)
        effect = Effect(verdict.factuality, negates=verdict.negated, speaks=True)
        return self._changed(own, effect, verdict.cue, verdict.speaker)

    def _is_said_falsely(self, governor: int) -> bool:
        """`falsely said`, `was wrong to say`."""
        above = self._clause_of.get(governor)
        links = () if above is None else above.chain
        wrong = any(self.tree.lower[i] in ("wrong", "mistaken", "incorrect") for i in links)
        return wrong or denials.is_false(self.tree, governor)

    def _is_unseen(self, clause: Clause) -> bool:
        """`nobody saw Ana leave` does not tell whether she left."""
        bare = self.tree.tags[clause.verb] in ("VB", "VBG")
        return bare and self.tree.lemmas[clause.anchor].lower() in PERCEPTION

    def _denial(self, clause: Clause, effect: Effect) -> int | None:
        """The verb that denies the report of which the clause is the content."""
        tree, noun = self.tree, clause.anchor
        verb = tree.heads[noun]
        denied = (
            tree.pos[noun] == "NOUN"
            and tree.deps[noun] == "dobj"
            and tree.lemmas[verb] in DENIALS
            and effect.factuality == "claimed"
            and verb in self._clause_of
        )
        return verb if denied else None

    def _changed(self, status: Status, effect: Effect, cue: str, speaker: int | None) -> Status:
        status = status.raised(effect.factuality, cue)
        if effect.factuality == "claimed":
            status = replace(status, word=(*status.word, cue))
        if effect.negates:
            status = status.flipped(cue)
        if effect.ends:
            status = replace(status, ended=True, cues=(*status.cues, cue))
        if effect.speaks and speaker is not None and self.tree.tags[speaker] != "WP":
            told = [self._said.argument(teller) for teller in tellers(self.tree, speaker)]
            new = [t for t in told if all(t.head != s.head for s in status.speakers)]
            status = replace(status, speakers=(*new, *status.speakers))
        return status

    def _gerund(self, above: Status, clause: Clause) -> Status:
        tree = self.tree
        governor = tree.heads[clause.anchor]
        lemma = base_form(tree.lower[governor], tree.lemmas[governor])
        own = replace(above, polarity="asserted", ended=False)
        if lemma == "succeed" and above.polarity == "negated":
            return above  # `almost succeeded in leaving`
        found = governing.gerund_effect(tree, clause.anchor)
        failed = "fail" in (tree.lemmas[k] for k in tree.ancestors(governor))
        if found is not None and above.polarity == "negated" and failed and lemma in HINDER:
            return own  # `failed to stop them from leaving`
        if found is not None:
            return self._changed(own, found[0], found[1], None)
        if governor in self._clause_of and lemma in BLAME:
            if above.polarity == "negated":
                return replace(own, unsaid=True)
            wrong = denials.is_false(tree, governor)
            effect = Effect("claimed", negates=wrong, speaks=True)
            return self._changed(own, effect, tree.words[governor], self._said.speaker(governor))
        if tree.pos[governor] == "NOUN":
            verdict = denials.over_gerund(tree, governor)
            if verdict is not None:
                return self._judged(above, verdict)
            effect = NOUN.get(lemma, Effect())
            return self._changed(self._reported(above), effect, tree.words[governor], None)
        return own

    def _adverbial(self, above: Status, clause: Clause) -> Status:
        mark = governing.mark(self.tree, clause)
        governor = self._clause_of.get(clause.anchor)
        if governor is not None and governor.attachment == "gerund":
            above = self.at(self.tree.heads[governor.anchor])
        elif governor is not None and mark in _CONCEDING and clause.anchor in governor.chain:
            above = self._read(governor, governor.chain[: governor.chain.index(clause.anchor)])
        own = replace(above, polarity="asserted", ended=False)
        if mark in ("if", "though") and governing.marks(self.tree, clause)[:1] == ["as"]:
            return replace(own, unsaid=True)
        if mark == "before" and self.tree.lemmas[clause.anchor] in _FORESTALLED:
            return replace(own, unsaid=True)
        if mark == "that" and self.tree.lemmas[clause.anchor] in NAMING | DENIALS:
            return replace(own, unsaid=True)  # `called the claim [that it leaks] absurd`
        if mark in CONDITIONS or (mark in ("until", "till") and self._is_to_come(clause)):
            return own.raised("planned", mark)
        past = self.tree.tags[clause.verb] == "VBD" and "would" not in above.cues
        if above.factuality == "planned" and (mark not in TEMPORAL or past):
            # what came before a plan is none (are leaving after the truce failed)
            return self._reported(above)
        return own

    def _is_to_come(self, clause: Clause) -> bool:
        """`closed until it has been paid`, `until he pays`, but not `until he paid`."""
        tree, v = self.tree, clause.verb
        helping = tree.children(v, "aux", "auxpass")
        return any(tree.tags[k] in ("VBZ", "VBP") for k in helping or (v,))

    # --- chain and own words

    def _linked(self, status: Status, clause: Clause, link: int) -> Status:
        tree = self.tree
        lemma, cue = tree.lemmas[link].lower(), tree.words[link]
        status = self._words.of_verb(status, link)
        if tree.pos[link] == "ADJ":
            effect = ADJECTIVE.get(lemma, Effect())
        elif tree.lower[link] == "used" and tree.child(link, "auxpass") is None:
            effect = Effect(ends=True)
        elif (
            (lemma == "go" and tree.tags[link] != "VBG")
            or (lemma == "be" and not self._is_to_be(clause, link))
            or self._results(link)
        ):
            effect = Effect()
        elif lemma == "think" and tree.child(link, "auxpass") is not None:
            effect = Effect("claimed")  # `is thought to have left`
        else:
            effect = TO.get(governing.phrasal(self.tree, link)) or TO.get(lemma, Effect("planned"))
        if effect.ends and self._words.of_verb(Status(), link).polarity == "negated":
            return status.flipped(cue)  # `never stopped working`
        if effect.factuality == "claimed" and denials.is_false(tree, link):
            status = status.flipped(cue)
        silent = lemma in SAME_SUBJECT_IS_NO_SPEAKER
        return self._changed(status, effect, cue, None if silent else self._said.speaker(link))

    def _is_to_be(self, clause: Clause, link: int) -> bool:
        """`is to visit`: the copula governs the infinitive itself."""
        following = clause.chain[clause.chain.index(link) + 1]
        return self.tree.deps[following] == "xcomp" and self.tree.heads[following] == link

    # --- noun phrases

    def of_noun(self, token: int) -> Status:
        """The status of what a noun phrase says by itself: the narrator's unless quoted."""
        return self._said.quoted(Status(), token)

    def hedged(self, status: Status, verdict: denials.Verdict | None) -> Status:
        """The status under a word that takes back what a noun phrase says."""
        if verdict is None:
            return status
        effect = Effect(verdict.factuality, negates=verdict.negated)
        return self._changed(status, effect, verdict.cue, None)

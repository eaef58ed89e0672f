"""The words of the tabletop log of Interceptor Ace: its question, its entry, and what cannot have happened."""

from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from engine.interceptor.events import LogEntered
from engine.interceptor.questions import TabletopLogLine
from play.games.text import EventSentences, GameText, QuestionSentences, Sentences, TextFacts, asked, said
from sorties.interceptor.text import names
from sorties.interceptor.text.names import named

DICE = {
    "award": _("awards"),
    "promotion": _("promotion"),
    "wound": _("wound"),
    "repair": _("repair"),
    "attempt": _("the attempt in Berlin"),
    "r1": _("Table R1"),
}
LANDINGS = {"safe": _("safe landing"), "rough": _("rough landing"), "crash": _("crash landing")}


def _month(number: int) -> str:
    return str(list(names.MONTH_NAMES.values())[number])


def _asked(question: TabletopLogLine, words: GameText) -> str:
    facts = {"month": _month(question.month), "number": question.line + 1, "lines": question.lines}
    return gettext("%(month)s, line %(number)s of %(lines)s: what happened at your table?") % facts


def _entered(event: LogEntered, words: GameText) -> str:
    count = len(event.fights)
    text = ngettext(
        "Recorded: the raid on %(target)s, %(n)s enemy met.",
        "Recorded: the raid on %(target)s, %(n)s enemies met.",
        count,
    )
    return text % {"target": event.target, "n": count}


def _target(facts: TextFacts) -> str:
    if not facts["target"]:
        return gettext("Choose the target of the raid.")
    return gettext("No raid on %(target)s is flown this month.") % facts


def _not_met(facts: TextFacts) -> str:
    return gettext("A %(enemy)s is not met in %(month)s.") % {"enemy": facts["enemy"], "month": _month(facts["month"])}


def _no_victory(facts: TextFacts) -> str:
    return gettext("This %(enemy)s was not shot down, so nobody gets credit.") % facts


def _too_many(facts: TextFacts) -> str:
    text = ngettext("Enter one enemy at most.", "Enter %(most)s enemies at most.", facts["most"])
    return text % facts


def _too_many_hits(facts: TextFacts) -> str:
    return gettext("A %(aircraft)s survives %(most)s hits at most. With %(got)s hits it was lost.") % facts


def _in_the_air(facts: TextFacts) -> str:
    return gettext("He left his aircraft (%(end)s), so there is no landing.") % {
        "end": named(names.NAMES, facts["end"])
    }


def _hurts(facts: TextFacts) -> str:
    if facts["landing"] == "rough":
        return gettext("A rough landing wounds everybody aboard lightly, at least.")
    return gettext("After a crash landing everybody aboard rolls for a wound: light, serious or killed.")


def _wounds(facts: TextFacts) -> str:
    if not facts["wound"]:
        return gettext("He is unhurt. Leave the wounds empty.")
    if facts["wound"] == "LW":
        return gettext("A light wound is one wound. Several wounds are a serious one.")
    return gettext("A serious wound is one wound at least.")


def _dead(facts: TextFacts) -> str:
    return gettext("The dead do not land: choose how he was killed instead of a %(landing)s.") % {
        "landing": named(LANDINGS, facts["landing"])
    }


def _marker(facts: TextFacts) -> str:
    return gettext("He does not have this marker: %(marker)s.") % {"marker": named(names.MARKERS, facts["marker"])}


def _stream(facts: TextFacts) -> str:
    return gettext("A debriefing has no such roll: %(stream)s.") % {"stream": named(DICE, facts["stream"])}


def _face(facts: TextFacts) -> str:
    return gettext("A die with %(sides)s sides cannot show %(got)s.") % facts


QUESTIONS: QuestionSentences = {**asked(TabletopLogLine, _asked)}
EVENTS: EventSentences = {**said(LogEntered, _entered)}
FAULTS: Sentences = {
    "target-unknown": _target,
    "out-of-range": _("%(target)s is out of range from %(base)s: he cannot have flown against it."),
    "enemy-unknown": _("No aircraft of that name is in the game: %(enemy)s."),
    "not-this-month": _not_met,
    "whose-victory": _("Say whose victory this %(enemy)s was."),
    "no-victory": _no_victory,
    "no-gunner": _("He flies without a gunner: his aircraft has one seat."),
    "gunner-against-bomber": _("A gunner shoots at fighters, not at a %(enemy)s."),
    "too-many": _too_many,
    "too-many-hits": _too_many_hits,
    "forced-unhurt": _("A leak or a dead engine needs at least one hit. Enter the hits."),
    "no-enemy": _("This line has no enemy. Enter the enemy, or clear what needs one."),
    "landing-missing": _("Say how he landed."),
    "landing-in-the-air": _in_the_air,
    "killed-unhurt": _("Killed in the air: his wound must say so."),
    "landing-hurts": _hurts,
    "wounds-differ": _wounds,
    "landing-kills": _("Killed in landing: the wound must say so."),
    "the-dead-do-not-land": _dead,
    "event-unknown": _("No random event has that name: %(event)s."),
    "one-event": _("A sortie has one random event at most."),
    "wingman-absent": _("The wingman is away only after the random event that turns him back."),
    "marker-not-held": _marker,
    "dice-unknown": _stream,
    "face-too-high": _face,
    "not-flown": _("He did not fly. Clear the other fields of this line."),
    "long_name": _("Write a name of at most 60 letters."),
    "tabletop-alone": _("A tabletop career has one pilot."),
}

"""Questions of an interception, and the orders that answer them."""

from collections.abc import Sequence
from string import ascii_uppercase

from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from engine.nightfighter.questions import (
    AiJammedQuestion,
    AiNextQuestion,
    AiSearchQuestion,
    CareerLineQuestion,
    CombatAttackQuestion,
    CombatFollowQuestion,
    CombatIdentifyQuestion,
    CombatNextQuestion,
    FighterCorkscrewQuestion,
    FighterDiveQuestion,
    FighterEvadeQuestion,
    FighterLeaveBoxQuestion,
    FighterNextQuestion,
    FighterStepQuestion,
    LogNightQuestion,
    LogWeekQuestion,
    NamesAttackers,
    NamesContacts,
    NightGoOnQuestion,
    RadarPlaceQuestion,
    RadarSearchQuestion,
    RadarSerrateQuestion,
    SearchlightHandOffQuestion,
    SearchlightSearchQuestion,
    SetupEnterQuestion,
    SetupExperteQuestion,
    SetupFacingQuestion,
    SetupHexQuestion,
    SetupVariantQuestion,
    StaffelPlaceQuestion,
    TallyFixedQuestion,
    TallyKeepQuestion,
    TallyLookForQuestion,
    TallyLookQuestion,
    TallyNextQuestion,
    TallyWhichQuestion,
    UmpireAiTargetQuestion,
    UmpireColourQuestion,
    UmpireDelayQuestion,
    UmpireDisplaceQuestion,
    UmpireEntrySpeedQuestion,
    UmpireGciTargetQuestion,
    UmpireIntruderMoveQuestion,
    UmpireIntruderSpeedQuestion,
    UmpireIntruderTargetQuestion,
    UmpireLitBomberQuestion,
    UmpireSearchMarkerQuestion,
    UmpireSlipAwayQuestion,
    UmpireSweepQuestion,
    UmpireVariantQuestion,
)
from play.games.text import GameText, QuestionSentences, Sentence, Sentences, asked
from sorties.nightfighter.text.names import NAMES, VARIANTS


def _placing(question: StaffelPlaceQuestion, words: GameText) -> str:
    data = {
        "box": question.box,
        "wave": str(NAMES[question.wave]),
        "machine": question.machine,
        "radar": question.radar,
    }
    if question.radar:
        return gettext("Who patrols over %(box)s in the %(wave)s wave, in a %(machine)s with %(radar)s?") % data
    return gettext("Who patrols over %(box)s in the %(wave)s wave, in a %(machine)s without radar?") % data


def _crew(arguments: Sequence[str], question: object, *_words: object) -> str:
    found = question.crews.get(arguments[0]) if isinstance(question, StaffelPlaceQuestion) else None
    if found is None:
        return ""
    kills = ngettext("%(n)s kill", "%(n)s kills", found.kills) % {"n": found.kills}
    return f"{NAMES[found.pilot]}, {kills}"


QUESTIONS: QuestionSentences = {
    LogNightQuestion: _("Enter the night: card %(card)s, %(bombers)s bombers, with a %(type)s."),
    LogWeekQuestion: _("Enter week %(week)s, from %(monday)s, with a %(type)s."),
    AiJammedQuestion: _("Does %(fighter)s work its jammed radar?"),
    AiNextQuestion: _("Which fighter searches by radar next?"),
    AiSearchQuestion: _("On which contact does %(fighter)s turn its radar?"),
    CareerLineQuestion: _("Which aircraft does he fly?"),
    CombatAttackQuestion: _("%(fighter)s is behind contact %(contact)s. Does it attack?"),
    CombatFollowQuestion: _("Where does %(fighter)s follow?"),
    CombatIdentifyQuestion: _("Does %(fighter)s try to identify contact %(contact)s?"),
    CombatNextQuestion: _("Which fighter attacks next?"),
    FighterCorkscrewQuestion: _("Where does %(fighter)s corkscrew?"),
    FighterDiveQuestion: _("%(fighter)s has height in hand; dives left: %(dives)s. Does it dive?"),
    FighterEvadeQuestion: _("Something is behind %(fighter)s. Does it evade?"),
    FighterLeaveBoxQuestion: _("Where does %(fighter)s leave the radio beacon?"),
    FighterNextQuestion: _("Which fighter moves next?"),
    FighterStepQuestion: _("%(fighter)s is in %(hex)s, heading %(facing)s: %(spent)s of %(most)s MP flown. Next hex?"),
    NightGoOnQuestion: _("The night is won. Go on for a decisive victory?"),
    RadarPlaceQuestion: _("%(radar)s: choose a hex to search."),
    RadarSearchQuestion: _("Which contact does %(radar)s search?"),
    RadarSerrateQuestion: _("What does %(fighter)s do with Serrate?"),
    SearchlightHandOffQuestion: _("Contact %(contact)s flies into zone %(zone)s. Hand it over?"),
    SearchlightSearchQuestion: _("Which contact do searchlights look for?"),
    SetupEnterQuestion: _("Does %(fighter)s enter now, or wait for turn %(turn)s?"),
    SetupExperteQuestion: _("Which fighter has the experte?"),
    SetupFacingQuestion: _("Which way does %(fighter)s head?"),
    SetupVariantQuestion: _("Which variant do you lay over the scenario? The balance stands at %(balance)s."),
    SetupHexQuestion: _("Where does %(fighter)s start?"),
    **asked(StaffelPlaceQuestion, _placing),
    TallyFixedQuestion: _("Which fixed contact does %(fighter)s look for?"),
    TallyKeepQuestion: _("Does %(fighter)s keep its tally on contact %(contact)s?"),
    TallyLookQuestion: _("Make a sighting roll for bombers?"),
    TallyLookForQuestion: _("Which contact does %(fighter)s look for?"),
    TallyNextQuestion: _("Which fighter looks next?"),
    TallyWhichQuestion: _("Which contact does %(fighter)s keep in sight?"),
    UmpireAiTargetQuestion: _("Which of the equally close attackers does the radar of %(fighter)s fix?"),
    UmpireColourQuestion: _("Which side of the chits do you read?"),
    UmpireDelayQuestion: _("Attacker %(bomber)s, %(type)s, is due in %(hex)s. How many turns do you delay it?"),
    UmpireDisplaceQuestion: _("The player loses attacker %(bomber)s in %(hex)s from sight. Where does it slip?"),
    UmpireEntrySpeedQuestion: _("Attacker %(bomber)s, %(type)s, enters in %(hex)s. How far does it move?"),
    UmpireGciTargetQuestion: _("%(radar)s searches in %(hex)s. Which of the equally close attackers does it show?"),
    UmpireIntruderMoveQuestion: _("Intruder %(bomber)s in %(hex)s pursues %(fighter)s. Where does it end its move?"),
    UmpireIntruderSpeedQuestion: _("How fast does intruder %(bomber)s fly from %(hex)s?"),
    UmpireIntruderTargetQuestion: _("Which fighter does intruder %(bomber)s in %(hex)s hunt?"),
    UmpireLitBomberQuestion: _("Which of the equally close attackers do the lights of zone %(zone)s fix?"),
    UmpireSearchMarkerQuestion: _("Where do the lights of zone %(zone)s seem to hunt?"),
    UmpireSlipAwayQuestion: _("Intruder %(bomber)s in %(hex)s has given itself away. Does it slip aside?"),
    UmpireVariantQuestion: _("Which variant do you lay over the scenario?"),
    UmpireSweepQuestion: _("%(radar)s searches in %(hex)s. Where do you lay its sweep counter?"),
}


def _box(arguments: Sequence[str], *_asked: object) -> str:
    if len(arguments) == 2:
        return gettext("%(hex)s, heading %(facing)s") % {"hex": arguments[0], "facing": arguments[1]}
    return arguments[0]


def _delay(arguments: Sequence[str], *_asked: object) -> str:
    turns = int(arguments[0])
    return ngettext("%(n)s turn", "%(n)s turns", turns) % {"n": turns} if turns else gettext("Not at all")


def _variant(arguments: Sequence[str], *_asked: object) -> str:
    return str(VARIANTS.get(arguments[0], arguments[0]))


def _count(arguments: Sequence[str], *_asked: object) -> str:
    return gettext("%(n)s MP") % {"n": arguments[0]}


def _attacker(arguments: Sequence[str], question: object, *_words: object) -> str:
    places = question.places if isinstance(question, NamesAttackers) else {}
    data = {"n": arguments[0], "hex": places.get(arguments[0], "–")}
    return gettext("Attacker %(n)s in %(hex)s") % data


HEADINGS = ("N", "NE", "SE", "S", "SW", "NW")


def _turned(by: int) -> Sentence:
    """Say where a step leads that ends with a turn."""

    def say(arguments: Sequence[str], question: FighterStepQuestion, words: GameText) -> str:
        heading = HEADINGS[(HEADINGS.index(question.facing) + by) % len(HEADINGS)]
        return gettext("to %(hex)s, then heading %(heading)s") % {"hex": question.ahead, "heading": heading}

    return say


def aircraft_letter(craft: int) -> str:
    """Return the letter of an aircraft with counters: A to Z, then AA. [S5.4]"""
    rest, last = divmod(craft, len(ascii_uppercase))
    return (aircraft_letter(rest - 1) if rest else "") + ascii_uppercase[last]


def aircraft_said(craft: int | None, counters: int) -> str:
    """Name a counter's aircraft, and the number of its counters; nothing under an umpire. [S5.4]"""
    if craft is None:
        return ""
    data = {"letter": aircraft_letter(craft), "n": counters}
    if counters == 1:
        return gettext("aircraft %(letter)s") % data
    return gettext("aircraft %(letter)s, 1 of %(n)s counters") % data


def _place(arguments: Sequence[str], question: object, *_words: object) -> str:
    """Name the place of an order's contact, and the others that may be the same aircraft."""
    found = question.where.get(arguments[-1]) if isinstance(question, NamesContacts) else None
    if found is None:
        return ""
    parts = [found.hex]
    if found.uncertainty:
        parts.append(str(NAMES[found.uncertainty]))
    if aircraft := aircraft_said(found.craft, found.counters):
        parts.append(aircraft)
    if found.beside:
        parts.append(gettext("with %(others)s") % {"others": ", ".join(map(str, found.beside))})
    return ", ".join(parts)


GAINS: Sentences = {
    "call": _("any fighter in reach"),
    "destroy": _("brings it down, if you get to fire"),
    "find": _("finds it"),
    "hold": _("holds it"),
    "identify": _("identifies it"),
    "keep": _("hands it over"),
    "localise": _("finds its hex"),
    "nothing": _("nothing to gain"),
    "real": _("shows that it is real"),
    "refine": _("to six hexes"),
    "tally": _("sights it"),
}
"""Result of the throw for an order, as the order shows it."""


NOTES: Sentences = {
    "contact": _place,
    "staffel.place/*": _crew,
    "zone": _place,
    "fighter.step/ahead": _("to %(ahead)s"),
    "fighter.step/left": _turned(-1),
    "fighter.step/right": _turned(1),
    "setup.facing/N": _("towards the bombers’ entry side"),
    "setup.facing/S": _("towards the bombers’ exit side"),
    "umpire.intruder-speed/full": _("to %(full)s"),
    "umpire.intruder-speed/less": _("to %(less)s"),
}


ORDERS: Sentences = {
    **{f"F{n}": f"F{n}" for n in range(1, 10)},
    **{f"C{n}": f"C{n}" for n in range(1, 200)},
    **{str(n): _attacker for n in range(80)},
    "N": _("N"),
    "NE": _("NE"),
    "SE": _("SE"),
    "S": _("S"),
    "SW": _("SW"),
    "NW": _("NW"),
    "Junkers": _("Junkers"),
    "Messerschmitt": _("Messerschmitt"),
    "ahead": _("Straight on"),
    "attack": _("Attack"),
    "break-away": _("Break off"),
    "carry-on": _("Carry on"),
    "centre": _("Stay on the line"),
    "contact": _("Contact %(1)s"),
    "decline": _("Let it go"),
    "delay": _delay,
    "displace": _("Slip away"),
    "dive": _("Dive"),
    "dive-out": _("Dive and give up all height"),
    "done": _("No more"),
    "drop": _("Drop it"),
    "end": _("End the move"),
    "night.go-on/end": _("End the night"),
    "evade": _("Evade"),
    "exit": _("Leave the map"),
    "full": _("At full speed"),
    "go-on": _("Go on"),
    "hex": _box,
    "hold": _("Hold fire"),
    "keep": _("Keep it"),
    "leave": _("%(1)s leaves the radio beacon"),
    "left": _("On, then left"),
    "combat.follow/left": _("To the left rear"),
    "fighter.corkscrew/left": _("To the left rear"),
    "umpire.displace/left": _("To the left rear"),
    "umpire.slip-away/left": _("To the left rear"),
    "umpire.slip-away/right": _("To the right rear"),
    "less": _("One hex less"),
    "level": _("Stay level"),
    "listen": _("Listen to all ahead"),
    "mp": _count,
    "none": _("None"),
    "oblique": _("Attack with oblique guns"),
    "nobody": _("Nobody"),
    "now": _("Enter now"),
    "pass": _("Pass"),
    "red": _("Red"),
    "right": _("On, then right"),
    "combat.follow/right": _("To the right rear"),
    "fighter.corkscrew/right": _("To the right rear"),
    "umpire.displace/right": _("To the right rear"),
    "roll": _("Roll"),
    "stay": _("Stay"),
    "variant": _variant,
    "wait": _("Wait"),
    "yellow": _("Yellow"),
    "zone": _("Zone %(1)s: contact %(2)s"),
}

REASONS: Sentences = {
    "against-oblique": _("fighter below, out of the gunners’ sight"),
    "alerted": _("alerted"),
    "astern": _("target behind the wings"),
    "band-L": _("fixed by an L-band set"),
    "band-P": _("fixed by a P-band set"),
    "band-S": _("fixed by an S-band set"),
    "band-X": _("fixed by an X-band set"),
    "cards-drawn": _("cards already drawn"),
    "collision": _("collision"),
    "confusion": _("own fighter near the lights"),
    "corkscrewing": _("gunners thrown about"),
    "crowded": _("other bombers near"),
    "dark-cloud": _("cloud and no moon"),
    "defence": _("rear gun"),
    "experte": _("experte"),
    "firepower": _("firepower"),
    "fixed-target": _("fixed target"),
    "fixed-twice": _("fixed by radar and lights"),
    "flares": _("flares"),
    "flares-or-full-moon": _("flares or full moon"),
    "fog": _("fog this month"),
    "full-moon": _("full moon"),
    "good-controller": _("good controller"),
    "good-view": _("good view"),
    "good-visibility": _("good visibility"),
    "green": _("inexperienced crew"),
    "hits": _("hits on the aircraft"),
    "illuminated-cloud": _("bright cloud"),
    "jammed-heavy": _("heavily jammed"),
    "jammed-light": _("lightly jammed"),
    "low-altitude": _("low altitude"),
    "minimum-range": _("minimum range of the set"),
    "moon": _("half or full moon"),
    "no-fix": _("no radar fix"),
    "no-moon": _("no moon"),
    "not-attacking": _("not attacking"),
    "oblique-alerted": _("oblique guns on an alerted bomber"),
    "oblique-guns": _("oblique guns"),
    "oblique-poor": _("oblique guns from a poor position"),
    "other-heading": _("other heading"),
    "overtaking": _("overtaking fast"),
    "poor-position": _("poor position"),
    "poor-visibility": _("poor visibility"),
    "radar-directed": _("radar-directed"),
    "resistant": _("set resists jamming"),
    "search-value": _("search value"),
    "shot-down": _("shot down"),
    "target-corkscrewed": _("target corkscrewed"),
    "turned": _("turned this move"),
    "untrained": _("untrained crew"),
    "village-inn": _("Village Inn"),
    "visibility": _("visibility"),
    "winter": _("winter"),
}

SPOKEN = frozenset(
    ("advice", "ahead", "balance", "belt", "bomber", "box", "contact", "crews", "facing", "fighter", "full", "gains",
     "hex", "less", "machine", "most", "nearest", "odds", "places", "radar", "spent", "turn",
     "type", "wave", "where", "zone")
)  # fmt: skip

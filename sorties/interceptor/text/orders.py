"""Questions of Interceptor Ace: what is at stake, orders, notes beside them, reasons, labels."""

from collections.abc import Callable, Sequence
from typing import TypeVar

from django.utils.functional import Promise as StrPromise
from django.utils.translation import gettext, ngettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from engine.interceptor.questions import (
    BerlinAttempt,
    BomberAgain,
    BomberPosition,
    BomberRound,
    BomberStart,
    BoxOrder,
    BoxReroll,
    DispersalAircraft,
    DispersalCrewman,
    DispersalGunner,
    DispersalRecall,
    DispersalSpend,
    EscortMeet,
    ExpertRedraw,
    FighterAnother,
    FighterAssist,
    FighterReflexes,
    FighterRockets,
    FighterRound,
    FighterSection,
    HomeWitness,
    LandingForced,
    LandingHurt,
    RaidApproach,
    RaidQuestion,
    RaidState,
    RivalBomberCard,
    RivalFighterCard,
    SetupAircraft,
    SetupSkill,
    SortieTakeOff,
)
from engine.interceptor.state import HEAD_ON, TAILING
from engine.kernel.decisions import Question
from play.games.text import GameText, QuestionSentences, Sentences, asked
from sorties.interceptor.text import names
from sorties.interceptor.text.against_fighters import effect_of
from sorties.interceptor.text.names import named
from sorties.interceptor.text.skill_notes import skill_note

Arguments = Sequence[str]
QuestionT = TypeVar("QuestionT")
OrderSentence = Callable[[Arguments, QuestionT, GameText], str]
"""Function that words an order or a note by its arguments, the question and the words."""


# Questions ----------------------------------------------------------------------------------------------------------


def _approach(question: RaidState, words: GameText) -> str:
    if question.escort:
        return gettext("Bombers or escorts?")
    return gettext("Attack the bombers?")


def _again(question: BomberAgain, words: GameText) -> str:
    if question.destroyed:
        return gettext("Turn to another bomber, or leave them?")
    return gettext("Wheel round for another pass?")


def _fighter_round(question: FighterRound, words: GameText) -> str:
    facts = {"enemy": question.enemy}
    if question.orientation < HEAD_ON:
        return gettext("The %(enemy)s fires. How do you meet it?") % facts
    if question.orientation == HEAD_ON:
        return gettext("Nose to nose with the %(enemy)s. Your order?") % facts
    return gettext("You have the %(enemy)s before you. Your order?") % facts


QUESTIONS: QuestionSentences = {
    SetupAircraft: _("Which aircraft is yours?"),
    SetupSkill: _("What have flight school and training taught you?"),
    SortieTakeOff: _("A raid on %(target)s. Do you fly?"),
    BoxOrder: _("Search box %(box)s, or go home?"),
    BoxReroll: _("Keep what was found, or have the controller look again?"),
    **asked(RaidApproach, _approach),
    EscortMeet: _("The %(escort)ss close in. Fight, or slip away?"),
    BomberPosition: _("Where does the pass begin?"),
    BomberStart: _("Out of the sun: where do you open the pass?"),
    BomberRound: _("Fire on the %(bomber)s, or break off?"),
    **asked(BomberAgain, _again),
    ExpertRedraw: _("Card %(card)s: keep it, or take another?"),
    HomeWitness: _("The %(enemy)s crashed on its way home. Use your eyewitness?"),
    FighterRockets: _("Fighters. Jettison the rockets?"),
    **asked(FighterRound, _fighter_round),
    FighterSection: _("Your rival defends against a %(enemy)s. Which section of the card counts?"),
    RivalBomberCard: _("The %(bomber)s fires at your rival. Flip its card."),
    RivalFighterCard: _("Your rival fights a %(enemy)s. Flip its card."),
    FighterReflexes: _("Reflexes: gain a position now, or save them?"),
    FighterAnother: _("The %(enemy)s is off your hands. Take on another?"),
    FighterAssist: _("Your fight is won. Help your comrade?"),
    LandingForced: _("You cannot reach the base. Land, or jump?"),
    LandingHurt: _("The fight is over, and you have to go home. Land, or jump?"),
    DispersalAircraft: _("Which aircraft do you take?"),
    DispersalCrewman: _("A new rear gunner: do you use your prestige to get a good one?"),
    DispersalGunner: _("Your rear gunner is fit again. Who flies with you?"),
    DispersalRecall: _("Do you call your old rear gunner back?"),
    DispersalSpend: _("What do you spend your points on?"),
    BerlinAttempt: _("In Berlin you stand before Hitler, armed. Do you shoot?"),
}


# Stakes -------------------------------------------------------------------------------------------------------------


def _search(question: BoxOrder, words: GameText) -> str:
    if not question.fp:
        return gettext("No weapon of yours fires any more.")
    text = ngettext(
        "One hit so far; firepower %(fp)s. Fighters cannot be refused.",
        "%(hits)s hits so far; firepower %(fp)s. Fighters cannot be refused.",
        question.hits,
    )
    return text % {"hits": question.hits, "fp": question.fp}


def _met(question: RaidState, words: GameText) -> str:
    facts = {"bomber": question.bomber, "escort": question.escort}
    if not question.escort:
        return gettext("%(bomber)ss without escort: you may make pass after pass.") % facts
    return gettext("After a pass the %(escort)ss find you Disadvantaged, unless you slip away.") % facts


def _round(question: BomberRound, words: GameText) -> str:
    first = {
        "together": gettext("You and the box fire together."),
        "pilot": gettext("You fire first."),
        "bomber": gettext("The box fires first."),
        "unseen": gettext("Out of the sun: they do not fire at you."),
    }[question.first]
    if not question.escort:
        return first
    after = gettext("Afterwards the %(escort)ss find you Disadvantaged, unless you slip away.") % {
        "escort": question.escort
    }
    return f"{first} {after}"


def _duel(question: FighterRound, words: GameText) -> str:
    if question.leaving:
        return gettext("It is hurt and tries to get away.")
    if question.sun:
        return gettext("Out of the sun: this round it can neither fire nor defend.")
    return {
        0: gettext("It sits on your tail; a hit on you also finds the controls."),
        1: gettext("It faces you; your guns do not bear."),
        2: gettext("You fire at each other. A pilot who fires does not defend."),
        3: gettext("Your guns bear, and it can only defend."),
        4: gettext("You sit on its tail; a hit on it also finds the controls."),
    }[question.orientation]


STAKES: QuestionSentences = {
    **asked(BoxOrder, _search),
    **asked(RaidApproach, _met),
    EscortMeet: _("Going for the bombers first has cost you your position: you begin Disadvantaged."),
    BomberStart: _("Medium range opens the pass nearer, and it has one round less."),
    **asked(BomberRound, _round),
    BomberPosition: _("A step to the side costs a random hit; climbing lets the box fire first at long range."),
    **asked(FighterRound, _duel),
    FighterSection: _("You flip both cards and roll for position. His wingman’s victories do not count for him."),
    RivalBomberCard: _("Below: the cards left in your rival’s deck, and their modifiers."),
    RivalFighterCard: _("The position roll goes with it."),
    FighterRockets: _("With the rockets gone the aircraft is faster."),
    FighterReflexes: _("Once in a sortie."),
    FighterAssist: _("You improve his position each round. A new enemy may find you."),
    LandingForced: _("A jump always loses the aircraft. A landing may hurt you."),
    LandingHurt: _("A jump costs the aircraft and the next sortie."),
    DispersalSpend: _("Unspent points stay with him."),
    SetupSkill: _("Unspent points stay with him."),
    BerlinAttempt: _("Whether it succeeds or fails, you will not live."),
    SortieTakeOff: _("A sortie tires; staying on the ground rests."),
    ExpertRedraw: _("Once in a sortie. The new card must be used."),
}


# Orders -------------------------------------------------------------------------------------------------------------


def shot(aimed: StrPromise, alone: StrPromise) -> OrderSentence[Question]:
    """Return how an order to fire is said: at its aim, and without one where all aims are closed."""

    def say(arguments: Arguments, question: Question, words: GameText) -> str:
        return str(aimed) % {"aim": named(names.AIMS, arguments[0])} if arguments else str(alone)

    return say


def _clock(arguments: Arguments, question: BomberPosition, words: GameText) -> str:
    """Say a place round the bomber by the hours of the clock and its height."""
    place, height = arguments
    name = question.places.get(place)
    if name is None:
        return named({"climb": _("From straight below"), "dive": _("From straight above")}, height)
    hour = {
        "clock-12": "12",
        "clock-1030": "10:30",
        "clock-130": "1:30",
        "clock-9": "9",
        "clock-3": "3",
        "clock-730": "7:30",
        "clock-430": "4:30",
        "clock-6": "6",
    }.get(name, name)
    return gettext("%(hour)s o’clock, %(height)s") % {"hour": hour, "height": named(names.HEIGHTS, height)}


def _transfer(arguments: Arguments, question: DispersalSpend, words: GameText) -> str:
    unit, base = question.units[arguments[0]]
    data = {"unit": unit, "base": base, "model": arguments[1] if len(arguments) > 1 else ""}
    if data["model"]:
        return gettext("Reassignment to %(unit)s, %(base)s, with a %(model)s") % data
    return gettext("Reassignment to %(unit)s, %(base)s") % data


def _skill(arguments: Arguments, question: Question, words: GameText) -> str:
    data = {"who": named(names.PEOPLE, arguments[0]), "skill": names.skill(":".join(arguments[1:]))}
    return gettext("%(skill)s (%(who)s)") % data


ORDERS: Sentences = {
    "fly": _("Take off"),
    "stay": _("Stay on the ground"),
    "search": _("Search the box"),
    "go-home": _("Go home"),
    "box.reroll/keep": _("Keep it"),
    "box.reroll/reroll": _("Ask the controller to look again"),
    "bombers": _("Attack the bombers"),
    "escort": _("Go for the escorts"),
    "slip-away": _("Slip away"),
    "cloud-bank": _("Hide in the cloud bank"),
    "decline": _("Let them fly on"),
    "fight": _("Fight them"),
    "medium": _("From medium range"),
    "long": _("From long range"),
    "bomber.round/fire": shot(_("Fire at the %(aim)s"), _("Fire")),
    "bomber.round/burst": shot(_("Extended burst at the %(aim)s"), _("Extended burst")),
    "bomber.round/rockets": shot(_("Rockets at the %(aim)s"), _("Rockets")),
    "bomber.round/again": _("A second pass"),
    "bomber.round/wingman": _("Send the wingman in too"),
    "bomber.round/reflexes": _("Reflexes: fire first"),
    "hold": _("Hold fire"),
    "break-off": _("Break off"),
    "bail-out": _("Bail out"),
    "bomber.again/same": _("The same bomber again"),
    "bomber.again/new": _("Another bomber"),
    "bomber.again/leave": _("Leave them"),
    "bomber.position/go": _clock,
    "expert.redraw/keep": _("Keep the card"),
    "expert.redraw/redraw": _("Take another"),
    "home.witness/eyewitness": _("Use the eyewitness"),
    "home.witness/roll": _("Roll for it"),
    "fighter.rockets/jettison": _("Jettison them"),
    "fighter.rockets/keep": _("Keep them"),
    "fighter.round/fire": _("Open fire"),
    "fighter.round/defend": _("Fly by the card"),
    "fighter.round/wingman": _("Call the wingman"),
    "fighter.round/tight-turn": _("Tight turn"),
    "fighter.round/barrel-roll": _("Barrel roll"),
    "fighter.round/cuban-eight": _("Cuban eight"),
    "fighter.round/chandelle": _("Chandelle"),
    "fighter.round/immelmann": _("Immelmann"),
    "fighter.round/split-s": _("Split-S"),
    "fighter.round/disengage": _("Disengage"),
    "fighter.round/reflexes": _("Reflexes: fire first"),
    "fighter.round/gunner-holds": _("Rear gunner: hold your fire"),
    "fighter.round/gunner-fires": _("Rear gunner: fire again"),
    "fighter.section/defend": _("The defence"),
    "fighter.section/wingman": _("The wingman"),
    "flip": _("Flip the card"),
    "fighter.reflexes/save": _("Save them"),
    "fighter.reflexes/gain": _("Gain a position"),
    "fighter.another/another": _("Take on another, head on"),
    "fighter.another/end": _("End the encounter"),
    "fighter.assist/assist": _("Help him"),
    "fighter.assist/another": _("Take on another, head on"),
    "fighter.assist/end": _("Turn away"),
    "land": _("Land where you are"),
    "landing.forced/bail-out": _("Jump"),
    "landing.hurt/land": _("Land at the base"),
    "landing.hurt/bail-out": _("Jump"),
    "take": _("%(1)s"),
    "skill": _skill,
    "upgrade": _("Exchange for a %(1)s"),
    "transfer": _transfer,
    "spare-repair": _("A new aircraft instead of the repair"),
    "leave": _("Take leave"),
    "dispersal.crewman/paid": _("Use the prestige"),
    "dispersal.crewman/plain": _("Take any gunner"),
    "dispersal.gunner/old": _("The old one"),
    "dispersal.gunner/stand-in": _("The stand-in"),
    "dispersal.recall/recall": _("Call him back"),
    "dispersal.recall/new": _("Take a new one"),
    "done": _("Done spending"),
    "salute": _("Salute, and go back to the front"),
    "shoot": _("Shoot"),
    "setup.aircraft/*": _("%(0)s"),
}


# Notes beside orders ------------------------------------------------------------------------------------------------


def _chance(arguments: Arguments, question: RaidQuestion, words: GameText) -> str:
    return gettext("1–%(slip_away)s on a die, once in this encounter") % {"slip_away": question.slip_away}


def signed(value: int) -> str:
    """Show a modifier with its sign; a true minus, as the charts have it."""
    return f"+{value}" if value > 0 else f"−{-value}" if value < 0 else "±0"


def _skill_price(arguments: Arguments, question: SetupSkill | DispersalSpend, words: GameText) -> str:
    does = str(skill_note(arguments[0], arguments[1]))
    cost = question.prices.get("skill:" + ":".join(arguments))
    if cost is None:
        return does
    points = ngettext("one Experience Point", "%(n)s Experience Points", cost) % {"n": cost}
    return gettext("%(does)s; %(points)s") % {"does": does, "points": points} if does else points


def _upgrade_price(arguments: Arguments, question: DispersalSpend, words: GameText) -> str:
    cost = question.prices.get("upgrade:" + ":".join(arguments))
    if cost is None:
        return ""
    return ngettext("one Prestige Point", "%(n)s Prestige Points", cost) % {"n": cost}


def _transfer_price(arguments: Arguments, question: DispersalSpend, words: GameText) -> str:
    if question.free_transfers:
        return gettext("free, by rank; one sortie missed")
    return gettext("%(n)s Prestige Points; one sortie missed") % {"n": question.transfer}


def manoeuvre(name: str) -> OrderSentence[FighterRound]:
    """Return a note that says what a manoeuvre does for certain."""

    def note(arguments: Arguments, question: FighterRound, words: GameText) -> str:
        return gettext("For certain: %(effect)s.") % {"effect": effect_of(question.manoeuvres[name])}

    return note


def _disengage(arguments: Arguments, question: FighterRound, words: GameText) -> str:
    if question.orientation == TAILING:
        return gettext("From its tail it is certain.")
    return gettext("1–%(disengage)s on a die; failing costs a position") % {"disengage": question.disengage}


def _place(arguments: Arguments, question: BomberPosition, words: GameText) -> str:
    option = "go:" + ":".join(arguments)
    if option not in question.modifiers:
        return ""
    (they, you), (hits, climbs) = question.modifiers[option], question.prices[option]
    data = {"you": signed(you), "they": signed(they)}
    if hits and climbs:
        return gettext("your hits %(you)s, theirs %(they)s; one random hit, they fire first") % data
    if hits:
        return gettext("your hits %(you)s, theirs %(they)s; one random hit") % data
    if climbs:
        return gettext("your hits %(you)s, theirs %(they)s; they fire first at long range") % data
    return gettext("your hits %(you)s, theirs %(they)s") % data


def _type_note(arguments: Arguments, question: SetupAircraft | DispersalAircraft, words: GameText) -> str:
    figures = question.types[arguments[0]]
    data = {"speed": figures.speed, "fp": figures.fp, "level": figures.level}
    return gettext("speed %(speed)s, firepower %(fp)s, level %(level)s") % data


NOTES: Sentences = {
    "slip-away": _chance,
    "cloud-bank": _("no roll; the marker is used up"),
    "bail-out": _("the aircraft is lost; a roll for each of the crew"),
    "search": _("two dice on the Interception Chart"),
    "escort": _("the fight begins as you met them"),
    "hold": _("close in without firing; they fire"),
    "bomber.round/wingman": _("2d6, low is good; he may be hit"),
    "bomber.round/reflexes": _("once in a sortie"),
    "fighter.round/reflexes": _("once in a sortie"),
    "fighter.round/gunner-holds": _("no card for him, until you say otherwise"),
    "fighter.round/gunner-fires": _("his own card at the fighter behind"),
    "fighter.round/tight-turn": manoeuvre("tight-turn"),
    "fighter.round/barrel-roll": manoeuvre("barrel-roll"),
    "fighter.round/cuban-eight": manoeuvre("cuban-eight"),
    "fighter.round/chandelle": manoeuvre("chandelle"),
    "fighter.round/immelmann": manoeuvre("immelmann"),
    "fighter.round/split-s": manoeuvre("split-s"),
    "fighter.round/disengage": _disengage,
    "bomber.position/go": _place,
    "skill": _skill_price,
    "upgrade": _upgrade_price,
    "transfer": _transfer_price,
    "take": _type_note,
    "dispersal.spend/leave": _("the longest rest; it clears fatigue"),
    "setup.aircraft/*": _type_note,
}


# Reasons: modifiers, closed orders, what closed undo ----------------------------------------------------------------

REASONS: Sentences = {
    "long": pgettext_lazy("modifier", "long range"),
    "close": pgettext_lazy("modifier", "close range"),
    "medium": pgettext_lazy("modifier", "medium range"),
    "long-alone": _("long range, out of formation"),
    "medium-alone": _("medium range, out of formation"),
    "close-alone": _("close range, out of formation"),
    "long-formation": _("long range, in formation"),
    "medium-formation": _("medium range, in formation"),
    "close-formation": _("close range, in formation"),
    "small-target": _("a Bf109 is a small target"),
    "gunship": _("the extra guns of a YB-40"),
    "chin-turret": _("the chin turret, from the front"),
    "position": _("your place round the bomber"),
    "steady-target": _("an extended burst makes a steady target"),
    "burst": _("extended burst"),
    "gunners": _("gunners hit"),
    "gunnery": _("Gunnery"),
    "aim": _("Aim"),
    "acm": _("Air Combat Manoeuvring"),
    "awareness": _("Situational Awareness"),
    "gunner-awareness": _("Situational Awareness of the gunner"),
    "ace": _("ace"),
    "agile": _("agile aircraft"),
    "boost": _("engine boost"),
    "fatigue": _("fatigue"),
    "avoided": _("avoided"),
    "mine-shells": _("mine shells"),
    "head-on-master": _("a master of the head-on attack"),
    "presses-home": _("presses attacks home"),
    "practised-jumper": _("a practised jumper"),
    "pilot-green": _("an inexperienced pilot"),
    "pilot-veteran": _("a veteran pilot"),
    "pilot-ace": _("an ace pilot"),
    "controls": _("controls hit"),
    "engine-damaged": _("an engine damaged"),
    "engine-out": _("an engine out"),
    "engines-out": _("engines out"),
    "one-short": _("parts one hit from loss"),
    "damaged": _("any damage"),
    "forced": _("a landing away from base"),
    "serious-wound": _("a serious wound"),
    "weather-good": _("good weather"),
    "weather-poor": _("poor weather"),
    "weather-bad": _("bad weather"),
    "landing-skill": _("Landing"),
    "parachute-skill": _("Parachute"),
    "four-rockets": _("a salvo of four"),
    "further-kills": _("further victories"),
    "knights-cross": _("Knight’s Cross"),
    "period-awards": _("awards since the last date"),
    "period-kills": _("victories since the last date"),
    # closed orders
    "experience": lambda arguments, facts: (
        ngettext(
            "It costs %(cost)s Experience Point; in hand: %(points)s.",
            "It costs %(cost)s Experience Points; in hand: %(points)s.",
            facts["cost"],
        )
        % facts
    ),
    "manoeuvre-before": _("Another manoeuvre has to be learned before it."),
    "level": _("It needs Prestige Level %(needs)s; yours is %(level)s."),
    "points": lambda arguments, facts: (
        ngettext(
            "It costs %(cost)s Prestige Point; in hand: %(points)s.",
            "It costs %(cost)s Prestige Points; in hand: %(points)s.",
            facts["cost"],
        )
        % facts
    ),
    "no-rockets": _("This aircraft has none."),
    "rockets-fired": _("They have been used."),
    "rockets-damaged": _("They are damaged."),
    "rockets-opening": _("Only at long range, before anything else is fired."),
    "burst-close": _("Not at close range."),
    "burst-ammunition": _("It takes two points in a weapon that fires."),
    "no-firepower": _("No weapon of yours fires any more."),
    "wingman-sent": _("He is on his way in."),
    "wingman-limit": _("He has no more for this sortie."),
    "wingman-pass": _("He has attacked in this pass."),
    "wingman-damaged": _("Your wingman is damaged."),
    "wingman-lost": _("Your wingman is lost."),
    "wingman-absent": _("No wingman flies with you."),
    "wingman-alone": _("He cannot help in this round."),
    "radio": _("Your radio is out."),
    "reflexes-used": _("Already used in this sortie."),
    "reflexes-now": _("You fire first already."),
    "unlearned": _("Not learned."),
    "used": _("Already flown in this sortie."),
    "guns-do-not-bear": _("Your guns do not bear from there."),
    "must-leave": _("Leaking fuel, without oxygen or badly wounded, you can only leave."),
    "facing": _("It faces you: only from Advantaged or Tailing."),
    "first-round": _("Not before the first round."),
    "escort-near": _("With an escort there is one pass only."),
    "destroyed": _("It is down."),
    "no-escort": _("There is no escort."),
    "unhurt": _("The first is not hurt."),
    "alone": _("It flies alone."),
    "rival-chooses": _("Your rival chooses the section of the card."),
}


# Labels -------------------------------------------------------------------------------------------------------------

LABELS: Sentences = {
    "ours": _("You"),
    "theirs": _("They"),
    "hits": _("Hits taken"),
    "fp": _("Firepower"),
    "a1": _("A1 Raids"),
    "a2": _("A2 Pilot and crew"),
    "a3": _("A3 Aircraft targets"),
    "b1": _("B1 Interception"),
    "b2": _("B2 Combat Cards"),
    "b3": _("B3 Bomber and group damage"),
    "b4": _("B4 Damage listings"),
    "b5": _("B5 Skills"),
    "b6": _("B6 Fighter damage"),
    "b7": _("B7 Landing"),
    "b8": _("B8 Parachutes"),
    "b9": _("B9 Weather"),
    "b10": _("B10 Ranges"),
    "b12": _("B12 Initiative"),
    "c1": _("C1 Random events"),
    "c3": _("C3 Extended burst"),
    "w1": _("W1 Wingman’s attack"),
    "p1": _("P1 Positions"),
    "4.1": _("4.1 Units"),
    "rockets": _("Rockets"),
    "c2": _("C2 Serious wounds"),
    "r1": _("R1 Replacements"),
    "pilots": _("Pilots"),
    "name": _("Name"),
    "track": _("Rank track"),
    "unit": _("Unit"),
    "aircraft": _("Aircraft"),
    "start": _("First month"),
    "ace": _("Historical ace"),
    "ace_unit": _("Unit of the ace"),
    "keeps_points": _("The first points are spent later"),
    "play": _("Play"),
    "options": _("Options"),
    "fatigue": _("Fatigue"),
    "quality": _("Quality of enemy pilots"),
    "positions": _("Positions round the bomber"),
    "manoeuvres": _("Advanced manoeuvres"),
    "attempt": _("The attempt on Hitler"),
    "repair_by": _("Repair counts"),
    "aim_needs_hit": _("Aim needs a hit of the card"),
    "burst_after_range": _("A burst needs a hit that range has left"),
    "ace_wingman_hits": _("An ace wingman hits fighters harder"),
    "leak_forces_landing": _("A leak forces a landing"),
    "wingman_bursts": _("Wingman’s attacks on bombers in a sortie (0: no limit)"),
    "turns_freely": _("He turns to any bomber, with or without a shot"),
    "wingman_each_round": _("The wingman attacks in every round of a pass"),
    "wingman_clasps": _("The wingman wins flight clasps"),
    "transfer_by": _("A transfer brings a type"),
    "loss_by_roll": _("After a loss scarcer types need a roll"),
    "spare_same_model": _("A repair is spared by the same model alone"),
    "stream": _("Dice"),
    "dice": _("Dice"),
}

CHOICES: Sentences = {
    "officer": _("Officer"),
    "nco": _("Non-commissioned"),
    "card": _("Card"),
    "random": _("at random"),
    "solitaire": _("Alone"),
    "cooperative": _("Two together"),
    "competitive": _("Two against each other"),
    "systems": _("Systems"),
    "hits": _("Hits taken"),
    "here": _("Fair dice, thrown here"),
    "tabletop": _("Your own, on the table"),
    "roll": _("on offer"),
    "service": _("in service"),
}
"""Options of the set-up."""

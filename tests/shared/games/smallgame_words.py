"""The words of the small game."""

from django.utils.translation import gettext as now
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

from engine.kernel.events import DeckReshuffled
from play.games.text import GameText, said
from tests.shared.games.smallgame import (
    CardDrawn,
    CardPlayed,
    CardQuestion,
    CourseQuestion,
    CoursesShown,
    Fired,
    FireQuestion,
    Over,
    PlanQuestion,
    PlanWritten,
    Scouted,
    ScoutQuestion,
    Sounded,
    Trimmed,
    TrimQuestion,
)


def _fired(event: Fired, words: GameText) -> str:
    if event.hit:
        return now("The raider fires and sinks a boat.")
    return now("The raider fires and misses.")


WORDS = GameText(
    game="strait",
    title=_("The strait"),
    about=_("Two sides cross a strait: hidden plans, hidden courses, cards and dice."),
    seats={"raider": _("the raider"), "escort": _("the escort")},
    bots={"random": _("Any order, at random")},
    events={
        PlanWritten: _("Your plan is written: %(lanes)s boats."),
        CoursesShown: _("The raider steers %(raider)s, the escort %(escort)s."),
        **said(Fired, _fired),
        Trimmed: _("Sails of %(seat)s are trimmed %(trim)s."),
        CardDrawn: _("You draw %(card)s."),
        CardPlayed: _("%(card)s is played by %(seat)s."),
        Sounded: ngettext_lazy("One fathom under %(seat)s.", "%(fathoms)s fathoms under %(seat)s.", "fathoms"),
        Scouted: _("The boats are back: depth %(raider)s for the raider, %(escort)s for the escort."),
        Over: _("The strait is crossed: %(raider)s to %(escort)s."),
        DeckReshuffled: ngettext_lazy("One card is shuffled again.", "%(cards)s cards are shuffled again.", "cards"),
    },
    questions={
        PlanQuestion: _("How do you share out your six boats?"),
        CourseQuestion: _("Which course do you steer?"),
        FireQuestion: _("Both are on one course. Do you fire?"),
        TrimQuestion: _("How are the sails to be trimmed?"),
        CardQuestion: _("You hold %(card)s. Play the oldest card, or keep it?"),
        ScoutQuestion: _("Sound again, or turn back?"),
    },
    orders={
        "north": _("Steer north"),
        "south": _("Steer south"),
        "fire": _("Fire"),
        "hold": _("Hold fire"),
        "high": _("Trim high"),
        "level": _("Trim level"),
        "low": _("Trim low"),
        "reef": _("Reef"),
        "play": _("Play the oldest card"),
        "keep": _("Keep it"),
        "sound": _("Sound again"),
        "turn-back": _("Turn back"),
    },
    notes={"fire/fire": _("5 or 6 on a die")},
    reasons={"trimmed-high": _("sails trimmed high"), "calm": _("There is too little wind to reef.")},
    faults={
        "sum": _("%(wanted)s boats are to be shared out; these are %(got)s."),
        "negative": _("A lane cannot hold fewer than no boats."),
    },
    labels={
        "rounds": _("Rounds"),
        "round": _("Round"),
        "phase": _("Phase"),
        "score": _("Score"),
        "courses": _("Courses"),
        "trim": _("Trim"),
        "plan": _("Your plan"),
        "hand": _("Your hand"),
        "cards": _("Cards held"),
        "deck": _("Cards in the deck"),
        "lanes": _("Boats by lane"),
        "card": _("Card"),
        "fire": _("fire"),
    },
    helps={"rounds": _("How many rounds are sailed."), "lanes": _("Three numbers, for the three lanes.")},
    names={
        "north": _("north"),
        "south": _("south"),
        "high": _("high"),
        "level": _("level"),
        "low": _("low"),
        "sail": _("under sail"),
        "over": _("over"),
        "nobody": _("nobody"),
        "fog-1": _("Fog"),
        "fog-2": _("Thick fog"),
        "gale": _("Gale"),
        "moon": _("Moonlight"),
        "reef": _("Reef"),
        "wind-1": _("Fair wind"),
        "wind-2": _("Strong wind"),
    },
    outcome=_("%(winner)s has the better of it."),
)

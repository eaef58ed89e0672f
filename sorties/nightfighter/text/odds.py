"""Words of the odds panel of a night: its measures and its assumptions."""

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from play.games.text import Sentence

WEEKS_CHANCE = _("dice and hidden facts: which weeks brought a night, its weather and its raid")
YEAR_ASSUMES = _(
    "The computer, our reference hunter, flew its own decision and yours on to the end of the week. The rest "
    "of the year is estimated from simulated years: weeks, results, crews and aircraft. The costliest "
    "decisions were tested again with other dice; only these are named. Dice and hidden facts are one sum, "
    "because splitting them would be biased. The line of aircraft is not judged. All dice differ from the "
    "year’s."
)
LABELS: dict[str, Sentence] = {
    "odds-title": _("How such nights end in simulation"),
    "odds-assumes": _(
        "After the order the computer, our reference hunter, flies every fighter: to where it can most likely "
        "find, see and attack a bomber. It remembers nothing of earlier turns. Its dice are not the game’s. "
        "Under an umpire it flies in nights guessed only from your information. Each of them fits it exactly. "
        "Dice decide who else comes, when and where, and the umpire’s free choices. Late in a night the "
        "whiskers are a little too narrow."
    ),
    "odds-none-umpire": _("You are the umpire: you see both maps and cannot win. Only the player has odds."),
    "lost-measure": _("bombers"),
    "lost-unknown": _("hidden facts: who comes, when and where"),
    "lost-assumes": _("The computer flew both its own decision and yours on to the morning, up to 256 times each."),
    "lost-expected-umpire": _("expected at the start: the computer in his place, over many other nights"),
    "lost-unknown-umpire": _(
        "hidden facts: who came, when and where, the umpire’s choices and hidden rolls, and effects that "
        "nobody could foresee"
    ),
    "lost-assumes-umpire": _(
        "The computer flew its own decision and yours on to the morning, in nights guessed only from what was "
        "known then. The costliest were tested again in other nights. Dice decide the umpire’s free choices. "
        "Any further effect of your answer in the real night counts as a hidden fact. The steps of one move "
        "are judged together. All dice differ from the night’s."
    ),
    "lost-none-umpire": _(
        "An umpire cannot win, so there is no review for you. In the player’s review your choices count as "
        "hidden facts."
    ),
    "lost-measure-green": _("points"),
    "lost-measure-seasoned": _("kills"),
    "lost-measure-staffel": _("points"),
    "odds-kill": pgettext_lazy("odds", "One more shot down"),
    "odds-kills": pgettext_lazy("odds", "Bombers from now on"),
    "odds-lost": pgettext_lazy("odds", "A fighter lost"),
    "odds-won": pgettext_lazy("odds", "The night is won"),
}
for _kind in ("green", "seasoned", "staffel"):
    LABELS |= {
        f"lost-chance-{_kind}": WEEKS_CHANCE,
        f"lost-assumes-{_kind}": YEAR_ASSUMES,
    }

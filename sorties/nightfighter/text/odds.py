"""What the odds panel of a night counts, and what it takes for granted."""

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from play.games.text import Sentence

WEEKS_CHANCE = _("dice and what could not be known: which weeks brought a night, its weather and its raid")
YEAR_ASSUMES = _(
    "Decisions in the air unlike the house’s, and who was placed on patrol, were flown on to the end of the week "
    "beside it by the house’s hunter; what is left of the year then is valued by weeks, what is reached, crews and "
    "aircraft, as years flown out have shown. The dearest were flown once more by other dice, and only those are "
    "named. Dice and what could not be known are one sum: fitted values cannot split them without bias. The line of "
    "aircraft is not judged. The dice are others than the year’s."
)
LABELS: dict[str, Sentence] = {
    "odds-title": _("How such nights end"),
    "odds-assumes": _(
        "After the order the house’s hunter flies on for every fighter: to where a bomber is likeliest to be found, "
        "seen and shot at. He remembers nothing of the turns before. The dice are others than the game’s. Under an "
        "umpire he flies in nights that the house guesses from what you were told alone, and that would have told "
        "you the very same: who else comes, when and where falls by dice, and so does what an umpire is free to choose."
        " Late in such a night the whiskers are somewhat narrower than they should be."
    ),
    "odds-none-umpire": _(
        "You see both maps and have nothing to win, so there are no odds for you; the player has his own."
    ),
    "lost-measure": _("bombers"),
    "lost-unknown": _("what could not be known: who comes, when and where"),
    "lost-assumes": _(
        "Each decision unlike the house’s was flown on to the morning beside it, up to 256 times by the house’s hunter."
    ),
    "lost-expected-umpire": _("expected at the start: the house’s hunter in his place, other nights dealt"),
    "lost-unknown-umpire": _(
        "what could not be known: who came, when and where, what the umpire chose and threw unseen, and what choices "
        "did beyond what was known"
    ),
    "lost-assumes-umpire": _(
        "Each decision unlike the house’s was flown on to the morning beside it by the house’s hunter, in nights that "
        "are guessed from what was known then and would have told the very same; the dearest once more, in others. An "
        "umpire’s free choices fall by dice in them. What the same answer did to the night as it was, beyond that, "
        "could not be known. The steps of one move are judged together. The dice are others than the night’s."
    ),
    "lost-none-umpire": _(
        "An umpire has nothing to win, and so nothing to lose: the player has a review of his own, in which what "
        "you chose counts as what he could not know."
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

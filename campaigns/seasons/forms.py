"""The forms of seasons."""

from django import forms
from django.core.exceptions import ValidationError
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from campaigns.ladders.score_lines import log_of
from campaigns.seasons.models import Season
from campaigns.seasons.selectors import Pattern
from play.charts import pack_store
from play.games import titles
from play.games.text import GameText
from play.utils.plain_data import Json

AGREED = ("pace", "leave", "late")
"""Agreed terms of a season of matches, with usual defaults."""


class SeasonForm(forms.ModelForm):
    """Season form: game, entries per player and dates."""

    like = forms.ChoiceField(
        label=_("Game and rules"),
        help_text=_(
            "The game, rules and charts of one of your games or of the rulebook. Every entry must use the same."
        ),
    )

    duplicate = forms.BooleanField(
        label=_("The same for everybody: raids, weather and interceptions (a duplicate season)"),
        help_text=_("Each player flies one game and starts it here. No player sees beyond his own last line."),
        required=False,
    )

    of_matches = ("pace", "weekend", "leave", "late", "timeout", "bids")
    """Fields of mirrored matches alone, shown when they are chosen."""
    field_order = (
        "name",
        "like",
        "opens",
        "closes",
        "ends",
        "each",
        "ties",
        "tabletop",
        "under_way",
        "aids",
        "duplicate",
    )

    class Meta:
        model = Season
        fields = (
            "name",
            "like",
            "opens",
            "closes",
            "ends",
            "each",
            "ties",
            "tabletop",
            "under_way",
            "aids",
            "mirrored",
            "pace",
            "weekend",
            "leave",
            "late",
            "timeout",
            "bids",
        )
        labels = {
            "name": _("Name of the season"),
            "opens": _("Entries from"),
            "closes": _("Entries until"),
            "ends": _("Last day that counts"),
            "each": _("Games each"),
            "ties": _("Tie-break"),
            "mirrored": _("Mirrored matches: each pair plays two games, with sides swapped and the same weather"),
            "pace": _("Hours for an answer (matches)"),
            "leave": _("Days of leave each (matches)"),
            "weekend": _("Weekends do not count (matches)"),
            "late": _("What a timeout means (matches)"),
            "timeout": _("Other agreements (matches)"),
            "bids": _("Secret bids for the side (matches): one night each, and the higher bid gets the side"),
            "tabletop": _("Games with tabletop dice may enter, and are marked"),
            "under_way": _("Games that began before the season may enter"),
            "aids": _("Odds before an order are allowed. Games that use them are marked"),
        }
        widgets = {
            "opens": forms.DateInput(format="%Y-%m-%d", attrs={"type": "date"}),
            "closes": forms.DateInput(format="%Y-%m-%d", attrs={"type": "date"}),
            "ends": forms.DateInput(format="%Y-%m-%d", attrs={"type": "date"}),
            "each": forms.NumberInput(attrs={"min": 1, "max": 20}),
        }

    def __init__(self, patterns: dict[str, Pattern], data: QueryDict | None = None) -> None:
        super().__init__(data)
        self.fields["ends"].required = True
        for name in AGREED:
            self.fields[name].required = False
        self.patterns = patterns
        self.fields["like"].choices = [  # type: ignore[attr-defined]
            (key, " · ".join((title_of(one), terms_text(one) or str(_("no options")), one.pack_hash[:8])))
            for key, one in patterns.items()
        ]

    def clean_each(self) -> int:
        """Return the number of each; refuse one outside 1 to 20."""
        each: int = self.cleaned_data["each"]
        if not 1 <= each <= 20:
            raise ValidationError(_("Enter a number from 1 to 20."))
        return each

    def clean(self) -> dict[str, object]:
        """The days must follow each other."""
        given = super().clean() or {}
        if given.get("opens") and given.get("closes") and given["closes"] < given["opens"]:
            self.add_error("closes", _("This is before the first day."))
        if given.get("closes") and given.get("ends") and given["ends"] < given["closes"]:
            self.add_error("ends", _("This is before the last day for entries."))
        like = self.patterns.get(given.get("like") or "")
        for name in AGREED:
            if not given.get(name) and given.get(name) != 0:
                given[name] = Season._meta.get_field(name).get_default()  # type: ignore[union-attr]
        if given.get("mirrored") and like is not None and not like.may_be_mirrored:
            self.add_error("mirrored", _("This game does not have two sides."))
        if given.get("bids") and not given.get("mirrored"):
            self.add_error("bids", _("Only matches can have bids for sides."))
        if given.get("duplicate") and like is not None and not like.may_be_shared:
            self.add_error("duplicate", _("A duplicate season of this game is not possible yet."))
        return given


def title_of(pattern: Pattern) -> str:
    """Name the game of a pattern."""
    return str(titles.words_of(pattern.title).title)


def terms_text(like: Season | Pattern) -> str:
    """Say the terms of a season or a pattern in short, in the words of the game and of its charts."""
    try:
        words = titles.words_for(like.title, pack_store.compiled_charts(like.title, like.pack_hash, like.pack))
    except pack_store.PackGone:
        words = titles.words_of(like.title)
    log = log_of(like.title, like.terms)
    idle = log.irrelevant_terms if log is not None else frozenset[str]()
    return ", ".join(_term_text(words, name, value) for name, value in sorted(like.terms.items()) if name not in idle)


def _term_text(words: GameText, name: str, value: Json) -> str:
    if isinstance(value, dict):
        return ", ".join(_term_text(words, each, inner) for each, inner in sorted(value.items()))
    return words.label(name) if value is True else f"{words.label(name)}: {words.name(value)}"

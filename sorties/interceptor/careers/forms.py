"""The forms of careers: a new one, and the standing orders of the bot that flies it."""

from collections.abc import Mapping, Sequence

import msgspec
from django import forms
from django.utils.functional import Promise
from django.utils.text import format_lazy
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from campaigns.accounts.models import Player
from campaigns.careers.pilot_names import invented_name
from engine.interceptor.bots import policies
from engine.interceptor.bots.pilots import CarefulOrders, CarelessOrders, PilotOrders
from engine.interceptor.charts.compiled import Charts, StartingUnit
from engine.interceptor.state import MONTHS, SEATS, Options, PilotSetup, Setup
from engine.kernel.packs.faults import PackError
from engine.kernel.title import THINKING
from play.bots import search
from play.charts import selectors
from play.clocks import terms
from play.games import titles
from play.odds.page import offered
from sorties.interceptor.careers import log_text
from sorties.interceptor.records.models import CareerSource
from sorties.interceptor.setup.career_start import NewCareer, available_starts
from sorties.interceptor.text import names as spoken

OPTIONS = {
    "fatigue": (gettext_lazy("Fatigue and leave"), "10.3"),
    "quality": (gettext_lazy("Enemy pilots of different quality"), "10.4"),
    "positions": (gettext_lazy("Advanced combat against bombers"), "10.5"),
    "manoeuvres": (gettext_lazy("Advanced manoeuvres"), "10.6"),
    "attempt": (gettext_lazy("The attempt in Berlin"), "10.7"),
}
RULINGS: dict[str, tuple[Promise, str, dict[str, str | bool]]] = {
    "systems": (gettext_lazy("Repair counts damaged systems, not hits"), "7.4.2", {"repair_by": "systems"}),
    "leak": (gettext_lazy("With a leak he lands at the base"), "7.4.5", {"leak_forces_landing": False}),
    "burst": (gettext_lazy("A burst needs a hit that range has left"), "7.1.13", {"burst_after_range": True}),
    "aim": (gettext_lazy("Aim counts without a hit as well"), "7.7", {"aim_needs_hit": False}),
    "wingman": (gettext_lazy("An ace wingman hits fighters harder"), "7.8.8", {"ace_wingman_hits": True}),
    "rounds": (gettext_lazy("The wingman attacks in every round of a pass"), "7.2.3.1", {"wingman_each_round": True}),
    "turns": (
        gettext_lazy("He turns to any bomber, with or without a shot"),
        "7.1.11",
        {"turns_freely": True},
    ),
    "clasps": (gettext_lazy("The wingman wins no flight clasp"), "7.2.3.3", {"wingman_clasps": False}),
    "transfer": (gettext_lazy("A transfer brings any type in service"), "4.6.1", {"transfer_by": "service"}),
    "loss": (gettext_lazy("After a loss scarcer types need a roll"), "9.5", {"loss_by_roll": True}),
    "spare": (gettext_lazy("A repair is spared by the same model alone"), "8.1", {"spare_same_model": True}),
}
"""Other readings of the rules, where tables differ: what is ticked, its rule, and the option that it means."""


class CareerForm(forms.Form):
    """A new career on one page; the game rolls or asks for everything left open. [4]"""

    name = forms.CharField(label=gettext_lazy("Name of the pilot"), max_length=60, required=False)
    track = forms.ChoiceField(
        label=gettext_lazy("Rank track"),
        choices=(
            ("officer", gettext_lazy("Officer, from Oberleutnant")),
            ("nco", gettext_lazy("NCO, from Unteroffizier")),
        ),
        widget=forms.RadioSelect,
        initial="officer",
        help_text=gettext_lazy("Officers win prestige with each rank; NCOs begin with one more Experience Point."),
    )
    unit = forms.TypedChoiceField(label=gettext_lazy("Unit and base"), coerce=int, required=False)
    aircraft = forms.ChoiceField(label=gettext_lazy("Aircraft"), required=False)
    keeps_points = forms.BooleanField(
        label=gettext_lazy("Spend the first Experience Points after the first sortie [4.4.2]"), required=False
    )
    start = forms.ChoiceField(label=gettext_lazy("First month"), required=False)
    ace = forms.ChoiceField(
        label=gettext_lazy("Historical ace"),
        required=False,
        help_text=gettext_lazy("His card sets name, rank, victories, awards and skills. [10.2]"),
    )
    ace_lot = forms.BooleanField(label=gettext_lazy("Roll for the ace’s unit, too [10.2.1]"), required=False)
    play = forms.ChoiceField(
        label=gettext_lazy("Who flies"),
        choices=(
            ("solitaire", gettext_lazy("You alone")),
            ("cooperative", gettext_lazy("Two together")),
            ("competitive", gettext_lazy("Two against each other")),
        ),
        widget=forms.RadioSelect,
        initial="solitaire",
        help_text="[10.1]",
    )
    second = forms.ChoiceField(
        label=gettext_lazy("Second pilot"),
        required=False,
        help_text=gettext_lazy(
            "The pilot who thinks tries each choice on many simulated sorties. He flies only against you, by "
            "the basic rules and standard charts."
        ),
    )
    dice = forms.ChoiceField(label=gettext_lazy("Dice"), widget=forms.RadioSelect, initial=CareerSource.FAIR)
    options = forms.MultipleChoiceField(
        label=gettext_lazy("Optional rules"), required=False, widget=forms.CheckboxSelectMultiple
    )
    rulings = forms.MultipleChoiceField(
        label=gettext_lazy("Other readings of the rules"), required=False, widget=forms.CheckboxSelectMultiple
    )
    wingman_bursts = forms.IntegerField(
        label=gettext_lazy("Wingman’s attacks on bombers in a sortie (0: no limit)"),
        required=False,
        initial=0,
        min_value=0,
        max_value=99,
        widget=forms.NumberInput(attrs={"inputmode": "numeric"}),
        help_text="[7.2.3.1]",
    )
    pack = forms.ChoiceField(label=gettext_lazy("Charts"))

    def __init__(self, data: Mapping[str, object] | None = None, *, player: Player | None) -> None:
        super().__init__(data)
        self.fields["name"].initial = invented_name()
        self.fields["pack"].choices = selectors.choices("interceptor-ace", player)  # type: ignore[attr-defined]
        self.fields["options"].choices = [  # type: ignore[attr-defined]
            (name, format_lazy("{words} [{rule}]", words=words, rule=rule)) for name, (words, rule) in OPTIONS.items()
        ]
        self.fields["rulings"].choices = [  # type: ignore[attr-defined]
            (name, format_lazy("{words} [{rule}]", words=words, rule=rule))
            for name, (words, rule, _option) in RULINGS.items()
        ]
        words = {
            CareerSource.FAIR.value: _("Fair dice, thrown here"),
            CareerSource.TABLETOP.value: _("Your own, on the table"),
        }
        self.fields["dice"].choices = [(way, words.get(way, way)) for way in available_starts()]  # type: ignore[attr-defined]
        says = titles.words_of("interceptor-ace").bot
        self.fields["second"].choices = [("", _("Somebody by link"))] + [  # type: ignore[attr-defined]
            (policy, says(policy)) for policy in policies.POLICIES
        ]
        self.charts = charts = _charts_of(self.data.get("pack") or selectors.STANDARD, player)
        self.units = charts.units
        self.fields["unit"].choices = [("", _("Roll 1d20"))] + [  # type: ignore[attr-defined]
            (number, _unit_words(line)) for number, line in charts.units.items()
        ]
        types = sorted({model for line in charts.units.values() for model in line.aircraft})
        self.fields["aircraft"].choices = [("", _("As the unit’s equipment"))] + [(name, name) for name in types]  # type: ignore[attr-defined]
        self.fields["start"].choices = [("", _("As early as the unit begins"))] + [  # type: ignore[attr-defined]
            (month, log_text.month_name(month)) for month in MONTHS
        ]
        self.fields["ace"].choices = [("", _("No card: a pilot of your own"))] + [  # type: ignore[attr-defined]
            (name, name) for name in charts.career.aces
        ]

    @property
    def pace(self) -> object:
        """The time controls that two pilots can choose."""
        return terms.offered(self.data)

    @property
    def odds(self) -> Sequence[object]:
        """The moments at which odds can be shown."""
        return offered("interceptor-ace", self.data.get("odds", ""))

    def clean(self) -> dict[str, object]:
        """Find what the unit does not allow, beside the field that it is about. [4.1, 4.2]"""
        data = super().clean() or {}
        if data.get("dice") == CareerSource.TABLETOP and data.get("play") != "solitaire":
            self.add_error("dice", _("Two pilots must use the site’s dice. A tabletop career has one pilot."))
        line = self.units.get(data.get("unit") or 0)
        aircraft, start = data.get("aircraft"), data.get("start")
        if aircraft and line is None and not data.get("ace"):
            self.add_error("aircraft", _("Choose a unit too. The unit decides which types he can fly."))
        elif aircraft and line is not None and aircraft not in line.aircraft:
            facts = {"unit": line.unit, "types": ", ".join(line.aircraft)}
            self.add_error("aircraft", _("%(unit)s does not begin with this type. It has: %(types)s.") % facts)
        if start and line is not None and MONTHS.index(start) < line.start:
            facts = {"unit": line.unit, "month": log_text.month_name(MONTHS[line.start])}
            self.add_error("start", _("%(unit)s cannot begin before %(month)s.") % facts)
        if data.get("second") == THINKING and not self.errors and self._thinks_in_vain():
            said = _("The pilot who thinks flies only against you, by the basic rules and standard charts.")
            self.add_error("second", said)
        return data

    def _thinks_in_vain(self) -> bool:
        """Say whether a bot is to think where it was not shown to be worth while."""
        title = titles.title_of("interceptor-ace")
        setup = self.wanted().setup
        return len(setup.pilots) > 1 and not search.may_sit(title, setup, self.charts, SEATS[1], THINKING)

    def wanted(self) -> NewCareer:
        """Return the set-up as the rules take it."""
        data = self.cleaned_data
        pilot = PilotSetup(
            name=data["name"].strip(),
            track=data["track"],
            unit=data["unit"] or 0,
            aircraft=data["aircraft"],
            start=data["start"],
            ace=data["ace"],
            # A unit of his own choice counts for an ace as one by lot does.
            ace_unit="random" if data["ace_lot"] or data["unit"] else "card",
            keeps_points=data["keeps_points"],
        )
        pilots = [pilot]
        if data["play"] != "solitaire":
            pilots.append(PilotSetup(name=invented_name(), track=data["track"]))
        options: dict[str, str | int] = dict.fromkeys(data["options"], True)
        for name in data["rulings"]:
            options |= RULINGS[name][2]
        if data["wingman_bursts"]:
            options["wingman_bursts"] = data["wingman_bursts"]
        setup = Setup(pilots=pilots, play=data["play"], options=msgspec.convert(options, Options))
        wanted = NewCareer(setup, data["pack"], pilot.name, data["dice"], options)
        wanted.odds = self.data.get("odds", "")
        if len(pilots) == 2:
            wanted.second, wanted.pace = data["second"], terms.terms_from(self.data)
        return wanted


def _charts_of(pack: str, player: Player | None) -> Charts:
    """Return the charts that were chosen, or the standard ones while none are or they cannot be read."""
    try:
        return selectors.charts_named("interceptor-ace", pack, player)
    except (PackError, selectors.NoSuchPack, ValueError):
        return titles.pack_of("interceptor-ace", selectors.STANDARD)


def _unit_words(line: StartingUnit) -> str:
    facts = {"unit": line.unit, "base": line.base, "zone": spoken.BASE_ZONES.get(line.zone, line.zone)}
    if line.start:
        return _("%(unit)s, %(base)s (%(zone)s), from %(month)s") % (
            facts | {"month": log_text.month_name(MONTHS[line.start])}
        )
    return _("%(unit)s, %(base)s (%(zone)s)") % facts


UNTIL = (
    ("sortie", gettext_lazy("One sortie")),
    ("month", gettext_lazy("To the end of the month")),
    ("year", gettext_lazy("To the end of the year")),
)

CHOICES = {
    "escorted": (
        gettext_lazy("When the raid is escorted"),
        {
            "bombers": gettext_lazy("go for the bombers"),
            "escort": gettext_lazy("go for the escort"),
            "slip-away": gettext_lazy("slip away"),
        },
    ),
    "closest": (
        gettext_lazy("Press a pass to"),
        {
            "long": gettext_lazy("long range"),
            "medium": gettext_lazy("medium range"),
            "close": gettext_lazy("close range"),
        },
    ),
    "bursts": (
        gettext_lazy("Extended bursts"),
        {
            "never": gettext_lazy("never"),
            "long": gettext_lazy("at long range"),
            "always": gettext_lazy("always"),
        },
    ),
    "wingman_attacks": (
        gettext_lazy("Send the wingman at bombers"),
        {
            "never": gettext_lazy("never"),
            "unescorted": gettext_lazy("when they have no escort"),
            "always": gettext_lazy("always"),
        },
    ),
    "call_wingman": (
        gettext_lazy("Call the wingman in a dogfight"),
        {
            "never": gettext_lazy("never"),
            "trained": gettext_lazy("once he has learned something"),
            "always": gettext_lazy("always"),
        },
    ),
    "upgrades": (
        gettext_lazy("Buy a better aircraft"),
        {
            "never": gettext_lazy("never"),
            "series": gettext_lazy("of his own series"),
            "any": gettext_lazy("of any series"),
        },
    ),
}
NUMBERS = {
    "passes": (gettext_lazy("Passes at bombers without escort"), 1, 9),
    "break_off_at": (gettext_lazy("Hits at which he leaves the bombers"), 1, 12),
    "go_home_at": (gettext_lazy("Hits at which he stops searching"), 1, 12),
    "evade_at": (gettext_lazy("Hits at which he only tries to escape"), 1, 12),
}


DOES = {
    "escorted": gettext_lazy("Bombers first: he meets the escort Disadvantaged. Slipping away needs a 1 or 2."),
    "passes": gettext_lazy("Each pass begins at long range again, while guns and aircraft last."),
    "closest": gettext_lazy("Each closer range is one more round: both sides hit harder."),
    "break_off_at": gettext_lazy("He breaks off a pass with this many hits."),
    "go_home_at": gettext_lazy("With this many hits he lands instead of searching the next box."),
    "evade_at": gettext_lazy("With this many hits he only defends and disengages."),
    "bursts": gettext_lazy("One to four more hits for twice the ammunition. Guns may jam, and he takes one more hit."),
    "wingman_attacks": gettext_lazy("He may hit, and may be hit or lost; only once in a pass."),
    "call_wingman": gettext_lazy("Instead of firing himself the pilot lets the wingman’s card decide."),
    "upgrades": gettext_lazy("Costs prestige. Another series also costs two sorties of training."),
}
"""Effect of each standing order."""
TEMPERS: dict[str, tuple[Promise, type[PilotOrders]]] = {
    "careful": (gettext_lazy("cautious"), CarefulOrders),
    "sensible": (gettext_lazy("sensible"), PilotOrders),
    "careless": (gettext_lazy("reckless"), CarelessOrders),
}


def by_temper(name: str) -> str:
    """Say what each temper does of itself where nothing is ordered."""
    said = CHOICES[name][1] if name in CHOICES else {}
    parts = []
    for word, orders in TEMPERS.values():
        value = msgspec.structs.asdict(orders())[name]
        parts.append(_("%(temper)s: %(does)s") % {"temper": word, "does": said.get(value, value)})
    return " · ".join(parts)


ORDER = "order_"
"""Before the name of a standing order: a field called `closest` would hide what a browser's form can do."""


class AceFlightForm(forms.Form):
    """The extent of a bot's flight, and its standing orders."""

    until = forms.ChoiceField(label=gettext_lazy("Fly"), choices=UNTIL, widget=forms.RadioSelect, initial="month")
    policy = forms.ChoiceField(
        label=gettext_lazy("Temperament"),
        choices=(
            ("careful", gettext_lazy("cautious: gets home")),
            ("sensible", gettext_lazy("sensible")),
            ("careless", gettext_lazy("reckless: attacks everything")),
        ),
        initial="sensible",
        help_text=gettext_lazy("His temperament decides what you leave blank below."),
    )

    def __init__(self, data: Mapping[str, object] | None = None) -> None:
        super().__init__(data)
        for name, (label, choices) in CHOICES.items():
            self.fields[ORDER + name] = forms.ChoiceField(
                label=label,
                required=False,
                choices=[("", _("by temperament")), *choices.items()],
                help_text=f"{DOES[name]} {by_temper(name)}",
            )
        for name, (label, least, most) in NUMBERS.items():
            self.fields[ORDER + name] = forms.IntegerField(
                label=label,
                required=False,
                min_value=least,
                max_value=most,
                widget=forms.NumberInput(attrs={"inputmode": "numeric", "placeholder": _("by temperament")}),
                help_text=f"{DOES[name]} {by_temper(name)}",
            )

    def ordered(self) -> list[forms.BoundField]:
        """The standing orders, for the page."""
        return [self[ORDER + name] for name in (*CHOICES, *NUMBERS)]

    def orders(self) -> dict[str, str | int]:
        """Return the standing orders that were given."""
        data = self.cleaned_data
        given = {name: data[ORDER + name] for name in (*CHOICES, *NUMBERS) if data.get(ORDER + name) not in ("", None)}
        msgspec.convert(given, TEMPERS[data["policy"]][1])
        return given

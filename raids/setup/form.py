"""Tonight's order as a form: five questions in the words of the night, turned into the usual set-up."""

from collections.abc import Mapping
from typing import NamedTuple

import msgspec
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from campaigns.accounts.models import Player
from engine.kernel.title import THINKING
from play.odds.models import OddsTiming
from play.odds.services import odds_set
from play.pages.typed_forms import FormField
from play.sessions.forms import BOT, LINK, ME, PERSON, SITTER, NewTableForm
from play.sessions.models import Session
from play.sessions.selectors import session_at
from raids.plans.models import IntendedPlan, RaidPlan
from raids.plans.selectors import own_plan
from raids.setup.group_members import group_members_of

GAME = "bomber-command"
BRITISH, GERMAN, BOTH = "british", "german", "both"
FRIEND, GROUP_MEMBER, BY_BOT = "friend", "group", "bot"
RULES = {
    "bad_weather": ("12.1.1", gettext_lazy("A roll may bring bad weather: fewer fighters take off.")),
    "moon": ("12.1.2", gettext_lazy("The moon may rise or set. In moonlight both sides see farther.")),
    "tail_winds": ("12.1.3", gettext_lazy(
        "In bad weather there may be wind. Fighters reach raids flying with the wind less easily."
        )),
    "intruders": ("12.2", gettext_lazy("Units may follow the bombers to England and attack them as they land.")),
    "bomb_loads": ("12.3", gettext_lazy(
        "A heavy load causes more fires but allows no corkscrews. Long routes carry less."
        )),
    "approach": ("12.4", gettext_lazy("The raid bombs the city from the side it came from.")),
    "variable_north": ("12.4.1", gettext_lazy(
        "A roll turns each city map before the night. Needs the bombing approach."
        )),
    "fog_of_war": ("12.5", gettext_lazy(
        "The German player learns losses and damage only when the rules show them."
        )),
}  # fmt: skip
"""The advanced rules, each with its number and what it does."""


class SetupChoice(NamedTuple):
    """One of several answers, and whether it is the one that is chosen."""

    value: str
    title: str
    about: str
    on: bool


class MemberChoice(NamedTuple):
    """One of one's groups, with the groups."""

    value: int
    title: str
    on: bool


class RuleTick(NamedTuple):
    """An advanced rule with what it does, and why it cannot be chosen just now."""

    field: FormField
    number: str
    about: str
    closed: str


class NightSetupForm:
    """The choices, turned into the set-up of a game."""

    def __init__(self, player: Player, posted: Mapping[str, str] | None = None, plan: str = "") -> None:
        self.player = player
        self.posted = posted = {name: posted[name] for name in posted} if posted is not None else None
        self.side = self._one("side", (BRITISH, GERMAN, BOTH))
        self.fellows = group_members_of(player)
        self.opponent = self._one("opponent", (FRIEND, GROUP_MEMBER, BY_BOT) if self.fellows else (FRIEND, BY_BOT))
        self.table = NewTableForm(GAME, player, {**posted, **self._sitters()} if posted is not None else None)
        self.table.people = {f"{PERSON}{one.pk}": one for one, _groups in self.fellows}
        self.strength = self._one("strength", tuple(self.table.title.policies()))
        self.plan: RaidPlan | None = own_plan(player, (posted or {}).get("plan", plan))
        if self.plan is not None and posted is None:
            self._begin_with(self.plan.scenario)

    def _begin_with(self, scenario: str) -> None:
        """Choose the scenario of the plan that is to be flown."""
        self.table.setup = msgspec.structs.replace(self.table.setup, scenario=scenario)
        for one in self.table.fields:
            if one.path == "scenario":
                one.value = scenario

    def _one(self, name: str, known: tuple[str, ...]) -> str:
        given = (self.posted or {}).get(name, "")
        return given if given in known else known[0]

    def _sitters(self) -> dict[str, str]:
        bot = (self.posted or {}).get("strength", "")
        other = LINK if self.opponent == FRIEND else f"{BOT}{bot or 'strong'}"
        if self.opponent == GROUP_MEMBER:
            other = f"{PERSON}{(self.posted or {}).get('fellow', '')}"
        seats = {seat: ME if self.side in (seat, BOTH) else other for seat in (BRITISH, GERMAN)}
        return {SITTER + seat: sitter for seat, sitter in seats.items()}

    @property
    def faults(self) -> list[str]:
        """The faults, in sentences."""
        fields = [fault for one in self.table.fields for fault in one.faults]
        return [*self.table.faults, *fields]

    def save(self) -> Session | None:
        """Set the table, or None where something is wrong."""
        setup = self.table.setup
        if setup.variable_north and not setup.approach:
            self.table.faults.append(_("Variable north needs the bombing approach. [12.4.1]"))
        bots = tuple(self.table.title.policies())
        if self.side != BOTH and self.opponent == BY_BOT and (self.posted or {}).get("strength", bots[0]) not in bots:
            self.table.faults.append(_("This bot does not exist."))
        if self.side != BOTH and self.opponent == GROUP_MEMBER and self.fellow is None:
            self.table.faults.append(_("Choose who of your groups plays the other side."))
        if self.thinks_in_vain:
            self.table.faults.append(
                _("The commander who thinks plays only the British in Berlin, by the basic rules.")
            )
        session = self.table.save()
        if session is not None and self.has_estimate:
            mine = next(seat for seat in session_at(session.pk).table if seat.player == self.player)
            odds_set(session=session, seat=mine, when=OddsTiming.BEFORE)
        if session is not None and self.plan is not None and self.takes_plan:
            IntendedPlan.objects.create(session=session, plan=self.plan)
        return session

    @property
    def thinks_in_vain(self) -> bool:
        """Say whether a bot is to think where it was not shown to be worth while."""
        other = {BRITISH: GERMAN, GERMAN: BRITISH}.get(self.side, "")
        wanted = self.opponent == BY_BOT and self.strength == THINKING and bool(other)
        return wanted and not self.table.may_sit(other, THINKING)

    @property
    def has_estimate(self) -> bool:
        """Say whether the German player is to have the controller's estimate."""
        return bool((self.posted or {}).get("estimate"))

    @property
    def takes_plan(self) -> bool:
        """Say whether the plan can be flown on this order: its own scenario, and the British side."""
        return self.plan is not None and self.plan.scenario == self.scenario and self.side != GERMAN

    # Contents of the page

    @property
    def scenario(self) -> str:
        """The scenario that is chosen."""
        return str(self.table.setup.scenario)

    @property
    def scenarios(self) -> list[SetupChoice]:
        """Both scenarios."""
        about = {
            "berlin": (_("Berlin"), _("1943 to 1944. One Main Force, a strong defence. The first night to play.")),
            "downfall": (_("Downfall"), _("1944 to 1945. Two Main Forces, a Decoy, patrols, oil, weakened units.")),
        }
        return [SetupChoice(n, t, a, n == self.scenario) for n, (t, a) in about.items()]

    @property
    def sides(self) -> list[SetupChoice]:
        """The sides, and both of them on one screen."""
        about = {
            BRITISH: (_("British"), _("Plot in secret, deceive, bomb.")),
            GERMAN: (_("German"), _("Find them, guide the fighters, fight.")),
            BOTH: (
                _("Both, on one screen"),
                _("In turns. A page between hides everything."),
            ),
        }
        return [SetupChoice(n, t, a, n == self.side) for n, (t, a) in about.items()]

    @property
    def opponents(self) -> list[SetupChoice]:
        """Against whom."""
        about = {
            FRIEND: (_("A friend"), _("Send the link. The first person to open it takes the other side.")),
            GROUP_MEMBER: (_("My group"), _("A member of your groups. The game appears on both lists.")),
            BY_BOT: (_("A bot"), _("At any time, in four strengths.")),
        }
        if not self.fellows:
            del about[GROUP_MEMBER]
        return [SetupChoice(n, t, a, n == self.opponent) for n, (t, a) in about.items()]

    @property
    def fellow(self) -> Player | None:
        """The invited member of one's groups, or None."""
        return self.table.people.get(f"{PERSON}{(self.posted or {}).get('fellow', '')}")

    @property
    def members(self) -> list[MemberChoice]:
        """Those of one's groups, each with the groups."""
        return [
            MemberChoice(
                one.pk, _("%(name)s (%(groups)s)") % {"name": one, "groups": ", ".join(groups)}, one == self.fellow
            )
            for one, groups in self.fellows
        ]

    @property
    def strengths(self) -> list[SetupChoice]:
        """The bots."""
        words, bots = self.table.words, self.table.title.policies()
        about = {
            THINKING: _("Tries each discard in simulated nights. British, in Berlin only."),
            "strong": _("Plots with a staff, guides its fighters by what it sees."),
            "weak": _("Misses most of its cards and many chances."),
            "random": _("Gives any order that the rules allow."),
        }
        return [SetupChoice(n, words.bot(n), about.get(n, ""), n == self.strength) for n in bots]

    @property
    def rules(self) -> list[RuleTick]:
        """The advanced rules, with what each does; what else a table may agree on comes last."""
        found = []
        for one in self.table.fields:
            if one.kind == "yes-no" and one.path in RULES:
                number, about = RULES[one.path]
                found.append(RuleTick(one, number, str(about), self._closed(one.path)))
        return found

    def _closed(self, rule: str) -> str:
        """Say why a rule cannot be chosen with the present order."""
        lacks = rule == "variable_north" and not self.table.setup.approach
        return _("Variable north needs the bombing approach. [12.4.1]") if lacks else ""

    @property
    def dependent(self) -> list[RuleTick]:
        """Rules that depend on another; the page shows them again after every choice."""
        return [one for one in self.rules if one.field.path == "variable_north"]

    @property
    def customs(self) -> list[FormField]:
        """The switches that are no rule of the book's last chapter."""
        return [one for one in self.table.fields if one.kind == "yes-no" and one.path not in RULES]

    @property
    def summed(self) -> str:
        """Say the order in one sentence."""
        on = [str(one.field.label) for one in self.rules if one.field.value and not one.closed]
        names = {one.value: one.title for one in (*self.scenarios, *self.sides, *self.opponents)}
        facts = {
            "scenario": names[self.scenario],
            "side": names[self.side],
            "rules": ", ".join(on) or _("basic rules alone"),
        }
        if self.side == BOTH:
            return _("%(scenario)s, both sides on this screen. Played by: %(rules)s.") % facts
        facts["other"] = str(self.fellow or names[self.opponent])
        return _("%(scenario)s. You: %(side)s. Against: %(other)s. Played by: %(rules)s.") % facts

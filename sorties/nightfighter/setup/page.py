"""The pages on which a night is chosen, and on which a player makes a scenario."""

from collections.abc import Mapping
from dataclasses import dataclass

from msgspec.structs import replace

from campaigns.accounts.models import Player
from engine.kernel.packs.schema import Pack
from engine.nightfighter.charts.custom_scenarios import read_custom_scenario
from engine.nightfighter.charts.scenarios import Scenario, merge, resolve
from engine.nightfighter.charts.schema import DefenderStart, Lights, Tables, standard_pack
from play.fairness.commitments import PostedCommitment
from play.games import titles
from play.pages.typed_forms import FormField
from play.sessions import services
from play.sessions.forms import NewTableForm
from play.sessions.models import Session
from sorties.nightfighter.careers.services import career_begin
from sorties.nightfighter.setup import scenario_form as owns
from sorties.nightfighter.setup import years
from sorties.nightfighter.setup.models import SavedScenario
from sorties.nightfighter.setup.scenarios import (
    ScenarioCard,
    ScenarioChoice,
    ScenarioDetail,
    SetupPreview,
    cards,
    detail,
    facts_of,
    preview,
)

GAME = "nightfighter"
SITTERS: Mapping[str, Mapping[str, str]] = {
    "solo": {},
    "computer": {},
    "person": {"seat.player": "me", "seat.umpire": "link"},
}
OPTIONS = "options."


def standard_charts() -> Pack[Tables]:
    """Return the charts whose scenarios are chosen from."""
    return standard_pack("standard")


class ChoosingPage:
    """The present choice, and the form of all games that it fills in."""

    def __init__(self, player: Player, asked: Mapping[str, str]) -> None:
        self.player, self.asked = player, asked
        self.choice = ScenarioChoice.read(asked, standard_charts())
        self.mine = list(SavedScenario.objects.filter(owner=player))
        self.own = next((one for one in self.mine if str(one.pk) == asked.get("own") and one.is_sound), None)
        self.year = str(asked["year"]) if asked.get("year") in years.KINDS else ""
        """Which year is chosen in place of one night."""
        self.form = NewTableForm(GAME, player)

    @property
    def on_table(self) -> bool:
        """Say whether a year is flown with the printed game, and written down here."""
        return bool(self.year and self.choice.solo and self.asked.get("tabletop"))

    @property
    def mode(self) -> str:
        """The way of playing, as the rules name it."""
        return "tabletop" if self.on_table else "solo" if self.choice.solo else "blind"

    def begin(self, posted: PostedCommitment) -> Session | None:
        """Set the table, and begin where nobody else is waited for; None when something is wrong."""
        self.form = NewTableForm(GAME, self.player, self._posted())
        session = self.form.save(posted.pledge)
        if session is not None:
            career_begin(session=session, owner=self.player, name=self.asked.get("name", ""))
            services.session_begin_at_once(session=session, player=self.player, posted=posted)
        return session

    def _posted(self) -> dict[str, str]:
        """Return the set-up as the form of all games has it."""
        how = self.choice.how
        data = {
            "f.scenario": self.choice.variant,
            "f.mode": self.mode,
            "f.umpire": "person" if how == "person" else "computer",
            "f.level": self.asked.get("f.level", "fair"),
            "f.own": self.own.text if self.own and not self.year else "",
            "f.variants": "[]",
            "f.campaign": self.year or "none",
            "f.pick_variants": "" if self.year else self.asked.get("f.pick_variants", ""),
            "odds": self.asked.get("odds", ""),
            **SITTERS[how],
        }
        return data | {name: value for name, value in self.asked.items() if name.startswith(f"f.{OPTIONS}")}

    @property
    def cards(self) -> list[ScenarioCard]:
        """The scenarios of the book."""
        return cards(self.choice, standard_charts(), titles.words_of(GAME))

    @property
    def detail(self) -> ScenarioDetail:
        """The open scenario."""
        if self.own:
            return own_detail(self.own)
        return detail(self.choice, standard_charts(), titles.words_of(GAME))

    @property
    def year_detail(self) -> years.YearDetail | None:
        """The open year; None where a night is chosen."""
        return years.opened(self.year, standard_charts(), self.asked) if self.year else None

    @property
    def options(self) -> list[FormField]:
        """The fields of the optional rules."""
        return [one for one in self.form.fields if one.path.startswith(OPTIONS)]

    @property
    def level(self) -> FormField:
        """The field in which the computer umpire's level is chosen."""
        return next(one for one in self.form.fields if one.path == "level")

    @property
    def faults(self) -> list[str]:
        """Faults of the form, except those of an optional rule."""
        rest = [one for one in self.form.fields if not one.path.startswith(OPTIONS)]
        return self.form.faults + [fault for one in rest for fault in one.faults]


def own_detail(own: SavedScenario) -> ScenarioDetail:
    """Return what is shown of a scenario of one's own that is sound."""
    scenario = merge([read_custom_scenario(own.text, standard_charts().tables)])
    words = titles.words_of(GAME)
    return ScenarioDetail(facts=facts_of(scenario, words), preview=preview(scenario, standard_charts()))


@dataclass(frozen=True)
class OwnScenarioPage:
    """The form of a scenario: its fields with their faults, and its map."""

    form: owns.ScenarioForm
    is_sound: bool
    preview: SetupPreview


def own_page(text: str) -> OwnScenarioPage:
    """Return the form of a scenario that is this text, faulty or not."""
    tables = standard_charts().tables
    faults = owns.faults_in(text, tables) if text else []
    sound = bool(text) and not faults
    scenario = merge([read_custom_scenario(text, tables)]) if sound else drafted(text)
    form = owns.ScenarioForm(owns.loosely(text), tables, faults)
    return OwnScenarioPage(form, sound, preview(scenario, standard_charts()))


def drafted(text: str) -> Scenario:
    """Return as much of a faulty scenario as can be drawn: its lights, its flares and its set-up."""
    data, tables = owns.loosely(text), standard_charts().tables
    rows = [int(one) for one in owns.texts_at(data, "setup.rows") if one.isdigit() and len(one) < 4]

    def zones(path: str) -> list[str]:
        return [one for one in owns.texts_at(data, path) if one in tables.map.zones]

    return replace(
        resolve(tables, tables.scenarios.scenarios[0].id),
        searchlights=Lights(zones=zones("searchlights.zones")),
        flare_zones=zones("flare_zones"),
        setup=DefenderStart(
            beacon=owns.at(data, "setup.beacon") == "true",
            box=owns.at(data, "setup.box") == "true",
            rows=(rows[0], rows[1]) if len(rows) == 2 else None,
        ),
    )


def usual_seasons() -> list[dict[str, str]]:
    """Return the years and scenarios of the book, alone and against the computer umpire, as a season may be flown."""
    played = [{"campaign": kind} for kind in years.KINDS]
    played += [{"scenario": row.id} for row in standard_charts().tables.scenarios.scenarios]
    return [one | {"mode": mode} for one in played for mode in ("solo", "blind")]

"""Years of nights on a season's ladder: week by week, by points or kills as the year is weighed, and how each left it.

A week has one night for a pilot, and is a line of the calendar whether he flies or not; a single night has no lines.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby

from django.utils.functional import Promise
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from campaigns.accounts.models import Player
from campaigns.ladders.score_lines import FLOWN, MISSED, CalendarMonth, ScoreLine, SeatLines
from campaigns.seasons.models import ScoreRow
from engine.kernel.packs.schema import Pack
from engine.nightfighter.charts.schema import CalendarWeek, Tables
from engine.nightfighter.rules.career.tabletop import TABLETOP
from engine.nightfighter.state import PLAYER, PilotCareer, State
from play.games.titles import words_for
from play.sessions.models import Session
from play.utils.months import month_and_year
from play.utils.plain_data import Json
from sorties.nightfighter.careers.duty_log import month_short
from sorties.nightfighter.careers.levels import levels
from sorties.nightfighter.careers.services import career_begin
from sorties.nightfighter.records.event_reader import FLOWN as TOOK_OFF
from sorties.nightfighter.records.event_reader import WRITES, YearReader
from sorties.nightfighter.records.models import NightCareer
from sorties.nightfighter.records.projection import TITLE, year_events
from sorties.nightfighter.records.rows import WeekOfYear
from sorties.nightfighter.season_comparison.comparison import NightComparison

MEN_ABOARD = 6
DEAD = "killed"
"""The state that is the end of a pilot; that of a Staffel is none of one man."""
STATES = {
    "fit": _("Fit to fly"),
    "wounded": _("Wounded"),
    "grounded": _("No aircraft"),
    "jumped": _("Came down by parachute"),
    DEAD: _("Killed or crippled"),
    "goal": _("Has reached his goal"),
    "demoted": _("No longer counts as seasoned"),
    "nobody-left": _("No crew is left"),
    "year": _("The year is over"),
}
RULE = "S campaign"


class YearsLog:
    """The app's part in seasons of one kind of year."""

    seat = PLAYER
    comparison = NightComparison()
    irrelevant_terms = frozenset(("scenario",))
    ends_with = WRITES | {"career.over", "staffel.over"}
    coverage_note = _("A year of nights has few kills. Between close places, cards and dice decide as much as choices.")

    def __init__(self, kind: str, name: str | Promise, measure: str | Promise, second: str | Promise) -> None:
        self.kind, self.name, self.measure, self.second = kind, name, measure, second
        self.named = _("Name of the Staffel") if kind == "staffel" else _("Name of your pilot")
        by_points = {"best_line": _("points in one week"), "best_month": _("points in one month")}
        by_kills = {"best_line": _("kills in one week"), "best_month": _("kills in one month")}
        self.records: Mapping[str, str | Promise] = by_kills if kind == "seasoned" else by_points
        if kind != "staffel":
            self.records |= {
                "falls": _("times shot down, and lived"),
                "longest_run": _("flights in a row, unhurt"),
                "flown": _("weeks flown, longest career"),
            }

    # -- beginning

    def set_up(self, setup: Mapping[str, Json], name: str) -> dict[str, Json]:
        """Return the season's set-up: a year's is the same for all, with its name in its log."""
        return dict(setup)

    def shares(self, setup: Mapping[str, Json]) -> bool:
        """Say whether all may be given the same nights: not with printed cards, nor by a person as umpire."""
        return setup.get("mode") != TABLETOP and setup.get("umpire", "computer") == "computer"

    def create_career(self, session: Session, owner: Player, name: str) -> None:
        """Open the duty log under the name that was given."""
        career_begin(session=session, owner=owner, name=name)

    # -- lines

    def read(self, session: Session, state: object, charts: object, seat: str) -> SeatLines:
        """Return the weeks of a year that are over, from its tables."""
        pack = _pack_in(charts)
        assert isinstance(state, State) and state.career is not None  # noqa: S101 - asked of a year
        year = YearReader(state, pack).read(year_events(session))
        months = {one.month: place for place, one in enumerate(_firsts(pack), 1)}
        weeks = [row for row in year.weeks if row.what]
        harmed = {one.week for one in year.injuries} | {one.last_week for one in year.lost}
        before, flown, lines = self._began(pack), 0, []
        for row in weeks:
            value, second = self._figures(row)
            flown += row.placed if self.kind == "staffel" else row.what in TOOK_OFF
            last = row is weeks[-1] and state.career.stage == "over"
            fell = row.home == "shot-down"
            lines.append(
                ScoreLine(
                    line=row.place,
                    value=value,
                    second=second,
                    flown=flown,
                    gain=value - before,
                    kind=FLOWN if row.placed or row.what in TOOK_OFF else MISSED,
                    month=months[row.month],
                    fell=fell and row.crew != DEAD,
                    hurt=fell or row.place in harmed,
                    state=_state(row, state.career, last),
                    out=last,
                )
            )
            before = value
        return SeatLines(_name_in(session), lines)

    def _began(self, charts: Pack[Tables]) -> int:
        """Return the figure that a year begins with."""
        return int(charts.tables.campaign.seasoned_from) if self.kind == "seasoned" else 0

    def _figures(self, row: WeekOfYear) -> tuple[int, int]:
        return (row.kills, row.points) if self.kind == "seasoned" else (row.points, row.kills)

    # -- words

    def months(self, charts: object) -> Sequence[CalendarMonth]:
        """Return the calendar by months. [S campaign]"""
        named = gettext("{month}, week {number}")
        found, first = [], 1
        for key, weeks in groupby(_pack_in(charts).tables.calendar.weeks, lambda week: week.month):
            last = first + len(list(weeks)) - 1
            full = month_and_year(int(key[:4]), int(key[5:7]))
            found.append(CalendarMonth(month_short(key), first, last, named, key, full))
            first = last + 1
        return found

    def scale_marks(self, charts: object) -> Sequence[tuple[int, str]]:
        """Return the levels of the year."""
        pack = _pack_in(charts)
        words = words_for(TITLE, pack)
        return [(start, str(words.name(name)).capitalize()) for start, name in levels(self.kind, pack.tables)]

    def state_text(self, state: str) -> str:
        """Say how a week left him."""
        return str(STATES.get(state, ""))

    def is_death(self, state: str) -> bool:
        """Say whether it is the end of a pilot."""
        return state == DEAD

    def line_text(self, name: str, tally: ScoreRow | ScoreLine) -> tuple[str, str]:
        """Tell what a week brought, the worst of it last."""
        facts = {"name": name, "n": tally.gain, "total": tally.value, "how": self.state_text(tally.state)}
        if tally.out:
            return gettext("%(name)s: %(how)s.") % facts, RULE
        fell = tally.state == "jumped"
        if tally.gain > 0 and self.kind == "seasoned":
            one = ngettext(
                "%(name)s shot down a bomber and has %(total)d.",
                "%(name)s shot down %(n)d bombers and has %(total)d.",
                tally.gain,
            )
            return (one % facts) + (" " + gettext("He was shot down himself and jumped.") if fell else ""), "10.2"
        if tally.gain > 0:
            one = ngettext(
                "%(name)s won a point and has %(total)d.",
                "%(name)s won %(n)d points and has %(total)d.",
                tally.gain,
            )
            return (one % facts) + (" " + gettext("He was shot down himself and jumped.") if fell else ""), "10.2"
        if fell:
            return gettext("%(name)s was shot down and jumped.") % facts, "A7.1"
        return gettext("%(name)s lost an aircraft, or men of his crew were hurt.") % facts, "A7.1"

    def balance(self, totals: Mapping[str, int]) -> str:
        """Say what all are credited with, what they brought along included, and how many men were aboard. [10.2]"""
        kills = totals["value" if self.kind == "seasoned" else "second"]
        if kills <= 0:
            return ""
        said = ngettext(
            "The crews of this season are credited with %(n)d bomber, earlier kills included. About %(men)d "
            "men were aboard.",
            "The crews of this season are credited with %(n)d bombers, earlier kills included. About %(men)d "
            "men were aboard.",
            kills,
        )
        return said % {"n": kills, "men": kills * MEN_ABOARD}


def _pack_in(charts: object) -> Pack[Tables]:
    """Return the charts of a year."""
    assert isinstance(charts, Pack)  # noqa: S101 - asked of a year
    return charts


def _firsts(charts: Pack[Tables]) -> Iterator[CalendarWeek]:
    """Give the first week of each month."""
    for _key, weeks in groupby(charts.tables.calendar.weeks, lambda week: week.month):
        yield next(weeks)


def _name_in(session: Session) -> str:
    """Return the name of a table's career."""
    return NightCareer.objects.filter(session=session).values_list("name", flat=True).first() or ""


def _state(row: WeekOfYear, career: PilotCareer, last: bool) -> str:
    """Say how a week left him, from that week alone: what follows it is for those who have flown further."""
    if last:
        return str(career.end)
    if row.crew in ("wounded", "wounded-and-casualty") or row.what == "wounded":
        return "wounded"
    if row.home == "shot-down":
        return "jumped"
    return "grounded" if row.home == "written-off" or row.what == "grounded" else "fit"


POINTS, KILLS = _("points"), _("kills")
LOGS = {
    "green": YearsLog("green", _("an inexperienced pilot’s year"), POINTS, KILLS),
    "seasoned": YearsLog("seasoned", _("a seasoned pilot’s year"), KILLS, POINTS),
    "staffel": YearsLog("staffel", _("a Staffel’s year"), POINTS, KILLS),
}


def log(terms: Mapping[str, Json]) -> YearsLog | None:
    """Return the week-by-week score of a year; None for a single night, which counts by its result."""
    return LOGS.get(str(terms.get("campaign", "")))

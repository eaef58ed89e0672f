"""Interceptor Ace on a season's ladder: bombers line by line of the Sortie Log Sheet, and how each left the pilot."""

from collections.abc import Mapping, Sequence

import msgspec
from django.utils.functional import Promise
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from campaigns.accounts.models import Player
from campaigns.careers.pilot_names import invented_name
from campaigns.ladders.score_lines import FLOWN, MISSED, CalendarMonth, ScoreLine, SeatLines
from campaigns.seasons.models import ScoreRow
from engine.interceptor import state as rules
from engine.interceptor.charts.compiled import Charts
from engine.interceptor.state import MONTHS, SCORED, SEATS, SOLITAIRE, SOUND, Setup
from play.sessions.models import Session
from sorties.interceptor.careers import log_text
from sorties.interceptor.season_comparison.comparison import RaidComparison
from sorties.interceptor.setup.first_posting import postings
from sorties.interceptor.text import names as spoken

TITLE = "interceptor-ace"
CAME_DOWN = ("shot-down", "bailed")
MEN_ABOARD = 10
DEAD = "dead-"
"""Prefix of a state that is the end of him; his death follows."""


class PilotsLog:
    """The app's part in seasons."""

    name = ""
    named = _("Name of your pilot")
    measure = _("bombers")
    second = _("fighters")
    records: Mapping[str, Promise] = {
        "best_line": _("bombers in one sortie"),
        "best_month": _("bombers in one month"),
        "most_hits": _("hits, and landed"),
        "falls": _("times shot down, and lived"),
        "longest_run": _("sorties in a row, unhurt"),
        "fifth": _("sorties to the fifth bomber"),
        "flown": _("sorties, longest career"),
    }

    coverage_note = _(
        "Two ways of flying need about 110 encounters to show a difference. Between close places, dice decide "
        "as much as choices."
    )
    seat = SEATS[0]
    comparison = RaidComparison()
    irrelevant_terms: frozenset[str] = frozenset()
    ends_with: frozenset[str] = frozenset()

    def set_up(self, setup: Mapping[str, object], name: str) -> dict[str, object]:
        """Return the season's set-up for one pilot: track, unit and aircraft are the same for all."""
        own = msgspec.convert(setup, Setup)
        own.play, own.pilots = SOLITAIRE, own.pilots[:1]
        own.pilots[0].name = name or invented_name()
        found: dict[str, object] = msgspec.to_builtins(own)
        return found

    def shares(self, setup: Mapping[str, object]) -> bool:
        """Say whether a set-up shares a season's draws: all begin alone on fair dice."""
        return True

    def create_career(self, session: Session, owner: Player, name: str) -> None:
        """Create his career with his first line, named by his set-up."""

    def read(self, session: Session, state: rules.State, charts: Charts, seat: str) -> SeatLines:
        """Return a pilot's lines. [4.3]"""
        career = next(one for one in state.careers if one.seat == seat)
        offsets = _offsets(charts)
        over = not career.alive or state.phase == "over"
        lines, value, second, flown = [], career.start_bombers, career.start_fighters, 0
        for place, entry in enumerate(career.log, 1):
            won = [fight for fight in entry.engagements if fight.credit == "pilot" and fight.result in SCORED]
            gain = sum(fight.is_bomber for fight in won)
            value, second = value + gain, second + len(won) - gain
            flown += entry.kind == FLOWN
            last = place == len(career.log) and over
            came_down = entry.end in CAME_DOWN
            lines.append(
                ScoreLine(
                    line=offsets[entry.month] + entry.line + 1,
                    value=value,
                    second=second,
                    flown=flown,
                    gain=gain,
                    kind=FLOWN if entry.kind == FLOWN else MISSED,
                    month=entry.month + 1,
                    hits=entry.hits,
                    fell=came_down,
                    hurt=came_down or entry.pilot_wound != SOUND or entry.end == "killed",
                    state=_state(entry, career, last),
                    out=last,
                )
            )
        return SeatLines(career.name, lines)

    def months(self, charts: Charts) -> Sequence[CalendarMonth]:
        """Return the calendar of the sheet. [4.3.3]"""
        raids, offsets = charts.tables.calendar.raids, _offsets(charts)
        named = gettext("{month}, line {number}")
        return [
            CalendarMonth(
                log_text.month_short(month),
                offsets[place] + 1,
                offsets[place] + raids[month],
                named,
                month,
                log_text.month_name(month),
            )
            for place, month in enumerate(MONTHS)
        ]

    def scale_marks(self, charts: Charts) -> Sequence[tuple[int, str]]:
        """Return the levels of victory. [5.2]"""
        return [(band.bombers, str(log_text.BANDS.get(band.name, band.name))) for band in charts.career.victory]

    def state_text(self, state: str) -> str:
        """Say how a line left him."""
        if state.startswith(DEAD):
            return str(log_text.DEATHS.get(state.removeprefix(DEAD), log_text.DEATHS["air"]))
        return str(STATES.get(state, spoken.CAUSES.get(state, "")))

    def line_text(self, name: str, tally: ScoreLine | ScoreRow) -> tuple[str, str]:
        """Tell what a line brought, the worst of it last."""
        facts = {"name": name, "n": tally.gain, "total": tally.value}
        fell, won = tally.state == "jumped", tally.gain > 0
        if self.is_death(tally.state):
            return gettext("%(name)s is dead. %(how)s.") % (facts | {"how": self.state_text(tally.state)}), "7.4.8"
        if tally.out:
            return gettext("%(name)s came through the year with %(total)d bombers.") % facts, "5.1"
        if won and fell:
            said = ngettext(
                "%(name)s shot down a bomber, his number %(total)d, was shot down himself and jumped.",
                "%(name)s shot down %(n)d bombers, %(total)d in all, was shot down himself and jumped.",
                tally.gain,
            )
            return said % facts, "7.6"
        if won:
            said = ngettext(
                "%(name)s shot down a bomber, his number %(total)d.",
                "%(name)s shot down %(n)d bombers on one sortie, %(total)d in all.",
                tally.gain,
            )
            return said % facts, "7.4.3"
        if fell:
            return gettext("%(name)s was shot down and jumped.") % facts, "7.6"
        return gettext("%(name)s came home wounded.") % facts, "7.4.8"

    def is_death(self, state: str) -> bool:
        """Say whether it is the end of him."""
        return state.startswith(DEAD)

    def balance(self, totals: Mapping[str, int]) -> str:
        """Say what they are credited with, and how many men were aboard; nothing of nothing. [5.2]"""
        value = totals["value"]
        if not value:
            return ""
        facts = {"n": value, "men": value * MEN_ABOARD}
        said = ngettext(
            "The pilots of this season are credited with %(n)d bomber. About %(men)d men were aboard.",
            "The pilots of this season are credited with %(n)d bombers. About %(men)d men were aboard.",
            value,
        )
        return said % facts


STATES = {
    "fit": _("Fit to fly"),
    "hospital": _("In hospital"),
    "wound": _("Wounded"),
    "jumped": _("Came down by parachute"),
    "home": _("The year is over"),
    **log_text.STATUS,
}


def _offsets(charts: Charts) -> list[int]:
    """Count the lines before each month."""
    found, before = [], 0
    for month in MONTHS:
        found.append(before)
        before += charts.tables.calendar.raids[month]
    return found


def calendar_line(charts: Charts, month: str, line: int) -> int:
    """Return the place in the calendar of a month's line, as ladders and notes count it; 0 of a month that it lacks."""
    return _offsets(charts)[MONTHS.index(month)] + line if month in MONTHS else 0


def _state(entry: rules.SortieLine, career: rules.Career, last: bool) -> str:
    """Say how a line left him, from that line alone: what follows it is for those who have flown further."""
    if last:
        return "home" if career.alive else f"{DEAD}{career.death}"
    if entry.pilot_wound != SOUND:
        return "hospital" if entry.pilot_wound == rules.SERIOUS else "wound"
    if entry.end in CAME_DOWN:
        return "jumped"
    return entry.cause if entry.kind == MISSED and entry.cause in STATES else "fit"


LOG = PilotsLog()


def log(terms: Mapping[str, object]) -> PilotsLog:
    """Return the line-by-line score of a season: the same for all terms."""
    return LOG


def usual_seasons() -> list[dict[str, object]]:
    """Return how a season may be flown: alone, in a duplicate season each from the unit that reaches most raids."""
    unit, aircraft = postings()[0]
    return [{"play": "solitaire", "pilots": [{"unit": unit, "aircraft": aircraft}]}]

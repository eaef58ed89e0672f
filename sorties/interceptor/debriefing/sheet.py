"""The debriefing sheet of a sortie: what happened, victories, aircraft, wound, awards, points, and what comes next."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.http import Http404
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engine.interceptor.charts.compiled import Mat
from engine.interceptor.events import (
    AircraftRepaired,
    AircraftReplaced,
    AircraftScrounged,
    AircraftWrittenOff,
    AwardRolled,
    AwardWon,
    CareerAway,
    CareerExperience,
    CareerPrestige,
    CrewWounded,
    InterceptorDestroyedOutright,
    InterceptorHit,
    ParachuteRolled,
    PilotEvent,
    PilotKilled,
    SkillBought,
    WoundDuration,
)
from engine.interceptor.state import Plane
from engine.kernel.events import Event
from play.games.titles import words_for
from play.journal import store
from play.sessions.selectors import session_at
from sorties.interceptor.board import aircraft
from sorties.interceptor.board.aircraft_text import words_aboard
from sorties.interceptor.board.highlights import TallySquare
from sorties.interceptor.board.last_roll import boxes_of
from sorties.interceptor.careers import log_text
from sorties.interceptor.careers.dossier import AceDossier, AceMedal
from sorties.interceptor.careers.log_sheet import charts_of
from sorties.interceptor.debriefing import story
from sorties.interceptor.records.models import InterceptorCareer, SortieRecord
from sorties.interceptor.seasons import calendar_line
from sorties.interceptor.spending.page import SpendingPage
from sorties.interceptor.text import names as spoken

MOST_POSSIBLE = 3
DOWN = ("killed", "shot-down", "bailed")
LOSSES = (*DOWN, "crash", "written-off")
"""Fates of an aircraft that are its loss."""


@dataclass(frozen=True)
class PurseShown:
    """Points before and after a sortie, their sources, and the next step."""

    title: str
    before: int
    after: int
    cause: str
    next: str = ""


class Debriefing:
    """A sortie that is over, read from its journal and its line of the sheet."""

    def __init__(self, career: InterceptorCareer, number: int) -> None:
        self.career = career
        self.number = number
        self.line: SortieRecord | None = None
        if number > 0:
            self.line = (
                SortieRecord.objects.filter(career=career, kind="flown")
                .select_related("airframe")
                .order_by("place")[number - 1 : number]
                .first()
            )
        if self.line is None or career.session_id is None:
            raise Http404
        self.session = session_at(career.session_id)
        self.charts = charts_of(career)
        self.words = words_aboard(words_for("interceptor-ace", self.charts), self.charts, self.line.aircraft)
        self.events = story.events_of_sortie(self.session, career.seat, number)
        if not self.events:
            raise Http404

    def context(self) -> dict[str, object]:
        """Return what the template shows."""
        victories = story.won(self.events)
        latest = self.number == self.career.flights
        page = SpendingPage.of(self.career) if latest and not self.career.over else None
        return {
            "line": self.line,
            "month": log_text.month_name(self.line.month) if self.line else "",
            "number": self.number,
            "calendar_line": calendar_line(self.charts, self.line.month, self.line.line) if self.line else 0,
            "chapters": story.chapters(self.events, self.words),
            "victories": victories,
            "heading": self.heading(victories),
            "aboard": 10 * sum(is_bomber for _enemy, is_bomber in victories),
            "tally": self.tally(victories) if latest else [],
            "dossier": AceDossier(self.career, fights=False) if latest else None,
            "bombers": self.career.bombers - sum(is_bomber for _enemy, is_bomber in victories),
            "plane": self.plane(),
            "fate": self.fate(),
            "came_home": not self.is_down,
            "fates": self.said(AircraftRepaired, AircraftWrittenOff, AircraftReplaced, AircraftScrounged),
            "wounds": self.said(CrewWounded, WoundDuration, CareerAway, PilotKilled),
            "medals": self.medals(),
            "points": self.points(),
            "possible": possible(page) if page is not None else [],
            "short": short_of(page) if page is not None else [],
            "step": self.step(page, latest=latest),
            "replay": f"{reverse('table_replay', args=[self.session.pk])}?at=1",
        }

    def heading(self, victories: Sequence[tuple[str, bool]]) -> str:
        """Say the victories of the sortie."""
        if not victories:
            return _("No victory on this sortie.")
        total = len(victories)
        names = log_text.shot_down([enemy for enemy, _bomber in victories])
        return ngettext("One victory: %(names)s.", "%(n)s victories: %(names)s.", total) % {"n": total, "names": names}

    def tally(self, victories: Sequence[tuple[str, bool]]) -> list[TallySquare]:
        """Return a square for each victory, full for a bomber; those of this sortie are new."""
        bombers, fighters = self.career.bombers, self.career.fighters
        new = [sum(bomber for _enemy, bomber in victories), sum(not bomber for _enemy, bomber in victories)]
        full = [TallySquare(True, n >= bombers - new[0]) for n in range(bombers)]
        return (full + [TallySquare(False, n >= fighters - new[1]) for n in range(fighters)])[-40:]

    def plane(self) -> aircraft.AircraftDrawing | None:
        """Draw the aircraft that he flew, with the hits of the sortie."""
        if self.line is None or self.line.aircraft not in self.charts.models:
            return None
        mat = self.charts.models[self.line.aircraft]
        plane = Plane(self.line.aircraft, engines=[0] * mat.engines, lost=bool(self.fate()))
        for event in self.events:
            if isinstance(event.data, InterceptorHit) and event.data.effect:
                self._mark(plane, boxes_of(event.data), mat)
        drawn = aircraft.own(plane, self.charts)
        return drawn.destroyed() if self.is_outright else drawn

    @property
    def is_outright(self) -> bool:
        """Say whether the aircraft was destroyed whole, with or without hit parts. [7.4]"""
        return any(isinstance(event.data, InterceptorDestroyedOutright) for event in self.events)

    @property
    def is_down(self) -> bool:
        """Say whether he did not come home in it: he jumped, or was killed."""
        return self.line is not None and (self.line.end in DOWN or self.line.pilot_wound == "KIA")

    def fate(self) -> str:
        """Say how the aircraft was lost on this sortie; nothing where it was not."""
        if self.is_outright:
            return _("destroyed outright")
        frame = self.line.airframe if self.line is not None else None
        if self.line is None or frame is None or frame.fate not in LOSSES:
            return ""
        is_last = (frame.last_month, frame.last_line) == (self.line.month, self.line.line)
        return str(log_text.FATES[frame.fate]) if is_last else ""

    @staticmethod
    def _mark(plane: Plane, name: str, mat: Mat) -> None:
        if name.startswith("engine_") and plane.armour < mat.armour:
            plane.armour += 1
        else:
            aircraft.mark_box(plane, name)

    def said(self, *kinds: type[PilotEvent]) -> list[str]:
        """Say the events of these kinds that are his own, each once."""
        data = (self.words.event(event) for event in self.events if isinstance(event.data, kinds) and is_his(event))
        return list(dict.fromkeys(data))

    def medals(self) -> list[AceMedal]:
        """The awards that the sortie brought."""
        his = [event.data.award for event in self.events if isinstance(event.data, AwardWon) and is_his(event)]
        return [AceMedal(name, spoken.award(name, self.words), "") for name in his]

    def points(self) -> list[PurseShown]:
        """Return each purse before and after the sortie, and its sources."""
        won = [event.data for event in self.events if isinstance(event.data, CareerPrestige)]
        causes = ", ".join(dict.fromkeys(spoken.cause(gain.cause, self.words) for gain in won))
        prestige = [(gain.points, gain.won) for gain in won]
        rows = [purse(_("Prestige"), prestige, self.career.points, causes, self._level(won))]
        for who in ("pilot", "wingman", "gunner"):
            learned = [event.data for event in self.events if isinstance(event.data, CareerExperience)]
            gained = [(gain.points, 1) for gain in learned if gain.who == who]
            if who == "pilot":
                rows.append(purse(_("Experience"), gained, self.career.experience, "", self._to_the_next_point()))
            elif gained:
                rows.append(purse(str(log_text.ROLES.get(who, who)), gained, 0))
        return rows

    def _level(self, gains: Sequence[CareerPrestige]) -> str:
        level = gains[-1].level if gains else self.career.level
        return _("level %(level)d") % {"level": level} if self.number == self.career.flights or gains else ""

    def _to_the_next_point(self) -> str:
        """Say how many sorties are missing to his next point. [7.7]"""
        needed = self.charts.career.experience.sorties
        missing = needed - self.number % needed
        if self.career.over or self.number < self.career.flights:
            return ""
        return ngettext("the next with %(n)d more sortie", "the next with %(n)d more sorties", missing) % {"n": missing}

    def step(self, page: SpendingPage | None, *, latest: bool) -> tuple[str, str]:
        """Return the one button on: its words and where it leads."""
        career = self.career
        if career.over:
            return _("How it ended"), reverse("career_end", args=[career.pk])
        if page is not None:
            return _("Spend what he has won"), reverse("spending", args=[career.pk])
        if latest:
            return _("On to the next raid"), reverse("table", args=[career.session_id])
        return _("Back to the career"), reverse("career", args=[career.pk])


def is_his(event: Event) -> bool:
    """Say whether an event is the pilot's own, and not that of another aboard."""
    others = AwardRolled | AwardWon | CareerExperience | CrewWounded | ParachuteRolled | SkillBought | WoundDuration
    return not isinstance(event.data, others) or event.data.who == "pilot"


def purse(title: str, gains: Sequence[tuple[int, int]], now: int, cause: str = "", next_: str = "") -> PurseShown:
    """Return a purse by what it had after each gain, and how much that was; by what it has now where there was none."""
    if not gains:
        return PurseShown(title, now, now, "", next_)
    (after, won), (last, _won) = gains[0], gains[-1]
    return PurseShown(title, after - won, last, cause, next_)


def possible(page: SpendingPage) -> list[tuple[str, str]]:
    """Name at most three things that the points make possible now, the most expensive first."""
    groups = [*page.skills(), page.aircraft(), page.others()]
    offers = [offer for group in groups for offer in group.offers if not offer.reason and offer.cost]
    dearest = sorted(offers, key=lambda offer: -offer.cost)[:MOST_POSSIBLE]
    return [(offer.title, offer.note) for offer in dearest]


def short_of(page: SpendingPage) -> list[tuple[str, str]]:
    """Name what each of his own purses is nearest to and cannot pay yet, with what is missing."""
    skills = next((group for group in page.skills() if group.purse == "pilot"), None)
    found = []
    for group in filter(None, (skills, page.aircraft())):
        dearer = [offer for offer in group.offers if offer.reason and offer.cost > group.points]
        if dearer:
            nearest = min(dearer, key=lambda offer: offer.cost)
            missing = nearest.cost - group.points
            said = ngettext("%(n)d point short", "%(n)d points short", missing) % {"n": missing}
            found.append((nearest.title, said))
    return found


def debriefing_of(career: InterceptorCareer, number: int | None = None) -> Debriefing:
    """Return the sheet of a sortie by its number, or of the last."""
    return Debriefing(career, career.flights if number is None else number)


def last_fight_of(career: InterceptorCareer) -> list[str]:
    """Tell from the journal how a pilot fell; nothing where there is no journal."""
    if career.session_id is None or not career.flights:
        return []
    try:
        sheet = Debriefing(career, career.flights)
    except (Http404, store.PackGone):
        return []
    return story.last_fight(sheet.events, sheet.words)

"""The page of a career, from its tables with one query for each."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from uuid import UUID

from django.db.models import CharField, QuerySet, Value
from django.http import Http404
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from campaigns.accounts.models import Player
from campaigns.careers.reference_sample import ReferenceSample
from engine.interceptor.charts.career import AwardRow, FatigueBand, GradeRow
from engine.interceptor.events import AceMark
from engine.interceptor.rules import victory
from play.games.text import GameText
from play.games.titles import words_for
from play.journal import store
from play.models import GameReview
from play.reviews.page import figure
from sorties.interceptor.careers import graphs, log_text, timeline, victory_map
from sorties.interceptor.careers.log_sheet import ChartsOfYear, LedgerEntry, LogSheet, SheetLine, charts_of
from sorties.interceptor.careers.reference_sample import sample_for
from sorties.interceptor.records.models import (
    Airframe,
    AwardRecord,
    CrewmanRecord,
    EngagementRecord,
    ExperienceEntry,
    InterceptorCareer,
    PrestigeEntry,
    SortieRecord,
)
from sorties.interceptor.text import names as spoken
from sorties.interceptor.text.verdicts import beside_level

BLOBS = (
    "session__record",
    "session__opening",
    "session__replays",
    "session__seed",
    "session__outcome",
)
FAMILIES = (
    ("wound-badge", "wound-badge-silver", "wound-badge-gold"),
    ("clasp-bronze", "clasp-silver", "clasp-gold"),
    ("knights-cross", "oak-leaves", "swords", "diamonds"),
)
"""Classes of one award: the highest is worn."""
ORDER = (
    "diamonds", "swords", "oak-leaves", "knights-cross", "german-cross", "ehrenpokal", "ek1", "ek2", "clasp-gold",
    "clasp-silver", "clasp-bronze", "wound-badge-gold", "wound-badge-silver", "wound-badge", "ace",
)  # fmt: skip
CLOSE_KILLS, CLOSE_FLIGHTS = 5, 5
"""Distance from an award at which it is named as within reach."""
MEN_ABOARD = 10
"""In a B-17 or B-24; the B-26 had seven, and is seldom met."""


PATCHES = (
    "oberleutnant", "hauptmann", "major", "oberstleutnant", "unteroffizier", "unterfeldwebel", "feldwebel",
    "oberfeldwebel",
)  # fmt: skip


def patch(career: InterceptorCareer) -> str:
    """Return the name of the patch of his rank; a rank that only a pack has wears the plain one of its track."""
    rank = career.rank.lower()
    return rank if rank in PATCHES or not rank else f"{career.track}-patch"


# Looking careers up


def careers_for_pages() -> QuerySet[InterceptorCareer]:
    """Return careers with what their pages show of owner and table."""
    return InterceptorCareer.objects.select_related("owner", "session", "bot_flight").defer(*BLOBS, "owner__password")


def career_at(career: UUID) -> InterceptorCareer:
    """Return a career by its number."""
    found = careers_for_pages().filter(pk=career).first()
    if found is None:
        raise Http404
    return found


def career_by_link(link: str) -> InterceptorCareer:
    """Return a career that its owner shares by a link; one of a duplicate season that runs waits for its end."""
    found = careers_for_pages().exclude(session__calendar__isnull=False, session__calendar__opened=None)
    career = found.filter(link=link, shared=True).first()
    if career is None:
        raise Http404
    return career


def careers_of(player: Player) -> QuerySet[InterceptorCareer]:
    """Return a player's careers, those that go on before those that are over, the last changed first."""
    return careers_for_pages().filter(owner=player).order_by("over", "-changed", "pk")


@dataclass
class AceMedal:
    """An award as it is shown: its drawing, its name, and when it came."""

    name: str
    title: str
    when: str

    @property
    def drawing(self) -> str:
        """The name of its drawing; an award that only a pack has is drawn as a plain cross."""
        return self.name if self.name in ORDER else "cross"


@dataclass
class LedgerLine:
    """A line of a ledger as it is shown."""

    when: str
    cause: str
    come: int
    gone: int
    left: int


@dataclass(frozen=True)
class LedgerTable:
    """A ledger as it is shown, with its sums."""

    title: str
    lines: list[LedgerLine]
    come: int
    gone: int
    left: int


@dataclass(frozen=True, kw_only=True)
class VictoryBand:
    """A level of victory on the bar of 670 by 12. [5.2.1]"""

    x: float
    width: float
    filled: float
    start: str
    """From how many bombers it is reached."""
    name: str | Promise
    here: bool


@dataclass(frozen=True)
class CrewmanRow:
    """A wingman or gunner as he is shown."""

    role: str | Promise
    state: str
    stand_in: bool
    skills: list[str]
    man: CrewmanRecord


@dataclass(frozen=True)
class AirframeRow:
    """An aircraft that he flew as it is shown."""

    frame: Airframe
    first: str
    last: str
    fate: str | Promise


@dataclass
class AceNextStep:
    """The next thing to do: a button's words and address, or why there is none."""

    words: str
    href: str
    note: str = ""


class AceDossier:
    """A career with all that its page needs; each table is read once, when it is first asked for."""

    def __init__(self, career: InterceptorCareer, *, fights: bool = True) -> None:
        self.career = career
        self.charts = charts_of(career)
        self.words = words_for("interceptor-ace", self.charts)
        self.fights = fights
        """Whether the sheet says whom he met; a page that counts only does not read it."""

    # -- tables

    @cached_property
    def sheet(self) -> LogSheet:
        """The log sheet."""
        fights = EngagementRecord.objects.filter(career=self.career) if self.fights else ()
        return LogSheet(self.career, self.flown_by.calendar(), self.sorties, fights)

    @cached_property
    def sorties(self) -> list[SortieRecord]:
        """The entries of the log sheet."""
        return list(SortieRecord.objects.filter(career=self.career).select_related("airframe"))

    @cached_property
    def flown_by(self) -> ChartsOfYear:
        """The charts of each part of his year."""
        return ChartsOfYear(self.career, self.sorties)

    def words_at(self, month: str, line: int) -> GameText:
        """Return the words of the charts by which a line was flown."""
        charts = self.flown_by.at(month, line)
        return self.words if charts is self.flown_by.now else words_for("interceptor-ace", charts)

    @cached_property
    def entries(self) -> dict[str, list[LedgerEntry]]:
        """Both ledgers, read together."""
        prestige, experience = (
            model.objects.filter(career=self.career)
            .annotate(account=Value(name, CharField()))
            .order_by()
            .values_list(*LedgerEntry._fields)
            for name, model in (("prestige", PrestigeEntry), ("experience", ExperienceEntry))
        )
        found: dict[str, list[LedgerEntry]] = {"prestige": [], "experience": []}
        for row in prestige.union(experience, all=True).order_by("account", "place"):
            entry = LedgerEntry._make(row)
            found[entry.account].append(entry)
        return found

    @cached_property
    def awards(self) -> list[AwardRecord]:
        """All awards, his and his men's."""
        return list(AwardRecord.objects.filter(career=self.career))

    @cached_property
    def crew(self) -> list[CrewmanRecord]:
        """His wingman and gunners."""
        return list(CrewmanRecord.objects.filter(career=self.career))

    @cached_property
    def airframes(self) -> list[Airframe]:
        """The aircraft that he flew, read off the sheet."""
        found = {line.sortie.airframe_id: line.sortie.airframe for line in self.sheet.entered if line.sortie}
        return [frame for frame in found.values() if frame is not None]

    @cached_property
    def field(self) -> ReferenceSample | None:
        """The simulated pilots who began as he did."""
        return sample_for(self.career)

    # -- head

    @property
    def readings(self) -> list[str]:
        """The options that his game reads as the rules did when he began, though they are otherwise by now."""
        session = self.career.session
        return store.old_readings(session, self.words) if session is not None else []

    @property
    def insignia(self) -> str:
        """The name of his patch."""
        return patch(self.career)

    @property
    def post(self) -> str:
        """His unit and field in a line."""
        career = self.career
        facts = {"unit": career.unit, "base": career.base, "zone": spoken.BASE_ZONES.get(career.zone, career.zone)}
        if career.rank == "Major":
            return _("Commanding %(unit)s, %(base)s (%(zone)s)") % facts
        if career.rank == "Hauptmann":
            return _("Leading a Staffel of %(unit)s, %(base)s (%(zone)s)") % facts
        return _("%(unit)s, %(base)s (%(zone)s)") % facts

    @property
    def status(self) -> str:
        """His status, in two or three words."""
        career = self.career
        if not career.alive:
            return str(log_text.DEATHS.get(career.death, log_text.DEATHS["air"]))
        if career.over:
            return _("The year is over")
        if career.stage == "air":
            return _("In the air")
        if career.away:
            return str(log_text.STATUS.get(career.away, career.away))
        return _("Not yet flown") if not career.flights else _("Fit to fly")

    @property
    def is_hurt(self) -> bool:
        """Say whether the status is one of harm."""
        career = self.career
        return not career.alive or (not career.over and career.away in log_text.BEDS)

    @property
    def until(self) -> str:
        """The line on which he flies again, where it is known."""
        career = self.career
        if not career.away or career.over:
            return ""
        lines = self.sheet.lines
        now = next((line.place for line in lines if line.comes_next), None)
        if now is None:
            return ""
        back = now + career.away_lines
        if back >= len(lines):
            return _("He will not fly again this year.")
        missed = ngettext("He misses %(n)d raid", "He misses %(n)d raids", career.away_lines) % {"n": career.away_lines}
        line = lines[back]
        facts = {"missed": missed, "line": line.number, "month": log_text.month_name(line.month)}
        return _("%(missed)s; he flies again on line %(line)d of %(month)s.") % facts

    @property
    def tired(self) -> str:
        """Modifiers from his fatigue. [10.3]"""
        if not self.career.options.get("fatigue") or self.career.over:
            return ""
        level = self.career.fatigue
        bands = self.charts.career.fatigue_bands
        band = next(one for one in bands if level >= one.start)
        facts = {"level": level, "effects": self._effects(band)}
        words = _("Fatigue %(level)d: %(effects)s.") % facts
        leave = _("Leave is used up.") if self.career.leave_taken else ""
        return f"{words} {leave}".strip()

    def _effects(self, band: FatigueBand) -> str:
        named = (
            (band.landing, _("%(mod)+d to landing rolls")),
            (band.parachute, _("%(mod)+d to parachute rolls")),
            (band.initiative, _("%(mod)+d to initiative")),
        )
        return ", ".join(words % {"mod": mod} for mod, words in named if mod) or _("no effect yet")

    @property
    def counts(self) -> list[tuple[int, str]]:
        """The five figures of the head."""
        career = self.career
        return [
            (career.bombers, ngettext("bomber", "bombers", career.bombers)),
            (career.fighters, ngettext("fighter", "fighters", career.fighters)),
            (career.flights, ngettext("sortie flown", "sorties flown", career.flights)),
            (career.wounds, ngettext("time wounded", "times wounded", career.wounds)),
            (career.shot_down, ngettext("time shot down", "times shot down", career.shot_down)),
        ]

    @property
    def bands(self) -> list[VictoryBand]:
        """The bands of victory as a bar of 670 by 12: left, width, how much is filled, name. [5.2.1]"""
        rows = list(self.charts.career.victory)
        edges = [row.bombers for row in rows] + [rows[-1].bombers + 8]
        scale, found = 668 / edges[-1], []
        for row, left, right in zip(rows, edges, edges[1:], strict=False):
            filled = min(max(self.career.bombers - left, 0), right - left)
            found.append(
                VictoryBand(
                    x=round(left * scale, 1),
                    width=round((right - left) * scale - 2, 1),
                    filled=round(max(filled * scale - (2 if left + filled == right else 0), 0), 1),
                    start=f"{left}+" if row is rows[-1] else str(left),
                    name=log_text.BANDS.get(row.name, row.name),
                    here=left <= self.career.bombers and (row is rows[-1] or self.career.bombers < right),
                )
            )
        return found

    @cached_property
    def mark(self) -> tuple[AceMark | None, str]:
        """The target of an ace, and the level by bombers alone; nothing for others. [10.2.3]"""
        career = self.career
        if career.ace not in self.charts.career.aces:
            return None, ""
        mark = victory.ace_target(career.ace, career.kills, self.charts)
        return mark, victory.band_of(career.bombers, self.charts)

    @property
    def standing(self) -> str:
        """The level of victory today, and the distance to the next one."""
        career = self.career
        if career.ace:
            said = spoken.LEVELS.get(career.victory, career.victory)
            verdict = _("The verdict: %(level)s.") if career.over else _("Today’s verdict: %(level)s.")
            return f"{verdict % {'level': said}} {beside_level(*self.mark, over=career.over)}".strip()
        rows = list(self.charts.career.victory)
        reached = max((row for row in rows if row.bombers <= career.bombers), key=lambda row: row.bombers)
        level = log_text.BANDS.get(reached.name, reached.name)
        following = next((row for row in rows if row.bombers > career.bombers), None)
        if career.over or following is None:
            return _("Victory counts bombers only: %(level)s.") % {"level": level}
        wanted = following.bombers - career.bombers
        facts = {"level": level, "n": wanted, "next": log_text.BANDS.get(following.name, following.name)}
        return (
            ngettext(
                "Victory counts bombers only: %(level)s today; %(n)d more bomber would make it %(next)s.",
                "Victory counts bombers only: %(level)s today; %(n)d more bombers would make it %(next)s.",
                wanted,
            )
            % facts
        )

    @cached_property
    def look_back(self) -> GameReview | None:
        """Return the finished review of his year, if it took luck off his result."""
        career = self.career
        if not career.over or career.session_id is None or career.play != "solitaire":
            return None
        return (
            GameReview.objects.filter(session=career.session_id, evened__isnull=False).only("evened", "shared").first()
        )

    @property
    def luck_adjusted(self) -> str:
        """His result with luck taken off, in words."""
        assert self.look_back is not None and self.look_back.evened is not None  # noqa: S101 - asked where there is one
        return _("Without luck: %(bombers)s bombers.") % {"bombers": figure(self.look_back.evened)}

    @property
    def step(self) -> AceNextStep:
        """The next thing to do."""
        career = self.career
        line = self.sheet.next_line()
        if career.over or career.session is None:
            return AceNextStep("", "")
        table, spending = reverse("table", args=[career.session_id]), reverse("spending", args=[career.pk])
        asked = [key for seat, key, _seq in career.session.asked if seat == career.seat]
        if career.stage == "setup" or any(key.startswith("setup/") for key in asked):
            return AceNextStep(_("Prepare him for his first sortie"), table if career.stage == "setup" else spending)
        if career.stage == "air":
            return AceNextStep(_("Continue the sortie"), table)
        if any("/spend" in key for key in asked):
            return AceNextStep(_("Spend what he has won"), spending)
        if career.stage == "debriefing":
            return AceNextStep(_("Open the debriefing"), table)
        if line is None:
            return AceNextStep(_("Go to the game"), table)
        facts = {"line": line.number, "month": log_text.month_name(line.month)}
        if career.away:
            return AceNextStep(_("Sit out line %(line)d of %(month)s") % facts, table)
        return AceNextStep(_("Fly line %(line)d of %(month)s") % facts, table)

    # -- awards

    @property
    def medals(self) -> list[AceMedal]:
        """His medals, the highest class of each, in order of precedence."""
        held = {award.name: award for award in self.awards if award.holder == "pilot"}
        for family in FAMILIES:
            for lower in [name for name in family if name in held][:-1]:
                del held[lower]
        places = {name: place for place, name in enumerate(ORDER)}
        return [
            AceMedal(name, log_text.award(name, self.words_at(award.month, award.line)), self._when(award))
            for name, award in sorted(held.items(), key=lambda item: places.get(item[0], len(ORDER)))
        ]

    def _when(self, award: AwardRecord) -> str:
        return self.at(award.month, award.line) if award.line else _("before the year began")

    def at(self, month: str, line: int) -> str:
        """Name a log line; anything after a month's last line belongs to its end."""
        if line > dict(self.flown_by.calendar()).get(month, 0):
            return _("end of %(month)s") % {"month": log_text.month_short(month)}
        return log_text.at_line(month, line)

    @property
    def within_reach(self) -> list[AceMedal]:
        """The awards that come next, when they are near. [7.8]"""
        career, found = self.career, []
        if career.over:
            return []
        held = {award.name for award in self.awards if award.holder == "pilot"}
        flight_seen = kill_seen = False
        rows: tuple[AwardRow | GradeRow, ...] = (*self.charts.career.awards, *self.charts.career.grades)
        for row in rows:
            flights, kills = row.flights if isinstance(row, AwardRow) else 0, row.kills
            title = log_text.award(row.name, self.words)
            if row.name in held:
                continue
            if flights and not flight_seen and flights - career.flights <= CLOSE_FLIGHTS:
                flight_seen = True
                found.append(
                    AceMedal(
                        row.name, title, _("at %(n)d flights; he has %(has)d") % {"n": flights, "has": career.flights}
                    )
                )
            if kills and not kill_seen and kills > career.kills and kills - career.kills <= CLOSE_KILLS:
                kill_seen = True
                facts = {"n": kills, "has": career.kills}
                said = ngettext("from %(n)d victory; he has %(has)d", "from %(n)d victories; he has %(has)d", kills)
                found.append(AceMedal(row.name, title, said % facts))
        return found

    # -- the year

    @property
    def year(self) -> Sequence[graphs.GraphSet]:
        """The graphs, for a desk and for a phone."""
        return graphs.draw(self.career, self.sheet, self.entries, self.field, self.words_at)

    @property
    def where(self) -> victory_map.VictoryMap:
        """The map."""
        return victory_map.map_of(self.career, self.sheet, self.charts)

    @property
    def story(self) -> list[tuple[str, list[str]]]:
        """The year in sentences."""
        return timeline.year_story(self.career, self.sheet, self.awards, self.words_at)

    @property
    def ledgers(self) -> list[LedgerTable]:
        """Both ledgers as they are shown, with their sums."""
        titles = {"prestige": _("Prestige"), "experience": _("Experience")}
        now = {"prestige": self.career.points, "experience": self.career.experience}
        return [self._ledger(titles[name], entries, now[name]) for name, entries in self.entries.items()]

    def _ledger(self, title: str, entries: Sequence[LedgerEntry], now: int) -> LedgerTable:
        lines: list[LedgerLine] = []
        quiet = 0
        for entry in entries:
            come, gone = max(entry.value, 0), max(-entry.value, 0)
            when = self.at(entry.month, entry.line) if entry.line else _("start")
            if entry.cause == "sorties" and lines and quiet:
                # A quiet stretch folds into one row.
                quiet += 1
                lines[-1] = LedgerLine(when, _("Sorties flown"), lines[-1].come + come, 0, entry.left)
                continue
            quiet = 1 if entry.cause == "sorties" else 0
            words = self.words_at(entry.month, entry.line)
            lines.append(LedgerLine(when, log_text.ledger_cause(entry.cause, words), come, gone, entry.left))
        # Skills of flight school have no entry of their own. [7.7]
        opening = entries[0].left - entries[0].value if entries else now
        if opening:
            lines.insert(0, LedgerLine(_("start"), _("Flight school"), opening, 0, opening))
        come, gone = sum(line.come for line in lines), sum(line.gone for line in lines)
        return LedgerTable(title, lines, come, gone, lines[-1].left if lines else 0)

    @property
    def skills(self) -> list[str]:
        """His skills."""
        return [spoken.skill(name) for name in self.career.skills]

    @property
    def men(self) -> list[CrewmanRow]:
        """His crew as it is shown."""
        states = {
            "present": _("present"),
            "damaged": _("present, his aircraft is damaged"),
            "lost": _("lost"),
            "absent": _("did not take off"),
            "away": _("in hospital"),
        }
        return [
            CrewmanRow(
                log_text.ROLES.get(man.role, man.role),
                states.get(man.status, man.status),
                man.stand_in,
                [spoken.skill(name) for name in man.skills],
                man,
            )
            for man in self.crew
        ]

    @property
    def machines(self) -> list[AirframeRow]:
        """His aircraft as they are shown."""
        return [
            AirframeRow(
                frame,
                log_text.at_line(frame.month, frame.line),
                log_text.at_line(frame.last_month, frame.last_line),
                log_text.FATES.get(frame.fate, frame.fate),
            )
            for frame in self.airframes
        ]

    @property
    def claims(self) -> list[tuple[str, int]]:
        """His claims, by their results. [7.4.3]"""
        counts = self.sheet.claims()
        return [
            (_("confirmed"), counts["confirmed"]),
            (_("crashed unseen, not confirmed"), counts["unseen"]),
            (_("damaged"), counts["damaged"]),
            (_("met, not hit"), counts["missed"]),
        ]

    @property
    def in_bed(self) -> str:
        """The days in hospital, as raids missed. [7.4.8]"""
        lines = self.sheet.in_bed()
        return ngettext("%(n)d raid missed for wounds.", "%(n)d raids missed for wounds.", lines) % {"n": lines}

    # -- the end

    @property
    def fell(self) -> str:
        """The manner and date of his death, in a line."""
        last = self.sheet.last
        if self.career.alive or last is None:
            return ""
        return _("%(death)s, %(month)s") % {"death": self.status, "month": log_text.month_name(last.month)}

    @property
    def farewell(self) -> list[str]:
        """The end of his career, in plain sentences."""
        return list(self._fell() if not self.career.alive else self._came_home())

    def _fell(self) -> Iterator[str]:
        career, last = self.career, self.sheet.last
        if career.death == "attempt":
            yield _("In Berlin he shot at the man who was to decorate him. He did not come back.")
        elif last is not None and last.sortie is not None:
            facts = {"line": last.number, "month": log_text.month_name(last.month)}
            facts["target"] = spoken.town(last.sortie.target)
            yield _("On line %(line)d of %(month)s he flew against the raid on %(target)s.") % facts
            met = [fight.enemy for fight in last.fights]
            if met:
                yield _("He met %(enemies)s.") % {"enemies": log_text.shot_down(met)}
            if last.kills:
                fallen = log_text.shot_down([fight.enemy for fight in last.kills])
                if len(last.kills) < len(met):
                    yield _("Of these he shot down %(fallen)s.") % {"fallen": fallen}
                else:
                    yield ngettext("He shot it down.", "He shot them down.", len(met))
            yield _("%(death)s.") % {"death": log_text.DEATHS.get(career.death, log_text.DEATHS["air"])}
        before = career.flights - 1
        if before < 1:
            yield _("It was his first sortie.")
        else:
            yield ngettext("He had flown %(n)d sortie before.", "He had flown %(n)d sorties before.", before) % {
                "n": before
            }

    def _came_home(self) -> Iterator[str]:
        career = self.career
        yield _("The last raid of February 1944 is over, and he is alive.")
        yield ngettext(
            "He flew %(n)d sortie and missed the others.",
            "He flew %(n)d sorties and missed the others.",
            career.flights,
        ) % {"n": career.flights}
        if career.wounds or career.shot_down:
            facts = {
                "wounded": ngettext("wounded once", "wounded %(n)d times", career.wounds) % {"n": career.wounds},
                "down": ngettext("shot down once", "shot down %(n)d times", career.shot_down) % {"n": career.shot_down},
            }
            if career.wounds and career.shot_down:
                yield _("He was %(wounded)s and %(down)s.") % facts
            else:
                yield _("He was %(what)s.") % {"what": facts["wounded"] if career.wounds else facts["down"]}

    @property
    def both_sides(self) -> list[str]:
        """The cost of his year to others, and how common his end was."""
        career, found = self.career, []
        fallen = career.bombers - career.start_bombers
        if fallen:
            facts = {"n": fallen, "men": fallen * MEN_ABOARD}
            found.append(
                ngettext(
                    "%(n)d bomber is credited to him in this year; about %(men)d men were aboard.",
                    "%(n)d bombers are credited to him in this year; about %(men)d men were aboard them.",
                    fallen,
                )
                % facts
            )
        last = self.sheet.last
        if self.field is not None and last is not None:
            lost = round(100 * (1 - self.field.alive[last.place]))
            found.append(
                _("By this line %(lost)d of 100 simulated pilots with the same start had been lost.") % {"lost": lost}
            )
        return found

    @property
    def last_lines(self) -> list[SheetLine]:
        """The end of the sheet: the last month with anything on it, from its last two entries on."""
        last = self.sheet.last
        if last is None:
            return []
        month = next(month for month in self.sheet.months if month.key == last.month)
        return month.lines[max(last.number - 2, 0) : last.number + 2]

    @property
    def verdict(self) -> str:
        """The rulebook's measure of the year. [5.2, 10.2.3]"""
        career = self.career
        if career.ace:
            return self.standing
        facts = {"level": spoken.LEVELS.get(career.victory, career.victory), "n": career.bombers}
        return (
            ngettext(
                "The rulebook’s measure for %(n)d bomber: %(level)s.",
                "The rulebook’s measure for %(n)d bombers: %(level)s.",
                career.bombers,
            )
            % facts
        )

    @property
    def ticks(self) -> graphs.GraphSet:
        """Every line of the year as a tick, alone, on a drawing of 820 by 60."""
        return graphs.ticks(self.career, self.sheet)

"""Writes a game of Interceptor Ace into the tables of a career, and writes them again when that is wanted.

Every row is a function of the game's state, so that it does not matter how many orders went by since the last writing,
nor how often it is done. Only rows that have changed are touched.
"""

from collections.abc import Iterable, Mapping, Sequence

import msgspec
from django.db import models

from campaigns.accounts.models import Player
from campaigns.careers.pilot_names import invented_name
from engine.interceptor import state as rules
from engine.interceptor.charts.compiled import Charts
from engine.interceptor.rules import victory
from engine.interceptor.rules.career import aces
from engine.interceptor.rules.career import awards as honours
from engine.interceptor.state import MONTHS, SCORED, WOUNDS
from play.journal import store
from play.journal.derived_tables import TableWriter, columns_of, delete_rows, stored_rows, tables_of
from play.journal.projections import OrderEffects, Row, Rows, projection
from play.sessions.models import Session
from sorties.interceptor.careers.charts_history import ChartsOfLog
from sorties.interceptor.records.models import (
    Airframe,
    AwardRecord,
    CareerSource,
    CrewmanRecord,
    EngagementRecord,
    ExperienceEntry,
    InterceptorCareer,
    PrestigeEntry,
    SortieRecord,
    Wound,
)

TITLE = "interceptor-ace"
LEFT_IT = ("shot-down", "bailed")
"""Ends of a sortie from which he came down without his aircraft."""

LEFT = {"id", "owner", "session", "seat", "shared", "link", "digests", "created", "changed", "ground"}
"""Fields of a career's head that the game does not write."""


CHILDREN = tables_of(
    EngagementRecord, SortieRecord, Airframe, PrestigeEntry, ExperienceEntry, AwardRecord, Wound, CrewmanRecord
)
HEAD = columns_of(InterceptorCareer, LEFT)


def sorties_completed(state: rules.State) -> int:
    """Count the sorties that are flown and debriefed."""
    career = state.careers[0]
    last = career.log[-1] if career.log else None
    if state.phase != "debriefing" or last is None or last.kind != "flown":
        return career.flights
    return career.flights - ((last.month, last.line) == (state.month, state.line))


MARKS = {"sortie": sorties_completed, "month": lambda state: state.month, "year": lambda state: ""}
"""Moments at which a bot with a lent seat hands it back: when one sortie, the month or the year is over."""


def careers_of(session: Session) -> models.QuerySet[InterceptorCareer]:
    """Return the careers of a game that are written from it: those of the seats that people hold."""
    held = [seat.name for seat in session.table if seat.player_id is not None]
    return InterceptorCareer.objects.filter(session=session, seat__in=held)


def stored_careers(session: Session) -> Rows:
    """Return the stored rows of a game's careers, by the name of each row."""
    return stored_rows(careers_of(session), HEAD, CHILDREN)


def delete_career_rows(session: Session) -> None:
    """Delete the rows of a game's careers. Their heads stay: name, link and sharing are stored there alone."""
    delete_rows(careers_of(session), CHILDREN)


@projection(TITLE, stored=stored_careers, wipe=delete_career_rows)
def write_careers(session: Session, progress: OrderEffects) -> None:
    """Write the careers of a session, one for each seat that a person holds."""
    for career in progress.state.careers:
        seat = session.seat(career.seat)
        if seat is None or seat.player is None:
            continue
        named = career.name or invented_name()
        row = InterceptorCareer.objects.filter(session=session, seat=career.seat).first() or career_create(
            session=session, seat=career.seat, owner=seat.player, name=named
        )
        if row.pack_hash != session.pack_hash or (session.charts_before and not row.digests):
            row.pack_hash, row.charts_before = session.pack_hash, charts_before(session, career.seat)
            row.save(update_fields=["pack_hash", "charts_before"])
        write_career(row=row, career=career, state=progress.state, pack=progress.pack)


def charts_before(session: Session, seat: str) -> list[list[int | str]]:
    """Return up to which place of a seat's log it was flown by which charts, before it was moved to newer ones."""
    found: list[list[int | str]] = []
    for seq, digest in session.charts_before:
        state = store.state_at_rest(session, seq)
        career = next((one for one in state.careers if one.seat == seat), None) if state is not None else None
        if career is not None:
            found.append([len(career.log), digest])
    return found


def career_create(
    *,
    session: Session,
    owner: Player,
    name: str,
    seat: str = "pilot",
    play: str = rules.SOLITAIRE,
    track: str = rules.OFFICER,
    options: Mapping[str, str | int] | None = None,
) -> InterceptorCareer:
    """Create the career of a seat: the one way in which a career at a table of this site begins."""
    return InterceptorCareer.objects.create(
        session=session,
        owner=owner,
        seat=seat,
        source=source_of(session.setup.get("dice", rules.HERE)),
        pack=session.pack,
        pack_hash=session.pack_hash,
        name=name,
        play=play,
        track=track,
        options=options or {},
    )


def source_of(dice: str) -> str:
    """Return the source of a career's dice, as the set-up of its game says."""
    return {rules.HERE: CareerSource.FAIR, rules.TABLETOP: CareerSource.TABLETOP}[dice]


def write_career(*, row: InterceptorCareer, career: rules.Career, state: rules.State, pack: Charts) -> None:
    """Write one career: head, aircraft, log, and all rows below it."""
    books = TableWriter(row)
    flown_by = ChartsOfLog(pack, row)
    frames, flown_in = airframes(career, state, flown_by)
    books.keep(Airframe, frames)
    lines = list(log_lines(career, state, flown_by))
    ids = books.ids(Airframe) if books.has_changed(SortieRecord, lines) else {}
    books.keep(SortieRecord, lines, lambda line: {"airframe_id": ids.get(flown_in[line["place"] - 1])})
    fights = list(engagements(career))
    places = books.ids(SortieRecord) if books.has_changed(EngagementRecord, fights) else {}
    books.keep(EngagementRecord, fights, lambda fight: {"sortie_id": places[fight["sortie"]]}, leave="sortie")
    books.keep(PrestigeEntry, ledger(career.prestige_ledger))
    books.keep(ExperienceEntry, ledger(career.experience_ledger))
    books.keep(AwardRecord, awards(career, flown_by))
    books.keep(Wound, wounds(career))
    books.keep(CrewmanRecord, crew(career))
    fields = head(career, state, flown_by)
    # A pilot who began without a name has the invented one.
    fields["name"] = fields["name"] or row.name
    books.close(fields)


# Contents of the tables


def head(career: rules.Career, state: rules.State, charts: ChartsOfLog) -> Row:
    """Return the head of the log sheet."""
    model = career.plane.model
    mats, units = charts.now.tables.mats.rows, charts.now.tables.units.rows
    away, away_lines = absence(career)
    over = not career.alive or state.phase == "over"
    month, line = last_line(career) if over and career.flight is None and career.log else (state.month, state.line)
    return {
        "play": state.play,
        "source": source_of(state.dice),
        "options": msgspec.to_builtins(state.options),
        "name": career.name,
        "track": career.track,
        "rank": honours.rank_of(career, charts.now).name,
        "promotions": promotions(career, charts),
        "ace": career.ace,
        "unit_line": career.unit,
        "unit": units[career.unit].unit if career.unit else "",
        "base": career.base,
        "zone": career.zone,
        "start": MONTHS[career.start],
        "month": MONTHS[min(month, len(MONTHS) - 1)],
        "line": line + 1,
        "stage": career.stage,
        "away": away,
        "away_lines": away_lines,
        "aircraft": model,
        "series": mats[model].series if model else "",
        "hits": career.plane.hits,
        "bombers": career.bombers,
        "fighters": career.fighters,
        "start_bombers": career.start_bombers,
        "start_fighters": career.start_fighters,
        "flights": career.flights,
        "wounds": career.wounds,
        "shot_down": sum(line.end in LEFT_IT for line in career.log),
        "points": career.points,
        "level": career.level,
        "experience": career.experience,
        "skills": list(career.skills),
        "fatigue": career.fatigue,
        "leave_taken": career.leave_taken,
        "over": over,
        "alive": career.alive,
        "death": career.death,
        "attempt": career.attempt,
        "victory": victory.final_level(career, charts.now) if career.ace else victory.level_of(career, charts.now),
    }


def last_line(career: rules.Career) -> tuple[int, int]:
    """Return the month and line on which his log ends: the calendar goes on past it. [5.1]"""
    return career.log[-1].month, career.log[-1].line


def promotions(career: rules.Career, charts: ChartsOfLog) -> list[list[str]]:
    """Return his promotions as [month, rank]: the last of them gave him the rank that he has. [7.9]"""
    first = career.rank - len(career.promoted_at) + 1
    found = []
    for step, month in enumerate(career.promoted_at):
        tables = charts.at(sum(line.month < month for line in career.log) + 1).tables
        ranks = tables.ranks.officer if career.track == "officer" else tables.ranks.nco
        found.append([MONTHS[month], ranks[first + step].name])
    return found


def absence(career: rules.Career) -> tuple[str, int]:
    """Say why he does not fly and for how many lines: some causes run side by side, others follow one another."""
    parallel = [one for one in career.absences if one.parallel]
    after = [one for one in career.absences if not one.parallel]
    counted = parallel or after
    if not counted:
        return "", 0
    longest = max(parallel, key=lambda one: one.lines) if parallel else after[0]
    return longest.cause, max((one.lines for one in parallel), default=0) + sum(one.lines for one in after)


def log_lines(career: rules.Career, state: rules.State, charts: ChartsOfLog) -> Iterable[Row]:
    """Give the lines of the log sheet; one that is still debriefed has the points that he has now. [4.3]"""
    debriefed = (state.month, state.line) if career.flight is not None else None
    for place, line in enumerate(career.log, 1):
        unit = charts.at(place).tables.units.rows.get(line.unit)
        won = [fight for fight in line.engagements if fight.credit == "pilot" and fight.result in SCORED]
        marks = career if (line.month, line.line) == debriefed else line
        yield {
            "place": place,
            "month": MONTHS[line.month],
            "line": line.line + 1,
            "kind": line.kind,
            "cause": line.cause,
            "target": line.target,
            "zone": line.zone,
            "base": unit.base if unit else "",
            "unit": unit.unit if unit else "",
            "weather": line.weather,
            "aircraft": line.aircraft,
            "end": line.end,
            "landing": line.landing,
            "hits": line.hits,
            "pilot_wound": WOUNDS[line.pilot_wound],
            "gunner_wound": WOUNDS[line.gunner_wound],
            "bombers": sum(fight.is_bomber for fight in won),
            "fighters": sum(not fight.is_bomber for fight in won),
            "fatigue": marks.fatigue,
            "experience": marks.experience,
            "prestige": marks.points if isinstance(marks, rules.Career) else marks.prestige,
            "events": list(line.events),
        }


def engagements(career: rules.Career) -> Iterable[Row]:
    """Give whom he met, in order; `sortie` is the place of the line."""
    place = 0
    for line_place, line in enumerate(career.log, 1):
        for fight in line.engagements:
            place += 1
            yield {
                "place": place,
                "sortie": line_place,
                "enemy": fight.enemy,
                "is_bomber": fight.is_bomber,
                "result": fight.result,
                "credit": fight.credit,
                "box": fight.box,
                "cause": fight.cause,
            }


def ledger(entries: Sequence[rules.PointsEntry]) -> list[Row]:
    """Give the lines of a ledger; those before the first log line are at line 0."""
    return [
        {
            "place": place,
            "month": MONTHS[min(entry.month, len(MONTHS) - 1)],
            "line": entry.line + 1,
            "cause": entry.cause,
            "value": entry.value,
            "left": entry.left,
        }
        for place, entry in enumerate(entries, 1)
    ]


def awards(career: rules.Career, charts: ChartsOfLog) -> list[Row]:
    """Give his awards in the order in which he won them, then his crew's; those of an ace card are at line 0."""
    posted = aces.awards_of_card(career, charts.first)
    rows = [
        {"holder": "pilot", "name": one.name, "month": MONTHS[one.month], "line": one.line + 1 if won else 0}
        for one, won in ((one, place >= posted) for place, one in enumerate(career.awards))
    ]
    men = [man for man in (career.wingman, career.gunner) if man is not None]
    rows += [{"holder": man.role, "name": name, "month": "", "line": 0} for man in men for name in man.awards]
    return [{"place": place} | row for place, row in enumerate(rows, 1)]


def wounds(career: rules.Career) -> list[Row]:
    """Give the wounds of pilot and gunner, with the lines that the pilot lay in bed for each. [7.4.8]"""
    rows: list[Row] = []
    last: Row | None = None
    for line in career.log:
        if last is not None and line.kind == "missed" and line.cause in ("wound", "hospital"):
            last["missed"] += 1
        for who, severity in (("pilot", line.pilot_wound), ("gunner", line.gunner_wound)):
            if severity:
                row = {
                    "place": len(rows) + 1,
                    "who": who,
                    "severity": WOUNDS[severity],
                    "month": MONTHS[line.month],
                    "line": line.line + 1,
                    "missed": 0,
                }
                rows.append(row)
                last = row if who == "pilot" else last
    return rows


def crew(career: rules.Career) -> list[Row]:
    """Give the present state of his wingman and gunners."""
    men = [man for man in (career.wingman, career.gunner, career.old_gunner) if man is not None]
    return [
        {
            "place": place,
            "role": man.role,
            "status": "away" if man is career.old_gunner else man.status,
            "away": man.away,
            "stand_in": man.stand_in,
            "experience": man.experience,
            "skills": list(man.skills),
            "bombers": man.bombers,
            "fighters": man.fighters,
        }
        for place, man in enumerate(men, 1)
    ]


# Aircraft


def airframes(career: rules.Career, state: rules.State, charts: ChartsOfLog) -> tuple[list[Row], list[int]]:
    """Read his aircraft one after another from the log; also the place of the one that each line belongs to."""
    changed = {
        (entry.month, entry.line) for entry in career.prestige_ledger if entry.cause == "no-repair" and entry.value < 0
    }
    frames: list[Row] = []
    flown_in: list[int] = []
    for place, line in enumerate(career.log, 1):
        if line.kind == "missed" and (not frames or frames[-1]["fate"] or frames[-1]["model"] != line.aircraft):
            # His next sorties after his return have not been flown yet.
            flown_in.append(0)
            continue
        _get_aircraft(frames, line.aircraft, line.month, line.line)
        frame = frames[-1]
        flown_in.append(len(frames))
        frame["last_month"], frame["last_line"] = MONTHS[line.month], line.line + 1
        if line.kind == "flown":
            _fly(frame, line)
            frame["fate"] = fate(line, state, charts.at(place)) or (
                "exchanged" if (line.month, line.line) in changed else ""
            )
        elif line.cause == "repair":
            frame["repairs"] += 1
    if career.plane.model and career.alive and state.month < len(MONTHS):
        _get_aircraft(frames, career.plane.model, state.month, state.line)
    return frames, flown_in


def _get_aircraft(frames: list[Row], model: str, month: int, line: int) -> None:
    """Go on with the last aircraft, or begin a new one when it is gone or of another type."""
    if frames and frames[-1]["model"] == model and not frames[-1]["fate"]:
        return
    if frames and not frames[-1]["fate"]:
        frames[-1]["fate"] = "exchanged"
    at = MONTHS[month]
    frames.append(
        {
            "place": len(frames) + 1,
            "model": model,
            "month": at,
            "line": line + 1,
            "last_month": at,
            "last_line": line + 1,
            "flights": 0,
            "bombers": 0,
            "fighters": 0,
            "hits": 0,
            "repairs": 0,
            "fate": "",
        }
    )


def _fly(frame: Row, line: rules.SortieLine) -> None:
    won = [fight for fight in line.engagements if fight.credit == "pilot" and fight.result in SCORED]
    frame["flights"] += 1
    frame["hits"] += line.hits
    frame["bombers"] += sum(fight.is_bomber for fight in won)
    frame["fighters"] += sum(not fight.is_bomber for fight in won)


def fate(line: rules.SortieLine, state: rules.State, charts: Charts) -> str:
    """Say what became of the aircraft on this line, if that was its last. [7.4.2, 7.4.6, 9.4, 9.5]"""
    if line.end in (*LEFT_IT, "killed"):
        return line.end
    if line.landing in ("crash", "killed"):
        return "crash"
    if state.options.repair_by == "hits" and line.hits >= charts.tables.repair.write_off_from:
        return "written-off"
    return "handed-on" if line.pilot_wound == rules.SERIOUS else ""

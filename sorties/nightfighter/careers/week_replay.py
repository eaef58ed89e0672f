"""The start of a week's replay: the place of its first event among the visible events of the year."""

from play.replay.timeline import ReplayTimeline
from play.sessions.selectors import session_at
from sorties.nightfighter.records.models import NightCareer


def moment_of(career: NightCareer, week: int | None) -> int | None:
    """Return the place of a week's first event in the replay; None where there is none to be seen."""
    if career.session_id is None or not week:
        return None
    session = session_at(career.session_id)
    seat = session.seat(career.seat)
    data = ReplayTimeline(session, seat).visible_rows()
    first = data.filter(kind="career.week", data__week=week).order_by("number").first()
    return data.filter(number__lte=first.number).count() if first is not None else None

"""The page of a replay: two lanes side by side, by turn and event; every moment has its address."""

from dataclasses import dataclass
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.utils.safestring import mark_safe
from django.views.decorators.cache import never_cache
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import require_GET

from play.games.boards import table_links
from play.pages.audience import SEAT, audience
from play.pages.parts import ShownBoard
from play.replay.timeline import ReplayTimeline, prefix_ids
from play.sessions.models import Session
from play.sessions.selectors import session_at
from play.sessions.views import own_seat, with_refusals
from play.spectators.models import SpectatorLink
from play.utils.plain_data import whole
from play.utils.requests import HtmxRequest

SPEEDS = (("4000", "½"), ("2000", "1"), ("1000", "2"), ("500", "4"))
"""Milliseconds for a line, and what a speed is called."""


@gzip_page
@require_GET
@never_cache
@audience(SEAT, of=session_at)
@with_refusals
def lanes(request: HtmxRequest, session: Session) -> HttpResponse:
    """A game again: the truth beside what a seat knew; before the end, what is new in one's own lane."""
    seat = own_seat(request, session)
    timeline = ReplayTimeline(session, seat)
    if not timeline.moments:
        return redirect("table", session=session.pk)
    context = moment_of(request, timeline, whole(request.GET.get("at")) or (1 if timeline.over else timeline.unseen()))
    context["ways"] = [way for way in table_links(session, seat) if way.after] if timeline.over else []
    context["given"] = session.watches.filter(kind=SpectatorLink.Kind.AFTER).first() if timeline.over else None
    return render(request, "play/replay/_moment.html" if request.htmx else "play/replay/lanes.html", context)


@dataclass(frozen=True)
class DrawnLane:
    """A lane with its board."""

    lane: str
    name: str
    drawn: str


def moment_of(request: HttpRequest, timeline: ReplayTimeline, wanted: int) -> dict[str, object]:
    """Return all that the page of a moment shows, in the lanes that its address names."""
    session, seat = timeline.session, timeline.seat
    lane = chosen(request, "lane", timeline.lanes) or timeline.lanes[0]
    beside = chosen(request, "beside", [*timeline.lanes, "none"])
    if beside is None:
        beside = next((one for one in timeline.lanes if one != lane), "none")
    at = min(max(wanted, 1), len(timeline.moments))
    row = timeline.row(at)
    lanes = [timeline.lane(lane, at, row)]
    if beside not in ("none", lane):
        lanes.append(timeline.lane(beside, at, row))
    shown = [DrawnLane(one.lane, one.name, drawn(request, session, one.board, n)) for n, one in enumerate(lanes)]
    how = chosen(request, "how", ["divider", "beside"]) or "divider"
    here = ({"seat": seat.name} if seat is not None else {}) | {"lane": lane, "beside": beside, "how": how}
    lines = timeline.lines([one.lane for one in shown], at)
    turns = [(n, place) for n, place in timeline.turns if n]
    back = next((place for _n, place in reversed(turns) if place < at), 1)
    ahead = next((place for _n, place in turns if place > at), len(timeline.moments))
    return {
        "session": session,
        "seat": seat,
        "words": timeline.words,
        "here": "tables",
        "at": at,
        "count": len(timeline.moments),
        "turn": timeline.moments[at - 1].turn,
        "turns": [(n, f"?{urlencode(here | {'at': place})}") for n, place in turns],
        "turn_back": f"?{urlencode(here | {'at': back})}",
        "turn_ahead": f"?{urlencode(here | {'at': ahead})}",
        "lines": [(one, f"?{urlencode(here | {'at': one.place})}") for one in lines],
        "now": next(one for one in lines if one.now),
        "opened": timeline.opened(row),
        "clock": timeline.clock(),
        "how": how,
        "earlier": f"?{urlencode(here | {'at': max(at - 1, 1)})}",
        "later": f"?{urlencode(here | {'at': min(at + 1, len(timeline.moments))})}",
        "lanes": [(name, timeline.name(name)) for name in timeline.lanes],
        "lane": lane,
        "beside": beside,
        "shown": shown,
        "over": timeline.over,
        "speeds": SPEEDS,
        "board": lanes[0].board,
        "remarks": list(session.remarks.filter(seq=row.entry.seq)) if timeline.sees_remarks else [],
        "moment_url": request.build_absolute_uri(f"?{urlencode(here | {'at': at})}"),
        "moment_query": urlencode({"lane": lane, "beside": beside, "how": how, "at": at}),
    }


def drawn(request: HttpRequest, session: Session, board: ShownBoard, place: int) -> str:
    """Draw a lane's board; all but the first have ids of their own, and no words on empty hexes."""
    if board.view is None:
        return ""
    parts = [board.board_template, *filter(None, [board.aside])]
    context = {"board": board, "session": session, "besides": place > 0}
    text = "".join(render_to_string(part, context, request) for part in parts)
    return mark_safe(text if not place else prefix_ids(text, f"lane{place}-"))  # noqa: S308 - our own template


def chosen(request: HttpRequest, name: str, offered: list[str]) -> str | None:
    """Return what was chosen of what is offered."""
    value = request.GET.get(name)
    return value if value in offered else None

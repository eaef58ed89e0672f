"""Texts of notices: somebody's turn, and nothing of the game itself."""

from collections.abc import Sequence

from django.conf import settings
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from campaigns.notifications.models import Notification, Webhook, WebhookMessage
from play.games import titles
from play.utils.plain_data import Json

KIND = Notification.Kind


def site_address() -> str:
    """Return the address of this site for e-mails."""
    return str(settings.HOUSE_ADDRESS)


def address_of(notice: Notification) -> str:
    """Return the address of the table, or of the season."""
    path = f"/groups/seasons/{notice.season_id}/" if notice.session_id is None else f"/tables/{notice.session_id}/"
    return f"{site_address()}{path}"


def line_of(notice: Notification) -> str:
    """Return the line of a letter."""
    if notice.season is not None and notice.season.ends is not None:
        ends = {"season": notice.season, "date": date_format(notice.season.ends, "j E")}
        said = _("%(season)s ends on %(date)s") % ends
        return f"{said}: {address_of(notice)}"
    game = titles.words_of(notice.session.title).title if notice.session is not None else ""
    said = {
        KIND.PLOTTED: _("%(game)s: your opponent has given orders"),
        KIND.LAST: _("%(game)s: all others have answered"),
        KIND.TIME: _("%(game)s: your time is running out"),
    }.get(KIND(notice.kind), "%(game)s")
    return f"{said % {'game': game}}: {address_of(notice)}"


def subject_of(notices: Sequence[Notification]) -> str:
    """Return the subject of a letter with so many lines."""
    kinds = {notice.kind for notice in notices}
    if len(notices) == 1:
        single = {
            KIND.PLOTTED: _("Your opponent has given orders"),
            KIND.LAST: _("All others have answered"),
            KIND.TIME: _("Your time is running out"),
            KIND.ENDS: _("A season ends in two days"),
        }
        if (kind := KIND(notices[0].kind)) in single:
            return single[kind]
    if KIND.ENDS in kinds:
        return ngettext("%(n)d thing waits for you", "%(n)d things wait for you", len(notices)) % {"n": len(notices)}
    many = {"n": len(notices)}
    return ngettext("It is your turn", "It is your turn in %(n)d games", len(notices)) % many


def text_of(notices: Sequence[Notification]) -> str:
    """Return the text for a group about a session or a season."""
    first = notices[0]
    if first.season is not None and first.season.ends is not None:
        return _("%(season)s ends on %(date)s.") % {
            "season": first.season,
            "date": date_format(first.season.ends, "j E"),
        }
    game = titles.words_of(first.session.title).title if first.session is not None else ""
    if first.kind == KIND.OVER:
        return _("A game is over: %(game)s.") % {"game": game}
    names = ", ".join(dict.fromkeys(str(notice.player) for notice in notices))
    return _("It is %(player)s’s turn in a game of %(game)s.") % {"player": names, "game": game}


def content_of(notices: Sequence[Notification], webhook: Webhook, message: WebhookMessage) -> dict[str, Json]:
    """Return what a hook is sent: as chat services take it, or plain, with the number of the night's message."""
    text, first = text_of(notices), notices[0]
    if webhook.shape == Webhook.Shape.CHAT:
        said = f"{text} {address_of(first)}"
        return {"content": said, "text": said, "allowed_mentions": {"parse": []}}
    return {
        "id": first.pk,
        "message": message.pk,
        "edition": message.editions + 1,
        "kind": first.kind,
        "group": str(webhook.group),
        "players": list(dict.fromkeys(str(notice.player) for notice in notices if notice.player is not None)),
        "text": text,
        "address": address_of(first),
    }

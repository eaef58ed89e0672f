"""Context of the chart pages: lists of packs, a pack with its tables and differences, calibration figures."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from django.http import Http404
from django.urls import reverse
from django.utils.html import escape
from django.utils.translation import gettext_lazy as _

from engine.kernel.packs.faults import MOST_FAULTS, PackError
from engine.kernel.packs.schema import Charts
from play.charts import selectors, sharing
from play.charts.models import Calibration, ChartPack
from play.charts.services import GAMES_TO_PLAY, MOST_GAMES_OF_A_GUEST
from play.games import titles
from play.games.text import Sentence, tidy
from play.journal import store
from play.orders.refusals import OrderRefused
from play.rules.notes import notes_on
from play.sessions import services
from play.sessions.models import Session
from play.utils.players import Visitor

ORIGINS = {
    "rule": _("from a rule in the rulebook"),
    "source": _("from a named source"),
    "printed": _("as printed"),
    "reconstructed": _("reconstructed"),
}
FILE = "file:"
MOST_TO_EDIT = 600_000
"""Characters of files that the page of a pack offers for editing."""


@dataclass(frozen=True)
class SitePackLink:
    """A pack of the site, with its page."""

    title: str
    href: str


@dataclass(frozen=True, kw_only=True)
class ListedGame:
    """A game on the list of charts, with the packs of the site, of this player and of others who share with him."""

    name: str
    title: Sentence
    rules: bool
    standard: Sequence[SitePackLink]
    own: Sequence[ChartPack]
    lent: Sequence[ChartPack]


def games_for(player: Visitor) -> list[ListedGame]:
    """Return every game with the packs of the site and of this player."""
    mine = ChartPack.objects.filter(owner=player).defer("texts", "content", "faults") if player.is_authenticated else ()
    shared = sharing.provider().shared_packs(player.pk) if player.is_authenticated else ChartPack.objects.none()
    shared = shared.defer("texts", "content", "faults")[: selectors.MAX_SHARED]
    return [
        ListedGame(
            name=game,
            title=titles.words_of(game).title,
            rules=bool(notes_on(game)),
            standard=[
                SitePackLink(selectors.title_of(game, name), reverse("chart_pack", args=[game, name]))
                for name in selectors.site_pack_names(game)
            ],
            own=[own for own in mine if own.game == game],
            lent=[own for own in shared if own.game == game],
        )
        for game in selectors.games()
    ]


def game_choices() -> list[tuple[str, Sentence]]:
    """Return the games that can be played by a pack of one's own."""
    return [(game, titles.words_of(game).title) for game in selectors.games()]


def _whole(
    game: str, content: selectors.PackContent, title: Sentence, link_of: Callable[[str], str] | None
) -> dict[str, object]:
    tables = selectors.tables_of(content)
    return {
        "title": title,
        "game": titles.words_of(game).title,
        "tables": [(table, tidy(table.name), link_of(table.name) if link_of else "") for table in tables],
        "shares": [(ORIGINS.get(name, name), count, share) for name, count, share in selectors.shares(content)],
    }


def site_pack(game: str, pack: str) -> dict[str, object]:
    """Return a pack of the site."""
    found = selectors.site_pack_at(game, pack)
    context = _whole(
        game,
        found.content,
        selectors.title_of(game, pack),
        lambda table: reverse("chart_table", args=[game, pack, table]),
    )
    context["archive"] = reverse("chart_archive", args=[game, pack])
    if pack != selectors.STANDARD:
        context["differences"] = selectors.differences(
            found.content, selectors.site_pack_at(game, selectors.STANDARD).content
        )
    return context


def site_pack_table(game: str, pack: str, table: str) -> dict[str, object]:
    """Return one table of a pack of the site."""
    shown = selectors.table_at(selectors.site_pack_at(game, pack).content, table)
    return {
        "table": shown,
        "title": tidy(table),
        "game": titles.words_of(game).title,
        "pack_title": selectors.title_of(game, pack),
        "back": reverse("chart_pack", args=[game, pack]),
    }


def _of_players(own: ChartPack, charts: Charts, link: str = "") -> dict[str, object]:
    """Return what is shown of a player's pack that is sound."""
    found = charts.pack
    standard = selectors.site_pack_at(own.game, selectors.STANDARD)
    address = ("pack_shared_table", link) if link else ("pack_table", own.pk)
    context = _whole(own.game, found.content, own.title, lambda table: reverse(address[0], args=[address[1], table]))
    context["differences"] = selectors.differences(found.content, standard.content)
    return context


def own_pack(own: ChartPack, absolute: Callable[[str], str]) -> dict[str, object]:
    """Return a pack as its owner sees it: with its files, and its faults while there are any."""
    faults = selectors.faults_of(own)
    context = {"title": own.title, "game": titles.words_of(own.game).title}
    if own.content:
        context = _of_players(own, selectors.charts_of(own))
    files, too_large = _files_of(own, {fault.file for fault in faults})
    return context | {
        "own": own,
        "faults": faults,
        "stopped": own.faults_in_all >= MOST_FAULTS,
        "unchecked": not own.content and not faults,
        "files": files,
        "too_large": too_large,
        "archive": reverse("pack_archive", args=[own.pk]),
        "link": absolute(reverse("pack_shared", args=[own.link])) if own.shared else "",
        **sharing_groups_of(own),
        **calibration_of(own),
    }


def _files_of(own: ChartPack, wrong: set[str]) -> tuple[list[tuple[str, str, str, bool]], list[str]]:
    """Return the files that can be edited on the page, and the names of those that are too large."""
    files, too_large, left = [], [], MOST_TO_EDIT
    # Those with faults come first, then the small ones.
    for name in sorted(own.texts, key=lambda name: (name not in wrong, len(own.texts[name]))):
        left_after = left - len(escape(own.texts[name]))
        if left_after < 0:
            too_large.append(name)
            continue
        left = left_after
        files.append((FILE + name, name, own.texts[name], name in wrong))
    return sorted(files, key=lambda file: list(own.texts).index(file[1])), too_large


def sharing_groups_of(own: ChartPack) -> dict[str, object]:
    """Return the groups with which a pack can be shared, and with which it is."""
    with_them = sharing.provider().shared_with(own)
    return {"circles": [(circle, circle.key in with_them) for circle in sharing.provider().of(own.owner)]}


def of_read(read: selectors.PackRead) -> dict[str, object]:
    """Return a pack as its other readers see it."""
    if not read.own.content:
        raise Http404
    return _of_players(read.own, selectors.charts_of(read.own), read.link) | {
        "shared_by": read.own.owner,
        "take": _page_of(read),
    }


def _page_of(read: selectors.PackRead) -> str:
    return reverse("pack_shared", args=[read.link]) if read.link else reverse("pack_read", args=[read.own.pk])


def table_of_read(read: selectors.PackRead) -> dict[str, object]:
    """Return one table of a player's pack; one with faults has none to be read."""
    try:
        charts = selectors.charts_of(read.own)
    except PackError as problem:
        raise Http404 from problem
    shown = selectors.table_at(charts.pack.content, read.table)
    return {
        "table": shown,
        "title": tidy(read.table),
        "game": titles.words_of(read.own.game).title,
        "pack_title": read.own.title,
        "back": _page_of(read),
    }


def newer_of(session: Session) -> dict[str, object]:
    """Return what the newer charts of a game's pack have otherwise, and whether the game can go on by them now."""
    newer = store.newer_charts(session)
    context: dict[str, object] = {"words": store.words_of(session), "newer": newer is not None}
    if newer is None:
        return context
    pack, problem = newer.pack, ""
    try:
        store.with_charts(session, services.run_of(session), newer)
    except OrderRefused as refusal:
        problem = refusal.sentence
    people = {seat.player for seat in session.table if not seat.policy}
    mine = store.pack_of(session).pack.content
    return context | {
        "hash": pack.hash,
        "pack_title": pack.manifest.title,
        "differences": selectors.differences(pack.content, mine),
        "problem": problem,
        "others": len(people) > 1,
    }


def posted_texts(posted: Mapping[str, str]) -> dict[str, str]:
    """Return the files as they were typed on the page."""
    return {name.removeprefix(FILE): text for name, text in posted.items() if name.startswith(FILE)}


def calibration_of(own: ChartPack) -> dict[str, object]:
    """Return how far a calibration has come, and its figures with their words."""
    run = Calibration.objects.filter(pack=own).defer("tallies").first()
    words = titles.words_of(own.game)
    figures = run.figures if run is not None else []
    most = MOST_GAMES_OF_A_GUEST if own.owner.is_guest else GAMES_TO_PLAY[-1]
    return {
        "own": own,
        "run": run,
        "running": run is not None and run.status == Calibration.Status.RUNNING,
        "stale": run is not None and run.hash != own.hash,
        "figures": [(words.measures.get(name, tidy(name)), mine, standard) for name, mine, standard in figures],
        "games_to_play": [games for games in GAMES_TO_PLAY if games <= most],
    }

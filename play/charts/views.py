"""Pages of charts: packs of the site and of a player, their content, differences and calibration."""

from allauth.decorators import rate_limit
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from play.charts import pack_files, selectors
from play.charts import page as pack_pages
from play.charts import services as pack_services
from play.charts import uploads as pack_uploads
from play.charts.models import ChartPack
from play.pages.audience import ANYONE, OWNER, READER, SIGNED_IN, audience
from play.uploads.kinds import UploadRefused
from play.uploads.services import upload_accept
from play.utils.requests import PlayerRequest


@require_GET
@audience(ANYONE)
def charts(request: HttpRequest) -> HttpResponse:
    """List the packs of every game: the site's, and the visitor's own."""
    context = {"here": "charts", "games": pack_pages.games_for(request.user)}
    return render(request, "play/charts/list.html", context)


@require_GET
@audience(ANYONE)
def chart_pack(request: HttpRequest, game: str, pack: str) -> HttpResponse:
    """Show a pack of the site: its tables and their sources."""
    context = pack_pages.site_pack(game, pack) | {"here": "charts"}
    return render(request, "play/charts/pack.html", context)


@require_GET
@audience(ANYONE)
def chart_table(request: HttpRequest, game: str, pack: str, table: str) -> HttpResponse:
    """Show a table of a pack of the site."""
    context = pack_pages.site_pack_table(game, pack, table) | {"here": "charts"}
    return render(request, "play/charts/table.html", context)


@require_GET
@audience(ANYONE)
def chart_archive(request: HttpRequest, game: str, pack: str) -> HttpResponse:
    """Download a pack of the site as a zip, from which one's own can begin."""
    return _zip(selectors.site_pack_archive(game, pack), f"{game}-{pack}")


def _zip(data: bytes, name: str) -> HttpResponse:
    answer = HttpResponse(data, content_type="application/zip")
    answer["Content-Disposition"] = f'attachment; filename="{name}.zip"'
    return answer


# One's own


@require_http_methods(["GET", "POST"])
@audience(SIGNED_IN)
@rate_limit(action="import")
def pack_bring(request: PlayerRequest) -> HttpResponse:
    """Import a pack: a zip, or YAML files. Its page lists the faults, where they can be corrected."""
    if request.method == "GET":
        return _bring(request)
    try:
        files = request.FILES.getlist("files")
        texts = pack_files.read_files(files)
        pack_services.check_pack_limit(request.user)
        title = " ".join(request.POST.get("title", "").split())[:120]
        asked = {"game": request.POST.get("game", "")[:40], "title": title}
        content, name = pack_uploads.content_of(texts), files[0].name or ""
        upload = upload_accept(request=request, kind="pack", content=content, name=name, asked=asked)
    except (pack_files.FilesRefused, pack_services.PackRefused, UploadRefused) as refusal:
        return _bring(request, _status_of(refusal), problem=str(refusal))
    return redirect("upload", upload=upload.pk)


def _status_of(refusal: Exception) -> int:
    return refusal.status if isinstance(refusal, UploadRefused) else 422


def _bring(request: PlayerRequest, status: int = 200, **more: object) -> HttpResponse:
    context = {"here": "charts", "games": pack_pages.game_choices(), "given": request.POST} | more
    return render(request, "play/charts/bring.html", context, status=status)


@require_http_methods(["GET", "POST"])
@never_cache
@audience(OWNER, of=selectors.own_at)
def pack_own(request: PlayerRequest, pack: ChartPack) -> HttpResponse:
    """A player's pack: its faults, its tables, what differs from the standard; its files to be changed."""
    if request.method == "GET":
        return _own(request, pack)
    try:
        texts = pack_pages.posted_texts(request.POST)
        pack_services.changed_texts(pack, texts)
        content, asked = pack_uploads.content_of(texts), {"pack": str(pack.pk)}
        upload = upload_accept(request=request, kind="pack", content=content, name=pack.title, asked=asked)
    except (pack_files.FilesRefused, UploadRefused) as refusal:
        return _own(request, pack, _status_of(refusal), problem=str(refusal))
    return redirect("upload", upload=upload.pk)


def _own(request: PlayerRequest, own: ChartPack, status: int = 200, **more: object) -> HttpResponse:
    context = pack_pages.own_pack(own, request.build_absolute_uri) | {"here": "charts"} | more
    return render(request, "play/charts/pack.html", context, status=status)


@require_GET
@never_cache
@audience(OWNER, of=selectors.own_at)
def pack_archive(request: PlayerRequest, pack: ChartPack) -> HttpResponse:
    """A player's pack as a zip, its files as they are."""
    return _zip(pack_files.zipped(pack.texts), pack.name or "pack")


@require_POST
@audience(OWNER, of=selectors.own_at)
def pack_share(request: PlayerRequest, pack: ChartPack) -> HttpResponse:
    """Share the pack by link, or stop sharing it."""
    pack_services.pack_share(own=pack, shared=request.POST.get("shared") == "yes")
    return redirect("pack_own", pack=pack.pk)


@require_POST
@audience(OWNER, of=selectors.own_at)
def pack_delete(request: PlayerRequest, pack: ChartPack) -> HttpResponse:
    """Delete it."""
    pack_services.pack_delete(own=pack)
    messages.success(request, _("Pack deleted."))
    return redirect("charts")


@require_POST
@audience(OWNER, of=selectors.own_at)
def pack_groups(request: PlayerRequest, pack: ChartPack) -> HttpResponse:
    """Share it with just the groups that are ticked."""
    pack_services.pack_share_with(own=pack, keys=request.POST.getlist("groups"))
    return redirect("pack_own", pack=pack.pk)


@require_http_methods(["GET", "POST"])
@never_cache
@audience(READER, of=selectors.read_at)
def pack_read(request: PlayerRequest, read: selectors.PackRead) -> HttpResponse:
    """A pack that is shared with a group: read it, and copy it among one's own."""
    return _read(request, read)


@require_http_methods(["GET", "POST"])
@audience(SIGNED_IN, of=selectors.read_by_link)
def pack_shared(request: PlayerRequest, read: selectors.PackRead) -> HttpResponse:
    """A pack that is shared by link: read it, and copy it among one's own."""
    return _read(request, read)


def _read(request: PlayerRequest, read: selectors.PackRead) -> HttpResponse:
    if request.method == "GET":
        return render(request, "play/charts/pack.html", pack_pages.of_read(read) | {"here": "charts"})
    try:
        own = pack_services.pack_copy(own=read.own, player=request.user)
    except pack_services.PackRefused as refusal:
        context = pack_pages.of_read(read) | {"here": "charts", "problem": str(refusal)}
        return render(request, "play/charts/pack.html", context, status=422)
    return redirect("pack_own", pack=own.pk)


@require_GET
@never_cache
@audience(READER, of=selectors.read_at)
def pack_table(request: PlayerRequest, read: selectors.PackRead) -> HttpResponse:
    """Show a table of a player's pack to him and to its other readers."""
    return render(request, "play/charts/table.html", pack_pages.table_of_read(read) | {"here": "charts"})


@require_GET
@never_cache
@audience(SIGNED_IN, of=selectors.read_by_link)
def pack_shared_table(request: PlayerRequest, read: selectors.PackRead) -> HttpResponse:
    """A table of a pack that is shared by link."""
    return render(request, "play/charts/table.html", pack_pages.table_of_read(read) | {"here": "charts"})


# Calibration


@require_POST
@audience(OWNER, of=selectors.own_at)
def calibration_begin(request: PlayerRequest, pack: ChartPack) -> HttpResponse:
    """Let bots play by it, beside the standard charts."""
    games = request.POST.get("games", "")
    try:
        pack_services.calibration_begin(own=pack, games=int(games) if games.isdecimal() and len(games) < 5 else 0)
    except pack_services.PackRefused as refusal:
        return _own(request, pack, 422, problem=str(refusal))
    return redirect("pack_own", pack=pack.pk)


@require_POST
@audience(OWNER, of=selectors.own_at)
def calibration_stop(request: PlayerRequest, pack: ChartPack) -> HttpResponse:
    """Stop it; what was played stays."""
    pack_services.calibration_stop(own=pack)
    return redirect("pack_own", pack=pack.pk)


@require_GET
@never_cache
@audience(OWNER, of=selectors.own_at)
def calibration_progress(request: PlayerRequest, pack: ChartPack) -> HttpResponse:
    """Show the progress of a calibration and its figures so far."""
    return render(request, "play/charts/_calibration.html", pack_pages.calibration_of(pack))

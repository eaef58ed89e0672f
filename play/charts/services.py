"""Services for a player's chart packs: import, change, share, copy, calibrate and delete."""

import re
import time
import zlib
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from datetime import timedelta

import msgspec
import yaml
from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.text import slugify
from django.utils.translation import gettext as _

from engine.kernel.packs.faults import MOST_FAULTS, PackError, PackFault
from engine.kernel.packs.files import encode_pack
from play.bots import simulation
from play.charts import selectors, sharing
from play.charts.models import Calibration, ChartPack
from play.charts.pack_files import LARGEST_FILE, LARGEST_PACK, MANIFEST, MOST_FILES, FilesRefused
from play.games import titles
from play.utils.players import Player

MOST_PACKS, MOST_PACKS_OF_A_GUEST = 20, 2
GAMES_TO_PLAY = (40, 100, 400)
MOST_GAMES_OF_A_GUEST = 40
SHARE, SHARE_SECONDS = 4, 1.5
"""Games in one share of a calibration, or fewer when they take so long: others are served in between."""
STALLED_AFTER = timedelta(seconds=90)


CHECK = 1
"""Version of the check: raise it when a check refuses more, and every pack is checked again."""
CHECKED = ("texts", "hash", "name", "title", "content", "faults", "faults_in_all", "checked", "changed")
"""Result of a check of a pack."""
LONGEST_WORD = 300


class PackRefused(Exception):
    """A refused change of a pack; the sentence says why."""


def pack_import(*, owner: Player, texts: Mapping[str, str], game: str = "", title: str = "") -> ChartPack:
    """Check and store a player's pack, sound or not. Its page lists the faults.

    No request thread may call this: it reads a stranger's charts.
    """
    check_pack_limit(owner)
    return pack_add(own=pack_read(owner=owner, texts=texts, game=game, title=title))


@transaction.atomic
def pack_add(*, own: ChartPack) -> ChartPack:
    """Store a checked pack, unless its owner has reached the limit."""
    check_pack_limit(own.owner)
    own.save(force_insert=True)
    return own


def check_pack_limit(owner: Player) -> None:
    """Refuse a player who has as many packs as he may."""
    most = MOST_PACKS_OF_A_GUEST if owner.is_guest else MOST_PACKS
    if ChartPack.objects.filter(owner=owner).count() >= most:
        raise PackRefused(_("You have %(most)s chart packs already. Delete one first.") % {"most": most})


def pack_read(*, owner: Player, texts: Mapping[str, str], game: str = "", title: str = "") -> ChartPack:
    """Check a player's pack without storing it."""
    files = dict(texts)
    if MANIFEST not in files:
        files = {MANIFEST: _manifest(game, title), **files}
    own = ChartPack(owner=owner, texts=files, game=_game_of(files[MANIFEST], game), title=title or _("My chart pack"))
    pack_check(own=own)
    return own


def _manifest(game: str, title: str) -> str:
    """Write the manifest of a pack of which only the tables were brought: it extends the standard one."""
    name = slugify(title)[:60] or "mine"
    said = {"game": game.replace("-", "_"), "name": name, "title": title or name, "version": "1", "base": "standard"}
    return str(yaml.safe_dump(said, sort_keys=False, allow_unicode=True))


def _game_of(manifest: str, fallback: str) -> str:
    """Return the game that a manifest names, as far as it can be read; it is checked with all the rest."""
    found = re.search(r"(?:^|[{,])\s*game:\s*[\"']?([a-z0-9_]+)", manifest, re.MULTILINE)
    game = found[1].replace("_", "-") if found else fallback
    if game not in selectors.games():
        game = fallback
    if game not in selectors.games():
        raise PackRefused(_("The file pack.yaml names no game of this site, and you chose none."))
    return game


def pack_check(*, own: ChartPack) -> None:
    """Read a pack's files and let bots play by them; note what is wrong, or what can be played by."""
    own.hash, own.content, own.faults, own.faults_in_all, own.checked = "", b"", [], 0, CHECK
    try:
        charts = selectors.pack_reader(own.game)(own.texts)
    except PackError as problem:
        _note_faults(own, problem.faults)
        return
    pack = charts.pack
    if not _has_passed(own.game, pack.hash) and (found := simulation.trial_faults(own.game, charts)):
        _note_faults(own, found)
        return
    own.hash, own.name, own.title = pack.hash, pack.manifest.name, pack.manifest.title
    own.content = zlib.compress(encode_pack(pack), 9)


def _has_passed(game: str, charts_hash: str) -> bool:
    """Say whether bots have played by the same charts before: the same charts always get the same answer."""
    with suppress(PackError):  # a standard pack with faults was not played by
        if charts_hash == titles.pack_of(game, selectors.STANDARD).pack.hash:
            return True
    return ChartPack.objects.filter(game=game, hash=charts_hash, checked=CHECK).exists()


def _note_faults(own: ChartPack, faults: Sequence[PackFault]) -> None:
    """Note as many faults as a page lists, none with more words than a line or two."""
    found: list[dict[str, str | int]] = msgspec.to_builtins(faults[:MOST_FAULTS])
    own.faults = [{name: v[:LONGEST_WORD] if isinstance(v, str) else v for name, v in one.items()} for one in found]
    own.faults_in_all = len(faults)


def pack_give_up(*, own: ChartPack) -> None:
    """Note of a pack that its check did not end within the limits: it cannot be played by."""
    own.hash, own.content, own.checked, own.faults_in_all = "", b"", CHECK, 1
    expected, got = _("a pack whose check ends within the limits"), _("a check that did not end")
    own.faults = [msgspec.to_builtins(PackFault(MANIFEST, 1, "", expected, got))]
    own.save(update_fields=CHECKED)


def pack_change(*, own: ChartPack, texts: Mapping[str, str]) -> ChartPack:
    """Check and store the changed files. No request thread may call this."""
    own.texts = changed_texts(own, texts)
    pack_check(own=own)
    own.save(update_fields=CHECKED)
    return own


def changed_texts(own: ChartPack, texts: Mapping[str, str]) -> dict[str, str]:
    """Return a pack's files with those that were changed on its page, within the bounds of any pack."""
    files = {**own.texts, **{name: text.replace("\r\n", "\n") for name, text in texts.items() if name in own.texts}}
    if len(files) > MOST_FILES or any(len(text) > LARGEST_FILE for text in files.values()):
        raise FilesRefused(_("“%(name)s” is larger than %(most)s bytes.") % {"name": "pack", "most": LARGEST_FILE})
    if sum(len(text) for text in files.values()) > LARGEST_PACK or any("\0" in text for text in files.values()):
        raise FilesRefused(_("One upload can have at most %(most)s bytes.") % {"most": LARGEST_PACK})
    return files


def pack_share(*, own: ChartPack, shared: bool) -> None:
    """Share the pack by link, or stop sharing it."""
    own.shared = shared
    own.save(update_fields=["shared"])


def pack_share_with(*, own: ChartPack, keys: Iterable[str]) -> None:
    """Share it with just these of its owner's groups: who is in them reads it and may play by it."""
    sharing.provider().share(own, keys)


def pack_copy(*, own: ChartPack, player: Player) -> ChartPack:
    """Copy a pack that is shared among one's own: what its owner does with his changes nothing here."""
    return pack_add(
        own=ChartPack(
            owner=player,
            game=own.game,
            texts=own.texts,
            hash=own.hash,
            name=own.name,
            title=own.title,
            content=own.content,
            faults=own.faults,
            faults_in_all=own.faults_in_all,
            checked=own.checked,
        )
    )


def pack_delete(*, own: ChartPack) -> None:
    """Delete it; games that were begun by it go on by the charts with which they began."""
    own.delete()


# Calibration -------------------------------------------------------------------------------------------------------


def calibration_begin(*, own: ChartPack, games: int) -> Calibration:
    """Let bots play games by the pack and by the standard one, in the background."""
    from play.tasks import calibrate

    if not own.hash:
        raise PackRefused(_("You cannot play with a pack that has faults. Correct them first."))
    if games not in GAMES_TO_PLAY or (own.owner.is_guest and games > MOST_GAMES_OF_A_GUEST):
        raise PackRefused(
            _("As a guest you can have at most %(most)s games played. Sign up for more.")
            % {"most": MOST_GAMES_OF_A_GUEST}
        )
    running = Calibration.objects.filter(pack__owner=own.owner, status=Calibration.Status.RUNNING)
    if running.exclude(pack=own).exists():
        raise PackRefused(_("Another of your packs is being calibrated. Wait, or stop it."))
    try:
        with transaction.atomic():
            running.filter(pack=own).delete()
            Calibration.objects.filter(pack=own).delete()
            made = Calibration.objects.create(pack=own, hash=own.hash, games=games)
    except IntegrityError as problem:
        raise PackRefused(_("This pack is being calibrated already.")) from problem
    transaction.on_commit(lambda: calibrate.apply_async(args=[made.pk, 0]))
    return made


def calibration_stop(*, own: ChartPack) -> None:
    """Stop it after the share that is being played; what was played stays."""
    Calibration.objects.filter(pack=own, status=Calibration.Status.RUNNING).update(stop=True)


def calibration_carry_on(*, calibration_id: int, played: int) -> int | None:
    """Play one share by either pack; return where to go on, nothing at the end. A share that was played is let be."""
    found = Calibration.objects.select_related("pack").filter(pk=calibration_id, status=Calibration.Status.RUNNING)
    run = found.filter(played=played).first()
    if run is None:
        return None
    if run.stop:
        found.update(status=Calibration.Status.STOPPED)
        return None
    try:
        count, pair = _share(run, played, min(SHARE, run.games - played))
        figures = figures_of(run.pack.game, [*run.tallies, pair])
    except Exception:
        found.update(status=Calibration.Status.FAILED)
        raise
    done = played + count
    status = Calibration.Status.DONE if done >= run.games else Calibration.Status.RUNNING
    more = {"played": done, "tallies": [*run.tallies, pair], "figures": figures, "status": status}
    taken = found.filter(played=played).update(beat=timezone.now(), **more)
    return done if taken and status == Calibration.Status.RUNNING else None


def _share(run: Calibration, first: int, most: int) -> tuple[int, list[object]]:
    """Play the same games, by their seeds, with the pack and with the standard charts; say how many were played."""
    game = run.pack.game
    simulator = simulation.simulator(game)
    sides = (selectors.charts_of(run.pack), titles.pack_of(game, selectors.STANDARD))
    pairs: list[list[object]] = []
    ends = time.monotonic() + SHARE_SECONDS
    while len(pairs) < most and (not pairs or time.monotonic() < ends):
        pairs.append([simulator.share(simulator.CALIBRATION, first + len(pairs), 1, charts) for charts in sides])
    return len(pairs), [simulator.merge(side) for side in zip(*pairs, strict=True)]


def calibrations_resume() -> list[tuple[int, int]]:
    """Return the runs whose worker has gone, each with the place from which it goes on."""
    lost = Calibration.objects.filter(status=Calibration.Status.RUNNING, beat__lt=timezone.now() - STALLED_AFTER)
    return list(lost.values_list("pk", "played"))


def figures_of(game: str, pairs: list[list[object]]) -> list[list[str | float]]:
    """Return each measure of the game with the pack's figure and the standard's."""
    simulator = simulation.simulator(game)
    case = simulator.CALIBRATION
    reports = [simulator.report(case, simulator.merge([pair[side] for pair in pairs])) for side in (0, 1)]
    return [[name, *(_figure(report, name) for report in reports)] for name in simulator.MEASURES]


def _figure(report: object, path: str) -> float:
    value = report
    for step in path.split("."):
        value = value.get(step, 0) if isinstance(value, dict) else 0
    return round(float(value), 3) if isinstance(value, int | float) else 0.0

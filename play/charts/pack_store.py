"""Store of charts: saved by content, found by hash.

    digest = keep(session.title, charts)      when a session opens: writes its PackContent, once for each hash
    charts = of(session.title, digest)        whenever a session, a career or a file is read: never the folder

A hash covers typed and used values, so the same charts in other words are the same charts. The words are stored with
them. A pack in the folder, or a player's own, may change or go: what was begun with it plays on. Releases before this
was so are helped by `fixtures/releases/`, where the standard charts of commit 2a36ce7 are, with the hash by which it
knew them.
"""

import hashlib
import lzma
import zlib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
from django.conf import settings

from engine.kernel.packs.faults import PackError
from engine.kernel.packs.files import decode_pack, dump_pack, encode_pack
from engine.kernel.packs.hashing import hash_of_2a36ce7
from engine.kernel.packs.schema import Charts, Pack
from play.charts import pack_files, selectors
from play.charts.models import PackContent
from play.games import titles

RELEASES = Path(settings.BASE_DIR) / "fixtures" / "releases"
MOST_IN_MEMORY = 64

_known: dict[tuple[str, str], Charts] = {}
"""Charts by game and hash: their one cache, and right in every process, for what a hash names never changes."""

MOST_TEXTS = 4
_texts: dict[bytes, dict[str, str]] = {}
"""Texts of the packs that were last written into a file, by their bytes: to write one takes a fifth of a second."""


class PackGone(LookupError):
    """There are no charts of that hash here."""


class Release(msgspec.Struct, array_like=True, frozen=True):
    """The standard charts of a release: the hash by which it knew them, ours, and the charts."""

    formerly: str
    hash: str
    data: bytes


def compiled_charts(title: str, digest: str, name: str = "standard") -> Any:
    """Return the charts of a hash, compiled for the rules; `name` is a second place to look if they are not stored."""
    found = _known.get((title, digest))
    if found is None:
        found = _cached(title, _stored(title, digest) or _in_folder(title, name, digest))
    return found


def store_charts(title: str, charts: Charts, *, reworded: bool = True) -> str:
    """Store a game's charts and return their hash. Better wording of stored charts replaces theirs.

    Only the site's own words do: a player's pack cannot change the wording of stored charts (`reworded`).
    """
    pack = charts.pack
    if not reworded:
        if PackContent.objects.filter(hash=pack.hash).exists():
            return pack.hash
        charts = _here(title, pack.hash) or charts
        pack = charts.pack
    content = zlib.compress(encode_pack(pack), 9)
    manifest = pack.manifest
    row = PackContent(hash=pack.hash, game=title, name=manifest.name, title=manifest.title, content=content)
    release = released(title)
    row.formerly = release.formerly if release is not None and release.hash == pack.hash else ""
    PackContent.objects.bulk_create([row], ignore_conflicts=True)
    PackContent.objects.filter(hash=pack.hash).exclude(content=content).update(content=content, title=manifest.title)
    _cached(title, charts)
    return pack.hash


def texts_of(title: str, digest: str, name: str = "standard") -> dict[str, str]:
    """Return charts as the texts of a whole pack, for a file to carry; none of a game that has no files of them."""
    if title not in selectors.games():
        return {}
    manifest = (pack := compiled_charts(title, digest, name).pack).manifest
    key = hashlib.sha256(encode_pack(pack)).digest()
    texts = _texts.get(key)
    if texts is None:
        texts = dump_pack(pack, name=manifest.name, title=manifest.title, version=manifest.version)
        for oldest in list(_texts)[: 1 - MOST_TEXTS]:
            _texts.pop(oldest, None)
        _texts[key] = texts
    return dict(texts)


def import_texts(title: str, texts: Mapping[str, str], digest: str) -> Charts:
    """Return the charts of texts from a file, read and checked as a player's own, with new hashes."""
    if title not in selectors.games():
        raise PackGone(f"{title} has no charts that a file could carry")
    try:
        posted = selectors.pack_reader(title)(pack_files.bounded(texts))
    except (PackError, pack_files.FilesRefused) as problem:
        raise PackGone(str(problem).partition("\n")[0]) from problem
    if posted.pack.hash != digest:
        raise PackGone(f"they have the hash {posted.pack.hash}")
    return posted


def hash_of(title: str, digest: str, name: str = "standard") -> str:
    """Return the hash of stored charts that a file names by it, or by the hash of an earlier release."""
    row = PackContent.objects.filter(formerly=digest, game=title).only("hash").first() if digest else None
    if row is not None:
        return row.hash
    found = folder_pack_of_2a36ce7(title, name, digest)
    if found is not None:
        return store_charts(title, titles.title_of(title).lay_out(found))
    release = released(title)
    if release is not None and digest in (release.formerly, release.hash):
        return store_charts(title, _compiled(title, release.hash, release.data))
    return store_charts(title, compiled_charts(title, digest, name))


def _here(title: str, digest: str) -> Charts | None:
    try:
        return compiled_charts(title, digest)
    except PackGone:
        return None


def _stored(title: str, digest: str) -> Charts | None:
    row = PackContent.objects.filter(hash=digest, game=title).only("content").first()
    if row is not None:
        return _compiled(title, digest, zlib.decompress(bytes(row.content)))
    release = released(title)
    return _compiled(title, digest, release.data) if release is not None and release.hash == digest else None


def _in_folder(title: str, name: str, digest: str) -> Charts:
    try:
        charts = titles.pack_of(title, name)
    except (PackError, LookupError, OSError, ValueError) as problem:
        raise PackGone(str(problem)) from problem
    if charts.pack.hash != digest:
        raise PackGone(f"no charts of the hash {digest} are kept here")
    return charts


def _compiled(title: str, digest: str, data: bytes) -> Charts:
    game = titles.title_of(title)
    return game.lay_out(decode_pack(data, game.Tables, digest))


def cache_charts(title: str, charts: Charts) -> None:
    """Have charts found by their hash in this process, without keeping them: a child reads a file by its own charts."""
    if _here(title, charts.pack.hash) is None:
        _cached(title, charts)


def _cached(title: str, charts: Charts) -> Charts:
    if len(_known) >= MOST_IN_MEMORY:
        _known.clear()
    _known[title, charts.pack.hash] = charts
    return charts


def folder_pack_of_2a36ce7(title: str, name: str, previous: str) -> Pack[Any] | None:
    """Return a pack of the folder, if it is as it was when commit 2a36ce7 gave it this hash."""
    try:
        pack = titles.pack_of(title, name).pack
    except Exception:  # an unreadable pack cannot be stored
        return None
    return pack if hash_of_2a36ce7(pack.manifest.game, pack.content) == previous else None


@cache
def released(title: str) -> Release | None:
    """Return a game's standard charts of commit 2a36ce7, if it was there then."""
    path = RELEASES / "2a36ce7" / f"{title}.xz"
    return msgspec.msgpack.decode(lzma.decompress(path.read_bytes()), type=Release) if path.is_file() else None

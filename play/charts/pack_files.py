"""A player's chart pack as files: limits of an import, and the exported archive."""

import io
import zipfile
from collections.abc import Iterable, Mapping
from pathlib import PurePosixPath

from django.core.files.uploadedfile import UploadedFile
from django.utils.translation import gettext as _

LARGEST_UPLOAD = 2_000_000
LARGEST_FILE = 1_000_000
LARGEST_PACK = 4_000_000
MOST_FILES = 90
MANIFEST = "pack.yaml"
YAML = (".yaml", ".yml")


class FilesRefused(Exception):
    """An upload that is not a chart pack; the sentence says why."""


def read_files(uploads: Iterable[UploadedFile]) -> dict[str, str]:
    """Return the texts of what was brought: YAML files, or one zip of them."""
    files = list(uploads)
    if not files:
        raise FilesRefused(_("Choose a zip of a chart pack, or its YAML files."))
    if len(files) > MOST_FILES:
        raise FilesRefused(_("A pack has at most %(most)s files.") % {"most": MOST_FILES})
    if sum(file.size or 0 for file in files) > LARGEST_UPLOAD:
        raise FilesRefused(_("One upload can have at most %(most)s bytes.") % {"most": LARGEST_UPLOAD})
    if len(files) == 1 and str(files[0].name).lower().endswith(".zip"):
        return _unzipped(files[0].read())
    found: dict[str, str] = {}
    for file in files:
        name = str(file.name)
        found[_named(name)] = _text(name, file.read())
    return found


def _named(name: str) -> str:
    """Return a file's name inside the pack; one that leads out of it, or is no YAML, is refused."""
    path = PurePosixPath(name.replace("\\", "/"))
    if path.is_absolute() or ".." in path.parts or ":" in name or not name.isprintable() or len(name) > 100:
        raise FilesRefused(_("A file of a pack cannot be called “%(name)s”.") % {"name": name[:60]})
    if path.suffix.lower() not in YAML:
        raise FilesRefused(_("“%(name)s” is not a YAML file.") % {"name": name[:60]})
    return path.as_posix()


def _text(name: str, data: bytes) -> str:
    if len(data) > LARGEST_FILE:
        raise FilesRefused(_("“%(name)s” is larger than %(most)s bytes.") % {"name": name[:60], "most": LARGEST_FILE})
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as problem:
        raise FilesRefused(_("“%(name)s” is not text in UTF-8.") % {"name": name[:60]}) from problem
    if "\0" in text:
        raise FilesRefused(_("“%(name)s” is not text in UTF-8.") % {"name": name[:60]})
    return text


def _unzipped(data: bytes) -> dict[str, str]:
    """Return the YAML files of an archive; what it claims of their sizes is not believed."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            entries = [entry for entry in archive.infolist() if not entry.is_dir() and not _is_litter(entry.filename)]
            if len(entries) > MOST_FILES:
                raise FilesRefused(_("A pack has at most %(most)s files.") % {"most": MOST_FILES})
            texts, left = {}, LARGEST_PACK
            for entry in entries:
                name = _named(entry.filename)
                held = _unpacked(archive, entry, min(left, LARGEST_FILE))
                left -= len(held)
                texts[name] = _text(name, held)
    except (zipfile.BadZipFile, NotImplementedError, RuntimeError, EOFError, OSError, ValueError) as problem:
        raise FilesRefused(_("The zip cannot be read.")) from problem
    except zipfile.zlib.error as problem:  # type: ignore[attr-defined]
        raise FilesRefused(_("The zip cannot be read.")) from problem
    if not texts:
        raise FilesRefused(_("There is no YAML file in the zip."))
    return _without_folder(texts)


def _unpacked(archive: zipfile.ZipFile, entry: zipfile.ZipInfo, most: int) -> bytes:
    """Unpack no more than the limit, in spite of the archive's stated size: a small one may hold gigabytes."""
    with archive.open(entry) as stream:
        data = stream.read(most + 1)
    if len(data) > most:
        raise FilesRefused(_("Unpacked, the zip is larger than %(most)s bytes.") % {"most": LARGEST_PACK})
    return data


def _is_litter(name: str) -> bool:
    """Return whether the file is an artefact of the machine that made the archive."""
    return name.startswith("__MACOSX/") or PurePosixPath(name).name.startswith(".")


def bounded(texts: Mapping[str, str]) -> dict[str, str]:
    """Return the files of a pack that came inside another file, if they are within the bounds of any pack."""
    if len(texts) > MOST_FILES:
        raise FilesRefused(_("A pack has at most %(most)s files.") % {"most": MOST_FILES})
    if sum(len(text) for text in texts.values()) > LARGEST_PACK:
        raise FilesRefused(_("One upload can have at most %(most)s bytes.") % {"most": LARGEST_PACK})
    return {_named(name): _text(name, text.encode()) for name, text in texts.items()}


def _without_folder(texts: Mapping[str, str]) -> dict[str, str]:
    """Remove the one folder that contains all files, as an archive of a folder has it."""
    tops = {name.partition("/")[0] for name in texts}
    if len(tops) == 1 and all("/" in name for name in texts):
        return {name.partition("/")[2]: text for name, text in texts.items()}
    return dict(texts)


def zipped(texts: Mapping[str, str]) -> bytes:
    """Return the files as an archive, the same bytes for the same files."""
    whole = io.BytesIO()
    with zipfile.ZipFile(whole, "w", zipfile.ZIP_DEFLATED) as archive:
        for name in sorted(texts):
            archive.writestr(zipfile.ZipInfo(name), texts[name])
    return whole.getvalue()

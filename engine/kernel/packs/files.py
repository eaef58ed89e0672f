"""Encode, copy and write packs of charts."""

from pathlib import Path
from typing import Any

import msgspec
import yaml

from engine.kernel.packs.reading import MANIFEST, _convert
from engine.kernel.packs.schema import Manifest, Pack, Tables


def encode_pack(pack: Pack[Any]) -> bytes:
    """Encode a pack for storage: manifest and content, with its prose."""
    return msgspec.msgpack.encode([pack.manifest, pack.content])


def decode_pack(data: bytes, schema: type[Tables], digest: str) -> Pack[Tables]:
    """Decode a stored pack. It passed its check when it was stored, so it is not checked again."""
    manifest, content = msgspec.msgpack.decode(data, type=tuple[Manifest, dict[str, Any]], strict=False)
    tables = msgspec.convert(content, schema, dec_hook=_convert)
    return Pack(manifest=manifest, tables=tables, hash=digest, content=content, origin={})


def dump_pack(pack: Pack[Any], *, name: str, title: str, version: str = "1") -> dict[str, str]:
    """The pack as the texts of a complete pack of another name: a manifest and one file for each table."""
    manifest = {"game": pack.manifest.game, "name": name, "title": title, "version": version}
    msgspec.convert(manifest, Manifest)
    texts = {MANIFEST: _yaml_text(manifest)}
    texts.update({f"{table}.yaml": _yaml_text({table: held}) for table, held in pack.content.items()})
    return texts


def copy_pack(pack: Pack[Any], folder: Path | str, *, title: str, version: str = "1") -> Path:
    """A complete copy of the pack in a new folder, named after the folder, for a player to edit."""
    folder = Path(folder)
    texts = dump_pack(pack, name=folder.name, title=title, version=version)
    folder.mkdir(parents=True)
    for file, text in texts.items():
        (folder / file).write_text(text, encoding="utf-8")
    return folder


def _yaml_text(data: object) -> str:
    return yaml.dump(data, Dumper=yaml.CSafeDumper, sort_keys=False, allow_unicode=True, width=120)

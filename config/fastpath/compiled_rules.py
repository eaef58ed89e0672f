"""Load compiled rule modules if they match the current sources, otherwise use the Python ones.

Only the standard library may be imported here: it is done before anything of the rules is.
"""

from __future__ import annotations

import hashlib
import importlib
import json
import logging
import os
import sys
from collections.abc import Mapping
from importlib.machinery import ExtensionFileLoader, ModuleSpec
from importlib.util import spec_from_file_location
from pathlib import Path
from typing import NamedTuple, TypedDict

log = logging.getLogger(__name__)

ROOT = Path(__file__).resolve().parents[2]
PLAIN, COMPILED, STALE, BROKEN = "plain", "compiled", "stale", "broken"
MANIFEST = "manifest.json"
SWITCH = "RULES"
"""The variable that says `plain`, or names the folder of a build that is on trial."""


class RulesForm(NamedTuple):
    """Form of the rules in use, and the reason: `compiled`, or plain for one of three reasons."""

    name: str
    why: str
    folder: Path | None = None


class BuildManifest(TypedDict):
    """Manifest of a build: sources, modules with their files and hashes, and libraries."""

    digest: str
    mypyc: str
    modules: dict[str, str]
    hashes: dict[str, str]
    libraries: list[str]


class CompiledFinder:
    """Finds modules of the rules among the compiled ones; all others are found as before."""

    def __init__(self, files: Mapping[str, Path]) -> None:
        self.files = files

    def find_spec(self, name: str, path: object = None, target: object = None) -> ModuleSpec | None:
        """Say where a module is loaded from."""
        file = self.files.get(name)
        return spec_from_file_location(name, file, loader=ExtensionFileLoader(name, str(file))) if file else None


def digest_of(root: Path = ROOT) -> str:
    """Name what a build is made of: the sources of the rules, how they are compiled, and this Python."""
    found = hashlib.sha256(f"{sys.version} {sys.platform} {os.name}".encode())
    for file in (*sorted((root / "engine").rglob("*.py")), root / "tools" / "compiler.py"):
        found.update(file.relative_to(root).as_posix().encode() + b"\0" + file.read_bytes() + b"\0")
    return found.hexdigest()[:24]


def builds_folder() -> Path:
    """Return the folder of builds."""
    return Path(os.environ.get("VAR_DIR") or ROOT / "var").resolve() / "compiled"


def choose_form(switch: str, builds: Path, root: Path = ROOT) -> RulesForm:
    """Let the compiled form serve from now on, if it is that of the sources, whole, and not switched off."""
    if switch == PLAIN:
        return RulesForm(PLAIN, f"{SWITCH}={PLAIN} says so")
    if not switch and not any(builds.glob(f"*/{MANIFEST}")):
        return RulesForm(PLAIN, "nothing is compiled")
    digest = digest_of(root)
    folder = Path(switch) if switch else builds / digest
    if not folder.is_dir():
        return RulesForm(STALE, "what is compiled belongs to other sources or another Python")
    try:
        manifest: BuildManifest = json.loads((folder / MANIFEST).read_text(encoding="utf-8"))
        if manifest["digest"] != digest:
            return RulesForm(STALE, "what is compiled belongs to other sources or another Python")
        _load(folder, manifest)
    except (OSError, ValueError, KeyError, TypeError, ImportError) as fault:
        log.warning("The compiled rules in %s cannot be used, the plain ones serve: %s", folder, fault)
        return RulesForm(BROKEN, str(fault), folder)
    return RulesForm(COMPILED, f"by mypyc {manifest['mypyc']}", folder)


def _load(folder: Path, manifest: BuildManifest) -> None:
    """Load the libraries themselves, so that what cannot be loaded is found out before any module of the rules is."""
    files = {name: folder / path for name, path in manifest["modules"].items()}
    for name, file in files.items():
        if hashlib.sha256(file.read_bytes()).hexdigest() != manifest["hashes"][name]:
            raise ImportError(f"{file.name} is not what was built")
    finder = CompiledFinder(files)
    sys.meta_path.insert(0, finder)
    try:
        for name in manifest["libraries"]:
            importlib.import_module(name)
    except BaseException:
        sys.meta_path.remove(finder)
        raise


form = RulesForm(PLAIN, "nothing was looked for")
"""The form that serves in this process."""


def begin() -> None:
    """Choose the form of the rules for this process, once and before any of them is loaded."""
    global form
    if "engine" not in sys.modules:
        form = choose_form(os.environ.get(SWITCH, ""), builds_folder())

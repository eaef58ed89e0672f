"""Compile the rules with mypyc: modules, groups, and declarations that the sources need not have."""

from __future__ import annotations

import ast
import hashlib
import importlib.util
import json
import os
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Iterable, Mapping
from pathlib import Path

from config.fastpath.compiled_rules import MANIFEST, digest_of

GROUPS = ("kernel", "analysis", "interceptor", "nightfighter", "bomber_command")
LEVEL = "1"
"""Optimisation level of the C compiler."""
ROOMS = ("campaigns", "config", "play", "raids", "sorties", "tests")
"""Folders outside the rules in which classes may inherit from theirs."""
INHERITED = frozenset(("RandomPolicy",))
"""Base classes that games from elsewhere may use."""

BESIDE = """
    kernel.batch kernel.packs.files kernel.packs.hashing kernel.rule_versions kernel.run
    analysis.determinize analysis.game_analysis analysis.linear_fit analysis.observation analysis.redeal
    interceptor.analysis interceptor.bots.policies interceptor.charts.check interceptor.charts.names interceptor.game
    interceptor.rules.tabletop interceptor.rules.victory interceptor.simulate
    nightfighter.analysis.entry nightfighter.analysis.guesses nightfighter.analysis.observations
    nightfighter.analysis.prospects
    nightfighter.analysis.raid nightfighter.analysis.replay nightfighter.analysis.review
    nightfighter.analysis.sampler nightfighter.analysis.tracks nightfighter.analysis.value_fn
    nightfighter.charts.check nightfighter.game nightfighter.rules.career.tabletop
    nightfighter.rules.umpire_policies nightfighter.rules.victory nightfighter.simulate
    bomber_command.analysis.entry bomber_command.analysis.estimate bomber_command.analysis.evidence
    bomber_command.analysis.guesses
    bomber_command.analysis.observations bomber_command.analysis.plot_guess bomber_command.analysis.prospects
    bomber_command.analysis.raid_guess bomber_command.analysis.review bomber_command.analysis.search
    bomber_command.analysis.value_fn
    bomber_command.charts.check bomber_command.events bomber_command.game bomber_command.questions
    bomber_command.rules.victory bomber_command.simulate
"""
"""Modules and packages of `engine` that take little time, or need class attributes beside instances (`game`)."""

STRUCTS = frozenset(("Struct", "EventData", "Question", "GameSetup"))
"""Base classes of a struct."""
MARK = "@mypyc_attr(allow_interpreted_subclasses=True)"
CONFIG = "[mypy]\nfollow_untyped_imports = true\n"
SETUP = """from setuptools import setup
from mypyc.build import mypycify

groups = {groups!r}
modules = [path for paths, _ in groups for path in paths]
setup(
    name="rules",
    ext_modules=mypycify(modules, opt_level={level!r}, debug_level="0", separate=groups),
    script_args=["-q", "build_ext", "--inplace", "--parallel", {jobs!r}],
)
"""


class CannotCompile(Exception):
    """Something is missing that compiling needs, or it did not come to a good end."""


def missing() -> str:
    """Say what must be installed first, or nothing."""
    if importlib.util.find_spec("mypyc") is None:
        return "mypyc is missing; it comes with mypy: install requirements-dev.lock."
    if importlib.util.find_spec("setuptools") is None:
        return "setuptools is missing, by which mypyc calls the C compiler: pip install setuptools."
    compiler = (sysconfig.get_config_var("CC") or "cc").split()[0]
    if shutil.which(compiler) is None:
        return f"There is no C compiler {compiler}. On Debian: apt install gcc"
    if not (Path(sysconfig.get_path("include")) / "Python.h").exists():
        return "The headers of this Python are missing. On Debian: apt install python3-dev"
    return ""


def compile_rules(folder: Path, root: Path) -> Path:
    """Compile a copy of the rules in a new folder, and record the result."""
    digest = digest_of(root)
    shutil.copytree(root / "engine", folder / "engine", ignore=shutil.ignore_patterns("__pycache__"))
    trees = {path: ast.parse(path.read_text(encoding="utf-8")) for path in sorted(folder.glob("engine/**/*.py"))}
    chosen = {path: tree for path, tree in trees.items() if fits(path.relative_to(folder), tree)}
    plain = [tree for path, tree in trees.items() if path not in chosen]
    plain += [ast.parse(path.read_bytes()) for package in ROOMS for path in (root / package).rglob("*.py")]
    inherited = with_their_bases(INHERITED.union(*map(_bases, plain)), chosen.values())
    for path, tree in chosen.items():
        path.write_text(marked(path.read_text(encoding="utf-8"), tree, inherited), encoding="utf-8")
    _run_mypyc(folder, [path.relative_to(folder) for path in chosen])
    write_manifest(folder, digest)
    return folder


def fits(path: Path, tree: ast.Module) -> bool:
    """Say whether a module is compiled: mypyc leaves out structs and class keywords, and a library is elsewhere."""
    _engine, *parts = path.with_suffix("").parts
    packages = {".".join(parts[:count]) for count in range(1, len(parts) + 1)}
    if parts[0] not in GROUPS or parts[-1] == "__init__" or packages & set(BESIDE.split()):
        return False
    return not any(
        (isinstance(node, ast.ClassDef) and (node.keywords or STRUCTS.intersection(_names(node))))
        or (isinstance(node, ast.Name) and node.id == "__file__")
        for node in ast.walk(tree)
    )


def _names(node: ast.ClassDef) -> list[str]:
    """Name what a class inherits from."""
    return [base.attr if isinstance(base, ast.Attribute) else ast.unparse(base) for base in node.bases]


def _bases(tree: ast.Module) -> set[str]:
    return {name for node in ast.walk(tree) if isinstance(node, ast.ClassDef) for name in _names(node)}


def with_their_bases(names: frozenset[str], trees: Iterable[ast.Module]) -> frozenset[str]:
    """Add what the named classes inherit from: mypyc marks a class only where its bases are marked."""
    bases: dict[str, list[str]] = {}
    for tree in trees:
        for node in tree.body:
            if isinstance(node, ast.ClassDef):
                bases.setdefault(node.name, []).extend(_names(node))
    found, left = set(names), list(names)
    while left:
        new = [name for name in bases.get(left.pop(), []) if name not in found]
        found.update(new)
        left += new
    return frozenset(found)


def marked(text: str, tree: ast.Module, inherited: frozenset[str]) -> str:
    """Mark classes that plain modules inherit from; each line keeps its number."""
    lines = text.split("\n")
    found = False
    for node in tree.body:
        if isinstance(node, ast.ClassDef) and node.name in inherited:
            assert not lines[node.lineno - 2].strip()  # The style leaves two lines before a class
            lines[node.lineno - 2], found = MARK, True
    if found:
        first = next(at for at, line in enumerate(lines) if line.startswith("from __future__"))
        # Read by mypyc alone: what is built needs nothing of mypy to run.
        lines[first] += "; MYPY = False"
        lines[first + 1] = "if MYPY: from mypy_extensions import mypyc_attr"
    return "\n".join(lines)


def _run_mypyc(folder: Path, modules: list[Path]) -> None:
    found = {name: [m.as_posix() for m in modules if m.parts[1] == name] for name in GROUPS}
    groups = [(paths, f"rules_{name}") for name, paths in found.items() if paths]
    jobs = str(os.cpu_count() or 1)
    (folder / "mypy.ini").write_text(CONFIG, encoding="utf-8")
    (folder / "setup.py").write_text(SETUP.format(groups=groups, level=LEVEL, jobs=jobs), encoding="utf-8")
    done = subprocess.run([sys.executable, "setup.py"], cwd=folder, capture_output=True, text=True)
    if done.returncode:
        said = [line for line in (done.stdout + done.stderr).splitlines() if "error" in line.lower()]
        raise CannotCompile("\n".join(said[:20]) or done.stderr[-2000:])
    for path in (folder / "build", folder / ".mypy_cache"):
        shutil.rmtree(path)
    for path in (folder / "setup.py", folder / "mypy.ini", *folder.glob("engine/**/*.py")):
        path.unlink()


def write_manifest(folder: Path, digest: str) -> None:
    """Write which module is in which file, and the hash of all sources."""
    from mypy.version import __version__

    files: Mapping[str, Path] = {
        ".".join((*path.relative_to(folder).parent.parts, path.name.partition(".")[0])): path
        for path in sorted(folder.rglob("*" + (sysconfig.get_config_var("EXT_SUFFIX") or ".so")))
    }
    manifest = {
        "digest": digest,
        "mypyc": __version__,
        "libraries": [name for name in files if "." not in name],
        "modules": {name: path.relative_to(folder).as_posix() for name, path in files.items()},
        "hashes": {name: hashlib.sha256(path.read_bytes()).hexdigest() for name, path in files.items()},
    }
    (folder / MANIFEST).write_text(json.dumps(manifest, indent=1), encoding="utf-8")

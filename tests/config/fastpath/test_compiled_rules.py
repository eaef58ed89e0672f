"""The form of the rules in use. With a compiler and time, the compiled form plays like the plain one."""

import ast
import hashlib
import json
import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import msgspec._core
import pytest
from django.core.management.base import CommandError

from config.fastpath import compiled_rules as fastpath_compiled_rules
from config.fastpath.compiled_rules import BROKEN, COMPILED, MANIFEST, PLAIN, STALE, choose_form, digest_of
from config.management.commands.compile import BUILDING, alone
from tests.shared.site import ROOT
from tools import compiler

GROUND = "rules_of_a_test"


@pytest.fixture
def root(tmp_path):
    """A small tree of sources."""
    (tmp_path / "engine" / "kernel").mkdir(parents=True)
    (tmp_path / "tools").mkdir()
    (tmp_path / "engine" / "kernel" / "table.py").write_text("HEARS = False\n")
    (tmp_path / "tools" / "compiler.py").write_text("LEVEL = 1\n")
    return tmp_path


@pytest.fixture
def finders():
    """Restore the import finders after the test."""
    before = list(sys.meta_path)
    yield before
    sys.meta_path[:] = before
    sys.modules.pop(GROUND, None)


def built(root: Path, *, library: bytes = b"", digest: str = "") -> Path:
    """Lay a build of the tree out, of one module that is a library indeed, and of one that is these bytes."""
    builds = root / "var" / "compiled"
    folder = builds / digest_of(root)
    folder.mkdir(parents=True)
    files = {"engine.kernel.table": (folder / "table.so", Path(msgspec._core.__file__).read_bytes())}
    if library:
        files[GROUND] = (folder / "ground.so", library)
    for file, content in files.values():
        file.write_bytes(content)
    manifest = {
        "digest": digest or digest_of(root),
        "mypyc": "2",
        "libraries": [GROUND] if library else [],
        "modules": {name: file.name for name, (file, _) in files.items()},
        "hashes": {name: hashlib.sha256(content).hexdigest() for name, (_, content) in files.items()},
    }
    (folder / MANIFEST).write_text(json.dumps(manifest))
    return builds


def test_what_was_compiled_of_these_sources_serves(root, finders):
    builds = built(root)
    form = choose_form("", builds, root)
    assert (form.name, form.folder) == (COMPILED, builds / digest_of(root))
    spec = sys.meta_path[0].find_spec("engine.kernel.table")
    assert spec is not None and Path(spec.origin) == form.folder / "table.so"
    assert sys.meta_path[0].find_spec("engine.kernel.deck") is None


@pytest.mark.parametrize("file", ["engine/kernel/table.py", "engine/kernel/new.py", "tools/compiler.py"])
def test_a_changed_source_makes_it_stale(root, finders, file):
    builds = built(root)
    (root / file).write_text("HEARS = True\n")
    assert choose_form("", builds, root).name == STALE
    assert sys.meta_path == finders


def test_a_build_that_says_it_is_of_other_sources_does_not_serve(root, finders):
    assert choose_form("", built(root, digest="another"), root).name == STALE
    assert sys.meta_path == finders


def test_it_can_be_switched_off(root, finders):
    assert choose_form(PLAIN, built(root), root).name == PLAIN
    assert sys.meta_path == finders


def test_where_nothing_is_compiled_the_plain_rules_serve(root, finders):
    (root / "var" / "compiled" / "building-").mkdir(parents=True)
    assert choose_form("", root / "var" / "compiled", root).name == PLAIN
    assert sys.meta_path == finders


KILLED = """
import os, signal, sys, tempfile
from pathlib import Path
import django
django.setup()
from config.management.commands.compile import BUILDING, alone
shelf = Path(sys.argv[1])
with alone(shelf), tempfile.TemporaryDirectory(prefix=BUILDING, dir=shelf):
    os.kill(os.getpid(), signal.SIGKILL)
"""


def test_what_a_killed_build_has_left_goes_with_the_next(tmp_path):
    kept = tmp_path / "digest"
    kept.mkdir()
    environ = {**os.environ, "DJANGO_SETTINGS_MODULE": "tests.settings"}
    done = subprocess.run([sys.executable, "-c", KILLED, str(tmp_path)], cwd=ROOT, env=environ, check=False)
    assert done.returncode == -signal.SIGKILL and list(tmp_path.glob(f"{BUILDING}*"))
    with alone(tmp_path):
        assert not list(tmp_path.glob(f"{BUILDING}*")) and kept.exists()
        (tmp_path / f"{BUILDING}now").mkdir()
        with pytest.raises(CommandError, match="already"), alone(tmp_path):
            pass
        assert (tmp_path / f"{BUILDING}now").exists(), "a build under way is let alone"


@pytest.mark.parametrize("harm", ["no library", "cut off", "other bytes", "no manifest", "gone"])
def test_a_broken_build_is_said_and_the_plain_rules_serve(root, finders, caplog, harm):
    builds = built(root, library=b"no library" if harm == "no library" else b"")
    folder = builds / digest_of(root)
    table = folder / "table.so"
    if harm == "cut off":
        table.write_bytes(table.read_bytes()[:1000])
    elif harm == "other bytes":
        table.write_bytes(b"x" * table.stat().st_size)
    elif harm == "no manifest":
        (folder / MANIFEST).write_text("{")
    elif harm == "gone":
        table.unlink()
    assert choose_form("", builds, root).name == BROKEN
    assert sys.meta_path == finders
    assert "the plain ones serve" in caplog.text


def test_a_check_tells_of_what_does_not_serve(monkeypatch):
    from config.checks import rules_form_check

    for name, ids in ((PLAIN, []), (COMPILED, []), (STALE, ["config.I001"]), (BROKEN, ["config.W001"])):
        monkeypatch.setattr(fastpath_compiled_rules, "form", fastpath_compiled_rules.RulesForm(name, "a reason"))
        assert [message.id for message in rules_form_check()] == ids


def test_tests_are_of_the_rules_as_they_are_written():
    assert fastpath_compiled_rules.form.name == PLAIN or os.environ["RULES"] != PLAIN


def test_a_class_that_plain_modules_inherit_from_is_marked_and_lines_keep_their_numbers():
    classes = "class One:\n    pass\n\n\nclass Two:\n    pass\n"
    text = f'"""A module."""\n\nfrom __future__ import annotations\n\nimport re\n\n\n{classes}'
    found = compiler.marked(text, ast.parse(text), frozenset(("Two",))).split("\n")
    assert [line for line in found if "class" in line and "_" not in line] == ["class One:", "class Two:"]
    assert len(found) == len(text.split("\n")) and found[11] == "class Two:" and found[10] == compiler.MARK
    assert found[4] == "import re"


def test_the_bases_of_a_marked_class_are_marked_too():
    trees = [ast.parse("class One(Zero):\n    pass\n"), ast.parse("class Two(one.One):\n    pass\n")]
    assert compiler.with_their_bases(frozenset(("Two",)), trees) == {"Two", "One", "Zero"}
    assert compiler.with_their_bases(frozenset(("Other",)), trees) == {"Other"}


@pytest.mark.parametrize(
    ("source", "is_compiled"),
    [
        ("class One:\n    pass\n", True),
        ("class One(msgspec.Struct):\n    pass\n", False),
        ("class One(Row, frozen=True):\n    pass\n", False),
        ("HERE = __file__\n", False),
    ],
)
def test_mypyc_is_given_no_class_of_which_it_would_drop_a_part(source, is_compiled):
    assert compiler.fits(Path("engine/kernel/some.py"), ast.parse(source)) is is_compiled


def test_modules_that_are_left_out_are_there():
    paths = [path.relative_to(ROOT / "engine").with_suffix("") for path in (ROOT / "engine").rglob("*.py")]
    there = {".".join(one.parts) for path in paths for one in (path, path.parent)}
    assert set(compiler.BESIDE.split()) <= there


def test_modules_below_a_package_that_is_left_out_are_not_compiled():
    assert not compiler.fits(Path("engine/interceptor/analysis/prospects.py"), ast.parse(""))
    assert not compiler.fits(Path("engine/interceptor/rules/__init__.py"), ast.parse(""))
    assert compiler.fits(Path("engine/interceptor/rules/combat/damage.py"), ast.parse(""))


TAKEN_UP = """
import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

root = Path(sys.argv[1])
spec = spec_from_file_location("compiled_rules", sys.argv[2])
compiled = module_from_spec(spec)
spec.loader.exec_module(compiled)
form = compiled.choose_form("", root / "var" / "compiled", root)
sys.path.insert(0, str(root))
from engine.kernel import table

print(form.name, Path(table.__file__).suffix, table.doubled(21))
"""


@pytest.mark.slow
@pytest.mark.skipif(bool(compiler.missing()), reason=compiler.missing() or "all is there")
def test_a_small_tree_is_compiled_and_serves_until_its_source_is_another(root):
    """The whole of the rules takes minutes; how it is done is the same for one module."""
    for package in (root / "engine", root / "engine" / "kernel"):
        (package / "__init__.py").write_text("")
    source = root / "engine" / "kernel" / "table.py"
    body = "def doubled(count: int) -> int:\n    return 2 * count\n"
    source.write_text(f'"""A module."""\n\nfrom __future__ import annotations\n\n\n{body}')
    folder = root / "var" / "compiled" / digest_of(root)
    folder.mkdir(parents=True)
    compiler.compile_rules(folder, root)

    def served() -> str:
        command = [sys.executable, "-c", TAKEN_UP, str(root), str(ROOT / "config" / "fastpath" / "compiled_rules.py")]
        return subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()

    assert served() == f"{COMPILED} .so 42"
    source.write_text(source.read_text().replace("2 * count", "count + count + 1"))
    assert served() == f"{STALE} .py 43"


@pytest.mark.slow
@pytest.mark.skipif(os.environ.get("THOROUGH") != "1", reason="it takes minutes: THOROUGH=1")
@pytest.mark.skipif(bool(compiler.missing()), reason=compiler.missing() or "all is there")
def test_the_compiled_rules_play_as_they_are_written(tmp_path):
    environ = {**os.environ, "VAR_DIR": str(tmp_path), "NO_BOOTSTRAP": "1", "DATABASE_URL": "", "REDIS_URL": ""}
    environ.pop("RULES")
    command = [sys.executable, "manage.py", "compile"]
    subprocess.run(command, cwd=ROOT, env=environ, check=True, capture_output=True)
    told = subprocess.run([*command, "--status"], cwd=ROOT, env=environ, check=True, capture_output=True, text=True)
    assert told.stdout.startswith(f"{COMPILED}: by mypyc ")
    for library in (tmp_path / "compiled").rglob("rules_kernel*"):
        library.write_bytes(b"")
    told = subprocess.run([*command, "--status"], cwd=ROOT, env=environ, check=True, capture_output=True, text=True)
    assert told.stdout.startswith(f"{BROKEN}: ") and "the plain ones serve" in told.stderr
    shutil.rmtree(tmp_path / "compiled")

"""`manage.py bench --against`: figures of two commits measured in turns, and what has become worse is named."""

import json
import subprocess
from pathlib import Path

import pytest

from config.management.commands import bench

FAKE = """import json, pathlib, sys
figures = json.loads(pathlib.Path(__file__).with_name("figures.json").read_text())
log = pathlib.Path(__file__).with_name("runs")
if "--names" in sys.argv:
    print("\\n".join(sorted(figures)))
else:
    for name in sorted(figures):
        if name.startswith(sys.argv[2]):
            values, unit, bound = figures[name]
            turn = len(log.read_text()) if log.exists() else 0
            value = values[turn % len(values)]
            print(json.dumps({"name": name, "value": value, "unit": unit, "bound": bound, "ok": True}))
    log.write_text((log.read_text() if log.exists() else "") + ".")
"""


def commit(folder: Path, figures: dict, changelog: str) -> str:
    (folder / "figures.json").write_text(json.dumps(figures))
    (folder / "CHANGELOG.md").write_text(changelog)
    git = ["git", "-C", str(folder), "-c", "user.name=A", "-c", "user.email=a@example.org"]
    subprocess.run([*git, "add", "-A"], check=True)
    subprocess.run([*git, "commit", "--quiet", "-m", "A commit"], check=True)
    return subprocess.run([*git, "rev-parse", "HEAD"], check=True, capture_output=True, text=True).stdout.strip()


@pytest.fixture
def project(tmp_path):
    folder = tmp_path / "project"
    folder.mkdir()
    subprocess.run(["git", "init", "--quiet", str(folder)], check=True)
    (folder / "manage.py").write_text(FAKE)
    for lock in ("requirements.lock", "requirements-dev.lock"):
        (folder / lock).write_text("one==1\n")
    (folder / ".gitignore").write_text("runs\n.venv\n.venv-dev\n")
    return folder


def test_each_figure_is_compared_by_its_best_and_in_the_direction_of_its_bound(project, tmp_path):
    before = {"a.rate": [[100, 90], "1/s", ">= 10"], "a.time": [[2.0, 3.0], "s", "<= 5"], "b.gone": [[1], "s", None]}
    earlier = commit(project, before, "# Changes\n")
    now = {"a.rate": [[40, 50], "1/s", ">= 10"], "a.time": [[1.0, 9.0], "s", "<= 5"], "c.new": [[1], "s", None]}
    commit(project, now, "# Changes\n\n- `a.rate` is half: the files hold more.\n")
    there = tmp_path / "earlier"
    bench.clone(project, earlier, there)
    found = {one["name"]: one for one in bench.compared(project, there, "", rounds=2)}
    assert {name: one["ratio"] for name, one in found.items()} == {"a.rate": 2.0, "a.time": 0.5}
    assert (found["a.rate"]["value"], found["a.rate"]["earlier"]) == (50, 100)
    assert (project / "runs").read_text() == "...." and (there / "runs").read_text() == "....", "in turns, by groups"
    assert "a.rate" in bench.added_to_changelog(project, earlier)
    assert "a.time" not in bench.added_to_changelog(project, earlier)


def test_a_commit_that_is_not_there_is_refused(project, tmp_path):
    commit(project, {}, "")
    with pytest.raises(bench.CommandError):
        bench.clone(project, "f" * 40, tmp_path / "earlier")

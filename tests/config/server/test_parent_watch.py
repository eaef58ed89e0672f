"""No process outlives the one that it is tied to: by the kernel on Linux, by looking elsewhere."""

import subprocess
import sys

import pytest

from tests.shared.site import ROOT, alive, until

IMPORT = "import sys, time; from config.server.parent_watch import tie_to_parent; "
ELSEWHERE = "sys.platform = 'elsewhere'; "
TIED = "tie_to_parent(); print('tied', flush=True); time.sleep(900)"
PARENT = "import subprocess, sys; subprocess.Popen(sys.argv[1:]).wait()"


@pytest.mark.parametrize(
    "command",
    [
        [sys.executable, "-c", IMPORT + TIED],
        [sys.executable, "-c", IMPORT + ELSEWHERE + TIED],
        [sys.executable, "config/server/parent_watch.py", "sh", "-c", "echo tied; exec sleep 900"],
    ],
    ids=["linux", "elsewhere", "a program that is not ours"],
)
def test_ends_with_its_parent(command: list[str]) -> None:
    parent = subprocess.Popen([sys.executable, "-c", PARENT, *command], cwd=ROOT, stdout=subprocess.PIPE, text=True)
    assert parent.stdout and parent.stdout.readline() == "tied\n"
    family = descendants(parent.pid)
    assert len(family) >= 1
    parent.kill()
    parent.wait()
    assert until(lambda: not family & set(alive_now()))


def test_stop_is_handed_on_and_the_answer_handed_back() -> None:
    stand = [
        sys.executable,
        "-m",
        "config.server.parent_watch",
        "sh",
        "-c",
        "trap 'exit 7' TERM; echo on; while :; do sleep 0.1; done",
    ]
    process = subprocess.Popen(stand, cwd=ROOT, stdout=subprocess.PIPE, text=True)
    assert process.stdout and process.stdout.readline() == "on\n"
    process.terminate()
    assert process.wait(300) == 7


def alive_now() -> dict[int, int]:
    return {pid: parent for pid, (_, _, parent, _) in alive()}


def descendants(pid: int) -> set[int]:
    parents, found = alive_now(), {pid}
    while more := {child for child, parent in parents.items() if parent in found} - found:
        found |= more
    return found - {pid}

"""A game is played to its end where no analysis can be imported."""

import subprocess
import sys

from tests.shared.cached_databases import ROOT

PLAYED = """
import sys

HIDDEN = ("engine.analysis", *(f"engine.{game}.analysis" for game in ("interceptor", "nightfighter", "bomber_command")))
for name in HIDDEN:
    sys.modules[name] = None

from engine.bomber_command.game import TITLE as BOMBER_COMMAND
from engine.interceptor.game import TITLE as INTERCEPTOR
from engine.kernel.dice import FastDice
from engine.kernel.table import Table
from engine.kernel.title import RandomPolicy, drive
from engine.nightfighter.game import TITLE as NIGHTFIGHTER

for title in (INTERCEPTOR, NIGHTFIGHTER, BOMBER_COMMAND):
    pack, rng = title.load_pack("standard"), FastDice(2)
    state = title.start(title.Setup(), pack)
    policy = RandomPolicy(lambda sides: rng.draw("whim", sides))
    drive(title.play(state, Table(FastDice(1), pack)), policy.choose)
    assert title.outcome(state, pack) is not None
    assert title.policies()
    print(title.name)

try:
    import engine.interceptor.analysis.entry
except ModuleNotFoundError:
    print("hidden")
assert not [name for name in sys.modules if name.startswith(HIDDEN) and sys.modules[name] is not None]
"""


def test_every_game_is_played_to_its_end_without_analysis():
    done = subprocess.run([sys.executable, "-c", PLAYED], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout.split() == ["interceptor-ace", "nightfighter", "bomber-command", "hidden"]

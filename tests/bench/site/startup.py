"""Startup time of the site, the first time and the second."""

import shutil
import sys
import tempfile
from pathlib import Path

from tests.bench import bench
from tests.shared.site import ROOT, RunningSite

NOT_IN_A_CLONE = shutil.ignore_patterns(".git", ".venv*", "var", "staticfiles", "__pycache__", ".*_cache")


@bench("platform.first_start_s", unit="s", at_most=60)
def first_start() -> float:
    """Time from the command in a fresh clone to the address, with only this Python installed."""
    with tempfile.TemporaryDirectory(prefix="dispersal-") as place:
        clone = Path(place) / "clone"
        shutil.copytree(ROOT, clone, ignore=NOT_IN_A_CLONE)
        house = RunningSite(clone / "var", root=clone, python=Path(sys.base_prefix) / "bin" / "python3")
        house.folder.mkdir()
        del house.environ["NO_BOOTSTRAP"]
        with house:
            return house.wait_until_open()


@bench("platform.second_start_s", unit="s", at_most=3)
def second_start() -> float:
    """Time from the command to the address, when everything is set up."""
    with tempfile.TemporaryDirectory(prefix="dispersal-") as place:
        with RunningSite(Path(place)) as house:
            house.wait_until_open()
        with RunningSite(Path(place)) as house:
            return house.wait_until_open()

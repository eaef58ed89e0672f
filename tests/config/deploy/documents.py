"""Contents of the deployment files: programs of the units, services of compose, steps of docs/production.md."""

import re
import shlex
from configparser import RawConfigParser
from functools import cache
from typing import Any

import yaml

from tests.shared.site import ROOT

DEPLOY = ROOT / "config" / "deploy"
SCRIPT = "/srv/dispersal/app/config/deploy/deploy.sh"
PAGE = ROOT / "docs/production.md"


class Unit(RawConfigParser):
    """A systemd unit. A name may occur several times, which makes one list."""

    def __init__(self, text: str) -> None:
        super().__init__(strict=False, interpolation=None, delimiters=("=",))
        self.optionxform = str  # type: ignore[assignment]
        repeated = re.findall(r"^Wants=(.*)$", text, re.MULTILINE)
        self.wants = " ".join(repeated).split()
        self.read_string(text)


@cache
def units() -> dict[str, Unit]:
    """Return every unit file by its name."""
    return {path.name: Unit(path.read_text()) for path in sorted((DEPLOY / "systemd").iterdir())}


def programs_of_units() -> dict[str, list[str]]:
    """Return the command of each service that dispersal.target starts, by the service's name."""
    found = {}
    for name in units()["dispersal.target"].wants:
        template, instance = re.sub(r"@[^.]*", "@", name), re.search(r"@([^.]*)", name)
        unit = units()[template if instance else name]
        if name.endswith(".service"):
            line = unit["Service"]["ExecStart"]
            found[name] = shlex.split(line.replace("%i", instance[1] if instance else ""))
    return found


@cache
def compose() -> dict[str, Any]:
    """Return compose.yaml."""
    return yaml.safe_load((DEPLOY / "compose.yaml").read_text())


def programs_of_compose() -> dict[str, list[str]]:
    """Return the command of each service that runs the project's image, behind the image's entry point."""
    own = {name: one for name, one in compose()["services"].items() if one["image"] == "dispersal:local"}
    return {name: [SCRIPT, *one["command"]] for name, one in own.items()}


def chapter(title: str) -> str:
    """Return one chapter of the page."""
    return PAGE.read_text().split(f"\n## {title}\n")[1].split("\n## ")[0]


def steps(title: str) -> list[str]:
    """Return the commands of a chapter, block by block."""
    blocks = re.findall(r"(?:^ {4,7}\S.*\n|^\n(?= {4,7}\S))+", chapter(title), re.MULTILINE)
    return [re.sub(r"^ {4,7}", "", block, flags=re.MULTILINE).strip() for block in blocks]

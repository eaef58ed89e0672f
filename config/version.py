"""The version of Dispersal, whose only source is `pyproject.toml`."""

import tomllib
from pathlib import Path

PROJECT = Path(__file__).resolve().parent.parent / "pyproject.toml"
VERSION: str = tomllib.loads(PROJECT.read_text(encoding="utf-8"))["project"]["version"]

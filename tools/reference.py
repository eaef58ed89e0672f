"""Write the pages of docs/reference that the code knows best: commands and the API.

    python -m tools.reference

`tests/project/test_reference.py` compares the pages with what this module makes. `manage.py events` prints the page of
events, and `docs/reference/settings.md` is written by hand and checked by the same test.
"""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterator
from importlib import import_module
from itertools import islice
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "docs" / "reference"
APPS = ("config", "play", "campaigns", "raids")
GENERATED = "`python -m tools.reference` writes this page. Change the code that it describes, not the page.\n"


def command_names() -> list[str]:
    """Return the names of the commands of this project, former names left out."""
    paths = [path for app in APPS for path in (ROOT / app / "management" / "commands").glob("*.py")]
    names = sorted(path.stem for path in paths if path.stem != "__init__")
    return [name for name in names if not is_former(name)]


def is_former(name: str) -> bool:
    """Say whether a command only leads to another by its former name."""
    from campaigns.management.former_names import FormerName

    return issubclass(type(command_of(name)), FormerName)


def command_of(name: str) -> object:
    """Load a command of this project."""
    app = next(one for one in APPS if (ROOT / one / "management" / "commands" / f"{name}.py").exists())
    return import_module(f"{app}.management.commands.{name}").Command()


def commands_page() -> str:
    """Return the page of commands with their arguments."""
    from django.core.management.base import BaseCommand

    plain = BaseCommand().create_parser("manage.py", "")
    known = {action.dest for action in plain._actions}
    parts = ["# Commands\n", GENERATED]
    parts += ["Each command also takes the options of every command of Django; `--help` prints them.\n"]
    for name in command_names():
        command = command_of(name)
        assert isinstance(command, BaseCommand)
        parser = command.create_parser("manage.py", name)
        actions = [one for one in parser._actions if one.dest not in known]
        inherited = {one.dest for base in type(command).__mro__[1:] for one in _actions_of(base, name)}
        actions = [one for one in actions if one.dest not in inherited]
        parts += [f"## {name}\n", f"    python3 manage.py {name}\n", f"{command.help}\n"]
        parts += list(_arguments(actions))
    return "\n".join(parts)


def _actions_of(base: type, name: str) -> list[argparse.Action]:
    """Return the actions of a command of Django that one of ours extends."""
    from django.core.management.base import BaseCommand

    if not issubclass(base, BaseCommand) or not base.__module__.startswith("django.core.management.commands."):
        return []
    return base().create_parser("manage.py", name)._actions


def _arguments(actions: list[argparse.Action]) -> Iterator[str]:
    """Give the table of arguments, then those of each action that a command has."""
    plain = [one for one in actions if not isinstance(one, argparse._SubParsersAction)]
    if plain:
        yield "| argument | default | what it does |\n|---|---|---|"
        yield "\n".join(f"| {_name(one)} | {_default(one)} | {_meaning(one)} |" for one in plain) + "\n"
    for group in actions:
        if isinstance(group, argparse._SubParsersAction):
            said = {one.dest: one.help or "" for one in group._choices_actions}
            for choice, parser in group.choices.items():
                yield f"### `{choice}`\n"
                if said.get(choice):
                    yield f"{said[choice]}\n"
                yield from _arguments([one for one in parser._actions if one.dest != "help"])


def _name(action: argparse.Action) -> str:
    if not action.option_strings:
        return f"`{action.metavar or action.dest.upper()}`"
    takes = "" if action.nargs == 0 else f" {action.metavar or action.dest.upper()}"
    return ", ".join(f"`{one}{takes}`" for one in action.option_strings)


def _default(action: argparse.Action) -> str:
    if action.nargs == 0 or action.default in (None, "", [], {}, argparse.SUPPRESS):
        return "–" if not (action.required and action.nargs is None) else "must be given"
    if action.dest == "processes" and action.default == os.cpu_count():
        return "one for each core"
    if isinstance(action.default, Path):
        path = action.default
        return f"`{path.relative_to(ROOT) if path.is_absolute() else path}`"
    return f"`{action.default}`"


def _meaning(action: argparse.Action) -> str:
    said = str(action.help or "")
    listed = ", ".join(f"`{one}`" for one in action.choices or () if one not in games_of_environment())
    return "; ".join(part for part in (said, listed and f"one of {listed}") if part).replace("|", r"\|") or "–"


def games_of_environment() -> set[str]:
    """Return the names of games that only `DISPERSAL_TITLES` adds."""
    from django.conf import settings

    from play.games.registry import registered

    return set(islice(registered(), len(settings.ROOMS), None))


def api_page() -> str:
    """Return the page of the HTTP API."""
    from campaigns.api.openapi import ENDPOINTS, REFUSED

    head = """\
Programs ask with `Authorization: Bearer TOKEN`. All answers are JSON. `/api/v1/openapi.json` describes every field as
OpenAPI 3.1, with the data of each kind of event and the facts of each kind of question.

A steward of a group makes its tokens on the page of the group. The owner of a bot account makes the token of a seat on
the page *Programs that play*. `docs/examples/ladder.py` and `docs/examples/bot.py` are whole programs.
"""
    parts = ["# HTTP API\n", GENERATED, head]
    for token, title in (("token", "With the token of a group"), ("seat", "With the token of a seat")):
        rows = [
            f"| `{one.method.upper()} {path}` | {one.said} | {_type_name(one.kind)} | {', '.join(one.refused)} |"
            for path, one in ENDPOINTS.items()
            if one.token == token
        ]
        parts += [
            f"## {title}\n",
            "| request | what it does | answer | errors |\n|---|---|---|---|",
            "\n".join(rows) + "\n",
        ]
    parts += ["## Errors\n", "| status | when |\n|---|---|"]
    parts += ["\n".join(f"| {code} | {said} |" for code, said in REFUSED.items()) + "\n"]
    return "\n".join(parts)


def _type_name(kind: object) -> str:
    of = getattr(kind, "__args__", None)
    return f"list of `{of[0].__name__}`" if of else f"`{getattr(kind, '__name__', kind)}`"


PAGES = {"commands.md": commands_page, "api.md": api_page}


def main() -> None:
    """Write every page."""
    import django

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    django.setup()
    for name, make in PAGES.items():
        (FOLDER / name).write_text(make().rstrip("\n") + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()

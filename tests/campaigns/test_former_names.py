"""Tests of `campaigns.management.former_names`."""

from io import StringIO

import pytest
from django.core.management import call_command, get_commands, load_command_class

NAMES = {
    "field": "reference_sample",
    "forget": "purge_players",
    "standings": "rebuild_rankings",
    "routes": "route_book",
}


@pytest.mark.parametrize(("former", "present"), NAMES.items())
def test_a_former_name_is_the_present_command(former, present):
    apps = get_commands()
    old, new = (load_command_class(apps[name], name) for name in (former, present))
    assert isinstance(old, type(new)) and (old.former, old.present) == (former, present)
    assert old.help == new.help


@pytest.mark.parametrize("former", ["forget", "standings"])
def test_a_former_name_says_so_on_stderr_and_does_the_same(db, former):
    said, out, wanted, silent = StringIO(), StringIO(), StringIO(), StringIO()
    call_command(former, stdout=out, stderr=said)
    call_command(NAMES[former], stdout=wanted, stderr=silent)
    assert out.getvalue() == wanted.getvalue() != ""
    assert said.getvalue().strip() == (
        f"`manage.py {former}` is called `manage.py {NAMES[former]}` now. Use the new name."
    )
    assert not silent.getvalue()

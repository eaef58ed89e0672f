"""`manage.py simulate` names what is wrong with its charts."""

import pytest
from django.core.management import CommandError, call_command


def test_a_pack_that_cannot_be_read_is_refused_with_its_faults():
    with pytest.raises(CommandError) as refused:
        call_command("simulate", "nightfighter", pack="no-such-pack", games=1, processes=1)
    assert str(refused.value) == "no-such-pack/pack.yaml, line 1: expected a manifest, got no such file."

"""The club of the demonstration: careers in every state, the same for the same seed."""

import pytest
from django.core.management import CommandError, call_command

from campaigns import demo, tabletop
from campaigns.logbook import Career
from play import keeping
from play.models import Session

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


def test_the_club_has_careers_in_every_state_and_is_made_once(capsys):
    call_command("demo")
    assert "ruth@example.org" in capsys.readouterr().out
    found = {career.name: career for career in Career.objects.filter(source__in=("fair", "tabletop"))}
    assert found["Martin Seidel"].over and found["Martin Seidel"].alive and found["Martin Seidel"].bombers >= 15
    assert found["Otto Grabow"].death == "air" and found["Otto Grabow"].shared
    (decision,) = keeping.resume(found["Jakob Wieland"].session).asked("pilot")
    assert decision.kind in demo.FIGHTS
    assert found["Emil Förster"].wounds and found["Heinz Rennert"].shot_down
    assert found["Georg Thomsen"].flights == 0
    assert len(tabletop.history(found["Paul Merz"])) == 1
    assert Career.objects.get(source="imported").owner.display_name == "Ian"
    assert not Session.objects.filter(careers=None).exists()
    with pytest.raises(CommandError):
        call_command("demo")

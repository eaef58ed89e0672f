"""The club of the demonstration: careers in every state, the same for the same seed."""

import pytest
from django.core.management import CommandError, call_command

from campaigns import demo, tabletop
from campaigns.dossier import Dossier
from campaigns.logbook import Career
from play import keeping
from play.models import Session

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

PAIRS = {"cooperative": ("Erich Thalau", "Lothar Benz"), "competitive": ("Hugo Wendt", "Albert Kranz")}


def test_the_club_has_careers_in_every_state_and_is_made_once(capsys):
    call_command("demo")
    assert "ruth@example.org" in capsys.readouterr().out
    found = {career.name: career for career in Career.objects.filter(source__in=("fair", "tabletop"))}
    assert found["Martin Seidel"].over and found["Martin Seidel"].alive and found["Martin Seidel"].bombers >= 15
    assert found["Otto Grabow"].death == "air" and found["Otto Grabow"].shared
    (decision,) = keeping.resume(found["Jakob Wieland"].session).asked("pilot")
    assert decision.kind in demo.FIGHTS
    hurt, mended = found["Emil Förster"], found["Heinz Rennert"]
    assert (hurt.away, mended.away) == ("hospital", "repair") and hurt.away_lines and mended.away_lines
    assert [Dossier(one).status for one in (hurt, mended)] == ["In hospital", "Aircraft in repair"]
    assert all("he flies again on line" in Dossier(one).until for one in (hurt, mended))
    assert found["Bernd Lindner"].flights and not found["Bernd Lindner"].away
    for play, names in PAIRS.items():
        pair = [found[name] for name in names]
        assert [(one.play, one.stage) for one in pair] == [(play, "air")] * 2
        assert len({one.session for one in pair}) == 1 and len({one.owner for one in pair}) == 2
    rivals = keeping.resume(found["Hugo Wendt"].session)
    assert "rival.card" in {one.kind for one in rivals.pending.values()}
    assert found["Georg Thomsen"].flights == 0
    assert len(tabletop.history(found["Paul Merz"])) == 1
    assert Career.objects.get(source="imported").owner.display_name == "Ian"
    assert not Session.objects.filter(careers=None).exists()
    with pytest.raises(CommandError):
        call_command("demo")

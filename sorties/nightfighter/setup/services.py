"""Services for a player's own scenarios."""

from django.db import transaction
from django.utils.translation import gettext as _

from campaigns.accounts.models import Player
from engine.nightfighter.charts.schema import Tables
from play.orders.refusals import OrderRefused
from play.utils.plain_data import is_text
from sorties.nightfighter.setup import scenario_form
from sorties.nightfighter.setup.models import SavedScenario

MOST = 60


@transaction.atomic
def scenario_save(*, owner: Player, text: str, tables: Tables, stored: SavedScenario | None = None) -> SavedScenario:
    """Keep a scenario as it is, sound or not: faults never clear what was made."""
    if not is_text(text) or len(text) > scenario_form.LONGEST:
        raise OrderRefused(
            "bad_file", {"problem": _("text of %(n)s letters at most") % {"n": scenario_form.LONGEST}}, status=422
        )
    if stored is None and SavedScenario.objects.filter(owner=owner).count() >= MOST:
        raise OrderRefused(
            "bad_file", {"problem": _("You already have %(n)s scenarios. Delete one first.") % {"n": MOST}}, status=422
        )
    title = str(scenario_form.at(scenario_form.loosely(text), "title") or _("Without a title"))[:120]
    made = stored or SavedScenario(owner=owner)
    made.text, made.title, made.is_sound = text, title, not scenario_form.faults_in(text, tables)
    made.save()
    return made


def scenario_delete(*, stored: SavedScenario) -> None:
    """Throw a scenario away; games that were begun by it have their own copy."""
    stored.delete()

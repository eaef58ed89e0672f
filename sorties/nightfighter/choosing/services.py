"""What changes the scenarios of a player's own."""

from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from play.plain import is_text
from play.refusals import OrderRefused
from sorties.nightfighter.choosing import own
from sorties.nightfighter.models import OwnScenario

MOST = 60


@transaction.atomic
def own_keep(*, owner: Any, text: str, tables: Any, kept: OwnScenario | None = None) -> OwnScenario:
    """Keep a scenario as it is, sound or not: faults never clear what was made."""
    if not is_text(text) or len(text) > own.LONGEST:
        raise OrderRefused("bad_file", {"problem": _("text of %(n)s letters at most") % {"n": own.LONGEST}}, status=422)
    if kept is None and OwnScenario.objects.filter(owner=owner).count() >= MOST:
        raise OrderRefused("bad_file", {"problem": _("%(n)s scenarios are kept already") % {"n": MOST}}, status=422)
    title = str(own.at(own.loosely(text), "title") or _("Without a title"))[:120]
    made = kept or OwnScenario(owner=owner)
    made.text, made.title, made.is_sound = text, title, not own.faults_in(text, tables)
    made.save()
    return made


def own_delete(*, kept: OwnScenario) -> None:
    """Throw a scenario away; games that were begun by it have their own copy."""
    kept.delete()

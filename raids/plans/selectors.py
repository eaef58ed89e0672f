"""Queries for saved plans."""

from uuid import UUID

from django.db.models import QuerySet
from django.http import Http404

from campaigns.accounts.models import Player
from play.sessions.models import Session
from play.utils.plain_data import Json
from raids.plans.models import IntendedPlan, PlannedRaid, RaidPlan

FIELDS = ("letter", "kind", "target", "entry", "turn", "first", "parent", "split", "leaving", "heavy")


def plans_of(player: Player | None, scenario: str = "") -> QuerySet[RaidPlan]:
    """Return a player's plans, the last changed first."""
    found = RaidPlan.objects.filter(owner=player)
    return found.filter(scenario=scenario) if scenario else found


def own_plan(player: Player, key: str) -> RaidPlan | None:
    """Return a player's own plan by the address of its page, None where there is no such."""
    try:
        wanted = UUID(key)
    except ValueError:
        return None
    return RaidPlan.objects.filter(owner=player, pk=wanted).first()


def intended_for(session: Session, player: Player | None, scenario: str) -> str:
    """Return the plan for which a player has set a night, by the address of its file; nothing where there is none."""
    found = IntendedPlan.objects.filter(session=session.pk, plan__owner=player, plan__scenario=scenario).first()
    return str(found.plan_id) if found else ""


def plan_at(plan: UUID) -> RaidPlan:
    """Return a plan with its raids and legs by the address of its page."""
    found = RaidPlan.objects.prefetch_related("raids__legs").filter(pk=plan).first()
    if found is None:
        raise Http404
    return found


def plot_of(plan: RaidPlan) -> dict[str, Json]:
    """Return a plan as the plot that the rules read."""
    return {"raids": [_raid(raid) for raid in plan.raids.all()]}


def _raid(raid: PlannedRaid) -> dict[str, Json]:
    legs = sorted(raid.legs.all(), key=lambda leg: leg.place)
    ways = {way: [{"to": leg.to, "via": leg.via} for leg in legs if leg.way == way] for way in ("out", "home")}
    return {name: getattr(raid, name) for name in FIELDS} | ways

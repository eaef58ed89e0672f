"""Services for plans: saved, changed, copied, imported and deleted."""

import json
from uuid import UUID

import msgspec
from django.db import transaction
from django.utils.translation import gettext as _

from campaigns.accounts.models import Player
from engine.bomber_command.rules.plots import Plot, RaidPlot
from play.utils.plain_data import DuplicateName, Json, refuse_duplicates
from raids.plans.models import LONGEST_NAME, LONGEST_NOTES, PlannedLeg, PlannedRaid, RaidPlan
from raids.plans.selectors import plot_of
from raids.plans.validation import InvalidPlot, read_plot

FORMAT = "dispersal/raid-plan"
MOST_PLANS = 200
LONGEST_FILE = 64 * 1024
SCENARIOS = ("berlin", "downfall")


class PlanRejected(Exception):
    """A plan that cannot be saved; the message says why."""


@transaction.atomic
def plan_save(*, owner: Player, name: str, scenario: str, plot: object, notes: str = "") -> RaidPlan:
    """Store a plan; if another plan has its name already, both stay and this one gets a number behind its name."""
    name = " ".join(name.replace("\0", "").split())[:LONGEST_NAME]
    if not name:
        raise PlanRejected(_("A plan needs a name."))
    if scenario not in SCENARIOS:
        raise PlanRejected(_("This scenario does not exist."))
    try:
        read = read_plot(plot)
    except InvalidPlot as problem:
        raise PlanRejected(_("This is not a raid plan: %(problem)s") % {"problem": problem}) from problem
    _check_lengths(read)
    notes = notes.replace("\0", "")[:LONGEST_NOTES]
    same = RaidPlan.objects.filter(owner=owner, name=name, scenario=scenario).first()
    if same is not None and notes in ("", same.notes) and plot_of(same) == {"raids": msgspec.to_builtins(read.raids)}:
        return same
    if RaidPlan.objects.filter(owner=owner).count() >= MOST_PLANS:
        raise PlanRejected(_("You have reached the limit of plans. Delete one first."))
    plan = RaidPlan.objects.create(owner=owner, name=free_name(owner, scenario, name), scenario=scenario, notes=notes)
    for place, raid in enumerate(read.raids):
        _save_raid(plan, place, raid)
    return plan


def free_name(owner: Player, scenario: str, name: str, besides: UUID | None = None) -> str:
    """Return the name, or the name with the lowest free number: North about (2). `besides` is a plan left out."""
    others = RaidPlan.objects.filter(owner=owner, scenario=scenario)
    if besides is not None:
        others = others.exclude(pk=besides)
    taken = set(others.values_list("name", flat=True))
    numbered = (f"{name[: LONGEST_NAME - 6]} ({n})" for n in range(2, MOST_PLANS + 3))
    return name if name not in taken else next(one for one in numbered if one not in taken)


def renamed(wanted: str, plan: RaidPlan) -> str:
    """Say that a plan was stored under another name than was wanted; nothing where it was not."""
    wanted = " ".join(wanted.replace("\0", "").split())[:LONGEST_NAME]
    if wanted == plan.name:
        return ""
    data = {"name": wanted, "other": plan.name}
    return _("You already have a plan named “%(name)s”. This one is stored as “%(other)s”.") % data


def _check_lengths(plot: Plot) -> None:
    for raid in plot.raids:
        ends = [part for leg in (*raid.out, *raid.home) for part in (leg.to, leg.via)]
        short = [raid.letter, raid.parent, raid.entry, *ends]
        numbers = (raid.turn, raid.first, raid.split)
        text = "".join((*short, raid.kind, raid.target))
        if (
            any(len(one) > 4 for one in short)
            or len(raid.kind) > 12
            or len(raid.target) > 40
            or any(abs(one) > 999 for one in numbers)
            or "\0" in text
        ):
            raise PlanRejected(_("This is not a raid plan: %(problem)s") % {"problem": raid.letter[:4]})


def _save_raid(plan: RaidPlan, place: int, raid: RaidPlot) -> None:
    plain = msgspec.to_builtins(raid)
    ways = {way: plain.pop(way) for way in ("out", "home")}
    stored = PlannedRaid.objects.create(plan=plan, place=place, **plain)
    PlannedLeg.objects.bulk_create(
        PlannedLeg(raid=stored, way=way, place=at, **leg) for way, legs in ways.items() for at, leg in enumerate(legs)
    )


def plan_change(*, plan: RaidPlan, name: str, notes: str) -> None:
    """Give a plan another name, and other notes."""
    name = " ".join(name.replace("\0", "").split())[:LONGEST_NAME]
    if not name:
        raise PlanRejected(_("A plan needs a name."))
    plan.name, plan.notes = free_name(plan.owner, plan.scenario, name, plan.pk), notes.replace("\0", "")[:LONGEST_NOTES]
    plan.save()


def plan_clone(*, plan: RaidPlan) -> RaidPlan:
    """Copy a plan, to draw on in the copy."""
    name = _("%(name)s, copy") % {"name": plan.name[: LONGEST_NAME - 12]}
    free = free_name(plan.owner, plan.scenario, name)
    return plan_save(owner=plan.owner, name=free, scenario=plan.scenario, plot=plot_of(plan), notes=plan.notes)


def plan_export(plan: RaidPlan) -> dict[str, Json]:
    """Return a plan as its file has it."""
    return {"format": FORMAT, "name": plan.name, "scenario": plan.scenario, "notes": plan.notes} | plot_of(plan)


def plan_import(*, owner: Player, text: str) -> tuple[RaidPlan, str]:
    """Store a plan from a file that was written here; return it with the name that it had in the file."""
    if len(text) > LONGEST_FILE:
        raise PlanRejected(_("The file is too large for a plan."))
    try:
        stored = json.loads(text)
        refuse_duplicates(text)
    except DuplicateName as problem:
        sentence = _("The file has the field “%(name)s” twice in one part. Nothing was imported.")
        raise PlanRejected(sentence % {"name": problem.name}) from problem
    except (ValueError, RecursionError) as problem:
        raise PlanRejected(_("The file is not JSON.")) from problem
    if not isinstance(stored, dict) or stored.get("format") != FORMAT:
        raise PlanRejected(_("The file is not a raid plan of this site."))
    parts = {name: stored.get(name, "") for name in ("name", "scenario", "notes")}
    if not all(isinstance(one, str) for one in parts.values()):
        raise PlanRejected(_("The file is not a raid plan of this site."))
    return plan_save(owner=owner, plot={"raids": stored.get("raids", [])}, **parts), parts["name"]

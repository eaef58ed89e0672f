"""Plans that a player keeps: a plan with notes, its raids, their legs; escorts are raids with a parent. [4.0]"""

import uuid

from django.conf import settings
from django.contrib.auth.models import AbstractUser
from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

LONGEST_NAME, LONGEST_NOTES = 80, 4000


class RaidPlan(models.Model):
    """A plan of all raids of a night, saved under a name."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    owner = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="raid_plans")
    name = models.CharField(max_length=LONGEST_NAME)
    scenario = models.CharField(max_length=20)
    notes = models.TextField(blank=True, max_length=LONGEST_NOTES)
    created = models.DateTimeField(auto_now_add=True)
    changed = models.DateTimeField(auto_now=True)

    class Meta:
        db_table = "raids_plan"
        verbose_name = _("raid plan")
        verbose_name_plural = _("raid plans")
        ordering = ["-changed", "id"]

    def __str__(self) -> str:
        return self.name

    def belongs_to(self, player: AbstractUser) -> bool:
        """Say whether this player drew it."""
        return self.owner_id == player.pk


class PlannedRaid(models.Model):
    """One raid of a plan, in the terms of the plot."""

    plan = models.ForeignKey(RaidPlan, models.CASCADE, related_name="raids")
    place = models.PositiveSmallIntegerField()
    letter = models.CharField(max_length=4, blank=True)
    kind = models.CharField(max_length=12)
    target = models.CharField(max_length=40, blank=True)
    entry = models.CharField(max_length=8, blank=True)
    turn = models.SmallIntegerField(default=1)
    first = models.SmallIntegerField(default=2)
    parent = models.CharField(max_length=4, blank=True)
    """The letter of the raid that it escorts at first."""
    split = models.SmallIntegerField(default=0)
    leaving = models.BooleanField(default=False)
    heavy = models.BooleanField(default=False)

    class Meta:
        verbose_name = _("planned raid")
        verbose_name_plural = _("planned raids")
        ordering = ["place"]
        constraints = [models.UniqueConstraint(fields=["plan", "place"], name="planned_raid_place")]

    def __str__(self) -> str:
        return f"{self.letter} {self.target}".strip()


class PlannedLeg(models.Model):
    """One line of the pencil."""

    raid = models.ForeignKey(PlannedRaid, models.CASCADE, related_name="legs")
    way = models.CharField(
        max_length=4, choices=[("out", pgettext_lazy("way", "out")), ("home", pgettext_lazy("way", "home"))]
    )
    place = models.PositiveSmallIntegerField()
    to = models.CharField(max_length=8)
    via = models.CharField(max_length=8, blank=True)

    class Meta:
        verbose_name = _("leg")
        verbose_name_plural = _("legs")
        ordering = ["-way", "place"]
        constraints = [models.UniqueConstraint(fields=["raid", "way", "place"], name="planned_leg_place")]

    def __str__(self) -> str:
        return self.to


class IntendedPlan(models.Model):
    """The plan that a player has set for a night: it opens on the table when the British side plots."""

    session = models.OneToOneField("play.Session", models.CASCADE, related_name="intended_plan")
    plan = models.ForeignKey(RaidPlan, models.CASCADE, related_name="nights")

    class Meta:
        db_table = "raids_intended"
        verbose_name = _("plan for a night")
        verbose_name_plural = _("plans for nights")

    def __str__(self) -> str:
        return str(self.plan_id)

"""The record of a night: its raids and their legs, the moves of its units, its combats, its bombed cities. [5.0]

Every row is a function of the journal: written with the order that ended a turn, and again by `manage.py rebuild`. It
holds what is hidden while a night goes on: nothing of it is shown to anybody before the night is over.
"""

from django.db import models
from django.utils.translation import gettext_lazy as _

from play.sessions.models import Session

NAME = 40


class NightRecord(models.Model):
    """A night as far as its turns have been played."""

    session = models.OneToOneField(Session, models.CASCADE, related_name="raid_night")
    scenario = models.CharField(max_length=NAME)
    rules = models.JSONField(default=list)
    """The advanced rules in force, by name."""
    turns = models.PositiveSmallIntegerField(default=0)
    """Turns that are played to their end; the rows below hold their events."""
    read = models.PositiveIntegerField(default=0)
    """The number of the last event that was written down."""
    over = models.BooleanField(default=False)
    band = models.CharField(max_length=NAME, blank=True)
    british = models.IntegerField(default=0)
    german = models.IntegerField(default=0)
    bombing_halves = models.IntegerField(default=0)
    targets = models.IntegerField(default=0)
    mining = models.IntegerField(default=0)
    nuisance = models.IntegerField(default=0)
    nightfighters = models.IntegerField(default=0)
    bombers = models.IntegerField(default=0)
    mosquitos = models.IntegerField(default=0)

    class Meta:
        db_table = "raids_night"
        verbose_name = _("night")
        verbose_name_plural = _("nights")
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"{self.scenario} {self.session_id}"


class FlownRaid(models.Model):
    """A raid as plotted and as it fared. [4.0, 9.8]"""

    night = models.ForeignKey(NightRecord, models.CASCADE, related_name="raids")
    place = models.PositiveSmallIntegerField()
    letter = models.CharField(max_length=NAME)
    kind = models.CharField(max_length=NAME)
    target = models.CharField(max_length=NAME, blank=True)
    parent = models.CharField(max_length=NAME, blank=True)
    turn = models.PositiveSmallIntegerField()
    hexes = models.PositiveSmallIntegerField()
    waypoints = models.PositiveSmallIntegerField()
    heavy = models.BooleanField()
    bombed = models.BooleanField()
    losses = models.PositiveSmallIntegerField()
    confirmed = models.PositiveSmallIntegerField()
    disruption = models.PositiveSmallIntegerField()
    damage = models.PositiveSmallIntegerField()
    seen = models.PositiveSmallIntegerField(null=True)
    """Turns that it flew until a counter lay where it stood; none where that never was."""

    class Meta:
        verbose_name = _("raid")
        verbose_name_plural = _("raids")
        ordering = ["place"]
        constraints = [models.UniqueConstraint(fields=["night", "place"], name="one_flown_raid_of_a_place")]

    def __str__(self) -> str:
        return f"{self.letter} {self.kind}"


class FlownLeg(models.Model):
    """A straight part of a raid's route, as long as the grain allows. [4.2.1]"""

    night = models.ForeignKey(NightRecord, models.CASCADE, related_name="legs")
    place = models.PositiveSmallIntegerField()
    letter = models.CharField(max_length=NAME)
    way = models.CharField(max_length=NAME)
    start = models.CharField(max_length=NAME)
    end = models.CharField(max_length=NAME)
    hexes = models.PositiveSmallIntegerField()

    class Meta:
        verbose_name = _("leg")
        verbose_name_plural = _("legs")
        ordering = ["place"]
        constraints = [models.UniqueConstraint(fields=["night", "place"], name="one_flown_leg_of_a_place")]

    def __str__(self) -> str:
        return f"{self.letter} {self.start} {self.end}"


class UnitMove(models.Model):
    """An action of a nightfighter unit: it took off, moved, stacked, got into a raid, left it, landed. [7.0]"""

    night = models.ForeignKey(NightRecord, models.CASCADE, related_name="moves")
    place = models.PositiveIntegerField()
    """The number of the event in the night's log."""
    turn = models.PositiveSmallIntegerField()
    unit = models.CharField(max_length=NAME)
    what = models.CharField(max_length=NAME)
    start = models.CharField(max_length=NAME, blank=True)
    end = models.CharField(max_length=NAME, blank=True)

    class Meta:
        verbose_name = _("unit move")
        verbose_name_plural = _("unit moves")
        ordering = ["place"]
        constraints = [models.UniqueConstraint(fields=["night", "place"], name="one_unit_move_of_a_place")]

    def __str__(self) -> str:
        return f"{self.turn} {self.unit} {self.what}"


class CombatRecord(models.Model):
    """An attack on a raid or on a nightfighter unit, and its result. [9.0]"""

    night = models.ForeignKey(NightRecord, models.CASCADE, related_name="combats")
    place = models.PositiveIntegerField()
    turn = models.PositiveSmallIntegerField()
    side = models.CharField(max_length=NAME)
    attack = models.CharField(max_length=NAME)
    hex = models.CharField(max_length=NAME, blank=True)
    city = models.CharField(max_length=NAME, blank=True)
    unit = models.CharField(max_length=NAME, blank=True)
    raid = models.CharField(max_length=NAME, blank=True)
    """The raid that was marked; nothing where the attack marked none."""
    modifier = models.SmallIntegerField()
    total = models.SmallIntegerField()
    losses = models.PositiveSmallIntegerField()
    disruption = models.PositiveSmallIntegerField()
    damage = models.PositiveSmallIntegerField()

    class Meta:
        db_table = "raids_combat"
        verbose_name = _("combat")
        verbose_name_plural = _("combats")
        ordering = ["place"]
        constraints = [models.UniqueConstraint(fields=["night", "place"], name="one_raid_combat_of_a_place")]

    def __str__(self) -> str:
        return f"{self.turn} {self.attack} {self.hex}"


class BombedCity(models.Model):
    """A city map as a night left it. [10.0]"""

    night = models.ForeignKey(NightRecord, models.CASCADE, related_name="cities")
    place = models.PositiveSmallIntegerField()
    city = models.CharField(max_length=NAME)
    attacks = models.PositiveSmallIntegerField()
    aimpoint = models.CharField(max_length=NAME)
    method = models.CharField(max_length=NAME, blank=True)
    weather = models.CharField(max_length=NAME, blank=True)
    fires = models.PositiveSmallIntegerField()
    firestorms = models.PositiveSmallIntegerField()
    lost = models.PositiveSmallIntegerField()
    halves = models.IntegerField()

    class Meta:
        verbose_name = _("bombed city")
        verbose_name_plural = _("bombed cities")
        ordering = ["place"]
        constraints = [models.UniqueConstraint(fields=["night", "place"], name="one_bombed_city_of_a_place")]

    def __str__(self) -> str:
        return self.city

"""The tables of a year of nights: head, weeks, raids met, aircraft shot down, wounds, awards, aircraft and crews.

`projection` writes them from the state of the game and the valid events of its journal, and can write them again at any
time. Only the name, the link and the sharing are stored here alone.
"""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from campaigns.careers.models import BotFlightBase, CareerBase


class NightCareer(CareerBase):
    """A pilot's year, or a Staffel's: the head of its duty log."""

    owner = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="night_careers")
    session = models.ForeignKey("play.Session", models.SET_NULL, null=True, blank=True, related_name="night_careers")
    kind = models.CharField(max_length=8, default="green")
    """`green`, `seasoned` or `staffel`."""
    mode = models.CharField(max_length=8, default="solo")
    """`solo`, `blind` against an umpire, or `tabletop`."""
    umpire = models.CharField(max_length=8, default="computer")
    stage = models.CharField(max_length=12, default="choose")
    month = models.CharField(max_length=7, blank=True)
    """Month of the calendar, as 1942-06."""
    week = models.PositiveSmallIntegerField(default=1)
    line = models.CharField(max_length=20, blank=True)
    """Messerschmitt or Junkers."""
    aircraft = models.CharField(max_length=30, blank=True)
    pilot = models.CharField(max_length=10, blank=True)
    """`green`, `seasoned` or `experte`, as it counts when he lands."""
    retrained = models.BooleanField(default=False)
    back_in = models.PositiveSmallIntegerField(default=1)
    """The first week in which he has an aircraft again."""
    well_in = models.PositiveSmallIntegerField(default=1)
    """The first week in which he is well again."""

    kills = models.PositiveSmallIntegerField(default=0)
    start_kills = models.PositiveSmallIntegerField(default=0)
    points = models.SmallIntegerField(default=0)
    flown = models.PositiveSmallIntegerField(default=0)
    """Weeks flown; of a Staffel, patrols."""
    met = models.PositiveSmallIntegerField(default=0)
    """Raids met."""
    wounds = models.PositiveSmallIntegerField(default=0)
    men_lost = models.PositiveSmallIntegerField(default=0)
    aircraft_lost = models.PositiveSmallIntegerField(default=0)
    crews = models.PositiveSmallIntegerField(default=1)
    machines = models.PositiveSmallIntegerField(default=1)
    """Crews and aircraft on strength."""

    result = models.CharField(max_length=20, blank=True)
    """`victory`, `minor-victory`, `draw`, `win`, `decisive` or `defeat`, when it is over."""
    end = models.CharField(max_length=20, blank=True)
    """`goal`, `killed`, `demoted`, `year` or `nobody-left`."""

    class Meta:
        verbose_name = _("career of nights")
        verbose_name_plural = _("careers of nights")
        ordering = ["-changed"]
        constraints = [models.UniqueConstraint(fields=["session", "seat"], name="one_night_career_of_a_seat")]
        indexes = [models.Index(fields=["owner", "-changed"], name="night_career_by_owner")]

    @property
    def is_staffel(self) -> bool:
        """Say whether it is a whole Staffel's."""
        return self.kind == "staffel"


class NightFlight(BotFlightBase):
    """A stretch of the year that a bot flies in the background."""

    career = models.OneToOneField(NightCareer, models.CASCADE, related_name="bot_flight")

    class Meta:
        verbose_name = _("nights flown by a bot")
        verbose_name_plural = _("nights flown by bots")


class CareerRow(models.Model):
    """A row of a career, known by its place."""

    place = models.PositiveSmallIntegerField()

    class Meta:
        abstract = True
        ordering = ["place"]


class WeekRecord(CareerRow):
    """A line of the duty log: its place is the number of the week."""

    career = models.ForeignKey(NightCareer, models.CASCADE, related_name="weeks")
    month = models.CharField(max_length=7)
    monday = models.CharField(max_length=10)
    moon = models.CharField(max_length=5)
    what = models.CharField(max_length=10, blank=True)
    """`grounded`, `wounded`, `stayed`, `returned`, `fought`, of a Staffel `patrol`; nothing while it is under way."""
    visibility = models.CharField(max_length=10, blank=True)
    cloud = models.CharField(max_length=10, blank=True)
    moon_up = models.BooleanField(default=False)
    event = models.CharField(max_length=20, blank=True)
    """Event of the month for a Staffel."""
    joker = models.BooleanField(default=False)
    placed = models.PositiveSmallIntegerField(default=0)
    """Crews on patrol."""
    home = models.CharField(max_length=12, blank=True)
    """A pilot's return: `safe`, `repairable`, `written-off` or `shot-down`."""
    crew = models.CharField(max_length=20, blank=True)
    """Fate of his crew."""
    kills = models.PositiveSmallIntegerField(default=0)
    points = models.SmallIntegerField(default=0)
    """Points at its end."""
    crews = models.PositiveSmallIntegerField(default=1)

    class Meta(CareerRow.Meta):
        db_table = "nightfighter_week"
        verbose_name = _("week of a career of nights")
        verbose_name_plural = _("weeks of careers of nights")
        constraints = [models.UniqueConstraint(fields=["career", "place"], name="one_week_of_a_place")]

    def __str__(self) -> str:
        return f"{self.place} {self.what}"


class RaidRecord(CareerRow):
    """A raid that was met, or that passed a box where nobody waited."""

    career = models.ForeignKey(NightCareer, models.CASCADE, related_name="raids")
    week = models.PositiveSmallIntegerField()
    crew = models.CharField(max_length=10, blank=True)
    """The crew of a Staffel that flew."""
    pilot = models.CharField(max_length=10, blank=True)
    aircraft = models.CharField(max_length=30, blank=True)
    card = models.CharField(max_length=3)
    title = models.CharField(max_length=20, blank=True)
    box = models.CharField(max_length=30, blank=True)
    """The box at which nobody waited."""
    bombers = models.PositiveSmallIntegerField(default=0)
    low = models.BooleanField(default=False)
    massive = models.BooleanField(default=False)
    jamming = models.CharField(max_length=6, blank=True)
    kills = models.PositiveSmallIntegerField(default=0)
    points = models.PositiveSmallIntegerField(default=0)
    hits = models.PositiveSmallIntegerField(default=0)
    """Hits that came home with the aircraft."""
    lost = models.BooleanField(default=False)
    is_over = models.BooleanField(default=False)

    class Meta(CareerRow.Meta):
        db_table = "nightfighter_raid"
        verbose_name = _("raid met")
        verbose_name_plural = _("raids met")
        constraints = [models.UniqueConstraint(fields=["career", "place"], name="one_raid_of_a_place")]

    def __str__(self) -> str:
        return f"{self.week} {self.card}"


class Kill(CareerRow):
    """A bomber shot down. [10.2]"""

    career = models.ForeignKey(NightCareer, models.CASCADE, related_name="victims")
    raid = models.ForeignKey(RaidRecord, models.CASCADE, related_name="victims")
    week = models.PositiveSmallIntegerField()
    crew = models.CharField(max_length=10, blank=True)
    type = models.CharField(max_length=30)
    engines = models.PositiveSmallIntegerField(default=2)
    points = models.PositiveSmallIntegerField(default=0)
    turn = models.PositiveSmallIntegerField(default=0)

    class Meta(CareerRow.Meta):
        verbose_name = _("aircraft shot down")
        verbose_name_plural = _("aircraft shot down")
        constraints = [models.UniqueConstraint(fields=["career", "place"], name="one_kill_of_a_place")]

    def __str__(self) -> str:
        return self.type

    @property
    def short(self) -> str:
        """Its type without the mark."""
        return self.type.partition(" ")[0]


class Injury(CareerRow):
    """An injury of a crew, and the weeks that it cost. [A7.1]"""

    career = models.ForeignKey(NightCareer, models.CASCADE, related_name="injuries")
    week = models.PositiveSmallIntegerField()
    crew = models.CharField(max_length=10, blank=True)
    result = models.CharField(max_length=20)
    """`wounded`, `casualty`, `wounded-and-casualty` or `killed`."""
    weeks = models.PositiveSmallIntegerField(default=0)
    by_day = models.BooleanField(default=False)

    class Meta(CareerRow.Meta):
        verbose_name = _("injury of a crew")
        verbose_name_plural = _("injuries of crews")
        constraints = [models.UniqueConstraint(fields=["career", "place"], name="one_injury_of_a_place")]

    def __str__(self) -> str:
        return f"{self.week} {self.result}"


class Decoration(CareerRow):
    """A medal, with the points that brought it. [10.2]"""

    career = models.ForeignKey(NightCareer, models.CASCADE, related_name="decorations")
    name = models.CharField(max_length=60)
    week = models.PositiveSmallIntegerField()
    points = models.PositiveSmallIntegerField(default=0)

    class Meta(CareerRow.Meta):
        verbose_name = _("decoration")
        verbose_name_plural = _("decorations")
        constraints = [models.UniqueConstraint(fields=["career", "place"], name="one_decoration_of_a_place")]

    def __str__(self) -> str:
        return self.name


class AircraftRecord(CareerRow):
    """An aircraft, from the week of its first flight to that of its last."""

    career = models.ForeignKey(NightCareer, models.CASCADE, related_name="aircraft_had")
    type = models.CharField(max_length=30)
    radar = models.BooleanField(default=False)
    crew = models.CharField(max_length=10, blank=True)
    """Crew that lost it."""
    week = models.PositiveSmallIntegerField(default=0)
    last_week = models.PositiveSmallIntegerField(default=0)
    flights = models.PositiveSmallIntegerField(default=0)
    kills = models.PositiveSmallIntegerField(default=0)
    repairs = models.PositiveSmallIntegerField(default=0)
    back_in = models.PositiveSmallIntegerField(default=1)
    fate = models.CharField(max_length=12, blank=True)
    """`shot-down`, `written-off` or `handed-on`; empty while it is on the field."""

    class Meta(CareerRow.Meta):
        db_table = "nightfighter_machine"
        verbose_name = _("aircraft of a career of nights")
        verbose_name_plural = _("aircraft of careers of nights")
        constraints = [models.UniqueConstraint(fields=["career", "place"], name="one_machine_of_a_place")]

    def __str__(self) -> str:
        return self.type


class CrewRecord(CareerRow):
    """A crew and its present state: the pilot's own, or each that a Staffel has had."""

    career = models.ForeignKey(NightCareer, models.CASCADE, related_name="crews_had")
    name = models.CharField(max_length=10, blank=True)
    joined = models.PositiveSmallIntegerField(default=1)
    left = models.PositiveSmallIntegerField(default=0)
    """The week in which it went; 0 while it is here."""
    status = models.CharField(max_length=10)
    """`here`, `killed` or `promoted`."""
    start_kills = models.PositiveSmallIntegerField(default=0)
    kills = models.PositiveSmallIntegerField(default=0)
    best = models.PositiveSmallIntegerField(default=0)
    points = models.SmallIntegerField(default=0)
    well_in = models.PositiveSmallIntegerField(default=1)
    patrols = models.PositiveSmallIntegerField(default=0)
    raids = models.PositiveSmallIntegerField(default=0)

    class Meta(CareerRow.Meta):
        db_table = "nightfighter_crew"
        verbose_name = _("crew of a career of nights")
        verbose_name_plural = _("crews of careers of nights")
        constraints = [models.UniqueConstraint(fields=["career", "place"], name="one_crew_of_a_place")]

    def __str__(self) -> str:
        return self.name

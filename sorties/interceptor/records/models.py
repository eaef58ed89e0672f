"""The tables of a career: pilot, log lines, enemies met, ledgers, awards, wounds, crew and aircraft.

`projection` writes them from the state of the game, and can write them again from its journal at any time. Only the
name, the link and the sharing are stored here alone. The columns hold the engine's stable names; their words are in
`text.names` and `log_text`.
"""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from campaigns.careers.models import BotFlightBase, CareerBase, CareerSource

__all__ = [
    "Airframe",
    "AwardRecord",
    "BotFlight",
    "CareerSource",
    "CrewmanRecord",
    "EngagementRecord",
    "ExperienceEntry",
    "InterceptorCareer",
    "PrestigeEntry",
    "SortieRecord",
    "Wound",
]


class InterceptorCareer(CareerBase):
    """A pilot and his present state: the head of his log sheet."""

    owner = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="careers")
    session = models.ForeignKey("play.Session", models.SET_NULL, null=True, blank=True, related_name="careers")
    play = models.CharField(max_length=12, default="solitaire")
    track = models.CharField(max_length=8, default="officer")
    rank = models.CharField(max_length=30, blank=True)
    promotions = models.JSONField(default=list)
    """His promotions in order, each as [month at whose end it came, rank]."""
    ace = models.CharField(max_length=60, blank=True)
    unit_line = models.PositiveSmallIntegerField(default=0)
    unit = models.CharField(max_length=30, blank=True)
    base = models.CharField(max_length=40, blank=True)
    zone = models.CharField(max_length=20, blank=True)
    start = models.CharField(max_length=7, blank=True)
    month = models.CharField(max_length=7, blank=True)
    """Month of the calendar, as 1943-03."""
    line = models.PositiveSmallIntegerField(default=0)
    """The line of that month which is under way or comes next, from 1."""
    stage = models.CharField(max_length=12, default="setup")
    away = models.CharField(max_length=20, blank=True)
    """Why he does not fly just now."""
    away_lines = models.PositiveSmallIntegerField(default=0)
    aircraft = models.CharField(max_length=30, blank=True)
    series = models.CharField(max_length=10, blank=True)
    hits = models.PositiveSmallIntegerField(default=0)

    bombers = models.PositiveSmallIntegerField(default=0)
    fighters = models.PositiveSmallIntegerField(default=0)
    start_bombers = models.PositiveSmallIntegerField(default=0)
    start_fighters = models.PositiveSmallIntegerField(default=0)
    flights = models.PositiveSmallIntegerField(default=0)
    wounds = models.PositiveSmallIntegerField(default=0)
    shot_down = models.PositiveSmallIntegerField(default=0)
    points = models.SmallIntegerField(default=0)
    level = models.PositiveSmallIntegerField(default=0)
    experience = models.SmallIntegerField(default=0)
    skills = models.JSONField(default=list)
    fatigue = models.PositiveSmallIntegerField(default=0)
    leave_taken = models.BooleanField(default=False)

    death = models.CharField(max_length=20, blank=True)
    attempt = models.CharField(max_length=10, blank=True)
    victory = models.CharField(max_length=20, blank=True)
    """The level of victory, now or at the end. [5.2]"""
    ground = models.JSONField(default=dict)
    """Orders and log on the ground, of a career imported from a file: its journal is elsewhere."""

    class Meta:
        db_table = "campaigns_career"
        verbose_name = _("career")
        verbose_name_plural = _("careers")
        ordering = ["-changed"]
        constraints = [models.UniqueConstraint(fields=["session", "seat"], name="one_career_of_a_seat")]
        indexes = [models.Index(fields=["owner", "-changed"], name="career_by_owner")]

    @property
    def kills(self) -> int:
        """All his victories."""
        return self.bombers + self.fighters


class Airframe(models.Model):
    """One aircraft that he flew, from the line on which he got it to the line on which it went."""

    career = models.ForeignKey(InterceptorCareer, models.CASCADE, related_name="airframes")
    place = models.PositiveSmallIntegerField()
    model = models.CharField(max_length=30)
    month = models.CharField(max_length=7)
    line = models.PositiveSmallIntegerField()
    last_month = models.CharField(max_length=7)
    last_line = models.PositiveSmallIntegerField()
    flights = models.PositiveSmallIntegerField(default=0)
    bombers = models.PositiveSmallIntegerField(default=0)
    fighters = models.PositiveSmallIntegerField(default=0)
    hits = models.PositiveSmallIntegerField(default=0)
    """All the hits that it took."""
    repairs = models.PositiveSmallIntegerField(default=0)
    """Lines that it stood in the hangar."""
    fate = models.CharField(max_length=20, blank=True)
    """`shot-down`, `bailed`, `crash`, `written-off`, `killed`, `handed-on`, `exchanged`; nothing while he flies it."""

    class Meta:
        db_table = "campaigns_airframe"
        verbose_name = _("aircraft")
        verbose_name_plural = _("aircraft")
        ordering = ["place"]
        constraints = [models.UniqueConstraint(fields=["career", "place"], name="one_airframe_of_a_place")]

    def __str__(self) -> str:
        return self.model


class SortieRecord(models.Model):
    """A line of the Sortie Log Sheet: flown, missed, or a raid out of reach. [4.3]"""

    career = models.ForeignKey(InterceptorCareer, models.CASCADE, related_name="sorties")
    airframe = models.ForeignKey(Airframe, models.SET_NULL, null=True, blank=True, related_name="sorties")
    place = models.PositiveSmallIntegerField()
    """Its place among all lines of the career, from 1."""
    month = models.CharField(max_length=7)
    line = models.PositiveSmallIntegerField()
    kind = models.CharField(max_length=8)
    """`flown`, `grey` (out of reach) or `missed`."""
    cause = models.CharField(max_length=20, blank=True)
    target = models.CharField(max_length=40, blank=True)
    zone = models.CharField(max_length=20, blank=True)
    base = models.CharField(max_length=40, blank=True)
    unit = models.CharField(max_length=30, blank=True)
    weather = models.CharField(max_length=8, blank=True)
    aircraft = models.CharField(max_length=30, blank=True)
    end = models.CharField(max_length=12, blank=True)
    landing = models.CharField(max_length=8, blank=True)
    hits = models.PositiveSmallIntegerField(default=0)
    pilot_wound = models.CharField(max_length=3, blank=True)
    gunner_wound = models.CharField(max_length=3, blank=True)
    bombers = models.PositiveSmallIntegerField(default=0)
    """Credited to the pilot on this line."""
    fighters = models.PositiveSmallIntegerField(default=0)
    fatigue = models.PositiveSmallIntegerField(default=0)
    experience = models.SmallIntegerField(default=0)
    prestige = models.SmallIntegerField(default=0)
    events = models.JSONField(default=list)

    class Meta:
        db_table = "campaigns_sortie"
        verbose_name = _("sortie")
        verbose_name_plural = _("sorties")
        ordering = ["place"]
        constraints = [
            models.UniqueConstraint(fields=["career", "place"], name="one_sortie_of_a_place"),
            models.UniqueConstraint(fields=["career", "month", "line"], name="one_sortie_of_a_line"),
        ]

    def __str__(self) -> str:
        return f"{self.month}/{self.line} {self.target}"


class EngagementRecord(models.Model):
    """An enemy on a line of the log sheet, and what became of him. [4.3.2]"""

    career = models.ForeignKey(InterceptorCareer, models.CASCADE, related_name="engagements")
    sortie = models.ForeignKey(SortieRecord, models.CASCADE, related_name="met")
    place = models.PositiveSmallIntegerField()
    """Its place among all whom he met in his career, from 1."""
    enemy = models.CharField(max_length=20)
    is_bomber = models.BooleanField()
    result = models.CharField(max_length=12, default="missed")
    credit = models.CharField(max_length=8, blank=True)
    box = models.PositiveSmallIntegerField(default=0)
    cause = models.CharField(max_length=30, blank=True)

    class Meta:
        db_table = "campaigns_engagement"
        verbose_name = _("engagement")
        verbose_name_plural = _("engagements")
        ordering = ["place"]
        constraints = [models.UniqueConstraint(fields=["career", "place"], name="one_engagement_of_a_place")]

    def __str__(self) -> str:
        return f"{self.enemy} {self.result}"


class LedgerRecord(models.Model):
    """A point that came or went, with its cause: what the two ledgers have in common."""

    place = models.PositiveSmallIntegerField()
    month = models.CharField(max_length=7)
    line = models.PositiveSmallIntegerField()
    cause = models.CharField(max_length=60)
    value = models.SmallIntegerField()
    left = models.SmallIntegerField()

    class Meta:
        abstract = True
        ordering = ["place"]

    def __str__(self) -> str:
        return f"{self.month}/{self.line} {self.cause} {self.value:+d}"


class PrestigeEntry(LedgerRecord):
    """A line of the prestige ledger. [8.1]"""

    career = models.ForeignKey(InterceptorCareer, models.CASCADE, related_name="prestige_entries")

    class Meta(LedgerRecord.Meta):
        db_table = "campaigns_prestigeentry"
        verbose_name = _("prestige entry")
        verbose_name_plural = _("prestige entries")
        constraints = [models.UniqueConstraint(fields=["career", "place"], name="one_prestige_entry_of_a_place")]


class ExperienceEntry(LedgerRecord):
    """A line of the experience ledger. [7.7]"""

    career = models.ForeignKey(InterceptorCareer, models.CASCADE, related_name="experience_entries")

    class Meta(LedgerRecord.Meta):
        db_table = "campaigns_experienceentry"
        verbose_name = _("experience entry")
        verbose_name_plural = _("experience entries")
        constraints = [models.UniqueConstraint(fields=["career", "place"], name="one_experience_entry_of_a_place")]


class AwardRecord(models.Model):
    """An award, class of badge or ace status, of the pilot or one of his men. [7.8]"""

    career = models.ForeignKey(InterceptorCareer, models.CASCADE, related_name="awards")
    place = models.PositiveSmallIntegerField()
    holder = models.CharField(max_length=8, default="pilot")
    name = models.CharField(max_length=20)
    month = models.CharField(max_length=7, blank=True)
    line = models.PositiveSmallIntegerField(default=0)
    """0 for what he brought with him, and for his men, whose dates the sheet does not keep."""

    class Meta:
        db_table = "campaigns_award"
        verbose_name = _("award")
        verbose_name_plural = _("awards")
        ordering = ["place"]
        constraints = [models.UniqueConstraint(fields=["career", "place"], name="one_award_of_a_place")]

    def __str__(self) -> str:
        return self.name


class Wound(models.Model):
    """A wound of the pilot or his gunner, and the lines of the log that it cost. [7.4.8]"""

    career = models.ForeignKey(InterceptorCareer, models.CASCADE, related_name="wounds_had")
    place = models.PositiveSmallIntegerField()
    who = models.CharField(max_length=8)
    severity = models.CharField(max_length=3)
    month = models.CharField(max_length=7)
    line = models.PositiveSmallIntegerField()
    missed = models.PositiveSmallIntegerField(default=0)

    class Meta:
        db_table = "campaigns_wound"
        verbose_name = _("wound")
        verbose_name_plural = _("wounds")
        ordering = ["place"]
        constraints = [models.UniqueConstraint(fields=["career", "place"], name="one_wound_of_a_place")]

    def __str__(self) -> str:
        return f"{self.who} {self.severity}"


class CrewmanRecord(models.Model):
    """The present state of a wingman or rear gunner. [7.2.3.3, 7.7]"""

    career = models.ForeignKey(InterceptorCareer, models.CASCADE, related_name="crew")
    place = models.PositiveSmallIntegerField()
    role = models.CharField(max_length=8)
    status = models.CharField(max_length=8)
    away = models.PositiveSmallIntegerField(default=0)
    stand_in = models.BooleanField(default=False)
    experience = models.SmallIntegerField(default=0)
    skills = models.JSONField(default=list)
    bombers = models.PositiveSmallIntegerField(default=0)
    fighters = models.PositiveSmallIntegerField(default=0)

    class Meta:
        db_table = "campaigns_crewman"
        verbose_name = _("crewman")
        verbose_name_plural = _("crewmen")
        ordering = ["place"]
        constraints = [models.UniqueConstraint(fields=["career", "place"], name="one_crewman_of_a_place")]

    def __str__(self) -> str:
        return self.role


class BotFlight(BotFlightBase):
    """A stretch of the career that a bot flies under the player's standing orders, in the background."""

    career = models.OneToOneField(InterceptorCareer, models.CASCADE, related_name="bot_flight")

    class Meta:
        db_table = "campaigns_botflight"
        verbose_name = _("flight by a bot")
        verbose_name_plural = _("flights by a bot")

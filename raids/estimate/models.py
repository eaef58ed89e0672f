"""The ways on which a staff would fly to each city, by the charts that they were searched on."""

from django.db import models
from django.utils.translation import gettext_lazy as _


class RouteLibrary(models.Model):
    """A library of ways: the same for the same charts, so it is made once and never changes."""

    charts = models.CharField(max_length=64)
    scenario = models.CharField(max_length=40)
    content = models.BinaryField()

    class Meta:
        db_table = "raids_waylibrary"
        verbose_name = _("route library")
        verbose_name_plural = _("route libraries")
        constraints = [models.UniqueConstraint(fields=["charts", "scenario"], name="one_library_of_ways")]

    def __str__(self) -> str:
        return f"{self.scenario} {self.charts[:8]}"

"""Months and their years as a sentence names them: small in Polish, capital in English."""

from django.utils.translation import gettext, pgettext_lazy

NAMES = (
    pgettext_lazy("month", "January"),
    pgettext_lazy("month", "February"),
    pgettext_lazy("month", "March"),
    pgettext_lazy("month", "April"),
    pgettext_lazy("month", "May"),
    pgettext_lazy("month", "June"),
    pgettext_lazy("month", "July"),
    pgettext_lazy("month", "August"),
    pgettext_lazy("month", "September"),
    pgettext_lazy("month", "October"),
    pgettext_lazy("month", "November"),
    pgettext_lazy("month", "December"),
)


def month_and_year(year: int, month: int) -> str:
    """Name a month in full: March 1943."""
    return gettext("%(month)s %(year)d") % {"month": NAMES[month - 1], "year": year}

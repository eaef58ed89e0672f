"""The years that are chosen in place of one night: a green pilot's, a seasoned one's, a Staffel's. [S, campaign]"""

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from engine.kernel.packs.schema import Pack
from engine.nightfighter.charts.schema import Tables
from play.utils.months import month_and_year

KINDS = ("green", "seasoned", "staffel")
TITLES = {
    "green": gettext_lazy("An inexperienced pilot’s year"),
    "seasoned": gettext_lazy("A seasoned pilot’s year"),
    "staffel": gettext_lazy("A Staffel’s year"),
}
LEADS = {
    "green": gettext_lazy("He joins without a kill. Each week a roll decides whether he flies."),
    "seasoned": gettext_lazy("He has eight kills and flies every week that wounds and losses allow."),
    "staffel": gettext_lazy("Nine crews and their aircraft. Each week you place the patrol and fly what it meets."),
}


@dataclass(frozen=True)
class YearCard:
    """A year that may be chosen."""

    kind: str
    title: str | Promise
    lead: str | Promise
    chosen: bool


@dataclass(frozen=True)
class YearDetail:
    """The year that is open: what it begins with, and what wins it, by the charts."""

    kind: str
    title: str | Promise
    lead: str | Promise
    name: str
    facts: list[tuple[str, str]]


def cards(chosen: str) -> list[YearCard]:
    """Return a card for each year."""
    return [YearCard(kind, TITLES[kind], LEADS[kind], kind == chosen) for kind in KINDS]


def opened(kind: str, pack: Pack[Tables], asked: Mapping[str, str]) -> YearDetail:
    """Return the year that is open."""
    return YearDetail(kind, TITLES[kind], LEADS[kind], asked.get("name", ""), facts(kind, pack.tables))


def facts(kind: str, tables: Tables) -> list[tuple[str, str]]:
    """Say how long it is, what is flown, and what it takes."""
    book, weeks, staffel = tables.campaign, tables.calendar.weeks, tables.staffel
    first, last = (month_and_year(int(one.month[:4]), int(one.month[5:])) for one in (weeks[0], weeks[-1]))
    span = _("%(weeks)s weeks, %(first)s to %(last)s") % {"weeks": len(weeks), "first": first, "last": last}
    found = [(_("The year"), span)]
    if kind == "staffel":
        crews = sum(staffel.crews.values())
        machines = staffel.early_machines + staffel.late_machines
        begins = _("%(crews)s crews, %(aircraft)s aircraft") % {"crews": crews, "aircraft": machines}
        wins = _("%(win)s points at the end; decisive from %(decisive)s") % {
            "win": staffel.win,
            "decisive": staffel.decisive,
        }
        return [*found, (_("You begin with"), begins), (_("To win"), wins)]
    place = int(kind == "seasoned")
    types = _(" or ").join(line[place] for line in book.lines.values())
    found.append((_("You fly"), types))
    if kind == "green":
        rest = next((one.points for one in book.medals if one.name == book.minor_medal), 0)
        wins = _("%(n)s points at the end of a week; from %(minor)s in May a minor victory") % {
            "n": book.points_to_win,
            "minor": rest,
        }
    else:
        wins = _("%(n)s kills at the end of a week; from %(minor)s in May a minor victory; fewer than %(least)s end it")
        wins %= {"n": book.experte_from, "minor": book.minor_from, "least": book.seasoned_from}
    return [*found, (_("To win"), wins)]

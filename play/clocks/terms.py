"""The terms as they are chosen when a table is set, and as they are read before one agrees to them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from play.clocks.models import OverrunPolicy, TimeControl
from play.utils.plain_data import whole

MOST_HOURS = 24 * 30
MOST_LEAVE = 60
HOURS = {
    0: (gettext_lazy("In one evening"), gettext_lazy("No clocks. Both play at the same time.")),
    24: (gettext_lazy("One day per turn"), gettext_lazy("For two players who look in every evening.")),
    72: (gettext_lazy("Three days per turn"), gettext_lazy("One night of play takes two to four weeks.")),
    168: (gettext_lazy("One week per turn"), gettext_lazy("For a slow game over a winter.")),
}
LEAVE = (0, 3, 7, 14)


@dataclass(frozen=True)
class Terms:
    """Time control that the players of a game agree on."""

    hours: int = 0
    weekends: bool = False
    leave: int = 0
    after: str = OverrunPolicy.CALL

    def bounded(self) -> "Terms":
        """Return the terms within bounds."""
        hours = min(max(self.hours, 0), MOST_HOURS)
        leave = min(max(self.leave, 0), MOST_LEAVE)
        after = self.after if self.after in OverrunPolicy.values else OverrunPolicy.CALL
        return Terms(hours, self.weekends, leave, after)


def terms_from(posted: Mapping[str, str]) -> Terms:
    """Read the terms of a form; what it does not say is as if nobody's time ran."""
    hours, leave = whole(posted.get("pace.hours")) or 0, whole(posted.get("pace.leave")) or 0
    after = posted.get("pace.after") or OverrunPolicy.CALL
    return Terms(hours, bool(posted.get("pace.weekends")), leave, after)


@dataclass(frozen=True)
class TermChoice:
    """One thing that can be agreed on."""

    value: int | str
    title: str | Promise
    on: bool
    about: str | Promise = ""


@dataclass(frozen=True)
class TermChoices:
    """Time controls that a form offers."""

    hours: Sequence[TermChoice]
    leave: Sequence[TermChoice]
    after: Sequence[TermChoice]
    weekends: bool


def offered(posted: Mapping[str, str] | None) -> TermChoices:
    """Return what a form shows of the terms."""
    terms = terms_from(posted or {}).bounded()
    days = [(n, ngettext("%(n)s day", "%(n)s days", n) % {"n": n} if n else _("none")) for n in LEAVE]
    return TermChoices(
        hours=[TermChoice(n, title, n == terms.hours, about) for n, (title, about) in HOURS.items()],
        leave=[TermChoice(n, word, n == terms.leave) for n, word in days],
        after=[TermChoice(value, word, value == terms.after) for value, word in OverrunPolicy.choices],
        weekends=terms.weekends,
    )


def term_sentences(time_control: TimeControl | None) -> list[str]:
    """Say the terms of a table, one sentence each; nothing where nobody's time runs."""
    if time_control is None or not time_control.hours:
        return []
    days, hours = divmod(time_control.hours, 24)
    if hours or not days:
        long = ngettext("%(n)s hour per turn", "%(n)s hours per turn", time_control.hours) % {"n": time_control.hours}
    else:
        long = ngettext("%(n)s day per turn", "%(n)s days per turn", days) % {"n": days}
    found = [long]
    if time_control.weekends:
        found.append(_("clocks stop on Saturday and Sunday (UTC)"))
    if time_control.leave:
        found.append(
            ngettext("%(n)s day of leave each", "%(n)s days of leave each", time_control.leave)
            % {"n": time_control.leave}
        )
    found.append(_("when a player runs out of time: %(what)s") % {"what": OverrunPolicy(time_control.after).label})
    return found

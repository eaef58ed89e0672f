"""Between sorties: what experience and prestige buy, its price, and why something cannot be had. [6.1, 8.1]"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from engine.interceptor.charts.compiled import Mat
from engine.interceptor.questions import DispersalSpend, SetupSkill
from engine.kernel.decisions import ClosedOption, about, parts_of, verb_of
from play.journal import store
from play.live import notify
from play.orders import refusals
from play.orders.models import Order, OrderStatus
from play.orders.refusals import OrderRefused
from play.pages.parts import TablePage
from play.sessions import services
from play.sessions.models import Seat, Session, SessionStatus
from play.sessions.selectors import session_at
from play.utils.plain_data import whole
from sorties.interceptor.careers import log_text
from sorties.interceptor.careers.log_sheet import charts_of
from sorties.interceptor.records.models import CareerSource, InterceptorCareer
from sorties.interceptor.spending import offer_effects
from sorties.interceptor.spending.units_map import UnitsMap, units_map
from sorties.interceptor.text import names as spoken
from sorties.interceptor.text.hints import HINTS
from sorties.interceptor.text.skill_notes import skill_note

ASKED = (DispersalSpend, SetupSkill)
WAIT_SECONDS = 1.0


@dataclass
class SpendingOffer:
    """Something that may be had, or not just now."""

    order: str
    title: str
    note: str
    cost: int
    reason: str = ""
    rule: str = ""
    changes: list[offer_effects.Change] = field(default_factory=list)
    """Its changes, before and after."""
    number: int = 0
    """Its number on the plot or the map beside it."""

    @property
    def verb(self) -> str:
        """The verb of its button; some things fit into the selection only alone."""
        return verb_of(self.order)

    @property
    def discs(self) -> range:
        """A disc for each point."""
        return range(self.cost)


@dataclass
class OfferFold:
    """Offers of a kind that would fill the shelf: they open at a touch."""

    title: str
    note: str
    offers: list[SpendingOffer] = field(default_factory=list)


@dataclass
class OfferGroup:
    """Offers that are paid with the same points."""

    title: str
    points: int
    purse: str = "prestige"
    """Owner of the points: his prestige, or the experience of one aboard."""
    offers: list[SpendingOffer] = field(default_factory=list)
    folded: list[OfferFold] = field(default_factory=list)
    learned: list[str] = field(default_factory=list)


def number(offers: Iterable[SpendingOffer]) -> list[SpendingOffer]:
    """Number offers as the plot or the map beside them does."""
    found = list(offers)
    for place, offer in enumerate(found, start=1):
        offer.number = place
    return found


class SpendingPage:
    """The question at the dispersal as a page: it knows the session, the seat and what is asked."""

    def __init__(self, career: InterceptorCareer, session: Session, seat: Seat) -> None:
        self.career = career
        self.session = session
        self.seat = seat
        self.page = TablePage(session, seat)
        self.charts = charts_of(career)
        run = self.page.run
        asked = run.asked(seat.name) if run is not None else []
        self.decision = next((one for one in asked if isinstance(one.question, ASKED)), None)

    @classmethod
    def of(cls, career: InterceptorCareer) -> "SpendingPage | None":
        """Return the page, when that is what the game asks just now."""
        if career.session_id is None:
            return None
        session = session_at(career.session_id)
        seat = session.seat(career.seat)
        if session.status != SessionStatus.PLAYING or seat is None:
            return None
        page = cls(career, session, seat)
        return page if page.decision is not None else None

    # -- what is shown

    @property
    def asked(self) -> DispersalSpend | SetupSkill | None:
        """The question with what he has and what everything costs."""
        question = self.decision.question if self.decision is not None else None
        return question if isinstance(question, ASKED) else None

    @property
    def spending(self) -> DispersalSpend | None:
        """The question between two sorties, where prestige can be spent as well."""
        return self.asked if isinstance(self.asked, DispersalSpend) else None

    def context(self) -> dict[str, object]:
        """Return what the template shows."""
        if self.decision is None:
            return {}
        learn, fly, serve = self.skills(), self.aircraft(), self.others()
        units = number(offer for offer in serve.offers if offer.verb == "transfer" and not offer.reason)
        return {
            "token": store.token_of(self.decision.key, self._asked_at()),
            "version": self.session.version,
            "rule": self.decision.rule,
            "learn": [group for group in learn if group.offers or group.learned],
            "fly": fly,
            "serve": serve,
            "purses": self.purses(learn),
            "plot": self.plot([offer for offer in fly.offers if not offer.reason]),
            "figures": self._figures(self.career.aircraft) if self._mine() else "",
            "plan": offer_effects.plan_view(self.career.aircraft, self.charts, "own") if self._mine() else None,
            "units": self.map_of(units) if units else None,
            "level": self.spending.level if self.spending else self.career.level,
            "undo": self.page.undo(),
            "debriefed": self.spending and self.career.flights and self.career.stage == "debriefing",
            "first": isinstance(self.asked, SetupSkill),
            "next": self.next_line(),
            "hint": HINTS[self.decision.kind] if self.career.flights < 2 else "",
        }

    def next_line(self) -> str:
        """Name what comes when he has done."""
        if isinstance(self.asked, SetupSkill):
            return _("Done: first sortie")
        return _("Done: next raid")

    def purses(self, learn: Sequence[OfferGroup]) -> list[OfferGroup]:
        """The points that do not mix: each man's experience, and prestige."""
        return [*learn, *([OfferGroup(_("Prestige"), self._prestige())] if self.spending else [])]

    def plot(self, offers: Sequence[SpendingOffer]) -> offer_effects.AircraftPlot | None:
        """Speed against firepower, of his aircraft and of those on offer."""
        return offer_effects.plot(self._mine(), offers, self.charts) if offers else None

    def map_of(self, units: Sequence[SpendingOffer]) -> UnitsMap:
        """The bases of the units that are open, his own, and the raids of the month."""
        return units_map(self.career.base, [self._base_of(offer) for offer in units], self.career.month, self.charts)

    def _mine(self) -> Mat | None:
        return self.charts.models.get(self.career.aircraft)

    def _base_of(self, offer: SpendingOffer) -> str:
        return str(self.charts.units[int(parts_of(about(offer.order))[0])].base)

    def _asked_at(self) -> int:
        return store.questions_of(self.session)[(self.seat.name, self.decision.key)] if self.decision else 0

    def _rows(self, prefix: str) -> Iterable[tuple[str, ClosedOption | None]]:
        """Give each order of a kind, open or closed, with its closing."""
        if self.decision is None:
            return
        for option in self.decision.options:
            if option.startswith(prefix):
                yield option, None
        for closed in self.decision.closed:
            if closed.option.startswith(prefix):
                yield closed.option, closed

    def skills(self) -> list[OfferGroup]:
        """Skills that each crew member may learn, by price."""
        asked = self.asked
        if asked is None:
            return []
        groups = []
        for who, left in asked.experience.items():
            learned = [spoken.skill(name) for name in asked.skills.get(who, ())]
            group = OfferGroup(str(log_text.ROLES.get(who, who)), left, who, learned=learned)
            for order, closed in self._rows(f"skill:{who}:"):
                name = parts_of(order, 3)[2]
                offer = self._offer(order, spoken.skill(name), str(skill_note(who, name)), closed)
                offer.changes = offer_effects.skill_changes(name, self.charts) if who == "pilot" else []
                group.offers.append(offer)
            group.offers.sort(key=lambda offer: (offer.cost, offer.title))
            groups.append(group)
        return groups

    def aircraft(self) -> OfferGroup:
        """The types on offer, with what they carry. [4.6.4, 8.1]"""
        group = OfferGroup(_("Aircraft"), self._prestige())
        for order, closed in self._rows("upgrade:"):
            model = about(order)
            offer = self._offer(order, model, self._mat_words(model), closed)
            if mine := self._mine():
                offer.changes = offer_effects.aircraft_changes(mine, self.charts.models[model])
            group.offers.append(offer)
        group.offers.sort(key=lambda offer: (bool(offer.reason), offer.cost, offer.title))
        return group

    def _figures(self, model: str) -> str:
        mat = self.charts.models[model]
        facts = {"fp": mat.fp, "speed": mat.speed, "level": mat.level}
        return _("firepower %(fp)d, speed %(speed)d, level %(level)d") % facts

    def _mat_words(self, model: str) -> str:
        mat, mine = self.charts.models[model], self.charts.models.get(self.career.aircraft)
        words = self._figures(model)
        if mine is not None and mine.series != mat.series:
            lost = self.charts.career.lost.series
            return ngettext(
                "%(words)s; another series, %(n)d sortie lost in training",
                "%(words)s; another series, %(n)d sorties lost in training",
                lost,
            ) % {"words": words, "n": lost}
        return words

    def others(self) -> OfferGroup:
        """Another unit, another aircraft instead of a repair, leave. [4.6.1, 8.1, 10.3]"""
        group = OfferGroup(_("Unit and leave"), self._prestige())
        costs = self.charts.career.costs
        for order, closed in self._rows("spare-repair"):
            title, note = _("New aircraft at once"), _("the repair costs no sortie")
            group.offers.append(self._offer(order, title, note, closed, costs.no_repair))
        free = self.spending.free_transfers if self.spending else 0
        price = 0 if free else costs.transfer
        for order, closed in self._rows("transfer:"):
            title, note, model = self._unit_words(order)
            if not model:
                offer = self._offer(order, title, note, closed, price)
                offer.changes = self._raid_change(offer)
                group.offers.append(offer)
                continue
            if not group.folded or group.folded[-1].title != title:
                group.folded.append(OfferFold(title, note))
            group.folded[-1].offers.append(self._offer(order, model, self._figures(model), closed, price))
        if (
            self.spending
            and not any(offer.order.startswith("transfer:") for offer in group.offers)
            and not group.folded
        ):
            reason = self._reason("points", {"cost": price, "points": self._prestige()})
            group.offers.append(
                SpendingOffer("transfer", _("Another unit"), _("the move costs a sortie"), price, reason, "8.1")
            )
        for order, closed in self._rows("leave"):
            lines = self.charts.career.lost.leave
            note = ngettext(
                "%(n)d sortie away, fatigue back to nothing, once a year",
                "%(n)d sorties away, fatigue back to nothing, once a year",
                lines,
            ) % {"n": lines}
            group.offers.append(self._offer(order, pgettext("from the front", "Leave"), note, closed, 0))
        return group

    def _raid_change(self, offer: SpendingOffer) -> list[offer_effects.Change]:
        """Boxes in which a raid of this month can be searched, from here and from there. [4.6.2, 6.1]"""
        mine, month = self._mine(), self.career.month
        if mine is None or not month:
            return []
        there = self.charts.units[int(parts_of(about(offer.order))[0])].zone
        boxes = [
            offer_effects.raids_searched(zone, mine.series, month, self.charts) for zone in (self.career.zone, there)
        ]
        return [(_("boxes to search a raid"), f"{boxes[0]:.1f}", f"{boxes[1]:.1f}")]

    def _unit_words(self, order: str) -> tuple[str, str, str]:
        """Name the unit of a transfer, say what it costs in time, and which type of another series comes with it."""
        line, model = (*parts_of(about(order)), "")[:2]
        unit = self.charts.units[int(line)]
        facts = {"base": unit.base, "zone": spoken.BASE_ZONES.get(unit.zone, unit.zone)}
        if not model:
            return unit.unit, _("%(base)s, %(zone)s; the move costs a sortie") % facts, ""
        lost = self.charts.career.lost
        said = _("%(base)s, %(zone)s; another series, %(n)d sorties lost")
        return unit.unit, said % (facts | {"n": lost.transfer + lost.series}), model

    def _prestige(self) -> int:
        return self.spending.points if self.spending else self.career.points

    def _offer(
        self, order: str, title: str, note: str, closed: ClosedOption | None, cost: int | None = None
    ) -> SpendingOffer:
        prices = self.asked.prices if self.asked else {}
        price = prices.get(order, 0) if cost is None else cost
        if closed is None:
            return SpendingOffer(order, title, note, price)
        return SpendingOffer(order, title, note, price, self._reason(closed.reason, closed.facts or {}), closed.rule)

    def _reason(self, code: str, facts: Mapping[str, object]) -> str:
        """Say why something cannot be had."""
        reasons = {
            "experience": _("costs %(cost)d, he has %(points)d"),
            "points": _("costs %(cost)d, he has %(points)d"),
            "level": _("needs level %(needs)d, he has %(level)d"),
            "manoeuvre-before": _("learn the manoeuvre before it first"),
        }
        return reasons[code] % dict(facts) if code in reasons else self.page.words.reason(code, facts)

    # -- what is ordered

    def give(self, token: str, answer: str) -> None:
        """Buy something, or finish; wait a moment for the result."""
        self._wait(partial(services.answer_give, session=self.session, seat=self.seat, token=token, answer=answer))

    def give_all(self, token: str, answers: Sequence[str]) -> str:
        """Pay for all that is in the basket as one order; return why it ended before its last, if it did."""
        items = [[None, answer] for answer in answers]
        give = partial(services.answers_give, session=self.session, seat=self.seat, token=token, answers=items)
        order = self._wait(give)
        order.refresh_from_db()
        if order.status in (OrderStatus.REFUSED, OrderStatus.FAILED):
            raise OrderRefused(order.code, order.facts)
        return refusals.stopped(order.facts["reason"]) if order.code == refusals.STOPPED else ""

    def take_back(self, version: str) -> None:
        """Take the last purchase back."""
        at = whole(version)
        if at is None:
            raise OrderRefused("stale")
        self._wait(partial(services.undo_give, session=self.session, seat=self.seat, version=at))

    def _wait(self, give: Callable[[], Order]) -> Order:
        order = give()
        notify.wait_for(order, partial(services.is_settled, order), WAIT_SECONDS)
        return order

    def after(self, answer: str) -> str:
        """Return where to go next: on to the table, or to the tabletop log, when he has done."""
        if answer != "done":
            return reverse("spending", args=[self.career.pk])
        if self.career.source == CareerSource.TABLETOP:
            return reverse("line_enter", args=[self.career.pk])
        return reverse("table", args=[self.session.pk])

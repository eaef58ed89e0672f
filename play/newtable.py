"""The form that sets a table: the game's own set-up, and who plays each seat."""

from collections.abc import Mapping
from functools import cached_property
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _

from engine.kernel.packs import PackError

from . import forms, services, thinking, titles, veils
from .boards import board_of
from .honesty.pledges import Pledge
from .journal import keeping
from .models import Seat, Session, SessionStatus
from .odds.page import offered
from .odds.services import odds_agree
from .pace import terms
from .packs import library
from .refusals import OrderRefused

ME, LINK, BOT, PERSON = "me", "link", "bot:", "person:"
SITTER = "seat."


class NewTable:
    """One form for any game, made from the typed set-up that the game declares."""

    def __init__(self, game: str, player: Any, posted: Mapping[str, str] | None = None) -> None:
        self.game = game
        self.player = player
        self.posted = posted
        self.title = titles.title_of(game)
        self.words = titles.words_of(game)
        self.faults: list[str] = []
        self.people: dict[str, Any] = {}
        """Whom a room lets be seated without a link, by what its form says of them."""
        self.packs = library.choices(game, player)
        self.pack = (posted or {}).get("pack", self.packs[0][0])
        self.fields = forms.fields_of(self.title.Setup, self.words)
        self.setup: Any = self.title.Setup()
        if posted is not None:
            self._take(posted)

    def _take(self, posted: Mapping[str, str]) -> None:
        for one in self.fields:
            one.value = posted.get(one.name, "")
        try:
            self.setup = services.read_setup(self.game, forms.read(self.title.Setup, posted))
        except forms.Unreadable as problem:
            fault = {"field": problem.path, "code": "type", "sentence": str(problem)}
            self.faults += forms.place_faults(self.fields, [fault], self.words)
        except OrderRefused as refusal:
            self.faults.append(refusal.sentence)

    @property
    def is_faulty(self) -> bool:
        """Whether something is wrong with what was typed."""
        return bool(self.faults) or any(one.faults for one in self.fields)

    @property
    def pace(self) -> dict[str, Any]:
        """What can be agreed on about time."""
        return terms.offered(self.posted)

    @property
    def odds(self) -> list[dict[str, Any]]:
        """When odds can be shown at the table."""
        return offered(self.game, (self.posted or {}).get("odds", ""))

    @property
    def seats(self) -> list[dict[str, Any]]:
        """The seats of this set-up, each with who may sit there and who is to."""
        names = self.title.seats(self.setup)
        return [
            {
                "name": SITTER + name,
                "word": self.words.seat(name),
                "choices": [(ME, _("I do")), *self._bots(name), (LINK, _("Somebody whom I send a link"))],
                "chosen": self._chosen(name, place, self._bots(name)),
            }
            for place, name in enumerate(names)
        ]

    def _bots(self, seat: str) -> list[tuple[str, str]]:
        return [(BOT + bot, self.words.bot(bot)) for bot in self.title.policies() if self.may_sit(seat, bot)]

    def may_sit(self, seat: str, bot: str) -> bool:
        """Say whether a bot may sit there, as the table is set and by the charts that were chosen."""
        return thinking.offered(self.title, self.setup, self._charts, seat, bot)

    @cached_property
    def _charts(self) -> Any:
        """The charts that were chosen; none where they cannot be read."""
        try:
            return library.charts_named(self.game, self.pack, self.player)
        except (PackError, library.NoSuchPack, ValueError):
            return None

    def _chosen(self, name: str, place: int, bots: list[tuple[str, str]]) -> str:
        usual = ME if place == 0 or not bots else bots[0][0]
        return (self.posted or {}).get(SITTER + name, usual)

    def save(self, pledge: Pledge | None = None) -> Session | None:
        """Set the table, on dice pledged before; None when something is wrong, which then stands beside its field."""
        if self.is_faulty:
            return None
        if self._seats_unasked():
            self.faults.append(_("Set up like this, the game has a seat more: say below who takes it."))
            return None
        sitters = {seat["name"].removeprefix(SITTER): self._sitter(seat["chosen"]) for seat in self.seats}
        try:
            session = services.session_open(
                owner=self.player,
                title=self.game,
                setup=keeping.plain(self.setup),
                sitters=sitters,
                pack=self.pack,
                pledge=pledge,
                pace=terms.terms_from(self.posted or {}),
            )
        except OrderRefused as refusal:
            found = forms.place_faults(self.fields, refusal.facts.get("faults", []), self.words)
            self.faults += found if "faults" in refusal.facts else [refusal.sentence]
            return None
        odds_agree(session=session, player=self.player, when=(self.posted or {}).get("odds", ""))
        return session

    def _seats_unasked(self) -> bool:
        """Whether the set-up brought a seat that the page had not asked about."""
        asked = {name for name in self.posted or {} if name.startswith(SITTER)}
        return bool(asked) and any(seat["name"] not in asked for seat in self.seats)

    def _sitter(self, chosen: str) -> services.Sitter:
        if chosen.startswith(BOT):
            return services.Sitter(policy=chosen.removeprefix(BOT))
        if chosen in self.people:
            return services.Sitter(player=self.people[chosen])
        return services.Sitter(player=self.player if chosen == ME else None)


def link_of(seat: Seat) -> str:
    """Return the address that offers a seat."""
    return reverse("seat", args=[seat.invitation])


def summary(session: Session, player: Any) -> dict[str, Any]:
    """Return what the list of tables says about one."""
    words = titles.words_of(session.title) if session.title in titles.names() else None
    seats = session.table_prefetched
    asked = {name for name, _key in keeping.asked_of(session) if not veils.window_of(session, name).held}
    mine = {seat.name for seat in seats if seat.player_id == player.pk}
    others = [str(seat.player) for seat in seats if seat.player_id and seat.player_id != player.pk]
    is_held = session.status == SessionStatus.OVER and not veils.is_over(session, mine)
    return {
        "session": session,
        "title": words.title if words else session.title,
        "named": named(session.setup) if (named := board_of(session.title).named) else "",
        "with": others,
        "status": SessionStatus.PLAYING.label if is_held else session.get_status_display(),
        "my_turn": session.status == SessionStatus.PLAYING and bool(asked & mine),
        "sandbox": not session.counts,
    }

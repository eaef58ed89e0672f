"""The form that sets a table: the game's own set-up, and who plays each seat."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext as _

from engine.kernel.packs.faults import PackError
from engine.kernel.packs.schema import Charts
from play.bots import search
from play.charts import selectors
from play.clocks import terms
from play.fairness.commitments import Commitment
from play.games import titles
from play.games.boards import board_of
from play.journal import store
from play.odds.page import OddsChoice, offered
from play.odds.services import odds_agree
from play.orders.refusals import OrderRefused
from play.pages import typed_forms
from play.secrecy import visibility
from play.sessions import services
from play.sessions.models import Seat, Session, SessionStatus
from play.utils.players import Player

ME, LINK, BOT, PERSON = "me", "link", "bot:", "person:"
SITTER = "seat."


@dataclass(frozen=True)
class SeatChoices:
    """A seat of a set-up, with who may sit there and who is to."""

    name: str
    word: str
    choices: Sequence[tuple[str, str]]
    chosen: str


class NewTableForm:
    """One form for any game, made from the typed set-up that the game declares."""

    def __init__(self, game: str, player: Player, posted: Mapping[str, str] | None = None) -> None:
        self.game = game
        self.player = player
        self.posted = posted
        self.title = titles.title_of(game)
        self.words = titles.words_of(game)
        self.faults: list[str] = []
        self.people: dict[str, Player] = {}
        """Whom a room lets be seated without a link, by what its form says of them."""
        self.packs = selectors.choices(game, player)
        self.pack = (posted or {}).get("pack", self.packs[0][0])
        self.fields = typed_forms.fields_of(self.title.Setup, self.words)
        self.setup: Any = self.title.Setup()
        if posted is not None:
            self._take(posted)

    def _take(self, posted: Mapping[str, str]) -> None:
        for one in self.fields:
            one.value = posted.get(one.name, "")
        try:
            self.setup = services.read_setup(self.game, typed_forms.read(self.title.Setup, posted))
        except typed_forms.UnreadableField as problem:
            self.faults += typed_forms.place_faults(self.fields, [problem.fault], self.words)
        except OrderRefused as refusal:
            self.faults.append(refusal.sentence)

    @property
    def is_faulty(self) -> bool:
        """Return whether the form has errors."""
        return bool(self.faults) or any(one.faults for one in self.fields)

    @property
    def pace(self) -> terms.TermChoices:
        """Return the time controls to choose from."""
        return terms.offered(self.posted)

    @property
    def odds(self) -> list[OddsChoice]:
        """Return the choices of when odds are shown."""
        return offered(self.game, (self.posted or {}).get("odds", ""))

    @property
    def seats(self) -> list[SeatChoices]:
        """The seats of this set-up, each with who may sit there and who is to."""
        names = self.title.seats(self.setup)
        return [
            SeatChoices(
                name=SITTER + name,
                word=self.words.seat(name),
                choices=[(ME, _("I play")), *self._bots(name), (LINK, _("Somebody by link"))],
                chosen=self._chosen(name, place, self._bots(name)),
            )
            for place, name in enumerate(names)
        ]

    def _bots(self, seat: str) -> list[tuple[str, str]]:
        return [(BOT + bot, self.words.bot(bot)) for bot in self.title.policies() if self.may_sit(seat, bot)]

    def may_sit(self, seat: str, bot: str) -> bool:
        """Say whether a bot may sit there, as the table is set and by the charts that were chosen."""
        return search.may_sit(self.title, self.setup, self._charts, seat, bot)

    @cached_property
    def _charts(self) -> Charts | None:
        """The charts that were chosen; none where they cannot be read."""
        try:
            return selectors.charts_named(self.game, self.pack, self.player)
        except (PackError, selectors.NoSuchPack, ValueError):
            return None

    def _chosen(self, name: str, place: int, bots: list[tuple[str, str]]) -> str:
        usual = ME if place == 0 or not bots else bots[0][0]
        return (self.posted or {}).get(SITTER + name, usual)

    def save(self, commitment: Commitment | None = None) -> Session | None:
        """Create the game on its commitment; None if the form has errors, which appear beside their fields."""
        if self.is_faulty:
            return None
        if self._seats_unasked():
            self.faults.append(_("These settings add a seat. Choose below who plays it."))
            return None
        sitters = {seat.name.removeprefix(SITTER): self._sitter(seat.chosen) for seat in self.seats}
        try:
            session = services.session_open(
                owner=self.player,
                title=self.game,
                setup=store.json_data(self.setup),
                sitters=sitters,
                pack=self.pack,
                dice_commitment=commitment,
                time_control=terms.terms_from(self.posted or {}),
            )
        except OrderRefused as refusal:
            found = typed_forms.place_faults(self.fields, refusal.facts.get("faults", []), self.words)
            self.faults += found if "faults" in refusal.facts else [refusal.sentence]
            return None
        odds_agree(session=session, player=self.player, when=(self.posted or {}).get("odds", ""))
        return session

    def _seats_unasked(self) -> bool:
        """Return whether the set-up added a seat that the page had not asked about."""
        asked = {name for name in self.posted or {} if name.startswith(SITTER)}
        return bool(asked) and any(seat.name not in asked for seat in self.seats)

    def _sitter(self, chosen: str) -> services.SeatAssignment:
        if chosen.startswith(BOT):
            return services.SeatAssignment(policy=chosen.removeprefix(BOT))
        if chosen in self.people:
            return services.SeatAssignment(player=self.people[chosen])
        return services.SeatAssignment(player=self.player if chosen == ME else None)


def link_of(seat: Seat) -> str:
    """Return the address that offers a seat."""
    return reverse("seat", args=[seat.invitation])


@dataclass(frozen=True, kw_only=True)
class ListedTable:
    """Row of the list of games."""

    session: Session
    title: str | Promise
    named: str
    others: Sequence[str]
    status: str | Promise
    my_turn: bool
    sandbox: bool


def summary(session: Session, player: Player) -> ListedTable:
    """Return what the list of tables says about one."""
    words = titles.words_of(session.title) if session.title in titles.names() else None
    seats = session.table_prefetched
    asked = {
        name for name, _key in store.questions_of(session) if not visibility.visible_progress_of(session, name).held
    }
    mine = {seat.name for seat in seats if seat.player_id == player.pk}
    others = [str(seat.player) for seat in seats if seat.player_id and seat.player_id != player.pk]
    is_held = session.status == SessionStatus.OVER and not visibility.is_over(session, mine)
    return ListedTable(
        session=session,
        title=words.title if words else session.title,
        named=named(session.setup) if (named := board_of(session.title).named) else "",
        others=others,
        status=SessionStatus.PLAYING.label if is_held else session.get_status_display(),
        my_turn=session.status == SessionStatus.PLAYING and bool(asked & mine),
        sandbox=not session.counts,
    )

"""Context of the page's fragments: prompt, board and log."""

import hashlib
import json
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import cached_property

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engine.kernel.decisions import AnswerForm, ClosedOption, Decision, Question, UndoClosed, UndoNeedsConsent, facts_of
from engine.kernel.events import Draw, Event, data_of
from engine.kernel.run import Run
from play.bots import search
from play.charts.provenance import provenance
from play.clocks.page import ShownClocks, clocks_shown
from play.games.boards import BoardScene, TableLink, board_of, is_roll, table_links
from play.games.registry import game_of
from play.games.text import GameText
from play.journal import store
from play.journal.models import EventRow
from play.odds.page import OddsPanel, shell
from play.orders import refusals
from play.orders.drafts import AnswerDraft
from play.orders.models import Order, OrderKind, OrderStatus
from play.orders.refusals import OrderRefused
from play.pages import typed_forms
from play.pages.typed_forms import FormFault, FormField
from play.reviews.selectors import review_options_for
from play.secrecy import deciders, visibility
from play.sessions import selectors
from play.sessions.board_notes import notes_of
from play.sessions.models import Seat, Session, SessionStatus
from play.sessions.services import run_of
from play.umpire.absence import may_ask_computer
from play.umpire.models import Remark
from play.umpire.page import UmpireChoices, UmpirePage, choices, umpire_page_of
from play.utils.plain_data import Json

DEEPEST = 8
ANSWERING = {OrderKind.ANSWER, OrderKind.ANSWERS}
CARDS = "deck/"
"""Streams of which cards are drawn and not dice thrown."""


LeftAnswer = Sequence[Json]
"""A pair of key and answer, of several answers that were given as one order."""


@dataclass
class RefusalShown:
    """An order that was refused just now: why, at which question, and what had been typed."""

    sentence: str
    token: str = ""
    faults: tuple[FormFault, ...] = ()
    typed: Mapping[str, str] | None = None
    draft: AnswerDraft | None = None
    """Draft that is not given yet: no refusal, but shown in its place."""
    left: Sequence[LeftAnswer] = ()
    """Several answers of which one was refused, so that none was carried out."""


@dataclass(frozen=True)
class Thing:
    """A labelled part of plain data, of a kind that a template can show: words, figure, group, table, list, nothing."""

    kind: str
    label: str = ""
    text: object = "–"
    """Text of words and figures."""
    things: Sequence["Thing"] = ()
    """The parts of a group or a list."""
    columns: Sequence[str] = ()
    rows: Sequence[Sequence["Thing"]] = ()
    """The cells of a table."""


@dataclass(frozen=True)
class ShownLedger:
    """A sum with its parts: reason, rule and value of each."""

    title: str
    sum: str
    rows: Sequence[tuple[str, str, str]]
    whose: str


@dataclass(frozen=True)
class ShownUndo:
    """Effect of an undo, or the reason why it is closed."""

    note: str
    closed: str = ""
    short: str = ""
    """Why it is closed, on a button."""


@dataclass(frozen=True)
class ShownProposal:
    """An undo, or a move to newer charts, that waits for consent."""

    by: str
    mine: bool
    charts: bool
    wanted: bool


@dataclass(frozen=True)
class UnreachedOrders:
    """Orders of a batch that were not carried out, the reason, and whether they can be given now."""

    reason: str
    count: int
    said: Sequence[str]
    answers_json: str
    token: str


@dataclass(kw_only=True)
class ShownQuestion:
    """A question as the prompt puts it, with its orders or its form."""

    token: str
    rule: str
    sentence: str
    stakes: str
    where: str
    ledgers: Sequence[ShownLedger]
    facts: Sequence[Thing]
    orders: list[dict[str, object]]
    template: str
    choices: UmpireChoices | None = None
    drawn: object = None
    """Context of the game's own template."""
    fields: Sequence[FormField] = ()
    form_faults: Sequence[str] = ()
    form_rows: Sequence[tuple[str, str]] = ()
    guided: bool = False
    draft: AnswerDraft | None = None
    form_template: str = ""
    decision: Decision | None = None


@dataclass(frozen=True, kw_only=True)
class Prompt:
    """Context of the prompt: questions, or the players that the game waits for."""

    session: Session
    seat: Seat
    words: GameText
    state: str
    seat_word: str
    refusal: str
    questions: Sequence[ShownQuestion]
    waits_for: Sequence[str]
    thinks: Sequence[str]
    undo: ShownUndo | None
    left: UnreachedOrders | None
    ending: str
    looks_back: bool
    way_out: str
    ways: Sequence[TableLink]
    proposal: ShownProposal | None
    desk: UmpirePage | None
    pace: ShownClocks | None
    film: bool
    stands_in: bool

    @cached_property
    def readings(self) -> Sequence[str]:
        """The options that keep an old reading: the whole page asks for them, a fragment does not."""
        return store.old_readings(self.session, self.words)

    @cached_property
    def newer(self) -> bool:
        """Return whether the game could switch to newer charts, for the whole page as well."""
        return self.state in {"open", "waiting"} and store.has_newer_charts(self.session)

    @cached_property
    def signature(self) -> str:
        """Signature of the prompt; a page with the same signature keeps its prompt and form."""
        asked = [question.token for question in self.questions]
        parts = [self.state, self.refusal, self.waits_for, self.thinks, self.undo, self.proposal, self.ways, self.left]
        # One's own clock may have begun anew because another answered: no form is taken from under a pencil for that.
        pace: object = replace(self.pace, looks_in=0) if self.pace is not None else None
        if self.state == "open" and self.pace is not None:
            pace = [self.pace.paused, self.pace.i_ask, self.pace.they_ask]
        return hashlib.blake2b(repr([asked, parts, self.stands_in, pace]).encode(), digest_size=8).hexdigest()


@dataclass(frozen=True, kw_only=True)
class ShownBoard:
    """Context of the board fragment."""

    session: Session
    seat: Seat
    words: GameText
    view: object
    stuck: bool
    board_template: str
    styles: Sequence[str]
    scripts: Sequence[str]
    is_night: bool
    private: bool
    head: str
    strip: str
    aside: str
    hints: Sequence[tuple[str | Promise, str | Promise]]
    drawn: object = None
    """Context of the game's own template."""
    things: Sequence[Thing] = ()


@dataclass(frozen=True)
class DieFace:
    """One face that fell, or the place of a card that was drawn, with the name of its stream."""

    stream: str
    sides: int
    face: int


@dataclass(frozen=True)
class ShownMod:
    """A modifier in words."""

    reason: str
    value: str
    rule: str


@dataclass(frozen=True)
class LinePart:
    """Consequence within a log line."""

    sentence: str
    dice: Sequence[DieFace]


@dataclass(frozen=True)
class LineHead:
    """Closed log line as plain data, so that it is drawn again only when it changes."""

    number: int
    when: str
    under: str
    who: str | None
    sentence: str
    dice: Sequence[DieFace]
    rules: Sequence[str]
    undone: bool
    secret: bool
    fresh: bool
    latest: bool
    same: bool
    more: Sequence[LinePart]


@dataclass(kw_only=True)
class LogLine:
    """A line of the log, with what it shows when it is opened."""

    event: Event
    words: GameText
    number: int
    seq: int
    when: str
    under: str = ""
    sentence: str
    dice: Sequence[DieFace]
    cards: Sequence[DieFace]
    rules: Sequence[str]
    mods: Sequence[ShownMod]
    sum: str
    chart: str
    chart_name: str
    undone: bool
    secret: bool
    more: "list[LogLine]" = field(default_factory=list)
    who: str | None = None
    fresh: bool = False
    order: int = 0
    """The order of the seat to which it belongs."""
    same: bool = False
    """True if it is of one group with the line above."""
    latest: bool = False
    opened: str = ""
    """The game's own template that begins it when it is opened."""
    drawn: object = None
    """Context of that template."""
    figures: bool = False
    """True if the figures of its event are listed beside that template."""
    provenance: Sequence[Mapping[str, str]] = ()

    def facts(self) -> list[Thing]:
        """Return the figures of its event, when they are wanted."""
        return event_facts(self.event, self.words)

    @property
    def head(self) -> LineHead:
        """Return the closed form of the line."""
        return LineHead(
            number=self.number,
            when=self.when,
            under=self.under,
            who=self.who,
            sentence=self.sentence,
            dice=self.dice,
            rules=self.rules,
            undone=self.undone,
            secret=self.secret,
            fresh=self.fresh,
            latest=self.latest,
            same=self.same,
            more=[LinePart(part.sentence, part.dice) for part in self.more],
        )


@dataclass(frozen=True)
class LastRoll:
    """The last order that rolled or drew anything: its number, and the charts that were read with their sources."""

    number: int
    sources: Sequence[tuple[str, Sequence[Mapping[str, str]]]]


@dataclass(frozen=True)
class ShownLog:
    """Context of the log, newest line first."""

    session: Session
    seat: Seat
    lines: Sequence[LogLine]
    last: LastRoll | None
    remarks: Sequence[Remark]
    before: int | None
    unseen: int | None


@dataclass(frozen=True)
class ReplayChapter:
    """Start of a chapter of a replay."""

    rank: int
    sentence: str


class TablePage:
    """A session as one of its seats sees it; the run is loaded at most once for all fragments."""

    def __init__(self, session: Session, seat: Seat, *, private: bool = False) -> None:
        self.session = session
        self.seat = seat
        self.private = private
        """Whether it is shown to the seat's own player: only then it has his notes."""
        self.words = store.words_of(session)
        self.shown = board_of(session.title)
        self.window = visibility.visible_progress_of(session, seat.name)
        self.keepers = deciders.hidden_deciders_of(session, seat.name)
        self._worded: dict[str, list[dict[str, object]]] = {}
        self._seen: object = None
        self._run: Run | OrderRefused | None = None

    @cached_property
    def umpire_page(self) -> UmpirePage | None:
        """Return the umpire's page of a seat that decides unseen."""
        return umpire_page_of(self.session, self.seat, self.words)

    @property
    def run(self) -> Run | None:
        """The game, ready to be looked at; None when it is not under way or the rules no longer fit it."""
        if self.session.status not in {SessionStatus.PLAYING, SessionStatus.OVER}:
            return None
        if self._run is None:
            try:
                self._run = run_of(self.session)
            except OrderRefused as refusal:
                self._run = refusal
        return self._run if isinstance(self._run, Run) else None

    @property
    def seen(self) -> object:
        """Return the seat's present view as plain data; None if the game is not under way."""
        if self._seen is None and self.run is not None:
            self._seen = store.shown_view(self.run.view(self.seat.name))
        return self._seen

    @property
    def is_stuck(self) -> bool:
        """Return whether the present rules no longer fit the game."""
        return self.session.status == SessionStatus.STUCK or (
            self.session.status == SessionStatus.PLAYING and self.run is None
        )

    # -- prompt

    def prompt(self, last: Order | None = None, refusal: RefusalShown | None = None) -> Prompt:
        """Return what the prompt shows."""
        session, state = self.session, self._state(last)
        if refusal is None and last is not None and last.status in {OrderStatus.REFUSED, OrderStatus.FAILED}:
            refusal = self._late_refusal(last)
        asks = state == "open" or (state == "sent" and not session.worlds)
        waits = state == "waiting" or (state == "sent" and bool(session.worlds))
        return Prompt(
            session=session,
            seat=self.seat,
            words=self.words,
            state=state,
            seat_word=self.words.seat(self.seat.name),
            refusal=refusal.sentence if refusal else "",
            questions=[self._question(each, last, refusal) for each in self._asked()] if asks else [],
            waits_for=self._waits_for(state) if waits else [],
            thinks=[self._who(seat) for seat in self._awaited(state) if search.is_search_bot(seat)] if waits else [],
            undo=self.undo() if self.run is not None and state in {"open", "waiting"} else None,
            left=self._left(last) if state in {"open", "waiting", "over"} else None,
            ending=self.words.ended(session.outcome or {}) if state == "over" else "",
            looks_back=state == "over" and self._looks_back(),
            way_out=store.recovery_of(session) if state == "stuck" else "",
            ways=table_links(session, self.seat),
            proposal=self._proposal(),
            desk=self.umpire_page,
            pace=clocks_shown(
                session, self.seat, self.words, is_asked=state == "open", delayed_since=self._delayed_since(state, last)
            ),
            film=game_of(session.title).film is not None,
            stands_in=self.window.held and may_ask_computer(session, self.seat) is not None,
        )

    def _state(self, last: Order | None) -> str:
        if self.window.held:
            return "waiting" if last is None else "sent"
        if self.is_stuck:
            return "stuck"
        if self.session.status == SessionStatus.OPEN:
            return "sent" if last is None or last.status == OrderStatus.PENDING else "failed"
        if self.session.status == SessionStatus.OVER:
            return "over"
        if last is not None and (last.status == OrderStatus.PENDING or self._was_overtaken(last)):
            return "sent"
        return "open" if self._asked() else "waiting"

    def _delayed_since(self, state: str, last: Order | None) -> float | None:
        """Return when the order was given whose outcome the seat is not shown yet: 0 for the game's beginning."""
        if not self.window.held and not (state == "sent" and self.session.worlds):
            return None
        return last.given.timestamp() if last is not None else 0.0

    def _was_overtaken(self, last: Order) -> bool:
        """Say whether the order was carried out between the reading of the session and that of the order."""
        seq = store.questions_of(self.session).get((last.seat, last.key))
        answers = last.kind in ANSWERING and last.status == OrderStatus.DONE
        return answers and seq is not None and last.token == store.token_of(last.key, seq)

    def _asked(self) -> list[Decision]:
        return self.run.asked(self.seat.name) if self.run and not self.window.held else []

    def _late_refusal(self, last: Order) -> RefusalShown | None:
        """Return why the last order was refused, as long as nothing has come after it."""
        asked = store.questions_of(self.session).get((last.seat, last.key), 0)
        token = store.token_of(last.key, asked)
        if last.kind in ANSWERING and not last.token.startswith(token):
            return None
        if last.kind == OrderKind.UNDO and not last.token.startswith(
            store.token_of(f"{last.kind}/{last.seat}", self.window.version)
        ):
            return None
        sentence = refusals.sentence(last.code, last.facts)
        if "closed_by" in last.facts:
            sentence = refusals.closed_by(last.facts["closed_by"])
        return RefusalShown(sentence, token, tuple(last.facts.get("faults", ())), left=last.facts.get("left", ()))

    def _question(self, decision: Decision, last: Order | None, refusal: RefusalShown | None) -> ShownQuestion:
        words, asked = self.words, decision.question
        facts = facts_of(asked)
        token = self._token(decision)
        given = answer_in(last) if last is not None and last.token == token else None
        question = ShownQuestion(
            token=token,
            rule=decision.rule,
            sentence=words.question(decision),
            stakes=words.at_stake(decision),
            where=self._where(decision.key),
            ledgers=ledgers(facts, words),
            facts=plain_facts(words.unspoken(facts), words),
            orders=self._orders(decision, asked, given),
            template=self.shown.question,
        )
        if self.umpire_page is not None and decision.form is None:
            question.choices = choices(self.session, decision, self.umpire_page.reader, words, question.orders)
        if self.shown.ask is not None and self.run is not None:
            scene = self._scene(self.seen, decision, left=left_of(last, refusal))
            question.drawn = drawn = self.shown.ask(scene, question.orders)
            question.where = question.where or (drawn.get("where", "") if isinstance(drawn, Mapping) else drawn.where)
        if decision.form is not None:
            mine = refusal if refusal is not None and refusal.token == token else None
            self._add_form(question, decision, decision.form, mine, given)
        return question

    def _where(self, key: str) -> str:
        """Name the parallel flow that a question belongs to."""
        return self.words.label(key.split("/")[0]) if "/" in key and key.split("/")[0] in self.words.labels else ""

    def _orders(self, decision: Decision, asked: Question, given: Json = None) -> list[dict[str, object]]:
        """Return what may be answered and what is closed, each with its words: put into words once for the page."""
        if decision.key not in self._worded:
            self._worded[decision.key] = [self._order(decision, option, asked) for option in decision.options] + [
                self._closed(decision, closed) for closed in decision.closed
            ]
        is_given = {"state": "given"}
        return [
            order | is_given if order["value"] == given and order["state"] == "open" else order
            for order in self._worded[decision.key]
        ]

    def _order(self, decision: Decision, option: str, asked: Question) -> dict[str, object]:
        return {
            "value": option,
            "label": self.words.order(decision.kind, option, asked),
            "note": self.words.note(decision.kind, option, asked),
            "state": "open",
        }

    def _closed(self, decision: Decision, closed: ClosedOption) -> dict[str, object]:
        facts = store.json_data(closed.facts or {})
        return {
            "value": closed.option,
            "label": self.words.order(decision.kind, closed.option, decision.question),
            "rule": closed.rule,
            "state": "closed",
            "reason": self.words.reason(closed.reason, facts),
        }

    def _add_form(
        self,
        question: ShownQuestion,
        decision: Decision,
        form: AnswerForm,
        refusal: RefusalShown | None,
        given: Json = None,
    ) -> None:
        typed = refusal.typed if refusal is not None else None
        question.fields = fields = typed_forms.fields_of(form.type, self.words, given, typed)
        if refusal is not None:
            question.form_faults = typed_forms.place_faults(fields, refusal.faults, self.words)
            question.draft = refusal.draft
        question.form_rows = [(name, self.words.label(name)) for name in typed_forms.row_lists(form.type)]
        question.guided = form.suggest is not None
        question.form_template = self.shown.forms.get(decision.kind, "")
        question.decision = decision

    def _left(self, last: Order | None) -> UnreachedOrders | None:
        """Say which of several orders were not reached, why, and whether the rest can be given now."""
        if last is None or last.code != refusals.STOPPED:
            return None
        items, asked = last.facts["left"], self._asked()
        decision = next((each for each in asked if items[0][0] in {None, each.key}), None)
        can_go_on = decision is not None and len(asked) == 1 and items[0][1] in decision.options
        return UnreachedOrders(
            reason=refusals.stopped(last.facts["reason"]),
            count=len(items),
            said=[self._named(answer, asked) for _key, answer in items],
            answers_json=json.dumps(items),
            token=self._token(decision) if decision is not None and can_go_on else "",
        )

    def _named(self, answer: Json, asked: Sequence[Decision]) -> str:
        """Name an order that was not reached, as far as it has words outside its question."""
        if not isinstance(answer, str):
            return ""
        decision = next((each for each in asked if answer in each.options), None)
        if decision is not None:
            return self.words.order(decision.kind, answer, decision.question)
        return self.words.order("", answer) if self.words.knows_order(answer) else ""

    def _token(self, decision: Decision) -> str:
        return store.token_of(decision.key, store.questions_of(self.session)[(decision.actor, decision.key)])

    def _waits_for(self, state: str) -> list[str]:
        return [self._who(seat) for seat in self._awaited(state) if not search.is_search_bot(seat)]

    def _awaited(self, state: str) -> list[Seat]:
        asked: set[str] = {name for name, _key in store.questions_of(self.session)}
        if state == "sent" or self.window.held:
            asked = set(self.keepers)
        return [seat for seat in self.session.table if seat.name in asked and seat.pk != self.seat.pk]

    def _who(self, seat: Seat) -> str:
        names = {"seat": self.words.seat(seat.name), "player": seat.player or self.words.bot(seat.policy)}
        return _("%(seat)s (%(player)s)") % names

    def undo(self) -> ShownUndo | None:
        """Say what an undo would take back, or why it is closed."""
        from play.orders.execute import seats_without_consent

        run = self.run
        if run is None:
            return None
        try:
            withdrawn = run.withdrawal(self.seat.name, tuple(seats_without_consent(self.session, self.seat.name)))
        except UndoClosed as closed:
            what = closed.facts.get("closed_by", "")
            return ShownUndo("", refusals.closed_by(what), refusals.closed_in_short(what))
        except UndoNeedsConsent as need:
            seats = ", ".join(self.words.seat(seat) for seat in need.facts["seats"])
            return ShownUndo(_("Another side has seen this order. %(seats)s must agree.") % {"seats": seats})
        mine = [entry for entry in withdrawn if entry.actor == self.seat.name]
        if len(mine) > 1:
            note = ngettext(
                "This takes back %(n)s order.",
                "This takes back your last %(n)s orders, which you gave as one.",
                len(mine),
            )
            return ShownUndo(note % {"n": len(mine)})
        answer = withdrawn[0].answer
        if isinstance(answer, str) and self.words.knows_order(answer):
            return ShownUndo(_("This takes back: %(order)s.") % {"order": self.words.order("", answer)})
        return ShownUndo(_("This takes back your last order."))

    def _proposal(self) -> ShownProposal | None:
        proposal = self.session.proposal
        if not proposal:
            return None
        name = self.seat.name
        return ShownProposal(
            by=self.words.seat(proposal["seat"]),
            mine=proposal["seat"] == name,
            charts="charts" in proposal,
            wanted=name in proposal["needs"] and name not in proposal["agreed"],
        )

    # -- odds

    def _looks_back(self) -> bool:
        """Say whether the game can be flown again to see where this seat lost it."""
        return self.run is not None and review_options_for(self.session, self.seat.name) is not None

    def odds(self, *, switch: bool = True) -> OddsPanel | None:
        """Return the odds panel before anything is known, or None. Without the switch the page keeps its own."""
        if not self.private or self.window.held:
            return None
        return shell(self.session, self.seat, self.run, self.words, switch=switch)

    # -- board

    def board(self, rows: Sequence[EventRow] = ()) -> ShownBoard:
        """Return what the board shows, given the latest events for what it says of them."""
        if self.window.held:
            was = store.view_at(self.session, self.window.seq, self.seat.name)
            acting = next(iter(self.keepers), "")
            shown = store.shown_view(was) if was is not None else None
            return self.board_of_view(shown, acting=acting, data=orders_of(self.session, rows, self._orders_of(rows)))
        asked = next(iter(self._asked()), None)
        acting = "" if asked is not None else next((name for name, _key in store.questions_of(self.session)), "")
        return self.board_of_view(self.seen, asked, acting, data=orders_of(self.session, rows, self._orders_of(rows)))

    def board_after(self, row: EventRow) -> ShownBoard:
        """Return the board as it was after an event."""
        try:
            state, pack = store.state_after(self.session, row), store.pack_at(self.session, row.entry.seq)
            view = store.title_of(self.session).view(state, pack, self.seat.name)
            return self.board_of_view(store.shown_view(view), seq=row.entry.seq)
        except Exception:  # a board of older rules cannot always be drawn by newer ones; the words of the log remain
            return self.board_of_view(None)

    def board_of_view(
        self,
        view: object,
        asked: Decision | None = None,
        acting: str = "",
        seq: int | None = None,
        data: Sequence[Sequence[Event]] = (),
        kind: str = "",
    ) -> ShownBoard:
        """Return the context of the board for a view, of now or of an entry; as if a `kind` of thing were asked."""
        words, shown = self.words if seq is None else store.words_at(self.session, seq), self.shown
        board = ShownBoard(
            session=self.session,
            seat=self.seat,
            words=words,
            view=view,
            stuck=view is None and self.is_stuck,
            board_template=shown.template,
            styles=shown.styles,
            scripts=shown.scripts,
            is_night=shown.is_night,
            private=self.private,
            head=shown.head,
            strip=shown.strip,
            aside=shown.aside,
            hints=shown.hints,
        )
        if view is None:
            return board
        if shown.context is None:
            return replace(board, things=things(store.json_data(view), words))
        scene = self._scene(view, asked, acting, seq=seq, data=data)
        return replace(board, drawn=shown.context(replace(scene, kind=kind) if kind else scene))

    def _scene(
        self,
        view: object,
        asked: Decision | None,
        acting: str = "",
        left: Sequence[LeftAnswer] = (),
        seq: int | None = None,
        data: Sequence[Sequence[Event]] = (),
    ) -> BoardScene:
        """Return what boards and questions are drawn from, at this moment or at an entry."""
        if seq is None:
            pack, words = store.pack_of(self.session), self.words
        else:
            pack, words = store.pack_at(self.session, seq), store.words_at(self.session, seq)
        question = asked.question if asked is not None else None
        kind = asked.kind if asked is not None else ""
        orders = (
            self._orders(asked, question)
            if asked is not None and question is not None and self.shown.shows_orders
            else ()
        )
        notes = notes_of(self.seat, seq) if self.private and self.shown.takes_notes else ()
        recalled = selectors.recalled(self.session, self.seat.name, self.shown.recalls, seq)
        rule = asked.rule if asked is not None else ""
        return BoardScene(
            view=view,
            words=words,
            viewer=self.seat.name,
            pack=pack,
            kind=kind,
            acting=acting,
            orders=orders,
            told=data,
            left=left,
            notes=notes,
            recalled=recalled,
            rule=rule,
            question=question,
        )

    # -- log

    def log(self, rows: list[EventRow]) -> ShownLog:
        """Return the log, newest first; consequences of an event are in its line."""
        orders = self._orders_of(rows)
        data: dict[int, list[Event]] = {}
        for row in reversed(rows):
            data.setdefault(orders[row.entry_id], []).append(store.as_event(self.session, row))
        lines: list[LogLine] = []
        for row in reversed(rows):
            order = orders[row.entry_id]
            shown = self.line(row, data[order])
            shown.fresh, shown.order = selectors.is_new(row, self.seat), order
            if lines and row.kind in self.shown.follows and self._goes_on(lines[-1], shown):
                lines[-1].more.append(shown)
                lines[-1].fresh |= shown.fresh
            else:
                lines.append(shown)
        lines.reverse()
        latest = bool(rows) and rows[0].is_last
        for above, shown in zip([None, *lines], lines, strict=False):
            together = above is not None and self._stand_together(above, shown)
            latest = latest and (above is None or together)
            shown.same, shown.latest = together and bool(shown.when), latest
        return ShownLog(
            session=self.session,
            seat=self.seat,
            lines=lines,
            last=self._last_roll(rows) if self.shown.strip else None,
            remarks=selectors.remarks_of(self.session) if visibility.has_remarks(self.session, self.seat.name) else [],
            before=rows[-1].rank if rows and rows[-1].rank > 1 else None,
            unseen=rows[0].rank if rows and selectors.is_new(rows[0], self.seat) else None,
        )

    @staticmethod
    def _stand_together(above: LogLine, shown: LogLine) -> bool:
        """Say whether two lines of the log are of one group: one order, or one chapter that goes over several."""
        if above.when != shown.when or above.under != shown.under:
            return False
        return above.order == shown.order or bool(shown.when and not shown.under)

    def _orders_of(self, rows: Sequence[EventRow]) -> dict[int, int]:
        """Say of each entry among rows, newest first, to which order of the seat it belongs.

        What a hidden decider answered meanwhile belongs to the order before it: a group of its own would reveal that
        somebody was asked.
        """
        hidden = deciders.hidden_deciders_of(self.session, self.seat.name) if self.session.worlds else ()
        orders: dict[int, int] = {}
        order = 0
        for row in reversed(rows):
            if not order or row.entry.seat not in hidden:
                order = row.entry_id
            orders.setdefault(row.entry_id, order)
        return orders

    def line(self, row: EventRow, company: Sequence[Event] = ()) -> LogLine:
        """Return one line of the log with the game's additions, from all events of the same order."""
        event = store.as_event(self.session, row)
        words = store.words_at(self.session, row.entry.seq)
        if self.shown.words is not None:
            words = self.shown.words(self.session, row, event, words)
        shown = line(row, event, words)
        if self.shown.chapter is not None:
            shown.when, shown.under = self.shown.chapter(event, company or (event,))
        seat = data_of(event.data).get("seat")
        if self.shown.names_seats and len(self.session.table) > 1 and isinstance(seat, str):
            shown.who = self.words.seat(seat)
        add_opened(shown, self.session)
        return shown

    def chapters(self) -> list[ReplayChapter]:
        """Return where the chapters of a replay begin: raids of a year, turns of a night."""
        rows = selectors.chapters_of(self.session, self.seat.name, self.shown.chapters)
        return [
            ReplayChapter(
                row.rank, store.words_at(self.session, row.entry.seq).event(store.as_event(self.session, row))
            )
            for row in rows
        ]

    @staticmethod
    def _goes_on(line: LogLine, shown: LogLine) -> bool:
        """Say whether an event belongs to the line before it: same order, same seat, same secrecy."""
        same = (shown.order, shown.secret, shown.undone, shown.who)
        return (line.order, line.secret, line.undone, line.who) == same

    def _last_roll(self, rows: Sequence[EventRow]) -> LastRoll | None:
        """Return the last order that rolled or drew anything: its number, and the charts that were read."""
        rolled = [row for row in rows if row.entry.undone_by is None and is_roll(store.as_event(self.session, row))]
        if not rolled:
            return None
        orders = self._orders_of(rows)
        newest = [
            store.as_event(self.session, row) for row in rolled if orders[row.entry_id] == orders[rolled[0].entry_id]
        ]
        charts = dict.fromkeys(event.chart for event in reversed(newest) if event.chart)
        seq = rolled[0].entry.seq
        sources = [(self.words.label(name), provenance(self.session, name, seq)) for name in charts]
        return LastRoll(rolled[0].rank, sources)


# Parts of the fragments


def add_opened(shown: LogLine, session: Session) -> None:
    """Add to a line what the game's own template begins it with when it is opened; nothing when its charts are gone."""
    board = board_of(session.title)
    if board.open is None:
        return
    shown.opened, shown.figures = board.opened, board.open_facts
    with suppress(store.PackGone):
        pack = store.pack_at(session, shown.seq)
        shown.drawn = board.open(shown.event, pack, store.words_at(session, shown.seq))


def line(row: EventRow, event: Event, words: GameText) -> LogLine:
    """Return one line of the log."""
    return LogLine(
        event=event,
        words=words,
        number=row.rank,
        seq=row.entry.seq,
        when=words.label(row.branch.strip("/").rpartition("/")[2]) if row.branch else "",
        sentence=words.event(event),
        dice=[die_face(die, words) for die in event.dice if CARDS not in die.stream],
        cards=[die_face(die, words) for die in event.dice if CARDS in die.stream],
        rules=[event.rule] if event.rule else [],
        mods=[ShownMod(words.reason(mod.reason, event.data), signed(mod.value), mod.rule) for mod in event.mods],
        sum=signed(sum(mod.value for mod in event.mods)),
        chart=words.label(event.chart) if event.chart else "",
        chart_name=event.chart,
        undone=row.entry.undone_by is not None,
        secret=bool(row.to),
    )


def orders_of(session: Session, rows: Sequence[EventRow], of: Mapping[int, int]) -> list[list[Event]]:
    """Put the events of each order together, the oldest first, without what was taken back."""
    orders: dict[int, list[Event]] = {}
    for row in reversed(rows):
        if row.entry.undone_by is None:
            orders.setdefault(of[row.entry_id], []).append(store.as_event(session, row))
    return list(orders.values())


def answer_in(last: Order) -> Json:
    """Return what an order answers to the question of its token."""
    if last.kind != OrderKind.ANSWERS:
        return last.answer
    return last.answer[0][1] if last.answer else None


def left_of(last: Order | None, refusal: RefusalShown | None) -> Sequence[LeftAnswer]:
    """Return the pairs of key and answer that were not carried out of the several given last."""
    if refusal is not None and refusal.left:
        return refusal.left
    return last.facts["left"] if last is not None and last.code == refusals.STOPPED else ()


def die_face(die: Draw, words: GameText) -> DieFace:
    """Return one face that fell, or the place of a card that was drawn, with the name of its stream."""
    return DieFace(words.stream(die.stream), die.sides, die.face)


def signed(value: object) -> str:
    """Show a modifier with its sign; a true minus, as the charts have it."""
    if not isinstance(value, (int, float)):
        return str(value)
    return f"+{value}" if value > 0 else f"−{-value}" if value < 0 else "0"


def ledgers(facts: Mapping[str, object], words: GameText) -> list[ShownLedger]:
    """Return the sums among the facts: lists of modifiers with reason, value and rule."""
    found = []
    for name, value in facts.items():
        rows = ledger_rows(value)
        if rows:
            found.append(
                ShownLedger(
                    title=words.label(name),
                    sum=signed(sum(number for _reason, number, _rule in rows)),
                    rows=[(words.reason(reason, facts), rule, signed(number)) for reason, number, rule in rows],
                    whose="theirs" if "their" in name else "yours",
                )
            )
    return found


def ledger_rows(value: object) -> list[tuple[str, int, str]]:
    """Return reason, value and rule of each modifier, if a fact is a list of modifiers; else nothing."""
    rows = [_mod(each) for each in value] if isinstance(value, (list, tuple)) else []
    found = [row for row in rows if row is not None]
    return found if len(found) == len(rows) else []


def _mod(each: object) -> tuple[str, int, str] | None:
    if isinstance(each, dict):
        return (each["reason"], each["value"], each.get("rule", "")) if {"reason", "value"} <= set(each) else None
    if isinstance(each, (list, tuple)) and len(each) == 3 and isinstance(each[0], str) and isinstance(each[1], int):
        return each[0], each[1], str(each[2] or "")
    return None


def summed(rows: Sequence[tuple[str, int, str]], words: GameText) -> str:
    """Say a sum within other facts in one line, its parts in brackets."""
    parts = ", ".join(f"{signed(value)} {words.reason(reason)}" for reason, value, _rule in rows)
    return f"{signed(sum(value for _reason, value, _rule in rows))} ({parts})"


def plain_facts(facts: Mapping[str, object], words: GameText) -> list[Thing]:
    """Return the facts that are no sums, as labelled things."""
    return things({name: value for name, value in facts.items() if not ledger_rows(value)}, words)


def event_facts(event: Event, words: GameText) -> list[Thing]:
    """Return the data of an event as labelled things."""
    return plain_facts(data_of(event.data), words)


def things(value: Mapping[str, object], words: GameText, depth: int = 0) -> list[Thing]:
    """Turn plain data into labelled things for the generic templates: words, groups, tables, lists."""
    return [thing(each, words, depth, words.label(str(name))) for name, each in value.items()]


def thing(value: object, words: GameText, depth: int = 0, label: str = "") -> Thing:
    """Turn one value into a thing of a kind that a template can show."""
    if depth > DEEPEST:
        return Thing("words", label, "…")
    if isinstance(value, Mapping):
        return Thing("group", label, things=things(value, words, depth + 1)) if value else Thing("nothing", label)
    if rows := ledger_rows(value):
        return Thing("words", label, summed(rows, words))
    if isinstance(value, (list, tuple)):
        return _listed(value, words, depth, label)
    if value is None or value == "":
        return Thing("nothing", label)
    figure = isinstance(value, (int, float)) and not isinstance(value, bool)
    return Thing("figure" if figure else "words", label, words.name(value))


def _listed(values: Sequence[object], words: GameText, depth: int, label: str) -> Thing:
    if not values:
        return Thing("nothing", label)
    records = [value for value in values if isinstance(value, Mapping)]
    if len(records) == len(values):
        columns = list(dict.fromkeys(name for record in records for name in record))
        if columns and all(not isinstance(record.get(name), Mapping) for record in records for name in columns):
            rows = [[thing(record.get(name), words, depth + 1) for name in columns] for record in records]
            return Thing("table", label, columns=[words.label(str(name)) for name in columns], rows=rows)
    if any(isinstance(value, (Mapping, list, tuple)) for value in values):
        return Thing("list", label, things=[thing(value, words, depth + 1) for value in values])
    return Thing("words", label, words.name(values))

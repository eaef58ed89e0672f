"""What the table's fragments show, made ready for their templates: prompt, board, log."""

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from django.utils.translation import gettext as _

from engine.kernel.decisions import Decision, UndoClosed, UndoNeedsConsent
from engine.kernel.events import Draw, Event
from engine.kernel.run import Run

from . import forms, keeping, refusals, titles
from .boards import Scene, board_of, ways_from
from .drafts import Draft
from .models import EventRow, Order, OrderKind, OrderStatus, Seat, Session, SessionStatus
from .refusals import OrderRefused
from .services import run_of
from .words import Words

DEEPEST = 8
CARDS = "deck/"
"""Streams of which cards are drawn and not dice thrown."""


@dataclass
class Refusal:
    """An order that was refused just now: why, at which question, and what had been typed."""

    sentence: str
    token: str = ""
    faults: tuple[dict[str, Any], ...] = ()
    typed: Mapping[str, str] | None = None
    draft: Draft | None = None
    """What was written and is not given yet: no refusal, but it stands where one would."""


class Page:
    """A session as one of its seats sees it; the run is taken up at most once for all fragments."""

    def __init__(self, session: Session, seat: Seat) -> None:
        self.session = session
        self.seat = seat
        self.words = titles.words_of(session.title)
        self.shown = board_of(session.title)
        self._run: Run | OrderRefused | None = None

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
    def is_stuck(self) -> bool:
        """Whether the rules in force no longer fit the game."""
        return self.session.status == SessionStatus.STUCK or (
            self.session.status == SessionStatus.PLAYING and self.run is None
        )

    # -- prompt

    def prompt(self, last: Order | None = None, refusal: Refusal | None = None) -> dict[str, Any]:
        """Return what the prompt shows: questions, or whom one waits for."""
        session = self.session
        state = self._state(last)
        if refusal is None and last is not None and last.status in {OrderStatus.REFUSED, OrderStatus.FAILED}:
            refusal = self._late_refusal(last)
        context: dict[str, Any] = {
            "session": session,
            "seat": self.seat,
            "words": self.words,
            "state": state,
            "seat_word": self.words.seat(self.seat.name),
            "refusal": refusal.sentence if refusal else "",
            "questions": [],
            "waits_for": [],
            "undo": None,
        }
        if state in {"open", "sent"}:
            context["questions"] = [self._question(each, last, refusal) for each in self._asked()]
        if state == "waiting":
            context["waits_for"] = self._waits_for()
        if state == "over":
            context["ending"] = self.words.ended(session.outcome or {})
        if self.run is not None and state in {"open", "waiting"}:
            context["undo"] = self.undo()
        context["ways"] = ways_from(session, self.seat)
        context["proposal"] = self._proposal()
        context["signature"] = signature(context)
        return context

    def _state(self, last: Order | None) -> str:
        if self.is_stuck:
            return "stuck"
        if self.session.status == SessionStatus.OPEN:
            return "sent" if last is None or last.status == OrderStatus.PENDING else "failed"
        if self.session.status == SessionStatus.OVER:
            return "over"
        if last is not None and (last.status == OrderStatus.PENDING or self._was_overtaken(last)):
            return "sent"
        return "open" if self._asked() else "waiting"

    def _was_overtaken(self, last: Order) -> bool:
        """Say whether the order was carried out between the reading of the session and that of the order."""
        seq = keeping.asked_of(self.session).get((last.seat, last.key))
        answers = last.kind == OrderKind.ANSWER and last.status == OrderStatus.DONE
        return answers and seq is not None and last.token == keeping.token_of(last.key, seq)

    def _asked(self) -> list[Decision]:
        return self.run.asked(self.seat.name) if self.run else []

    def _late_refusal(self, last: Order) -> Refusal | None:
        """Return why the last order was refused, as long as nothing has come after it."""
        asked = keeping.asked_of(self.session).get((last.seat, last.key), 0)
        token = keeping.token_of(last.key, asked)
        if last.kind == OrderKind.ANSWER and not last.token.startswith(token):
            return None
        if last.kind == OrderKind.UNDO and not last.token.startswith(
            keeping.token_of(f"{last.kind}/{last.seat}", self.session.version)
        ):
            return None
        sentence = refusals.sentence(last.code, last.facts)
        if "closed_by" in last.facts:
            sentence = refusals.closed_by(last.facts["closed_by"])
        return Refusal(sentence, token, tuple(last.facts.get("faults", ())))

    def _question(self, decision: Decision, last: Order | None, refusal: Refusal | None) -> dict[str, Any]:
        words, facts = self.words, keeping.plain(decision.facts or {})
        token = keeping.token_of(decision.key, keeping.asked_of(self.session)[(decision.actor, decision.key)])
        given = last.answer if last is not None and last.token == token else None
        question: dict[str, Any] = {
            "token": token,
            "rule": decision.rule,
            "sentence": words.question(decision),
            "stakes": words.at_stake(decision),
            "where": self._where(decision.key),
            "ledgers": ledgers(facts, words),
            "facts": plain_facts(words.unspoken(facts), words),
            "orders": [self._order(decision, option, facts, given) for option in decision.options]
            + [self._closed(decision, closed) for closed in decision.closed],
            "template": self.shown.question,
        }
        if self.shown.ask is not None and self.run is not None:
            scene = self._scene(keeping.plain(self.run.view(self.seat.name)), decision)
            question["drawn"] = self.shown.ask(scene, question["orders"])
            question["where"] = question["where"] or question["drawn"].get("where", "")
        if decision.form is not None:
            mine = refusal if refusal is not None and refusal.token == token else None
            question |= self._form(decision, mine, given)
        return question

    def _where(self, key: str) -> str:
        """Name the parallel flow that a question belongs to."""
        return self.words.label(key.split("/")[0]) if "/" in key and key.split("/")[0] in self.words.labels else ""

    def _order(self, decision: Decision, option: str, facts: Mapping[str, Any], given: Any) -> dict[str, Any]:
        return {
            "value": option,
            "label": self.words.order(decision.kind, option, facts),
            "note": self.words.note(decision.kind, option, facts),
            "state": "given" if given == option else "open",
        }

    def _closed(self, decision: Decision, closed: Any) -> dict[str, Any]:
        facts = keeping.plain(closed.facts or {})
        return {
            "value": closed.option,
            "label": self.words.order(decision.kind, closed.option, facts),
            "rule": closed.rule,
            "state": "closed",
            "reason": self.words.reason(closed.reason, facts),
        }

    def _form(self, decision: Decision, refusal: Refusal | None, given: Any = None) -> dict[str, Any]:
        form: Any = decision.form
        fields = forms.fields_of(form.type, self.words, given, refusal.typed if refusal is not None else None)
        rest = forms.place_faults(fields, list(refusal.faults), self.words) if refusal is not None else []
        return {
            "fields": fields,
            "form_faults": rest,
            "form_rows": [(name, self.words.label(name)) for name in forms.row_lists(form.type)],
            "guided": form.suggest is not None,
            "draft": refusal.draft if refusal is not None else None,
            "form_template": self.shown.forms.get(decision.kind, ""),
            "decision": decision,
        }

    def _waits_for(self) -> list[str]:
        asked = {name for name, _key in keeping.asked_of(self.session)}
        return [self._who(seat) for seat in self.session.table if seat.name in asked and seat.pk != self.seat.pk]

    def _who(self, seat: Seat) -> str:
        names = {"seat": self.words.seat(seat.name), "player": seat.player or self.words.bot(seat.policy)}
        return _("%(seat)s (%(player)s)") % names

    def undo(self) -> dict[str, Any]:
        """Say what an undo would take back, or why it is closed."""
        from .advance import at_ease

        run = self.run
        if run is None:
            return {}
        try:
            withdrawn = run.withdrawal(self.seat.name, tuple(at_ease(self.session, self.seat.name)))
        except UndoClosed as closed:
            return {"closed": refusals.closed_by(closed.facts.get("closed_by", "")), "note": ""}
        except UndoNeedsConsent as need:
            seats = ", ".join(self.words.seat(seat) for seat in need.facts["seats"])
            return {"note": _("Another side has seen it; %(seats)s must agree.") % {"seats": seats}}
        answer = withdrawn[0].answer
        if isinstance(answer, str) and self.words.knows_order(answer):
            return {"note": _("It takes back: %(order)s.") % {"order": self.words.order("", answer)}}
        return {"note": _("It takes back your last order.")}

    def _proposal(self) -> dict[str, Any] | None:
        proposal = self.session.proposal
        if not proposal:
            return None
        name = self.seat.name
        return {
            "by": self.words.seat(proposal["seat"]),
            "mine": proposal["seat"] == name,
            "wanted": name in proposal["needs"] and name not in proposal["agreed"],
        }

    # -- board

    def board(self) -> dict[str, Any]:
        """Return what the board shows."""
        view = self.run.view(self.seat.name) if self.run else None
        asked = next(iter(self._asked()), None)
        acting = "" if asked is not None else next((name for name, _key in keeping.asked_of(self.session)), "")
        return self.board_of_view(keeping.plain(view) if view is not None else None, asked, acting)

    def board_after(self, row: EventRow) -> dict[str, Any]:
        """Return the board as it was after an event."""
        try:
            state = keeping.state_after(self.session, row)
            view = keeping.title_of(self.session).view(state, keeping.pack_of(self.session), self.seat.name)
            return self.board_of_view(keeping.plain(view))
        except Exception:  # a board of older rules cannot always be drawn by newer ones; the words of the log remain
            return self.board_of_view(None)

    def board_of_view(self, view: Any, asked: Decision | None = None, acting: str = "") -> dict[str, Any]:
        """Return the context of the board for a view."""
        context = {"session": self.session, "seat": self.seat, "words": self.words, "view": view}
        context["stuck"] = view is None and self.is_stuck
        context |= {"board_template": self.shown.template, "styles": self.shown.styles, "scripts": self.shown.scripts}
        if view is not None and self.shown.context is not None:
            context["drawn"] = self.shown.context(self._scene(view, asked, acting))
        elif view is not None:
            context["things"] = things(view, self.words)
        return context

    def _scene(self, view: Any, asked: Decision | None, acting: str = "") -> Scene:
        """Return what boards and questions are drawn from."""
        pack = keeping.pack_of(self.session)
        facts = keeping.plain(asked.facts or {}) if asked is not None else {}
        return Scene(view, self.words, self.seat.name, pack, asked.kind if asked is not None else "", facts, acting)

    # -- log

    def log(self, rows: list[EventRow]) -> dict[str, Any]:
        """Return what the log shows, newest first; what follows from an event stands in its line."""
        told: dict[int, list[Event]] = {}
        for row in reversed(rows):
            told.setdefault(row.entry_id, []).append(keeping.as_event(row))
        lines: list[dict[str, Any]] = []
        for row in reversed(rows):
            shown = self.line(row, told[row.entry_id]) | {"fresh": row.number > self.seat.seen}
            if lines and row.kind in self.shown.follows and self._goes_on(lines[-1], shown):
                lines[-1]["more"].append(shown)
                lines[-1]["fresh"] |= shown["fresh"]
            else:
                lines.append(shown)
        lines.reverse()
        latest = bool(rows) and rows[0].rank == getattr(rows[0], "known", 0)
        for above, shown in zip([None, *lines], lines, strict=False):
            together = above is not None and self._stand_together(above, shown)
            latest = latest and (above is None or together)
            shown["same"] = together and bool(shown["when"])
            shown["latest"] = latest
        return {
            "session": self.session,
            "seat": self.seat,
            "lines": lines,
            "opened": self._last_roll(lines) if self.shown.opened else None,
            "before": rows[-1].rank if rows and rows[-1].rank > 1 else None,
        }

    @staticmethod
    def _stand_together(above: Mapping[str, Any], shown: Mapping[str, Any]) -> bool:
        """Say whether two lines of the log are of one group: one order, or one chapter that goes over several."""
        if above["when"] != shown["when"] or above["under"] != shown["under"]:
            return False
        return above["seq"] == shown["seq"] or bool(shown["when"] and not shown["under"])

    def line(self, row: EventRow, company: Sequence[Event] = ()) -> dict[str, Any]:
        """Return one line of the log, with what this game adds to it; given all that the same order has told."""
        event = keeping.as_event(row)
        shown = line(row, event, self.words)
        if self.shown.chapter is not None:
            shown["when"], shown["under"] = self.shown.chapter(event, company or (event,))
        if len(self.session.table) > 1 and isinstance(event.data.get("seat"), str):
            shown["who"] = self.words.seat(event.data["seat"])
        if self.shown.open is not None:
            shown["opened"] = self.shown.opened
            shown["drawn"] = self._opened(event)
        return shown

    def _opened(self, event: Any) -> Any:
        try:
            pack = keeping.pack_of(self.session)
        except keeping.PackGone:
            return {}
        return self.shown.open(event, pack, self.words) if self.shown.open is not None else {}

    @staticmethod
    def _goes_on(line: Mapping[str, Any], shown: Mapping[str, Any]) -> bool:
        """Say whether an event belongs to the line before it: same order, same seat, same secrecy."""
        same = ("seq", "secret", "undone")
        return all(line[name] == shown[name] for name in same) and line.get("who") == shown.get("who")

    def _last_roll(self, lines: list[dict[str, Any]]) -> dict[str, Any] | None:
        """Open the newest line in which something was rolled or drawn: its card, its sums, and what came of them."""
        for shown in lines:
            parts = [shown, *shown["more"]]
            if not any(part["dice"] or part["mods"] or part["drawn"] for part in parts):
                continue
            charts = dict.fromkeys((part["chart"], part["chart_name"]) for part in parts if part["chart"])
            return {
                "number": shown["number"],
                "said": [part["sentence"] for part in parts],
                "card": next((part for part in parts if part["drawn"]), None),
                "sums": [part for part in parts if part["mods"]],
                "throws": [part for part in parts if part["dice"]],
                "charts": [(chart, provenance(self.session, name)) for chart, name in charts],
            }
        return None


# Parts of the fragments


def signature(prompt: Mapping[str, Any]) -> str:
    """Sum up what a prompt stands for: while it is the same, a page keeps the prompt, and the form, that it has."""
    asked = [question["token"] for question in prompt["questions"]]
    parts = [prompt[name] for name in ("state", "refusal", "waits_for", "undo", "proposal", "ways")]
    return hashlib.blake2b(repr([asked, parts]).encode(), digest_size=8).hexdigest()


def line(row: EventRow, event: Event, words: Words) -> dict[str, Any]:
    """Return one line of the log, with what it shows when it is opened; the facts only when they are wanted."""
    mods = [
        {"reason": words.reason(mod.reason, event.data), "value": signed(mod.value), "rule": mod.rule}
        for mod in event.mods
    ]
    return {
        "number": row.rank,
        "seq": row.entry.seq,
        "when": words.label(row.branch.strip("/").rpartition("/")[2]) if row.branch else "",
        "under": "",
        "more": [],
        "sentence": words.event(event),
        "dice": [thrown(die, words) for die in event.dice if CARDS not in die.stream],
        "cards": [thrown(die, words) for die in event.dice if CARDS in die.stream],
        "rules": [event.rule] if event.rule else [],
        "mods": mods,
        "sum": signed(sum(mod.value for mod in event.mods)),
        "chart": words.label(event.chart) if event.chart else "",
        "chart_name": event.chart,
        "facts": partial(plain_facts, event.data, words),
        "undone": row.entry.undone_by is not None,
        "secret": bool(row.to),
    }


def thrown(die: Draw, words: Words) -> dict[str, Any]:
    """Return one face that fell, or the place of a card that was drawn, with the name of its stream."""
    return {"stream": words.label(die.stream.rpartition("/")[2]), "sides": die.sides, "face": die.face}


def provenance(session: Session, chart: str) -> str:
    """Say where a chart comes from."""
    try:
        pack = keeping.pack_of(session)
    except keeping.PackGone:
        return ""
    tables = getattr(pack, "tables", pack)
    return str(getattr(getattr(tables, chart.replace("-", "_"), None), "provenance", ""))


def signed(value: Any) -> str:
    """Show a modifier with its sign; a true minus, as the charts have it."""
    if not isinstance(value, (int, float)):
        return str(value)
    return f"+{value}" if value > 0 else f"−{-value}" if value < 0 else "0"


def ledgers(facts: Mapping[str, Any], words: Words) -> list[dict[str, Any]]:
    """Return the sums among the facts: lists of modifiers with reason, value and rule."""
    found = []
    for name, value in facts.items():
        if not is_ledger(value):
            continue
        rows = [_mod(each) for each in value]
        found.append(
            {
                "title": words.label(name),
                "sum": signed(sum(number for _reason, number, _rule in rows)),
                "rows": [(words.reason(reason, facts), rule, signed(number)) for reason, number, rule in rows],
                "whose": "theirs" if "their" in name else "yours",
            }
        )
    return found


def is_ledger(value: Any) -> bool:
    """Say whether a fact is a list of modifiers."""
    return (
        isinstance(value, (list, tuple))
        and bool(value)
        and all(
            (isinstance(each, dict) and {"reason", "value"} <= set(each))
            or (
                isinstance(each, (list, tuple))
                and len(each) == 3
                and isinstance(each[0], str)
                and isinstance(each[1], int)
            )
            for each in value
        )
    )


def summed(ledger: list[Any], words: Words) -> str:
    """Say a sum within other facts in one line, its parts in brackets."""
    rows = [_mod(each) for each in ledger]
    parts = ", ".join(f"{signed(value)} {words.reason(reason)}" for reason, value, _rule in rows)
    return f"{signed(sum(value for _reason, value, _rule in rows))} ({parts})"


def _mod(each: Any) -> tuple[str, int, str]:
    if isinstance(each, dict):
        return each["reason"], each["value"], each.get("rule", "")
    return each[0], each[1], str(each[2] or "")


def plain_facts(facts: Mapping[str, Any], words: Words) -> list[dict[str, Any]]:
    """Return the facts that are no sums, as labelled things."""
    return things({name: value for name, value in facts.items() if not is_ledger(value)}, words)


def things(value: Any, words: Words, depth: int = 0) -> list[dict[str, Any]]:
    """Turn plain data into labelled things for the generic templates: words, groups, tables, lists."""
    return [{"label": words.label(str(name))} | thing(each, words, depth) for name, each in value.items()]


def thing(value: Any, words: Words, depth: int = 0) -> dict[str, Any]:
    """Turn one value into a thing of a kind that a template can show."""
    if depth > DEEPEST:
        return {"kind": "words", "text": "…"}
    if isinstance(value, Mapping):
        if not value:
            return {"kind": "nothing"}
        return {"kind": "group", "things": things(value, words, depth + 1)}
    if is_ledger(value):
        return {"kind": "words", "text": summed(value, words)}
    if isinstance(value, (list, tuple)):
        return _listed(list(value), words, depth)
    if value is None or value == "":
        return {"kind": "nothing"}
    figure = isinstance(value, (int, float)) and not isinstance(value, bool)
    return {"kind": "figure" if figure else "words", "text": words.name(value)}


def _listed(values: list[Any], words: Words, depth: int) -> dict[str, Any]:
    if not values:
        return {"kind": "nothing"}
    if all(isinstance(value, Mapping) for value in values):
        columns = list(dict.fromkeys(name for value in values for name in value))
        if columns and all(not isinstance(value.get(name), Mapping) for value in values for name in columns):
            rows = [[thing(value.get(name), words, depth + 1) for name in columns] for value in values]
            return {"kind": "table", "columns": [words.label(str(name)) for name in columns], "rows": rows}
    if any(isinstance(value, (Mapping, list, tuple)) for value in values):
        return {"kind": "list", "things": [thing(value, words, depth + 1) for value in values]}
    return {"kind": "words", "text": words.name(values)}

"""Plays any game in the terminal: question, numbered orders, log; the same rules, dice and words as in a browser."""

import json
import secrets
from argparse import ArgumentParser
from collections.abc import Sequence

import msgspec
from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from engine.kernel.decisions import BadForm, Decision, Refused, UndoNeedsConsent, facts_of
from engine.kernel.dice import FairDice, commitment
from engine.kernel.run import Run, Step
from engine.kernel.title import THINKING, Policy
from play.games import titles
from play.games.text import GameText
from play.journal import store
from play.orders import refusals
from play.pages import parts as pages_parts
from play.pages import typed_forms
from play.pages.parts import Thing

LONG = 24
"""More orders than this are not listed but searched."""


class Command(BaseCommand):
    """`manage.py play GAME [--seat SEAT]… [--bot NAME] [--setup JSON] [--pack NAME]`."""

    help = str(gettext_lazy("Play a game in the terminal."))
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take the game, the seats that are played by hand, the bot for the others, and the set-up."""
        parser.add_argument("game", choices=titles.names())
        parser.add_argument("--seat", action="append", default=[], help=_("a seat that you play; the others are bots"))
        parser.add_argument("--bot", default="", help=_("the bot that plays the other seats"))
        parser.add_argument("--setup", default="{}", help=_("the set-up, as JSON"))
        parser.add_argument("--pack", default="standard", help=_("the chart pack"))

    def handle(
        self, *args: object, game: str, seat: list[str], bot: str, setup: str, pack: str, **options: object
    ) -> None:
        """Set the table and play until the end, or until nobody types any more."""
        table = TerminalGame(self, game=game, seat=seat, bot=bot, setup=setup, pack=pack)
        try:
            table.play()
        except (EOFError, KeyboardInterrupt):
            self.stdout.write("")


class TerminalGame:
    """A game at the terminal."""

    def __init__(self, command: Command, *, game: str, seat: list[str], bot: str, setup: str, pack: str) -> None:
        self.out = command.stdout
        self.title = titles.title_of(game)
        self.pack = titles.pack_of(game, pack)
        self.words: GameText = titles.words_for(game, self.pack)
        try:
            typed = msgspec.json.decode(setup, type=self.title.Setup)
        except (msgspec.DecodeError, UnicodeError) as problem:
            raise CommandError(refusals.sentence("setup", {"problem": problem})) from problem
        seats = self.title.seats(typed)
        self.mine = seat or list(seats[:1] if self.title.policies() else seats)
        self.bots = self._bots(bot, [name for name in seats if name not in self.mine])
        if set(self.mine) - set(seats):
            raise CommandError(_("The seats of this game are: %(seats)s.") % {"seats": ", ".join(seats)})
        seed = secrets.token_bytes(32)
        self.out.write(_("Hash of the seed: %(hash)s") % {"hash": commitment(seed)})
        self.seed = seed
        try:
            self.run = Run.begin(self.title, self.pack, typed, FairDice(seed))
        except BadForm as refusal:
            faults = [typed_forms.fault_sentence(store.json_data(fault), self.words) for fault in refusal.faults]
            raise CommandError(" ".join([refusals.sentence("bad_setup"), *faults])) from refusal

    def _bots(self, bot: str, names: list[str]) -> dict[str, Policy]:
        makers = {name: maker for name, maker in self.title.policies().items() if name != THINKING}
        if bot and bot not in makers:
            raise CommandError(_("The bots of this game are: %(bots)s.") % {"bots": ", ".join(makers)})
        if names and not makers:
            raise CommandError(_("This game has no bots: play every seat yourself."))
        return {name: makers[bot or next(iter(makers))](self.pack, name, secrets.randbits(48)) for name in names}

    def play(self) -> None:
        """Run the loop of questions, answers and log lines until the end."""
        self.tell(self.run.step)
        while not self.run.over:
            self.run.play_on(self.bots, until=lambda run: False, keep=self.tell)
            if not self.run.over:
                self.ask(next(iter(self.run.pending.values())))
        self.out.write("")
        self.out.write(self.words.ended(self.run.outcome() or {}))
        self.out.write(_("The seed was: %(seed)s") % {"seed": self.seed.hex()})

    def tell(self, step: Step) -> None:
        """Write the log of a step, as the seats played here may know it."""
        for event in step.events:
            if any(event.seen_by(seat) for seat in self.mine):
                dice = " ".join(f"[{die.face}]" for die in event.dice)
                mods = ", ".join(
                    f"{pages_parts.signed(mod.value)} {self.words.reason(mod.reason, event.data)}" for mod in event.mods
                )
                parts = [
                    self.words.event(event),
                    dice,
                    f"({mods})" if mods else "",
                    f"[{event.rule}]" if event.rule else "",
                ]
                self.out.write("  " + " ".join(filter(None, parts)))

    def ask(self, decision: Decision) -> None:
        """Put one question, and take an order for it."""
        self.show(decision)
        typed = input("> ").strip()
        try:
            if typed == "u":
                self.undo(decision.actor)
            elif typed == "b":
                self.board(decision.actor)
            elif typed and (found := self._found(decision, typed)):
                self.write_orders(decision, found)
            elif typed:
                self.tell(self.run.answer(decision.actor, read(decision, typed), decision.key))
        except BadForm as refusal:
            for fault in refusal.faults:
                self.out.write("! " + typed_forms.fault_sentence(store.json_data(fault), self.words))
        except (Refused, ValueError):
            self.out.write("! " + refusals.sentence("not_offered"))

    def _found(self, decision: Decision, typed: str) -> Sequence[str]:
        """Return the orders that a part of the words matches in a long list; nothing if an order was named."""
        if len(decision.options) <= LONG or typed in decision.options:
            return []
        if typed.isdigit() and not typed.startswith("0") and int(typed) <= len(decision.options):
            return []
        return self.containing(decision, typed)

    def show(self, decision: Decision) -> None:
        """Write the question with what is at stake and the orders."""
        words, facts = self.words, facts_of(decision.question)
        rule = f"  [{decision.rule}]" if decision.rule else ""
        self.out.write("")
        self.out.write(f"{words.seat(decision.actor)}: {words.question(decision)}{rule}")
        self._things(pages_parts.plain_facts(words.unspoken(facts), words), "    ")
        for ledger in pages_parts.ledgers(facts, words):
            self.out.write(f"    {ledger.title} {ledger.sum}")
            for reason, rule_number, value in ledger.rows:
                self.out.write(f"      {value} {reason} {rule_number}".rstrip())
        if len(decision.options) > LONG:
            self.write_orders(decision, [option for option in decision.options if ":" not in option])
            data = {"count": len(decision.options)}
            self.out.write(_("  %(count)s orders: type part of one to see those that contain it") % data)
        else:
            self.write_orders(decision, decision.options)
        for closed in decision.closed:
            reason = words.reason(closed.reason, closed.facts)
            said = words.order(decision.kind, closed.option, decision.question)
            self.out.write(f"  -  {said}: {reason} {closed.rule}")
        if decision.form is not None:
            example = json.dumps(msgspec.json.schema(decision.form.type), ensure_ascii=False)
            self.out.write(_("  Answer in JSON, by this schema: %(schema)s") % {"schema": example})
        self.out.write(_("  u takes back, b shows the board"))

    def write_orders(self, decision: Decision, options: Sequence[str]) -> None:
        """Write orders with the numbers by which they are given."""
        words, question = self.words, decision.question
        for number, option in enumerate(decision.options, 1):
            if option in options:
                note = words.note(decision.kind, option, question)
                line = f"  {number}. {words.order(decision.kind, option, question)}"
                self.out.write(line + (f" ({note})" if note else ""))

    def containing(self, decision: Decision, part: str) -> list[str]:
        """Find the orders whose words contain what was typed."""
        question = decision.question
        said = {option: str(self.words.order(decision.kind, option, question)) for option in decision.options}
        return [option for option, order in said.items() if part.lower() in order.lower()]

    def undo(self, actor: str) -> None:
        """Take back the last order of this terminal, whose players have agreed."""
        tail = self.run.record.tail
        last = next((entry.actor for entry in reversed(tail) if entry.actor in self.mine), actor)
        try:
            self.run.undo(last, consent=tuple({*self.mine, *self.bots}))
        except UndoNeedsConsent as need:
            raise AssertionError("everybody at this table has agreed") from need
        except Refused as refusal:
            self.out.write("! " + refusals.closed_by(refusal.facts.get("closed_by", "")))

    def board(self, viewer: str) -> None:
        """Write the board as this seat may know it."""
        self._things(pages_parts.things(store.json_data(self.run.view(viewer)), self.words), "  ")

    def _things(self, things: Sequence[Thing], indent: str) -> None:
        for thing in things:
            if thing.kind == "group":
                self.out.write(f"{indent}{thing.label}")
                self._things(thing.things, indent + "  ")
            elif thing.kind == "table":
                self.out.write(f"{indent}{thing.label}")
                for row in [thing.columns, *([cell.text for cell in row] for row in thing.rows)]:
                    self.out.write(indent + "  " + " | ".join(map(str, row)))
            elif thing.kind != "nothing" or indent == "  ":
                self.out.write(f"{indent}{thing.label}: {thing.text}")


def read(decision: Decision, typed: str) -> object:
    """Read an order by its number or name, a form as JSON."""
    if decision.form is not None:
        return json.loads(typed)
    if typed.isdigit() and 1 <= int(typed) <= len(decision.options):
        return decision.options[int(typed) - 1]
    return typed

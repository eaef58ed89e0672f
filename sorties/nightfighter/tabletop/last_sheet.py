"""Correction of the last sheet of a tabletop year; the journal stores every version."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from functools import partial

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from engine.kernel.decisions import AnswerForm, Decision
from play.games.text import GameText
from play.journal import store
from play.journal.models import EntryKind, JournalEntry
from play.live import notify
from play.orders import corrections, drafts
from play.orders.refusals import OrderRefused
from play.pages import typed_forms
from play.sessions import services
from play.sessions.models import Seat, Session
from play.sessions.selectors import session_at
from sorties.nightfighter.records.models import NightCareer

KEYS = "sheet/"
"""Prefix of the keys of the questions that sheets answer."""
WAIT_SECONDS = 1.0


@dataclass(frozen=True, kw_only=True)
class NightSheetQuestion:
    """The question that the sheet answers, as its form draws it."""

    fields: list[typed_forms.FormField]
    form_faults: list[str]
    form_rows: list[tuple[str, str]]
    draft: drafts.AnswerDraft | None
    guided: bool = False


@dataclass(frozen=True)
class NightSheetVersion:
    """A version of a sheet."""

    at: datetime
    said: list[str]
    stands: bool


@dataclass
class LastSheet:
    """The sheet, stored or typed again."""

    session: Session
    seat: Seat
    entry: JournalEntry
    decision: Decision
    typed: Mapping[str, str] | None = None
    faults: list[typed_forms.FormFault] = field(default_factory=list)
    draft: drafts.AnswerDraft | None = None

    @classmethod
    def of(cls, career: NightCareer) -> "LastSheet | None":
        """Return the last sheet that may be corrected; None where there is none."""
        if career.session_id is None:
            return None
        session = session_at(career.session_id)
        seat, entry = session.seat(career.seat), sheets(session).filter(undone_by=None).last()
        if seat is None or entry is None or entry.seq <= corrections.settled(session):
            return None
        _run, decision = corrections.run_before(session, entry)
        return cls(session, seat, entry, decision)

    def carry_on(self, posted: Mapping[str, str]) -> None:
        """Add a row, take one out, or judge what is written; nothing is given yet."""
        self.draft = drafts.continue_draft(self.decision, posted, self.words)
        self.typed, self.faults = self.draft.typed, self.draft.faults

    def correct(self, posted: Mapping[str, str]) -> bool:
        """Enter it again; say whether it is saved, otherwise the faults are beside their fields."""
        self.typed = {name: text for name, text in posted.items() if name.startswith(typed_forms.PREFIX)}
        try:
            answer = typed_forms.read(self.form.type, self.typed)
            give = partial(services.correction_give, session=self.session, seat=self.seat, entry=self.entry.seq)
            order = give(answer=answer)
            notify.wait_for(order, partial(services.is_settled, order), WAIT_SECONDS)
        except typed_forms.UnreadableField as problem:
            self.faults = [{"field": problem.path, "code": "type", "sentence": str(problem)}]
        except OrderRefused as refusal:
            blank = {"field": "", "code": "refused", "sentence": refusal.sentence}
            self.faults = list(refusal.facts.get("faults", [blank]))
        return not self.faults

    @property
    def words(self) -> GameText:
        """The words of its charts."""
        return store.words_of(self.session)

    @property
    def form(self) -> AnswerForm:
        """The form in which it is written down."""
        assert self.decision.form is not None  # noqa: S101 - a sheet is one
        return self.decision.form

    @property
    def sentence(self) -> str:
        """The question."""
        return self.words.question(self.decision)

    def question(self) -> NightSheetQuestion:
        """Return the form with what is typed, each fault beside its field."""
        form, words = self.form, self.words
        fields = typed_forms.fields_of(form.type, words, store.json_data(self.entry.answer), self.typed)
        return NightSheetQuestion(
            fields=fields,
            form_faults=typed_forms.place_faults(fields, self.faults, words),
            form_rows=[(name, words.label(name)) for name in typed_forms.row_lists(form.type)],
            draft=self.draft,
        )


def sheets(session: Session) -> QuerySet[JournalEntry]:
    """Return the sheets that were ever handed in, in order."""
    return session.journal.filter(kind=EntryKind.ANSWER, key__startswith=KEYS).order_by("seq")


def versions(sheet: LastSheet) -> list[NightSheetVersion]:
    """Return every version of the same sheet, the first one first."""
    found = []
    for entry in sheets(sheet.session).filter(key=sheet.entry.key):
        answer = entry.answer or {}
        fell = [f"{one['count']} {one['type']}" for one in answer.get("fallen", [])]
        card = answer.get("card", "")
        said = [card, ", ".join(fell), _("hits: %(n)s") % {"n": answer.get("hits", 0)}]
        found.append(NightSheetVersion(entry.at, [one for one in said if one], entry.undone_by is None))
    return found if len(found) > 1 else []

"""The check of a whole session's file: it is played again from set-up and answers, and everything in it is compared.

Every answer must be one that was offered, every die must be rolled for a reason and match the seed, every event, digest
and result must agree with the rules. A replay cannot show when it was played and by whom, or that the seed was
fixed before. For that, the site vouches by its signature under the file.
"""

import copy
import math
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

import msgspec
from django.utils.translation import gettext as _

from engine.kernel.decisions import Refused
from engine.kernel.dice import MOST_SIDES, JournalMismatch, RecordedDice, derive_face, derive_key
from engine.kernel.digests import is_current
from engine.kernel.events import Draw, Event, data_of
from engine.kernel.packs.schema import Charts
from engine.kernel.rule_versions import is_older_version
from engine.kernel.run import GameRecord, Run, Step
from play.charts import pack_store
from play.fairness import signatures
from play.games import titles
from play.journal import store
from play.journal.models import EntryKind
from play.orders import corrections
from play.sessions import exports
from play.sessions.exports import FileEvent, JournalLine, SessionFile
from play.sessions.models import SessionStatus

EVENTS_SINCE_2A36CE7 = frozenset({"position.rolled", "staffel.day-rolled", "searchlight.thrown"})
"""Events that commit 2a36ce7 did not write; the dice of its entries are with their neighbours."""
NO_CHANCE = 1e-4


@dataclass
class FileVerdict:
    """Result of a verification: draws proven and not, entries replayed, faults and signer."""

    proven: int = 0
    elsewhere: int = 0
    replayed: int = 0
    set_aside: int = 0
    """Entries that the rules in force no longer play, which the game itself took back by a step to a checkpoint."""
    formerly: int = 0
    """Entries whose log has the form of an earlier release."""
    borrowed: int = 0
    readings: list[str] = field(default_factory=list)
    """Options whose earlier interpretation the game uses."""
    faults: list[str] = field(default_factory=list)
    signed: signatures.SignatureCheck = field(default_factory=lambda: signatures.SignatureCheck("none"))

    @property
    def holds(self) -> bool:
        """Return whether there are no faults."""
        return not self.faults


class FileMismatch(Exception):
    """Something in the file is not what the rules make of it; the sentence says where."""


class NextQuestionMismatch(FileMismatch):
    """All effects of an entry agree with the file, except for the next question."""


def verify(document: SessionFile, *, wanted: str = "") -> FileVerdict:
    """Check the file of a finished session; `wanted` is the public key of the site that should have signed it."""
    dice = exports.dice_verdict(document)
    verdict = FileVerdict(dice.proven, dice.elsewhere, borrowed=document.borrowed, faults=dice.faults)
    verdict.signed = signatures.check_signature(document.seal, exports.unsigned_content(document), wanted=wanted)
    if verdict.signed.state == "broken":
        verdict.faults.append(_("The signature is wrong. The file was changed after its site signed it."))
    if wanted and verdict.signed.state in ("none", "other", "retired"):
        verdict.faults.append(_("The file is not signed with the key that you entered."))
    verdict.faults += _misplaced(document) or _replay(document, verdict)
    return verdict


def _misplaced(document: SessionFile) -> list[str]:
    """Name what is wrong with the frame of the file, without which nothing can be played again."""
    found = []
    if [line.seq for line in document.entries] != list(range(1, len(document.entries) + 1)):
        found.append(_("The journal entries are not numbered in order."))
    if [file_event.number for file_event in document.events] != list(range(1, len(document.events) + 1)):
        found.append(_("The events are not numbered in order."))
    if not document.complete or document.shared or not 0 <= document.borrowed <= len(document.entries):
        found.append(_("The file header is inconsistent."))
    if not document.entries or document.entries[0].kind != EntryKind.BEGIN:
        found.append(_("The first journal entry is not the start of the game."))
    named = {document.pack_hash, *(digest for line in document.entries for digest in store.charts_change(line))}
    if set(document.charts) - named:
        found.append(_("The file contains charts that the game did not use."))
    if _is_own(document):
        found.append(_("Entries marked as borrowed from another game use this file’s own seed."))
    return found


def _is_own(document: SessionFile) -> bool:
    """Return whether so many of the last borrowed draws match the file's own seed that chance is no excuse."""
    key, chance = derive_key(bytes.fromhex(document.seed), document.nonces), 1.0
    for line in reversed(document.entries[: document.borrowed]):
        for stream, count, sides, face in reversed(line.draws):
            if not 1 <= sides <= MOST_SIDES or derive_face(key, stream, count, sides) != face:
                return chance < NO_CHANCE
            chance /= sides
    return not math.isclose(chance, 1.0) and chance < NO_CHANCE


class FileReplay:
    """The game of a file, replayed entry by entry with the recorded faces."""

    def __init__(self, document: SessionFile) -> None:
        self.document = document
        self.title = titles.title_of(document.title)
        self.began = document.began or document.rules
        self.setup = store.parse_setup(document.setup, self.title.Setup, self.began)
        self.at = exports.first_charts(document)
        self.pack = _charts(document, self.at)
        self.told = _by_entry(document.events)
        self.dice = _Faces()
        self.standing: list[JournalLine] = []
        self.formerly = 0

    def readings(self) -> list[str]:
        """Name the options that are read as they were when the game began."""
        return store.old_readings_in(self.setup, self.began, titles.words_for(self.document.title, self.pack))

    def check_head(self) -> None:
        """Compare what the head says of the game."""
        document, title = self.document, self.title
        names, known = title.seats(self.setup), [place.name for place in document.seats]
        if list(names) != known or any(place.policy not in {"", *title.policies()} for place in document.seats):
            raise FileMismatch(_("The seats do not match the set-up."))
        if set(document.nonces) - set(names) or not self._knows_setup():
            raise FileMismatch(_("The set-up or the players’ numbers contain fields that this game does not have."))
        if is_older_version(title.rules, document.rules) or is_older_version(document.rules, self.began):
            raise FileMismatch(
                _("The game used rules version %(rules)s. This site has another version.") % {"rules": document.rules}
            )

    def _knows_setup(self) -> bool:
        """Say whether the set-up holds what the game knows; options that came later are not in it."""
        known = store.json_data(self.setup)
        return _filled_up(known, self.document.setup) == _filled_up(known, known)

    def begin(self, line: JournalLine) -> None:
        """Set the game up."""
        self.dice.load(line.draws)
        self.run = self._begun()
        self._compare(line, self.run.step, {})

    def _begun(self) -> Run:
        return Run.begin(self.title, self.pack, copy.deepcopy(self.setup), self.dice, began=self.began)

    def answer(self, line: JournalLine) -> None:
        """Give an answer again."""
        self.dice.load(line.draws)
        counters = dict(self.run.dice.counters)
        step = self.run.answer(line.seat, line.answer, line.key, joined=line.joined)
        if step.entry is None or _written(step.entry.answer) != _written(line.answer):
            raise FileMismatch(
                _("Entry %(entry)s: the answer is not in the form that the rules expect.") % {"entry": line.seq}
            )
        self._compare(line, step, counters)
        self.standing.append(line)

    def take_back(self, line: JournalLine) -> None:
        """Take orders back: by an undo, or by a correction of an answer."""
        undone = self._undone_by(line)
        try:
            plain = len(self.run.withdrawal(line.seat, tuple(self.title.seats(self.setup)))) == len(undone)
        except Refused:
            plain = False
        if plain:
            self.run.undo(line.seat, tuple(self.title.seats(self.setup)))
        else:
            self._go_before(undone, line)
        del self.standing[len(self.standing) - len(undone) :]
        self._compare(line, None, {})

    def _go_before(self, undone: Sequence[JournalLine], line: JournalLine) -> None:
        stored = self.standing[: len(self.standing) - len(undone)]
        self.dice.load([draw for entry in (self.document.entries[0], *stored) for draw in entry.draws])
        self.run = self._begun()
        for entry in stored:
            if moved := store.charts_change(entry):
                self.run = self.run.continue_with_charts(_charts(self.document, moved[1]))
            else:
                self.run.answer(entry.seat, entry.answer, entry.key, joined=entry.joined)
        wrong = undone[0]
        decision = self.run.pending.get((wrong.seat, wrong.key))
        if wrong.seat != line.seat or decision is None or not corrections.is_allowed(self.title.name, decision.kind):
            raise FileMismatch(
                _("Entry %(entry)s takes back an order that could not be taken back.") % {"entry": line.seq}
            )

    def step_back(self, line: JournalLine) -> None:
        """Set the game going afresh from its last checkpoint."""
        undone = self._undone_by(line)
        record = self._checkpoint(undone)
        pack = self.run.pack if line.answer is None else self._go_on_with(line)
        self.dice.load(line.draws)
        self.dice.counters = dict(record.counters)
        bare = GameRecord(record.snapshot, dict(record.counters), began=record.began)
        self.run = Run(self.title, pack, self.dice, bare, fresh=True)
        del self.standing[len(self.standing) - len(undone) :]
        self.standing += [line] if line.answer is not None else []
        self._compare(line, self.run.step, dict(record.counters))

    def _checkpoint(self, undone: Sequence[JournalLine]) -> GameRecord:
        """Return the record from which the game set out again: orders that were not played again had moved it on."""
        record = self.run.record
        if record.coming is None or not record.tail:
            return record
        first = record.tail[0]
        is_undone = any((entry.seat, entry.key) == (first.actor, first.key) for entry in undone[:1])
        return record if is_undone else record.coming

    def continue_with_charts(self, line: JournalLine) -> None:
        """Go on by other charts, as the table ordered at a seam."""
        seam = self.run.seam()
        if seam is None or seam.opening or self.run.over:
            raise FileMismatch(_("Entry %(entry)s: the charts cannot change at this point.") % {"entry": line.seq})
        pack, counters = self._go_on_with(line), dict(self.run.dice.counters)
        self.dice.load(line.draws)
        self.run = self.run.continue_with_charts(pack)
        self.standing.append(line)
        self._compare(line, self.run.step, counters)

    def _go_on_with(self, line: JournalLine) -> Charts:
        """Return the charts by which the game goes on from an entry; they follow on those that it had."""
        moved = store.charts_change(line)
        if not moved or moved[0] != self.at or _written(line.answer) != _written({"charts": moved}):
            raise FileMismatch(_("Entry %(entry)s contains fields that its kind does not have.") % {"entry": line.seq})
        self.at = moved[1]
        return _charts(self.document, self.at)

    def _undone_by(self, line: JournalLine) -> list[JournalLine]:
        undone = [entry for entry in self.standing if entry.undone_by == line.seq]
        if undone != self.standing[len(self.standing) - len(undone) :]:
            raise FileMismatch(_("Entry %(entry)s takes back orders that are not the last ones.") % {"entry": line.seq})
        return undone

    def close(self) -> None:
        """Compare how it ended."""
        document = self.document
        if any(line.undone_by is not None for line in self.standing):
            raise FileMismatch(
                _("One entry is marked as taken back by another entry, but that entry does not take it back.")
            )
        if self.at != document.pack_hash:
            raise FileMismatch(_("The game ended with other charts than the file header names."))
        if not self.run.over or document.status != SessionStatus.OVER:
            raise FileMismatch(_("The game is not over with the last entry."))
        if _written(store.json_data(self.run.outcome() or {})) != _written(document.outcome or {}):
            raise FileMismatch(_("The recorded result differs from the result by the rules."))

    def _compare(self, line: JournalLine, step: Step | None, counters: dict[str, int]) -> None:
        """Compare all recorded data of an entry with the replay."""
        where = {"entry": line.seq}
        draws = store.numbered(step.draws, counters) if step is not None else []
        if draws != [list(draw) for draw in line.draws] or not self.dice.is_spent:
            raise FileMismatch(
                _("Entry %(entry)s: the recorded dice differ from those that the rules require.") % where
            )
        if line.closed_by != (step.closed_by if step is not None else ""):
            raise FileMismatch(_("Entry %(entry)s: the recorded reason against taking it back is wrong.") % where)
        if line.kind != EntryKind.ANSWER and (line.key or line.joined or _says_too_much(line)):
            raise FileMismatch(_("Entry %(entry)s contains fields that its kind does not have.") % where)
        file_event = self.told.pop(line.seq, [])
        events = [
            _as_written(event, file_event, place, line.seq) for place, event in enumerate(step.events if step else [])
        ]
        if _written(file_event) != _written(events):
            if is_current(line.digest) or _log_as_2a36ce7(file_event) != _log_as_2a36ce7(events):
                raise FileMismatch(_("Entry %(entry)s: the log differs from what happened.") % where)
            self.formerly += 1
        if not self.run.agrees(line.digest):
            raise NextQuestionMismatch(
                _("Entry %(entry)s: the state of the game differs from the state by the rules.") % where
            )


class _Faces(RecordedDice):
    """The faces of the entry that is played, and no others."""

    def __init__(self) -> None:
        super().__init__([], {})

    def load(self, draws: Sequence[tuple[str, int, int, int]]) -> None:
        """Lay out the faces of an entry."""
        self.draws, self.at = [Draw(stream, sides, face) for stream, _count, sides, face in draws], 0

    @property
    def is_spent(self) -> bool:
        """Return whether all recorded dice have been used."""
        return self.at == len(self.draws)


def _replay(document: SessionFile, verdict: FileVerdict) -> list[str]:
    """Play the file's game again up to what does not fit, and say what that is."""
    try:
        replay = FileReplay(document)
        replay.check_head()
        verdict.readings = replay.readings()
    except FileMismatch as problem:
        return [str(problem)]
    except MemoryError:
        raise
    except Exception as problem:  # any error that keeps the game from being set up: this file is the cause
        return [_("The game cannot be set up as in the file: %(problem)s") % {"problem": problem}]
    aside = 0
    for line in document.entries:
        if line.seq <= aside and line.kind != EntryKind.STEP_BACK:
            replay.standing = [entry for entry in replay.standing if entry.undone_by != line.seq]
            replay.standing += [line] if line.kind == EntryKind.ANSWER else []
            replay.told.pop(line.seq, None)
            verdict.set_aside += 1
            continue
        try:
            _WAYS[EntryKind(line.kind)](replay, line)
        except (FileMismatch, Refused, JournalMismatch) as problem:
            aside = _stepped_over(document, line) or _went_back_to(document, line, problem)
            if not aside:
                return [str(problem) if isinstance(problem, FileMismatch) else _misfit(line, problem)]
            replay.standing += [line] if line.kind == EntryKind.ANSWER and line not in replay.standing else []
            replay.told.pop(line.seq, None)
            verdict.set_aside += 1
        except MemoryError:
            raise
        except Exception as problem:  # an answer of a shape that no rule expects breaks the rule that reads it
            return [_misfit(line, problem)]
        else:
            verdict.replayed += 1
    verdict.formerly = replay.formerly
    try:
        replay.close()
    except FileMismatch as problem:
        return [str(problem)]
    return [_("The log contains entries that do not exist.")] if replay.told else []


def _misfit(line: JournalLine, problem: Exception) -> str:
    return _("Entry %(entry)s does not fit the game: %(problem)s") % {"entry": line.seq, "problem": problem}


def _stepped_over(document: SessionFile, line: JournalLine) -> int:
    """Return the entry by which the game itself stepped back over this one, when rules had changed; 0 if none did."""
    by = line.undone_by or 0
    return by if 0 < by <= len(document.entries) and document.entries[by - 1].kind == EntryKind.STEP_BACK else 0


def _went_back_to(document: SessionFile, line: JournalLine, problem: Exception) -> int:
    """Return the step back to this entry, from which the rules in force ask otherwise than those of then; or 0."""
    if not isinstance(problem, NextQuestionMismatch):
        return 0
    for later in document.entries[line.seq :]:
        if later.kind == EntryKind.STEP_BACK:
            return later.seq
        if later.undone_by is None and later.kind != EntryKind.UNDO:
            return 0
    return 0


_WAYS = {
    EntryKind.BEGIN: FileReplay.begin,
    EntryKind.ANSWER: FileReplay.answer,
    EntryKind.UNDO: FileReplay.take_back,
    EntryKind.STEP_BACK: FileReplay.step_back,
    EntryKind.CHARTS: FileReplay.continue_with_charts,
}


def _says_too_much(line: JournalLine) -> bool:
    return line.answer is not None and line.kind not in {EntryKind.STEP_BACK, EntryKind.CHARTS}


def _charts(document: SessionFile, named: str) -> Charts:
    """Return the charts of a hash: those in the file, which must have it, or the stored ones."""
    if named in document.charts:
        try:
            return pack_store.import_texts(document.title, document.charts[named], named)
        except LookupError as problem:
            raise FileMismatch(
                _("The charts in the file do not match their hash: %(why)s") % {"why": problem}
            ) from problem
    try:
        digest = pack_store.hash_of(document.title, named, document.pack)
        return pack_store.compiled_charts(document.title, digest, document.pack)
    except LookupError as problem:
        raise FileMismatch(
            _("This site does not have the charts of this game, so it cannot replay the game.")
        ) from problem


# The log


def _by_entry(events: Sequence[FileEvent]) -> dict[int, list[FileEvent]]:
    found: dict[int, list[FileEvent]] = {}
    last = 0
    for file_event in events:
        # Out of their order they belong to no entry at all.
        last = last if last < 0 or file_event.seq < last else file_event.seq
        found.setdefault(file_event.seq if file_event.seq == last else -1, []).append(file_event)
    return found


def _as_written(event: Event, file_event: Sequence[FileEvent], place: int, seq: int) -> FileEvent:
    """Write an event as in a file, with its number there."""
    return FileEvent(
        number=file_event[place].number if place < len(file_event) else 0,
        seq=seq,
        kind=event.kind,
        rule=event.rule,
        to=list(event.to),
        data=data_of(event.data),
        dice=[(die.stream, die.sides, die.face) for die in event.dice],
        mods=store.json_data(event.mods),
        chart=event.chart,
        branch=event.branch,
    )


def _filled_up(known: object, said: object) -> object:
    """Write down what a set-up says, with what it leaves to the options' defaults."""
    if isinstance(known, dict) and isinstance(said, dict):
        return {name: _filled_up(known.get(name), said.get(name, known.get(name))) for name in {*known, *said}}
    if isinstance(known, list) and isinstance(said, list) and len(known) == len(said):
        return [_filled_up(*pair) for pair in zip(known, said, strict=True)]
    return _written(said)


def _written(value: object) -> bytes:
    return msgspec.json.encode(value, order="sorted")


def _log_as_2a36ce7(events: Sequence[FileEvent]) -> tuple[Counter[tuple[str, int, int]], list[bytes]]:
    """Return the log of an entry in the form of commit 2a36ce7: without the lines since, its dice in one heap."""
    dice = Counter(die for file_event in events for die in file_event.dice)
    lines = [
        msgspec.structs.replace(file_event, number=0, dice=[])
        for file_event in events
        if file_event.kind not in EVENTS_SINCE_2A36CE7
    ]
    return dice, [_written(line) for line in lines]


# In words


def proves(verdict: FileVerdict) -> Iterator[str]:
    """Say of what a check is proof, and of what it is not."""
    if verdict.holds:
        yield _("We replayed the game. Every order was legal, and dice, events and result agree with the file.")
    yield _whose(verdict.signed)
    if verdict.borrowed:
        sentence = _(
            "Entries borrowed from another game: %(count)s. Their dice prove nothing, and this game does not count."
        )
        yield sentence % {"count": verdict.borrowed}
    if verdict.set_aside:
        sentence = _("Entries taken back when the rules changed (not proven): %(count)s.")
        yield sentence % {"count": verdict.set_aside}
    if verdict.formerly:
        sentence = _("Entries from an earlier release, which may show a die beside the wrong event: %(count)s.")
        yield sentence % {"count": verdict.formerly}
    if verdict.readings:
        sentence = _("This game began under earlier rules and keeps their interpretation of: %(options)s.")
        yield sentence % {"options": ", ".join(verdict.readings)}
    yield _("The check does not prove who played or when. It cannot tell a person from a bot.")


def fairness(verdict: FileVerdict) -> str:
    """Say whether the dice are proven fair: of a seed that a site has promised before the game, and signed for."""
    signed = verdict.signed
    if not signed.is_good:
        return _("Not proven fair: the file is not signed, so its seed may have been chosen.")
    if verdict.borrowed:
        return _("Not proven fair: some of its dice come from another game.")
    if verdict.elsewhere:
        return _("Not proven fair: some of its dice need a key that is not in the file.")
    if signed.state == "other":
        return _("Fair if you trust the site whose key is %(key)s.") % {"key": signed.key}
    return _("Proven fair: all dice come from the seed that was fixed before the game.")


def _whose(signed: signatures.SignatureCheck) -> str:
    sentences: Mapping[str, str] = {
        "none": _("The file is not signed. It cannot prove that its seed was fixed before the game, or by which site."),
        "broken": _("The signature is wrong. The file has changed since its site wrote it."),
        "retired": _(
            "Signed with a retired key of this site, %(key)s. Others may have that key, so the signature "
            "proves nothing."
        ),
        "ours": _(
            "Signed by this site with the key %(key)s. The file is unchanged, and this site fixed its seed before "
            "the game."
        ),
        "wanted": _(
            "Signed by the site with the key %(key)s. The file is unchanged, and that site fixed its seed "
            "before the game."
        ),
        "other": _(
            "Signed by another site with the key %(key)s. Compare this key with the list on that site’s page "
            "/signing-keys/."
        ),
    }
    return sentences[signed.state] % {"key": signed.key}

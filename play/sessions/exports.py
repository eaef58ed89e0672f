"""A whole session as one JSON file: written so that a person can read it, read so that nothing untyped comes in.

After the end the file has everything. Before it, the file has what the seat has seen; it can be imported again
only when that is all there is (one person alone at the table, nothing hidden, no bot), for otherwise it would carry out
of this site what is hidden in the game. An imported game is replayed by the rules, never believed, and counts for
nothing; a game that was not over goes on with dice of a new seed.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from functools import reduce
from operator import or_
from typing import IO, Annotated, Final, Literal, cast

import msgspec
from django.db.models import Q
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from engine.kernel.dice import MOST_SIDES, commitment
from engine.kernel.packs.schema import Charts
from play.charts import pack_store
from play.fairness import dice_check, signatures
from play.games import registry, titles
from play.journal import store
from play.journal.models import EntryKind, EventRow, JournalEntry
from play.orders.refusals import OrderRefused
from play.secrecy import visibility
from play.sessions import selectors
from play.sessions.models import Seat, Session, SessionStatus
from play.sessions.services import replayed_session
from play.uploads.kinds import Result, UploadKind, UploadRefused
from play.uploads.models import Upload
from play.utils.plain_data import DuplicateName, Json, is_plain, refuse_duplicates
from play.utils.players import Player

LARGEST_FILE = 20 * 1024 * 1024
FORMAT: Final = "dispersal-session"
Kind = Literal["begin", "answer", "undo", "step-back", "charts"]
Status = Literal["open", "playing", "over", "stuck"]
Sides = Annotated[int, msgspec.Meta(le=MOST_SIDES)]


class JournalLine(msgspec.Struct, forbid_unknown_fields=True):
    """One line of the journal."""

    seq: int
    kind: Kind
    seat: str = ""
    key: str = ""
    answer: object = None
    joined: bool = False
    draws: list[tuple[str, int, Sides, int]] = []
    digest: str = ""
    closed_by: str = ""
    undone_by: int | None = None


class FileEvent(msgspec.Struct, forbid_unknown_fields=True):
    """One event."""

    number: int
    seq: int
    kind: str
    rule: str = ""
    to: list[str] = []
    data: dict[str, object] = {}
    dice: list[tuple[str, Sides, int]] = []
    mods: list[dict[str, object]] = []
    chart: str = ""
    branch: str = ""


class FileSeat(msgspec.Struct, forbid_unknown_fields=True):
    """One seat."""

    name: str
    policy: str = ""
    standing_orders: dict[str, object] = {}


class FileSeason(msgspec.Struct, forbid_unknown_fields=True):
    """Shared draws of a season in a file: the hash of its key, and the key once it is public."""

    commitment: str
    key: str = ""


class SessionFile(msgspec.Struct, forbid_unknown_fields=True):
    """A session on paper. Version 1 had no seal and no season; it is read as it always was."""

    format: Literal["dispersal-session"]
    version: Literal[1, 2]
    title: str
    setup: dict[str, object]
    pack: str
    pack_hash: str
    rules: str
    status: Status
    commitment: str
    seats: list[FileSeat]
    entries: list[JournalLine]
    events: list[FileEvent]
    complete: bool
    seed: str = ""
    nonces: dict[str, str] = {}
    shared: list[str] = []
    borrowed: int = 0
    began: str = ""
    outcome: dict[str, object] | None = None
    season: FileSeason | None = None
    begun: str = ""
    written: str = ""
    charts: dict[str, dict[str, str]] = {}
    """The texts of the charts' files, by the hash of what they hold: all by which it was ever played."""
    seal: signatures.Signature | None = None


# Writing


def session_file(session: Session, player: Player) -> bytes:
    """Write a session down as this person may know it, from every seat that is theirs."""
    own = visibility.seats_of(session, player)
    over = visibility.is_over(session, own)
    audience = [visible_to(session, name) for name in own]
    lines = list(session.journal.order_by("seq").defer("frames", "kept"))
    rows = session.told.all() if over else session.told.filter(reduce(or_, audience))
    file_event = list(rows.order_by("number").select_related("entry").defer("entry__frames", "entry__kept"))
    complete = over or nothing_is_hidden(session, lines, file_event)
    document = SessionFile(
        format=FORMAT,
        version=2,
        title=session.title,
        setup=session.setup,
        pack=session.pack,
        pack_hash=session.pack_hash,
        rules=session.rules,
        status=cast(
            Status, SessionStatus.PLAYING if session.status == SessionStatus.OVER and not over else session.status
        ),
        commitment=session.commitment,
        seats=[FileSeat(seat.name, seat.policy, seat.standing_orders if over else {}) for seat in session.table],
        entries=[_line(line) for line in lines] if complete else [],
        events=[_event(row, place, complete) for place, row in enumerate(file_event, start=1)],
        complete=complete,
        seed=bytes(session.seed).hex() if over else "",
        nonces=session.nonces if over else {},
        borrowed=session.borrowed if over else 0,
        began=session.began,
        outcome=session.outcome if over else None,
        season=_season(session),
        begun=session.created.isoformat(timespec="seconds"),
        written=timezone.now().isoformat(timespec="seconds"),
        charts=_charts_written(session, lines),
    )
    document.seal = signatures.sign(unsigned_content(document))
    return msgspec.json.format(msgspec.json.encode(document), indent=1)


def visible_to(session: Session, seat: str) -> Q:
    """Match the events that a seat has been shown."""
    return selectors.visible(seat) & Q(number__lte=visibility.visible_progress_of(session, seat).told)


def unsigned_content(document: SessionFile) -> dict[str, Json]:
    """Return all that a seal is set under."""
    content: dict[str, Json] = msgspec.to_builtins(document, str_keys=True)
    return {name: value for name, value in content.items() if name != "seal"}


def _charts_written(session: Session, lines: Sequence[JournalEntry]) -> dict[str, dict[str, str]]:
    """Write down the charts by which it is played, and those by which it was before it went on with others."""
    hashes = {session.pack_hash, *(digest for line in lines for digest in store.charts_change(line))}
    found = {}
    for digest in sorted(hashes):
        try:
            texts = pack_store.texts_of(session.title, digest, session.pack)
        except pack_store.PackGone:
            continue  # a game whose charts are gone can still be written down
        if texts:
            found[digest] = texts
    return found


def _season(session: Session) -> FileSeason | None:
    calendar = session.calendar
    return FileSeason(calendar.commitment, dice_check.open_season_key(session)) if calendar is not None else None


def nothing_is_hidden(session: Session, lines: Sequence[JournalEntry], file_event: Sequence[EventRow]) -> bool:
    """Say whether one person alone has seen every face that fell and given every answer."""
    if not session.is_solitaire or any(seat.policy for seat in session.table):
        return False
    fell = Counter((line.seq, stream, sides, face) for line in lines for stream, _count, sides, face in line.draws)
    seen = Counter((row.entry.seq, *die) for row in file_event for die in row.dice)
    return fell == seen


def _line(line: JournalEntry) -> JournalLine:
    return JournalLine(
        seq=line.seq,
        kind=cast(Kind, line.kind),
        seat=line.seat,
        key=line.key,
        answer=line.answer,
        joined=line.joined,
        draws=[tuple(draw) for draw in line.draws],
        digest=line.digest,
        closed_by=line.closed_by,
        undone_by=line.undone_by,
    )


def _event(row: EventRow, place: int, complete: bool) -> FileEvent:
    """Write an event; before the end it is counted among those written, because a gap would reveal something hidden."""
    return FileEvent(
        number=place,
        seq=row.entry.seq if complete else 0,
        kind=row.kind,
        rule=row.rule,
        to=[seat for seat in row.to.split("|") if seat],
        data=row.data,
        dice=[tuple(die) for die in row.dice],
        mods=row.mods,
        chart=row.chart,
        branch=row.branch,
    )


# Reading


def read(data: bytes) -> SessionFile:
    """Read a file, or refuse it with what is wrong and where."""
    try:
        document = msgspec.json.decode(data, type=SessionFile)
        refuse_duplicates(data)
    except DuplicateName as problem:
        raise OrderRefused("duplicate_name", {"name": problem.name}, status=400) from problem
    except (msgspec.DecodeError, RecursionError, UnicodeError) as problem:
        raise OrderRefused("bad_file", {"problem": str(problem)}, status=400) from problem
    if not is_plain(msgspec.to_builtins(document)):
        raise OrderRefused("odd", status=400)
    return document


def dice_verdict(document: SessionFile) -> dice_check.DiceVerdict:
    """Check the dice of a finished session."""
    season = document.season
    try:
        seed = bytes.fromhex(document.seed)
        key = bytes.fromhex(season.key) if season is not None else b""
    except ValueError as problem:
        raise OrderRefused("bad_file", {"problem": str(problem)}, status=400) from problem
    draws = [(line.seq, *draw) for line in document.entries for draw in line.draws]
    verdict = dice_check.verify(
        seed=seed,
        commits=document.commitment,
        nonces=document.nonces,
        draws=draws,
        calendar=key,
        borrowed=document.borrowed,
    )
    if season is not None and key and commitment(key) != season.commitment:
        verdict.faults.append(_("The key of the season does not match its hash, which was shown before the season."))
    verdict.faults += _numbers_missing(document)
    return verdict


def _numbers_missing(document: SessionFile) -> list[str]:
    """Name the seats whose players gave no number: the site alone could have chosen their dice."""
    people = [place.name for place in document.seats if not place.policy]
    missing = [] if document.borrowed else [name for name in people if not document.nonces.get(name)]
    return [_("The seed does not contain the number of the player of %(seat)s.") % {"seat": name} for name in missing]


def import_session(file: IO[bytes], player: Player) -> Session:
    """Import a session from a file: played again by the rules in force, owned by who brought it."""
    return importer(file.read(), player)()


def importer(data: bytes, player: Player | None) -> Callable[[], Session]:
    """Read a session's file and play it through; return what writes it down. No request thread may call this."""
    document = read(data)
    if not document.complete or not document.entries:
        raise OrderRefused("incomplete_file", status=422)
    finished = document.status == SessionStatus.OVER and document.seed != ""
    if finished and not dice_verdict(document).holds:
        raise OrderRefused("false_dice", status=422)
    if signatures.check_signature(document.seal, unsigned_content(document)).state == "broken":
        raise OrderRefused("broken_seal", status=422)
    seats = _seats(document)
    pack_hash, posted = _charts_read(document)
    session = Session(
        title=document.title,
        setup=document.setup,
        pack=document.pack,
        pack_hash=pack_hash,
        rules=document.rules,
        began=document.began or document.rules,
        owner=player,
    )
    replays = _replays(document)
    session.borrowed = len(replays)
    if finished:
        session.seed, session.nonces = bytes.fromhex(document.seed), document.nonces
        session.borrowed = document.borrowed
    session.replays = replays
    _play_through(session)

    def write() -> Session:
        for one in posted:
            pack_store.store_charts(document.title, one, reworded=False)
        return replayed_session(session=session, seats=seats, replays=replays)

    return write


def _play_through(session: Session) -> None:
    """Play what a session is to begin with, so that the worker meets no journal that nobody has seen the end of."""
    try:
        store.played_through(session)
    except MemoryError:
        raise
    except Exception as problem:  # an answer of a shape that no rule expects breaks the rule that reads it
        raise OrderRefused("misfit", status=422) from problem


def _read_upload(upload: Upload, data: bytes) -> Callable[[], Result]:
    try:
        write = importer(data, upload.owner)
    except OrderRefused as refusal:
        raise UploadRefused(refusal.sentence, refusal.status) from refusal

    def imported() -> Result:
        return {"page": reverse("table", args=[write().pk])}

    return imported


UPLOAD = UploadKind(read=_read_upload, form="table_import")


def _seats(document: SessionFile) -> list[Seat]:
    """Return the seats, provided that game and seats are known here."""
    try:
        title = titles.title_of(document.title)
        names = title.seats(msgspec.convert(document.setup, title.Setup))
    except registry.NoSuchGame as problem:
        raise OrderRefused("no_game", status=422) from problem
    except ValueError as problem:
        raise OrderRefused("setup", {"problem": str(problem)}, status=422) from problem
    known = {place.name: place for place in document.seats}
    if set(known) != set(names) or any(place.policy not in {"", *title.policies()} for place in document.seats):
        raise OrderRefused("seats", status=422)
    return [
        Seat(name=name, place=at, policy=known[name].policy, standing_orders=known[name].standing_orders)
        for at, name in enumerate(names)
    ]


def _charts_read(document: SessionFile) -> tuple[str, list[Charts]]:
    """Return the hash of the charts of the game, stored here or in the file, and those in the file."""
    try:
        first = first_charts(document)
        posted = [pack_store.import_texts(document.title, texts, digest) for digest, texts in document.charts.items()]
        for one in posted:
            pack_store.cache_charts(document.title, one)
        digest = first if first in document.charts else pack_store.hash_of(document.title, first, document.pack)
        return digest, posted
    except MemoryError:
        raise
    except Exception as problem:  # any error that keeps the charts from being read
        raise OrderRefused("no_pack", {"problem": str(problem)}, status=422) from problem


def first_charts(document: SessionFile) -> str:
    """Return the hash of the charts with which a game began: it may have gone on by others since."""
    moves = (store.charts_change(line) for line in document.entries)
    return next((moved[0] for moved in moves if moved), document.pack_hash)


def _replays(document: SessionFile) -> list[store.ReplayLine]:
    entries = [
        JournalEntry(
            seq=line.seq,
            kind=line.kind,
            seat=line.seat,
            key=line.key,
            answer=line.answer,
            joined=line.joined,
            draws=[list(draw) for draw in line.draws],
            undone_by=line.undone_by,
        )
        for line in sorted(document.entries, key=lambda line: line.seq)
    ]
    if entries[0].kind != EntryKind.BEGIN:
        raise OrderRefused("bad_file", {"problem": "entries[0].kind"}, status=400)
    return store.valid_lines(entries)

"""Export and import of a career as one JSON file: its head and all dependent tables, as the game names them.

An imported file is read by its types and must be a career that can be shown. It is marked as imported, because
its dice are unproven. Exported again it is the same, except for the site's statement (`told`) and
signature.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property, partial
from typing import IO, Annotated, Any, Generic, Literal, Protocol

import msgspec
from django.core.files import File
from django.db import models, transaction
from django.utils.translation import gettext as _

from campaigns.accounts.models import Player
from campaigns.careers.models import NOT_IN_A_FILE, Career, CareerSource
from play.fairness import signatures
from play.fairness.file_checks import CannotCheck, FileCheckResult
from play.utils.plain_data import DuplicateName, is_plain, refuse_duplicates

LARGEST_FILE = 2 * 1024 * 1024
MOST_ROWS = 5000
"""Rows of all tables of a career together: a year of 92 lines has some hundreds."""


class SiteStatement(msgspec.Struct, forbid_unknown_fields=True):
    """Statement of the site that exports a career: source of its dice, and commitment of its game if any.

    An importing site believes none of it.
    """

    source: Literal["fair", "tabletop", "imported"]
    commitment: Annotated[str, msgspec.Meta(max_length=64)] = ""


class CareerDocument(Protocol):
    """A career's file that was read: its tables are lists of rows by the names that its game gives them."""

    career: msgspec.Struct
    told: SiteStatement | None
    seal: signatures.Signature | None


class CareerFileRefused(ValueError):
    """A file that is refused; its text says why, to the person who uploaded it."""


@dataclass(frozen=True, eq=False, kw_only=True)
class CareerFile(Generic[Career]):
    """The file of a game's careers."""

    format: str
    head: type[Career]
    tables: Mapping[str, type[models.Model]]
    """In the order in which they can be written: what others point to comes first."""
    render_pages: Callable[[Career], None]
    """Draws the pages of an imported career, and fails if it cannot be shown."""
    foreign_keys: Mapping[str, str] = field(default_factory=dict)
    """Foreign keys are written as the place of the row in that table; 0 is null."""
    json: Mapping[str, object] = field(default_factory=dict)
    """The types of columns that hold more than one thing."""
    optional: Mapping[str, Callable[[Career], object]] = field(default_factory=dict)
    """Columns of the head that a file may lack, each with what gives its value when a career is written down."""
    one_of: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Columns that hold one of a few words; nothing besides, where they may be blank."""

    # -- types

    def row_type(self, model: type[models.Model], leave: tuple[str, ...] = ("id", "career")) -> type[msgspec.Struct]:
        """Return the type of a table's row in the file, made from its columns."""
        fields: list[Any] = []
        for one in model._meta.concrete_fields:
            if model is self.head and one.name in self.optional:
                fields.append((one.name, self._type_of(one) | msgspec.UnsetType, msgspec.UNSET))
            elif one.name not in leave:
                fields.append((one.name, self._type_of(one)))
        return msgspec.defstruct(model.__name__, fields, forbid_unknown_fields=True, kw_only=True)

    def _type_of(self, column: models.Field) -> Any:
        if column.name in self.json:
            return self.json[column.name]
        if column.name in self.foreign_keys:
            return Annotated[int, msgspec.Meta(ge=0, le=32767)]
        if isinstance(column, models.BooleanField):
            return bool
        if isinstance(column, models.PositiveSmallIntegerField):
            return Annotated[int, msgspec.Meta(ge=0, le=32767)]
        if isinstance(column, models.SmallIntegerField):
            return Annotated[int, msgspec.Meta(ge=-32768, le=32767)]
        if column.name in self.one_of:
            words = self.one_of[column.name]
            return Literal[("", *words)] if column.blank else Literal[words]
        return Annotated[str, msgspec.Meta(max_length=column.max_length)]

    @cached_property
    def document(self) -> type[CareerDocument]:
        """The type of the whole file."""
        fields: list[Any] = [
            ("format", Literal[(self.format,)]),
            ("version", Literal[1]),
            ("career", self.row_type(self.head, NOT_IN_A_FILE)),
            *((name, list[self.row_type(model)]) for name, model in self.tables.items()),  # type: ignore[misc]
            ("told", SiteStatement | None, None),
            ("seal", signatures.Signature | None, None),
        ]
        made: Any = msgspec.defstruct("Document", fields, forbid_unknown_fields=True)
        found: type[CareerDocument] = made
        return found

    # -- out

    def dump(self, career: Career) -> bytes:
        """Write a career down."""
        places = {
            name: dict(self.tables[name]._default_manager.filter(career=career).values_list("pk", "place"))
            for name in self.foreign_keys.values()
        }
        tables = {
            name: [self._row(row, places, ("id", "career")) for row in model._default_manager.filter(career=career)]
            for name, model in self.tables.items()
        }
        head = self._row(career, {}, (*NOT_IN_A_FILE, *self.optional))
        besides = {name: value(career) for name, value in self.optional.items()}
        head |= {name: value for name, value in besides.items() if value}
        table = career.session
        words = {"source": career.source, "commitment": table.commitment if table is not None else ""}
        data = msgspec.convert(words, SiteStatement)
        document: dict[str, object] = {"format": self.format, "version": 1, "career": head} | tables | {"told": data}
        document["seal"] = signatures.sign(document)
        return msgspec.json.format(msgspec.json.encode(document), indent=1)

    def _row(
        self, row: models.Model, places: Mapping[str, Mapping[int, int]], leave: tuple[str, ...]
    ) -> dict[str, object]:
        values = {}
        for column in row._meta.concrete_fields:
            if column.name not in leave:
                value = getattr(row, column.attname)
                pointed = self.foreign_keys.get(column.name)
                values[column.name] = places[pointed].get(value, 0) if pointed else value
        return values

    # -- in

    def import_file(self, file: IO[bytes] | File, owner: Player) -> Career:
        """Import a career, whole or not at all."""
        return self.importer(file.read(), owner)()

    def importer(self, data: bytes, owner: Player) -> Callable[[], Career]:
        """Read a career's file; return what writes it down. No request thread may call this."""
        document = self.read(data)
        if sum(len(getattr(document, name)) for name in self.tables) > MOST_ROWS:
            raise CareerFileRefused(_("The file is larger than any career."))
        if signatures.check_signature(document.seal, unsigned(document)).state == "broken":
            raise CareerFileRefused(_("The signature is wrong. The file was changed after its site signed it."))
        return partial(self._import, document, owner)

    def _import(self, document: CareerDocument, owner: Player) -> Career:
        try:
            with transaction.atomic():
                career = self._write(document, owner)
                self.render_pages(self.head._default_manager.select_related("owner").get(pk=career.pk))
        except MemoryError:
            raise
        except Exception as problem:  # a value that cannot be written down or shown is no career
            raise CareerFileRefused(
                _("The parts of this file contradict each other. Nothing was imported.")
            ) from problem
        return career

    def read(self, data: bytes) -> CareerDocument:
        """Read a file by its types, or refuse it with what is wrong."""
        try:
            document = msgspec.json.decode(data, type=self.document)
            refuse_duplicates(data)
        except DuplicateName as problem:
            raise CareerFileRefused(
                _("The file has the field “%(name)s” twice in one part. Nothing was imported.") % {"name": problem.name}
            ) from problem
        except (msgspec.DecodeError, UnicodeError, RecursionError) as problem:
            raise CareerFileRefused(
                _("This is not a career file of this site: %(problem)s") % {"problem": problem}
            ) from problem
        if not is_plain(msgspec.to_builtins(document)):
            raise CareerFileRefused(
                _("Your entry contains characters or numbers that we cannot store. Nothing was changed.")
            )
        return document

    def _write(self, document: CareerDocument, owner: Player) -> Career:
        data = {name: value for name, value in _plain(document.career) if value is not msgspec.UNSET}
        career = self.head._default_manager.create(owner=owner, source=CareerSource.IMPORTED, **data)
        made: dict[str, dict[int, int]] = {}
        for name, model in self.tables.items():
            rows = []
            for row in getattr(document, name):
                values = msgspec.structs.asdict(row)
                for pointer, table in self.foreign_keys.items():
                    if pointer in values:
                        place, may_be_nothing = values.pop(pointer), model._meta.get_field(pointer).null
                        values[f"{pointer}_id"] = made[table][place] if place or not may_be_nothing else None
                rows.append(model(career=career, **values))
            model._default_manager.bulk_create(rows)
            made[name] = dict(model._default_manager.filter(career=career).values_list("place", "pk"))
        return career

    # -- checking

    def check(self, data: bytes, *, wanted: str = "") -> FileCheckResult:
        """Check a file; one without a signature proves nothing, and does not hold.

        A career is books, not a journal: nothing in it can be played again. Its dice are proven by the file of its own
        table, which is found by the commitment; what proves the books is the signature alone.
        """
        try:
            document = self.read(data)
        except CareerFileRefused as refusal:
            raise CannotCheck(str(refusal)) from refusal
        signed = signatures.check_signature(document.seal, unsigned(document), wanted=wanted)
        faults = []
        if signed.state == "none":
            faults.append(_("The file is not signed, so it proves nothing."))
        if signed.state == "retired":
            faults.append(_("The file is signed with a retired key, so the signature proves nothing."))
        if signed.state == "broken":
            faults.append(_("The signature is wrong. The file was changed after its site signed it."))
        if wanted and signed.state in ("none", "other", "retired"):
            faults.append(_("The file is not signed with the key that you entered."))
        upshot = (
            _("This career file failed verification.")
            if faults
            else _("This career file is unchanged since its site wrote it.")
        )
        return FileCheckResult(upshot, faults, [] if faults else list(_statement(document, signed)))


def _plain(row: msgspec.Struct) -> Iterator[tuple[str, object]]:
    for name, value in msgspec.structs.asdict(row).items():
        yield name, msgspec.to_builtins(value) if isinstance(value, msgspec.Struct) else value


def unsigned(document: CareerDocument) -> dict[str, object]:
    """Return all that the signature is set under."""
    content: dict[str, object] = msgspec.to_builtins(document, str_keys=True)
    return {name: value for name, value in content.items() if name != "seal"}


def _statement(document: CareerDocument, signed: signatures.SignatureCheck) -> Iterator[str]:
    if signed.state == "other":
        sentence = _(
            "Signed by another site with the key %(key)s. Compare this key with the list on that site’s page "
            "/signing-keys/."
        )
    else:
        sentence = _("Signed by the site with the key %(key)s.")
    yield sentence % {"key": signed.key}
    data = document.told
    if data is None or data.source == CareerSource.IMPORTED:
        yield _("That site imported the career from a file. Nothing before the import is proven.")
    elif data.source == CareerSource.TABLETOP:
        yield _("The player rolled real dice and entered the results. The site cannot prove them.")
    else:
        yield _("That site rolled the dice.")
    if data is not None and data.commitment:
        sentence = _(
            "To prove the dice, check the file of its game: its commitment (the hash of the seed) is %(commitment)s."
        )
        yield sentence % {"commitment": data.commitment}
    yield _("If you import this career, it is marked as imported from a file.")

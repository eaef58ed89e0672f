"""A scenario of a player's own as a form: its fields, the file that they make, and each fault beside its field. [3.2]

The form and the file hold the same; what a file says beyond the form (another set-up when played alone, units) stays
in it. Faults are those that the rules find, by the field's path.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

import yaml
from django.http import QueryDict
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from engine.kernel.packs.faults import PackError
from engine.nightfighter.charts.custom_scenarios import read_custom_scenario
from engine.nightfighter.charts.schema import SPECIALS, Tables
from play.charts.fault_words import fault_words
from sorties.nightfighter.text import WORDS

LONGEST = 20_000
ROWS = {"attackers": 8, "defenders": 6}
PLACE = "own.scenario."
PROVENANCE = "printed on a sheet of one's own"
CARRIED = ("Monica", "Boozer", "Village Inn", "H2S", "Fishpond", "tail warning")
EQUIPMENT = ("Serrate", "Flensburg", "Naxos", "tail warning", "schräge Musik")
HOMING = ("Flensburg", "Naxos", "Serrate")
JAM, SEEN = ("none", "light", "heavy"), ("random", "poor", "moderate", "good")


Label = str | Promise


@dataclass(frozen=True)
class FieldSpec:
    """A field of the form: its place in the file, its kind, and its choices."""

    path: str
    label: Label
    kind: str = "text"
    """text, number, numbers (several), yes, choice or many."""
    choices: tuple[str, ...] = ()
    help: Label = ""
    usual: str = ""


Section = tuple[Label, list[FieldSpec]]
"""A part of the form: its title and its fields."""


@dataclass
class FieldControl:
    """A field as the page draws it."""

    spec: FieldSpec
    path: str
    value: str | bool | list[str]
    faults: list[str] = field(default_factory=list)

    @property
    def options(self) -> list[tuple[str, str, bool]]:
        """The choices: value, word, and whether it is chosen."""
        held = self.value if isinstance(self.value, list) else [self.value]
        return [(one, str(WORDS.name(one)) if one else "–", one in held) for one in self.spec.choices]


def sections(tables: Tables) -> list[Section]:
    """Return the fields of the form by section; the two lists of aircraft are `force_specs`."""
    radars = tuple(row.name for row in tables.radars.search if row.name not in HOMING)
    zones, types = tuple(tables.map.zones), ("", *_types(tables))
    return [
        (gettext_lazy("The night"), _night_specs()),
        (gettext_lazy("When they come"), _entry_specs()),
        (gettext_lazy("Where you begin"), _start_specs()),
        (gettext_lazy("Radar on the ground"), [FieldSpec(f"search_radar.{name}", name, "number") for name in radars]),
        (gettext_lazy("Lights, flares, flak"), _light_specs(zones)),
        (gettext_lazy("Sky and height"), _sky_specs()),
        (gettext_lazy("Jamming and electronics"), _electronics_specs(radars)),
        (gettext_lazy("What wins"), [*_aim_specs("win", types)]),
        (gettext_lazy("What wins decisively"), [*_aim_specs("decisive", types)]),
        (gettext_lazy("Special rules"), _special_specs()),
    ]


def _night_specs() -> list[FieldSpec]:
    return [
        FieldSpec("title", gettext_lazy("Title")),
        FieldSpec(
            "date",
            gettext_lazy("Month, such as 1943-08"),
            help=gettext_lazy("The month decides moon and standard equipment."),
        ),
        FieldSpec("place", gettext_lazy("Place")),
        FieldSpec("theatre", gettext_lazy("Theatre"), "choice", ("europe", "pacific")),
        FieldSpec("difficulty", gettext_lazy("Difficulty"), "choice", ("normal", "hard", "impossible")),
        FieldSpec("turns", gettext_lazy("Last turn, 0 for none"), "number"),
    ]


def _entry_specs() -> list[FieldSpec]:
    return [
        FieldSpec(
            "entry.singles",
            gettext_lazy("One on each of these turns"),
            "numbers",
            help=gettext_lazy("Such as 1, 2, 4, 6"),
        ),
        FieldSpec("entry.waves.first", gettext_lazy("Waves from turn"), "number"),
        FieldSpec("entry.waves.each", gettext_lazy("In each wave"), "number"),
        FieldSpec("entry.waves.turns", gettext_lazy("Waves in all"), "number"),
        FieldSpec("entry.flares", gettext_lazy("Flare droppers on these turns"), "numbers"),
    ]


def _start_specs() -> list[FieldSpec]:
    return [
        FieldSpec("setup.beacon", gettext_lazy("At the beacon"), "yes"),
        FieldSpec("setup.rows", gettext_lazy("In these rows, such as 14, 27"), "numbers"),
        FieldSpec("setup.box", gettext_lazy("In the radio beacon box"), "yes"),
        FieldSpec("setup.facing", gettext_lazy("Heading"), "choice", ("", "N", "NE", "SE", "S", "SW", "NW")),
        FieldSpec("setup.y_rows", gettext_lazy("Under Y guidance in these rows"), "numbers"),
        FieldSpec("setup.delay_to", gettext_lazy("You may wait to turn"), "number"),
    ]


def _light_specs(zones: tuple[str, ...]) -> list[FieldSpec]:
    return [
        FieldSpec("searchlights.zones", gettext_lazy("Zones with lights"), "many", zones),
        FieldSpec("searchlights.directed", gettext_lazy("Lights led by radar"), "yes"),
        FieldSpec("flare_zones", gettext_lazy("Zones under flares"), "many", zones),
        FieldSpec("flak", gettext_lazy("Flak fires"), "yes"),
    ]


def _sky_specs() -> list[FieldSpec]:
    return [
        FieldSpec("moon", gettext_lazy("Moon"), "choice", ("random", "none", "half", "full")),
        FieldSpec("visibility", gettext_lazy("Visibility"), "choice", SEEN),
        FieldSpec("cloud", gettext_lazy("Cloud"), "choice", ("random", "none", "cloudy")),
        FieldSpec("altitude", gettext_lazy("Altitude"), "choice", ("medium", "low", "high")),
        FieldSpec("advantage", gettext_lazy("You have height in hand"), "yes"),
        FieldSpec("contrails", gettext_lazy("Contrails form"), "yes"),
    ]


def _electronics_specs(radars: tuple[str, ...]) -> list[FieldSpec]:
    return [
        FieldSpec("jamming.search", gettext_lazy("Search radar is jammed"), "choice", JAM),
        FieldSpec("jamming.sets", gettext_lazy("Jammed sets (empty: all)"), "many", radars),
        FieldSpec("jamming.ai", gettext_lazy("AI radar is jammed"), "choice", JAM),
        FieldSpec("jamming.bands", gettext_lazy("Bands"), "many", ("P", "L", "S", "X")),
        FieldSpec("jamming.searchlights", gettext_lazy("Lights are jammed"), "yes"),
        FieldSpec("electronics.bombers", gettext_lazy("All bombers carry"), "many", CARRIED[:5]),
        FieldSpec("electronics.fighters.Flensburg", gettext_lazy("Fighters with Flensburg, 0 for all"), "number"),
        FieldSpec("electronics.fighters.Naxos", gettext_lazy("Fighters with Naxos, 0 for all"), "number"),
        FieldSpec("music", gettext_lazy("Schräge Musik"), "choice", ("none", "roll", "all")),
        FieldSpec("experte_of_choice", gettext_lazy("You name an experte"), "yes"),
        FieldSpec("deconfliction", gettext_lazy("Fighters keep apart (11.1)"), "yes"),
    ]


def _special_specs() -> list[FieldSpec]:
    return [
        FieldSpec("skips", gettext_lazy("Phases to skip, by number"), "numbers"),
        FieldSpec("chapters", gettext_lazy("Last rules chapter needed"), "number"),
        FieldSpec("specials", gettext_lazy("Special rules"), "many", SPECIALS),
        FieldSpec("solo.supported", gettext_lazy("May be played alone"), "yes", usual="yes"),
    ]


def _aim_specs(level: str, types: tuple[str, ...]) -> Iterator[FieldSpec]:
    place = f"victory.{level}"
    yield FieldSpec(f"{place}.kills", gettext_lazy("Shot down"), "number")
    yield FieldSpec(f"{place}.of", gettext_lazy("Of this type alone"), "choice", types)
    yield FieldSpec(f"{place}.hits_on_one", gettext_lazy("Or hits on one aircraft"), "number")
    yield FieldSpec(f"{place}.losses_at_most", gettext_lazy("Own losses at most"), "number")
    yield FieldSpec(f"{place}.points_at_most", gettext_lazy("Their points at most, in a naval action"), "number")


def force_specs(tables: Tables) -> dict[str, list[FieldSpec]]:
    """Return the fields of a row of each list of aircraft."""
    sets = ("", *(row.name for row in tables.radars.ai))
    fighters = ("", *(row.type for row in tables.aircraft.nightfighters))
    roles = ("bomber", "torpedo", "flare", "intruder", "target")
    return {
        "attackers": [
            FieldSpec("type", gettext_lazy("Type"), "choice", ("", *_types(tables))),
            FieldSpec("count", gettext_lazy("How many"), "number"),
            FieldSpec("role", gettext_lazy("Role"), "choice", roles),
            FieldSpec("ai", gettext_lazy("AI radar"), "choice", sets),
            FieldSpec("equipment", gettext_lazy("Equipment"), "many", CARRIED),
        ],
        "defenders": [
            FieldSpec("type", gettext_lazy("Type"), "choice", fighters),
            FieldSpec("count", gettext_lazy("How many"), "number"),
            FieldSpec("pilot", gettext_lazy("Pilot"), "choice", ("seasoned", "green", "experte")),
            FieldSpec("ai", gettext_lazy("AI radar"), "choice", sets),
            FieldSpec("guidance", gettext_lazy("Guidance"), "choice", ("", "Y")),
            FieldSpec("equipment", gettext_lazy("Equipment"), "many", EQUIPMENT),
        ],
    }


def _types(tables: Tables) -> tuple[str, ...]:
    """All that can come: bombers, and nightfighters as intruders or targets."""
    rows = (*tables.aircraft.bombers, *tables.aircraft.nightfighters)
    return tuple(dict.fromkeys(row.type for row in rows))


# The file and the form ----------------------------------------------------------------------------------------------

Data = dict[str, object]
"""A scenario as its file has it, or a part of it."""
Fault = tuple[str, str, int]
"""The path of a field, what is wrong with it, and the line of the file."""


def loosely(text: str) -> Data:
    """Read a file as far as it is one, every value as it was written; what is none reads as nothing."""
    try:
        if any(isinstance(event, yaml.AliasEvent) for event in yaml.parse(text, Loader=yaml.CBaseLoader)):
            return {}
        held = yaml.load(text, Loader=yaml.CBaseLoader)  # noqa: S506 - the base loader makes texts, lists and mappings alone
    except yaml.YAMLError:
        return {}
    scenario = at(held, "own.scenario")
    return scenario if isinstance(scenario, dict) else {}


def scenario_text(data: Mapping[str, object], provenance: str = PROVENANCE) -> str:
    """Write a scenario as its file."""
    whole = {"own": {"provenance": provenance, "scenario": data}}
    return yaml.dump(whole, Dumper=yaml.CSafeDumper, sort_keys=False, allow_unicode=True, width=120)


def from_form(posted: QueryDict, base: Data, tables: Tables) -> Data:
    """Lay what was typed over what a file held; a field that is left empty is none."""
    data = {name: value for name, value in base.items() if name not in ROWS}
    data["id"] = str(base.get("id") or "own")
    for _title, specs in sections(tables):
        for spec in specs:
            _put(data, spec.path.split("."), _typed(spec, posted, spec.path))
    for name, specs in force_specs(tables).items():
        rows = []
        for number in range(ROWS[name]):
            stored = base.get(name)
            former = stored[number] if isinstance(stored, list) and number < len(stored) else {}
            row = {key: value for key, value in former.items() if key == "unit"} if isinstance(former, dict) else {}
            for spec in specs:
                _put(row, [spec.path], _typed(spec, posted, f"{name}.{number}.{spec.path}"))
            if row.get("type"):
                rows.append(row)
        data[name] = rows
    return data


def _typed(spec: FieldSpec, posted: QueryDict, name: str) -> object:
    """Return what was typed into a field as the file has it; None where nothing was."""
    if spec.kind == "many":
        return [one for one in posted.getlist(name) if one in spec.choices] or None
    text = posted.get(name, "").strip()
    if spec.kind == "yes":
        return (None if text else False) if spec.usual else (True if text else None)
    if spec.kind == "numbers":
        return [_number(one) for one in text.replace(",", " ").split()] or None
    if spec.kind == "number":
        return _number(text) if text else None
    return text or None


def _number(text: str) -> int | str:
    return int(text) if text.isascii() and text.removeprefix("-").isdigit() and len(text) < 10 else text


def _put(data: Data, path: list[str], value: object) -> None:
    """Set a part by its path, or take it away; what is empty then goes too."""
    first, *rest = path
    if not rest:
        if value is None:
            data.pop(first, None)
        else:
            data[first] = value
        return
    stored = data.get(first)
    inner: Data = dict(stored) if isinstance(stored, dict) else {}
    _put(inner, rest, value)
    if inner:
        data[first] = inner
    else:
        data.pop(first, None)


def at(data: object, path: str) -> object:
    """Return a part by its path, nothing where it is not."""
    for name in path.split("."):
        if isinstance(data, list):
            data = data[int(name)] if name.isdigit() and int(name) < len(data) else None
        else:
            data = data.get(name) if isinstance(data, dict) else None
    return data


def texts_at(data: object, path: str) -> list[str]:
    """Return the texts of a list by its path; none where it is no list."""
    found = at(data, path)
    return [one for one in found if isinstance(one, str)] if isinstance(found, Iterable) else []


def faults_in(text: str, tables: Tables) -> list[Fault]:
    """Return what is wrong with a file."""
    if len(text) > LONGEST:
        return [("", _("The file has more than %(n)s characters. Shorten it.") % {"n": LONGEST}, 0)]
    try:
        read_custom_scenario(text, tables)
    except PackError as problem:
        found = []
        for fault in problem.faults:
            data = {"expected": fault_words(fault.expected), "got": fault_words(fault.got)}
            where = fault.field.removeprefix(PLACE).replace("[", ".").replace("]", "")
            found.append((where, _("Expected: %(expected)s. Found: %(got)s.") % data, fault.line))
        return found
    return []


def _shown(spec: FieldSpec, value: object) -> str | bool | list[str]:
    """Return a value of the file as the control of its field has it."""
    if spec.kind in ("numbers", "many"):
        values = [str(one) for one in value] if isinstance(value, list) else []
        return ", ".join(values) if spec.kind == "numbers" else values
    if spec.kind == "yes":
        return str(value).lower() == "true" if value is not None else bool(spec.usual)
    return "" if isinstance(value, (dict, list)) or value is None else str(value)


class ScenarioForm:
    """The form of one scenario, with its values and its faults."""

    def __init__(self, data: Data, tables: Tables, faults: Sequence[Fault] = ()) -> None:
        self.controls: dict[str, FieldControl] = {}
        self.sections = [
            (title, [self._control(spec, spec.path, data) for spec in specs]) for title, specs in sections(tables)
        ]
        self.forces = {
            name: [
                [self._control(spec, f"{name}.{number}.{spec.path}", data) for spec in specs]
                for number in range(self._rows(name, data))
            ]
            for name, specs in force_specs(tables).items()
        }
        self.rest = [fault for fault in faults if not self._placed(fault)]
        self.count = len(faults)

    def _rows(self, name: str, data: Data) -> int:
        held = data.get(name)
        return min(ROWS[name], (len(held) if isinstance(held, list) else 0) + 1)

    def _control(self, spec: FieldSpec, path: str, data: Data) -> FieldControl:
        found = self.controls[path] = FieldControl(spec, path, _shown(spec, at(data, path)))
        return found

    def _placed(self, fault: Fault) -> bool:
        """Put a fault beside its field, or beside the first field of the part that it is about."""
        where, sentence, _line = fault
        inside = [path for path in self.controls if path == where or path.startswith(f"{where}.")]
        while not inside and "." in where:
            where = where.rpartition(".")[0]
            inside = [path for path in self.controls if path == where]
        if not inside or not where:
            return False
        self.controls[inside[0]].faults.append(sentence)
        return True

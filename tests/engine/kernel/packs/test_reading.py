"""Chart packs: what a sound one gives, and where each fault of an unsound one is found."""

import pickle
from pathlib import Path
from typing import Annotated, Literal

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.kernel.packs.faults import MOST_FAULTS, PackError, PackFault
from engine.kernel.packs.files import copy_pack, decode_pack, dump_pack, encode_pack
from engine.kernel.packs.hashing import content_hash
from engine.kernel.packs.reading import load_pack, read_pack
from engine.kernel.packs.schema import (
    ByRoll,
    ChartError,
    ChartRow,
    ChartTable,
    Pack,
    Prose,
    Rolled,
    RollRange,
    RollTable,
    RowProvenance,
    dice_range,
)


class Contact(ChartRow, frozen=True):
    result: Literal["bombers", "fighters", "nothing"]
    enemy: str | None = None


class Gun(ChartRow, frozen=True):
    name: str
    power: Annotated[int, msgspec.Meta(ge=0, le=20)]


class Guns(ChartTable, frozen=True):
    rows: tuple[Gun, ...]


class Damage(Rolled, frozen=True):
    wing: ByRoll[str]
    tail: ByRoll[str | None]


class Fitting(ChartTable, frozen=True):
    carries: dict[str, list[str]]

    def __post_init__(self) -> None:
        if not self.carries:
            raise ChartError(("carries",), "at least one aircraft", "none")


class Charts(msgspec.Struct, frozen=True):
    interception: RollTable[Contact]
    guns: Guns
    damage: Damage
    fitting: Fitting


def guns_are_known(charts: Charts, report) -> None:
    known = {gun.name for gun in charts.guns.rows}
    for aircraft, guns in charts.fitting.carries.items():
        for index, gun in enumerate(guns):
            if gun not in known:
                report(("fitting", "carries", aircraft, index), "a gun of the table guns", gun)


CHART = "interception.yaml"
GUNS = "aircraft/guns.yaml"
SOUND = {
    "pack.yaml": "game: toy\nname: standard\ntitle: The toy's charts\nversion: '1'\n",
    CHART: """\
# What the patrol meets.
interception:
  provenance: rule 7.11
  dice: 2d6
  rows:
    2-4: {result: nothing}
    5-9: {result: bombers}
    10: {result: fighters, enemy: P-47, provenance: source JP2}
    11+: {result: bombers}
""",
    GUNS: """\
guns:
  provenance: "reconstructed: counted from photographs"
  rows:
    - {name: MG17, power: 1}
    - {name: MK108, power: 5}
fitting:
  provenance: printed mats
  carries:
    Bf109: [MG17, MK108]
    Fw190: [MG17]
""",
    "damage.yaml": """\
damage:
  provenance: ruling wings
  dice: d6
  wing: {1-5: wing, 6: engine}
  tail:
    1-3: rudder
    4+: null
""",
}


def write(folder: Path, texts: dict[str, str]) -> Path:
    for file, text in texts.items():
        path = folder / file
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return folder


def faults(texts: dict[str, str], check=guns_are_known) -> list[tuple[str, int, str]]:
    """Return the places of the faults of the texts."""
    with pytest.raises(PackError) as refused:
        read_pack(texts, Charts, check=check)
    found = refused.value.faults
    assert all(fault.expected and fault.got for fault in found)
    assert str(refused.value).splitlines() == [str(fault) for fault in found]
    return [(fault.file, fault.line, fault.field) for fault in found]


def changed(file: str, before: str, after: str) -> dict[str, str]:
    assert SOUND[file].count(before) == 1
    return {**SOUND, file: SOUND[file].replace(before, after)}


# A sound pack


def test_it_works(tmp_path):
    pack = load_pack(write(tmp_path / "standard", SOUND), Charts, check=guns_are_known)
    assert pack.manifest.title == "The toy's charts"
    assert pack.tables.interception[3] == Contact(result="nothing")
    assert pack.tables.interception[10] == Contact(result="fighters", enemy="P-47", provenance="source JP2")
    assert pack.tables.interception[14].result == "bombers"
    assert pack.tables.damage.wing[6] == "engine"
    assert pack.tables.damage.tail[9] is None
    assert pack.tables.guns.provenance == "reconstructed: counted from photographs"
    assert pack.origin["fitting"] == "standard/aircraft/guns.yaml"


def test_faults_are_the_same_in_another_process():
    error = PackError([PackFault("a.yaml", 3, "rows", "a list", "text"), PackFault("a.yaml", 1, "", "a title", "none")])
    carried = pickle.loads(pickle.dumps(error))
    assert (carried.faults, str(carried)) == (error.faults, str(error))


def test_plain_words_stay_text():
    """Hex 0915, a month, and the words that older YAML took for truth values."""
    guns = """\
guns:
  provenance: rule 2.1.1
  rows:
    - {name: 0915, power: 1}
    - {name: 1943-03-01, power: 1}
    - {name: off, power: 1}
    - {name: "12", power: 1}
fitting: {provenance: rule S1, carries: {Bf109: [0915]}}
"""
    pack = read_pack({**SOUND, GUNS: guns}, Charts, check=guns_are_known)
    names = [gun.name for gun in pack.tables.guns.rows]
    assert names == ["0915", "1943-03-01", "off", "12"]


def test_the_hash_does_not_know_the_layout():
    plain = read_pack(SOUND, Charts).hash
    guns = SOUND[GUNS].replace("{name: MG17, power: 1}", "{power: 1,  name: 'MG17'}")
    reordered = {
        "one.yaml": SOUND["damage.yaml"] + guns,
        "two.yaml": SOUND[CHART].replace("# What the patrol meets.", "# Another remark."),
        "pack.yaml": "version: '2'\ntitle: Mine\nname: mine\ngame: toy\n",
    }
    assert read_pack(reordered, Charts).hash == plain


@pytest.mark.parametrize(
    ("file", "before", "after"),
    [
        (GUNS, "power: 5", "power: 6"),
        ("damage.yaml", "rudder", "fin"),
        ("pack.yaml", "game: toy", "game: tin"),
    ],
)
def test_the_hash_knows_the_content(file, before, after):
    assert read_pack(changed(file, before, after), Charts).hash != read_pack(SOUND, Charts).hash


def test_the_hash_does_not_know_the_wording():
    assert read_pack(changed(CHART, "rule 7.11", "rule 7.12"), Charts).hash == read_pack(SOUND, Charts).hash


class Flat(ChartTable, frozen=True):
    sides: int


class Round(Flat, frozen=True):
    holes: int = 0
    label: Prose = ""


def test_a_new_field_at_its_default_leaves_the_hash_as_it_was():
    def hashed(kind, **fields):
        return content_hash("toy", msgspec.defstruct("Tables", [("disc", kind)])(kind(provenance="rule 1", **fields)))

    assert hashed(Round, sides=1) == hashed(Flat, sides=1) == hashed(Round, sides=1, label="A plate.")
    assert hashed(Round, sides=1, holes=2) != hashed(Flat, sides=1) != hashed(Flat, sides=2)


def test_a_pack_that_was_kept_is_the_same_pack():
    pack = read_pack(SOUND, Charts)
    again = decode_pack(encode_pack(pack), Charts, pack.hash)
    assert (again.manifest, again.tables, again.content, again.hash) == (
        pack.manifest,
        pack.tables,
        pack.content,
        pack.hash,
    )


class Keyed(ChartTable, frozen=True):
    by: dict[str | int, int]


class KeyedCharts(msgspec.Struct, frozen=True):
    keyed: Keyed


def test_the_hash_keeps_the_kind_of_a_key():
    def read(key: str) -> Pack[KeyedCharts]:
        text = f"keyed: {{provenance: rule 1, by: {{{key}: 1}}}}\n"
        return read_pack({"pack.yaml": SOUND["pack.yaml"], "keyed.yaml": text}, KeyedCharts)

    assert read("1").hash != read("'1'").hash


def test_a_pack_is_read_once_until_it_changes(tmp_path):
    folder = write(tmp_path / "standard", SOUND)
    pack = load_pack(folder, Charts)
    assert load_pack(str(folder), Charts) is pack
    write(folder, changed(GUNS, "power: 5", "power: 15"))
    assert load_pack(folder, Charts).tables.guns.rows[1].power == 15


# A pack of one's own


def test_a_pack_extends_another_and_replaces_whole_tables(tmp_path):
    standard = load_pack(write(tmp_path / "standard", SOUND), Charts)
    mine = {
        "pack.yaml": "game: toy\nname: mine\ntitle: Mine\nversion: '1'\nbase: standard\n",
        "guns.yaml": "guns: {provenance: printed mat 3, rows: [{name: MG17, power: 2}, {name: MK108, power: 9}]}\n",
    }
    pack = load_pack(write(tmp_path / "mine", mine), Charts, check=guns_are_known)
    assert [gun.power for gun in pack.tables.guns.rows] == [2, 9]
    assert pack.tables.interception == standard.tables.interception
    assert pack.origin["guns"] == "mine/guns.yaml"
    assert pack.origin["damage"] == "standard/damage.yaml"
    assert pack.hash != standard.hash
    write(tmp_path / "standard", changed("damage.yaml", "rudder", "fin"))
    assert load_pack(tmp_path / "mine", Charts, check=guns_are_known).tables.damage.tail[1] == "fin"


def test_a_base_is_found_elsewhere_when_told(tmp_path):
    write(tmp_path / "shipped" / "standard", SOUND)
    mine = {"pack.yaml": "game: toy\nname: mine\ntitle: Mine\nversion: '1'\nbase: standard\n"}
    pack = load_pack(write(tmp_path / "own" / "mine", mine), Charts, home=tmp_path / "shipped")
    assert pack.hash == load_pack(tmp_path / "shipped" / "standard", Charts).hash


@pytest.mark.parametrize(("base", "got"), [("mine", "“mine”"), ("second", "“mine”"), ("nowhere", "no such file")])
def test_a_base_that_is_not_there_or_extends_this_one_is_refused(tmp_path, base, got):
    manifest = "game: toy\nname: {}\ntitle: A\nversion: '1'\nbase: {}\n"
    write(tmp_path / "mine", {"pack.yaml": manifest.format("mine", base)})
    write(tmp_path / "second", {"pack.yaml": manifest.format("second", "mine")})
    with pytest.raises(PackError) as refused:
        load_pack(tmp_path / "mine", Charts)
    assert [fault.got for fault in refused.value.faults] == [got]


def test_a_base_of_another_game_is_refused(tmp_path):
    write(tmp_path / "standard", SOUND)
    write(tmp_path / "mine", {"pack.yaml": "base: standard\ngame: tin\nname: mine\ntitle: A\nversion: '1'\n"})
    with pytest.raises(PackError) as refused:
        load_pack(tmp_path / "mine", Charts)
    assert refused.value.faults == (PackFault("mine/pack.yaml", 1, "base", "a pack of tin", "toy"),)


def test_a_copy_holds_the_same_charts_and_can_be_edited(tmp_path):
    standard = load_pack(write(tmp_path / "standard", SOUND), Charts)
    folder = copy_pack(standard, tmp_path / "mine", title="Mine: “łódź”")
    copy = load_pack(folder, Charts, check=guns_are_known)
    assert copy.hash == standard.hash
    assert (copy.manifest.name, copy.manifest.title, copy.manifest.base) == ("mine", "Mine: “łódź”", None)
    file = folder / "guns.yaml"
    file.write_text(file.read_text().replace("power: 5", "power: 7"))
    assert load_pack(folder, Charts).tables.guns.rows[1].power == 7
    with pytest.raises(FileExistsError):
        copy_pack(standard, folder, title="Again")


def test_a_dump_is_read_back_as_it_was():
    pack = read_pack(SOUND, Charts)
    again = read_pack(dump_pack(pack, name="again", title="Again"), Charts)
    assert again.content == pack.content
    assert again.hash == pack.hash


def test_a_copy_needs_a_plain_name(tmp_path):
    pack = read_pack(SOUND, Charts)
    with pytest.raises(msgspec.ValidationError):
        copy_pack(pack, tmp_path / "My Pack", title="Mine")
    assert not (tmp_path / "My Pack").exists()


# Unsound packs: file, line and field


@pytest.mark.parametrize(
    ("file", "before", "after", "line", "field"),
    [
        pytest.param(GUNS, "power: 5", "power: five", 5, "guns.rows[1].power", id="wrong type"),
        pytest.param(GUNS, "power: 5", "power: 5.5", 5, "guns.rows[1].power", id="not whole"),
        pytest.param(GUNS, "power: 5", "power: 21", 5, "guns.rows[1].power", id="out of range"),
        pytest.param(GUNS, ", power: 5", "", 5, "guns.rows[1].power", id="missing field"),
        pytest.param(GUNS, "power: 5", "power: 5, jams: true", 5, "guns.rows[1].jams", id="unknown key"),
        pytest.param(GUNS, "[MG17, MK108]", "[MG17, 3]", 9, "fitting.carries.Bf109[1]", id="in a list"),
        pytest.param(GUNS, "Fw190:", "190:", 10, "fitting.carries[190]", id="key of the wrong type"),
        pytest.param(GUNS, "[MG17, MK108]", "[MG17, MK103]", 9, "fitting.carries.Bf109[1]", id="reference"),
        pytest.param(GUNS, "fitting:", "fittings:", 6, "fittings", id="unknown table"),
        pytest.param(GUNS, "  provenance: printed mats\n", "", 6, "fitting.provenance", id="no provenance"),
        pytest.param(GUNS, "printed mats", "somebody", 7, "fitting.provenance", id="odd provenance"),
        pytest.param(GUNS, "printed mats", "reconstructed", 7, "fitting.provenance", id="no reason"),
        pytest.param(CHART, "source JP2", "hearsay", 8, "interception.rows[10].provenance", id="row's"),
        pytest.param(CHART, "{result: nothing}", "{result: sun}", 6, "interception.rows.2-4.result", id="word"),
        pytest.param(CHART, "dice: 2d6", "dice: two", 4, "interception.dice", id="dice"),
        pytest.param(CHART, "5-9:", "4-9:", 7, "interception.rows.4-9", id="overlap"),
        pytest.param(CHART, "5-9:", "6-9:", 7, "interception.rows.6-9", id="gap"),
        pytest.param(CHART, "5-9:", "9-5:", 7, "interception.rows.9-5", id="backwards"),
        pytest.param(CHART, "5-9:", "often:", 7, "interception.rows.often", id="not a roll"),
        pytest.param(CHART, "5-9:", "5+:", 8, "interception.rows[10]", id="open end inside"),
        pytest.param(CHART, "    2-4: {result: nothing}\n", "", 5, "interception.rows", id="low end open"),
        pytest.param("damage.yaml", "6: engine", "6: [engine]", 4, "damage.wing[6]", id="cell of the wrong type"),
        pytest.param("damage.yaml", ", 6: engine", "", 4, "damage.wing", id="column too short"),
        pytest.param("damage.yaml", "{1-5: wing, 6: engine}", "[wing]", 4, "damage.wing", id="list for rolls"),
        pytest.param("damage.yaml", "{1-5: wing, 6: engine}", "{}", 4, "damage.wing", id="no rolls"),
        pytest.param("pack.yaml", "name: standard", "name: My Pack", 2, "name", id="manifest"),
        pytest.param("pack.yaml", "version: '1'", "version: 1", 4, "version", id="manifest type"),
        pytest.param("pack.yaml", "version: '1'", "base: other\nversion: '1'", 1, "base", id="base not found"),
    ],
)
def test_a_fault_is_found_where_it_stands(file, before, after, line, field):
    found = faults(changed(file, before, after))
    assert (file, line, field) in found
    assert [place for place in found if place[0] == file] == [(file, line, field)]


@pytest.mark.parametrize(
    ("file", "before", "after", "line"),
    [
        pytest.param(GUNS, "Fw190: [MG17]", "Bf109: [MG17]", 10, id="duplicate key"),
        pytest.param(CHART, "10: {result: fighters", "5-9: {result: fighters", 8, id="duplicate roll"),
        pytest.param(GUNS, "power: 5", "power: !!int 5", 5, id="tag"),
        pytest.param(GUNS, "power: 5", "power: !!python/name:os.system ''", 5, id="python tag"),
        pytest.param(GUNS, "[MG17, MK108]", "&a [MG17, MK108]\n    Me262: *a", 10, id="alias"),
        pytest.param(GUNS, "[MG17, MK108]", "[MG17, MK108", 10, id="not YAML"),
        pytest.param(GUNS, "fitting:", "---\nfitting:", 6, id="second document"),
        pytest.param(GUNS, "Fw190:", "[a]:", 10, id="list as key"),
        pytest.param(GUNS, "Fw190:", "1.5:", 10, id="number as key"),
        pytest.param(GUNS, "[MG17, MK108]", "[" * 60 + "]" * 60, 9, id="deep"),
        pytest.param(GUNS, "[MG17, MK108]", "[" * 900_000, 9, id="bottomless"),
        pytest.param(GUNS, "MK108]", "MK108\x00]", 1, id="control character"),
        pytest.param(GUNS, "MK108]", "\ud800]", 1, id="half a character"),
    ],
)
def test_what_is_not_plain_yaml_is_refused(file, before, after, line):
    assert (file, line, "") in faults(changed(file, before, after))


def test_all_faults_of_all_files_are_told_at_once():
    texts = changed(GUNS, "power: 5", "power: 50")
    chart = texts[CHART]
    texts[CHART] = chart.replace("dice: 2d6", "dice: 3").replace("enemy: P-47", "enemy: 47")
    del texts["damage.yaml"]
    assert faults(texts) == [
        (GUNS, 5, "guns.rows[1].power"),
        (CHART, 4, "interception.dice"),
        (CHART, 8, "interception.rows[10].enemy"),
        ("pack.yaml", 1, "damage"),
    ]


def test_a_fault_reads_as_a_sentence():
    with pytest.raises(PackError) as refused:
        read_pack(changed(GUNS, "power: 5", "power: five"), Charts, label="standard")
    assert str(refused.value) == (
        "standard/aircraft/guns.yaml, line 5: guns.rows[1].power: expected a whole number, got “five”."
    )
    with pytest.raises(PackError, match="expected one of bombers, fighters, nothing, got “sun”"):
        read_pack(changed(CHART, "{result: nothing}", "{result: sun}"), Charts)


def test_a_table_that_stands_twice_is_refused():
    assert faults({**SOUND, "more.yaml": "\n" + SOUND["damage.yaml"]}) == [("more.yaml", 2, "damage")]


def test_a_table_may_refuse_what_does_not_fit_together():
    carries = "  carries:\n    Bf109: [MG17, MK108]\n    Fw190: [MG17]\n"
    texts = changed(GUNS, carries, "  carries: {}\n")
    assert faults(texts) == [(GUNS, 8, "fitting.carries")]


def test_a_file_that_holds_no_tables_is_refused_and_an_empty_one_is_not():
    assert faults({**SOUND, "more.yaml": "- one\n"}) == [("more.yaml", 1, "")]
    assert read_pack({**SOUND, "more.yaml": "# Nothing yet.\n"}, Charts).hash == read_pack(SOUND, Charts).hash


def test_a_pack_without_a_manifest_is_refused(tmp_path):
    with pytest.raises(PackError) as refused:
        load_pack(tmp_path, Charts)
    assert refused.value.faults[0].file == f"{tmp_path.name}/pack.yaml"
    assert ("pack.yaml", 1, "") in faults({"damage.yaml": SOUND["damage.yaml"]})


def test_other_bytes_and_too_many_bytes_are_refused(tmp_path):
    folder = write(tmp_path / "standard", SOUND)
    (folder / "bytes.yaml").write_bytes(b"one: 1\ntwo: \xff\n")
    (folder / "long.yaml").write_text("#" * 1_000_001)
    with pytest.raises(PackError) as refused:
        load_pack(folder, Charts)
    assert [(fault.file, fault.line) for fault in refused.value.faults] == [
        ("standard/bytes.yaml", 2),
        ("standard/long.yaml", 1),
    ]
    assert ("long.yaml", 1, "") in faults({**SOUND, "long.yaml": "#" * 1_000_001})


def test_a_schema_of_anything_but_tables_is_the_games_mistake():
    class Loose(msgspec.Struct):
        guns: list[Gun]

    with pytest.raises(TypeError, match=r"Loose\.guns is not a Table"):
        read_pack(SOUND, Loose)


class Patterned(ChartRow, frozen=True):
    names: ByRoll[RowProvenance | list[str]]


def test_a_schema_that_could_kill_the_process_is_refused():
    """The validator frees the pattern of such a union once too often."""

    class Unsafe(msgspec.Struct):
        table: RollTable[Patterned]

    with pytest.raises(TypeError, match="is a union of patterned text and a collection"):
        read_pack(SOUND, Unsafe)


VALUES = ["5", "null", "[]", "{}", "x", "-1", "true", "[1, {a: b}]", "2d6", "3+", "rule 7", "~: 1", "*a", "\t", "]"]


@settings(max_examples=300)
@given(st.sampled_from(sorted(SOUND)), st.integers(0, 60), st.sampled_from(VALUES))
def test_whatever_is_spoilt_gives_a_pack_or_faults(file, word, value):
    """No spoilt word ends in another error, or in a dead process."""
    words = SOUND[file].split(" ")
    words[word % len(words)] = value
    try:
        pack = read_pack({**SOUND, file: " ".join(words)}, Charts, check=guns_are_known)
    except PackError as refused:
        assert refused.faults
    else:
        assert isinstance(pack, Pack)


# Rolls


@pytest.mark.parametrize(
    ("text", "low", "high"),
    [(10, 10, 10), ("2-5", 2, 5), ("6+", 6, None), ("4-", None, 4), ("-2", -2, -2), ("-3--1", -3, -1)],
)
def test_a_span_is_read_and_written(text, low, high):
    span = RollRange.parse(text)
    assert (span.low, span.high) == (low, high)
    assert str(span) == str(text)


@given(st.integers(-20, 20), st.lists(st.integers(1, 5), min_size=2, max_size=8), st.booleans(), st.booleans())
def test_every_roll_finds_its_row(low, widths, below, above):
    spans, start = [], low
    for width in widths:
        spans.append(RollRange(start, start + width - 1))
        start += width
    if below:
        spans[0] = RollRange(None, spans[0].high)
    if above:
        spans[-1] = RollRange(spans[-1].low, None)
    by_roll = ByRoll({str(span): span for span in reversed(spans)})
    for roll in range(low - 5, start + 5):
        inside = [s for s in spans if (s.low is None or s.low <= roll) and (s.high is None or roll <= s.high)]
        if inside:
            assert by_roll[roll] == inside[0]
        else:
            with pytest.raises(KeyError):
                by_roll[roll]
    assert by_roll.covers(low, start - 1)
    assert by_roll.covers(low - 1, start - 1) is below
    assert by_roll.covers(low, start) is above


@pytest.mark.parametrize(
    ("dice", "range_"),
    [("d10", (1, 10)), ("2d6", (2, 12)), ("1d6+10", (11, 16)), ("3d6-2", (1, 16)), ("1d100", (1, 100))],
)
def test_dice_have_a_lowest_and_a_highest_total(dice, range_):
    assert dice_range(dice) == range_


def test_reading_stops_at_the_last_fault_that_is_noted():
    unknown = "".join(f"  unknown-{number}: 1\n" for number in range(5_000))
    with pytest.raises(PackError) as found:
        read_pack(changed(GUNS, "fitting:\n", f"fitting:\n{unknown}"), Charts)
    assert len(found.value.faults) == MOST_FAULTS and found.value.stopped
    with pytest.raises(PackError) as found:
        read_pack(changed(GUNS, "power: 5", "power: 50"), Charts)
    assert not found.value.stopped


@pytest.mark.parametrize("text", ["fitting: {KEY: 1}", "fitting: KEY", "KEY: {}", "fitting: *KEY", "fitting: !KEY x"])
def test_no_word_of_a_fault_is_longer_than_a_page(text):
    with pytest.raises(PackError) as found:
        read_pack(SOUND | {GUNS: text.replace("KEY", "k" * 100_000)}, Charts)
    assert sum(len(str(fault)) for fault in found.value.faults) < 10_000

"""The value function of a game was fitted to games by the present charts, with one command."""

from types import SimpleNamespace
from typing import Any

import msgspec
import pytest
from django.core.management import call_command

from engine.analysis.value_fn import FittedWeights
from engine.bomber_command.analysis.entry import ANALYSIS as RAID_ANALYSIS
from engine.bomber_command.charts import schema as by_command
from engine.bomber_command.game import TITLE as BY_COMMAND
from engine.interceptor.analysis.entry import ANALYSIS as SORTIE_ANALYSIS
from engine.interceptor.charts import compiled as by_day
from engine.interceptor.game import TITLE as BY_DAY
from engine.interceptor.state import PilotSetup
from engine.interceptor.state import Setup as SortieSetup
from engine.kernel.packs.hashing import content_hash, tables_hash
from engine.nightfighter.analysis.entry import ANALYSIS as NIGHT_ANALYSIS
from engine.nightfighter.charts import schema as by_night
from engine.nightfighter.game import TITLE as BY_NIGHT

TITLES = pytest.mark.parametrize("title", [BY_DAY, BY_COMMAND, BY_NIGHT], ids=lambda title: title.name)
PACKS = {BY_DAY.name: by_day.PACKS, BY_COMMAND.name: by_command.PACKS, BY_NIGHT.name: by_night.PACKS}
ANALYSES: dict[str, Any] = {
    BY_DAY.name: SORTIE_ANALYSIS,
    BY_COMMAND.name: RAID_ANALYSIS,
    BY_NIGHT.name: NIGHT_ANALYSIS,
}
ANOTHER = {
    BY_DAY.name: ("bombers.yaml", "explodes_from: 7", "explodes_from: 8"),
    BY_COMMAND.name: ("maps.yaml", "hex: K3, flak: 1", "hex: K3, flak: 2"),
    BY_NIGHT.name: ("campaign.yaml", "casualty_share: 4", "casualty_share: 3"),
}


def other_charts(title: Any, change: tuple[str, str, str] | None = None) -> Any:
    """The standard charts with one figure changed."""
    texts = {path.name: path.read_text(encoding="utf-8") for path in (PACKS[title.name] / "standard").glob("*.yaml")}
    texts["pack.yaml"] = texts["pack.yaml"].replace("name: standard", "name: mine")
    file, was, now = change or ANOTHER[title.name]
    assert was in texts[file]
    texts[file] = texts[file].replace(was, now)
    return title.read_pack(texts)


@TITLES
def test_a_test_fails_when_the_charts_have_moved_on(title):
    """`manage.py worth` fits them anew."""
    value_fn = ANALYSES[title.name].value_fn
    kept = value_fn.stored
    assert kept.tables_hash == value_fn.tables_hash(title.load_pack("standard"))
    assert kept.games == dict(value_fn.games)
    assert {tuple(weights) for weights in kept.kinds.values()} == {value_fn.features}


@TITLES
def test_by_other_charts_they_say_nothing(title):
    charts, other = title.load_pack("standard"), other_charts(title)
    assert other.hash != charts.hash
    value_fn = ANALYSES[title.name].value_fn
    for kind in value_fn.games:
        assert value_fn.of(other, kind) == ()
        assert len(value_fn.of(charts, kind)) == len(value_fn.features)


def test_a_new_award_leaves_them_as_they_are():
    row = "    - {name: wound-badge, wounds: 1, prestige: 1, provenance: rule 7.8.1}\n"
    new = (
        row
        + "    - {name: long-service, flights: 90, title: {en: Long Service, pl: Za wysługę}, provenance: rule 7.8.1}\n"
    )
    charts, other = BY_DAY.load_pack("standard"), other_charts(BY_DAY, ("status.yaml", row, new))
    value_fn = ANALYSES[BY_DAY.name].value_fn
    assert other.hash != charts.hash and len(other.career.awards) == len(charts.career.awards) + 1
    assert value_fn.of(other, "year") == value_fn.of(charts, "year") != ()
    setup = SortieSetup(play="competitive", pilots=[PilotSetup(), PilotSetup()])
    assert ANALYSES[BY_DAY.name].search_plan(setup, other, "second") is not None


def test_a_table_that_is_left_out_must_be_there():
    tables = BY_DAY.load_pack("standard").tables
    assert tables_hash("interceptor-ace", tables, ()) == content_hash("interceptor-ace", tables)
    with pytest.raises(ValueError, match="medals"):
        tables_hash("interceptor-ace", tables, ("medals",))


@pytest.mark.slow
@TITLES
def test_the_command_fits_the_same_weights_by_the_same_seed(title, tmp_path):
    found = []
    for name in ("one", "other"):
        call_command("worth", title.name, games=3, seed=5, to=tmp_path / name)
        found.append(msgspec.json.decode((tmp_path / name).read_bytes(), type=FittedWeights))
    assert found[0] == found[1]
    assert found[0].games == dict.fromkeys(ANALYSES[title.name].value_fn.games, 3)
    assert all(any(weights.values()) for weights in found[0].kinds.values())


@TITLES
def test_tables_that_are_changed_in_memory_are_hashed_anew(title):
    """The hash of a pack is remembered with its tables: others under the same hash say nothing of them."""
    value_fn = ANALYSES[title.name].value_fn
    pack, other = (charts.pack for charts in (title.load_pack("standard"), other_charts(title)))
    changed = SimpleNamespace(pack=SimpleNamespace(hash=pack.hash, manifest=pack.manifest, tables=other.tables))
    assert value_fn.tables_hash(changed) == value_fn.tables_hash(other) != value_fn.stored.tables_hash
    assert value_fn.tables_hash(pack) == value_fn.stored.tables_hash

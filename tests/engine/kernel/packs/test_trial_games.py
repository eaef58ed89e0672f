"""Trial games by new charts: they find what the check of the tables lets through, the same at every look."""

import msgspec
import pytest

from engine.bomber_command import simulate as bomber_command
from engine.interceptor import simulate as interceptor
from engine.kernel.limits import ONE_ORDER
from engine.kernel.packs.faults import PackError
from engine.kernel.packs.files import dump_pack
from engine.kernel.packs.trial_games import EXPECTED_END, trial_faults
from engine.nightfighter import simulate as nightfighter
from engine.nightfighter.charts.scenarios import scenario_ids
from engine.nightfighter.charts.schema import custom_pack
from tests.shared.games.smallgame import Over

GAMES = {module.TITLE.name: module for module in (bomber_command, interceptor, nightfighter)}


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_the_standard_charts_have_no_fault(game):
    module = GAMES[game]
    charts = module.TITLE.load_pack("standard")
    assert list(trial_faults(module.TITLE, charts, module.trials(charts))) == []


def test_every_scenario_is_tried_that_can_be_played():
    charts = nightfighter.TITLE.load_pack("standard")
    tried = {(trial.setup.scenario, trial.setup.mode) for trial in nightfighter.trials(charts)}
    alone = {name for name in scenario_ids(charts.tables) if not name.startswith(("9", "10"))}
    assert tried >= {(name, "blind") for name in scenario_ids(charts.tables)} | {(name, "solo") for name in alone}
    assert {trial.setup.campaign for trial in nightfighter.trials(charts)} > {"green", "seasoned", "staffel"}


def with_chits(*chits):
    """The standard charts with other chits, unchecked."""
    pack = nightfighter.TITLE.load_pack("standard")
    table = msgspec.structs.replace(
        pack.tables.chits, chits=[msgspec.convert(chit, type(pack.tables.chits.chits[0])) for chit in chits]
    )
    tables = msgspec.structs.replace(pack.tables, chits=table)
    content = {**pack.content, "chits": msgspec.to_builtins(table)}
    return msgspec.structs.replace(pack, tables=tables, content=content, hash="other")


ASIDE = {"red": (1, 2, 3), "yellow": (1, 2, 3)}
RED_ALONE = {"red": (7, 2, 3), "yellow": (1, 2, 3)}


@pytest.mark.rule("26.3.1")
@pytest.mark.parametrize(("chits", "sides"), [([ASIDE], ["red", "yellow"]), ([ASIDE, RED_ALONE], ["yellow"])])
def test_chits_without_a_column_of_the_torpedo_run_are_refused(chits, sides):
    """The umpire reads one side all night: a torpedo bomber could enter on none of its columns."""
    texts = dump_pack(with_chits(*chits), name="mine", title="Mine")
    with pytest.raises(PackError) as refused:
        custom_pack(texts)
    assert [fault.field for fault in refused.value.faults] == ["chits.chits"] * len(sides)
    for fault, side in zip(refused.value.faults, sides, strict=True):
        assert side in fault.expected and "7 to 12" in fault.expected


def test_a_trial_is_stopped_at_the_limits_of_one_order():
    module = nightfighter
    charts = module.TITLE.load_pack("standard")

    class Endless(type(module.TITLE)):
        def play(self, state, table):
            while True:
                table.tell(Over(0, 0), "4.0")
            yield

    (fault,) = trial_faults(Endless(), charts, list(module.trials(charts))[:1])
    assert str(ONE_ORDER.events) in fault.got and (fault.file, fault.line) == ("pack.yaml", 1)


@pytest.mark.rule("26.3.1")
def test_where_the_tables_let_it_through_a_trial_finds_that_the_night_does_not_end():
    from play.bots import simulation

    found = simulation.trial_faults("nightfighter", with_chits(ASIDE))
    assert found and {fault.field.partition(",")[0] for fault in found} <= {"9", "9A", "9B", "9C"}
    assert all(fault.expected == EXPECTED_END and fault.got.startswith("more than 2 chits") for fault in found)


def test_a_game_that_nobody_simulates_has_no_trials():
    from play.bots import simulation
    from play.games import titles

    assert simulation.trial_faults("strait", titles.pack_of("strait", "standard")) == ()

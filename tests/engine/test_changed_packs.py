"""A pack that passes its check can be played and shown: every place in every schema is changed, one at a time.

The walk goes by the schema, so it includes each new table. Bots play every pack that passes a check. A name that a pack
brings is shown in the words of the pack, never as it is in the file.
"""

from typing import Any

import msgspec
import pytest
from django.utils import translation

from engine.bomber_command.charts import compiled
from engine.bomber_command.charts import schema as bomber_command
from engine.bomber_command.game import TITLE as BOMBER_COMMAND
from engine.interceptor.charts import check as charts_check
from engine.interceptor.charts import compiled as interceptor
from engine.interceptor.charts import schema as charts_schema
from engine.interceptor.game import TITLE as INTERCEPTOR
from engine.interceptor.state import Options
from engine.kernel.dice import FastDice
from engine.kernel.events import data_of
from engine.kernel.packs.faults import PackError
from engine.kernel.packs.files import dump_pack
from engine.kernel.packs.reading import read_pack
from engine.kernel.packs.schema import Pack
from engine.kernel.table import RecordingTable
from engine.kernel.title import drive
from engine.nightfighter.charts import schema as nightfighter
from engine.nightfighter.charts.scenarios import scenario_ids
from engine.nightfighter.game import TITLE as NIGHTFIGHTER
from play.games import titles
from play.games.text import missing
from tests.shared.pack_walk import NEW, changes
from tests.shared.sample_sizes import sample_size

STANDARD = {
    "interceptor-ace": interceptor.load().pack,
    "bomber-command": compiled.load_charts("standard").pack,
    "nightfighter": nightfighter.standard_pack(),
}
KINDS: dict[str, tuple[Any, Any]] = {
    "interceptor-ace": (charts_schema.Tables, charts_check.check),
    "bomber-command": (bomber_command.Tables, bomber_command.check_tables),
    "nightfighter": (nightfighter.Tables, nightfighter.check_tables),
}
TITLES: dict[str, Any] = {
    "interceptor-ace": INTERCEPTOR,
    "bomber-command": BOMBER_COMMAND,
    "nightfighter": NIGHTFIGHTER,
}
STEP = sample_size("PACK_WALK", 151, 1)
"""Of so many changes one is played; all of them take two minutes for Nightfighter, ten for Interceptor Ace, twenty for
Bomber Command."""


def checked(game: str, content: dict[str, Any]) -> Pack[Any]:
    """The content as a pack, read as a file of a player's would be; raises with its faults."""
    schema, check = KINDS[game]
    texts = dump_pack(msgspec.structs.replace(STANDARD[game], content=content), name="walked", title="Walked")
    return read_pack(texts, schema, check=check)


def charts(game: str, pack: Pack[Any]) -> Any:
    """The pack as the rules of its game take it."""
    kinds = {"interceptor-ace": interceptor.Charts, "bomber-command": compiled.Charts}
    return kinds[game](pack) if game in kinds else pack


def games(game: str, pack: Any) -> list[tuple[Any, str]]:
    """Set-ups that reach much of a game, each with the bot that plays it."""
    title = TITLES[game]
    if game == "interceptor-ace":
        options = {f.name: True for f in msgspec.structs.fields(Options) if f.type is bool}
        return [
            (title.Setup(), "sensible"),
            (msgspec.convert({"pilots": [{"unit": 1}], "options": options}, title.Setup), "careless"),
        ]
    if game == "bomber-command":
        on = {f.name: True for f in msgspec.structs.fields(title.Setup) if f.type is bool}
        return [(title.Setup(), "strong"), (title.Setup(scenario="downfall", **on), "random")]
    first, *_, last = scenario_ids(pack.tables)
    return [
        (title.Setup(scenario=first, mode="solo"), "hunter"),
        (title.Setup(scenario=last), "random"),
        (title.Setup(campaign="green", mode="solo"), "hunter"),
    ]


def play(game: str, pack: Any, setup: Any, bot: str, seed: int) -> list[str]:
    """Play a game by bots; return the events and questions that have no sentence."""
    title, words = TITLES[game], titles.words_of(game).of(pack)
    state, lacking = title.start(setup, pack), set()
    bots = {seat: title.policies()[bot](pack, seat, seed) for seat in title.seats(setup)}
    table = RecordingTable(FastDice(seed), pack)

    def choose(decision: Any) -> Any:
        lacking.update(missing(words, (), [decision]))
        return bots[decision.actor].choose(decision, lambda: title.view(state, pack, decision.actor))

    drive(title.play(state, table), choose, 60_000)
    for seat in title.seats(setup):
        title.view(state, pack, seat)
    lacking.update(missing(words, table.log.events))
    said = [words.event(event) for event in table.log.events] + [words.ended(title.outcome(state, pack) or {})]
    return sorted(lacking | {line for line in said if line.startswith("[")})


@pytest.mark.slow
@pytest.mark.parametrize("game", STANDARD)
def test_what_the_check_refuses_is_told_by_file_line_and_field(game):
    told = 0
    for change in list(changes(KINDS[game][0], STANDARD[game].content))[::40]:
        try:
            checked(game, change.content)
        except PackError as problem:
            for fault in problem.faults:
                assert fault.file and fault.line and (fault.field or fault.expected) and fault.expected, (
                    change.place,
                    fault,
                )
                told += 1
    assert told > 5


@pytest.mark.slow
@pytest.mark.parametrize("game", STANDARD)
def test_what_the_check_lets_through_is_played_and_said(game):
    walked = list(changes(KINDS[game][0], STANDARD[game].content))[::STEP]
    assert walked
    for change in walked:
        try:
            pack = charts(game, checked(game, change.content))
        except PackError:
            continue
        for seed, (setup, bot) in enumerate(games(game, pack)):
            assert play(game, pack, setup, bot, seed) == [], (change.place, change.what)


@pytest.mark.parametrize("game", STANDARD)
def test_every_named_collection_is_walked(game):
    found = list(changes(KINDS[game][0], STANDARD[game].content))
    tables = {change.place.partition(".")[0] for change in found}
    assert tables == set(STANDARD[game].content)
    assert {change.what for change in found} >= {"rename", "add", "remove", "empty", "number 0", "number -1"}
    assert any(NEW in str(change.content) for change in found)


@pytest.mark.rule("3.2")
def test_a_scenario_of_a_pack_that_could_not_be_set_up_or_won_is_refused_where_it_stands():
    content = msgspec.msgpack.decode(msgspec.msgpack.encode(STANDARD["nightfighter"].content))
    content["scenarios"]["scenarios"][0]["victory"]["win"]["kills"] = 99
    content["response"]["alerted_adds"] = -1
    with pytest.raises(PackError) as caught:
        checked("nightfighter", content)
    assert [fault.field for fault in caught.value.faults] == ["response.alerted_adds"], "kinds come before sense"
    content["response"]["alerted_adds"] = 0
    with pytest.raises(PackError) as caught:
        checked("nightfighter", content)
    fields = [fault.field for fault in caught.value.faults]
    assert "scenarios.scenarios[0].victory.win.kills" in fields and all(fault.line for fault in caught.value.faults)


@pytest.mark.rule("7.6")
def test_a_step_of_nothing_is_refused():
    content = msgspec.msgpack.decode(msgspec.msgpack.encode(STANDARD["bomber-command"].content))
    content["recovery"]["disruption_step"] = 0
    with pytest.raises(PackError) as caught:
        checked("bomber-command", content)
    assert [fault.field for fault in caught.value.faults] == ["recovery.disruption_step"]


# Names that a pack brings ------------------------------------------------------------------------------------------


def with_award(**row: Any) -> dict[str, Any]:
    """The standard pack with one more award for the first victory."""
    content = dict(STANDARD["interceptor-ace"].content)
    awards = content["awards"]
    content["awards"] = {**awards, "rows": [{"name": "front-clasp", "kills": 1, "prestige": 1, **row}, *awards["rows"]]}
    return content


def test_an_award_without_words_is_refused_where_it_stands():
    with pytest.raises(PackError) as refused:
        checked("interceptor-ace", with_award())
    (fault,) = refused.value.faults
    assert (fault.file, fault.field) == ("awards.yaml", "awards.rows[0].title") and fault.line > 1


def won_by(pack: Any, seed: int) -> list[Any]:
    """Events about the new award in a year: none, when the pilot does not win it."""
    state, table = INTERCEPTOR.start(INTERCEPTOR.Setup(), pack), RecordingTable(FastDice(seed), pack)
    bot = INTERCEPTOR.policies()["careless"](pack, "pilot", seed)
    drive(INTERCEPTOR.play(state, table), lambda decision: bot.choose(decision, dict))
    told = [(event, data_of(event.data)) for event in table.log.events]
    return [event for event, data in told if "front-clasp" in (data.get("award"), data.get("cause"))]


@pytest.mark.parametrize(
    ("language", "word"), [("en", "Front Clasp"), ("pl", "Klamra frontowa"), ("de", "Front Clasp")]
)
def test_an_award_of_a_pack_is_said_in_its_words(language, word):
    said = {"en": "Front Clasp", "pl": "Klamra frontowa"}
    pack = charts("interceptor-ace", checked("interceptor-ace", with_award(title=said)))
    words = titles.words_for("interceptor-ace", pack)
    told = next(events for seed in range(60) if (events := won_by(pack, seed)))
    assert told[0].rule == "7.8"
    with translation.override(language):
        assert word in words.event(told[0])
        points = [e for e in told if data_of(e.data).get("cause") == "front-clasp"]
        assert points and word in words.event(points[0])


def test_a_card_is_said_by_the_charts_of_its_session():
    content = dict(STANDARD["bomber-command"].content)
    deck = content["british_cards"]
    rows = [{**row, "title": f"{row['title']} anew"} if "b22" in row["ids"] else row for row in deck["rows"]]
    content["british_cards"] = {**deck, "rows": rows}
    pack = charts("bomber-command", checked("bomber-command", content))
    standard = titles.words_for("bomber-command", compiled.load_charts("standard"))
    theirs = titles.words_for("bomber-command", pack)
    assert theirs.name("b22") == f"{standard.name('b22')} anew"
    assert theirs.note("hand.put-back", "put-back:b22") == standard.note("hand.put-back", "put-back:b22")
    assert titles.words_of("bomber-command").name("b22") == "b22", "no words are taken from a pack that is not named"


COLUMNS = (
    "detection.rows", "combat.gci", "combat.wild_boar_late", "flak.rows", "defensive_fire.rows", "scramble.fog",
    "recovery.clear_haze", "marking.quality", "bomb_error.disruption", "scenarios.rows.berlin.bands",
)  # fmt: skip


@pytest.mark.parametrize("column", COLUMNS)
def test_a_column_without_its_open_end_is_refused(column):
    """Modifiers bring totals that no dice show: an order that needs such a row would break."""
    content = msgspec.msgpack.decode(msgspec.msgpack.encode(STANDARD["bomber-command"].content))
    *way, last = column.split(".")
    here = content
    for step in way:
        here = here[step]
    rows = here[last]
    here[last] = {key: row for key, row in rows.items() if not str(key).endswith("+")}
    with pytest.raises(PackError) as refused:
        checked("bomber-command", content)
    assert [fault.field for fault in refused.value.faults] == [column]

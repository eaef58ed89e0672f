"""Possible results of a roll over Germany: exact for every roll of whole nights, and from nothing hidden."""

import inspect
from collections import Counter
from fractions import Fraction
from types import SimpleNamespace

import pytest
from django.urls import reverse

from engine.bomber_command.charts.map import ENGLAND
from engine.bomber_command.events import (
    AttackRolled,
    FlakRisked,
    InfiltrationRolled,
    MosquitosConfirmed,
    RaidFlakRolled,
)
from engine.bomber_command.game import TITLE
from engine.bomber_command.questions import (
    AdgbQuestion,
    BoarQuestion,
    CardWindowQuestion,
    GciQuestion,
    InfiltrationOdds,
    InfiltrationQuestion,
    IntruderAttackQuestion,
    RecoveryQuestion,
    ScramblePatrolQuestion,
    ScrambleQuestion,
    TameBoarQuestion,
)
from engine.bomber_command.rules.airfields import land, roll_recovery, roll_scramble
from engine.bomber_command.rules.combat import british_attack, fighter_attack
from engine.bomber_command.state import MAIN, RAID
from engine.bomber_command.view import view as view_of
from engine.kernel.dice import FastDice, ScriptedDice
from engine.kernel.events import Draw, Event, Mod, UnknownEvent
from engine.kernel.table import RecordingTable
from engine.kernel.title import drive
from play.games.boards import board_of
from play.games.titles import words_of
from play.utils.percent import as_percent
from raids.board.landing_odds import cost_of
from raids.board.last_roll import last_roll
from raids.board.previews import BEFORE, with_chances
from raids.board.roll_odds import READERS, measures_of, raid_opened
from tests.engine.bomber_command.builders import CHARTS, EagerPolicy, a_night, fly, play, put, setups
from tests.engine.test_dice_in_events import BOMBER_COMMAND_TELLS
from tests.raids.board.test_map import BACKEND, asked, night
from tests.shared.builders.tables import give
from tests.shared.sample_sizes import sample_size

NIGHTS = sample_size("CHANCES_NIGHTS", 6, 200)
ADGB = CHARTS.tables.british_fighters.adgb
BEFORE_NIGHTS = sample_size("BEFORE_NIGHTS", 12, 200)
NO_CHART = frozenset(
    ("bomb.placed", "card.drawn", "target.drawn", "target.follow-up", "target.rejected", "weather.placed",
     "weather.rejected", "marking.drifted", "north.rolled")
)  # fmt: skip
"""Draws of cards, counters and chits, and dice of which each face is a direction of its own."""


def roll(data, *faces, mods=()):
    dice = tuple(Draw("combat", 6, face) for face in faces)
    return Event(data, dice=dice, mods=tuple(Mod(mod, "strength") for mod in mods))


def test_every_kind_of_event_that_rolls_has_its_chances_or_is_said_to_have_none():
    told = {kind.partition(">")[0] for kinds in BOMBER_COMMAND_TELLS.values() for kind in kinds.split()}
    assert told - NO_CHART == {kind.kind for kind in READERS}


def test_the_chances_of_every_roll_of_whole_nights_sum_to_one_and_hold_what_fell():
    met = Counter()
    words = words_of("bomber-command")
    for seed in range(NIGHTS):
        _night, table = play(seed, setups(seed), record=True)
        for event in table.log.events:
            if type(event.data) not in READERS or not event.dice:
                continue
            measures = measures_of(event, CHARTS)
            tried = event.data if isinstance(event.data, InfiltrationRolled) else None
            assert measures or (tried and tried.total >= tried.value and not tried.inside), event
            for one in measures:
                assert sum(one.outcomes.values()) == 1 and one.outcomes[one.fell] > 0, event
            if met[event.kind] < 5 and measures:
                shown = raid_opened(event, CHARTS, words)["chances"]
                assert all([row.fell for row in one.rows].count(True) == 1 for one in shown)
            met[event.kind] += 1
    assert len(met) > 15 and {"attack.rolled", "flak.rolled", "infiltration.rolled", "detection.rolled"} <= set(met)


ROLLED = {
    "adgb": ("british.attack", "losses"),
    "attack.damage": ("attack.rolled", "losses"),
    "boar.declare": ("attack.rolled", "losses"),
    "card.unit": ("british.attack", "losses"),
    "gci.unit": ("attack.rolled", "losses"),
    "infiltrate": ("infiltration.rolled", "inside"),
    "intruder.attack": ("attack.rolled", "losses"),
    "patrol.recovery": ("british.attack", "losses"),
}
WINDOWS = {
    "attack": ("attack.rolled", "losses"),
    "defence": ("defence.rolled", "losses"),
    "detection": ("detection.rolled", "found"),
    "flak": ("flak.rolled", "losses"),
    "infiltration": ("infiltration.rolled", "inside"),
    "marking": ("marking.rolled", "drift"),
    "scramble": ("scramble.rolled", "losses"),
}
"""What a chance before an order is a chance of, in the event of the roll."""
HIDDEN = frozenset(("decoy", "heavy-load", "with-wind", "against-wind"))


def came_true(name, outcome):
    """Say whether an outcome is what the chance before the order spoke of."""
    return {"inside": outcome != "outside", "found": outcome in ("detected", "clarified"), "drift": not outcome}.get(
        name, bool(outcome)
    )


class Beforehand:
    """A player who holds each order's chance against the roll that follows it, where nothing is asked between."""

    def __init__(self, seed):
        self.night = TITLE.start(setups(seed), CHARTS)
        self.table = RecordingTable(FastDice(seed), CHARTS)
        self.player = EagerPolicy(seed + 1_000_000)
        self.said, self.at = None, 0
        self.met, self.cards = Counter(), set()

    def choose(self, decision):
        self.check()
        order, self.said, self.at = self.player.choose(decision), None, len(self.table.log.events)
        asked = decision.question
        if type(asked) in BEFORE:
            [shown] = with_chances([{"value": order, "state": "open"}], scene(self.night, asked, decision.actor))
            if "chance" in shown:
                window = asked.window if isinstance(asked, CardWindowQuestion) else ""
                self.said = (decision.kind, window, order, shown["chance"])
        return order

    def check(self):
        kind, window, order, chance = self.said or ("", "", "", "")
        wanted, name = WINDOWS[window] if window else ROLLED.get(kind, ("", ""))
        event = next((one for one in self.table.log.events[self.at :] if one.kind == wanted), None)
        if event is None or (not window and {mod.reason for mod in event.mods} & HIDDEN):
            return
        for one in measures_of(event, CHARTS):
            if one.name == name:
                odds = sum(odds for outcome, odds in one.outcomes.items() if came_true(name, outcome))
                assert chance == as_percent(odds.as_integer_ratio()), (self.said, event)
                self.met[window or kind] += 1
                self.cards |= {window} if order.startswith("play:") else set()


def test_the_chance_before_an_order_is_that_of_the_roll_that_follows_it():
    met, cards = Counter(), set()
    for seed in range(BEFORE_NIGHTS):
        player = Beforehand(seed)
        drive(TITLE.play(player.night, player.table), player.choose, 100_000)
        met, cards = met + player.met, cards | player.cards
    by_hand = {"adgb", "boar.declare", "defence", "gci.unit", "intruder.attack"}
    assert (set(WINDOWS) | set(ROLLED)) - by_hand <= set(met), met
    assert {"detection", "infiltration"} <= cards, cards


def attacked(state, flow):
    """Return how often of thirty-six the attack that a flow rolls costs something."""
    table = RecordingTable(FastDice(1), CHARTS)
    found = flow(table)
    if found is not None:
        unasked(found)
    event = next(one for one in table.log.events if one.kind in ("attack.rolled", "british.attack"))
    return as_percent((1 - measures_of(event, CHARTS)[0].outcomes.get(0, Fraction(0))).as_integer_ratio())


@pytest.mark.parametrize("weather", ["clear", "cloud", "fog"])
@pytest.mark.parametrize("depleted", [False, True])
def test_what_a_nightfighter_may_bring_down_is_said_before_it_attacks(weather, depleted):
    board = CHARTS.boards["berlin"]
    for alerted, stacked in ((False, True), (True, False)):
        state = a_night(weather=weather)
        raid = fly(state, MAIN, "J6 K6", 1)
        city, place = "hannover", board.cities["hannover"].hex
        unit = put(state, state.units[0].id, place, depleted=depleted, box=city if stacked else "")
        state.alerted = alerted
        for kind, question, order, at in (
            ("gci", GciQuestion(place), f"gci:{unit.id}", place),
            ("wild-boar", BoarQuestion(), f"{'boar' if stacked else 'react'}:{unit.id}:{city}", place),
            ("intruder", IntruderAttackQuestion(), f"intrude:{unit.id}:1", ENGLAND),
        ):
            [shown] = with_chances([{"value": order, "state": "open"}], scene(state, question))
            rolled = attacked(
                state,
                lambda table, kind=kind, at=at, unit=unit, raid=raid, state=state, stacked=stacked: fighter_attack(
                    state, table, unit, raid, kind, at, "", stacked
                ),
            )
            assert shown["chance"] == rolled and "at least one bomber" in shown["note"], (kind, shown)
            state.alerted = alerted
        unit.hex = ENGLAND
        [shown] = with_chances([{"value": f"adgb:{unit.id}", "state": "open"}], scene(state, AdgbQuestion(), "british"))
        assert shown["chance"] == attacked(
            state, lambda table, u=unit, s=state: british_attack(s, table, u, ADGB, "adgb", ENGLAND, "12.2.3")
        )


def test_inside_a_raid_the_chance_is_told_as_far_as_the_weather_there_may_be_worse_or_better():
    state = a_night(weather="clear")
    unit = state.units[0]
    unit.place, unit.raid = RAID, "A"
    order = {"value": f"attack:{unit.id}", "state": "open"}
    [clear] = with_chances([order], scene(state, TameBoarQuestion()))
    state.weather["2.JD"] = "heavy-cloud"
    [mixed] = with_chances([order], scene(state, TameBoarQuestion()))
    assert " to " in mixed["note"] and "by the weather there" in mixed["note"] and clear["note"] != mixed["note"]


def test_a_unit_that_dares_its_own_flak_reads_of_it_before_and_after():
    question = CardWindowQuestion("attack", modifier=1, column="wild_boar_stacked")
    card = next(name for name, one in CHARTS.cards.items() if "flak-risk" in str(one.uses))
    idle, dared = with_chances(
        [{"value": "pass", "state": "open"}, {"value": f"play:{card}:0", "state": "open"}],
        scene(a_night(), question),
    )
    assert int(dared["chance"]) > int(idle["chance"]) and "33 of 100" in dared["note"]
    dice = (Draw("combat", 6, 2),)
    [hit] = measures_of(Event(FlakRisked("u", hit=True), dice=dice), CHARTS)
    assert hit.outcomes == {True: Fraction(2, 6), False: Fraction(4, 6)} and hit.fell is True


def test_an_attack_and_flak_by_hand():
    # Tame Boar column, +2: 6- is none (sums to 4: 6 of 36), 7-8 one (5, 6: 9), 9-10 two (7, 8: 11), 11-12 three
    # (9, 10: 7), 13-14 four (11, 12: 3); disruption from 10 on (8 and more: 15).
    attack = roll(attacked_by("tame_boar", 2), 3, 4, mods=[3, -1])
    lost, disrupted = measures_of(attack, CHARTS)
    assert lost.fell == 2
    assert lost.outcomes == {n: Fraction(ways, 36) for n, ways in ((0, 6), (1, 9), (2, 11), (3, 7), (4, 3))}
    assert disrupted.outcomes == {0: Fraction(21, 36), 1: Fraction(15, 36)}
    # Flak at +3: 10 is one bomber (7: 6 of 36), 11-12 two (8, 9: 9), 13 and 14 three (10, 11: 5), 15 four (12: 1).
    flak = roll(RaidFlakRolled("area-flak", "J6", "", 5, 0, 0, 0), 1, 1, mods=[3])
    lost, disruption, damage = measures_of(flak, CHARTS)
    assert lost.outcomes == {n: Fraction(ways, 36) for n, ways in ((0, 15), (1, 6), (2, 9), (3, 5), (4, 1))}
    assert disruption.outcomes[0] == Fraction(1, 36) == damage.outcomes[0] - Fraction(2, 36)


def test_a_try_to_get_in_and_a_claimed_mosquito_by_hand():
    [inside] = measures_of(roll(InfiltrationRolled("u", "J6", 6, 7, inside=False), 4, 4, mods=[-2]), CHARTS)
    assert inside.fell == "outside"
    assert inside.outcomes == {"outside": Fraction(26, 36), "just": Fraction(4, 36), "whole": Fraction(6, 36)}
    assert measures_of(roll(InfiltrationRolled("u", "J6", 8, 7, inside=False), 6, 4, mods=[-2]), CHARTS) == []
    chart = CHARTS.tables.mosquito_losses
    [lost] = measures_of(roll(MosquitosConfirmed(2, 1, 1), 6, 1), CHARTS)
    assert lost.outcomes[2] == Fraction(chart.hunted, 6) * Fraction(chart.confirmed, 6)
    assert sum(lost.outcomes.values()) == 1


def test_a_roll_that_these_charts_cannot_have_brought_shows_no_chances():
    attack = roll(attacked_by("tame_boar", 6), 3, 4, mods=[2])
    assert measures_of(attack, CHARTS) == [] and raid_opened(attack, CHARTS, words_of("bomber-command")) == {}
    assert measures_of(roll(attacked_by("no_column", 2), 3, 4), CHARTS) == []
    assert measures_of(roll(UnknownEvent("attack.rolled", {"total": 9, "losses": 2}), 3, 4), CHARTS) == []


def test_what_is_shown_hangs_on_what_the_viewer_was_told_and_on_nothing_else():
    """A raid's kind, its hidden marks and the hands never reach the computation: it has the event and the charts."""
    assert board_of("bomber-command").open is raid_opened
    assert list(inspect.signature(raid_opened).parameters) == ["event", "charts", "words"]
    assert not {"raid", "kind", "hand"} & {name for kind in READERS for name in kind.__struct_fields__}


def unasked(flow):
    """Run a flow that asks nothing, and return what it returns."""
    with pytest.raises(StopIteration) as end:
        next(flow)
    return end.value.value


def attacked_by(column, losses):
    return AttackRolled("u", "gci", column, "", "", 9, losses, 0)


def scene(night, question, viewer="german"):
    view = view_of(night, CHARTS, viewer)
    return SimpleNamespace(kind=question.kind, view=view, question=question, pack=CHARTS)


def test_an_order_to_get_in_has_its_chance_unless_a_wind_hides_part_of_it():
    question = InfiltrationQuestion(7, {"infiltrate:u:J6": InfiltrationOdds([], 15, 10)})
    orders = [{"value": "done", "state": "open"}, {"value": "infiltrate:u:J6", "state": "open"}]
    night = a_night()
    idle, asked = with_chances(orders, scene(night, question))
    assert asked["chance"] == "42" and "chance" not in idle
    night.wind = 90
    assert all("chance" not in order for order in with_chances(orders, scene(night, question)))


@pytest.mark.parametrize("weather", ["clear", "heavy-cloud"])
@pytest.mark.parametrize("advanced", [{}, {"visibility": "poor"}, {"turn": 30}, {"moonrise": 1}])
def test_a_patrols_chance_is_how_often_its_attack_does_anything(weather, advanced):
    night = a_night(weather=weather)
    for name, value in advanced.items():
        setattr(night, name, value)
    unit = night.units[0]
    place = CHARTS.boards["berlin"].units[unit.id].hex
    order = {"value": f"attack:3:{unit.id}", "state": "open"}
    [shown] = with_chances([order], scene(night, ScramblePatrolQuestion(), "british"))
    harmed = 0
    for one in range(1, 7):
        for two in range(1, 7):
            table = RecordingTable(ScriptedDice([("combat", one), ("combat", two)]), CHARTS)
            british_attack(night, table, unit, 3, "patrol", place, "9.2.4")
            [event] = [event for event in table.log.events if event.kind == "british.attack"]
            harmed += bool(event.data.losses or event.data.disruption)
    assert shown["chance"] == as_percent((harmed, 36))
    [shut] = with_chances(
        [{"value": f"airfield:3:{unit.id}", "state": "open"}], scene(night, ScramblePatrolQuestion(), "british")
    )
    assert shut["chance"] == as_percent((7 - (CHARTS.tables.airfield_attack.closes_at - 3), 6))


def test_the_last_roll_has_its_chances_dice_and_modifiers():
    words = words_of("bomber-command")
    _night, table = play(1, setups(1), record=True)
    attack = next(event for event in table.log.events if event.kind == "attack.rolled")
    drawn = next(event for event in table.log.events if event.kind == "card.drawn")
    [shown] = last_roll(SimpleNamespace(told=[[attack], [drawn]], pack=CHARTS, words=words))
    assert len(shown.dice) == 2 and len(shown.mods) == len(attack.mods) and len(shown.chances) == 2
    assert last_roll(SimpleNamespace(told=[[drawn]], pack=CHARTS, words=words)) == []


@pytest.mark.parametrize("weather", ["clear", "cloud", "heavy-cloud", "fog"])
@pytest.mark.parametrize("changes", [{}, {"turn": 30}, {"visibility": "poor"}])
def test_what_taking_off_and_landing_may_cost_is_what_the_roll_says_it_was(weather, changes):
    met = set()
    for place, name in enumerate(CHARTS.boards["downfall"].units):
        for verb in ("scramble", "recover", "divert"):
            state = a_night("downfall", weather=weather)
            for field, value in changes.items():
                setattr(state, field, value)
            board = CHARTS.boards["downfall"]
            unit, home = state.unit(name), board.units[name].hex
            table = RecordingTable(FastDice(place), CHARTS)
            hexes = sorted(board.zone.keys() & CHARTS.tables.hexes.rows.keys())
            hex_ = home if verb == "recover" else hexes[place * 7 % len(hexes)]
            if verb == "scramble":
                shown = cost_of(f"scramble:{name}", scene(state, ScrambleQuestion()))
                flow = roll_scramble(state, table, put(state, name, home))
            else:
                put(state, name, hex_)
                shown = cost_of(f"{verb}:{name}", scene(state, RecoveryQuestion()))
                landing = unasked(land(state, table, unit, divert=verb == "divert"))
                assert landing.home == (verb == "recover")
                flow = roll_recovery(state, table, landing)
            unasked(flow)
            event = next(one for one in table.log.events if one.kind in ("scramble.rolled", "recovery.rolled"))
            losses = measures_of(event, CHARTS)[0].outcomes
            assert (
                shown == f"loses aircraft in {as_percent((1 - losses.get(0, Fraction(0))).as_integer_ratio())} of 100"
            )
            met.add((verb, event.rule))
    assert ("divert", "7.4.7") in met and ("divert", "7.4.4") in met


def test_what_a_landing_from_inside_a_raid_may_cost_is_not_said():
    state = a_night()
    unit = state.units[0]
    unit.place, unit.raid = RAID, "A"
    assert cost_of(f"recover:{unit.id}", scene(state, RecoveryQuestion())) == ""


@pytest.mark.django_db
def test_a_roll_shows_its_chances_in_the_opened_line_the_last_roll_the_replay_and_the_film(client):
    session, players = night()
    while not session.told.filter(kind="visibility.rolled").exists():
        decision = asked(session)
        session = give(session, decision.actor, decision.options[0])
    client.force_login(players["british"], backend=BACKEND)
    row = session.told.get(kind="visibility.rolled")
    before = session.told.filter(number__lte=row.number)
    rank = sum(not one.to or "|british|" in one.to for one in before)
    line = client.get(reverse("table_line", args=[session.pk]), {"seat": "british", "number": rank})
    page = client.get(reverse("table", args=[session.pk]))
    replay = client.get(reverse("table_replay", args=[session.pk]), {"seat": "british", "at": rank})
    moment = client.get(reverse("table_replay_lanes", args=[session.pk]), {"seat": "british", "at": rank})
    for answer in (line, page, replay, moment):
        text = answer.content.decode()
        assert answer.status_code == 200 and 'class="ledger raid-chance"' in text, answer.request["PATH_INFO"]
        assert text.count('<tr class="fell">') >= 1
    assert line.content.decode().count('class="odds-share"') == len(set(CHARTS.tables.visibility.rows.values()))

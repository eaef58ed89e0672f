"""The three sources of chance: what each promises, and how each fails."""

import hashlib
import hmac
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.kernel.dice import (
    DiceCalendar,
    FairDice,
    FastDice,
    JournalMismatch,
    RecordedDice,
    ScriptedDice,
    ScriptMismatch,
    commitment,
    derive_face,
    derive_key,
)
from engine.kernel.events import Draw
from engine.kernel.table import RecordingTable, Table

SEED = bytes(range(32))


def test_a_fair_face_is_the_hmac_that_the_dice_page_promises():
    key = hmac.digest(SEED, b"escort=b\nraider=a", "sha256")
    digest = hmac.digest(key, b"combat:1", "sha256")
    expected = int.from_bytes(digest[:4], "big") % 10 + 1
    assert FairDice(SEED, {"raider": "a", "escort": "b"}).draw("combat", 10) == expected


def test_the_commitment_binds_the_seed():
    assert commitment(SEED) == hashlib.sha256(SEED).hexdigest()


def test_every_nonce_changes_the_key():
    keys = {derive_key(SEED, n) for n in ({}, {"a": "1"}, {"a": "2"}, {"b": "1"}, {"a": "1", "b": "1"})}
    assert len(keys) == 5


def test_streams_are_independent_and_numbered_without_gaps():
    one, other = FairDice(SEED), FairDice(SEED)
    plain = [one.draw("combat", 10) for _ in range(20)]
    mixed = []
    for _ in range(20):
        other.draw("weather", 6)
        mixed.append(other.draw("combat", 10))
    assert plain == mixed
    assert other.counters == {"weather": 20, "combat": 20}


def throws(table, anchor, stream, count):
    table.anchor(anchor)
    return [table.roll(stream, 100) for _ in range(count)]


@pytest.mark.parametrize("kind", [Table, RecordingTable])
def test_an_anchored_draw_is_the_same_whatever_was_drawn_before(kind):
    season = DiceCalendar(b"season" * 6, frozenset({"raid"}))
    mine = kind(FairDice(SEED, calendar=season))
    yours = kind(FairDice(SEED[::-1], calendar=season))
    assert throws(mine, "line-1", "raid", 9)[:2] == throws(yours, "line-1", "raid", 2)
    assert throws(mine, "line-2", "raid", 3) == throws(yours, "line-2", "raid", 3)
    assert throws(mine, "line-2", "combat", 9) != throws(yours, "line-2", "combat", 9)
    assert mine.dice.counters == {"raid@line-1": 9, "raid@line-2": 3, "combat": 9}
    assert throws(mine.branch("left"), "line-2", "raid", 3) == throws(yours.branch("left"), "line-2", "raid", 3)


def test_a_game_in_no_season_throws_as_if_there_were_no_anchors():
    plain, anchored = FairDice(SEED), Table(FairDice(SEED))
    assert throws(anchored, "line-1", "raid", 9) == [plain.draw("raid", 100) for _ in range(9)]
    assert not anchored.shares("raid")


def test_without_an_anchor_the_calendar_serves_nothing():
    plain, season = FairDice(SEED), FairDice(SEED, calendar=DiceCalendar(b"season" * 6, frozenset({"raid"})))
    assert throws(Table(season), "", "raid", 9) == [plain.draw("raid", 100) for _ in range(9)]


def test_recorded_draws_keep_the_anchors_under_which_they_fell():
    dice = RecordedDice([Draw("raid@line-1", 6, 4), Draw("raid", 6, 2)], {}, then=FairDice(SEED))
    table = RecordingTable(dice)
    table.anchor("line-1")
    assert table.shares("raid") and not table.shares("weather")
    assert table.roll("raid", 6) == 4
    assert not table.shares("raid") and table.roll("raid", 6) == 2
    assert table.roll("raid", 6) == FairDice(SEED).draw("raid", 6), "what comes after hangs on the seed"


@given(st.integers(2, 1000), st.integers(1, 10_000))
def test_a_face_is_on_the_die(sides, count):
    assert 1 <= derive_face(SEED, "any", count, sides) <= sides


def test_words_beyond_the_last_full_round_are_rejected():
    # Of a die with 3 * 2**30 faces a quarter of all words must be rejected; none may fold back onto the low faces.
    sides = 3 << 30
    rejected = 0
    for count in range(1, 200):
        digest = hmac.digest(SEED, f"big:{count}".encode(), "sha256")
        words = [int.from_bytes(digest[i : i + 4], "big") for i in range(0, 32, 4)]
        first = next(word for word in words if word < sides)
        rejected += words[0] >= sides
        assert derive_face(SEED, "big", count, sides) == first + 1
    assert rejected > 20


def test_a_digest_without_any_usable_word_asks_for_another():
    sides = (1 << 31) + 1  # each word fails with a chance of almost a half, so all eight do once in 256
    counts = [
        count
        for count in range(1, 4000)
        if all(
            int.from_bytes(hmac.digest(SEED, f"s:{count}".encode(), "sha256")[i : i + 4], "big") >= sides
            for i in range(0, 32, 4)
        )
    ]
    assert counts
    digest = hmac.digest(SEED, f"s:{counts[0]}:1".encode(), "sha256")
    words = [int.from_bytes(digest[i : i + 4], "big") for i in range(0, 32, 4)]
    usable = [w for w in words if w < sides]
    assert usable and derive_face(SEED, "s", counts[0], sides) == usable[0] + 1


@pytest.mark.parametrize("dice", [FairDice(SEED), FastDice(7)])
def test_faces_come_up_evenly(dice):
    counts = Counter(dice.draw("even", 6) for _ in range(12_000))
    chi = sum((counts[face] - 2000) ** 2 / 2000 for face in range(1, 7))
    assert chi < 20.5, "five degrees of freedom: once in a thousand by chance, and these seeds are fixed"


def test_fast_dice_repeat_by_seed():
    assert [FastDice(3).draw("x", 10) for _ in range(5)] == [FastDice(3).draw("y", 10) for _ in range(5)]
    one, two = FastDice(3), FastDice(4)
    assert [one.draw("x", 100) for _ in range(9)] != [two.draw("x", 100) for _ in range(9)]


class TestScript:
    def test_gives_what_is_listed(self):
        dice = ScriptedDice([("combat", 7), ("deck/cards", "fog"), ("combat", 10)])
        assert dice.draw("combat", 10) == 7
        assert dice.card("deck/cards", ["gale", "fog"]) == 1
        assert dice.draw("combat", 10) == 10
        dice.finish()

    @pytest.mark.parametrize(
        ("script", "asked"),
        [
            ([], "ended after 0 lines; asked for a d10 of combat"),
            ([("weather", 3)], "line 1 is weather 3; asked for a d10 of combat"),
            ([("combat", 11)], "line 1 gives 11; asked for a d10 of combat"),
            ([("combat", "fog")], "line 1 gives 'fog'; asked for a d10 of combat"),
        ],
    )
    def test_names_what_was_asked_for(self, script, asked):
        with pytest.raises(ScriptMismatch, match=asked):
            ScriptedDice(script).draw("combat", 10)

    def test_names_the_card_that_is_not_there(self):
        with pytest.raises(ScriptMismatch, match="'moon', which is not in the pile; asked for a card of deck/w from 2"):
            ScriptedDice([("deck/w", "moon")]).card("deck/w", ["fog", "gale"])

    def test_fails_on_lines_left_over(self):
        dice = ScriptedDice([("combat", 7)])
        with pytest.raises(ScriptMismatch, match="1 lines are left over"):
            dice.finish()

    def test_loose_keeps_order_within_a_stream_only_and_hands_over(self):
        dice = ScriptedDice([("a", 1), ("b", 2), ("a", 3)], loose=True, then=FastDice(1))
        assert [dice.draw("b", 6), dice.draw("a", 6), dice.draw("a", 6)] == [2, 1, 3]
        assert 1 <= dice.draw("b", 6) <= 6
        assert dice.card("deck", ["only"]) == 0


@pytest.mark.parametrize("sides", [0, -1, (1 << 32) + 1, 1 << 53])
def test_no_die_has_more_sides_than_a_word_has_values(sides):
    with pytest.raises(ValueError, match="1 to 4294967296 sides"):
        derive_face(SEED, "any", 1, sides)
    with pytest.raises(ValueError, match="sides"):
        FairDice(SEED).draw("any", sides)


def test_a_die_of_as_many_sides_as_a_word_has_values_passes_none_over():
    words = [int.from_bytes(hmac.digest(SEED, f"s:{n}".encode(), "sha256")[:4], "big") for n in range(1, 4)]
    assert [derive_face(SEED, "s", n, 1 << 32) for n in range(1, 4)] == [word + 1 for word in words]


class TestRecord:
    def test_gives_the_faces_again_and_goes_on_with_live_dice(self):
        live = FairDice(SEED)
        fallen = [Draw("combat", 10, live.draw("combat", 10)) for _ in range(4)]
        again = FairDice(SEED)
        replay = RecordedDice(fallen, again.counters)
        assert [replay.draw("combat", 10) for _ in range(4)] == [d.face for d in fallen]
        replay.then = again
        assert replay.draw("combat", 10) == live.draw("combat", 10)
        assert replay.card("deck", "abc") == live.card("deck", "abc")

    def test_another_die_than_recorded_is_a_misfit(self):
        with pytest.raises(JournalMismatch, match="draw 1 was combat of 10; the rules now ask for combat of 6"):
            RecordedDice([Draw("combat", 10, 7)], {}).draw("combat", 6)

    def test_more_dice_than_recorded_is_a_misfit(self):
        with pytest.raises(JournalMismatch, match="no further draw; asked for combat of 6"):
            RecordedDice([], {}).draw("combat", 6)

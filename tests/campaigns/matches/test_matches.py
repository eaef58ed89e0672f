"""Mirrored matches: who meets whom, one sky and nothing else in common, and ratings rebuilt to the same figures."""

import re
from datetime import timedelta
from itertools import combinations

import pytest
from django.db.models import F
from django.urls import reverse
from django.utils import timezone

from campaigns.groups import services as groups
from campaigns.matches import match_clock, pairings, services
from campaigns.matches.models import Bid, Contender, Match, Rating
from campaigns.matches.ratings import MODEL, match_rate, ratings_rebuild, standing_of
from campaigns.results.models import Result
from campaigns.seasons.models import TimeoutPolicy
from campaigns.seasons.selectors import Pattern
from campaigns.seasons.services import season_announce
from play.clocks.models import TimeControl
from play.clocks.page import clocks_shown
from play.clocks.services import clock_of, leave_end, leave_take, time_control_of
from play.games import titles
from play.journal.projections import OrderEffects
from play.orders.refusals import OrderRefused
from play.sessions.models import Session
from play.sessions.selectors import session_at
from play.sessions.services import session_begin
from tests.campaigns.groups.test_groups import come, page
from tests.shared.builders.tables import carried_out
from tests.shared.factories import PlayerFactory

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("noon")]
WORDS = titles.words_of("bomber-command")


@pytest.fixture
def club():
    group = groups.group_found(owner=PlayerFactory(display_name="Ruth"), name="Thursday Flight")
    for name in ("Ben", "Ola"):
        groups.group_join(group=group, player=PlayerFactory(display_name=name))
    return group


@pytest.fixture
def season(club):
    return announced(club)


def announced(club, **terms):
    today = timezone.localdate()
    charts = titles.pack_hash(titles.pack_of("bomber-command", "standard"))
    pattern = Pattern("bomber-command", {"scenario": "berlin"}, charts, "standard", {"scenario": "berlin"})
    days = {"opens": today, "closes": today, "ends": today + timedelta(days=30)}
    return season_announce(group=club, by=club.owner, pattern=pattern, name="Nights", mirrored=True, **days | terms)


@pytest.fixture
def drawn(season):
    return draw(season)


def draw(season):
    for player in season.group.members.order_by("pk"):
        services.contender_enter(season=season, player=player)
    return services.matches_draw(season=season, by=season.group.owner)


@pytest.mark.parametrize("players", range(2, 9))
def test_in_a_round_robin_everybody_meets_everybody_once_and_nobody_twice_in_a_round(players):
    rounds = pairings.round_robin(list(range(players)))
    met = [frozenset(pair) for pairs in rounds for pair in pairs]
    assert sorted(map(sorted, met)) == sorted(map(list, combinations(range(players), 2)))
    assert all(len({one for pair in pairs for one in pair}) == 2 * len(pairs) for pairs in rounds)


def test_a_swiss_round_has_no_rematch_even_where_the_top_has_met_all_his_neighbours():
    met: list[tuple[int, int]] = []
    rested: list[int] = []
    for _round in range(7):
        pairs = pairings.swiss(list(range(9)), met, rested)
        assert len(pairs) == 4 and not {frozenset(one) for one in pairs} & {frozenset(one) for one in met}
        rested += [one for one in range(9) if not any(one in pair for pair in pairs)]
        met += pairs
    assert len(set(rested)) == 7, "nobody rests twice before all have"


def test_matches_are_drawn_once_and_nobody_comes_in_afterwards(drawn, season):
    assert len(drawn) == 3 and season.contenders.count() == 3
    late = PlayerFactory()
    groups.group_join(group=season.group, player=late)
    with pytest.raises(services.MatchRefused):
        services.contender_enter(season=season, player=late)
    with pytest.raises(services.MatchRefused):
        services.matches_draw(season=season, by=season.group.owner)
    assert come(late).post(reverse("match_set", args=[drawn[0].pk])).status_code == 404


def test_a_pair_shares_the_sky_and_neither_seed_nor_seats(drawn):
    match = services.match_set(match=drawn[0], by=drawn[0].one.player)
    with pytest.raises(services.MatchRefused):
        services.match_set(match=match, by=match.other.player)
    nights = []
    for night in (match.first, match.second):
        for seat in night.table:
            session_begin(session=session_at(night.pk), player=seat.player, nonce=f"{night.pk}")
        nights.append(carried_out(session_at(night.pk)))
    first, second = nights
    assert [seat.player for seat in first.table] == [seat.player for seat in second.table][::-1]
    assert bytes(first.seed) != bytes(second.seed) and first.calendar_id == second.calendar_id == match.calendar_id
    draws = [
        {(stream, n): face for entry in night.journal.all() for stream, n, _sides, face in entry.draws}
        for night in nights
    ]
    sky = [{place: face for place, face in one.items() if "@" in place[0]} for one in draws]
    assert sky[0] and sky[0] == sky[1]
    own = [{place: face for place, face in one.items() if "@" not in place[0]} for one in draws]
    assert own[0] and own[0] != own[1]


def finished_night(session, value: int) -> None:
    """Let a night be over, as far as results and projections know: the first seat has won by so much."""
    first, second = session_at(session.pk).table
    for seat, sign in ((first, 1), (second, -1)):
        Result.objects.update_or_create(
            session=session, seat=seat.name,
            defaults={
                "player": seat.player, "title": session.title, "pack_hash": session.pack_hash, "measure": "net-points",
                "value": sign * value, "finished": True, "changed": timezone.now(),
            },
        )  # fmt: skip
    services.end_match(session_at(session.pk), OrderEffects([], None, None, {"over": True}))


def test_the_pair_alone_is_rated_when_its_second_night_ends(drawn, season):
    match = services.match_set(match=drawn[0], by=drawn[0].one.player)
    finished_night(match.first, 16)
    match.refresh_from_db()
    assert match.margin is None and not Rating.objects.exists()
    assert "+16" not in page(come(match.other.player), "season", season.pk)
    finished_night(match.second, -6)
    match.refresh_from_db()
    assert match.margin == 22 and match.finished
    one, other = (Rating.objects.get(player=side.player) for side in (match.one, match.other))
    assert one.mu > MODEL.rating().mu > other.mu and one.sigma < MODEL.rating().sigma
    finished_night(match.second, -6)
    assert Rating.objects.count() == 2, "a night that is told twice is rated once"
    seen = page(come(match.other.player), "season", season.pk)
    assert "+22" in seen and "−22" in seen and "provisional" in seen


def test_ratings_are_rebuilt_to_the_same_figures(drawn, season):
    for n, match in enumerate(drawn):
        Match.objects.filter(pk=match.pk).update(margin=n * 7 - 7, finished=timezone.now() + timedelta(seconds=n))
        match_rate(Match.objects.select_related("season", "one", "other").get(pk=match.pk))
    figures = ("match", "player", "number", "mu_before", "sigma_before", "mu", "sigma")
    before = list(Rating.objects.order_by("match", "player").values(*figures))
    Rating.objects.update(mu=F("mu") + 1)
    assert ratings_rebuild(group=season.group) == 3
    assert list(Rating.objects.order_by("match", "player").values(*figures)) == before and len(before) == 6
    order = standing_of(Rating.objects.order_by("number"))
    assert [one.certain for one in order] == sorted((one.certain for one in order), reverse=True)


def test_a_season_of_matches_goes_from_its_announcement_to_its_table(season, django_assert_max_num_queries):
    for player in season.group.members.all():
        assert "Play in this season" in page(come(player), "season", season.pk)
        come(player).post(reverse("contender_enter", args=[season.pk]))
    assert Contender.objects.count() == 3
    assert come(season.group.members.last()).post(reverse("matches_draw", args=[season.pk])).status_code in {302, 404}
    come(season.group.owner).post(reverse("matches_draw", args=[season.pk]))
    match = Match.objects.first()
    come(match.one.player).post(reverse("match_set", args=[match.pk]))
    client = come(match.other.player)
    with django_assert_max_num_queries(11):
        seen = page(client, "season", season.pk)
    assert "Night 1" in seen and "games created" in seen and "not started" in seen
    assert '<span class="small">True</span>' not in seen, "a round's opponent stands in rounds alone"


def set_up(season):
    """Set both tables of the first match."""
    match = draw(season)[0]
    return services.match_set(match=match, by=match.one.player)


def begun(match):
    """Let both nights begin; both players have given their numbers."""
    for night in (one for one in (match.first, match.second) if one):
        for seat in night.table:
            session_begin(session=session_at(night.pk), player=seat.player, nonce=f"{night.pk}")
        carried_out(session_at(night.pk))
    return Match.objects.get(pk=match.pk)


def late(match, player) -> None:
    """Let the clock of a player have run out in every night."""
    for pace in TimeControl.objects.filter(session__in=(match.first_id, match.second_id)):
        for seat in session_at(pace.session_id).table:
            clock = pace.clocks.get(seat.name, {})
            clock |= {"since": 1000.0, "due": 2000.0} if seat.player_id == player.pk else {"since": 0, "due": 0}
            pace.clocks[seat.name] = clock
        pace.save()


def test_what_was_agreed_about_time_holds_at_both_tables_and_is_shown(club):
    season = announced(
        club, pace=24, weekend=True, leave=5, late=TimeoutPolicy.ANSWER, timeout="a word in the chat first"
    )
    match = set_up(season)
    for night in (match.first, match.second):
        kept = TimeControl.objects.get(session=night)
        assert (kept.hours, kept.weekends, kept.leave, kept.after) == (24, True, 5, "answer")
    seen = page(come(match.other.player), "season", season.pk)
    for said in (
        "24 hours for an answer",
        "weekends do not count",
        "5 days of leave each in the season",
        "the computer answers",
    ):
        assert said in seen
    assert "a word in the chat first" in seen


def test_leave_is_one_s_own_for_the_whole_season_and_rests_every_clock_of_it(club):
    season = announced(club, pace=24, leave=5)
    one, *others = draw(season)
    player = one.one.player
    second = next(match for match in others if match.has_player(player))
    first = begun(services.match_set(match=one, by=player))
    clock = lambda night: clock_of(time_control_of(session_at(night.pk)), seat_of(night, player).name)  # noqa: E731
    leave_take(session=session_at(first.first_id), seat=seat_of(first.first, player), days=3)
    ends = clock(first.first).leave[0].end
    assert [span.end for span in clock(first.second).leave] == [ends]
    for night in (first.first, first.second):
        shown = clocks_shown(session_at(night.pk), seat_of(night, player), WORDS, is_asked=False)
        assert shown.away and not shown.leave
        other = next(seat for seat in session_at(night.pk).table if seat.player_id != player.pk)
        assert clocks_shown(session_at(night.pk), other, WORDS, is_asked=False).leave == 5
    with pytest.raises(OrderRefused):
        leave_take(session=session_at(first.second_id), seat=seat_of(first.second, player), days=1)
    later = services.match_set(match=second, by=player)
    assert [span.end for span in clock(later.first).leave] == [ends], "who is away when a table is set stays away"
    leave_end(session=session_at(first.second_id), seat=seat_of(first.second, player))
    for night in (first.first, first.second):
        assert not clocks_shown(session_at(night.pk), seat_of(night, player), WORDS, is_asked=False).away
    with pytest.raises(OrderRefused):
        leave_take(session=session_at(first.first_id), seat=seat_of(first.first, player), days=6)
    elsewhere = begun(set_up(announced(club, pace=24, leave=5)))
    assert not clock(elsewhere.first).leave, "another season has agreed on leave of its own"


def seat_of(night, player):
    return next(seat for seat in session_at(night.pk).table if seat.player_id == player.pk)


def test_what_a_match_came_to_is_told_in_the_feed_once_it_is_over(club):
    season = announced(club)
    matches = draw(season)
    now = timezone.now()
    ends = [{"margin": 22}, {"margin": -1}, {"margin": 0}]
    for match, end in zip(matches, ends, strict=True):
        Match.objects.filter(pk=match.pk).update(finished=now, **end)
    seen = page(come(club.owner), "group_feed", club.pk)
    sides = [(match.one.player, match.other.player) for match in matches]
    assert f"{sides[0][0]} has won the match against {sides[0][1]} in Nights by 22 points." in seen
    assert seen.count(" has entered Nights.") == club.members.count()
    assert f"{sides[1][1]} has won the match against {sides[1][0]} in Nights by 1 point." in seen
    assert f"{sides[2][0]} and {sides[2][1]} have drawn their match in Nights." in seen
    first = matches[0]
    Match.objects.filter(pk=first.pk).update(margin=None, lost_by_time=first.one)
    assert f"{sides[0][1]} has won the match against {sides[0][0]} in Nights on time." in page(
        come(club.owner), "group_feed", club.pk
    )
    Match.objects.filter(pk=first.pk).update(voided=now, void_reason="begun with help")
    assert "does not count: begun with help." in page(come(club.owner), "group_feed", club.pk)


def test_a_match_is_claimed_only_from_one_who_is_late_and_only_where_that_was_agreed(club):
    match = begun(set_up(announced(club, pace=24, late=TimeoutPolicy.CLAIM)))
    one, other = match.one.player, match.other.player
    with pytest.raises(match_clock.ClaimRefused):
        match_clock.match_claim(match=match, by=one)
    late(match, other)
    with pytest.raises(match_clock.ClaimRefused):
        match_clock.match_claim(match=match, by=other)
    assert "Claim the match" in page(come(one), "match", match.pk)
    assert "Claim the match" not in page(come(other), "match", match.pk)
    come(one).post(reverse("match_claim", args=[match.pk]))
    match.refresh_from_db()
    assert match.lost_by_time.player == other and match.finished and not Rating.objects.exists()
    assert services.points_of(match.one_id, [match]) == (1.0, 0)
    assert "won by time" in page(come(one), "season", match.season_id)

    patient = set_up(announced(club, pace=24, late=TimeoutPolicy.WAIT))
    late(begun(patient), patient.other.player)
    with pytest.raises(match_clock.ClaimRefused):
        match_clock.match_claim(match=patient, by=patient.one.player)


TOKENS = re.compile(r'value="\w{64}"')
BIDS = [
    # Wishes and offers of `one` and `other`: the first seat, and the price.
    (("british", 9), ("german", 4), "one", None, 0),
    (("german", 9), ("british", 4), "other", None, 0),
    (("british", 9), ("british", 12), "other", "other", 12),
    (("british", 7), ("british", 7), "one", "one", 7),
    (("german", 3), ("german", 1), "other", "one", 3),
]


@pytest.mark.parametrize(("first", "second", "seated", "pays", "price"), BIDS)
def test_a_side_goes_to_who_gives_more_and_nobody_sees_a_bid_before_both_are_in(
    club, first, second, seated, pays, price
):
    match = draw(announced(club, bids=True))[0]
    one, other = match.one.player, match.other.player
    address = reverse("match_bid", args=[match.pk])
    bare = TOKENS.sub("", page(come(other), "match", match.pk))
    come(one).post(address, {"seat": second[0], "points": 55})
    assert TOKENS.sub("", page(come(other), "match", match.pk)) == bare, "a bid shows nowhere, nor that there is one"
    come(one).post(address, {"seat": first[0], "points": first[1]})
    come(one).post(reverse("match_set", args=[match.pk]))
    match.refresh_from_db()
    assert match.first_id is None, "no table before both have bid"
    come(other).post(address, {"seat": second[0], "points": second[1]})
    come(one).post(address, {"seat": "german", "points": 90})
    match = services.match_set(match=match, by=one)
    assert match.second_id is None
    assert match.first.table[0].player == getattr(match, seated).player
    assert match.price == price and match.buyer_id == (getattr(match, pays).pk if pays else None)
    assert Bid.objects.get(contender=match.one).points == first[1], "both in, a bid stands"
    finished_night(match.first, 20)
    match.refresh_from_db()
    won = 20 if seated == "one" else -20
    assert match.margin == won + {None: 0, "one": -price, "other": price}[pays]
    assert not Rating.objects.exists(), "a night alone moves no rating"


def test_a_steward_voids_a_match_and_what_it_moved_is_taken_back(drawn, season):
    for n, match in enumerate(drawn):
        Match.objects.filter(pk=match.pk).update(margin=n * 7 - 7, finished=timezone.now() + timedelta(seconds=n))
        match_rate(Match.objects.select_related("season", "one", "other").get(pk=match.pk))
    address = reverse("match_void", args=[drawn[0].pk])
    player = drawn[0].one.player if drawn[0].one.player != season.group.owner else drawn[0].other.player
    assert come(player).post(address, {"reason": "no"}).status_code == 404
    come(season.group.owner).post(address, {"reason": "  "})
    assert Rating.objects.count() == 6
    come(season.group.owner).post(address, {"reason": "both saw the same plot"})
    assert Rating.objects.count() == 4 and not Rating.objects.filter(match=drawn[0]).exists()
    assert services.points_of(drawn[0].one_id, list(Match.objects.filter(pk=drawn[0].pk))) == (0.0, 0)
    for place, pk in (("season", season.pk), ("match", drawn[0].pk)):
        assert "both saw the same plot" in page(come(player), place, pk)


def test_a_new_season_forgets_a_quarter_of_what_was_known(club):
    before = {}
    for number, season in enumerate((announced(club), announced(club))):
        match = draw(season)[0]
        Match.objects.filter(pk=match.pk).update(margin=12, finished=timezone.now() + timedelta(days=number))
        match_rate(Match.objects.select_related("season", "one", "other").get(pk=match.pk))
        for row in Rating.objects.filter(match=match):
            if number:
                start = MODEL.rating().sigma
                assert row.sigma_before == pytest.approx(before[row.player_id] + (start - before[row.player_id]) / 4)
            before[row.player_id] = row.sigma
    figures = list(Rating.objects.order_by("pk").values_list("player", "sigma_before", "mu", "sigma"))
    ratings_rebuild(group=club)
    assert list(Rating.objects.order_by("match", "pk").values_list("player", "sigma_before", "mu", "sigma")) == figures


def test_who_leaves_the_group_plays_no_more_and_his_open_matches_are_void(drawn, season):
    ended, match = next(
        (one, two) for one in drawn for two in drawn if one != two and one.one_id in (two.one_id, two.other_id)
    )
    leaver = Contender.objects.get(pk=ended.one_id).player
    if leaver == season.group.owner:
        groups.group_hand_over(group=season.group, to=ended.other.player_id)
    Match.objects.filter(pk=ended.pk).update(margin=5, finished=timezone.now())
    come(leaver).post(reverse("group_leave", args=[season.group_id]))
    match.refresh_from_db()
    ended.refresh_from_db()
    assert match.voided and ended.voided is None
    with pytest.raises(services.MatchRefused):
        services.match_set(match=match, by=leaver)
    stays = ended.other.player
    assert "one of the two has left" in page(come(stays), "season", season.pk)
    assert come(leaver).get(reverse("match", args=[ended.pk])).status_code == 404


def test_the_page_of_a_match_tells_no_points_before_both_nights_are_over(drawn, django_assert_max_num_queries):
    match = services.match_set(match=drawn[0], by=drawn[0].one.player)
    finished_night(match.first, 16)
    Session.objects.filter(pk=match.first_id).update(status="over")
    client = come(match.other.player)
    with django_assert_max_num_queries(12):
        seen = page(client, "match", match.pk)
    said = re.sub(r"<[^>]*>", " ", seen.split("</header>", 1)[1].split("<footer")[0])
    assert "appears when the other night is over" in said and not re.search(r"\b16\b", said)
    finished_night(match.second, -6)
    seen = page(client, "match", match.pk)
    assert "wins by 22" in seen and seen.count("Film of the night") == 2
    reader = PlayerFactory()
    groups.group_join(group=match.season.group, player=reader)
    assert "Film of the night" not in page(come(reader), "match", match.pk), "the film is open to those who played"


def test_of_many_contenders_a_page_shows_fifty_with_their_rounds(season):
    """Above sixteen a column for each would make a page of megabytes; the reader's own page comes first."""
    people = [PlayerFactory(display_name=f"Player {number:02}") for number in range(60)]
    for player in people:
        groups.group_join(group=season.group, player=player)
    Contender.objects.bulk_create(Contender(season=season, player=player) for player in people)
    met = list(season.contenders.order_by("pk"))
    Match.objects.bulk_create(
        Match(season=season, round=1, one=met[number], other=met[number + 30], margin=60 - number, finished=season.made)
        for number in range(30)
    )
    first = page(come(season.group.owner), "season", season.pk)
    assert first.count('<td class="cell over">') == 50 and "Round 1" in first and "Page 1 of 2" in first
    last = page(come(met[30].player), "season", season.pk)
    assert last.count('<td class="cell over">') == 10 and "Page 2 of 2" in last
    assert re.search(r'class="you".*?<span class="small">Player 00</span>.*?<b>-60', last, re.DOTALL) or "−60" in last

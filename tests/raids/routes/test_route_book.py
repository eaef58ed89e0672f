"""The route book on its page: bots and finished nights together, and the twins of a stored plan."""

import html

import pytest
from django.urls import reverse

from engine.bomber_command.analysis.estimate import target_chances
from engine.bomber_command.analysis.routes import PlottedRoute
from engine.bomber_command.game import TITLE
from play.sessions.models import Session, SessionStatus
from play.sessions.services import SeatAssignment, session_open
from raids.plans.services import plan_save
from raids.records.models import FlownLeg, FlownRaid, NightRecord
from raids.routes import route_book as books
from raids.routes.page import routes_shown
from tests.raids.board.test_map import BACKEND
from tests.shared.factories import PlayerFactory

pytestmark = pytest.mark.django_db
WAY = PlottedRoute("stuttgart", "E8", ("G9", "M10"), ("E9",))


@pytest.fixture
def alice(client):
    player = PlayerFactory()
    client.force_login(player, backend=BACKEND)
    return player


def flown(owner, *, over=True, lost=12, seen=2, counts=True):
    """A night of which the records say that its Main Force flew to Stuttgart."""
    sitters = {"british": SeatAssignment(player=owner), "german": SeatAssignment(policy="strong")}
    session = session_open(owner=owner, title="bomber-command", setup={}, sitters=sitters)
    status = SessionStatus.OVER if over else SessionStatus.PLAYING
    Session.objects.filter(pk=session.pk).update(status=status, counts=counts)
    night = NightRecord.objects.create(session=session, scenario="berlin", over=over, turns=9)
    FlownRaid.objects.create(
        night=night, place=1, letter="A", kind="main", target="stuttgart", turn=1, hexes=16, waypoints=1, heavy=False,
        bombed=True, losses=lost, confirmed=lost, disruption=0, damage=0, seen=seen,
    )  # fmt: skip
    start = WAY.entry
    for place, (way, end) in enumerate([*(("out", end) for end in WAY.out), *(("home", end) for end in WAY.home)]):
        FlownLeg.objects.create(night=night, place=place, letter="A", way=way, start=start, end=end, hexes=3)
        start = end
    return night


def test_nights_that_are_over_stand_in_it_and_no_other(alice):
    flown(alice, lost=12, seen=2)
    flown(alice, lost=20, seen=None)
    flown(alice, over=False, lost=99)
    flown(alice, counts=False, lost=99)
    tally = books.by_people("berlin", "stuttgart")[WAY]
    assert (tally.n, tally.lost, tally.seen) == (2, 32, 1)
    assert books.by_people("berlin", "kassel") == {} == books.by_people("downfall", "stuttgart")


def test_a_night_leaves_itself_out_of_the_twins(alice):
    own, other = flown(alice, lost=12), flown(alice, lost=20)
    assert books.by_people("berlin", "stuttgart", other.session)[WAY].lost == 12
    board = TITLE.load_pack("standard").boards["berlin"]
    rows = books.route_book(board, "berlin", "stuttgart", own.session)
    assert [row.people.lost for row in rows if row.way == WAY] == [20]


def test_bots_and_people_stand_in_one_row_with_their_error(client, alice, django_assert_max_num_queries):
    for lost in (12, 20):
        flown(alice, lost=lost)
    bots = books.by_bots("berlin", "stuttgart")
    with django_assert_max_num_queries(6):
        page = client.get(reverse("raid_routes"), {"scenario": "berlin", "city": "stuttgart"})
    text = html.unescape(page.content.decode())
    assert "Routes to Stuttgart" in text and "E8 – G9 – M10" in text and "16.0 ± 4.0" in text
    assert sum(row.flown for row in routes_shown("berlin", "stuttgart").rows) == 2 + sum(one.n for one in bots.values())


@pytest.mark.parametrize("scenario", ["berlin", "downfall"])
def test_where_no_city_is_named_it_opens_on_one_that_is_drawn_oftenest(scenario):
    charts = TITLE.load_pack("standard")
    drawn = {city: 0.0 for cup in target_chances(charts, scenario) for city in cup if city}
    for cup in target_chances(charts, scenario):
        for city in filter(None, cup):
            drawn[city] += cup[city]
    city = routes_shown(scenario, "").city
    assert drawn[city] == max(drawn.values()) > min(drawn.values())
    assert routes_shown(scenario, "Stuttgart").city == "stuttgart", "capitals make no difference"


@pytest.mark.parametrize("asked", [{}, {"scenario": "ruhr", "city": "x" * 300}, {"scenario": "downfall"}])
def test_whatever_is_asked_a_city_is_shown(client, alice, asked):
    assert client.get(reverse("raid_routes"), asked).status_code == 200


def test_what_bots_flew_is_by_the_standard_charts_as_they_are():
    """A test fails when the charts have changed: `manage.py route_book` flies the book again."""
    kept = books._flown()
    assert kept.pack_hash == TITLE.load_pack("standard").hash
    charts = TITLE.load_pack("standard")
    for scenario, found in kept.scenarios.items():
        mains = charts.scenarios[scenario].raids.main
        tallies = [tally for city in found.routes for tally in books.by_bots(scenario, city).values()]
        assert sum(tally.n for tally in tallies) == mains * found.nights
        for city in found.routes:
            for way in books.by_bots(scenario, city):
                hexes = books.hexes_of(charts.boards[scenario], way)
                assert hexes[-1] == way.home[-1] and charts.boards[scenario].cities[city].hex in hexes


def test_a_kept_plan_shows_its_twins(client, alice):
    city, ways = next((city, ways) for city, ways in books._flown().scenarios["berlin"].routes.items() if ways)
    entry, out, home, _sums = ways[0]
    board = TITLE.load_pack("standard").boards["berlin"]

    def legs(start, ends):
        found = []
        for end in ends:
            lines = board.legs(start)[end]
            found.append({"to": end, "via": lines[0][0] if len(lines) > 1 else ""})
            start = end
        return found

    raid = {"letter": "A", "kind": "main", "target": city, "entry": entry, "turn": 1, "first": 2,
            "out": legs(entry, out), "home": legs(out[-1], home)}  # fmt: skip
    plan = plan_save(owner=alice, name="As our bots do", scenario="berlin", plot={"raids": [raid]})
    text = html.unescape(client.get(reverse("raid_plan", args=[plan.pk])).content.decode())
    assert "Similar past routes" in text and "100 in 100 hexes are the same" in text

"""Careers: the contents of their tables, their pages, their actions, and their audience."""

import re
from datetime import timedelta
from typing import Annotated

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from campaigns.careers import bot_flights
from engine.interceptor.game import InterceptorAce
from engine.interceptor.state import Setup
from engine.kernel.rule_versions import before_version
from play.journal import store
from play.journal.rebuild import session_rebuild
from play.orders.models import Order, OrderStatus
from play.orders.refusals import OrderRefused
from play.sessions import services
from play.sessions.selectors import session_at
from sorties.interceptor.careers import services as career_services
from sorties.interceptor.careers.dossier import AceDossier
from sorties.interceptor.careers.forms import CHOICES, NUMBERS, CareerForm
from sorties.interceptor.records import projection as careers
from sorties.interceptor.records.models import (
    Airframe,
    AwardRecord,
    BotFlight,
    CrewmanRecord,
    EngagementRecord,
    ExperienceEntry,
    InterceptorCareer,
    PrestigeEntry,
    SortieRecord,
    Wound,
)
from sorties.interceptor.spending.page import SpendingPage
from tests.shared.builders.careers import again, begun, begun_and_flown_to, fly, seed_for
from tests.shared.builders.commitments import sealed
from tests.shared.builders.stored_rows import made_once
from tests.shared.builders.tables import carried_out, give
from tests.shared.factories import PlayerFactory

pytestmark = pytest.mark.django_db

TABLES = (SortieRecord, Airframe, EngagementRecord, PrestigeEntry, ExperienceEntry, AwardRecord, Wound, CrewmanRecord)


@pytest.fixture
def year(alice):
    """A whole year that he lives to see the end of, with everything in it."""
    seed = seed_for(lambda one: one.alive and one.wounds > 1 and one.bombers > 10 and one.promoted_at)
    return again(InterceptorCareer(made_once("year", alice, lambda: fly(begun(alice, seed)))))


@pytest.fixture
def fallen(alice):
    """A career that ends in the air after a victory."""
    seed = seed_for(lambda one: one.death == "air" and one.bombers > 1)
    return again(InterceptorCareer(made_once("fallen", alice, lambda: fly(begun(alice, seed)))))


@pytest.fixture
def client(alice):
    client = Client()
    client.force_login(alice, backend="django.contrib.auth.backends.ModelBackend")
    return client


def rows(career, model):
    """All rows of a table without their numbers; those that point to others by what they point to."""
    found = []
    for row in model.objects.filter(career=career).order_by("place"):
        values = {
            f.name: getattr(row, f.attname) for f in model._meta.concrete_fields if f.name not in ("id", "career")
        }
        if "sortie" in values:
            values["sortie"] = row.sortie.place
        if "airframe" in values:
            values["airframe"] = row.airframe.place if row.airframe else None
        found.append(values)
    return found


def seen(client, name, **kwargs):
    answer = client.get(reverse(name, kwargs=kwargs))
    assert answer.status_code == 200
    return answer.content.decode()


# The tables


def test_a_year_fills_every_line_of_the_sheet(year):
    assert SortieRecord.objects.filter(career=year).count() == 92
    assert year.over and year.alive and year.month == "1944-02"
    flown = SortieRecord.objects.filter(career=year, kind="flown")
    assert year.flights == flown.count()
    assert year.bombers == sum(flown.values_list("bombers", flat=True)) > 10
    assert year.shot_down == flown.filter(end__in=("shot-down", "bailed")).count()
    credited = EngagementRecord.objects.filter(career=year, credit="pilot", result__in=("destroyed", "crashed"))
    assert credited.count() == year.bombers + year.fighters


def test_the_ledgers_add_up_to_what_he_has(year):
    won = [entry.value for entry in PrestigeEntry.objects.filter(career=year)]
    assert sum(won) == year.points
    assert min(sum(value for value in won if value > 0), 7) == year.level
    learned = [entry.value for entry in ExperienceEntry.objects.filter(career=year)]
    assert 1 + sum(learned) == year.experience
    assert PrestigeEntry.objects.filter(career=year).last().left == year.points


def test_wounds_and_aircraft_are_read_off_the_sheet(year):
    wounds = Wound.objects.filter(career=year, who="pilot")
    assert wounds.count() == year.wounds
    in_bed = SortieRecord.objects.filter(career=year, cause__in=("wound", "hospital")).count()
    assert sum(wound.missed for wound in wounds) == in_bed > 0
    frames = Airframe.objects.filter(career=year)
    assert sum(frame.flights for frame in frames) == year.flights
    assert sum(frame.bombers for frame in frames) == year.bombers
    assert frames.filter(fate="").count() == 1
    assert frames.filter(fate__in=("shot-down", "bailed")).count() == year.shot_down


def test_the_tables_are_what_the_journal_says(year):
    before = {model: rows(year, model) for model in TABLES}
    head = {f.attname: getattr(year, f.attname) for f in InterceptorCareer._meta.concrete_fields if f.name != "changed"}
    assert all(before.values())
    keys = {model: list(model.objects.filter(career=year).values_list("pk")) for model in TABLES}
    assert session_rebuild(session=session_at(year.session_id)).sound
    assert {model: list(model.objects.filter(career=year).values_list("pk")) for model in TABLES} == keys
    assert {model: rows(year, model) for model in TABLES} == before
    year = InterceptorCareer.objects.get(pk=year.pk)
    assert {name: getattr(year, name) for name in head} == head


def test_writing_again_touches_nothing(year):
    state, pack = store.resume(year.session).state, store.pack_of(year.session)
    with CaptureQueriesContext(connection) as asked:
        careers.write_career(row=year, career=state.careers[0], state=state, pack=pack)
    assert len(asked) == 0


def test_a_purchase_that_is_taken_back_leaves_the_ledger(alice):
    career = begun(alice, track="nco")
    session = give(career.session, "pilot", "skill:pilot:landing")
    assert [entry.cause for entry in ExperienceEntry.objects.filter(career=career)] == ["landing"]
    assert again(career).skills == ["landing"]
    if session.seat("pilot") and store.questions_of(session):
        services.undo_give(session=session, seat=session.seat("pilot"), version=session.version)
        carried_out(session)
    assert ExperienceEntry.objects.filter(career=career).count() == 0
    assert again(career).skills == [] and again(career).experience == 2


def test_a_pilot_without_a_name_is_given_one_and_keeps_it(alice):
    career = begun(alice, name="")
    name = career.name
    assert len(name.split()) == 2
    assert fly(career, "sortie").name == name


# The bot


def test_the_bot_flies_to_the_mark_and_no_farther(alice):
    seed = seed_for(lambda one: len(one.log) > 20)
    career = fly(begun(alice, seed), "sortie")
    assert SortieRecord.objects.filter(career=career).count() == 1 and career.line == 2
    career = fly(career, "month")
    assert SortieRecord.objects.filter(career=career).count() == 8
    assert (career.month, career.line) == ("1943-04", 1)
    assert BotFlight.objects.get(career=career).lines == 7


def test_the_bot_stops_when_it_is_told(alice):
    career = begun(alice, seed_for(lambda one: len(one.log) > 60))
    flight = career_services.FLIGHTS.begin(career=again(career), until="year", policy="sensible", orders={})
    career_services.FLIGHTS.stop(career=career)
    assert not career_services.FLIGHTS.fly_on(flight_id=flight.pk)
    assert BotFlight.objects.get(pk=flight.pk).status == "stopped"
    assert not again(career).over


def test_one_flight_at_a_time(alice):
    career = begun(alice)
    career_services.FLIGHTS.begin(career=again(career), until="month", policy="careful", orders={})
    with pytest.raises(OrderRefused) as refused:
        career_services.FLIGHTS.begin(career=again(career), until="month", policy="careful", orders={})
    assert refused.value.code == "already_given"


def test_a_task_delivered_twice_flies_once(alice):
    career = begun(alice, seed_for(lambda one: len(one.log) > 20))
    flight = career_services.FLIGHTS.begin(career=again(career), until="month", policy="sensible", orders={})
    while career_services.FLIGHTS.fly_on(flight_id=flight.pk):
        pass
    lines = rows(career, SortieRecord)
    assert not career_services.FLIGHTS.fly_on(flight_id=flight.pk)
    assert rows(career, SortieRecord) == lines and len(lines) == 8


def test_a_flight_whose_worker_has_gone_is_sent_again(alice, monkeypatch):
    career = begun(alice)
    flight = career_services.FLIGHTS.begin(career=again(career), until="month", policy="sensible", orders={})
    sent = []
    monkeypatch.setattr(bot_flights, "send", lambda *which: sent.append(which))
    career_services.FLIGHTS.resume_stalled()
    assert sent == []
    BotFlight.objects.filter(pk=flight.pk).update(beat=timezone.now() - timedelta(minutes=2))
    career_services.FLIGHTS.resume_stalled()
    assert sent == [("interceptor-ace", flight.pk)]


def test_standing_orders_are_obeyed(alice):
    seed = seed_for(lambda one: len(one.log) > 20)
    thrifty = fly(begun(alice, seed), "month", orders={"bursts": "never", "closest": "long"})
    lavish = fly(begun(alice, seed), "month", orders={"bursts": "always"})
    assert not answers(thrifty, "burst:") and answers(lavish, "burst:")
    assert all("/long" in key for key in answers(thrifty, "fire:"))
    assert any("/medium" in key for key in answers(lavish, ""))


def answers(career, beginning):
    """Return the places of answers in the journal that begin like this."""
    given = career.session.journal.filter(kind="answer").values_list("key", "answer")
    return [key for key, answer in given if answer.startswith(beginning)]


def test_standing_orders_are_taken_from_the_page(alice, client):
    career = begun(alice)
    orders = {"order_closest": "long", "order_passes": "1", "order_bursts": ""}
    address = reverse("bot_begin", kwargs={"career": career.pk})
    assert (
        client.post(address, orders | {"order_passes": "0", "until": "month", "policy": "careful"}).status_code == 422
    )
    answer = client.post(address, orders | {"until": "month", "policy": "careful"})
    assert answer.headers["Location"] == reverse("career", kwargs={"career": career.pk})
    flight = BotFlight.objects.get(career=career)
    assert flight.orders == {"closest": "long", "passes": 1} and flight.policy == "careful" and flight.of == 8


def test_the_bot_takes_no_seat_of_two(alice):
    career = begun(alice)
    InterceptorCareer.objects.filter(pk=career.pk).update(play="cooperative")
    with pytest.raises(OrderRefused):
        career_services.FLIGHTS.begin(career=again(career), until="month", policy="sensible", orders={})


def test_a_lent_seat_answers_like_its_owner(alice, client):
    """The bot's answers are in the journal as answers of the seat, and no order is left behind."""
    career = fly(begun(alice, seed_for(lambda one: len(one.log) > 20)), "sortie")
    session = career.session
    assert set(session.journal.filter(kind="answer").values_list("seat", flat=True)) == {"pilot"}
    assert Order.objects.filter(session=session).exclude(status=OrderStatus.DONE).count() == 0


# Pages


def test_the_page_of_a_year_asks_nine_questions_at_most(year, client):
    seen(client, "career", career=year.pk)
    with CaptureQueriesContext(connection) as asked:
        page = seen(client, "career", career=year.pk)
    assert len(asked) <= 9
    assert page.count('class="no"') == 92
    assert "Jakob Wieland" in page and year.rank in page
    assert page.count("met down") == year.bombers + year.fighters + 1  # and the sign in the key


def test_the_page_rings_what_fell_and_names_what_was_missed(year, client):
    page = seen(client, "career", career=year.pk)
    for cause in set(SortieRecord.objects.filter(career=year, kind="missed").values_list("cause", flat=True)):
        assert {"hospital": "not flown: hospital", "wound": "not flown: light wound"}.get(cause, "not flown: ") in page
    for _month, rank in year.promotions:
        assert f"Promoted to {rank}." in page


def test_the_graphs_have_a_step_for_each_bomber(year):
    bombers = next(graph for graph in AceDossier(year).year[0].graphs if graph.name == "bombers")
    path = next(d for kind, d in bombers.shapes if kind == "step blue")
    scoring = SortieRecord.objects.filter(career=year, bombers__gt=0).count()
    assert path.count("V") == scoring
    kills = next(graph for graph in AceDossier(year).year[0].graphs if graph.name == "kills")
    assert len(kills.squares) == year.bombers + year.fighters
    # At the end of the year his figure and the names of the bands of victory stand clear of each other.
    figure = next(text for text in bombers.texts if text.kind == "now blue")
    bands = [text for text in bombers.texts if text.x >= figure.x and text is not figure]
    assert len(bands) == 4
    assert all(abs(text.y - figure.y) > 12 or text.x > figure.x + 9 * len(figure.text) for text in bands)


def test_a_career_that_has_not_flown_says_what_to_do_next(alice, client):
    page = seen(client, "career", career=begun(alice).pk)
    assert "Prepare him for his first sortie" in page
    assert "His story begins with his first log line." in page
    assert "begins with his first sortie" in page and "dot blue" not in page
    assert page.count('class="no"') == 92


def test_a_career_that_keeps_a_former_reading_says_so_on_its_page(alice, client, monkeypatch):
    class Lenient(Setup):
        fog: Annotated[bool, before_version("9", False)] = True

    old = begun(alice)
    monkeypatch.setattr(InterceptorAce, "Setup", Lenient)
    monkeypatch.setattr(InterceptorAce, "rules", "9")
    new = begun(alice)
    InterceptorCareer.objects.update(shared=True)
    for career, says in ((old, True), (new, False)):
        for page in (seen(client, "career", career=career.pk), seen(Client(), "career_shared", link=career.link)):
            assert ("began under earlier rules and keeps their interpretation of: fog" in page.casefold()) is says
    InterceptorCareer.objects.filter(pk=old.pk).update(session=None)
    assert "earlier rules" not in seen(client, "career", career=old.pk), "its table is gone"


def test_the_dead_have_a_quiet_page(fallen, client):
    page = seen(client, "career_end", career=fallen.pk)
    last = SortieRecord.objects.filter(career=fallen).last()
    assert last.target in page and "Killed in the air." in page
    assert f"about {10 * fallen.bombers} men were aboard" in page
    assert "<button" not in page.split("<article>")[1].split("</article>")[0]
    assert reverse("career_end", kwargs={"career": fallen.pk}) in seen(client, "career", career=fallen.pk)


def test_the_one_who_came_home_has_a_page_as_well(year, client):
    page = seen(client, "career_end", career=year.pk)
    assert "he is alive" in page and f"{year.bombers} bombers" in page
    assert "had been lost" in page


def test_there_is_no_last_page_before_the_end(alice, client):
    career = begun(alice)
    answer = client.get(reverse("career_end", kwargs={"career": career.pk}))
    assert answer.headers["Location"] == reverse("career", kwargs={"career": career.pk})


def test_a_link_is_read_by_anyone_until_it_is_void(fallen, client):
    stranger = Client()
    old = reverse("career_shared_end", kwargs={"link": fallen.link})
    assert stranger.get(old).status_code == 404
    shared = client.post(reverse("career_share", kwargs={"career": fallen.pk}), {"shared": "yes"})
    page = client.get(shared["Location"]).content.decode()
    shown = page[page.index(f'id="{shared["Location"].partition("#")[2]}"') :]
    assert f"/{fallen.link}/" in shown and 'data-copy="link"' in shown, "he is led to the link, with Copy beside it"
    assert fallen.name in stranger.get(old).content.decode()
    page = stranger.get(reverse("career_shared", kwargs={"link": fallen.link})).content.decode()
    assert fallen.name in page and str(fallen.pk) not in page
    client.post(reverse("career_share", kwargs={"career": fallen.pk}), {"shared": ""})
    assert stranger.get(old).status_code == 404
    client.post(reverse("career_share", kwargs={"career": fallen.pk}), {"shared": "yes"})
    assert stranger.get(old).status_code == 404


def test_two_careers_stand_side_by_side(year, fallen, client):
    address = reverse("career_compare", kwargs={"career": year.pk})
    page = client.get(address, {"with": str(fallen.pk)}).content.decode()
    assert page.count('class="bands"') == 2
    stranger = begun(PlayerFactory())
    assert client.get(address, {"with": str(stranger.pk)}).content.decode().count('class="bands"') == 0


def test_luck_counts_every_die_of_the_journal(year, client):
    page = seen(client, "career_dice_stats", career=year.pk)
    told = re.search(r"(\d+) dice, with no number missing", page)
    drawn = [draw for entry in year.session.journal.all() for draw in entry.draws if not draw[0].startswith("deck/")]
    assert int(told.group(1)) == len(drawn) > 300
    assert "chi-square" in page
    luck = client.get(reverse("career_dice_stats", args=[year.pk])).context["luck"]
    few = luck.unsaid.split(", ")
    assert len(few) > 5 and page.count("Too few dice") == 1 and luck.unsaid in page, "one sentence, no rows"
    assert not {row.title for row in luck.rows} & {purpose.rpartition(" (")[0] for purpose in few}


def test_the_list_shows_ones_own(year, client):
    other = begun(PlayerFactory(), name="Ernst Merz")
    InterceptorCareer.objects.filter(pk=begun(year.owner, name="Kurt Amsel").pk).update(flights=2, away="hospital")
    page = seen(client, "careers")
    assert "Jakob Wieland" in page and other.name not in page
    assert '<b class="hurt">In hospital</b>, 2 sorties flown' in page


def test_all_careers_are_found_page_by_page_and_cost_the_same(alice, client, monkeypatch):
    client.force_login(alice, backend="django.contrib.auth.backends.ModelBackend")
    monkeypatch.setattr("campaigns.careers.career_list.CAREERS_ON_A_PAGE", 2)
    made, costs = [], []
    for count in range(5):
        made.append(begun(alice, name=f"Pilot {count}").pk)
        with CaptureQueriesContext(connection) as asked:
            client.get(reverse("careers"))
        costs.append(len(asked))
    assert len(set(costs)) == 1 and costs[0] <= 6
    InterceptorCareer.objects.filter(pk=made[-1]).update(over=True)
    met = []
    for number, others in ((1, ["next"]), (2, ["prev", "next"]), (3, ["prev"])):
        page = client.get(reverse("careers"), {"page": number}).content.decode()
        met.append({pk for pk in made if reverse("career", args=[pk]) in page})
        assert f"Page {number} of 3" in page and re.findall(r'rel="(prev|next)"', page) == others
    assert met == [{made[3], made[2]}, {made[1], made[0]}, {made[4]}]
    for odd in ("0", "99", "x", "9" * 5000, "-1"):
        assert client.get(reverse("careers"), {"page": odd}).status_code == 200


def test_fifty_careers_stand_on_one_page(alice, client):
    client.force_login(alice, backend="django.contrib.auth.backends.ModelBackend")
    one = begun(alice)
    copies = [InterceptorCareer(owner=alice, name=f"Pilot {number}") for number in range(49)]
    InterceptorCareer.objects.bulk_create(copies)
    assert "Page 1" not in client.get(reverse("careers")).content.decode()
    InterceptorCareer.objects.bulk_create([InterceptorCareer(owner=alice, name="One more")])
    page = client.get(reverse("careers")).content.decode()
    assert "Page 1 of 2" in page and page.count('class="sheet') == 50
    assert reverse("career", args=[one.pk]) in client.get(reverse("careers"), {"page": 2}).content.decode()


# Between sorties


def test_what_can_be_had_and_what_cannot(alice, client):
    career = begun(alice)
    with CaptureQueriesContext(connection) as asked:
        page = seen(client, "spending", career=career.pk)
    assert len(asked) <= 6
    assert 'value="skill:pilot:landing"' in page
    assert 'value="skill:pilot:aim"' not in page and "costs 6, he has 1" in page


def test_units_with_another_series_are_folded_by_unit(alice):
    def rich(run):
        asked = next(iter(run.pending.values()))
        return any(option.count(":") == 2 and option.startswith("transfer:") for option in asked.options)

    career = begun_and_flown_to(alice, rich)
    page = SpendingPage.of(career)
    shelf = page.others()
    offered = [option for option in page.decision.options if option.startswith("transfer:")]
    folded = [offer.order for fold in shelf.folded for offer in fold.offers if not offer.reason]
    plain = [offer.order for offer in shelf.offers if not offer.reason and offer.order in offered]
    assert sorted(folded + plain) == sorted(offered)
    assert folded and all(order.count(":") == 2 for order in folded)
    titles = [fold.title for fold in shelf.folded]
    assert len(titles) == len(set(titles))


def test_buying_and_having_done(alice, client, monkeypatch):
    monkeypatch.setattr("sorties.interceptor.spending.page.WAIT_SECONDS", 0)
    career = begun(alice)
    token = re.search(r'name="token" value="([^"]+)"', seen(client, "spending", career=career.pk)).group(1)
    order = reverse("spending_order", kwargs={"career": career.pk})
    answer = client.post(order, {"token": token, "answer": "skill:pilot:reflexes"})
    assert answer.headers["Location"] == reverse("spending", kwargs={"career": career.pk})
    carried_out(career.session)
    assert again(career).skills == ["reflexes"]
    page = client.post(order, {"token": token, "answer": "skill:pilot:landing"}, follow=True).content.decode()
    assert "Your first order counts" in page or "has moved on since" in page
    assert again(career).skills == ["reflexes"]


def test_what_was_not_offered_is_not_sold(alice, client):
    career = begun(alice)
    token = re.search(r'name="token" value="([^"]+)"', seen(client, "spending", career=career.pk)).group(1)
    order = reverse("spending_order", kwargs={"career": career.pk})
    page = client.post(order, {"token": token, "answer": "skill:pilot:aim"}, follow=True).content.decode()
    assert "do not allow that order" in page
    assert again(career).skills == []


# A new career


def form(**given):
    data = {"name": "Otto Lindner", "track": "nco", "play": "solitaire", "dice": "fair", "pack": "standard"}
    return CareerForm(data | given, player=None)


def test_a_new_career_is_posted_as_it_was_wished(client, monkeypatch):
    monkeypatch.setattr(career_services, "WAIT_SECONDS", 0)
    data = form(unit="16", aircraft="Bf109G-4", options=["fatigue"]).data
    answer = client.post(reverse("career_new"), data | {"odds": "after"} | sealed(client))
    career = InterceptorCareer.objects.get(name="Otto Lindner")
    assert career.session.odds == "after"
    assert answer.headers["Location"] == reverse("table", kwargs={"session": career.session_id})
    carried_out(career.session)
    career = again(career)
    assert (career.unit, career.aircraft, career.track) == ("II/JG 26", "Bf109G-4", "nco")
    assert career.rank == "Unteroffizier" and career.experience == 2 and career.options["fatigue"]


@pytest.mark.parametrize(
    ("given", "field"),
    [
        ({"unit": "2", "aircraft": "Bf109G-4"}, "aircraft"),
        ({"aircraft": "Bf109G-4"}, "aircraft"),
        ({"unit": "9", "start": "1943-05"}, "start"),
        ({"unit": "24"}, "unit"),
        ({"ace": "Nobody"}, "ace"),
        ({"pack": "../secret"}, "pack"),
    ],
)
def test_what_the_rules_do_not_allow_is_said_beside_the_field(given, field, client):
    wrong = form(**given)
    assert not wrong.is_valid() and field in wrong.errors
    answer = client.post(reverse("career_new"), wrong.data)
    assert answer.status_code == 422 and not InterceptorCareer.objects.exists()
    assert "Otto Lindner" in answer.content.decode()


def test_who_thinks_flies_against_one_alone_by_the_basic_rules():
    wished = form(play="competitive", second="thinking", unit="5")
    assert wished.is_valid() and wished.wanted().second == "thinking"
    for given in ({"play": "cooperative"}, {"options": ["fatigue"]}, {"rulings": ["aim"]}, {"wingman_bursts": "2"}):
        wrong = form(**{"play": "competitive", "second": "thinking"} | given)
        assert not wrong.is_valid()
        assert wrong.errors == {
            "second": ["The pilot who thinks flies only against you, by the basic rules and standard charts."]
        }
    # Who flies alone chose nobody.
    assert form(play="solitaire", second="thinking", options=["fatigue"]).is_valid()


def test_other_readings_and_the_unit_of_an_ace_are_taken_over():
    wished = form(ace="Egon Mayer", options=["quality"], rulings=["aim", "systems"])
    assert wished.is_valid(), wished.errors
    options, pilot = wished.wanted().options, wished.wanted().setup.pilots[0]
    assert options == {"quality": True, "aim_needs_hit": False, "repair_by": "systems"}
    assert pilot.ace_unit == "card"
    for number, said in (("3", {"wingman_bursts": 3}), ("0", {}), ("", {})):
        wished = form(wingman_bursts=number)
        assert wished.is_valid() and wished.wanted().options == said
    for given in ({"ace_lot": "on"}, {"unit": "5"}):
        wished = form(ace="Egon Mayer", **given)
        assert wished.is_valid() and wished.wanted().setup.pilots[0].ace_unit == "random"


def test_an_ace_begins_as_his_card_has_him(client, monkeypatch):
    monkeypatch.setattr(career_services, "WAIT_SECONDS", 0)
    client.post(reverse("career_new"), form(ace="Egon Mayer").data | sealed(client))
    career = InterceptorCareer.objects.get()
    carried_out(career.session)
    career = again(career)
    assert career.name == career.ace == "Egon Mayer"
    assert career.bombers == career.start_bombers > 0
    assert "Knight’s Cross" in seen(client, "career", career=career.pk)


def test_each_standing_order_says_what_it_does_and_what_each_temper_does_of_itself(alice):
    career = begun(alice)
    client = Client()
    client.force_login(alice)
    page = client.get(reverse("bot_begin", args=[career.pk])).content.decode()
    assert page.count(" · sensible: ") == len(CHOICES) + len(NUMBERS)
    assert "cautious: slip away · sensible: go for the bombers" in page
    assert "cautious: 2 · sensible: 3 · reckless: 12" in page

"""A bot flies on in a year of nights: to its mark, stopped or not, with its report, by the parts of every career."""

import pytest
from django.test import Client
from django.urls import reverse

from campaigns import tasks
from campaigns.careers import bot_flights
from play.orders.refusals import OrderRefused
from play.sessions.selectors import session_at
from sorties.nightfighter.careers.services import FLIGHTS
from sorties.nightfighter.records.models import NightCareer, NightFlight, WeekRecord
from tests.shared.builders.nights import again, begun
from tests.shared.builders.tables import give

pytestmark = [pytest.mark.django_db, pytest.mark.slow]
LONG = 3
"""Dice of a pilot's year that goes on for long."""


@pytest.fixture
def client(alice):
    client = Client()
    client.force_login(alice, backend="django.contrib.auth.backends.ModelBackend")
    return client


def posted(player, seed=LONG, **setup):
    """A pilot who has chosen what he flies."""
    career = begun(player, seed=seed, **setup)
    give(session_at(career.session_id), "player", "Messerschmitt")
    return again(career)


def flown(career, until):
    """Fly on, as the worker does."""
    flight = FLIGHTS.begin(career=again(career), until=until, policy="hunter", orders={})
    while FLIGHTS.fly_on(flight_id=flight.pk):
        pass
    return NightFlight.objects.get(pk=flight.pk)


def over(career):
    return WeekRecord.objects.filter(career=career).exclude(what="").count()


@pytest.mark.parametrize("mode", ["solo", "blind"])
def test_the_bot_flies_to_the_mark_and_no_farther(alice, mode):
    career = posted(alice, mode=mode)
    before, flight = over(career), flown(career, "month")
    career = again(career)
    june = WeekRecord.objects.filter(career=career, month="1942-06").count()
    assert flight.status == "done" and flight.of == june - before and career.month == "1942-07"
    assert over(career) == career.week - 1 >= june and flight.lines == over(career) - before
    before, flight = over(career), flown(career, "night")
    assert flight.status == "done" and (flight.of, flight.first) == (0, before)
    assert over(career) - before == flight.lines == again(career).week - career.week >= 1


def test_a_staffels_night_is_one_of_several_in_its_week(alice):
    career = begun(alice, "staffel", seed=2)
    flight = flown(career, "night")
    assert flight.status == "done" and again(career).week in (1, 2) and NightFlight.objects.count() == 1


def test_a_flight_is_one_at_a_time_stops_when_told_and_is_taken_up_when_lost(alice, monkeypatch):
    career = posted(alice)
    flight = FLIGHTS.begin(career=again(career), until="year", policy="hunter", orders={})
    with pytest.raises(OrderRefused) as refused:
        FLIGHTS.begin(career=again(career), until="night", policy="hunter", orders={})
    assert refused.value.code == "already_given"
    sent = []
    monkeypatch.setattr(bot_flights, "send", lambda *which: sent.append(which))
    tasks.take_up_lost_flights()
    assert sent == []
    NightFlight.objects.filter(pk=flight.pk).update(beat=flight.beat - 2 * bot_flights.STALLED_AFTER)
    tasks.take_up_lost_flights()
    assert sent == [("nightfighter", flight.pk)]
    FLIGHTS.stop(career=career)
    assert not FLIGHTS.fly_on(flight_id=flight.pk)
    assert NightFlight.objects.get(pk=flight.pk).status == "stopped" and not again(career).over


@pytest.mark.parametrize("of", [{"mode": "tabletop"}, {"mode": "blind", "umpire": "person"}])
def test_no_bot_flies_with_printed_cards_or_under_a_person_as_umpire(alice, client, of):
    career = posted(alice)
    NightCareer.objects.filter(pk=career.pk).update(**of)
    with pytest.raises(OrderRefused):
        FLIGHTS.begin(career=again(career), until="month", policy="hunter", orders={})
    assert reverse("night_bot_begin", args=[career.pk]) not in page(client, career)


def page(client, career, name="night_career"):
    return client.get(reverse(name, args=[career.pk]), follow=True).content.decode()


def test_from_the_page_to_the_report(alice, client):
    career = posted(alice)
    address = reverse("night_bot_begin", args=[career.pk])
    assert address in page(client, career)
    asked = client.get(address).content.decode()
    assert "One night" in asked and "Standing orders" not in asked and "Temper" not in asked
    assert client.post(address, {"until": "week"}).status_code == 422 and not NightFlight.objects.exists()
    answer = client.post(address, {"until": "month"})
    assert answer.headers["Location"] == reverse("night_career", args=[career.pk])
    flight = NightFlight.objects.get(career=career)
    at_work = page(client, career)
    assert reverse("night_bot_stop", args=[career.pk]) in at_work and f'"{address}"' not in at_work
    assert "The bot is flying." in client.get(reverse("night_bot_progress", args=[career.pk])).content.decode()
    client.post(reverse("night_bot_stop", args=[career.pk]))
    assert "The bot is stopping." in page(client, career)
    NightFlight.objects.filter(pk=flight.pk).update(stop=False)
    while FLIGHTS.fly_on(flight_id=flight.pk):
        pass
    answer = client.get(reverse("night_bot_progress", args=[career.pk]))
    assert answer.headers["HX-Refresh"] == "true"
    entered = list(WeekRecord.objects.filter(career=career).exclude(what=""))[flight.first :]
    kills = entered[-1].kills - 8
    told = page(client, career)
    assert "Report of the bot that flew for you: " in told and f"of {len(entered)} weeks" in told
    assert f"{kills} kill" in told and f"alive after week {entered[-1].place}" in told
    career.shared = True
    career.save()
    shared = Client().get(reverse("night_career_shared", args=[career.link])).content.decode()
    assert "Report of the bot" not in shared and address not in shared

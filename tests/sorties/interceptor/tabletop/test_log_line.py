"""The tabletop log: a line entered, refused with sentences beside its fields, corrected, and its history."""

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from engine.interceptor.state import PilotSetup, Setup
from play.fairness import verification
from play.games import titles
from play.journal import store
from play.journal.rebuild import session_rebuild
from play.orders.models import Order, OrderStatus
from play.orders.refusals import OrderRefused
from play.sessions import exports
from play.sessions.selectors import session_at
from sorties.interceptor.careers import services as career_services
from sorties.interceptor.records.models import CareerSource, EngagementRecord, InterceptorCareer, SortieRecord
from sorties.interceptor.setup.career_start import NewCareer, career_begin
from sorties.interceptor.spending import page as dispersal
from sorties.interceptor.tabletop import log_line as tabletop
from tests.shared.builders.careers import again
from tests.shared.builders.commitments import brought
from tests.shared.builders.tables import carried_out, give, token

pytestmark = pytest.mark.django_db
MET = {"fight": ["B-17|missed"]}
"""A possible attacker of his."""


@pytest.fixture(autouse=True)
def nobody_waits(monkeypatch):
    """No worker runs here that could be waited for."""
    for module in (career_services, dispersal, tabletop):
        monkeypatch.setattr(module, "WAIT_SECONDS", 0)


@pytest.fixture
def client(alice):
    client = Client()
    client.force_login(alice, backend="django.contrib.auth.backends.ModelBackend")
    return client


def done(career):
    """Let the worker carry out what was given, and say done to what is offered for points."""
    session = carried_out(career.session)
    while session.status == "playing":
        (decision,) = store.resume(session).asked("pilot")
        if decision.form:
            break
        session = give(session, "pilot", decision.options[-1])
    return again(career)


@pytest.fixture
def career(alice):
    setup = Setup(pilots=[PilotSetup(name="Jakob Wieland", unit=6)])
    wanted = NewCareer(setup, "standard", "Jakob Wieland", CareerSource.TABLETOP)
    return done(career_begin(owner=alice, wanted=wanted, posted=brought()))


def entered(client, career, address="line_enter", **fields):
    line = (
        tabletop.TabletopLine.next_of(again(career))
        if address == "line_enter"
        else tabletop.TabletopLine.last_of(again(career))
    )
    answer = client.post(
        reverse(address, args=[career.pk]), {"token": line.token, "target": "Lorient", "do": "enter"} | fields
    )
    return answer, done(career)


def lines(career):
    return list(SortieRecord.objects.filter(career=career).values_list("target", "bombers", "hits", "pilot_wound"))


def test_a_line_is_entered_in_one_post_and_the_books_are_kept(client, career):
    page = client.get(reverse("line_enter", args=[career.pk])).content.decode()
    assert "March 1943, line 1 of 8" in page and ">Lorient<" in page
    answer, career = entered(client, career, fight=["B-17|destroyed:pilot", "B-17|damaged"], hits="2")
    assert answer.status_code == 302
    assert lines(career) == [("Lorient", 1, 2, "")]
    assert (career.bombers, career.flights, career.source) == (1, 1, "tabletop")
    assert EngagementRecord.objects.filter(career=career).count() == 2
    assert career.awards.filter(name="ek2").exists()


def test_what_cannot_have_happened_is_said_beside_its_field_and_kept_on_the_page(client, career):
    answer, career = entered(client, career, target="Berlin", end="landed:rough", fight=["B-17|damaged"], hits="x")
    page = answer.content.decode()
    assert answer.status_code == 422
    assert 'id="wrong-hits"' in page and "Write a number, or several" in page and 'value="B-17|damaged"' in page
    answer, career = entered(client, career, target="Berlin", end="landed:rough", fight=["P-51|damaged"])
    page = answer.content.decode()
    assert "No raid on Berlin is flown this month." in page
    assert "A rough landing wounds everybody aboard lightly, at least." in page
    assert "A P-51 is not met in March 1943." in page
    assert "3 problems to correct" in page
    answer, career = entered(client, career, hits="1")
    assert "This line has no enemy" in answer.content.decode()
    assert lines(career) == []


def test_the_list_is_tapped_through_without_entering_anything(client, career):
    address = reverse("line_enter", args=[career.pk])
    page = client.post(address, {"do": "add:B-17", "target": "Lorient"}).content.decode()
    assert 'value="B-17|missed"' in page
    page = client.post(address, {"do": "turn:0", "fight": ["B-17|missed"]}).content.decode()
    assert 'value="B-17|damaged"' in page
    page = client.post(address, {"do": "turn:0", "fight": ["B-17|damaged"]}).content.decode()
    assert 'value="B-17|destroyed:pilot"' in page and "0 → 1" in page
    page = client.post(address, {"do": "drop:0", "fight": ["B-17|damaged"]}).content.decode()
    assert 'name="fight"' not in page
    assert SortieRecord.objects.count() == 0


def test_the_last_line_is_corrected_and_every_version_is_kept(client, career):
    _answer, career = entered(client, career, fight=["B-17|destroyed:pilot"], hits="1")
    faces = [draw for entry in career.session.journal.filter(key="line") for draw in entry.draws]
    assert 'value="B-17|destroyed:pilot"' in client.get(reverse("line_correct", args=[career.pk])).content.decode()
    answer, career = entered(client, career, "line_correct", fight=["B-17|damaged"], hits="3")
    assert answer.status_code == 302
    assert lines(career) == [("Lorient", 0, 3, "")]
    assert career.bombers == 0 and not career.awards.filter(name="ek2").exists()
    journal = list(career.session.journal.filter(key="line").order_by("seq"))
    assert [entry.undone_by is None for entry in journal] == [False, True]
    assert all(draw in faces for draw in journal[1].draws if draw[:2] in [face[:2] for face in faces])
    (chain,) = tabletop.history(career)
    assert [version.stands for version in chain] == [False, True]
    page = client.get(reverse("line_history", args=[career.pk])).content.decode()
    assert "entered again" in page and "current" in page
    before = lines(career)
    assert session_rebuild(session=session_at(career.session_id)).sound
    assert lines(again(career)) == before


def test_the_file_of_a_log_with_a_corrected_line_holds(client, career):
    entered(client, career, fight=["B-17|destroyed:pilot"], hits="1")
    _answer, career = entered(client, career, "line_correct", **MET, end="killed:", pilot_wound="KIA")
    document = exports.read(exports.session_file(session_at(career.session_id), career.owner))
    assert career.over and any(line.undone_by for line in document.entries)
    assert verification.verify(document).faults == []


def test_a_death_written_down_by_mistake_is_taken_back(client, career):
    _answer, career = entered(client, career, **MET, end="killed:", pilot_wound="KIA")
    assert career.over and not career.alive
    _answer, career = entered(client, career, "line_correct")
    assert not career.over and career.alive
    assert lines(career)[0] == ("Lorient", 0, 0, "")


def test_a_fresh_line_is_taken_back_and_stands_on_the_page_again(client, career):
    _answer, career = entered(client, career, fight=["B-17|destroyed:pilot"], hits="2", pilot_wound="LW")
    page = client.get(reverse("line_enter", args=[career.pk])).content.decode()
    assert "You can undo the last line until" in page
    client.post(reverse("line_take_back", args=[career.pk]))
    career = done(career)
    assert lines(career) == [] and career.bombers == 0
    page = client.get(reverse("line_enter", args=[career.pk])).content.decode()
    assert (
        "line 1 of 8" in page
        and 'value="B-17|destroyed:pilot"' in page
        and "You can undo the last line until" not in page
    )
    _answer, career = entered(client, career, **MET, hits="1")
    assert lines(career) == [("Lorient", 0, 1, "")]
    assert [version.stands for version in tabletop.history(career)[0]] == [False, True]
    late = timezone.now() - tabletop.UNDO_WINDOW
    career.session.journal.filter(key="line").update(at=late)
    client.post(reverse("line_take_back", args=[career.pk]))
    assert lines(done(career)) == [("Lorient", 0, 1, "")]
    assert (
        "You can undo the last line until" not in client.get(reverse("line_enter", args=[career.pk])).content.decode()
    )


@pytest.mark.parametrize(
    ("fields", "asked", "said"),
    [
        ({"target": ""}, [], [("Sorties flown", 0, 1)]),
        ({}, [], [("Prestige points", 0, 0), ("Experience points", 1, 1)]),
        ({"flown": "no"}, [], [("Sorties flown", 0, 0)]),
        (MET | {"hits": "4"}, [], [("Sorties lost", None, 1)]),
        (MET | {"pilot_wound": "SW"}, ["wound", "r1"], [("Sorties lost", None, "after the roll"), ("Wounds", 0, 1)]),
        (MET | {"pilot_wound": "SW", "rolls.wound": "2 13"}, ["wound", "r1"], [("Wounds", 0, 1)]),
        (MET | {"end": "killed:", "pilot_wound": "KIA"}, [], [("The career", None, "ends here")]),
        ({"fight": ["B-17|destroyed:pilot"] * 30}, ["award", "r1"], [("Bombers", 0, 30), ("Prestige points", 0, 5)]),
    ],
)
def test_what_a_line_does_and_which_dice_it_asks_for_is_worked_out_before(client, career, fields, asked, said):
    before = store.resume(career.session).digest()
    answer = client.post(reverse("line_enter", args=[career.pk]), {"do": "look", "target": "Lorient"} | fields)
    assert [one.stream for one in answer.context["asks"]] == asked
    assert set(said) <= set(answer.context["does"])
    assert store.resume(again(career).session).digest() == before


def test_what_is_given_is_said_to_be_written_down_until_it_is(client, career):
    address, line = reverse("line_enter", args=[career.pk]), tabletop.TabletopLine.next_of(career)
    answer = client.post(address, {"token": line.token, "target": "Lorient", "do": "enter"}, follow=True)
    page = answer.content.decode()
    assert 'id="given"' in page and "Line 1 of March 1943 is recorded." not in page
    assert "HX-Refresh" not in client.get(address, headers={"HX-Request": "true"}).headers
    done(career)
    assert client.get(address, headers={"HX-Request": "true"}).headers["HX-Refresh"] == "true"
    assert "line 2 of 8" in client.get(address).content.decode()


def test_a_wingman_who_turned_back_is_known_by_the_event(client, career):
    _answer, career = entered(client, career, event="wingman-turns-back")
    assert career.session.journal.get(key="line").answer["wingman"] == "absent"
    page = client.get(reverse("line_correct", args=[career.pk])).content.decode()
    assert '<option value="wingman-turns-back" selected>' in page


def test_the_table_of_a_tabletop_career_leads_to_the_page_of_its_line(client, career):
    page = client.get(reverse("table", args=[career.session_id])).content.decode()
    assert f'href="{reverse("line_enter", args=[career.pk])}">Enter a tabletop sortie</a>' in page


def test_only_the_tabletop_log_can_be_corrected(alice, career):
    with pytest.raises(OrderRefused) as refused:
        from play.sessions import services

        seat = career.session.seat("pilot")
        first = career.session.journal.filter(kind="answer").order_by("seq").first()
        services.correction_give(session=career.session, seat=seat, entry=first.seq if first else 99, answer="done")
    assert refused.value.code == "no_correction"


def test_the_dice_of_the_debriefing_may_be_thrown_at_the_table(client, career):
    fields = MET | {"pilot_wound": "LW", "rolls.wound": "3"}
    _answer, career = entered(client, career, **fields)
    entry = career.session.journal.get(key="line", undone_by=None)
    assert entry.answer["rolls"] == {"wound": [3]}
    answer, _career = entered(client, career, **{"rolls.wound": "9"})
    assert "A die with 6 sides cannot show 9." in answer.content.decode()


def test_every_fault_of_the_engine_has_its_sentence():
    import inspect
    import re

    from engine.interceptor.rules import tabletop as rules

    codes = set(re.findall(r'Fault\([^,]+, "([a-z-]+)"', inspect.getsource(rules)))
    assert len(codes) > 20
    assert codes <= set(titles.words_of("interceptor-ace").faults)


def test_two_pilots_keep_no_books(client):
    answer = client.post(
        reverse("career_new"), {"play": "cooperative", "dice": "tabletop", "track": "officer", "pack": "standard"}
    )
    assert answer.status_code == 422 and "A tabletop career has one pilot" in answer.content.decode()
    assert not InterceptorCareer.objects.exists() and not Order.objects.filter(status=OrderStatus.PENDING).exists()


def test_a_void_token_enters_nothing(client, career):
    old = token(career.session, "pilot")
    _answer, career = entered(client, career)
    answer = client.post(reverse("line_enter", args=[career.pk]), {"token": old, "target": "Lorient", "do": "enter"})
    assert answer.status_code == 422
    assert len(lines(done(career))) == 1

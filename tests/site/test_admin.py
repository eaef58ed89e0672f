"""The pages of the staff: games, orders, flights and groups, and no secret of a running game."""

import pytest
from django.contrib import admin
from django.test import Client
from django.urls import reverse

from campaigns.accounts.models import Player
from campaigns.groups.services import group_found, invitation_make
from play.admin import ReadOnlyAdmin
from play.journal.models import EventRow, JournalEntry
from play.orders.models import Order, OrderStatus
from play.sessions.models import Seat, Session, SessionStatus
from sorties.interceptor.records.models import BotFlight, InterceptorCareer
from sorties.nightfighter.records.models import NightFlight
from tests.shared.builders.careers import begun as career_begun
from tests.shared.builders.careers import fly
from tests.shared.builders.tables import begun, play
from tests.shared.factories import PlayerFactory

pytestmark = pytest.mark.django_db
OURS = {Session, Order, BotFlight, NightFlight}


@pytest.fixture
def staff():
    client = Client()
    gunn = PlayerFactory(display_name="Gunn", is_staff=True, is_superuser=True)
    client.force_login(gunn, backend="django.contrib.auth.backends.ModelBackend")
    return client


def registered():
    return [model for model, page in admin.site._registry.items() if isinstance(page, ReadOnlyAdmin)]


def address(model, page, *args):
    return reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_{page}", args=args)


def full_house():
    """Games under way with answers given, a flight by a bot, a failed order, a stuck game and a group."""
    alice, bob = PlayerFactory(display_name="Alice"), PlayerFactory(display_name="Bob")
    play(begun(alice, bob), decisions=5)
    flown = fly(career_begun(alice), "sortie")
    BotFlight.objects.filter(career=flown).update(orders={"closest": "a standing order"})
    Order.objects.filter(pk=Order.objects.last().pk).update(status=OrderStatus.FAILED, facts={"problem": "a fact"})
    stuck = begun(bob)
    Session.objects.filter(pk=stuck.pk).update(status=SessionStatus.STUCK)
    club = group_found(owner=alice, name="Tuesday club")
    invitation_make(group=club, by=alice)
    return alice, stuck, club


def secrets(group):
    """Return the secrets of a running game, and of ways to sign in, which no page may show."""
    yield group.invitations.get().link
    yield from Seat.objects.values_list("invitation", flat=True)
    yield from InterceptorCareer.objects.values_list("link", flat=True)
    yield from ("a nonce", "a standing order", "a fact")
    for session in Session.objects.all():
        seed = bytes(session.seed)
        yield from (seed.hex(), repr(seed)[2:12])
        yield from (key for _seat, key, _seq in session.asked)
    yield from Order.objects.exclude(key="").values_list("key", flat=True)
    yield from JournalEntry.objects.exclude(key="").values_list("key", flat=True)
    yield from EventRow.objects.exclude(branch="").values_list("branch", flat=True)


def test_staff_see_how_things_stand_and_no_secret(staff):
    _alice, stuck, group = full_house()
    known = set(secrets(group))
    assert len(known) > 20 and set(registered()) > OURS
    for model in registered():
        pages = [address(model, "changelist")]
        pages += [address(model, "change", pk) for pk in model._default_manager.values_list("pk", flat=True)]
        for page in pages:
            answer = staff.get(page)
            assert answer.status_code == 200, page
            text = answer.content.decode()
            assert not [secret for secret in known if secret in text], page
    assert str(stuck.pk) in staff.get(address(Session, "changelist"), {"status__exact": "stuck"}).content.decode()
    failed = staff.get(address(Order, "changelist"), {"status__exact": "failed"}).context["cl"]
    assert failed.result_count == 1


def test_journals_and_events_have_no_page():
    assert not {JournalEntry, EventRow, Seat} & set(admin.site._registry)


@pytest.mark.parametrize(
    "asked", ["seed__gt", "nonces__contains", "record__isnull", "asked__contains", "owner__password__gt"]
)
def test_no_filter_in_the_address_asks_after_what_is_not_shown(staff, asked):
    full_house()
    answer = staff.get(address(Session, "changelist"), {asked: "1"})
    assert answer.status_code in (302, 400)
    assert staff.get(address(Order, "changelist"), {"answer__icontains": "1"}).status_code in (302, 400)


@pytest.mark.parametrize("page", ["add", "delete", "change"])
def test_nothing_is_changed_there(staff, page):
    _alice, stuck, _group = full_house()
    args = [] if page == "add" else [stuck.pk]
    assert staff.post(address(Session, page, *args), {"post": "yes", "status": "over"}).status_code == 403
    assert Session.objects.get(pk=stuck.pk).status == SessionStatus.STUCK


def test_a_list_asks_as_often_however_long_it_is(staff, django_assert_max_num_queries):
    full_house()
    for model in registered():
        with django_assert_max_num_queries(12):
            staff.get(address(model, "changelist"))


def test_staff_without_leave_see_nothing_of_games():
    clerk = Client()
    clerk.force_login(PlayerFactory(is_staff=True), backend="django.contrib.auth.backends.ModelBackend")
    assert clerk.get(address(Session, "changelist")).status_code == 403
    assert Player.objects.filter(is_staff=True, is_superuser=False).exists()


def test_staff_who_play_do_not_count_the_orders_of_their_own_running_game():
    gunn = PlayerFactory(is_staff=True, is_superuser=True)
    session = play(begun(gunn, PlayerFactory()), decisions=4)
    client = Client()
    client.force_login(gunn, backend="django.contrib.auth.backends.ModelBackend")
    pages = [reverse("admin:play_session_changelist"), reverse("admin:play_order_changelist")]
    assert not any(str(session.pk) in client.get(page).content.decode() for page in pages)
    Session.objects.filter(pk=session.pk).update(status=SessionStatus.OVER)
    assert all(str(session.pk) in client.get(page).content.decode() for page in pages[:1])

"""Guests, accounts, profile, leaving."""

import io
from datetime import timedelta
from typing import Any

import pytest
from allauth.account.models import EmailAddress, EmailConfirmationHMAC
from django import forms
from django.conf import settings
from django.contrib.auth import get_user
from django.contrib.sessions.models import Session as BrowserSession
from django.core import mail
from django.core.management import call_command
from django.db import connection
from django.http import HttpResponse
from django.test import Client, RequestFactory
from django.test.html import parse_html
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from campaigns.accounts import quick_start, services
from campaigns.accounts.forms import ProfileForm
from campaigns.accounts.middleware import ReaderPreferences
from campaigns.accounts.models import Player
from campaigns.accounts.selectors import deletion_preview
from campaigns.groups.models import Group
from campaigns.groups.services import group_found, group_join
from campaigns.tasks import forget_players, forget_sessions
from play.journal.models import JournalEntry
from play.sessions import services as services_of_play
from play.sessions.models import Session, SessionStatus
from sorties.interceptor.records.models import InterceptorCareer
from tests.shared.builders.careers import kept
from tests.shared.builders.commitments import brought, sealed
from tests.shared.builders.tables import begun, carried_out, planned
from tests.shared.factories import PASSWORD, GuestFactory, PlayerFactory

pytestmark = pytest.mark.django_db
SMALL = "strait"
BACKEND = "django.contrib.auth.backends.ModelBackend"


def signed_in(player: Player) -> Client:
    client = Client()
    client.force_login(player, backend=BACKEND)
    return client


def claim_form(**changed: str) -> dict[str, str]:
    return {"display_name": "Ruth", "email": "ruth@example.org", "password1": PASSWORD} | changed


# Guest play


def test_one_click_makes_a_real_player_who_is_signed_in(client: Client) -> None:
    answer = client.post(reverse("fly_now"), {"game": SMALL} | sealed(client))
    guest = Player.objects.get()
    session = Session.objects.get()
    assert answer.headers["Location"] == reverse("table", args=[session.pk])
    assert session.has_player(guest)
    assert session.orders.get().kind == "begin"
    assert get_user(client) == guest
    assert guest.is_guest
    assert not guest.has_usable_password()
    assert guest.email == ""


def test_flying_again_goes_back_to_the_table_that_is_under_way(client: Client) -> None:
    client.post(reverse("fly_now"), {"game": SMALL} | sealed(client))
    Session.objects.update(status=SessionStatus.PLAYING)
    client.post(reverse("fly_now"), {"game": SMALL} | sealed(client))
    assert (Player.objects.count(), Session.objects.count()) == (1, 1)


def test_a_game_that_is_not_played_here_makes_nobody(client: Client) -> None:
    assert client.post(reverse("fly_now"), {"game": "ludo"}).status_code == 404
    assert not Player.objects.exists()


def test_a_look_at_the_button_makes_nobody(client: Client) -> None:
    assert client.get(reverse("fly_now")).status_code == 405
    assert not Player.objects.exists()


def test_guests_are_not_made_without_end(client: Client) -> None:
    answers = []
    for _ in range(61):
        client.cookies.clear()
        answers.append(client.post(reverse("fly_now"), {"game": SMALL} | sealed(client)).status_code)
    assert answers == [302] * 60 + [429]
    assert Player.objects.count() == 60


def test_who_is_sent_a_link_goes_on_as_a_guest_to_where_it_leads(client: Client) -> None:
    invited = reverse("seat", args=["a-link"])
    door = client.get(f"{reverse('account_login')}?next={invited}").content.decode()
    assert "Continue as a guest" in door and f'name="next" value="{invited}"' in door
    assert "Continue as a guest" not in client.get(reverse("account_login")).content.decode()
    for _twice in range(2):
        assert client.post(reverse("guest_continue"), {"next": invited}).headers["Location"] == invited
    assert Player.objects.get() == get_user(client)
    assert client.post(reverse("guest_continue"), {"next": "https://example.org/"}).headers["Location"] == "/"


def test_a_guest_reads_times_in_the_zone_of_their_device(client: Client) -> None:
    client.cookies["time_zone"] = "Europe%2FWarsaw"
    client.post(reverse("fly_now"), {"game": SMALL} | sealed(client))
    assert Player.objects.get().time_zone == "Europe/Warsaw"


def test_a_guest_who_signs_up_keeps_their_row(client: Client) -> None:
    client.post(reverse("fly_now"), {"game": SMALL} | sealed(client))
    guest = Player.objects.get()
    answer = client.post(reverse("claim"), claim_form())
    assert answer.status_code == 302, answer.context["form"].errors
    player = Player.objects.get()
    assert (player.pk, player.username, player.date_joined) == (guest.pk, guest.username, guest.date_joined)
    assert (player.display_name, player.email, player.is_guest) == ("Ruth", "ruth@example.org", False)
    assert player.check_password(PASSWORD)
    assert get_user(client) == player
    assert EmailAddress.objects.get().user == player
    assert Session.objects.get().has_player(player)
    assert mail.outbox[0].to == ["ruth@example.org"]


def test_a_claim_that_is_refused_changes_nothing_and_keeps_what_was_typed(client: Client) -> None:
    guest = GuestFactory()
    client = signed_in(guest)
    answer = client.post(reverse("claim"), claim_form(password1="short"))
    assert answer.status_code == 200
    assert 'value="Ruth"' in answer.content.decode()
    assert answer.context["form"].errors.keys() == {"password1"}
    guest.refresh_from_db()
    assert guest.is_guest
    assert guest.email == ""


def met_by(door: str, address: str) -> tuple[Any, ...]:
    """All that somebody meets who gives this address at a door: answer, pages, letters, and what it costs."""
    client = signed_in(GuestFactory()) if door == "claim" else Client()
    form = claim_form(email=address)
    page = client.get(reverse(door)).status_code
    mail.outbox.clear()
    with CaptureQueriesContext(connection) as asked:
        answer = client.post(reverse(door), form)
    cost = len(asked)
    following = client.get(answer.headers["Location"])
    said = [str(message).replace(address, "…") for message in following.context["messages"]]
    letters = [letter.to == [address] for letter in mail.outbox]  # what they say is read by whose the address is
    return page, answer.status_code, answer.headers["Location"], said, letters, cost


@pytest.mark.parametrize("door", ["account_signup", "claim"])
@pytest.mark.parametrize("verified", [True, False])
def test_neither_signing_up_nor_claiming_tells_whether_an_address_is_known(door: str, verified: bool) -> None:
    known = PlayerFactory(email="ruth@example.org")
    EmailAddress.objects.filter(user=known).update(verified=verified)
    warm = met_by(door, "first@example.org")
    assert warm[4] == [True]
    unknown, taken = met_by(door, "nobody@example.org"), met_by(door, known.email)
    assert unknown == taken
    known.refresh_from_db()
    assert known.check_password(PASSWORD) and EmailAddress.objects.get(user=known).verified == verified


def comes_in(address: str, password: str) -> Any:
    """Return the player whom this address and password sign in, in a new browser."""
    client = Client()
    client.post(reverse("account_login"), {"login": address, "password": password})
    return get_user(client)


@pytest.mark.parametrize("door", ["account_signup", "claim"])
def test_who_has_proved_an_address_keeps_it(door: str) -> None:
    known = PlayerFactory(email="ruth@example.org")
    other = "another-way-by-night-9"
    client = signed_in(GuestFactory()) if door == "claim" else Client()
    client.post(reverse(door), claim_form(password1=other))
    second = get_user(client)
    assert second.is_authenticated and second != known
    assert comes_in(known.email, PASSWORD) == known
    assert not comes_in(known.email, other).is_authenticated
    theirs = EmailAddress.objects.get(user=second)
    client.post(reverse("account_confirm_email", args=[EmailConfirmationHMAC(theirs).key]))
    assert EmailAddress.objects.get(verified=True).user == known
    assert not comes_in(known.email, other).is_authenticated


def test_who_has_proved_an_address_is_told_that_another_gave_it_and_sent_nothing_to_confirm(client: Client) -> None:
    known = PlayerFactory(email="ruth@example.org")
    client.post(reverse("account_signup"), claim_form(password1="another-way-by-night-9"))
    (letter,) = mail.outbox
    assert letter.to == [known.email] and "/confirm-email/" not in letter.body
    assert reverse("account_reset_password") in letter.body
    mail.outbox.clear()
    Client().post(reverse("account_signup"), claim_form(email="anybody@example.org"))
    assert "/confirm-email/" in mail.outbox[0].body


def test_an_address_that_nobody_has_proved_is_confirmed_by_whoever_reads_its_letters(client: Client) -> None:
    squatter = PlayerFactory(email="ruth@example.org", password="another-way-by-night-9")
    EmailAddress.objects.filter(user=squatter).update(verified=False)
    client.post(reverse("account_signup"), claim_form())
    link = next(word for word in mail.outbox[0].body.split() if "/confirm-email/" in word)
    client.post(link)
    assert comes_in(squatter.email, PASSWORD) == get_user(client)
    assert not comes_in(squatter.email, "another-way-by-night-9").is_authenticated


@pytest.mark.slow
@pytest.mark.parametrize(
    ("address", "form", "most"),
    [
        ("career_new", {"name": ""}, 120),
        ("career_import", {}, 60),
        ("log_import", {}, 60),
        ("table_import", {}, 60),
        ("group_new", {"name": ""}, 30),
    ],
)
def test_tables_imports_and_groups_are_not_made_without_end(address: str, form: dict[str, str], most: int) -> None:
    client, other = signed_in(PlayerFactory()), signed_in(GuestFactory())
    met = [client.post(reverse(address), form).status_code for _ in range(most + 1)]
    assert 429 not in met[:most] and met[most] == 429
    assert client.get(reverse(address)).status_code != 429
    assert other.post(reverse(address), form).status_code != 429


def test_a_member_has_nothing_to_claim() -> None:
    answer = signed_in(PlayerFactory()).get(reverse("claim"))
    assert answer.headers["Location"] == reverse("profile")


def test_a_guest_cannot_turn_a_members_page_into_a_password() -> None:
    guest = GuestFactory()
    answer = signed_in(guest).post(reverse("account_set_password"), {"password1": PASSWORD, "password2": PASSWORD})
    assert answer.headers["Location"] == reverse("claim")
    guest.refresh_from_db()
    assert not guest.has_usable_password()


def test_leaving_guest_play_opens_the_door_and_leaves_members_alone() -> None:
    client = signed_in(GuestFactory())
    client.post(reverse("leave_guest_play"))
    assert not get_user(client).is_authenticated
    client = signed_in(PlayerFactory())
    client.post(reverse("leave_guest_play"))
    assert get_user(client).is_authenticated


def test_idle_guests_are_forgotten_and_nobody_else() -> None:
    long_ago = timezone.now() - timedelta(days=30, minutes=1)
    GuestFactory(last_seen=long_ago)
    here_lately = GuestFactory(last_seen=timezone.now() - timedelta(days=29))
    member = PlayerFactory(last_seen=long_ago)
    forget_players()
    assert set(Player.objects.all()) == {here_lately, member}


def test_many_idle_guests_are_forgotten_in_bounded_steps(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(services, "AT_ONCE", 2)
    GuestFactory.create_batch(5, last_seen=timezone.now() - timedelta(days=31))
    assert services.players_purge() == (2, True)
    assert services.players_purge(seconds=-1) == (1, True)
    assert Player.objects.count() == 2
    out = io.StringIO()
    call_command("purge_players", stdout=out)
    assert not Player.objects.exists() and "2 players were deleted" in out.getvalue()


def test_a_step_that_was_full_sends_the_next(
    monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks: Any
) -> None:
    sent = []
    monkeypatch.setattr(services, "AT_ONCE", 2)
    monkeypatch.setattr(forget_players, "apply_async", lambda **options: sent.append(options))
    GuestFactory.create_batch(3, last_seen=timezone.now() - timedelta(days=31))
    forget_players()
    assert sent == [{}]
    forget_players()
    assert len(sent) == 1 and not Player.objects.exists()


def test_sessions_that_have_run_out_are_cleared_away_every_day(client: Client) -> None:
    signed_in(GuestFactory())
    BrowserSession.objects.update(expire_date=timezone.now() - timedelta(days=1))
    signed_in(GuestFactory())
    forget_sessions()
    assert BrowserSession.objects.count() == 1
    assert "campaigns.tasks.forget_sessions" in [each["task"] for each in settings.CELERY_BEAT_SCHEDULE.values()]


def test_a_visit_keeps_a_guest_from_being_forgotten() -> None:
    guest = GuestFactory(last_seen=timezone.now() - timedelta(days=31))
    beacon = f'hx-post="{reverse("presence")}"'
    assert beacon in signed_in(guest).get(reverse("home")).content.decode()
    assert signed_in(guest).post(reverse("presence")).status_code == 204
    assert beacon not in signed_in(guest).get(reverse("home")).content.decode()
    assert services.players_purge() == (0, False)


def test_whatever_is_ordered_is_a_visit() -> None:
    guest = GuestFactory(last_seen=timezone.now() - timedelta(days=31))
    signed_in(guest).post(reverse("appearance"), {"theme": "dark"})
    assert services.players_purge() == (0, False)


# Accounts


def test_sign_up_asks_for_a_name_and_makes_an_account(client: Client) -> None:
    client.post(reverse("account_signup"), claim_form())
    player = Player.objects.get()
    assert (str(player), player.email, player.is_guest) == ("Ruth", "ruth@example.org", False)
    assert "ruth" not in player.username
    assert "Ruth" in mail.outbox[0].body


def test_sign_in_and_out(client: Client) -> None:
    player = PlayerFactory()
    client.post(reverse("account_login"), {"login": player.email, "password": PASSWORD})
    assert get_user(client) == player
    client.post(reverse("account_logout"))
    assert not get_user(client).is_authenticated


def test_a_wrong_password_says_so_and_keeps_the_address(client: Client) -> None:
    player = PlayerFactory()
    answer = client.post(reverse("account_login"), {"login": player.email, "password": "wrong"})
    assert answer.status_code == 200
    assert f'value="{player.email}"' in answer.content.decode()
    assert answer.context["form"].errors


def test_guessing_passwords_is_stopped(client: Client) -> None:
    player = PlayerFactory()
    for _ in range(5):
        client.post(reverse("account_login"), {"login": player.email, "password": "wrong"})
    client.post(reverse("account_login"), {"login": player.email, "password": PASSWORD})
    assert not get_user(client).is_authenticated


def test_signing_up_without_end_is_stopped(client: Client) -> None:
    answers = [
        client.post(reverse("account_signup"), claim_form(email=f"ruth{n}@example.org", password1="short"))
        for n in range(21)
    ]
    assert [answer.status_code for answer in answers] == [200] * 20 + [429]


def test_a_lost_password_is_set_anew_by_letter(client: Client) -> None:
    player = PlayerFactory()
    client.post(reverse("account_reset_password"), {"email": player.email})
    link = next(word for word in mail.outbox[0].body.split() if "/password/reset/key/" in word)
    page = client.get(link, follow=True)
    client.post(page.request["PATH_INFO"], {"password1": "quite-another-7-road", "password2": "quite-another-7-road"})
    player.refresh_from_db()
    assert player.check_password("quite-another-7-road")


# Profile


def test_the_profile_keeps_what_is_chosen() -> None:
    player = PlayerFactory()
    chosen = {"display_name": "Dave", "language": "pl", "time_zone": "Europe/Warsaw", "theme": "dark"}
    client = signed_in(player)
    assert client.post(reverse("profile"), chosen).status_code == 302
    player.refresh_from_db()
    assert {name: getattr(player, name) for name in chosen} == chosen
    assert player.key_orders is False
    page = client.get(reverse("profile")).content.decode()
    assert '<html lang="pl" data-theme="dark">' in page
    assert 'data-keys="off"' in page


def test_the_profile_keeps_the_form_of_csv_files_and_leaves_it_without_an_answer() -> None:
    player = PlayerFactory()
    chosen = {"csv_separator": "semicolon", "csv_decimal": "comma", "csv_dates": "dotted"}
    plain = {"display_name": "Dora", "theme": "auto"}
    for posted in (plain | chosen, plain):
        assert signed_in(player).post(reverse("profile"), posted).status_code == 302
        player.refresh_from_db()
        assert {name: getattr(player, name) for name in chosen} == chosen
    refused = signed_in(player).post(reverse("profile"), plain | {"csv_separator": "tab"})
    assert refused.context["form"].errors.keys() == {"csv_separator"}


def test_a_time_zone_that_does_not_exist_is_refused() -> None:
    player = PlayerFactory()
    answer = signed_in(player).post(
        reverse("profile"), {"display_name": "Dave", "time_zone": "Mars/Base", "theme": "auto"}
    )
    assert answer.context["form"].errors.keys() == {"time_zone"}
    player.refresh_from_db()
    assert player.time_zone == ""


def test_nobody_chooses_language_and_colours_by_cookie(client: Client) -> None:
    answer = client.post(reverse("appearance"), {"language": "pl", "theme": "dark", "next": "/accounts/login/"})
    assert answer.headers["Location"] == "/accounts/login/"
    assert '<html lang="pl" data-theme="dark">' in client.get(reverse("home")).content.decode()


def test_what_a_member_chooses_goes_with_them_to_another_browser() -> None:
    player = PlayerFactory()
    signed_in(player).post(reverse("appearance"), {"language": "pl", "theme": "dark"})
    assert '<html lang="pl" data-theme="dark">' in signed_in(player).get(reverse("home")).content.decode()


@pytest.mark.parametrize("elsewhere", ["https://example.com/", "//example.com", "javascript:alert(1)"])
def test_choosing_a_language_leads_to_no_other_house(client: Client, elsewhere: str) -> None:
    answer = client.post(reverse("appearance"), {"language": "pl", "next": elsewhere})
    assert answer.headers["Location"] == reverse("home")


def test_an_unknown_colour_is_refused_in_a_sentence(client: Client) -> None:
    answer = client.post(reverse("appearance"), {"theme": "pink"}, follow=True)
    assert "theme" not in client.cookies
    assert "Nothing was changed" in answer.content.decode()


@pytest.mark.parametrize("zone", ["Mars/Base", "../../etc/passwd", "/etc/localtime", "\x00", "Europe"])
def test_a_forged_zone_cookie_is_ignored(client: Client, zone: str) -> None:
    client.cookies["time_zone"] = zone
    assert client.get(reverse("home")).status_code == 200


@pytest.mark.parametrize(
    ("account", "cookie", "shown"),
    [
        ("Europe/Warsaw", "America/New_York", "Europe/Warsaw"),
        ("", "America%2FNew_York", "America/New_York"),
        ("", "Mars/Base", "UTC"),
    ],
)
def test_times_are_shown_in_the_readers_zone(account: str, cookie: str, shown: str) -> None:
    request = RequestFactory().get("/")
    request.user = PlayerFactory(time_zone=account)
    request.COOKIES["time_zone"] = cookie
    answer = ReaderPreferences(lambda request: HttpResponse(timezone.get_current_timezone_name()))(request)
    assert answer.content.decode() == shown
    assert timezone.get_current_timezone_name() == "UTC"


# Leaving


def test_deleting_needs_the_tick() -> None:
    player = GuestFactory()
    answer = signed_in(player).post(reverse("delete_account"))
    assert answer.context["form"].errors.keys() == {"sure"}
    assert Player.objects.filter(pk=player.pk).exists()


def test_a_guest_can_be_deleted_at_once() -> None:
    player, other = GuestFactory(), GuestFactory()
    client = signed_in(player)
    client.post(reverse("delete_account"), {"sure": "on"})
    assert not get_user(signed_in(player)).is_authenticated
    assert services.players_purge() == (1, False)
    assert list(Player.objects.all()) == [other]
    assert not get_user(client).is_authenticated


def test_a_member_is_asked_for_the_password_first() -> None:
    player = PlayerFactory()
    client = signed_in(player)
    answer = client.post(reverse("delete_account"), {"sure": "on"})
    assert answer.headers["Location"].startswith(reverse("account_reauthenticate"))
    assert Player.objects.filter(pk=player.pk).exists()
    address = player.email
    client.post(answer.headers["Location"], {"password": PASSWORD})
    left = Player.objects.get(pk=player.pk)
    assert left.leaving and not left.is_active and left.email == "" and not left.has_usable_password()
    assert not EmailAddress.objects.filter(email=address).exists()
    services.players_purge()
    assert not Player.objects.filter(pk=player.pk).exists()


def test_deleting_costs_the_same_however_much_there_is() -> None:
    costs = []
    for size in (1, 4):
        player = PlayerFactory()
        for seed in range(size):
            fork = services_of_play.sandbox_fork(session=planned(begun(player)), player=player, at=2)
            carried_out(fork)
            kept(player, 2, seed=seed + 1)
            group_join(group=group_found(owner=player, name="Tuesday club"), player=PlayerFactory())
        with CaptureQueriesContext(connection) as asked:
            deletion_preview(player)
        looked = len(asked)
        with CaptureQueriesContext(connection) as asked:
            services.player_delete(player=player)
        costs.append((looked, len(asked)))
    assert costs[0] == costs[1]
    assert not Session.objects.exists() and not InterceptorCareer.objects.exists() and not JournalEntry.objects.exists()
    assert not Group.objects.filter(owner=None).exists() and Group.objects.count() == 5


def test_staff_delete_a_player_as_the_player_would() -> None:
    player, other = PlayerFactory(), PlayerFactory()
    together = quick_start.table_for(player, SMALL, brought())
    together.seats_taken.filter(place=1).update(player=other, policy="")
    quick_start.table_for(PlayerFactory(), SMALL, brought())
    staff = signed_in(PlayerFactory(is_staff=True, is_superuser=True))
    page = reverse("admin:campaigns_player_delete", args=[player.pk])
    assert "Delete" in staff.get(page).content.decode()
    staff.post(page, {"post": "yes"})
    assert Player.objects.get(pk=player.pk).leaving
    third = PlayerFactory()
    chosen = {"action": "delete_selected", "_selected_action": [third.pk], "post": "yes"}
    staff.post(reverse("admin:campaigns_player_changelist"), chosen)
    assert services.players_purge() == (2, False)
    assert not Player.objects.filter(pk__in=[player.pk, third.pk]).exists()
    assert not together.seats_taken.filter(player=player).exists()
    assert not [one for one in Session.objects.all() if not any(seat.player_id for seat in one.table)]


def test_games_played_alone_go_and_games_with_others_stay() -> None:
    player, other = PlayerFactory(), PlayerFactory()
    alone = quick_start.table_for(player, SMALL, brought())
    together = quick_start.table_for(player, SMALL, brought())
    together.seats_taken.filter(place=1).update(player=other, policy="")
    services.player_delete(player=player)
    assert list(Session.objects.all()) == [together]
    assert alone.pk != together.pk


def test_the_page_says_what_goes() -> None:
    player = PlayerFactory()
    quick_start.table_for(player, SMALL, brought())
    goes = dict(signed_in(player).get(reverse("delete_account")).context["goes"])
    assert goes == {"email addresses": 1, "games": 1, "seats": 2, "orders": 1}


# Every page


def test_no_page_of_ours_asks_the_database_much(django_assert_max_num_queries) -> None:
    client = signed_in(PlayerFactory())
    for name in ("home", "profile", "account_email", "mfa_index"):
        with django_assert_max_num_queries(6):
            client.get(reverse(name))


@pytest.mark.parametrize("name", ["home", "account_login", "account_signup", "account_reset_password"])
def test_no_page_carries_script_or_style_of_its_own(client: Client, name: str) -> None:
    answer = client.get(reverse(name))
    page = answer.content.decode()
    assert "style=" not in page
    assert "onclick" not in page
    assert "<style" not in page
    assert "unsafe-inline" not in answer.headers["Content-Security-Policy"]


def test_an_address_that_is_not_there_says_what_to_do(client: Client) -> None:
    answer = client.get("/no/such/page")
    assert answer.status_code == 404
    assert reverse("home") in answer.content.decode()


def test_an_order_without_its_token_says_what_to_do() -> None:
    answer = Client(enforce_csrf_checks=True).post(reverse("fly_now"))
    assert answer.status_code == 403
    assert "nothing was changed" in answer.content.decode()


def test_an_address_of_another_house_is_refused_with_a_page() -> None:
    answer = Client(headers={"host": "elsewhere.example"}).get(reverse("home"))
    assert answer.status_code == 400
    assert "could not be read" in answer.content.decode()


def test_too_many_tries_are_answered_with_a_page(client: Client) -> None:
    for _ in range(21):
        answer = client.post(reverse("account_signup"), {})
    assert answer.status_code == 429
    assert "Wait a few minutes" in answer.content.decode()


def test_a_fault_of_ours_is_owned_in_a_page(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(player: Player) -> None:
        raise RuntimeError("a fault of ours")

    monkeypatch.setattr("campaigns.accounts.selectors.deletion_preview", broken)
    client = Client(raise_request_exception=False)
    client.force_login(PlayerFactory(), backend=BACKEND)
    answer = client.get(reverse("delete_account"))
    assert answer.status_code == 500
    page = answer.content.decode()
    assert "This is our fault." in page
    assert "a fault of ours" not in page


def test_a_long_list_is_drawn_as_its_template_would() -> None:
    form = ProfileForm(instance=PlayerFactory(time_zone="Europe/Warsaw"))
    field = form.fields["time_zone"]
    field.choices = [("", "None & all"), ("Europe/Warsaw", "Warsaw <PL>"), ("UTC", "UTC")]
    ours, field.widget.__class__ = str(form["time_zone"]), forms.Select
    assert parse_html(ours) == parse_html(str(form["time_zone"]))

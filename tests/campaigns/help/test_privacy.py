"""The page *Privacy* is true: every table has its place there, every cookie its name, every period its figure."""

import re
from datetime import timedelta
from io import StringIO

import pytest
from csp.constants import NONE, SELF
from django.apps import apps
from django.conf import settings
from django.test import Client
from django.urls import reverse

from campaigns.accounts.models import Player
from campaigns.accounts.services import GUEST_RETENTION, player_delete, player_leave
from campaigns.comments.models import Comment
from campaigns.help.privacy import periods
from play.sessions.models import Session
from tests.shared.builders.tables import begun
from tests.shared.factories import PASSWORD, PlayerFactory
from tests.shared.site import ROOT

pytestmark = pytest.mark.django_db

PLACES = {
    "account": """campaigns.Player account.EmailAddress account.EmailConfirmation mfa.Authenticator""",
    "browser": "sessions.Session",
    "games": """
        play.Session play.Seat play.Order play.JournalEntry play.EventRow play.TimeControl play.Remark play.OddsJob
        play.GameReview play.Exercise play.ExerciseAnswer play.SpectatorLink play.ChartPack play.Calibration
        campaigns.Comment campaigns.Result campaigns.SeatToken campaigns.Rating campaigns.Bid campaigns.Contender
        campaigns.Match campaigns.Season campaigns.SeasonEntry campaigns.SeasonStart campaigns.ScoreRow
        interceptor.InterceptorCareer interceptor.Airframe interceptor.SortieRecord interceptor.EngagementRecord
        interceptor.PrestigeEntry interceptor.ExperienceEntry interceptor.AwardRecord interceptor.Wound
        interceptor.CrewmanRecord interceptor.BotFlight
        raids.RaidPlan raids.PlannedRaid raids.PlannedLeg raids.IntendedPlan raids.NightRecord raids.FlownRaid
        raids.FlownLeg raids.UnitMove raids.CombatRecord raids.BombedCity
        nightfighter.NightCareer nightfighter.NightFlight nightfighter.WeekRecord nightfighter.RaidRecord
        nightfighter.Kill nightfighter.Injury nightfighter.Decoration nightfighter.AircraftRecord
        nightfighter.CrewRecord nightfighter.SavedScenario
    """,
    "groups": """
        campaigns.Group campaigns.Membership campaigns.Invitation campaigns.SharedPack campaigns.SharedTable
        campaigns.AuditEntry campaigns.Block campaigns.Report campaigns.Token
    """,
    "messages": """
        campaigns.NotificationPreference campaigns.Notification campaigns.Webhook campaigns.WebhookMessage
        campaigns.QueuedEmail
    """,
    "addresses": "play.Upload",
    "readers": "admin.LogEntry",
}
"""The section of the page that is about each table."""
NOBODYS = """
    auth.Permission auth.Group contenttypes.ContentType play.PackContent play.SeasonKey play.SigningKey
    play.SpentCommitment raids.RouteLibrary
"""
"""Tables in which nothing is about a person."""


def page_of(client: Client) -> str:
    """Return the page as it is read."""
    return " ".join(client.get(reverse("help_privacy")).content.decode().split())


def test_every_table_has_its_place(client: Client) -> None:
    page = page_of(client)
    assert [name for name in PLACES if f'<h2 id="{name}">' not in page] == []
    known = [label for labels in (*PLACES.values(), NOBODYS) for label in labels.split()]
    assert len(known) == len(set(known))
    own = {model._meta.label for model in apps.get_models() if not model._meta.app_label.startswith("tests")}
    assert own - set(known) == set(), "Say on the page what is stored there, then name the table here."


def test_no_table_of_nobodys_points_at_a_player() -> None:
    pointing = {
        model._meta.label
        for model in apps.get_models()
        for field in model._meta.get_fields()
        if field.concrete and field.related_model is Player
    }
    assert pointing & set(NOBODYS.split()) == set()


def test_the_periods_are_those_of_the_code(client: Client) -> None:
    page = page_of(client)
    assert periods()["guest_days"] == GUEST_RETENTION.days == 30
    assert periods()["session_days"] == timedelta(seconds=settings.SESSION_COOKIE_AGE).days
    for sentence in (
        "a guest after 30 days without",
        "stored for 3 days at most",
        "notice is stored for 30 days",
        "rest after 1 day",
        "valid for 7 days",
        "you for 60 days",
        "zone, for 365 days",
    ):
        assert sentence in page


def test_a_count_by_network_address_is_valid_for_an_hour_at_most() -> None:
    from allauth.account import app_settings
    from allauth.core.internal.ratelimit import parse_rates

    rates = [rate for limit in app_settings.RATE_LIMITS.values() for rate in parse_rates(limit) if rate.per == "ip"]
    assert len(rates) > 5
    assert max(rate.duration for rate in rates) == 3600


def test_every_cookie_and_every_storage_is_named(client: Client) -> None:
    page = page_of(client)
    player = PlayerFactory()
    browser = Client(enforce_csrf_checks=False)
    browser.get(reverse("account_login"))
    browser.post(reverse("account_login"), {"login": player.email, "password": PASSWORD})
    browser.post(reverse("appearance"), {"language": "pl", "theme": "dark", "next": "/"})
    browser.post(reverse("appearance"), {"language": "xx", "next": "/"})
    scripts = {path: path.read_text(encoding="utf-8") for path in (ROOT / "static").rglob("*.js")}
    written = {name for text in scripts.values() for name in re.findall(r"document\.cookie = `(\w+)=", text)}
    assert written == {"time_zone"}
    cookies = set(browser.cookies) | written
    assert {"sessionid", "csrftoken", "django_language", "theme", "messages"} <= cookies
    assert [name for name in cookies if f'<code translate="no">{name}</code>' not in page] == []
    storing = {path.name for path, text in scripts.items() if "Storage.setItem" in text}
    assert storing == {"plot.js", "tabletop.js", "board.js"}
    assert [path.name for path, text in scripts.items() if "serviceWorker" in text or "PushManager" in text] == []


def test_pages_load_nothing_from_other_sites() -> None:
    listed = settings.CONTENT_SECURITY_POLICY["DIRECTIVES"].values()
    named = {source for sources in listed for source in sources if isinstance(source, str)}
    assert named <= {SELF, NONE, "data:"}


def test_the_log_of_requests_has_no_address_and_no_name(client: Client, capfd: pytest.CaptureFixture[str]) -> None:
    import structlog

    with structlog.testing.capture_logs() as lines:
        player = PlayerFactory(display_name="Wanda Nowhere")
        client.force_login(player, backend="django.contrib.auth.backends.ModelBackend")
        client.get(reverse("profile"), REMOTE_ADDR="198.51.100.7")
    answered = [line for line in lines if line["event"] == "answered"]
    assert [line["route"] for line in answered] == ["profile"]
    assert set(answered[0]) == {"event", "log_level", "method", "route", "status", "ms"}
    assert not re.search("198.51|Wanda", capfd.readouterr().out + StringIO(str(lines)).read())


def test_deletion_is_as_the_page_says() -> None:
    alice, bob = PlayerFactory(display_name="Alice"), PlayerFactory(display_name="Bob")
    shared = begun(alice, bob)
    Comment.objects.create(session=shared, by=alice, text="Mine.")
    player_leave(player=alice)
    alice.refresh_from_db()
    assert (alice.email, alice.is_active, alice.has_usable_password()) == ("", False, False)
    assert not alice.emailaddress_set.exists()
    player_delete(player=alice)
    assert not Player.objects.filter(pk=alice.pk).exists() and not Comment.objects.exists()
    stays = Session.objects.get(pk=shared.pk)
    assert [seat.player for seat in stays.table if seat.player_id != bob.pk] == [None]

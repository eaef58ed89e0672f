"""The API for programs: tokens, the form of each answer, and the secrecy of future events of a season."""

import json
import runpy

import msgspec
import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse

from campaigns.api import schemas
from campaigns.api.models import Token, hash_of
from campaigns.api.openapi import ENDPOINTS, GROUP, openapi_document
from campaigns.groups import services as groups
from campaigns.groups.models import AuditEntry, Role
from campaigns.notifications.models import Webhook
from campaigns.seasons.models import ScoreRow
from tests.campaigns.groups.test_groups import come
from tests.campaigns.seasons.test_duplicate_seasons import announced, begin
from tests.shared.factories import PlayerFactory

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("noon")]
OF_A_GROUP = {path: one for path, one in ENDPOINTS.items() if one.token == GROUP}


@pytest.fixture
def club():
    return groups.group_found(owner=PlayerFactory(display_name="Ruth"), name="Thursday Flight")


def token_of(group, scope="members") -> str:
    page = come(group.owner).post(reverse("group_tokens", args=[group.pk]), {"name": "a bot", "scope": scope})
    return page.content.decode().partition('id="token"')[2].partition('value="')[2].partition('"')[0]


def ask(path: str, token: str = "") -> tuple[int, bytes]:
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    answer = Client().get(path, headers=headers)
    return answer.status_code, answer.content


def test_every_answer_is_of_the_type_that_the_description_names(club):
    season = announced(club)
    begin(season, club.owner, "Jakob Wieland")
    token = token_of(club)
    for path, one in OF_A_GROUP.items():
        status, body = ask(path.format(season=season.pk), token)
        assert status == 200, path
        msgspec.json.decode(body, type=one.kind)
    status, body = ask("/api/v1/openapi.json")
    assert status == 200 and json.loads(body) == json.loads(msgspec.json.encode(openapi_document()))
    known = openapi_document()["components"]["schemas"]
    asked = json.dumps(openapi_document()["paths"])
    assert all(f"schemas/{name}" in asked for name in ("Group", "Member", "Season", "Place", "Line", "Problem"))
    assert set(known["Place"]["properties"]) == {field.name for field in msgspec.structs.fields(schemas.PlaceSchema)}


def test_a_token_is_kept_as_its_hash_noted_when_used_and_withdrawn(club):
    token = token_of(club)
    kept = Token.objects.get()
    assert kept.hash == hash_of(token) and token not in str(Token.objects.values()) and kept.used is None
    assert ask("/api/v1/group", token)[0] == 200
    assert Token.objects.get().used is not None
    come(club.owner).post(reverse("group_tokens", args=[club.pk]), {"do": "withdraw", "token": kept.pk})
    assert ask("/api/v1/group", token)[0] == 401


def test_nobody_reads_without_a_token_beyond_its_scope_or_another_group_s_season(club):
    season = announced(club)
    other = groups.group_found(owner=PlayerFactory(), name="Others")
    for path in OF_A_GROUP:
        assert ask(path.format(season=season.pk))[0] == 401
        assert ask(path.format(season=season.pk), "dsp_wrong")[0] == 401
    assert ask("/api/v1/members", token_of(club, "seasons"))[0] == 403
    for path in ("ladder", "lines"):
        status, body = ask(f"/api/v1/seasons/{season.pk}/{path}", token_of(other))
        assert status == 404 and msgspec.json.decode(body, type=schemas.ProblemSchema)
    assert come(PlayerFactory()).get(reverse("group_tokens", args=[club.pk])).status_code == 404


def test_a_token_reads_no_further_than_all_who_fly(club):
    season = announced(club)
    begin(season, club.owner, "Jakob Wieland")
    ScoreRow.objects.filter(season=season, line=0).update(head=False)
    entry = season.entries.get()
    ScoreRow.objects.create(season=season, entry=entry, line=1, head=True, at=entry.entered, value=41, kind="flown")
    token = token_of(club)
    for path in ("ladder", "lines"):
        assert b"41" not in ask(f"/api/v1/seasons/{season.pk}/{path}", token)[1].replace(b"1941", b"")


def test_the_example_client_reads_the_ladders(club, live_server, capsys):
    season = announced(club)
    begin(season, club.owner, "Jakob Wieland")
    client = runpy.run_path(str(settings.BASE_DIR / "docs" / "examples" / "ladder.py"))
    client["main"](live_server.url, token_of(club))
    said = capsys.readouterr().out
    assert "The year (interceptor-ace), 1 entries" in said and "Jakob Wieland" in said


@pytest.mark.parametrize("end", ["removed", "left", "demoted"])
def test_a_steward_s_token_and_webhook_end_with_the_office(club, end):
    steward = PlayerFactory(display_name="Ben")
    groups.group_join(group=club, player=steward)
    groups.member_name(group=club, number=steward.pk, role=Role.MODERATOR)
    page = come(steward).post(reverse("group_tokens", args=[club.pk]), {"name": "a bot", "scope": "members"})
    token = page.content.decode().partition('id="token"')[2].partition('value="')[2].partition('"')[0]
    Webhook.objects.create(group=club, by=steward, address="https://chat.example/hook")
    own = token_of(club)
    assert ask("/api/v1/members", token)[0] == 200
    if end == "removed":
        groups.member_remove(group=club, by=club.owner, number=steward.pk)
    elif end == "left":
        groups.group_leave(group=club, player=steward)
    else:
        groups.member_name(group=club, number=steward.pk, role=Role.MEMBER)
    assert ask("/api/v1/members", token)[0] == 401 and ask("/api/v1/members", own)[0] == 200
    assert not Webhook.objects.exists()
    assert AuditEntry.objects.filter(group=club, kind=AuditEntry.Kind.ENDED, about=steward).count() == 1
    if end != "demoted":
        groups.group_join(group=club, player=steward)
    groups.member_name(group=club, number=steward.pk, role=Role.MODERATOR)
    assert ask("/api/v1/members", token)[0] == 401, "it does not come back with the office"


def test_tokens_and_the_webhook_leave_an_audit_entry_and_name_their_maker(club):
    token_of(club)
    client, tokens, hook = (
        come(club.owner),
        *(reverse(name, args=[club.pk]) for name in ("group_tokens", "group_webhook")),
    )
    assert "made by Ruth" in client.get(tokens).content.decode()
    client.post(tokens, {"do": "withdraw", "token": Token.objects.get().pk})
    client.post(hook, {"address": "https://93.184.216.34/hook", "shape": "chat"})
    assert "Ruth set this webhook" in client.get(hook).content.decode()
    client.post(hook, {"do": "remove"})
    kinds = list(AuditEntry.objects.filter(group=club, by=club.owner).order_by("pk").values_list("kind", flat=True))
    assert kinds[-4:] == ["token", "token-end", "hook", "hook-end"]
    said = client.get(reverse("group_audit_log", args=[club.pk])).content.decode()
    assert "made a token" in said and "removed the webhook" in said

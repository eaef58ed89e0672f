"""Groups: their readers, how others join, the rights of each role, and the audit log."""

import re
from datetime import timedelta
from urllib.parse import urlencode, urljoin

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from campaigns.accounts.models import Player
from campaigns.accounts.services import player_delete
from campaigns.groups import services
from campaigns.groups.crest import crest_of, initials_of
from campaigns.groups.models import AuditEntry, Group, Invitation, Membership, Role, Visibility
from tests.shared.builders.careers import begun, kept
from tests.shared.factories import PlayerFactory

pytestmark = pytest.mark.django_db


def come(player: Player | None = None) -> Client:
    client = Client()
    if player is not None:
        client.force_login(player, backend="django.contrib.auth.backends.ModelBackend")
    return client


@pytest.fixture
def club(ruth, ben):
    group = services.group_found(owner=ruth, name="Thursday Flight", description="Every Thursday at eight.")
    services.group_join(group=group, player=ben)
    return group


def page(client: Client, name: str, *args: object, status: int = 200) -> str:
    answer = client.get(reverse(name, args=args))
    assert answer.status_code == status
    return answer.content.decode()


def give(client: Client, door: str, group: Group, **sent: object) -> int:
    return client.post(reverse(door, args=[group.pk]), sent).status_code


def role(group: Group, player: Player) -> int | None:
    return Membership.objects.filter(group=group, player=player).values_list("role", flat=True).first()


def kinds(group: Group) -> list[str]:
    return [deed.kind for deed in group.deeds.order_by("pk")]


def test_a_group_is_founded_private_and_stands_in_the_bar_and_the_list(ruth, eve):
    client = come(ruth)
    answer = client.post(reverse("group_new"), {"name": "  Thursday   Flight ", "description": "Every Thursday."})
    group = Group.objects.get()
    assert answer.headers["Location"] == reverse("group", args=[group.pk])
    assert (group.name, group.visibility, group.owner) == ("Thursday Flight", Visibility.PRIVATE, ruth)
    assert role(group, ruth) == Role.MODERATOR
    listed = page(client, "groups")
    assert "Thursday Flight" in listed and 'aria-current="page">Groups' in listed
    assert "Thursday Flight" not in page(come(eve), "groups")


@pytest.mark.parametrize("name", ["", " ", "\t \n"])
def test_a_group_without_a_name_is_not_founded_and_the_form_keeps_what_was_typed(ruth, club, name):
    client = come(ruth)
    sent = {"name": name, "description": "Flies on <b>Sundays</b>.", "visibility": Visibility.UNLISTED}
    answer = client.post(reverse("group_new"), sent)
    shown = answer.content.decode()
    assert answer.status_code == 422 and "A group needs a name." in shown
    assert "Flies on &lt;b&gt;Sundays&lt;/b&gt;." in shown and f'value="{Visibility.UNLISTED}" selected' in shown
    assert f'action="{reverse("group_new")}"' in shown and "Thursday Flight" in shown
    assert list(Group.objects.all()) == [club]


@pytest.mark.parametrize("name", ["", "   "])
def test_a_group_does_not_lose_its_name(ruth, club, name):
    before = kinds(club)
    answer = come(ruth).post(reverse("group_change", args=[club.pk]), {"name": name, "description": "Another."})
    shown = answer.content.decode()
    assert answer.status_code == 422 and "A group needs a name." in shown and "Another." in shown
    assert f'<a href="{reverse("group", args=[club.pk])}">Thursday Flight</a>' in shown
    assert crest_of(club.pk, "Thursday Flight").initials in shown
    club.refresh_from_db()
    assert (club.name, club.description, kinds(club)) == ("Thursday Flight", "Every Thursday at eight.", before)


@pytest.mark.parametrize(
    ("visibility", "read", "listed"),
    [(Visibility.PRIVATE, 404, False), (Visibility.UNLISTED, 200, False), (Visibility.PUBLIC, 200, True)],
)
def test_who_may_read_a_group_is_who_its_stewards_say(club, ruth, eve, visibility, read, listed):
    sent = {"name": club.name, "description": club.description, "visibility": visibility}
    assert give(come(ruth), "group_change", club, **sent) == 302
    for reader in (come(eve), come()):
        seen = page(reader, "group", club.pk, status=read)
        assert ("Ben" in seen) == (read == 200)
        assert reverse("group_sorties", args=[club.pk]) not in seen
        assert reverse("group_people", args=[club.pk]) not in seen
    assert ("Thursday Flight" in page(come(eve), "groups")) == listed
    for inside in ("group_people", "group_audit_log", "group_sorties", "group_engagements"):
        assert come(eve).get(reverse(inside, args=[club.pk])).status_code == 404


def test_one_who_has_no_account_comes_in_by_a_link_and_a_name(club, ruth):
    link = services.invitation_make(group=club, by=ruth).link
    visitor = come()
    asked = page(visitor, "group_join", link)
    assert "Ruth" in asked and "Thursday Flight" in asked and "Ben" not in asked
    refused = visitor.post(reverse("group_join", args=[link]), {"name": ""})
    assert refused.status_code == 422 and "Enter a name." in refused.content.decode()
    visitor.post(reverse("group_join", args=[link]), {"name": "Kasia"})
    kasia = Player.objects.get(display_name="Kasia")
    assert kasia.is_guest and role(club, kasia) == Role.MEMBER
    assert "Kasia" in page(visitor, "group", club.pk)
    assert visitor.get(reverse("group_join", args=[link])).headers["Location"] == reverse("group", args=[club.pk])


@pytest.mark.parametrize("way", ["withdrawn", "expired"])
def test_a_closed_link_says_whom_to_ask_and_lets_nobody_in(club, ruth, eve, way):
    invitation = services.invitation_make(group=club, by=ruth)
    if way == "withdrawn":
        assert give(come(ruth), "group_withdraw", club, link=invitation.pk) == 302
    else:
        Invitation.objects.filter(pk=invitation.pk).update(expires=timezone.now() - timedelta(minutes=1))
    address = reverse("group_join", args=[invitation.link])
    for answer in (come(eve).get(address), come(eve).post(address), come().post(address, {"name": "Kasia"})):
        assert answer.status_code == 410
        seen = answer.content.decode()
        assert "Ask Ruth for a new link." in seen and "Join as" not in seen
    assert role(club, eve) is None and not Player.objects.filter(display_name="Kasia").exists()
    with pytest.raises(services.GroupActionRefused):
        services.invitation_accept(invitation=invitation, player=eve)
    assert invitation.link not in page(come(ruth), "group_people", club.pk)


def test_a_link_of_another_group_is_not_withdrawn_from_here(club, ruth, eve):
    other = services.invitation_make(group=services.group_found(owner=eve, name="Other"), by=eve)
    give(come(ruth), "group_withdraw", club, link=other.pk)
    other.refresh_from_db()
    assert other.is_open


def test_a_guest_reader_reads_and_does_not_count(club, ruth, ben, eve):
    link = services.invitation_make(group=club, by=ruth, role=Role.READER).link
    come(eve).post(reverse("group_join", args=[link]))
    assert role(club, eve) == Role.READER
    ours, theirs = kept(ben, 2), kept(eve, 2)
    lines = come(eve).get(reverse("group_sorties", args=[club.pk])).getvalue().decode()
    assert str(ours.pk) in lines and str(theirs.pk) not in lines


def test_the_owner_gives_roles_and_a_steward_cannot_reach_above_himself(club, ruth, ben, eve):
    services.group_join(group=club, player=eve)
    assert give(come(ben), "group_invite", club, role=2) == 404
    assert give(come(ruth), "group_role", club, member=ben.pk, role=Role.MODERATOR) == 302
    assert give(come(ben), "group_invite", club, role=2) == 302
    assert give(come(ben), "group_role", club, member=eve.pk, role=Role.MODERATOR) == 404
    refused = come(ben).post(reverse("group_remove", args=[club.pk]), {"member": ruth.pk}, follow=True)
    assert "Nothing was changed" in refused.content.decode()
    assert give(come(ruth), "group_role", club, member=eve.pk, role=Role.MODERATOR) == 302
    give(come(ben), "group_remove", club, member=eve.pk)
    give(come(ruth), "group_role", club, member=eve.pk, role=9)
    give(come(ruth), "group_role", club, member="x", role=2)
    assert (role(club, ruth), role(club, ben), role(club, eve)) == (Role.MODERATOR, Role.MODERATOR, Role.MODERATOR)


def test_who_is_removed_does_not_come_in_again_by_an_old_link(club, ruth, ben):
    link = services.invitation_make(group=club, by=ruth).link
    career = begun(ben)
    assert give(come(ruth), "group_remove", club, member=ben.pk) == 302
    assert come(ben).get(reverse("group", args=[club.pk])).status_code == 404
    assert come(ben).post(reverse("group_join", args=[link])).status_code == 410
    assert come(ben).get(reverse("career", args=[career.pk])).status_code == 200


def test_a_group_is_handed_over_and_left(club, ruth, ben):
    assert give(come(ruth), "group_role", club, member=ben.pk, role="owner") == 302
    club.refresh_from_db()
    assert club.owner == ben and role(club, ben) == role(club, ruth) == Role.MODERATOR
    assert give(come(ruth), "group_leave", club) == 302
    assert role(club, ruth) is None
    assert give(come(ben), "group_leave", club) == 302
    assert not Group.objects.exists()


def test_an_owner_who_leaves_leaves_it_to_a_steward_and_never_to_a_reader(club, ruth, ben, eve):
    anna = PlayerFactory(display_name="Anna")
    services.group_join(group=club, player=eve, role=Role.READER)
    services.group_join(group=club, player=anna, role=Role.MODERATOR)
    link = services.invitation_make(group=club, by=ruth)
    player_delete(player=ruth)
    club.refresh_from_db()
    link_left = Invitation.objects.filter(pk=link.pk).first()
    assert club.owner == anna and (link_left is None or not link_left.is_open)
    services.group_leave(group=club, player=anna)
    club.refresh_from_db()
    assert club.owner == ben and role(club, ben) == Role.MODERATOR
    services.group_leave(group=club, player=ben)
    assert not Group.objects.exists()


def test_what_was_done_is_written_down_for_the_stewards(club, ruth, ben, eve):
    services.invitation_make(group=club, by=ruth)
    services.member_name(group=club, number=ben.pk, role=Role.MODERATOR)
    services.group_join(group=club, player=eve)
    services.member_remove(group=club, by=ben, number=eve.pk)
    assert kinds(club) == ["founded", "joined", "invited", "named", "joined", "removed"]
    seen = page(come(ruth), "group_audit_log", club.pk)
    assert "removed <b>Eve</b>" in seen
    player_delete(player=eve)
    assert AuditEntry.objects.filter(group=club, kind=AuditEntry.Kind.REMOVED).get().about is None
    assert "a player who has left" in page(come(ruth), "group_audit_log", club.pk)


def test_an_account_is_the_other_way_in_and_comes_back_to_the_invitation(club, ruth):
    address = reverse("group_join", args=[services.invitation_make(group=club, by=ruth).link])
    assert urlencode({"next": address}, safe="/") in come().get(address).content.decode()


def test_a_crest_is_made_of_number_and_name(club):
    crest = crest_of(club.pk, club.name)
    assert crest == crest_of(club.pk, club.name) and crest.initials == "TF"
    assert [initials_of(name) for name in ("Łódź", "a", "= 1", "the old guard")] == ["ŁÓ", "A", "1", "TO"]


def test_the_home_of_a_group_asks_the_database_little(club, ruth, django_assert_max_num_queries):
    client = come(ruth)
    for number in range(20):
        services.group_join(group=club, player=PlayerFactory(display_name=f"Pilot {number}"))
    with django_assert_max_num_queries(8):
        page(client, "group", club.pk)


def read_through(client: Client, address: str) -> list[str]:
    """Every page of a list, as its own links lead from one to the next."""
    pages = []
    following: str | None = address
    while following:
        pages.append(client.get(following).content.decode())
        older = re.search(r'rel="next" href="([^"]+)"', pages[-1])
        following = older and urljoin(address, older.group(1))
    return pages


def test_public_groups_are_all_found_page_by_page_from_wherever_the_list_is_shown(
    ruth, eve, monkeypatch, django_assert_max_num_queries
):
    monkeypatch.setattr("campaigns.groups.views.ON_A_PAGE", 2)
    names = [f"Staffel {number}" for number in range(5)]
    for name in names:
        services.group_found(owner=ruth, name=name, visibility=Visibility.PUBLIC)
    client, listed = come(eve), reverse("groups")
    pages = read_through(client, listed)
    assert [[name for name in names if f">{name}<" in one] for one in pages] == [names[3:], names[1:3], names[:1]]
    refused = client.post(reverse("group_new"), {"name": ""}).content.decode()
    assert f'rel="next" href="{listed}?page=2"' in refused
    with django_assert_max_num_queries(6):
        client.get(listed, {"page": "x"})


def test_what_was_done_is_all_found_page_by_page(club, ruth, monkeypatch, django_assert_max_num_queries):
    monkeypatch.setattr("campaigns.groups.views.ON_A_PAGE", 2)
    for _deed in range(3):
        services.invitation_make(group=club, by=ruth)
    client, address = come(ruth), reverse("group_audit_log", args=[club.pk])
    pages = read_through(client, address)
    assert [one.count('<li><span class="small">') for one in pages] == [2, 2, 1]
    founded = str(AuditEntry.Kind.FOUNDED.label)
    assert founded in pages[-1] and founded not in pages[0]
    with django_assert_max_num_queries(6):
        client.get(address, {"page": 2})


def test_long_lists_of_a_group_have_pages_or_say_how_much_is_left_out(ruth, club):
    people = [PlayerFactory(display_name=f"Player {number:02}") for number in range(60)]
    Membership.objects.bulk_create(Membership(group=club, player=player) for player in people)
    Invitation.objects.bulk_create(Invitation(group=club, by=ruth) for _number in range(12))
    members = club.memberships.count()
    shown = page(come(ruth), "group_people", club.pk)
    assert f"Page 1 of {-(-members // 50)}" in shown and "Player 59" not in shown and "The first 10 of 12." in shown
    assert "Player 59" in come(ruth).get(reverse("group_people", args=[club.pk]), {"page": 2}).content.decode()
    home = page(come(ruth), "group", club.pk)
    assert re.search(rf"The first 50 of {members - 1}\.|The first 50 of {members}\.", home)

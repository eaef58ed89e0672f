"""Moderation of a group: reports reach only its stewards, a ban holds, and every action is recorded."""

import pytest
from django.urls import reverse

from campaigns.groups import services as groups
from campaigns.groups.models import AuditEntry, Role
from campaigns.groups.services import GroupActionRefused, invitation_make, member_name
from campaigns.moderation.models import Block, Report
from tests.campaigns.groups.test_groups import come, page
from tests.shared.factories import PlayerFactory

pytestmark = pytest.mark.django_db


@pytest.fixture
def club(ruth, ben, eve):
    group = groups.group_found(owner=ruth, name="Thursday Flight")
    groups.group_join(group=group, player=ben)
    groups.group_join(group=group, player=eve)
    return group


def test_a_report_reaches_the_stewards_and_nobody_else(club, ruth, ben, eve):
    door = reverse("group_reports", args=[club.pk])
    come(ben).post(door, {"about": eve.pk, "text": "She reads my plots <b>aloud</b>."})
    report = Report.objects.get()
    assert (report.by, report.about) == (ben, eve)
    assert "She reads my plots &lt;b&gt;" in page(come(ruth), "group_reports", club.pk)
    assert "She reads my plots" in page(come(ben), "group_reports", club.pk)
    assert "She reads my plots" not in page(come(eve), "group_reports", club.pk)
    come(eve).post(door, {"report": report.pk, "answer": "Nothing"})
    assert Report.objects.get().settled is None, "no member settles a report"
    come(ruth).post(door, {"report": report.pk, "answer": "Spoken with her."})
    assert "Spoken with her." in page(come(ben), "group_reports", club.pk)
    assert "settled a report" in page(come(ruth), "group_audit_log", club.pk)
    stranger = PlayerFactory()
    assert come(ben).post(door, {"about": stranger.pk, "text": "x"}).status_code == 422
    assert come(stranger).get(door).status_code == 404


def test_who_is_kept_out_stays_out_until_let_in_again(club, ruth, ben, eve):
    door, link = reverse("group_blocks", args=[club.pk]), invitation_make(group=club, by=ruth)
    assert come(ben).get(door).status_code == 404
    come(ruth).post(door, {"do": "block", "member": eve.pk, "reason": "plots read aloud"})
    assert not club.memberships.filter(player=eve).exists() and come(eve).get(door).status_code == 404
    link = invitation_make(group=club, by=ruth)
    join = reverse("group_join", args=[link.link])
    assert come(eve).post(join).status_code == 410 and not club.memberships.filter(player=eve).exists()
    with pytest.raises(GroupActionRefused):
        groups.group_join(group=club, player=eve)
    assert "plots read aloud" in page(come(ruth), "group_blocks", club.pk)
    come(ruth).post(door, {"block": Block.objects.get().pk})
    assert come(eve).post(join).status_code == 302 and club.memberships.filter(player=eve).exists()
    told = page(come(ruth), "group_audit_log", club.pk)
    assert "banned" in told and "lifted the ban of" in told
    assert club.deeds.filter(kind=AuditEntry.Kind.BLOCKED, about=eve).exists()


def test_a_steward_keeps_out_no_steward_and_not_the_owner(club, ruth, ben, eve):
    for who in (ben, eve):
        member_name(group=club, number=who.pk, role=Role.MODERATOR)
    door = reverse("group_blocks", args=[club.pk])
    for victim in (ruth, eve):
        come(ben).post(door, {"do": "block", "member": victim.pk, "reason": ""})
    assert not Block.objects.exists() and club.memberships.count() == 3

import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models

import campaigns.groups.models

STEWARD, MEMBER = 1, 2


def keep_members(apps, schema_editor):
    """Everybody stays; who founded a group is a steward, and its link holds for one more week."""
    group, membership = apps.get_model("campaigns", "Group"), apps.get_model("campaigns", "Membership")
    invitation = apps.get_model("campaigns", "Invitation")
    for one in group.objects.all().iterator():
        membership.objects.bulk_create(
            membership(group=one, player_id=player, role=STEWARD if player == one.owner_id else MEMBER)
            for player in one.members.order_by("pk").values_list("pk", flat=True)
        )
        invitation.objects.create(group=one, by_id=one.owner_id, link=one.invitation)


class Migration(migrations.Migration):
    dependencies = [("campaigns", "0009_letters")]

    operations = [
        migrations.AddField(
            "group", "description", models.CharField(blank=True, max_length=300, verbose_name="what it is about")
        ),
        migrations.AddField(
            "group",
            "visibility",
            models.CharField(
                choices=[
                    ("private", "Private: its members"),
                    ("unlisted", "Unlisted: whoever has its address"),
                    ("public", "Public: everybody, and it is listed"),
                ],
                default="private",
                max_length=8,
                verbose_name="who may read it",
            ),
        ),
        migrations.CreateModel(
            name="Membership",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "role",
                    models.PositiveSmallIntegerField(
                        choices=[(1, "steward"), (2, "member"), (3, "guest reader")], default=2, verbose_name="role"
                    ),
                ),
                ("joined", models.DateTimeField(default=django.utils.timezone.now, verbose_name="member since")),
                (
                    "group",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="memberships", to="campaigns.group"
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="memberships",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "verbose_name": "membership",
                "verbose_name_plural": "memberships",
                "ordering": ["role", "joined", "pk"],
            },
        ),
        migrations.AddConstraint(
            "membership", models.UniqueConstraint(fields=("group", "player"), name="one_membership_of_a_player")
        ),
        migrations.CreateModel(
            name="Invitation",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "link",
                    models.CharField(default=campaigns.groups.models.new_invitation, max_length=40, unique=True),
                ),
                (
                    "role",
                    models.PositiveSmallIntegerField(
                        choices=[(2, "member"), (3, "guest reader")], default=2, verbose_name="comes in as"
                    ),
                ),
                ("made", models.DateTimeField(auto_now_add=True)),
                ("expires", models.DateTimeField(default=campaigns.groups.models.in_a_week)),
                ("withdrawn", models.DateTimeField(null=True)),
                (
                    "by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="invitations_made",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "group",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="invitations", to="campaigns.group"
                    ),
                ),
            ],
            options={"verbose_name": "invitation", "verbose_name_plural": "invitations", "ordering": ["-made"]},
        ),
        migrations.CreateModel(
            name="Deed",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("founded", "founded the group"),
                            ("changed", "changed its name, what it is about or who may read it"),
                            ("invited", "made a link that invites"),
                            ("withdrew", "withdrew a link"),
                            ("joined", "came in"),
                            ("left", "left"),
                            ("removed", "removed"),
                            ("named", "gave a role to"),
                            ("handed", "handed the group over to"),
                        ],
                        max_length=10,
                    ),
                ),
                (
                    "role",
                    models.PositiveSmallIntegerField(
                        choices=[(1, "steward"), (2, "member"), (3, "guest reader")], null=True
                    ),
                ),
                ("done", models.DateTimeField(auto_now_add=True)),
                (
                    "about",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "group",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="deeds", to="campaigns.group"
                    ),
                ),
            ],
            options={
                "verbose_name": "deed in a group",
                "verbose_name_plural": "deeds in groups",
                "ordering": ["-pk"],
            },
        ),
        migrations.RunPython(keep_members, migrations.RunPython.noop),
        migrations.RemoveField("group", "members"),
        migrations.RemoveField("group", "invitation"),
        migrations.AddField(
            "group",
            "members",
            models.ManyToManyField(
                related_name="clubs", through="campaigns.Membership", to=settings.AUTH_USER_MODEL
            ),
        ),
    ]

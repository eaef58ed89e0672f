"""Name who made tokens and webhooks, and take games with shared draws out of other seasons."""

import uuid

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models
from django.db.models import F, Q
from django.utils import timezone


def name_the_owner(apps, _editor):
    """Give what nobody is named for to the owner of its group."""
    owners = dict(apps.get_model("campaigns", "Group").objects.values_list("pk", "owner"))
    for name in ("Token", "Hook"):
        for row in apps.get_model("campaigns", name).objects.filter(by=None):
            row.by_id = owners[row.group_id]
            row.save(update_fields=["by"])


def take_out_of_other_seasons(apps, _editor):
    """Delete what a running duplicate season's game showed in another season; its own entry stays."""
    today = timezone.now().date()
    entries = apps.get_model("campaigns", "Entry").objects.exclude(session__calendar=None)
    running = Q(session__calendar__season__ends__gte=today) | Q(session__calendar__season__ends=None)
    elsewhere = entries.filter(running, session__calendar__season__isnull=False).exclude(
        season__calendar=F("session__calendar"), season__calendar__isnull=False
    )
    for season in set(elsewhere.values_list("season", flat=True)):
        apps.get_model("campaigns", "Season").objects.filter(pk=season).update(edition=uuid.uuid4())
    elsewhere.delete()


class Migration(migrations.Migration):
    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
        ("campaigns", "0024_editions_of_seasons"),
        ("play", "0022_evened"),
    ]

    operations = [
        migrations.AddField(
            "token",
            "by",
            models.ForeignKey(
                null=True, on_delete=django.db.models.deletion.CASCADE, related_name="+", to=settings.AUTH_USER_MODEL
            ),
        ),
        migrations.AddField(
            "hook",
            "by",
            models.ForeignKey(
                null=True, on_delete=django.db.models.deletion.CASCADE, related_name="+", to=settings.AUTH_USER_MODEL
            ),
        ),
        migrations.RunPython(name_the_owner, migrations.RunPython.noop),
        migrations.RunPython(take_out_of_other_seasons, migrations.RunPython.noop),
    ]

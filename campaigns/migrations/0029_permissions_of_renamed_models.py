"""Permissions follow the plain names of models, so that staff keep what they may do."""

from django.db import migrations

RENAMED = (
    ("campaigns", "deed", "auditentry"),
    ("campaigns", "entry", "seasonentry"),
    ("campaigns", "footnote", "comment"),
    ("campaigns", "hook", "webhook"),
    ("campaigns", "letter", "queuedemail"),
    ("campaigns", "message", "webhookmessage"),
    ("campaigns", "notice", "notification"),
    ("campaigns", "start", "seasonstart"),
    ("campaigns", "tally", "scorerow"),
    ("campaigns", "wish", "notificationpreference"),
    ("interceptor", "award", "awardrecord"),
    ("interceptor", "career", "interceptorcareer"),
    ("interceptor", "crewman", "crewmanrecord"),
    ("interceptor", "engagement", "engagementrecord"),
    ("interceptor", "sortie", "sortierecord"),
    ("nightfighter", "crew", "crewrecord"),
    ("nightfighter", "machine", "aircraftrecord"),
    ("nightfighter", "ownscenario", "savedscenario"),
    ("nightfighter", "raid", "raidrecord"),
    ("nightfighter", "week", "weekrecord"),
    ("play", "calendar", "seasonkey"),
    ("play", "entry", "journalentry"),
    ("play", "forecast", "oddsjob"),
    ("play", "housekey", "signingkey"),
    ("play", "lookback", "gamereview"),
    ("play", "pace", "timecontrol"),
    ("play", "spentpledge", "spentcommitment"),
    ("play", "watch", "spectatorlink"),
    ("raids", "combat", "combatrecord"),
    ("raids", "intended", "intendedplan"),
    ("raids", "night", "nightrecord"),
    ("raids", "plan", "raidplan"),
    ("raids", "waylibrary", "routelibrary"),
)
ACTIONS = ("add", "change", "delete", "view")


def rename(apps, kinds, before, after):
    """Give the permissions of a kind of content the name of its model; one that is there already takes the holders."""
    Permission = apps.get_model("auth", "Permission")
    for action in ACTIONS:
        for old in Permission.objects.filter(content_type__in=kinds, codename=f"{action}_{before}"):
            codename = f"{action}_{after}"
            new = Permission.objects.filter(content_type=old.content_type_id, codename=codename).first()
            if new is None:
                Permission.objects.filter(pk=old.pk).update(codename=codename)
                continue
            new.group_set.add(*old.group_set.all())
            new.user_set.add(*old.user_set.all())
            old.delete()


def forwards(apps, _editor):
    kinds = apps.get_model("contenttypes", "ContentType").objects
    for label, before, after in RENAMED:
        rename(apps, kinds.filter(app_label=label, model=after), before, after)


def backwards(apps, _editor):
    kinds = apps.get_model("contenttypes", "ContentType").objects
    for label, before, after in RENAMED:
        rename(apps, kinds.filter(app_label=label, model=after), after, before)


class Migration(migrations.Migration):
    dependencies = [
        ("auth", "0012_alter_user_first_name_max_length"),
        ("contenttypes", "0002_remove_content_type_name"),
        ("campaigns", "0028_plain_names"),
        ("interceptor", "0004_plain_names"),
        ("nightfighter", "0005_plain_names"),
        ("play", "0026_plain_names"),
        ("raids", "0006_plain_names"),
    ]

    operations = [migrations.RunPython(forwards, backwards)]

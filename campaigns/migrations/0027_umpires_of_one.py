from django.db import migrations


def mark_aided(apps, schema_editor):
    """Mark games that one person played while an umpire, whom nobody else had agreed to, could see all of them."""
    watches = apps.get_model("play", "Watch").objects.filter(kind="umpire", watcher__isnull=False)
    seats = apps.get_model("play", "Seat").objects.filter(policy="", player__isnull=False)
    for watch in watches.iterator():
        players = set(seats.filter(session=watch.session_id).values_list("player_id", flat=True))
        if len(players) == 1 and players <= set(watch.agreed):
            apps.get_model("play", "Session").objects.filter(pk=watch.session_id).update(aided=True)
            apps.get_model("campaigns", "Result").objects.filter(session=watch.session_id).update(aided=True)


class Migration(migrations.Migration):
    dependencies = [
        ("campaigns", "0026_shared_tables"),
        ("play", "0022_evened"),
    ]

    operations = [migrations.RunPython(mark_aided, migrations.RunPython.noop)]

from typing import Any

from django.db import migrations


def follow_the_set_up(apps: Any, editor: Any) -> None:
    """A career whose table was set with tabletop dice says so; some were kept as careers with fair ones."""
    career = apps.get_model("campaigns", "Career")
    career.objects.filter(source="fair", session__setup__dice="tabletop").update(source="tabletop")


class Migration(migrations.Migration):
    dependencies = [("campaigns", "0003_groups"), ("play", "0001_initial")]

    operations = [migrations.RunPython(follow_the_set_up, migrations.RunPython.noop, elidable=True)]

"""Careers and results name their charts by the hash under which they are kept now."""

from django.db import migrations


def name_anew(apps, schema_editor):
    for row in apps.get_model("play", "PackContent").objects.exclude(formerly="").defer("content"):
        for model in ("Career", "Result"):
            apps.get_model("campaigns", model).objects.filter(pack_hash=row.formerly).update(pack_hash=row.hash)


class Migration(migrations.Migration):

    dependencies = [
        ('campaigns', '0006_leaving'),
        ('play', '0010_charts_kept'),
    ]

    operations = [
        migrations.RunPython(name_anew, migrations.RunPython.noop, elidable=True),
    ]

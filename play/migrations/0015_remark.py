import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("play", "0014_worlds")]

    operations = [
        migrations.CreateModel(
            name="Remark",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("seat", models.CharField(max_length=60)),
                ("text", models.CharField(max_length=140)),
                ("seq", models.PositiveIntegerField()),
                ("at", models.DateTimeField(auto_now_add=True)),
                (
                    "session",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="remarks", to="play.session"
                    ),
                ),
            ],
            options={"verbose_name": "remark", "verbose_name_plural": "remarks", "ordering": ["pk"]},
        )
    ]

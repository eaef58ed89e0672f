from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("play", "0013_notes")]

    operations = [
        migrations.AddField("session", "worlds", models.JSONField(default=dict)),
        migrations.AddField("seat", "heard", models.DateTimeField(null=True)),
    ]

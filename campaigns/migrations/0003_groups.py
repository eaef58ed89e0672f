import uuid

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

import campaigns.groups.models


class Migration(migrations.Migration):
    dependencies = [("campaigns", "0002_careers")]

    operations = [
        migrations.CreateModel(
            name="Group",
            fields=[
                ("id", models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ("name", models.CharField(max_length=60, verbose_name="name")),
                (
                    "invitation",
                    models.CharField(default=campaigns.groups.models.new_invitation, max_length=40, unique=True),
                ),
                ("created", models.DateTimeField(auto_now_add=True)),
                ("members", models.ManyToManyField(related_name="clubs", to=settings.AUTH_USER_MODEL)),
                (
                    "owner",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="groups_owned",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={"verbose_name": "group", "verbose_name_plural": "groups", "ordering": ["name", "created"]},
        ),
    ]

from django.db import migrations

CAREERS = (
    "Engagement", "Sortie", "Airframe", "PrestigeEntry", "ExperienceEntry", "Award", "Wound", "Crewman", "BotFlight",
    "Career",
)


class Migration(migrations.Migration):
    """The careers go over to the room of their game with tables and rows; nothing is changed in the database."""

    dependencies = [("campaigns", "0007_charts_kept")]

    operations = [
        migrations.SeparateDatabaseAndState(state_operations=[migrations.DeleteModel(name) for name in CAREERS])
    ]

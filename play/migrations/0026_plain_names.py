"""Give models plain names. Their tables stay as they are, so that only the state of the migrations changes."""

from django.db import migrations

NAMES = [
    ("Calendar", "SeasonKey"),
    ("Entry", "JournalEntry"),
    ("Forecast", "OddsJob"),
    ("HouseKey", "SigningKey"),
    ("LookBack", "GameReview"),
    ("Pace", "TimeControl"),
    ("SpentPledge", "SpentCommitment"),
    ("Watch", "SpectatorLink"),
]
RENAME = "UPDATE django_content_type SET model = %s WHERE app_label = 'play' AND model = %s"


class Migration(migrations.Migration):
    dependencies = [
        ("contenttypes", "0002_remove_content_type_name"),
        ("play", "0025_uploads"),
        ("campaigns", "0027_umpires_of_one"),
        ("raids", "0005_intended"),
        ("interceptor", "0003_ace_awards_last_lines_ground"),
        ("nightfighter", "0004_flights_by_a_bot"),
    ]

    operations = [
        migrations.SeparateDatabaseAndState(state_operations=[
            *(migrations.AlterModelTable(name=old.lower(), table=f"play_{old.lower()}") for old, _new in NAMES),
            *(migrations.RenameModel(old, new) for old, new in NAMES),
        ]),
        migrations.RunSQL(
            [(RENAME, [new.lower(), old.lower()]) for old, new in NAMES],
            [(RENAME, [old.lower(), new.lower()]) for old, new in NAMES],
            elidable=True,
        ),
    ]

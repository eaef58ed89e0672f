from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("play", "0003_lend")]

    operations = [
        migrations.AlterField(
            model_name="order",
            name="kind",
            field=models.CharField(
                choices=[
                    ("begin", "begin"),
                    ("answer", "answer"),
                    ("go-on", "go on"),
                    ("undo", "take back"),
                    ("agree", "agree to take back"),
                    ("decline", "decline to take back"),
                    ("step-back", "step back to the checkpoint"),
                    ("lend", "lend the seat to a bot"),
                    ("correct", "correct an answer"),
                ],
                default="answer",
                max_length=10,
            ),
        ),
    ]

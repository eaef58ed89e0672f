from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("play", "0004_correct")]

    operations = [
        migrations.AddField(model_name="entry", name="joined", field=models.BooleanField(default=False)),
        migrations.AlterField(
            model_name="order",
            name="kind",
            field=models.CharField(
                choices=[
                    ("begin", "begin"),
                    ("answer", "answer"),
                    ("answers", "several answers"),
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

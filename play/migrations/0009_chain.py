from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("play", "0008_chart_packs")]

    operations = [migrations.AddField(model_name="session", name="chain", field=models.CharField(blank=True, default="", max_length=24), preserve_default=False)]

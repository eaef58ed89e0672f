"""Languages come from the settings, and players choose the form of their CSV files."""

import campaigns.accounts.models
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('campaigns', '0029_permissions_of_renamed_models'),
    ]

    operations = [
        migrations.AddField(
            model_name='player',
            name='csv_dates',
            field=models.CharField(choices=[('iso', 'Year first (1943-12-31)'), ('dotted', 'Day first (31.12.1943)')], default='iso', max_length=6, verbose_name='dates in CSV files'),
        ),
        migrations.AddField(
            model_name='player',
            name='csv_decimal',
            field=models.CharField(choices=[('point', 'Point (1.5)'), ('comma', 'Comma (1,5)')], default='point', max_length=5, verbose_name='decimal sign in CSV files'),
        ),
        migrations.AddField(
            model_name='player',
            name='csv_separator',
            field=models.CharField(choices=[('comma', 'Comma ( , )'), ('semicolon', 'Semicolon ( ; )')], default='comma', max_length=9, verbose_name='separator in CSV files'),
        ),
        migrations.AlterField(
            model_name='player',
            name='language',
            field=models.CharField(blank=True, choices=campaigns.accounts.models.site_languages, max_length=10, verbose_name='language'),
        ),
    ]

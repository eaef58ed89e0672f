"""Squashed: what migrations 0001 to 0005 do to an empty database."""

import django.db.models.deletion
import uuid
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    replaces = [('raids', '0001_plans'), ('raids', '0002_records'), ('raids', '0003_ways'), ('raids', '0004_seen'), ('raids', '0005_intended')]

    dependencies = [
        ('play', '0014_worlds'),
        ('play', '0019_hindsight'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='Plan',
            fields=[
                ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ('name', models.CharField(max_length=80)),
                ('scenario', models.CharField(max_length=20)),
                ('notes', models.TextField(blank=True, max_length=4000)),
                ('created', models.DateTimeField(auto_now_add=True)),
                ('changed', models.DateTimeField(auto_now=True)),
                ('owner', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='raid_plans', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name': 'raid plan',
                'verbose_name_plural': 'raid plans',
                'ordering': ['-changed', 'id'],
            },
        ),
        migrations.CreateModel(
            name='PlannedRaid',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('place', models.PositiveSmallIntegerField()),
                ('letter', models.CharField(blank=True, max_length=4)),
                ('kind', models.CharField(max_length=12)),
                ('target', models.CharField(blank=True, max_length=40)),
                ('entry', models.CharField(blank=True, max_length=8)),
                ('turn', models.SmallIntegerField(default=1)),
                ('first', models.SmallIntegerField(default=2)),
                ('parent', models.CharField(blank=True, max_length=4)),
                ('split', models.SmallIntegerField(default=0)),
                ('leaving', models.BooleanField(default=False)),
                ('heavy', models.BooleanField(default=False)),
                ('plan', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='raids', to='raids.plan')),
            ],
            options={
                'verbose_name': 'planned raid',
                'verbose_name_plural': 'planned raids',
                'ordering': ['place'],
            },
        ),
        migrations.CreateModel(
            name='PlannedLeg',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('way', models.CharField(choices=[('out', 'out'), ('home', 'home')], max_length=4)),
                ('place', models.PositiveSmallIntegerField()),
                ('to', models.CharField(max_length=8)),
                ('via', models.CharField(blank=True, max_length=8)),
                ('raid', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='legs', to='raids.plannedraid')),
            ],
            options={
                'verbose_name': 'leg',
                'verbose_name_plural': 'legs',
                'ordering': ['-way', 'place'],
            },
        ),
        migrations.AddConstraint(
            model_name='plannedraid',
            constraint=models.UniqueConstraint(fields=('plan', 'place'), name='planned_raid_place'),
        ),
        migrations.AddConstraint(
            model_name='plannedleg',
            constraint=models.UniqueConstraint(fields=('raid', 'way', 'place'), name='planned_leg_place'),
        ),
        migrations.CreateModel(
            name='Night',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('scenario', models.CharField(max_length=40)),
                ('rules', models.JSONField(default=list)),
                ('turns', models.PositiveSmallIntegerField(default=0)),
                ('read', models.PositiveIntegerField(default=0)),
                ('over', models.BooleanField(default=False)),
                ('band', models.CharField(blank=True, max_length=40)),
                ('british', models.IntegerField(default=0)),
                ('german', models.IntegerField(default=0)),
                ('bombing_halves', models.IntegerField(default=0)),
                ('targets', models.IntegerField(default=0)),
                ('mining', models.IntegerField(default=0)),
                ('nuisance', models.IntegerField(default=0)),
                ('nightfighters', models.IntegerField(default=0)),
                ('bombers', models.IntegerField(default=0)),
                ('mosquitos', models.IntegerField(default=0)),
                ('session', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='raid_night', to='play.session')),
            ],
            options={
                'verbose_name': 'night',
                'verbose_name_plural': 'nights',
                'ordering': ['pk'],
            },
        ),
        migrations.CreateModel(
            name='FlownLeg',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('place', models.PositiveSmallIntegerField()),
                ('letter', models.CharField(max_length=40)),
                ('way', models.CharField(max_length=40)),
                ('start', models.CharField(max_length=40)),
                ('end', models.CharField(max_length=40)),
                ('hexes', models.PositiveSmallIntegerField()),
                ('night', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='legs', to='raids.night')),
            ],
            options={
                'verbose_name': 'leg',
                'verbose_name_plural': 'legs',
                'ordering': ['place'],
                'constraints': [models.UniqueConstraint(fields=('night', 'place'), name='one_flown_leg_of_a_place')],
            },
        ),
        migrations.CreateModel(
            name='Combat',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('place', models.PositiveIntegerField()),
                ('turn', models.PositiveSmallIntegerField()),
                ('side', models.CharField(max_length=40)),
                ('attack', models.CharField(max_length=40)),
                ('hex', models.CharField(blank=True, max_length=40)),
                ('city', models.CharField(blank=True, max_length=40)),
                ('unit', models.CharField(blank=True, max_length=40)),
                ('raid', models.CharField(blank=True, max_length=40)),
                ('modifier', models.SmallIntegerField()),
                ('total', models.SmallIntegerField()),
                ('losses', models.PositiveSmallIntegerField()),
                ('disruption', models.PositiveSmallIntegerField()),
                ('damage', models.PositiveSmallIntegerField()),
                ('night', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='combats', to='raids.night')),
            ],
            options={
                'verbose_name': 'combat',
                'verbose_name_plural': 'combats',
                'ordering': ['place'],
                'constraints': [models.UniqueConstraint(fields=('night', 'place'), name='one_raid_combat_of_a_place')],
            },
        ),
        migrations.CreateModel(
            name='BombedCity',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('place', models.PositiveSmallIntegerField()),
                ('city', models.CharField(max_length=40)),
                ('attacks', models.PositiveSmallIntegerField()),
                ('aimpoint', models.CharField(max_length=40)),
                ('method', models.CharField(blank=True, max_length=40)),
                ('weather', models.CharField(blank=True, max_length=40)),
                ('fires', models.PositiveSmallIntegerField()),
                ('firestorms', models.PositiveSmallIntegerField()),
                ('lost', models.PositiveSmallIntegerField()),
                ('halves', models.IntegerField()),
                ('night', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='cities', to='raids.night')),
            ],
            options={
                'verbose_name': 'bombed city',
                'verbose_name_plural': 'bombed cities',
                'ordering': ['place'],
                'constraints': [models.UniqueConstraint(fields=('night', 'place'), name='one_bombed_city_of_a_place')],
            },
        ),
        migrations.CreateModel(
            name='UnitMove',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('place', models.PositiveIntegerField()),
                ('turn', models.PositiveSmallIntegerField()),
                ('unit', models.CharField(max_length=40)),
                ('what', models.CharField(max_length=40)),
                ('start', models.CharField(blank=True, max_length=40)),
                ('end', models.CharField(blank=True, max_length=40)),
                ('night', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='moves', to='raids.night')),
            ],
            options={
                'verbose_name': 'unit move',
                'verbose_name_plural': 'unit moves',
                'ordering': ['place'],
                'constraints': [models.UniqueConstraint(fields=('night', 'place'), name='one_unit_move_of_a_place')],
            },
        ),
        migrations.CreateModel(
            name='WayLibrary',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('charts', models.CharField(max_length=64)),
                ('scenario', models.CharField(max_length=40)),
                ('content', models.BinaryField()),
            ],
            options={
                'verbose_name': 'library of ways',
                'verbose_name_plural': 'libraries of ways',
                'constraints': [models.UniqueConstraint(fields=('charts', 'scenario'), name='one_library_of_ways')],
            },
        ),
        migrations.CreateModel(
            name='FlownRaid',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('place', models.PositiveSmallIntegerField()),
                ('letter', models.CharField(max_length=40)),
                ('kind', models.CharField(max_length=40)),
                ('target', models.CharField(blank=True, max_length=40)),
                ('parent', models.CharField(blank=True, max_length=40)),
                ('turn', models.PositiveSmallIntegerField()),
                ('hexes', models.PositiveSmallIntegerField()),
                ('waypoints', models.PositiveSmallIntegerField()),
                ('heavy', models.BooleanField()),
                ('bombed', models.BooleanField()),
                ('losses', models.PositiveSmallIntegerField()),
                ('confirmed', models.PositiveSmallIntegerField()),
                ('disruption', models.PositiveSmallIntegerField()),
                ('damage', models.PositiveSmallIntegerField()),
                ('night', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='raids', to='raids.night')),
                ('seen', models.PositiveSmallIntegerField(null=True)),
            ],
            options={
                'verbose_name': 'raid',
                'verbose_name_plural': 'raids',
                'ordering': ['place'],
                'constraints': [models.UniqueConstraint(fields=('night', 'place'), name='one_flown_raid_of_a_place')],
            },
        ),
        migrations.CreateModel(
            name='Intended',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('plan', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='nights', to='raids.plan')),
                ('session', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='intended_plan', to='play.session')),
            ],
            options={
                'verbose_name': 'plan for a night',
                'verbose_name_plural': 'plans for nights',
            },
        ),
    ]

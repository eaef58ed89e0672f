import campaigns.careers.share_links
import django.db.models.deletion
import uuid
from django.conf import settings
from django.db import migrations, models


MODELS = (
    "career", "airframe", "sortie", "engagement", "prestigeentry", "experienceentry", "award", "wound", "crewman",
    "botflight",
)


def take_over(apps, editor):
    """The tables stand as they are under their old names; what was said of them by staff is said of them still."""
    relabel(apps, editor, "campaigns", "interceptor")


def give_back(apps, editor):
    relabel(apps, editor, "interceptor", "campaigns")


def relabel(apps, editor, old, new):
    kinds = apps.get_model("contenttypes", "ContentType").objects.using(editor.connection.alias)
    there = set(kinds.filter(app_label=new, model__in=MODELS).values_list("model", flat=True))
    kinds.filter(app_label=old, model__in=set(MODELS) - there).update(app_label=new)


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        ('campaigns', '0008_careers_have_a_room'),
        ('contenttypes', '0002_remove_content_type_name'),
        ('play', '0009_chain'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.CreateModel(
                    name='Career',
                    fields=[
                        ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                        ('seat', models.CharField(blank=True, max_length=60)),
                        ('source', models.CharField(choices=[('fair', 'fair dice'), ('tabletop', 'tabletop dice'), ('imported', 'brought in from a file')], default='fair', max_length=10)),
                        ('link', models.CharField(default=campaigns.careers.share_links.new_link, max_length=24, unique=True)),
                        ('shared', models.BooleanField(default=False)),
                        ('pack', models.CharField(default='standard', max_length=80)),
                        ('pack_hash', models.CharField(blank=True, max_length=64)),
                        ('play', models.CharField(default='solitaire', max_length=12)),
                        ('options', models.JSONField(default=dict)),
                        ('name', models.CharField(blank=True, max_length=60, verbose_name='name')),
                        ('track', models.CharField(default='officer', max_length=8)),
                        ('rank', models.CharField(blank=True, max_length=30)),
                        ('promotions', models.JSONField(default=list)),
                        ('ace', models.CharField(blank=True, max_length=60)),
                        ('unit_line', models.PositiveSmallIntegerField(default=0)),
                        ('unit', models.CharField(blank=True, max_length=30)),
                        ('base', models.CharField(blank=True, max_length=40)),
                        ('zone', models.CharField(blank=True, max_length=20)),
                        ('start', models.CharField(blank=True, max_length=7)),
                        ('month', models.CharField(blank=True, max_length=7)),
                        ('line', models.PositiveSmallIntegerField(default=0)),
                        ('stage', models.CharField(default='setup', max_length=12)),
                        ('away', models.CharField(blank=True, max_length=20)),
                        ('away_lines', models.PositiveSmallIntegerField(default=0)),
                        ('aircraft', models.CharField(blank=True, max_length=30)),
                        ('series', models.CharField(blank=True, max_length=10)),
                        ('hits', models.PositiveSmallIntegerField(default=0)),
                        ('bombers', models.PositiveSmallIntegerField(default=0)),
                        ('fighters', models.PositiveSmallIntegerField(default=0)),
                        ('start_bombers', models.PositiveSmallIntegerField(default=0)),
                        ('start_fighters', models.PositiveSmallIntegerField(default=0)),
                        ('flights', models.PositiveSmallIntegerField(default=0)),
                        ('wounds', models.PositiveSmallIntegerField(default=0)),
                        ('shot_down', models.PositiveSmallIntegerField(default=0)),
                        ('points', models.SmallIntegerField(default=0)),
                        ('level', models.PositiveSmallIntegerField(default=0)),
                        ('experience', models.SmallIntegerField(default=0)),
                        ('skills', models.JSONField(default=list)),
                        ('fatigue', models.PositiveSmallIntegerField(default=0)),
                        ('leave_taken', models.BooleanField(default=False)),
                        ('over', models.BooleanField(default=False)),
                        ('alive', models.BooleanField(default=True)),
                        ('death', models.CharField(blank=True, max_length=20)),
                        ('attempt', models.CharField(blank=True, max_length=10)),
                        ('victory', models.CharField(blank=True, max_length=20)),
                        ('digests', models.JSONField(default=dict)),
                        ('created', models.DateTimeField(auto_now_add=True)),
                        ('changed', models.DateTimeField(auto_now=True)),
                        ('owner', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='careers', to=settings.AUTH_USER_MODEL)),
                        ('session', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='careers', to='play.session')),
                    ],
                    options={
                        'verbose_name': 'career',
                        'verbose_name_plural': 'careers',
                        'db_table': 'campaigns_career',
                        'ordering': ['-changed'],
                    },
                ),
                migrations.CreateModel(
                    name='BotFlight',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('until', models.CharField(max_length=6)),
                        ('policy', models.CharField(max_length=60)),
                        ('orders', models.JSONField(default=dict)),
                        ('since', models.JSONField(null=True)),
                        ('status', models.CharField(choices=[('running', 'under way'), ('done', 'done'), ('stopped', 'stopped'), ('failed', 'broken off')], default='running', max_length=8)),
                        ('stop', models.BooleanField(default=False)),
                        ('lines', models.PositiveSmallIntegerField(default=0)),
                        ('of', models.PositiveSmallIntegerField(default=0)),
                        ('first', models.PositiveSmallIntegerField(default=0)),
                        ('beat', models.DateTimeField(auto_now=True)),
                        ('begun', models.DateTimeField(auto_now_add=True)),
                        ('career', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='bot_flight', to='interceptor.career')),
                    ],
                    options={
                        'verbose_name': 'flight by a bot',
                        'verbose_name_plural': 'flights by a bot',
                        'db_table': 'campaigns_botflight',
                    },
                ),
                migrations.CreateModel(
                    name='Award',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('place', models.PositiveSmallIntegerField()),
                        ('holder', models.CharField(default='pilot', max_length=8)),
                        ('name', models.CharField(max_length=20)),
                        ('month', models.CharField(blank=True, max_length=7)),
                        ('line', models.PositiveSmallIntegerField(default=0)),
                        ('career', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='awards', to='interceptor.career')),
                    ],
                    options={
                        'verbose_name': 'award',
                        'verbose_name_plural': 'awards',
                        'db_table': 'campaigns_award',
                        'ordering': ['place'],
                    },
                ),
                migrations.CreateModel(
                    name='Airframe',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('place', models.PositiveSmallIntegerField()),
                        ('model', models.CharField(max_length=30)),
                        ('month', models.CharField(max_length=7)),
                        ('line', models.PositiveSmallIntegerField()),
                        ('last_month', models.CharField(max_length=7)),
                        ('last_line', models.PositiveSmallIntegerField()),
                        ('flights', models.PositiveSmallIntegerField(default=0)),
                        ('bombers', models.PositiveSmallIntegerField(default=0)),
                        ('fighters', models.PositiveSmallIntegerField(default=0)),
                        ('hits', models.PositiveSmallIntegerField(default=0)),
                        ('repairs', models.PositiveSmallIntegerField(default=0)),
                        ('fate', models.CharField(blank=True, max_length=20)),
                        ('career', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='airframes', to='interceptor.career')),
                    ],
                    options={
                        'verbose_name': 'aircraft',
                        'verbose_name_plural': 'aircraft',
                        'db_table': 'campaigns_airframe',
                        'ordering': ['place'],
                    },
                ),
                migrations.CreateModel(
                    name='Crewman',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('place', models.PositiveSmallIntegerField()),
                        ('role', models.CharField(max_length=8)),
                        ('status', models.CharField(max_length=8)),
                        ('away', models.PositiveSmallIntegerField(default=0)),
                        ('stand_in', models.BooleanField(default=False)),
                        ('experience', models.SmallIntegerField(default=0)),
                        ('skills', models.JSONField(default=list)),
                        ('bombers', models.PositiveSmallIntegerField(default=0)),
                        ('fighters', models.PositiveSmallIntegerField(default=0)),
                        ('career', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='crew', to='interceptor.career')),
                    ],
                    options={
                        'verbose_name': 'crewman',
                        'verbose_name_plural': 'crewmen',
                        'db_table': 'campaigns_crewman',
                        'ordering': ['place'],
                    },
                ),
                migrations.CreateModel(
                    name='ExperienceEntry',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('place', models.PositiveSmallIntegerField()),
                        ('month', models.CharField(max_length=7)),
                        ('line', models.PositiveSmallIntegerField()),
                        ('cause', models.CharField(max_length=60)),
                        ('value', models.SmallIntegerField()),
                        ('left', models.SmallIntegerField()),
                        ('career', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='experience_entries', to='interceptor.career')),
                    ],
                    options={
                        'verbose_name': 'experience entry',
                        'verbose_name_plural': 'experience entries',
                        'db_table': 'campaigns_experienceentry',
                        'ordering': ['place'],
                        'abstract': False,
                    },
                ),
                migrations.CreateModel(
                    name='PrestigeEntry',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('place', models.PositiveSmallIntegerField()),
                        ('month', models.CharField(max_length=7)),
                        ('line', models.PositiveSmallIntegerField()),
                        ('cause', models.CharField(max_length=60)),
                        ('value', models.SmallIntegerField()),
                        ('left', models.SmallIntegerField()),
                        ('career', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='prestige_entries', to='interceptor.career')),
                    ],
                    options={
                        'verbose_name': 'prestige entry',
                        'verbose_name_plural': 'prestige entries',
                        'db_table': 'campaigns_prestigeentry',
                        'ordering': ['place'],
                        'abstract': False,
                    },
                ),
                migrations.CreateModel(
                    name='Sortie',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('place', models.PositiveSmallIntegerField()),
                        ('month', models.CharField(max_length=7)),
                        ('line', models.PositiveSmallIntegerField()),
                        ('kind', models.CharField(max_length=8)),
                        ('cause', models.CharField(blank=True, max_length=20)),
                        ('target', models.CharField(blank=True, max_length=40)),
                        ('zone', models.CharField(blank=True, max_length=20)),
                        ('base', models.CharField(blank=True, max_length=40)),
                        ('unit', models.CharField(blank=True, max_length=30)),
                        ('weather', models.CharField(blank=True, max_length=8)),
                        ('aircraft', models.CharField(blank=True, max_length=30)),
                        ('end', models.CharField(blank=True, max_length=12)),
                        ('landing', models.CharField(blank=True, max_length=8)),
                        ('hits', models.PositiveSmallIntegerField(default=0)),
                        ('pilot_wound', models.CharField(blank=True, max_length=3)),
                        ('gunner_wound', models.CharField(blank=True, max_length=3)),
                        ('bombers', models.PositiveSmallIntegerField(default=0)),
                        ('fighters', models.PositiveSmallIntegerField(default=0)),
                        ('fatigue', models.PositiveSmallIntegerField(default=0)),
                        ('experience', models.SmallIntegerField(default=0)),
                        ('prestige', models.SmallIntegerField(default=0)),
                        ('events', models.JSONField(default=list)),
                        ('airframe', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='sorties', to='interceptor.airframe')),
                        ('career', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='sorties', to='interceptor.career')),
                    ],
                    options={
                        'verbose_name': 'sortie',
                        'verbose_name_plural': 'sorties',
                        'db_table': 'campaigns_sortie',
                        'ordering': ['place'],
                    },
                ),
                migrations.CreateModel(
                    name='Engagement',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('place', models.PositiveSmallIntegerField()),
                        ('enemy', models.CharField(max_length=20)),
                        ('is_bomber', models.BooleanField()),
                        ('result', models.CharField(default='missed', max_length=12)),
                        ('credit', models.CharField(blank=True, max_length=8)),
                        ('box', models.PositiveSmallIntegerField(default=0)),
                        ('cause', models.CharField(blank=True, max_length=30)),
                        ('career', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='engagements', to='interceptor.career')),
                        ('sortie', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='met', to='interceptor.sortie')),
                    ],
                    options={
                        'verbose_name': 'engagement',
                        'verbose_name_plural': 'engagements',
                        'db_table': 'campaigns_engagement',
                        'ordering': ['place'],
                    },
                ),
                migrations.CreateModel(
                    name='Wound',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('place', models.PositiveSmallIntegerField()),
                        ('who', models.CharField(max_length=8)),
                        ('severity', models.CharField(max_length=3)),
                        ('month', models.CharField(max_length=7)),
                        ('line', models.PositiveSmallIntegerField()),
                        ('missed', models.PositiveSmallIntegerField(default=0)),
                        ('career', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='wounds_had', to='interceptor.career')),
                    ],
                    options={
                        'verbose_name': 'wound',
                        'verbose_name_plural': 'wounds',
                        'db_table': 'campaigns_wound',
                        'ordering': ['place'],
                    },
                ),
                migrations.AddIndex(
                    model_name='career',
                    index=models.Index(fields=['owner', '-changed'], name='career_by_owner'),
                ),
                migrations.AddConstraint(
                    model_name='career',
                    constraint=models.UniqueConstraint(fields=('session', 'seat'), name='one_career_of_a_seat'),
                ),
                migrations.AddConstraint(
                    model_name='award',
                    constraint=models.UniqueConstraint(fields=('career', 'place'), name='one_award_of_a_place'),
                ),
                migrations.AddConstraint(
                    model_name='airframe',
                    constraint=models.UniqueConstraint(fields=('career', 'place'), name='one_airframe_of_a_place'),
                ),
                migrations.AddConstraint(
                    model_name='crewman',
                    constraint=models.UniqueConstraint(fields=('career', 'place'), name='one_crewman_of_a_place'),
                ),
                migrations.AddConstraint(
                    model_name='experienceentry',
                    constraint=models.UniqueConstraint(fields=('career', 'place'), name='one_experience_entry_of_a_place'),
                ),
                migrations.AddConstraint(
                    model_name='prestigeentry',
                    constraint=models.UniqueConstraint(fields=('career', 'place'), name='one_prestige_entry_of_a_place'),
                ),
                migrations.AddConstraint(
                    model_name='sortie',
                    constraint=models.UniqueConstraint(fields=('career', 'place'), name='one_sortie_of_a_place'),
                ),
                migrations.AddConstraint(
                    model_name='sortie',
                    constraint=models.UniqueConstraint(fields=('career', 'month', 'line'), name='one_sortie_of_a_line'),
                ),
                migrations.AddConstraint(
                    model_name='engagement',
                    constraint=models.UniqueConstraint(fields=('career', 'place'), name='one_engagement_of_a_place'),
                ),
                migrations.AddConstraint(
                    model_name='wound',
                    constraint=models.UniqueConstraint(fields=('career', 'place'), name='one_wound_of_a_place'),
                ),
            ],
        ),
        migrations.RunPython(take_over, give_back),
    ]

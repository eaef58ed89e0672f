"""Squashed: what migrations 0001 to 0025 do to an empty database."""

import django.db.models.deletion
import play.reviews.models
import play.utils.tokens
import uuid
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    replaces = [('play', '0001_initial'), ('play', '0002_tokens_by_seat'), ('play', '0003_lend'), ('play', '0004_correct'), ('play', '0005_several_answers'), ('play', '0006_spent_pledge'), ('play', '0007_calendar'), ('play', '0008_chart_packs'), ('play', '0009_chain'), ('play', '0010_charts_kept'), ('play', '0011_house_key'), ('play', '0012_charts_before'), ('play', '0013_notes'), ('play', '0014_worlds'), ('play', '0015_remark'), ('play', '0016_watch'), ('play', '0017_odds'), ('play', '0018_pace'), ('play', '0019_hindsight'), ('play', '0020_exercise'), ('play', '0021_thinking'), ('play', '0022_evened'), ('play', '0023_signing_keys'), ('play', '0024_seat_of_player'), ('play', '0025_uploads')]

    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='Entry',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('seq', models.PositiveIntegerField()),
                ('kind', models.CharField(choices=[('begin', 'begun'), ('answer', 'answered'), ('undo', 'taken back'), ('step-back', 'stepped back')], default='answer', max_length=10)),
                ('seat', models.CharField(blank=True, max_length=60)),
                ('key', models.CharField(blank=True, max_length=200)),
                ('answer', models.JSONField(null=True)),
                ('draws', models.JSONField(default=list)),
                ('digest', models.CharField(blank=True, max_length=16)),
                ('closed_by', models.CharField(blank=True, max_length=60)),
                ('undone_by', models.PositiveIntegerField(null=True)),
                ('kept', models.BinaryField(null=True)),
                ('frames', models.BinaryField(default=bytes)),
                ('at', models.DateTimeField(auto_now_add=True)),
            ],
            options={
                'verbose_name': 'journal entry',
                'verbose_name_plural': 'journal entries',
                'ordering': ['seq'],
            },
        ),
        migrations.CreateModel(
            name='Session',
            fields=[
                ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ('title', models.CharField(max_length=40)),
                ('setup', models.JSONField(default=dict)),
                ('pack', models.CharField(default='standard', max_length=80)),
                ('pack_hash', models.CharField(max_length=64)),
                ('rules', models.CharField(max_length=40)),
                ('seed', models.BinaryField(default=play.utils.tokens.new_seed)),
                ('commitment', models.CharField(max_length=64)),
                ('nonces', models.JSONField(default=dict)),
                ('shared', models.JSONField(default=dict)),
                ('status', models.CharField(choices=[('open', 'waiting for players'), ('playing', 'under way'), ('over', 'over'), ('stuck', 'stopped by new rules')], default='open', max_length=8)),
                ('version', models.PositiveIntegerField(default=0)),
                ('entries_made', models.PositiveIntegerField(default=0)),
                ('events_told', models.PositiveIntegerField(default=0)),
                ('opening', models.BinaryField(default=bytes)),
                ('record', models.BinaryField(default=bytes)),
                ('asked', models.JSONField(default=list)),
                ('proposal', models.JSONField(null=True)),
                ('outcome', models.JSONField(null=True)),
                ('counts', models.BooleanField(default=True)),
                ('sandbox_at', models.PositiveIntegerField(null=True)),
                ('replays', models.JSONField(null=True)),
                ('created', models.DateTimeField(auto_now_add=True)),
                ('changed', models.DateTimeField(auto_now=True)),
                ('owner', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='owned_sessions', to=settings.AUTH_USER_MODEL)),
                ('sandbox_of', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='sandboxes', to='play.session')),
            ],
            options={
                'verbose_name': 'session',
                'verbose_name_plural': 'sessions',
            },
        ),
        migrations.CreateModel(
            name='Seat',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=60)),
                ('place', models.PositiveSmallIntegerField()),
                ('policy', models.CharField(blank=True, max_length=60)),
                ('standing_orders', models.JSONField(default=dict)),
                ('invitation', models.CharField(default=play.utils.tokens.new_invitation, max_length=40, unique=True)),
                ('ready', models.BooleanField(default=False)),
                ('seen', models.PositiveIntegerField(default=0)),
                ('player', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='play_seats', to=settings.AUTH_USER_MODEL)),
                ('session', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='seats_taken', to='play.session')),
            ],
            options={
                'verbose_name': 'seat',
                'verbose_name_plural': 'seats',
                'ordering': ['place'],
            },
        ),
        migrations.CreateModel(
            name='Order',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(choices=[('begin', 'begin'), ('answer', 'answer'), ('go-on', 'go on'), ('undo', 'take back'), ('agree', 'agree to take back'), ('decline', 'decline to take back'), ('step-back', 'step back to the checkpoint')], default='answer', max_length=10)),
                ('seat', models.CharField(blank=True, max_length=60)),
                ('token', models.CharField(max_length=255)),
                ('key', models.CharField(blank=True, max_length=200)),
                ('answer', models.JSONField(null=True)),
                ('status', models.CharField(choices=[('pending', 'given'), ('done', 'carried out'), ('refused', 'refused'), ('failed', 'given up')], default='pending', max_length=8)),
                ('attempts', models.PositiveSmallIntegerField(default=0)),
                ('tried', models.DateTimeField(null=True)),
                ('code', models.CharField(blank=True, max_length=40)),
                ('facts', models.JSONField(default=dict)),
                ('given', models.DateTimeField(auto_now_add=True)),
                ('settled', models.DateTimeField(null=True)),
                ('session', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='orders', to='play.session')),
            ],
            options={
                'verbose_name': 'order',
                'verbose_name_plural': 'orders',
            },
        ),
        migrations.CreateModel(
            name='EventRow',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveIntegerField()),
                ('place', models.PositiveSmallIntegerField()),
                ('kind', models.CharField(max_length=80)),
                ('rule', models.CharField(blank=True, max_length=40)),
                ('to', models.CharField(blank=True, max_length=255)),
                ('data', models.JSONField(default=dict)),
                ('dice', models.JSONField(default=list)),
                ('mods', models.JSONField(default=list)),
                ('chart', models.CharField(blank=True, max_length=80)),
                ('branch', models.CharField(blank=True, max_length=120)),
                ('entry', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='told', to='play.entry')),
                ('session', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='told', to='play.session')),
            ],
            options={
                'verbose_name': 'event',
                'verbose_name_plural': 'events',
                'ordering': ['number'],
            },
        ),
        migrations.AddField(
            model_name='entry',
            name='session',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='journal', to='play.session'),
        ),
        migrations.AddIndex(
            model_name='session',
            index=models.Index(fields=['owner', '-changed'], name='session_by_owner'),
        ),
        migrations.AddConstraint(
            model_name='seat',
            constraint=models.UniqueConstraint(fields=('session', 'name'), name='one_seat_of_a_name'),
        ),
        migrations.AddIndex(
            model_name='order',
            index=models.Index(condition=models.Q(('status', 'pending')), fields=['given'], name='order_pending'),
        ),
        migrations.AddIndex(
            model_name='order',
            index=models.Index(fields=['session', 'seat', '-id'], name='order_of_seat'),
        ),
        migrations.AddConstraint(
            model_name='order',
            constraint=models.UniqueConstraint(fields=('session', 'token'), name='one_order_for_a_question'),
        ),
        migrations.AddConstraint(
            model_name='eventrow',
            constraint=models.UniqueConstraint(fields=('session', 'number'), name='one_event_of_a_number'),
        ),
        migrations.AddConstraint(
            model_name='entry',
            constraint=models.UniqueConstraint(fields=('session', 'seq'), name='one_entry_of_a_number'),
        ),
        migrations.RemoveConstraint(
            model_name='order',
            name='one_order_for_a_question',
        ),
        migrations.AddField(
            model_name='session',
            name='borrowed',
            field=models.PositiveIntegerField(default=0),
        ),
        migrations.AddConstraint(
            model_name='order',
            constraint=models.UniqueConstraint(fields=('session', 'seat', 'token'), name='one_order_for_a_question'),
        ),
        migrations.CreateModel(
            name='SpentPledge',
            fields=[
                ('number', models.CharField(max_length=32, primary_key=True, serialize=False)),
                ('spent', models.DateTimeField(auto_now_add=True, db_index=True)),
            ],
            options={
                'verbose_name': 'spent pledge',
                'verbose_name_plural': 'spent pledges',
            },
        ),
        migrations.CreateModel(
            name='Calendar',
            fields=[
                ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ('key', models.BinaryField(default=play.utils.tokens.new_seed)),
                ('commitment', models.CharField(max_length=64)),
                ('created', models.DateTimeField(auto_now_add=True)),
                ('opened', models.DateTimeField(null=True)),
            ],
            options={
                'verbose_name': 'calendar',
                'verbose_name_plural': 'calendars',
            },
        ),
        migrations.RemoveField(
            model_name='session',
            name='shared',
        ),
        migrations.AddField(
            model_name='session',
            name='calendar',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='sessions', to='play.calendar'),
        ),
        migrations.CreateModel(
            name='ChartPack',
            fields=[
                ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ('game', models.CharField(max_length=40)),
                ('name', models.CharField(max_length=60)),
                ('title', models.CharField(max_length=120)),
                ('texts', models.JSONField(default=dict)),
                ('hash', models.CharField(blank=True, max_length=64)),
                ('link', models.CharField(default=play.utils.tokens.new_invitation, max_length=40, unique=True)),
                ('shared', models.BooleanField(default=False)),
                ('changed', models.DateTimeField(auto_now=True)),
                ('owner', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='chart_packs', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name': 'player’s chart pack',
                'verbose_name_plural': 'players’ chart packs',
                'ordering': ['game', 'title', 'id'],
            },
        ),
        migrations.CreateModel(
            name='Calibration',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('hash', models.CharField(max_length=64)),
                ('games', models.PositiveSmallIntegerField()),
                ('played', models.PositiveSmallIntegerField(default=0)),
                ('tallies', models.JSONField(default=list)),
                ('figures', models.JSONField(default=list)),
                ('status', models.CharField(choices=[('running', 'under way'), ('done', 'done'), ('stopped', 'stopped'), ('failed', 'broken off')], default='running', max_length=8)),
                ('stop', models.BooleanField(default=False)),
                ('beat', models.DateTimeField(auto_now=True)),
                ('pack', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='calibration', to='play.chartpack')),
            ],
            options={
                'verbose_name': 'calibration',
                'verbose_name_plural': 'calibrations',
            },
        ),
        migrations.AddField(
            model_name='session',
            name='chain',
            field=models.CharField(blank=True, default='', max_length=24),
            preserve_default=False,
        ),
        migrations.CreateModel(
            name='PackContent',
            fields=[
                ('hash', models.CharField(max_length=64, primary_key=True, serialize=False)),
                ('formerly', models.CharField(blank=True, db_index=True, max_length=64)),
                ('game', models.CharField(max_length=40)),
                ('name', models.CharField(max_length=80)),
                ('title', models.CharField(blank=True, max_length=120)),
                ('content', models.BinaryField()),
                ('kept', models.DateTimeField(auto_now_add=True)),
            ],
            options={
                'verbose_name': 'chart pack',
                'verbose_name_plural': 'chart packs',
            },
        ),
        migrations.AddField(
            model_name='session',
            name='began',
            field=models.CharField(default='1', max_length=40),
            preserve_default=False,
        ),
        migrations.AlterField(
            model_name='entry',
            name='digest',
            field=models.CharField(blank=True, max_length=24),
        ),
        migrations.AddField(
            model_name='entry',
            name='joined',
            field=models.BooleanField(default=False),
        ),
        migrations.CreateModel(
            name='HouseKey',
            fields=[
                ('id', models.PositiveSmallIntegerField(default=1, primary_key=True, serialize=False)),
                ('secret', models.BinaryField()),
                ('public', models.CharField(max_length=64)),
                ('made', models.DateTimeField(auto_now_add=True)),
            ],
            options={
                'verbose_name': 'house key',
                'verbose_name_plural': 'house keys',
                'constraints': [models.CheckConstraint(condition=models.Q(('id', 1)), name='one_house_key')],
            },
        ),
        migrations.AddField(
            model_name='session',
            name='charts_before',
            field=models.JSONField(default=list),
        ),
        migrations.AlterField(
            model_name='entry',
            name='kind',
            field=models.CharField(choices=[('begin', 'begun'), ('answer', 'answered'), ('undo', 'taken back'), ('step-back', 'stepped back'), ('charts', 'gone on by newer charts')], default='answer', max_length=10),
        ),
        migrations.AlterField(
            model_name='order',
            name='kind',
            field=models.CharField(choices=[('begin', 'begin'), ('answer', 'answer'), ('answers', 'several answers'), ('go-on', 'go on'), ('undo', 'take back'), ('agree', 'agree to take back'), ('decline', 'decline to take back'), ('step-back', 'step back to the checkpoint'), ('lend', 'lend the seat to a bot'), ('correct', 'correct an answer'), ('charts', 'go on by newer charts')], default='answer', max_length=10),
        ),
        migrations.AddField(
            model_name='seat',
            name='notes',
            field=models.JSONField(default=list),
        ),
        migrations.AddField(
            model_name='session',
            name='worlds',
            field=models.JSONField(default=dict),
        ),
        migrations.AddField(
            model_name='seat',
            name='heard',
            field=models.DateTimeField(null=True),
        ),
        migrations.CreateModel(
            name='Remark',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('seat', models.CharField(max_length=60)),
                ('text', models.CharField(max_length=140)),
                ('seq', models.PositiveIntegerField()),
                ('at', models.DateTimeField(auto_now_add=True)),
                ('session', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='remarks', to='play.session')),
            ],
            options={
                'verbose_name': 'remark',
                'verbose_name_plural': 'remarks',
                'ordering': ['pk'],
            },
        ),
        migrations.CreateModel(
            name='Watch',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(choices=[('open', 'what lies open to all, as it happens'), ('eyes', 'what I see, later'), ('umpire', 'everything, as it happens: an umpire'), ('after', 'everything, after the end')], max_length=6, verbose_name='what they see')),
                ('seat', models.CharField(blank=True, max_length=60)),
                ('delay', models.PositiveSmallIntegerField(choices=[(30, 'half an hour later'), (120, 'two hours later'), (1440, 'a day later'), (4320, 'three days later')], default=1440, verbose_name='how much later')),
                ('link', models.CharField(default=play.utils.tokens.new_invitation, max_length=40, unique=True)),
                ('agreed', models.JSONField(default=list)),
                ('made', models.DateTimeField(auto_now_add=True)),
                ('by', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('session', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='watches', to='play.session')),
                ('watcher', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name': 'way to watch',
                'verbose_name_plural': 'ways to watch',
                'ordering': ['pk'],
            },
        ),
        migrations.AddField(
            model_name='session',
            name='aided',
            field=models.BooleanField(default=False),
        ),
        migrations.AddField(
            model_name='session',
            name='odds',
            field=models.CharField(choices=[('off', 'off'), ('after', 'after my order'), ('before', 'before it')], default='off', max_length=6),
        ),
        migrations.CreateModel(
            name='Forecast',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('token', models.CharField(max_length=255)),
                ('seq', models.PositiveIntegerField(default=0)),
                ('state', models.CharField(choices=[('running', 'under way'), ('done', 'done'), ('stopped', 'stopped')], default='running', max_length=8)),
                ('told', models.JSONField(default=dict)),
                ('cpu_ms', models.PositiveIntegerField(default=0)),
                ('asked', models.DateTimeField()),
                ('seat', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='forecast', to='play.seat')),
            ],
            options={
                'verbose_name': 'forecast',
                'verbose_name_plural': 'forecasts',
            },
        ),
        migrations.CreateModel(
            name='Pace',
            fields=[
                ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ('hours', models.PositiveSmallIntegerField(default=0, verbose_name='hours for a turn')),
                ('weekends', models.BooleanField(default=False, verbose_name='clocks rest at week-ends')),
                ('leave', models.PositiveSmallIntegerField(default=0, verbose_name='days of leave each')),
                ('after', models.CharField(choices=[('wait', 'nothing: it is only shown'), ('call', 'whoever waits may have the computer answer'), ('answer', 'the computer answers')], default='call', max_length=6, verbose_name='when time has run out')),
                ('policy', models.CharField(blank=True, max_length=60)),
                ('clocks', models.JSONField(default=dict)),
                ('due', models.DateTimeField(db_index=True, null=True)),
                ('paused', models.DateTimeField(null=True)),
                ('asks', models.JSONField(default=list)),
                ('session', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='pace', to='play.session')),
            ],
            options={
                'verbose_name': 'pace',
                'verbose_name_plural': 'paces',
            },
        ),
        migrations.CreateModel(
            name='LookBack',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('seat', models.CharField(max_length=60)),
                ('state', models.CharField(choices=[('running', 'under way'), ('done', 'done'), ('stopped', 'stopped'), ('failed', 'broken off')], default='running', max_length=8)),
                ('done', models.PositiveIntegerField(default=0)),
                ('of', models.PositiveIntegerField(default=0)),
                ('work', models.JSONField(default=dict)),
                ('told', models.JSONField(default=dict)),
                ('cpu_ms', models.PositiveIntegerField(default=0)),
                ('link', models.CharField(default=play.reviews.models.new_link, max_length=40, unique=True)),
                ('shared', models.BooleanField(default=False)),
                ('beat', models.DateTimeField(auto_now=True)),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='looks_back', to=settings.AUTH_USER_MODEL)),
                ('session', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='looks_back', to='play.session')),
                ('offered', models.BooleanField(default=False)),
            ],
            options={
                'verbose_name': 'look back',
                'verbose_name_plural': 'looks back',
                'constraints': [models.UniqueConstraint(fields=('session', 'seat'), name='one_look_back_of_a_seat')],
            },
        ),
        migrations.CreateModel(
            name='Exercise',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('week', models.CharField(max_length=8, unique=True)),
                ('place', models.PositiveIntegerField()),
                ('title', models.CharField(max_length=40)),
                ('charts', models.CharField(max_length=64)),
                ('moment', models.JSONField(default=dict)),
                ('chosen', models.DateTimeField(auto_now_add=True)),
                ('look', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='exercises', to='play.lookback')),
            ],
            options={
                'verbose_name': 'exercise',
                'verbose_name_plural': 'exercises',
            },
        ),
        migrations.CreateModel(
            name='ExerciseAnswer',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('option', models.CharField(max_length=255)),
                ('exercise', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='answers', to='play.exercise')),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='exercise_answers', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name': 'answer to an exercise',
                'verbose_name_plural': 'answers to exercises',
            },
        ),
        migrations.AddConstraint(
            model_name='exercise',
            constraint=models.UniqueConstraint(fields=('look', 'place'), name='one_exercise_of_a_moment'),
        ),
        migrations.AddConstraint(
            model_name='exerciseanswer',
            constraint=models.UniqueConstraint(fields=('exercise', 'player'), name='one_answer_of_a_player'),
        ),
        migrations.AddField(
            model_name='lookback',
            name='evened',
            field=models.FloatField(null=True),
        ),
        migrations.AlterField(
            model_name='order',
            name='kind',
            field=models.CharField(choices=[('begin', 'begin'), ('answer', 'answer'), ('answers', 'several answers'), ('go-on', 'go on'), ('undo', 'take back'), ('agree', 'agree to take back'), ('decline', 'decline to take back'), ('step-back', 'step back to the checkpoint'), ('lend', 'lend the seat to a bot'), ('correct', 'correct an answer'), ('charts', 'go on by newer charts'), ('think', 'think, and answer')], default='answer', max_length=10),
        ),
        migrations.AlterModelOptions(
            name='housekey',
            options={'verbose_name': 'signing key', 'verbose_name_plural': 'signing keys'},
        ),
        migrations.RemoveConstraint(
            model_name='housekey',
            name='one_house_key',
        ),
        migrations.AddField(
            model_name='housekey',
            name='replaced',
            field=models.DateTimeField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name='housekey',
            name='retired',
            field=models.DateTimeField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name='housekey',
            name='signs',
            field=models.BooleanField(default=True),
        ),
        migrations.AlterField(
            model_name='housekey',
            name='id',
            field=models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID'),
        ),
        migrations.AlterField(
            model_name='housekey',
            name='public',
            field=models.CharField(max_length=64, unique=True),
        ),
        migrations.AlterField(
            model_name='housekey',
            name='secret',
            field=models.BinaryField(null=True),
        ),
        migrations.AddConstraint(
            model_name='housekey',
            constraint=models.UniqueConstraint(condition=models.Q(('signs', True)), fields=('signs',), name='one_key_signs'),
        ),
        migrations.AddIndex(
            model_name='seat',
            index=models.Index(fields=['player', 'session'], name='seat_of_player_at'),
        ),
        migrations.AddField(
            model_name='chartpack',
            name='checked',
            field=models.PositiveSmallIntegerField(default=0),
        ),
        migrations.AddField(
            model_name='chartpack',
            name='content',
            field=models.BinaryField(default=bytes),
        ),
        migrations.AddField(
            model_name='chartpack',
            name='faults',
            field=models.JSONField(default=list),
        ),
        migrations.AddField(
            model_name='chartpack',
            name='faults_in_all',
            field=models.PositiveIntegerField(default=0),
        ),
        migrations.CreateModel(
            name='Upload',
            fields=[
                ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ('address', models.CharField(blank=True, max_length=32)),
                ('kind', models.CharField(max_length=20)),
                ('name', models.CharField(blank=True, max_length=120)),
                ('language', models.CharField(max_length=10)),
                ('asked', models.JSONField(default=dict)),
                ('content', models.BinaryField()),
                ('status', models.CharField(choices=[('waiting', 'waiting'), ('running', 'being checked'), ('done', 'done'), ('failed', 'could not be checked')], default='waiting', max_length=8)),
                ('attempts', models.PositiveSmallIntegerField(default=0)),
                ('made', models.DateTimeField(auto_now_add=True)),
                ('tried', models.DateTimeField(null=True)),
                ('result', models.JSONField(default=dict)),
                ('owner', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='uploads', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name': 'uploaded file',
                'verbose_name_plural': 'uploaded files',
                'indexes': [models.Index(condition=models.Q(('status__in', ['waiting', 'running'])), fields=['made'], name='upload_pending')],
            },
        ),
    ]

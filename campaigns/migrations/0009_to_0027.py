"""Squashed: what migrations 0009 to 0027 do."""

import campaigns.groups.models
import campaigns.notifications.models
import django.db.migrations.operations.special
import django.db.models.deletion
import django.utils.timezone
import uuid
from django.conf import settings
from importlib import import_module as of

from django.db import migrations, models


class Migration(migrations.Migration):

    replaces = [('campaigns', '0009_letters'), ('campaigns', '0010_members_have_roles'), ('campaigns', '0011_seasons'), ('campaigns', '0012_shared_packs'), ('campaigns', '0013_standings_by_line'), ('campaigns', '0014_home_of_a_group'), ('campaigns', '0015_mirrored_matches'), ('campaigns', '0016_notices'), ('campaigns', '0017_tokens'), ('campaigns', '0018_aided'), ('campaigns', '0019_programs'), ('campaigns', '0020_bids_and_voids'), ('campaigns', '0021_messages'), ('campaigns', '0022_footnotes'), ('campaigns', '0023_stewards'), ('campaigns', '0024_editions_of_seasons'), ('campaigns', '0025_makers_of_tokens_and_hooks'), ('campaigns', '0026_shared_tables'), ('campaigns', '0027_umpires_of_one')]

    dependencies = [
        ('campaigns', '0008_careers_have_a_room'),
        ('play', '0011_house_key'),
        ('play', '0012_charts_before'),
        ('play', '0014_worlds'),
        ('play', '0015_remark'),
        ('play', '0016_watch'),
        ('play', '0018_pace'),
        ('play', '0022_evened'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='Letter',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('to', models.CharField(max_length=254, verbose_name='to')),
                ('subject', models.CharField(max_length=998, verbose_name='subject')),
                ('text', models.TextField(verbose_name='text')),
                ('html', models.TextField(blank=True, verbose_name='as a page')),
                ('kept', models.DateTimeField(auto_now_add=True, verbose_name='kept since')),
                ('tries', models.PositiveSmallIntegerField(default=0, verbose_name='tries')),
                ('due', models.DateTimeField(db_index=True, verbose_name='due')),
            ],
            options={
                'verbose_name': 'letter',
                'verbose_name_plural': 'letters',
            },
        ),
        migrations.AddField(
            model_name='group',
            name='description',
            field=models.CharField(blank=True, max_length=300, verbose_name='what it is about'),
        ),
        migrations.AddField(
            model_name='group',
            name='visibility',
            field=models.CharField(choices=[('private', 'Private: its members'), ('unlisted', 'Unlisted: whoever has its address'), ('public', 'Public: everybody, and it is listed')], default='private', max_length=8, verbose_name='who may read it'),
        ),
        migrations.CreateModel(
            name='Membership',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('role', models.PositiveSmallIntegerField(choices=[(1, 'steward'), (2, 'member'), (3, 'guest reader')], default=2, verbose_name='role')),
                ('joined', models.DateTimeField(default=django.utils.timezone.now, verbose_name='member since')),
                ('group', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='memberships', to='campaigns.group')),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='memberships', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name': 'membership',
                'verbose_name_plural': 'memberships',
                'ordering': ['role', 'joined', 'pk'],
                'constraints': [models.UniqueConstraint(fields=('group', 'player'), name='one_membership_of_a_player')],
            },
        ),
        migrations.CreateModel(
            name='Invitation',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('link', models.CharField(default=campaigns.groups.models.new_invitation, max_length=40, unique=True)),
                ('role', models.PositiveSmallIntegerField(choices=[(2, 'member'), (3, 'guest reader')], default=2, verbose_name='comes in as')),
                ('made', models.DateTimeField(auto_now_add=True)),
                ('expires', models.DateTimeField(default=campaigns.groups.models.in_a_week)),
                ('withdrawn', models.DateTimeField(null=True)),
                ('by', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='invitations_made', to=settings.AUTH_USER_MODEL)),
                ('group', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='invitations', to='campaigns.group')),
            ],
            options={
                'verbose_name': 'invitation',
                'verbose_name_plural': 'invitations',
                'ordering': ['-made'],
            },
        ),
        migrations.CreateModel(
            name='Deed',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(choices=[('founded', 'founded the group'), ('changed', 'changed its name, what it is about or who may read it'), ('invited', 'made a link that invites'), ('withdrew', 'withdrew a link'), ('joined', 'came in'), ('left', 'left'), ('removed', 'removed'), ('named', 'gave a role to'), ('handed', 'handed the group over to')], max_length=10)),
                ('role', models.PositiveSmallIntegerField(choices=[(1, 'steward'), (2, 'member'), (3, 'guest reader')], null=True)),
                ('done', models.DateTimeField(auto_now_add=True)),
                ('about', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('group', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='deeds', to='campaigns.group')),
            ],
            options={
                'verbose_name': 'deed in a group',
                'verbose_name_plural': 'deeds in groups',
                'ordering': ['-pk'],
            },
        ),
        migrations.RunPython(
            code=of("campaigns.migrations.0010_members_have_roles").keep_members,
            reverse_code=django.db.migrations.operations.special.RunPython.noop,
        ),
        migrations.RemoveField(
            model_name='group',
            name='members',
        ),
        migrations.RemoveField(
            model_name='group',
            name='invitation',
        ),
        migrations.AddField(
            model_name='group',
            name='members',
            field=models.ManyToManyField(related_name='clubs', through='campaigns.Membership', to=settings.AUTH_USER_MODEL),
        ),
        migrations.CreateModel(
            name='Season',
            fields=[
                ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ('name', models.CharField(max_length=60, verbose_name='name')),
                ('title', models.CharField(max_length=40)),
                ('terms', models.JSONField(default=dict)),
                ('pack_hash', models.CharField(max_length=64)),
                ('opens', models.DateField(verbose_name='entries from')),
                ('closes', models.DateField(verbose_name='entries until')),
                ('each', models.PositiveSmallIntegerField(default=1, verbose_name='games each')),
                ('tabletop', models.BooleanField(default=False, verbose_name='tabletop dice too')),
                ('under_way', models.BooleanField(default=False, verbose_name='games begun before')),
                ('made', models.DateTimeField(auto_now_add=True)),
                ('sealed', models.DateTimeField(null=True)),
                ('group', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='seasons', to='campaigns.group')),
                ('aids', models.BooleanField(default=True, verbose_name='aids allowed')),
                ('calendar', models.OneToOneField(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='season', to='play.calendar')),
                ('ends', models.DateField(null=True, verbose_name='last day that counts')),
                ('pack', models.CharField(default='standard', max_length=80)),
                ('setup', models.JSONField(default=dict)),
                ('ties', models.CharField(choices=[('second', 'the second figure of the book, then fewer flown'), ('flown', 'fewer flown'), ('shared', 'nothing: they share the place')], default='second', max_length=8, verbose_name='ties')),
            ],
            options={
                'verbose_name': 'season',
                'verbose_name_plural': 'seasons',
                'ordering': ['-opens', '-made'],
            },
        ),
        migrations.AlterField(
            model_name='deed',
            name='kind',
            field=models.CharField(choices=[('founded', 'founded the group'), ('changed', 'changed its name, what it is about or who may read it'), ('invited', 'made a link that invites'), ('withdrew', 'withdrew a link'), ('joined', 'came in'), ('left', 'left'), ('removed', 'removed'), ('named', 'gave a role to'), ('handed', 'handed the group over to'), ('announced', 'announced a season'), ('voided', 'voided an entry of'), ('shared', 'shared charts with the group')], max_length=10),
        ),
        migrations.CreateModel(
            name='SharedPack',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('since', models.DateTimeField(auto_now_add=True)),
                ('group', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='shared_packs', to='campaigns.group')),
                ('pack', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='play.chartpack')),
            ],
            options={
                'verbose_name': 'shared pack of charts',
                'verbose_name_plural': 'shared packs of charts',
                'constraints': [models.UniqueConstraint(fields=('group', 'pack'), name='one_share_of_a_pack')],
            },
        ),
        migrations.CreateModel(
            name='Entry',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('seat', models.CharField(max_length=60)),
                ('entered', models.DateTimeField(auto_now_add=True)),
                ('voided', models.DateTimeField(null=True)),
                ('void_reason', models.CharField(blank=True, max_length=200, verbose_name='reason')),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='entries', to=settings.AUTH_USER_MODEL)),
                ('session', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='entries', to='play.session')),
                ('season', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='entries', to='campaigns.season')),
                ('mark', models.CharField(blank=True, max_length=16)),
                ('name', models.CharField(blank=True, max_length=60)),
                ('source', models.CharField(choices=[('fair', 'fair dice'), ('tabletop', 'tabletop dice'), ('imported', 'brought in from a file'), ('sandbox', 'tried out')], default='fair', max_length=10)),
            ],
            options={
                'verbose_name': 'entry of a season',
                'verbose_name_plural': 'entries of seasons',
                'ordering': ['entered'],
                'constraints': [models.UniqueConstraint(fields=('season', 'session', 'seat'), name='one_entry_of_a_seat')],
            },
        ),
        migrations.CreateModel(
            name='Start',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('season', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='starts', to='campaigns.season')),
            ],
            options={
                'verbose_name': 'start in a season',
                'verbose_name_plural': 'starts in seasons',
                'constraints': [models.UniqueConstraint(fields=('season', 'player'), name='one_start_in_a_duplicate_season')],
            },
        ),
        migrations.CreateModel(
            name='Tally',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('line', models.PositiveSmallIntegerField()),
                ('head', models.BooleanField(default=False)),
                ('at', models.DateTimeField()),
                ('value', models.IntegerField(default=0)),
                ('known', models.BooleanField(default=True)),
                ('second', models.IntegerField(default=0)),
                ('flown', models.PositiveSmallIntegerField(default=0)),
                ('key', models.BigIntegerField(default=0)),
                ('key_before', models.BigIntegerField(null=True)),
                ('week', models.IntegerField(default=0)),
                ('gain', models.SmallIntegerField(default=0)),
                ('kind', models.CharField(max_length=8)),
                ('hits', models.PositiveSmallIntegerField(default=0)),
                ('hurt', models.BooleanField(default=False)),
                ('state', models.CharField(blank=True, max_length=24)),
                ('out', models.BooleanField(default=False)),
                ('best_line', models.SmallIntegerField(default=0)),
                ('best_month', models.SmallIntegerField(default=0)),
                ('most_hits', models.PositiveSmallIntegerField(default=0)),
                ('falls', models.PositiveSmallIntegerField(default=0)),
                ('longest_run', models.PositiveSmallIntegerField(default=0)),
                ('fifth', models.PositiveSmallIntegerField(null=True)),
                ('entry', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='tallies', to='campaigns.entry')),
                ('season', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='tallies', to='campaigns.season')),
            ],
            options={
                'verbose_name': 'tally',
                'verbose_name_plural': 'tallies',
                'ordering': ['line'],
                'indexes': [models.Index(fields=['season', 'line'], name='tallies_of_a_line'), models.Index(condition=models.Q(('head', True)), fields=['season', 'entry'], name='tallies_as_they_stand')],
                'constraints': [models.UniqueConstraint(fields=('entry', 'line'), name='one_tally_of_a_line')],
            },
        ),
        migrations.RunPython(
            code=of("campaigns.migrations.0013_standings_by_line").keep_what_was_agreed,
            reverse_code=django.db.migrations.operations.special.RunPython.noop,
        ),
        migrations.AddField(
            model_name='membership',
            name='is_shown',
            field=models.BooleanField(default=True, verbose_name='shown when on the field'),
        ),
        migrations.AddIndex(
            model_name='tally',
            index=models.Index(fields=['season', '-at'], name='tallies_as_they_came'),
        ),
        migrations.AddField(
            model_name='season',
            name='leave',
            field=models.PositiveSmallIntegerField(default=14, verbose_name='days of leave'),
        ),
        migrations.AddField(
            model_name='season',
            name='mirrored',
            field=models.BooleanField(default=False, verbose_name='mirrored matches'),
        ),
        migrations.AddField(
            model_name='season',
            name='pace',
            field=models.PositiveSmallIntegerField(default=48, verbose_name='hours for an answer'),
        ),
        migrations.AddField(
            model_name='season',
            name='timeout',
            field=models.CharField(blank=True, max_length=120, verbose_name='what a timeout means'),
        ),
        migrations.AlterField(
            model_name='deed',
            name='kind',
            field=models.CharField(choices=[('founded', 'founded the group'), ('changed', 'changed its name, what it is about or who may read it'), ('invited', 'made a link that invites'), ('withdrew', 'withdrew a link'), ('joined', 'came in'), ('left', 'left'), ('removed', 'removed'), ('named', 'gave a role to'), ('handed', 'handed the group over to'), ('announced', 'announced a season'), ('voided', 'voided an entry of'), ('drew', 'drew up matches'), ('shared', 'shared charts with the group')], max_length=10),
        ),
        migrations.CreateModel(
            name='Contender',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('entered', models.DateTimeField(auto_now_add=True)),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('season', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='contenders', to='campaigns.season')),
            ],
            options={
                'verbose_name': 'contender',
                'verbose_name_plural': 'contenders',
                'ordering': ['entered', 'pk'],
            },
        ),
        migrations.CreateModel(
            name='Match',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('round', models.PositiveSmallIntegerField()),
                ('margin', models.IntegerField(null=True)),
                ('finished', models.DateTimeField(null=True)),
                ('calendar', models.OneToOneField(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='match', to='play.calendar')),
                ('first', models.OneToOneField(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='match_first', to='play.session')),
                ('one', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='campaigns.contender')),
                ('other', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='campaigns.contender')),
                ('season', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='matches', to='campaigns.season')),
                ('second', models.OneToOneField(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='match_second', to='play.session')),
            ],
            options={
                'verbose_name': 'match',
                'verbose_name_plural': 'matches',
                'ordering': ['round', 'pk'],
            },
        ),
        migrations.CreateModel(
            name='Rating',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('title', models.CharField(max_length=40)),
                ('number', models.PositiveIntegerField()),
                ('mu_before', models.FloatField()),
                ('sigma_before', models.FloatField()),
                ('mu', models.FloatField()),
                ('sigma', models.FloatField()),
                ('group', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='ratings', to='campaigns.group')),
                ('match', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='ratings', to='campaigns.match')),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='ratings', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name': 'rating',
                'verbose_name_plural': 'ratings',
                'ordering': ['pk'],
            },
        ),
        migrations.AddConstraint(
            model_name='contender',
            constraint=models.UniqueConstraint(fields=('season', 'player'), name='one_contender_of_a_season'),
        ),
        migrations.AddIndex(
            model_name='match',
            index=models.Index(fields=['season', 'finished'], name='matches_as_they_ended'),
        ),
        migrations.AddConstraint(
            model_name='match',
            constraint=models.UniqueConstraint(fields=('season', 'one', 'other'), name='no_rematch'),
        ),
        migrations.AddConstraint(
            model_name='rating',
            constraint=models.UniqueConstraint(fields=('match', 'player'), name='one_rating_of_a_match'),
        ),
        migrations.AddConstraint(
            model_name='rating',
            constraint=models.UniqueConstraint(fields=('group', 'title', 'player', 'number'), name='one_rating_of_a_number'),
        ),
        migrations.CreateModel(
            name='Hook',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('address', models.URLField(max_length=400, verbose_name='address')),
                ('shape', models.CharField(choices=[('plain', 'plain: kind, text, group, address'), ('chat', 'as chat services take it')], default='plain', max_length=5, verbose_name='form')),
                ('secret', models.CharField(default=campaigns.notifications.models.new_secret, max_length=40)),
                ('failed', models.PositiveSmallIntegerField(default=0)),
                ('sent', models.DateTimeField(null=True)),
                ('group', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='hook', to='campaigns.group')),
            ],
            options={
                'verbose_name': 'hook',
                'verbose_name_plural': 'hooks',
            },
        ),
        migrations.CreateModel(
            name='Wish',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('mail', models.CharField(choices=[('never', 'never'), ('at-once', 'at once'), ('digest', 'once a day, all in one')], default='never', max_length=8, verbose_name='letters')),
                ('hour', models.PositiveSmallIntegerField(default=18, verbose_name='hour of the digest')),
                ('calendar', models.CharField(default=campaigns.notifications.models.new_secret, max_length=40, unique=True)),
                ('player', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='wish', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name': 'wish about notices',
                'verbose_name_plural': 'wishes about notices',
            },
        ),
        migrations.CreateModel(
            name='Token',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=60, verbose_name='what it is for')),
                ('scope', models.CharField(choices=[('seasons', 'seasons and ladders'), ('members', 'seasons and ladders, and who is in the group')], default='seasons', max_length=8, verbose_name='what it may read')),
                ('hash', models.CharField(max_length=64, unique=True)),
                ('made', models.DateTimeField(auto_now_add=True)),
                ('used', models.DateTimeField(null=True)),
                ('withdrawn', models.DateTimeField(null=True)),
                ('group', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='tokens', to='campaigns.group')),
            ],
            options={
                'verbose_name': 'token',
                'verbose_name_plural': 'tokens',
                'ordering': ['-made'],
            },
        ),
        migrations.AddField(
            model_name='result',
            name='aided',
            field=models.BooleanField(default=False),
        ),
        migrations.AddField(
            model_name='player',
            name='is_bot',
            field=models.BooleanField(default=False, verbose_name='program'),
        ),
        migrations.AddField(
            model_name='player',
            name='keeper',
            field=models.ForeignKey(editable=False, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='bots', to=settings.AUTH_USER_MODEL),
        ),
        migrations.CreateModel(
            name='SeatToken',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('seat', models.CharField(max_length=60)),
                ('hash', models.CharField(max_length=64, unique=True)),
                ('made', models.DateTimeField(auto_now_add=True)),
                ('used', models.DateTimeField(null=True)),
                ('bot', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='seat_tokens', to=settings.AUTH_USER_MODEL)),
                ('session', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='seat_tokens', to='play.session')),
            ],
            options={
                'verbose_name': 'token of a seat',
                'verbose_name_plural': 'tokens of seats',
                'ordering': ['-pk'],
                'constraints': [models.UniqueConstraint(fields=('session', 'seat'), name='one_token_of_a_seat')],
            },
        ),
        migrations.AddField(
            model_name='contender',
            name='left',
            field=models.DateTimeField(null=True),
        ),
        migrations.AddField(
            model_name='match',
            name='buyer',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='campaigns.contender'),
        ),
        migrations.AddField(
            model_name='match',
            name='lost_by_time',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='campaigns.contender'),
        ),
        migrations.AddField(
            model_name='match',
            name='price',
            field=models.PositiveSmallIntegerField(default=0),
        ),
        migrations.AddField(
            model_name='match',
            name='swapped',
            field=models.BooleanField(default=False),
        ),
        migrations.AddField(
            model_name='match',
            name='void_reason',
            field=models.CharField(blank=True, max_length=200, verbose_name='reason'),
        ),
        migrations.AddField(
            model_name='match',
            name='voided',
            field=models.DateTimeField(null=True),
        ),
        migrations.AddField(
            model_name='season',
            name='bids',
            field=models.BooleanField(default=False, verbose_name='secret bids for the side'),
        ),
        migrations.AddField(
            model_name='season',
            name='late',
            field=models.CharField(choices=[('wait', 'nothing: it is only shown'), ('call', 'whoever waits may have the computer answer'), ('answer', 'the computer answers'), ('claim', 'the other may claim the match')], default='wait', max_length=6, verbose_name='what a timeout means'),
        ),
        migrations.AddField(
            model_name='season',
            name='weekend',
            field=models.BooleanField(default=False, verbose_name='weekends do not count'),
        ),
        migrations.AlterField(
            model_name='season',
            name='timeout',
            field=models.CharField(blank=True, max_length=120, verbose_name='agreed besides'),
        ),
        migrations.CreateModel(
            name='Bid',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('seat', models.CharField(max_length=60, verbose_name='side')),
                ('points', models.PositiveSmallIntegerField(default=0, verbose_name='points')),
                ('given', models.DateTimeField(auto_now=True)),
                ('contender', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='campaigns.contender')),
                ('match', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='bids', to='campaigns.match')),
            ],
            options={
                'verbose_name': 'bid for a side',
                'verbose_name_plural': 'bids for sides',
                'constraints': [models.UniqueConstraint(fields=('match', 'contender'), name='one_bid_of_a_contender')],
            },
        ),
        migrations.CreateModel(
            name='Message',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.CharField(blank=True, max_length=80)),
                ('editions', models.PositiveIntegerField(default=0)),
                ('begun', models.DateTimeField()),
            ],
            options={
                'verbose_name': 'message of a hook',
                'verbose_name_plural': 'messages of hooks',
            },
        ),
        migrations.CreateModel(
            name='Notice',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('version', models.PositiveIntegerField()),
                ('channel', models.CharField(choices=[('mail', 'mail'), ('hook', 'hook')], max_length=4)),
                ('kind', models.CharField(default='turn', max_length=10)),
                ('due', models.DateTimeField()),
                ('attempts', models.PositiveSmallIntegerField(default=0)),
                ('sent', models.DateTimeField(null=True)),
                ('made', models.DateTimeField(auto_now_add=True)),
                ('hook', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='notices', to='campaigns.hook')),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('session', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='notices', to='play.session')),
                ('handed', models.DateTimeField(null=True)),
                ('key', models.CharField(default='', max_length=160)),
            ],
            options={
                'verbose_name': 'notice',
                'verbose_name_plural': 'notices',
                'indexes': [models.Index(condition=models.Q(('sent', None)), fields=['due'], name='notices_to_send')],
                'constraints': [],
            },
        ),
        migrations.RunPython(
            code=of("campaigns.migrations.0021_messages").name_those_before,
            reverse_code=django.db.migrations.operations.special.RunPython.noop,
        ),
        migrations.AlterField(
            model_name='notice',
            name='key',
            field=models.CharField(max_length=160, unique=True),
        ),
        migrations.AddField(
            model_name='notice',
            name='season',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='notices', to='campaigns.season'),
        ),
        migrations.AlterField(
            model_name='notice',
            name='kind',
            field=models.CharField(choices=[('turn', 'your turn'), ('plotted', 'your opponent has plotted'), ('last', 'you are the last one'), ('time', 'your time is running out'), ('ends', 'a season ends in two days'), ('over', 'a game is over')], default='turn', max_length=10),
        ),
        migrations.AlterField(
            model_name='notice',
            name='player',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AlterField(
            model_name='notice',
            name='session',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='notices', to='play.session'),
        ),
        migrations.AddField(
            model_name='message',
            name='hook',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='messages', to='campaigns.hook'),
        ),
        migrations.AddField(
            model_name='message',
            name='season',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='campaigns.season'),
        ),
        migrations.AddField(
            model_name='message',
            name='session',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='play.session'),
        ),
        migrations.AddConstraint(
            model_name='message',
            constraint=models.UniqueConstraint(fields=('hook', 'session'), name='one_message_of_a_table'),
        ),
        migrations.AddConstraint(
            model_name='message',
            constraint=models.UniqueConstraint(fields=('hook', 'season'), name='one_message_of_a_season'),
        ),
        migrations.CreateModel(
            name='Footnote',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('seat', models.CharField(blank=True, max_length=60)),
                ('place', models.PositiveSmallIntegerField(default=0)),
                ('text', models.CharField(max_length=280, verbose_name='your note')),
                ('written', models.DateTimeField(auto_now_add=True)),
                ('by', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='footnotes', to=settings.AUTH_USER_MODEL)),
                ('session', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='footnotes', to='play.session')),
            ],
            options={
                'verbose_name': 'footnote',
                'verbose_name_plural': 'footnotes',
                'ordering': ['pk'],
                'indexes': [models.Index(fields=['session', 'seat', 'place'], name='footnotes_of_a_line')],
            },
        ),
        migrations.AlterField(
            model_name='deed',
            name='kind',
            field=models.CharField(choices=[('founded', 'founded the group'), ('changed', 'changed its name, what it is about or who may read it'), ('invited', 'made a link that invites'), ('withdrew', 'withdrew a link'), ('joined', 'came in'), ('left', 'left'), ('removed', 'removed'), ('named', 'gave a role to'), ('handed', 'handed the group over to'), ('announced', 'announced a season'), ('voided', 'voided an entry of'), ('drew', 'drew up matches'), ('shared', 'shared charts with the group'), ('blocked', 'keeps out'), ('unblocked', 'lets in again'), ('settled', 'settled a report')], max_length=10),
        ),
        migrations.CreateModel(
            name='Report',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('text', models.CharField(max_length=500, verbose_name='what the stewards should know')),
                ('made', models.DateTimeField(auto_now_add=True)),
                ('settled', models.DateTimeField(null=True)),
                ('answer', models.CharField(blank=True, max_length=300, verbose_name='what came of it')),
                ('about', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('by', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('group', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='reports', to='campaigns.group')),
                ('settled_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name': 'report',
                'verbose_name_plural': 'reports',
                'ordering': ['-pk'],
            },
        ),
        migrations.CreateModel(
            name='Block',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('reason', models.CharField(blank=True, max_length=200, verbose_name='reason')),
                ('since', models.DateTimeField(auto_now_add=True)),
                ('group', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='blocks', to='campaigns.group')),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name': 'block',
                'verbose_name_plural': 'blocks',
                'ordering': ['-pk'],
                'constraints': [models.UniqueConstraint(fields=('group', 'player'), name='one_block_of_a_player')],
            },
        ),
        migrations.AddField(
            model_name='season',
            name='edition',
            field=models.UUIDField(default=uuid.uuid4, editable=False),
        ),
        migrations.AddField(
            model_name='token',
            name='by',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='hook',
            name='by',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL),
        ),
        migrations.RunPython(
            code=of("campaigns.migrations.0025_makers_of_tokens_and_hooks").name_the_owner,
            reverse_code=django.db.migrations.operations.special.RunPython.noop,
        ),
        migrations.RunPython(
            code=of("campaigns.migrations.0025_makers_of_tokens_and_hooks").take_out_of_other_seasons,
            reverse_code=django.db.migrations.operations.special.RunPython.noop,
        ),
        migrations.AlterField(
            model_name='deed',
            name='kind',
            field=models.CharField(choices=[('founded', 'founded the group'), ('changed', 'changed its name, what it is about or who may read it'), ('invited', 'made a link that invites'), ('withdrew', 'withdrew a link'), ('joined', 'came in'), ('left', 'left'), ('removed', 'removed'), ('named', 'gave a role to'), ('handed', 'handed the group over to'), ('announced', 'announced a season'), ('voided', 'voided an entry of'), ('drew', 'drew up matches'), ('shared', 'shared charts with the group'), ('blocked', 'keeps out'), ('unblocked', 'lets in again'), ('settled', 'settled a report'), ('token', 'made a token'), ('token-end', 'withdrew a token'), ('hook', 'set the webhook'), ('hook-end', 'removed the webhook'), ('ended', 'ended the tokens and the webhook of')], max_length=10),
        ),
        migrations.AlterField(
            model_name='hook',
            name='by',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AlterField(
            model_name='token',
            name='by',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL),
        ),
        migrations.CreateModel(
            name='SharedTable',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('since', models.DateTimeField(auto_now_add=True)),
                ('group', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='shared_tables', to='campaigns.group')),
                ('session', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='shared_with', to='play.session')),
            ],
            options={
                'verbose_name': 'game shown to a group',
                'verbose_name_plural': 'games shown to groups',
                'constraints': [models.UniqueConstraint(fields=('group', 'session'), name='one_share_of_a_table')],
            },
        ),
        migrations.RunPython(
            code=of("campaigns.migrations.0027_umpires_of_one").mark_aided,
            reverse_code=django.db.migrations.operations.special.RunPython.noop,
        ),
    ]

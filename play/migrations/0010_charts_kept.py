"""The charts of every session are kept by their content, under a hash that prose has no part in."""

import zlib

from django.db import migrations, models


def keep_charts(apps, schema_editor):
    """Keep the charts of what was begun: those of the release, or those of a folder that has not changed since."""
    from engine.kernel.packs.files import encode_pack
    from play.charts import pack_store

    sessions, kept = apps.get_model("play", "Session"), apps.get_model("play", "PackContent")
    pinned = sessions.objects.order_by().values_list("title", "pack", "pack_hash").distinct()
    for title, pack, former in list(pinned):
        release = pack_store.released(title)
        if release is not None and release.formerly == former:
            row = kept(hash=release.hash, game=title, name="standard", content=zlib.compress(release.data, 9))
        else:
            found = pack_store.folder_pack_of_2a36ce7(title, pack, former)
            if found is None:
                continue
            content = zlib.compress(encode_pack(found), 9)
            row = kept(hash=found.hash, game=title, name=pack, title=found.manifest.title, content=content)
        row.formerly = former
        kept.objects.bulk_create([row], ignore_conflicts=True)
        sessions.objects.filter(title=title, pack_hash=former).update(pack_hash=row.hash)


def note_beginnings(apps, schema_editor):
    apps.get_model("play", "Session").objects.update(began=models.F("rules"))


class Migration(migrations.Migration):

    dependencies = [
        ('play', '0009_chain'),
    ]

    operations = [
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
        migrations.RunPython(keep_charts, migrations.RunPython.noop, elidable=True),
        migrations.RunPython(note_beginnings, migrations.RunPython.noop, elidable=True),
    ]

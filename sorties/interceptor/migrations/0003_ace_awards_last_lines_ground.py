import zlib

import msgspec
from django.db import migrations, models


def put_right(apps, schema_editor):
    """What ace cards brought stands before line 1, and a career that is over stands on its last line."""
    Career = apps.get_model("interceptor", "Career")
    for career in Career.objects.filter(over=True).only("pk", "month", "line").iterator():
        last = career.sorties.order_by("-place").values_list("month", "line").first()
        if last is not None and last != (career.month, career.line):
            Career.objects.filter(pk=career.pk).update(month=last[0], line=last[1])
    cards = {}
    fields = ("pk", "ace", "pack_hash", "charts_before")
    for pk, ace, pack_hash, before in Career.objects.exclude(ace="").values_list(*fields):
        digest = before[0][1] if before else pack_hash
        if digest not in cards:
            cards[digest] = cards_of(apps, digest)
        brought = cards[digest].get(ace, 0)
        places = Career.objects.get(pk=pk).awards.filter(holder="pilot").order_by("place")
        first = list(places.values_list("pk", flat=True)[:brought])
        Career.objects.get(pk=pk).awards.filter(pk__in=first).update(line=0)


def cards_of(apps, digest):
    """Count the awards on each ace card of a chart pack, as it is stored under its hash."""
    pack = apps.get_model("play", "PackContent").objects.filter(hash=digest, game="interceptor-ace").first()
    if pack is None:
        return {}
    _manifest, content = msgspec.msgpack.decode(zlib.decompress(bytes(pack.content)))
    rows = content.get("aces", {}).get("rows", {})
    return {name: len(card.get("awards", ())) for name, card in rows.items()}


class Migration(migrations.Migration):

    dependencies = [
        ('interceptor', '0002_charts_before'),
        ('play', '0010_charts_kept'),
    ]

    operations = [
        migrations.AddField(
            model_name='career',
            name='ground',
            field=models.JSONField(default=dict),
        ),
        migrations.RunPython(put_right, migrations.RunPython.noop),
    ]

"""Store the keys of seasons, the keys that sign exports, and spent commitments."""

import uuid

from django.db import models
from django.utils.translation import gettext_lazy as _

from play.utils.tokens import new_seed


class SeasonKey(models.Model):
    """The key of a season's shared draws; its hash is shown before the first entry, the key after the last.

    Sessions with the same key meet the same, each in its own time: raids, weather, interceptions.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    key = models.BinaryField(default=new_seed)
    commitment = models.CharField(max_length=64)
    created = models.DateTimeField(auto_now_add=True)
    opened = models.DateTimeField(null=True)
    """Since when everybody may know the key: nobody begins on it any more."""

    class Meta:
        db_table = "play_calendar"
        verbose_name = _("calendar")
        verbose_name_plural = _("calendars")

    def __str__(self) -> str:
        return self.commitment[:12]


class SigningKey(models.Model):
    """A key that signs, or has signed, the files of this site; the secret of one that no longer signs is deleted."""

    secret = models.BinaryField(null=True)
    public = models.CharField(max_length=64, unique=True)
    signs = models.BooleanField(default=True)
    made = models.DateTimeField(auto_now_add=True)
    replaced = models.DateTimeField(null=True, blank=True)
    retired = models.DateTimeField(null=True, blank=True)

    class Meta:
        db_table = "play_housekey"
        verbose_name = _("signing key")
        verbose_name_plural = _("signing keys")
        constraints = [
            models.UniqueConstraint(fields=["signs"], condition=models.Q(signs=True), name="one_key_signs"),
        ]

    def __str__(self) -> str:
        return self.public

    @property
    def state(self) -> str:
        """Say what a signature with it is worth: signing, replaced or retired."""
        return "signing" if self.signs else "retired" if self.retired else "replaced"


class SpentCommitment(models.Model):
    """A used commitment, which can bind no other game. Stored for as long as its form could be sent again."""

    number = models.CharField(max_length=32, primary_key=True)
    spent = models.DateTimeField(auto_now_add=True, db_index=True)

    class Meta:
        db_table = "play_spentpledge"
        verbose_name = _("used commitment")
        verbose_name_plural = _("used commitments")

    def __str__(self) -> str:
        return self.number

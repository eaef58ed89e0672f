"""The Django application of people and their standing."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class CampaignsConfig(AppConfig):
    """People, accounts, groups and results."""

    name = "campaigns"
    verbose_name = _("Campaigns")
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Register the projection of results, and the groups that charts are shared with."""
        from campaigns.groups.pack_sharing import GroupPackSharing
        from campaigns.ladders import score_rows  # noqa: F401 - results are written before what reads them
        from campaigns.matches import services  # noqa: F401
        from campaigns.notifications import outbox as notices  # noqa: F401
        from campaigns.results import projection  # noqa: F401
        from play.charts import sharing

        sharing.provided_by(GroupPackSharing())

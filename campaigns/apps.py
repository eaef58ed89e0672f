"""The Django application of people and their standing."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class CampaignsConfig(AppConfig):
    """People, accounts, groups and results."""

    name = "campaigns"
    verbose_name = _("Campaigns")
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Have it written down what came of each game, and let groups share charts."""
        from campaigns.groups.charts import GroupsOfCharts
        from campaigns.matches import services  # noqa: F401
        from campaigns.notices import writing as notices  # noqa: F401
        from campaigns.results import writing  # noqa: F401
        from campaigns.seasons import aids, tallies  # noqa: F401 - results are written before what reads them
        from play.packs import circles

        circles.known_by(GroupsOfCharts())

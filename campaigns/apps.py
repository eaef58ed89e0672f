"""The Django application of people and their standing."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class CampaignsConfig(AppConfig):
    """People, accounts, groups and careers."""

    name = "campaigns"
    verbose_name = _("Campaigns")
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Have careers written down as they are flown, and say where a bot's flight may end."""
        from campaigns import career_services, careers, tabletop, ways  # noqa: F401
        from play import boards, corrections, lending

        lending.register(careers.TITLE, careers.MARKS)
        boards.lead(careers.TITLE, ways.ways, begins="career_new")
        corrections.allow(careers.TITLE, tabletop.KIND)

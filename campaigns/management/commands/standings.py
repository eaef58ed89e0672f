"""The former name of `manage.py rebuild_rankings`."""

from campaigns.management.commands import rebuild_rankings
from campaigns.management.former_names import FormerName


class Command(FormerName, rebuild_rankings.Command):
    """`manage.py standings`."""

    former, present = "standings", "rebuild_rankings"

"""The former name of `manage.py purge_players`."""

from campaigns.management.commands import purge_players
from campaigns.management.former_names import FormerName


class Command(FormerName, purge_players.Command):
    """`manage.py forget`."""

    former, present = "forget", "purge_players"

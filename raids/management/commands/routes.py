"""The former name of `manage.py route_book`."""

from campaigns.management.former_names import FormerName
from raids.management.commands import route_book


class Command(FormerName, route_book.Command):
    """`manage.py routes`."""

    former, present = "routes", "route_book"

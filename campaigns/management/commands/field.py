"""The former name of `manage.py reference_sample`."""

from campaigns.management.commands import reference_sample
from campaigns.management.former_names import FormerName


class Command(FormerName, reference_sample.Command):
    """`manage.py field`."""

    former, present = "field", "reference_sample"

"""The page of events and questions is what its command prints."""

from io import StringIO
from pathlib import Path

from django.conf import settings
from django.core.management import call_command

PAGE = Path(settings.BASE_DIR) / "docs" / "reference" / "events.md"


def test_the_page_is_what_the_command_prints():
    """After a failure, run `manage.py events > docs/reference/events.md`."""
    printed = StringIO()
    call_command("events", stdout=printed)
    assert PAGE.read_text(encoding="utf-8") == printed.getvalue()

"""Files that a test brings by a page: read in this process as the child of a worker would read them."""

from typing import Any

from django.test import Client

from play.uploads import reader, services
from play.uploads.models import Upload


def read_all() -> None:
    """Read every file that waits."""
    for upload in Upload.objects.filter(status=Upload.Status.WAITING).order_by("made"):
        assert services.claimed(upload.pk) is not None
        reader.read_upload(str(upload.pk))


def result_of(client: Client, answer: Any) -> Any:
    """Return the page that shows the result of a file, by the answer to the form that brought it."""
    if answer.status_code != 302 or "/files/" not in answer.url:
        return answer
    assert "hx-get" in client.get(answer.url).content.decode(), "the page asks again by itself"
    read_all()
    return client.get(answer.url)

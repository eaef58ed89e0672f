"""Background tasks of Bomber Command."""

from celery import shared_task

from raids.estimate.route_library import library_make


@shared_task
def ways_search(digest: str, scenario: str) -> None:
    """Search the ways to every city, for the controller's estimate."""
    library_make(digest=digest, scenario=scenario)

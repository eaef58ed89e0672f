"""Notes under a line or a night, where it is shown: `{% footnotes_under session seat place %}`."""

from uuid import UUID

from django import template

from campaigns.comments.selectors import comments_under

register = template.Library()


@register.inclusion_tag("comments/_comments.html")
def show_comments(session: UUID, seat: str = "", place: int = 0) -> dict[str, object]:
    """Show the comments on a place, and the form for a new one."""
    return {"session": session, "seat": seat, "place": place, "notes": comments_under(session, seat, place)}

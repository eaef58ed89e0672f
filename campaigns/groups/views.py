"""The pages of groups: found one, see who is in it, ask others in, give roles, come and go."""

from allauth.decorators import rate_limit
from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from campaigns.accounts.views import somebody
from campaigns.groups import finished_games, home, selectors, services
from campaigns.groups.crest import crest_of
from campaigns.groups.feed import LONG, feed_of
from campaigns.groups.forms import GroupForm, GuestForm, InvitationForm
from campaigns.groups.models import Group, Invitation, Membership, Role
from campaigns.groups.pack_sharing import packs_of
from campaigns.groups.selectors import group_at, invitation_at, member_at
from campaigns.groups.shared_tables import table_show
from campaigns.ladders import all_time
from campaigns.seasons.selectors import seasons_of
from play.pages.audience import ANYONE, MODERATOR, OWNER, READER, SEAT, SIGNED_IN, audience
from play.utils.csv_form import form_of
from play.utils.requests import PlayerRequest

ON_A_PAGE, MOST_LISTED, MOST_LINKS = 50, 100, 10


def _page(request: HttpRequest, template: str, group: Group, status: int = 200, **more: object) -> HttpResponse:
    context = {"here": "groups", "group": group, "crest": crest_of(group.pk, group.name), **more}
    return render(request, f"groups/{template}.html", context, status=status)


@require_GET
@never_cache
@audience(SIGNED_IN)
def groups(request: PlayerRequest) -> HttpResponse:
    """One's own groups, those that are public, and a form that founds one."""
    return _list(request, GroupForm())


def _list(request: PlayerRequest, form: GroupForm, status: int = 200) -> HttpResponse:
    own = Paginator(selectors.groups_of(request.user), ON_A_PAGE).get_page(request.GET.get("mine"))
    mine = [(one, crest_of(one.pk, one.name)) for one in own]
    page = Paginator(selectors.groups_for_all(request.user), ON_A_PAGE).get_page(request.GET.get("page"))
    others = [(one, crest_of(one.pk, one.name)) for one in page]
    context = {"here": "groups", "mine": mine, "others": others, "own": own, "page": page, "form": form}
    return render(request, "groups/groups.html", context, status=status)


@require_POST
@audience(SIGNED_IN)
@rate_limit(action="group")
def group_new(request: PlayerRequest) -> HttpResponse:
    """Found a group."""
    form = GroupForm(request.POST)
    if not form.is_valid():
        return _list(request, form, status=422)
    return redirect("group", group=services.group_found(owner=request.user, **form.cleaned_data).pk)


@require_GET
@never_cache
@audience(READER, of=group_at)
def group(request: HttpRequest, group: Group) -> HttpResponse:
    """A group: what it is about, who is in it, and for its members the books."""
    members = selectors.members_of(group)
    role = next((Role(one.role) for one in members if one.player_id == request.user.pk), None)
    seasons = home.in_order(seasons_of(group))
    tables = home.tables_in(group, request.user) if role else []
    shorts = home.season_summaries(seasons[: home.MOST_SHORTS], request.user, role)
    here = home.members_online(members) if role else []
    known = {one.pk for one in here}
    others = [one for one in members if one.pk not in known]
    return _page(
        request,
        "group",
        group,
        role=role,
        keeps=role == Role.MODERATOR,
        members=members,
        here_now=here[:ON_A_PAGE],
        here_in_all=len(here),
        others=others[:ON_A_PAGE],
        others_in_all=len(others),
        seasons=seasons[home.MOST_SHORTS :][:MOST_LISTED],
        seasons_in_all=len(seasons) - home.MOST_SHORTS,
        fallen=home.fallen_of(shorts),
        shorts=shorts,
        tables=tables,
        yours=home.action_items(tables, shorts, request.user) if role else [],
        next=home.ends_next(seasons),
        feed=feed_of(group, seasons, request.user),
        packs=packs_of(group)[:MOST_LISTED] if role else [],
    )


@require_GET
@never_cache
@audience(READER, of=group_at)
def group_feed(request: HttpRequest, group: Group) -> HttpResponse:
    """Show earlier activity."""
    data = feed_of(group, seasons_of(group), request.user, most=LONG)
    return _page(request, "feed", group, feed=data, role=selectors.role_in(group, request.user))


@require_GET
@never_cache
@audience(READER, of=group_at)
def group_tables(request: HttpRequest, group: Group) -> HttpResponse:
    """Show the standings of all seasons."""
    members = {one.player_id for one in group.memberships.all()}
    return _page(request, "tables", group, tables=all_time.tables_of(group, request.user), members=members)


@require_GET
@never_cache
@audience(READER, of=member_at)
def group_member(request: HttpRequest, member: Membership) -> HttpResponse:
    """A member across the games."""
    found = all_time.member_across(member.group, member.player, request.user)
    return _page(request, "member", member.group, member=member, games=found.games, against=found.against)


@require_POST
@audience(SEAT, of=group_at)
def group_shown(request: PlayerRequest, group: Group) -> HttpResponse:
    """Let the others read that one is here, or not."""
    services.member_show(group=group, player=request.user, shown=request.POST.get("shown") == "yes")
    return redirect("group_people", group=group.pk)


@require_POST
@audience(SEAT, of=group_at)
def group_table_show(request: PlayerRequest, group: Group) -> HttpResponse:
    """Show a game of one's own to the group, or hide it again."""
    session, shown = request.POST.get("table", ""), request.POST.get("shown") == "yes"
    try:
        table_show(group=group, session=session, player=request.user, shown=shown)
    except services.GroupActionRefused:
        messages.error(request, _("You have no such open game. Nothing was changed."))
    return redirect("group", group=group.pk)


@require_GET
@never_cache
@audience(SEAT, of=group_at)
def group_people(request: PlayerRequest, group: Group) -> HttpResponse:
    """Show members, roles and links, and the form to leave."""
    keeps = group.moderated_by(request.user)
    invitations = _links(group, keeps)
    some = invitations[:MOST_LINKS]
    return _page(
        request,
        "people",
        group,
        owns=group.belongs_to(request.user),
        roles=Role.choices,
        page=Paginator(selectors.members_of(group), ON_A_PAGE).get_page(request.GET.get("page")),
        links=[(one, request.build_absolute_uri(reverse("group_join", args=[one.link]))) for one in some],
        links_in_all=len(invitations),
        keeps=keeps,
        shown=selectors.is_shown(group, request.user),
        form=InvitationForm(),
    )


def _links(group: Group, keeps: bool) -> list[Invitation]:
    return selectors.open_invitations(group) if keeps else []


@require_http_methods(["GET", "POST"])
@audience(MODERATOR, of=group_at)
@rate_limit(action="group")
def group_change(request: PlayerRequest, group: Group) -> HttpResponse:
    """Name, purpose, and who may read it."""
    form = GroupForm(request.POST if request.method == "POST" else None, instance=group)
    if request.method == "POST" and form.is_valid():
        services.group_change(group=group, by=request.user, **form.cleaned_data)
        return redirect("group", group=group.pk)
    return _page(request, "change", group, form=form, status=422 if form.is_bound else 200)


@require_GET
@never_cache
@audience(MODERATOR, of=group_at)
def group_audit_log(request: PlayerRequest, group: Group) -> HttpResponse:
    """Show the moderation log."""
    page = Paginator(selectors.audit_entries_in(group), ON_A_PAGE).get_page(request.GET.get("page"))
    return _page(request, "audit_log", group, page=page)


@require_POST
@audience(MODERATOR, of=group_at)
@rate_limit(action="group")
def group_invite(request: PlayerRequest, group: Group) -> HttpResponse:
    """Make a link that lets others in."""
    form = InvitationForm(request.POST)
    role = Role(form.cleaned_data["role"]) if form.is_valid() else Role.MEMBER
    services.invitation_make(group=group, by=request.user, role=role)
    return redirect("group_people", group=group.pk)


@require_POST
@audience(MODERATOR, of=group_at)
def group_withdraw(request: PlayerRequest, group: Group) -> HttpResponse:
    """Close a link."""
    services.invitation_withdraw(group=group, by=request.user, number=number_sent(request, "link"))
    return redirect("group_people", group=group.pk)


@require_POST
@audience(OWNER, of=group_at)
def group_role(request: PlayerRequest, group: Group) -> HttpResponse:
    """Give a member a role, or the whole group."""
    number, role = number_sent(request, "member"), request.POST.get("role", "")
    try:
        if role == "owner":
            services.group_hand_over(group=group, to=number)
        else:
            services.member_name(group=group, number=number, role=Role(number_sent(request, "role")))
    except (services.GroupActionRefused, ValueError):
        messages.error(
            request,
            _("The members of the group have changed since your page was loaded. Nothing was changed. Try again."),
        )
    return redirect("group_people", group=group.pk)


@require_POST
@audience(MODERATOR, of=group_at)
def group_remove(request: PlayerRequest, group: Group) -> HttpResponse:
    """Put a member out."""
    try:
        services.member_remove(group=group, by=request.user, number=number_sent(request, "member"))
    except services.GroupActionRefused:
        messages.error(
            request,
            _("The members of the group have changed since your page was loaded. Nothing was changed. Try again."),
        )
    return redirect("group_people", group=group.pk)


def number_sent(request: HttpRequest, field: str) -> int:
    """Return a number that a form has sent, as far as there can be such a row."""
    sent = request.POST.get(field, "")
    return int(sent) if sent.isascii() and sent.isdecimal() and len(sent) < 10 else 0


@require_http_methods(["GET", "POST"])
@never_cache
@audience(ANYONE, of=invitation_at)
@rate_limit(action="join")
def group_join(request: HttpRequest, invitation: Invitation) -> HttpResponse:
    """Be asked in, and come: with an account, as a guest under a name, or not at all when the link is closed."""
    group, known = invitation.group, request.user.is_authenticated
    if known and group.has_player(request.user):
        return redirect("group", group=group.pk)
    form = GuestForm(request.POST if request.method == "POST" else None)
    if not invitation.is_open:
        return _page(request, "closed", group, invitation=invitation, status=410)
    if request.method == "POST" and (known or form.is_valid()):
        player = somebody(request, "" if known else form.cleaned_data["name"])
        try:
            services.invitation_accept(invitation=invitation, player=player)
        except services.GroupActionRefused:
            return _page(request, "closed", group, invitation=invitation, status=410)
        return redirect("group", group=group.pk)
    return _page(request, "join", group, invitation=invitation, form=form, status=422 if form.is_bound else 200)


@require_POST
@audience(SEAT, of=group_at)
def group_leave(request: PlayerRequest, group: Group) -> HttpResponse:
    """Go."""
    services.group_leave(group=group, player=request.user)
    messages.success(request, _("You have left the group “%(name)s”.") % {"name": group})
    return redirect("groups")


@require_GET
@never_cache
@audience(SEAT, of=group_at)
def group_finished_games(request: PlayerRequest, group: Group) -> HttpResponse:
    """The games that members have played to the end, as CSV."""
    answer = HttpResponse(finished_games.written(group, form_of(request)), content_type="text/csv; charset=utf-8")
    answer["Content-Disposition"] = 'attachment; filename="nights.csv"'
    return answer

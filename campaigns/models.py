"""Every model of the app, for Django to find."""

from campaigns.accounts.models import Player, QueuedEmail, Theme
from campaigns.api.models import Token
from campaigns.bots.models import SeatToken
from campaigns.careers.models import BotFlightBase, CareerBase, CareerSource
from campaigns.comments.models import Comment
from campaigns.groups.models import AuditEntry, Group, Invitation, Membership, Role, SharedPack, SharedTable, Visibility
from campaigns.matches.models import Bid, Contender, Match, Rating
from campaigns.moderation.models import Block, Report
from campaigns.notifications.models import Mail, Notification, NotificationPreference, Webhook, WebhookMessage
from campaigns.results.models import Result, ResultQuerySet, ResultSource
from campaigns.seasons.models import ScoreRow, Season, SeasonEntry, SeasonStart, TieBreak, TimeoutPolicy

__all__ = [
    "AuditEntry",
    "Bid",
    "Block",
    "BotFlightBase",
    "CareerBase",
    "CareerSource",
    "Comment",
    "Contender",
    "Group",
    "Invitation",
    "Mail",
    "Match",
    "Membership",
    "Notification",
    "NotificationPreference",
    "Player",
    "QueuedEmail",
    "Rating",
    "Report",
    "Result",
    "ResultQuerySet",
    "ResultSource",
    "Role",
    "ScoreRow",
    "Season",
    "SeasonEntry",
    "SeasonStart",
    "SeatToken",
    "SharedPack",
    "SharedTable",
    "Theme",
    "TieBreak",
    "TimeoutPolicy",
    "Token",
    "Visibility",
    "Webhook",
    "WebhookMessage",
]

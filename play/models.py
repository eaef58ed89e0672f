"""Every model of the app, for Django to find."""

from play.charts.models import Calibration, ChartPack, PackContent
from play.clocks.models import OverrunPolicy, TimeControl
from play.exercises.models import Exercise, ExerciseAnswer
from play.fairness.models import SeasonKey, SigningKey, SpentCommitment
from play.journal.models import EntryKind, EventRow, JournalEntry
from play.odds.models import OddsJob, OddsTiming
from play.orders.models import Order, OrderKind, OrderStatus
from play.reviews.models import GameReview
from play.sessions.models import Seat, Session, SessionStatus
from play.spectators.models import SpectatorLink
from play.umpire.models import Remark
from play.uploads.models import Upload

__all__ = [
    "Calibration",
    "ChartPack",
    "EntryKind",
    "EventRow",
    "Exercise",
    "ExerciseAnswer",
    "GameReview",
    "JournalEntry",
    "OddsJob",
    "OddsTiming",
    "Order",
    "OrderKind",
    "OrderStatus",
    "OverrunPolicy",
    "PackContent",
    "Remark",
    "SeasonKey",
    "Seat",
    "Session",
    "SessionStatus",
    "SigningKey",
    "SpectatorLink",
    "SpentCommitment",
    "TimeControl",
    "Upload",
]

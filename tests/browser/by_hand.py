"""Choice of the orders of a whole game that are given on its page: the first few of each kind.

The service takes the others. With `THOROUGH=1` each order is given on the page.
"""

from collections import Counter
from typing import Any

from play.journal import store
from play.sessions import services
from play.sessions.models import Session
from tests.shared.builders.tables import carried_out
from tests.shared.sample_sizes import sample_size

MOST = sample_size("ORDERS_BY_HAND", 3, 1_000)


class ByHand:
    """Counts what was given on the page, by kind of question and by verb."""

    def __init__(self, most: int = MOST) -> None:
        self.most = most
        self.met: Counter[tuple[str, ...]] = Counter()

    def takes(self, *kind: str) -> bool:
        """Count an order of this kind, and say whether it is given on the page."""
        self.met[kind] += 1
        return self.met[kind] <= self.most


def verb_of(answer: Any) -> str:
    """Return the verb of an order, for one of a kind; a form has none."""
    return answer.partition(":")[0] if isinstance(answer, str) else ""


def token_asked(session: Session, seat: str, key: str) -> str:
    """Return the token of a seat's open question on its page."""
    return store.token_of(key, store.questions_of(session)[seat, key])


def give_by_service(session: Session, seat: str, key: str, answer: Any) -> None:
    """Give an order beside the page, which hears of it by its stream, and have it carried out."""
    place = session.seat(seat)
    assert place is not None
    answer = store.json_data(answer)
    services.answer_give(session=session, seat=place, token=token_asked(session, seat, key), answer=answer)
    carried_out(session)

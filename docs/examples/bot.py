"""Plays one seat of one game: python3 bot.py https://house.example TOKEN."""

import json
import random
import sys
import time
import urllib.error
import urllib.request
from typing import Any


class House:
    """The house, by the door of one seat."""

    def __init__(self, house: str, token: str) -> None:
        self.house, self.token = house, token

    def ask(self, path: str, brought: Any = None) -> Any:
        """Ask, or bring something; what is refused says why."""
        body = None if brought is None else json.dumps(brought).encode()
        headers = {"Authorization": f"Bearer {self.token}", "Content-Type": "application/json"}
        asked = urllib.request.Request(f"{self.house}/api/v1/{path}", body, headers)  # noqa: S310
        with urllib.request.urlopen(asked, timeout=30) as answer:  # noqa: S310
            return json.load(answer)


def choose(question: dict[str, Any], view: dict[str, Any]) -> Any:
    """Return an answer: here is where a better player thinks. A form comes with an example that the rules take."""
    if question["form"] is not None:
        return question["example"]
    return random.choice(question["options"])  # noqa: S311 - no secret hangs on it


def play(house: House, seconds: float = 1.0) -> dict[str, Any]:
    """Play until the game is over; return what the seat sees then."""
    seen = house.ask("seat")
    if seen["status"] == "open":
        seen = house.ask("seat/begin", {"number": f"{random.getrandbits(64)}"})
    while seen["status"] != "over":
        question = next(iter(seen["questions"]), None)
        if question is None:
            time.sleep(seconds)
            seen = house.ask("seat")
            continue
        try:
            seen = house.ask("seat/answer", {"token": question["token"], "answer": choose(question, seen["view"])})
        except urllib.error.HTTPError as refusal:
            # Somebody was quicker, or the game has gone on: look again.
            print(json.load(refusal)["problem"], file=sys.stderr)
            time.sleep(seconds)
            seen = house.ask("seat")
    return seen


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    print(json.dumps(play(House(sys.argv[1].rstrip("/"), sys.argv[2]))["outcome"], indent=2))

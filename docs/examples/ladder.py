"""Prints the ladders of a group's seasons: python3 ladder.py https://house.example TOKEN."""

import json
import sys
import urllib.error
import urllib.request
from typing import Any


def ask(house: str, token: str, path: str) -> Any:
    """Ask the house, and return what it answers."""
    asked = urllib.request.Request(f"{house}/api/v1/{path}", headers={"Authorization": f"Bearer {token}"})  # noqa: S310
    with urllib.request.urlopen(asked, timeout=10) as answer:  # noqa: S310
        return json.load(answer)


def main(house: str, token: str) -> None:
    """Print each season with its first ten."""
    for season in ask(house, token, "seasons"):
        print(f"{season['name']} ({season['game']}), {season['entries']} entries")
        for row in ask(house, token, f"seasons/{season['id']}/ladder")[:10]:
            print(f"{row['place'] or '-':>4}  {row['pilot'] or row['player']:<24} {row['value']}")


if __name__ == "__main__":
    try:
        main(sys.argv[1].rstrip("/"), sys.argv[2])
    except IndexError:
        sys.exit(__doc__)
    except urllib.error.HTTPError as refusal:
        sys.exit(f"{refusal.code}: {json.load(refusal)['problem']}")

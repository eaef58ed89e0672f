"""A worked example of the check of one die, for the page *How dice are proved*."""

import hashlib
import hmac
from dataclasses import dataclass

from engine.kernel.dice import commitment, derive_face, derive_key


@dataclass(frozen=True)
class DiceExample:
    """One roll with everything that its face is computed from."""

    seed: bytes
    nonces: tuple[tuple[str, str], ...]
    stream: str
    count: int
    sides: int

    @property
    def seed_hex(self) -> str:
        """Return the seed as the page of dice shows it."""
        return self.seed.hex()

    @property
    def commitment(self) -> str:
        """Return the hash that is shown before the game."""
        return commitment(self.seed)

    @property
    def mixed(self) -> str:
        """Return the numbers of the players, as they are mixed in."""
        return "\n".join(f"{seat}={number}" for seat, number in self.nonces)

    @property
    def key(self) -> str:
        """Return the key of the game."""
        return derive_key(self.seed, dict(self.nonces)).hex()

    @property
    def message(self) -> str:
        """Return what the key signs for this die."""
        return f"{self.stream}:{self.count}"

    @property
    def digest(self) -> str:
        """Return the signature from which the face is read."""
        return hmac.new(bytes.fromhex(self.key), self.message.encode(), hashlib.sha256).hexdigest()

    @property
    def word(self) -> int:
        """Return its first 32 bits as a number."""
        return int(self.digest[:8], 16)

    @property
    def face(self) -> int:
        """Return the face of the die."""
        return derive_face(bytes.fromhex(self.key), self.stream, self.count, self.sides)


EXAMPLE = DiceExample(
    seed=hashlib.sha256(b"an example").digest(),
    nonces=(("british", "4711"), ("german", "1234")),
    stream="detection",
    count=1,
    sides=6,
)
"""Its first word decides: `tests/play/fairness/test_dice_example.py` follows the steps of the page."""

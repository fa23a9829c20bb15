"""The advice of the coach, the same for all engines."""


class Advice:
    """What the coach advises the player whose turn it is."""

    def __init__(self, dice: int, odds: str, choice: str, reason: str) -> None:
        """The texts have at most 21 characters."""
        self.dice = dice
        """Tray positions of the dice to keep, 0 for none."""
        self.odds = odds
        """The chance, in words."""
        self.choice = choice
        """What to do, as an order."""
        self.reason = reason
        """Why."""

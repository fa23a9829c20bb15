"""The advice of a coach, as data. It is made in ten_thousand/coach.py and phase_ten/coach.py."""


class Advice:
    """The best choice in a few words. The choice has up to two lines, joined by a comma; a line has 21 characters."""

    def __init__(self, dice: int, odds: str, choice: str, reason: str) -> None:
        self.dice = dice
        """The tray positions of the dice to keep, 0 for none."""
        self.odds = odds
        """What the choices are worth."""
        self.choice = choice
        """What to do."""
        self.reason = reason
        """The reason for it."""

"""The sentences of power.py about buttons, battery and supply, which imports this module only to show one of them."""

from sixpip.board.buttons import BANK, MENU, ROLL

SENTENCES = (
    "",
    "Battery low: charge it soon.",
    "Battery very low: the dice stay dark until you charge it. The game is saved.",
    "Battery empty: charge it. The game is saved, and the console switches off.",
)
"""What is shown when the battery reaches a level."""
STILL_ON = "It stays on: USB gives it power. Unplug USB, or use the switch."


def find(about: int, level: int) -> "tuple[str, int]":
    """The sentence with that number, and the button that MENU replaces, or -1.

    `about`: 0 is a battery of that level, -1 that the console stays on; else the buttons that are stuck, one bit each.
    """
    if about <= 0:
        return STILL_ON if about else SENTENCES[level], -1
    stuck = [button for button in (ROLL, BANK, 0, 1, 2, 3, 4, 5, MENU) if about >> button & 1]
    words = " and ".join([_name(button) for button in sorted(stuck)])
    words += " is stuck: free it" if len(stuck) == 1 else " are stuck: free them"
    words += ", then switch off and on."
    if MENU in stuck:
        return words, -1
    return words + f" Until then use MENU for {_name(stuck[0])}.", stuck[0]


def _name(button: int) -> str:
    """The label of a button on the case."""
    return ("ROLL", "BANK", "MENU")[button - ROLL] if button >= ROLL else f"Button {button + 1}"

"""The sentences of power.py about battery, supply and buttons; loaded only while one of them is shown."""

from sixpip.board.buttons import BANK, MENU, ROLL

STILL_ON = "It stays on: USB gives it power. Unplug USB, or use the switch."

SENTENCES = (
    "",
    "Battery low: charge it soon.",
    "Battery very low: the dice stay dark until you charge it. The game is saved.",
    "Battery empty: charge it. The game is saved, and the console switches off.",
    STILL_ON,
)
"""What is shown when the battery reaches a level, by level; the last one, when the console could not switch off."""


def about_buttons(stuck: int) -> "tuple[str, int]":
    """The sentence about buttons that are stuck, one bit each, and the most important of them, whose work MENU does.

    The button is -1 when MENU is stuck, too.
    """
    names = [_name(button) for button in range(MENU + 1) if stuck >> button & 1]
    words = " and ".join(names) + (" is stuck: free it" if len(names) == 1 else " are stuck: free them")
    words += ", then switch off and on."
    if stuck >> MENU & 1:
        return words, -1
    button = [button for button in (ROLL, BANK, 0, 1, 2, 3, 4, 5) if stuck >> button & 1][0]
    return words + f" Until then use MENU for {_name(button)}.", button


def _name(button: int) -> str:
    """The label of a button on the case."""
    return ("ROLL", "BANK", "MENU")[button - ROLL] if button >= ROLL else f"Button {button + 1}"

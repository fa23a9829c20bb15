"""The question before all changes to the house rules are dropped."""

from sixpip.port import TYPE_CHECKING, const
from sixpip.screens.menu import Page

if TYPE_CHECKING:
    from collections.abc import Callable

    from sixpip.app.app import App
    from sixpip.app.rule_choice import RuleChoice

_ROWS = const(5)


class ResetRules(Page):
    """Names the rules that differ from the rule sheet; ROLL resets all of them."""

    title = "STANDARD RULES?"
    roll = "reset"
    bank = "keep"

    def __init__(self, app: "App", choice: "RuleChoice", paint_dice: "Callable[[], None]") -> None:
        """`choice`: what is reset; `paint_dice()` paints the dice of a game with these rules."""
        super().__init__(app)
        self._choice = choice
        self._paint_dice = paint_dice

    def confirm(self) -> None:
        """Takes all rules from the sheet."""
        self._choice.reset()
        self.app.close()

    def paint(self) -> None:
        """Paints the dice of a game with these rules."""
        self._paint_dice()

    def draw(self) -> None:
        """Draws the question and the rules that are lost, each with its value."""
        super().draw()
        canvas = self.app.canvas
        choice = self._choice
        lost = choice.differing()
        canvas.at(0, 1, "These are reset:")
        shown = lost if len(lost) <= _ROWS else lost[: _ROWS - 1]
        for row in range(len(shown)):
            canvas.both(row + 2, " " + shown[row].label, choice.starred(shown[row]))
        if len(shown) < len(lost):
            canvas.at(0, _ROWS + 1, f" and {len(lost) - len(shown)} more")

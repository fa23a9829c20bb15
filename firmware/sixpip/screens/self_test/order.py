"""What the self-test goes through, and its beginning."""

from sixpip.port import TYPE_CHECKING
from sixpip.screens.self_test import checks, lights

if TYPE_CHECKING:
    from sixpip.app.app import App
    from sixpip.screens.screen import Screen

STEPS = (
    lights.Display,
    checks.Buttons,
    checks.Buzzer,
    checks.OnUsb,
    lights.Bench,
    lights.EachDie,
    lights.AllDark,
    lights.AllWhite,
    lights.Travel,
    checks.Cell,
    checks.CellOff,
    lights.Heat,
    checks.Fair,
    checks.Storage,
)
"""What is gone through, in the order of the bring-up; then what needs no meter."""


def begin(app: "App", after: "Screen") -> "Screen":
    """The first step; `after`: the screen to go back to."""
    return STEPS[0](app, after, 0)

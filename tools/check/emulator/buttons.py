"""The nine buttons of the emulated board: each connects its pin to ground while it is pressed."""

from collections.abc import Callable
from typing import Any

from sixpip.board import pins

GPIOS = pins.BUTTONS
"""The GPIO of each button, indexed by its number (sixpip.board.contract)."""


class Buttons:
    """Presses the buttons of an emulated board."""

    def __init__(self, mcu: Any) -> None:
        self._mcu = mcu
        self._releases = [mcu.clock.create_alarm(self._releaser(number)) for number in range(len(GPIOS))]

    def _releaser(self, number: int) -> Callable[[], None]:
        return lambda: self.up(number)

    def down(self, number: int) -> None:
        """Presses and holds button `number`."""
        self._releases[number].cancel()
        self._mcu.gpio[GPIOS[number]].set_input_value(False)

    def up(self, number: int) -> None:
        """Releases button `number`; the pull-up raises the pin."""
        self._mcu.gpio[GPIOS[number]].release_input()

    def press(self, number: int, hold_ms: float) -> None:
        """Presses button `number` and schedules its release after `hold_ms` emulated milliseconds."""
        self.down(number)
        self._releases[number].schedule(hold_ms * 1e6)

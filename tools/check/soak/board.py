"""The board of soak: the fake board with dice that often show equal faces, and a check of the LED current."""

from sixpip.board.limiter import BUDGET_MA, CHARGING_BUDGET_MA, COLORS, PIXELS, WS2812B_2020, WS2812B_5050
from tools.check.soak.fault import Fault
from tools.play.host.board import OLED_BYTES
from tools.play.host.fake import FakeBoard
from tools.play.host.faulty_disk import PowerCut

_FACES = 6
_ALIKE = 0.15
"""The share of throws with equal faces."""
_POOLS = (2, 3, 6, 6)
_DARK = bytes(OLED_BYTES)
_MOST_POLLS = 100_000
"""Calls of next_press in which no time passes: a computer player that builds its tables needs some thousands."""


class SoakBoard(FakeBoard):
    """A FakeBoard that computes the light of the LEDs only as far as the check of the current needs it."""

    _led_type = WS2812B_5050
    _charges = False

    _polled_ms = -1
    _polls = 0

    def next_press(self) -> int:
        """As FakeBoard. Raises Fault when the console asks for presses endlessly while its clock stands still."""
        if self.elapsed_ms != self._polled_ms:
            self._polled_ms = self.elapsed_ms
            self._polls = 0
        self._polls += 1
        if self._polls > _MOST_POLLS:
            raise Fault("never idle", f"it has asked for presses {self._polls} times in no time")
        return super().next_press()

    def set_leds(self, stock: bool, serpentine: bool) -> None:
        """Sets the LED type and row order, as other boards do."""
        super().set_leds(stock, serpentine)
        self._led_type = WS2812B_5050 if stock else WS2812B_2020

    def check_charger(self) -> bool:
        """As other boards; notes that the lower budget is in force."""
        self._charges = super().check_charger()
        return self._charges

    def show_tiles(self) -> None:
        """Limits the current of the picture as other boards do, and raises Fault if it is above the budget."""
        self.tile_shows += 1
        if not self.dice_on:
            return
        shown = self.pixels.count
        for color in range(COLORS):
            self._counts[color] = shown(color)
        self.power.prepare(self.palette, self.brightness, self._counts)
        current_ma = self._current_ma()
        budget_ma = CHARGING_BUDGET_MA if self._charges else BUDGET_MA
        if current_ma > budget_ma:
            raise Fault("LED current", f"{current_ma} mA are above {budget_ma} mA")

    def _current_ma(self) -> float:
        """Computes the current from the LED words, independently of the estimate of the limiter."""
        _name, red, green, blue, idle_ua = self._led_type
        words = self.power.lut.tobytes()
        lit = sum(
            count * (words[4 * color + 2] * red + words[4 * color + 3] * green + words[4 * color + 1] * blue)
            for color, count in enumerate(self._counts)
            if count
        )
        return float(lit / 255 + PIXELS * idle_ua / 1000)

    def show_oled(self, may_stop: bool = False) -> None:
        """Copies the picture of the OLED at once."""
        self.oled_shows += 1
        self.oled_shown[:] = self.oled if self.screen_on and self.oled_connected else _DARK

    def is_dark(self) -> bool:
        """Whether the OLED is switched on and connected but shows nothing."""
        return self.screen_on and self.oled_connected and self.oled_shown == _DARK

    def to_bootsel(self) -> None:
        """Ends the firmware, as a restart does."""
        raise PowerCut

    def random_bytes(self, count: int) -> bytes:
        """Returns seeded bytes for dice of which many are equal; no two neighbors are the same byte."""
        chance = self._stream
        faces = 1 if chance.random() < _ALIKE else chance.choice(_POOLS)
        pool = [chance.randrange(_FACES) for _ in range(faces)]
        return bytes(chance.choice(pool) + _FACES * (2 * chance.randrange(20) + place % 2) for place in range(count))

"""One emulated board: the chip with MicroPython and a file system, and all parts connected to it.

Time is emulated and stops between calls. The same calls always give the same result, to the clock cycle.
"""

from collections import deque
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from rp2040py.boards import BoardSpec
from rp2040py.device.base_device import BaseDevice
from rp2040py.execute_batch import execute_batch
from rp2040py.gpio_pin import GPIOPinState
from rp2040py.memory_map import FLASH_START_ADDRESS

from sixpip.board import pins
from sixpip.board.contract import ROLL as _ROLL
from tools.check.emulator.entropy import ROSC_INDEX, RingOscillator
from tools.check.emulator.flash import Flash, FlashOperation
from tools.check.emulator.image import find_image
from tools.check.emulator.leds import LedChain, LedFrame
from tools.check.emulator.oled import I2cBus, Ssd1306
from tools.check.emulator.pio import INDICES, PioBlock
from tools.check.emulator.resets import Reset, Resets
from tools.check.emulator.usb import Console

_FIRST_ADC_GPIO = 26
_BATTERY_CHANNEL = pins.VBAT - _FIRST_ADC_GPIO
_CELL_HALF_MV = 1950
_CHIP_CHANNEL, _CHIP_MV = 4, 706
"""The chip's temperature sensor at 27 degrees."""
_ADC_REFERENCE_MV = 3300
_POLL_MS = 1.0


class EmulatorTimeout(Exception):
    """The condition did not become true within the emulated time limit."""


class Machine:
    """A Pico with six dice, OLED, buttons and buzzer, from power-on.

    `filesystem`: a littlefs image (tools.board.image.make_image). `seed`: of the generator behind `os.urandom`.
    `oled`: False for a board without a display. `exact_every`: see LedChain. `image`: another MicroPython UF2.
    `watch`: the GPIOs whose edges are recorded. `on_battery`: the off latch can cut the supply; otherwise the board has
    USB power.
    """

    def __init__(
        self,
        filesystem: bytes,
        seed: int = 1,
        oled: bool = True,
        exact_every: int = 1,
        image: Path | None = None,
        watch: tuple[int, ...] = (pins.LED_EN, pins.BUZZER),
        on_battery: bool = False,
    ) -> None:
        self._device = BaseDevice(board=BoardSpec(image=image or find_image()))
        self._simulator = self._device.simulator
        self.mcu: Any = self._device.mcu
        self.flash = Flash(self.mcu, filesystem)
        self.console = Console(self._device.cdc)
        self.entropy = RingOscillator(self.mcu, seed)
        self.mcu.peripherals[ROSC_INDEX] = self.entropy
        self.display = Ssd1306()
        self.bus = I2cBus(self.mcu, 0, self.display if oled else None)
        for index in range(len(INDICES)):
            PioBlock(self.mcu, index)  # enters itself in mcu.peripherals
        self.leds = LedChain(self.mcu, pins.LED_DATA, exact_every)
        self._releases = [
            self.mcu.clock.create_alarm(partial(self.release, number)) for number in range(len(pins.BUTTONS))
        ]
        self._resets = Resets(self.mcu)
        self.on_battery = on_battery
        self.cut_us: float | None = None
        """When the console cut its own supply, in emulated microseconds since power-on; None while it runs."""
        self.mcu.gpio[pins.POWER_OFF].add_listener(self._on_power_off)
        self._edges = {gpio: self._record_edges(gpio) for gpio in watch}
        self._stop = self.mcu.clock.create_alarm(self._on_stop)
        self.set_adc_mv(_BATTERY_CHANNEL, _CELL_HALF_MV)
        self.set_adc_mv(_CHIP_CHANNEL, _CHIP_MV)
        self.mcu.core.pc = FLASH_START_ADDRESS

    # Time

    def _on_stop(self) -> None:
        self._simulator.stopped = True

    def run_us(self, us: float) -> None:
        """Runs for `us` emulated microseconds."""
        self._stop.schedule(us * 1000)
        self._simulator.stopped = False
        while not self._simulator.stopped:
            execute_batch(self._simulator, 1)

    def run_ms(self, ms: float) -> None:
        """Runs for `ms` emulated milliseconds."""
        self.run_us(ms * 1000)

    def run_until(self, predicate: Callable[[], bool], limit_ms: float, poll_ms: float = _POLL_MS) -> bool:
        """Runs until `predicate()` is true, checked every `poll_ms`, and returns True.

        Raises EmulatorTimeout after `limit_ms` emulated milliseconds.
        """
        end = self.now_us + limit_ms * 1000
        while not predicate():
            if self.now_us >= end:
                raise EmulatorTimeout(
                    f"Timeout after {limit_ms} emulated ms; the console output ends: {self.console_text[-400:]!r}"
                )
            self.run_ms(poll_ms)
        return True

    def leap(self, seconds: float) -> None:
        """Advances the Pico's timer by `seconds` without running the Pico, as if it had been left on."""
        self.mcu.timer._epoch_nanos -= seconds * 1e9

    @property
    def now_us(self) -> float:
        """Emulated microseconds since power-on."""
        return float(self.mcu.clock.micros)

    @property
    def cycles(self) -> int:
        """CPU clock cycles spent on instructions, without sleep: the unit of CPU time budgets."""
        return int(self.mcu.core.cycles)

    # Inputs

    def press(self, button: int, hold_ms: float = 60) -> None:
        """Presses a button (0..8, sixpip.board.contract) and schedules its release after `hold_ms`; runs no time."""
        self.hold(button)
        self._releases[button].schedule(hold_ms * 1e6)

    def hold(self, button: int) -> None:
        """Presses and holds a button, which connects its pin to ground."""
        self._releases[button].cancel()
        self.mcu.gpio[pins.BUTTONS[button]].set_input_value(False)

    def release(self, button: int) -> None:
        """Releases a button; the pull-up raises the pin."""
        self.mcu.gpio[pins.BUTTONS[button]].release_input()

    def send(self, text: str) -> None:
        """Types `text` at the serial console."""
        self.console.send(text.encode())

    def unplug_oled(self) -> None:
        """Unplugs the display: its state is lost, and the bus answers NACK."""
        self.bus.display = None

    def plug_oled(self) -> None:
        """Plugs in a display: dark, not initialized, and with noise in its memory, as after any power-on."""
        self.display = self.bus.display = Ssd1306(noise=True)

    def set_adc_mv(self, channel: int, mv: float) -> None:
        """Sets ADC `channel` (0..3: GP26..GP29) to `mv` millivolts; 2: half the cell's, 4: the chip's sensor."""
        self.mcu.adc.channel_values[channel] = max(0, min(4095, round(mv * 4095 / _ADC_REFERENCE_MV)))

    def plug_charger(self, plugged_in: bool = True) -> None:
        """Plugs a charger in or unplugs it."""
        self.mcu.gpio[pins.CHARGER].set_input_value(plugged_in)

    # Supply

    def _on_power_off(self, value: GPIOPinState, _last: GPIOPinState) -> None:
        """The off latch: POWER_OFF cuts the supply, unless ROLL, which releases the latch, is down."""
        if value == GPIOPinState.HIGH and self.on_battery and self.pin(pins.ROLL):
            self.cut_us = self.now_us
            self.unplug_oled()
            self.display = Ssd1306()
            self._resets.hold()

    def start_by_roll(self, hold_ms: float) -> "Machine":
        """Returns the board as it starts from cold while ROLL is down, with the flash as it is; runs no time.

        Raises ValueError unless the supply has been cut.
        """
        if self.cut_us is None:
            raise ValueError("the board is not switched off")
        machine = Machine(self.filesystem(), on_battery=True)
        machine.press(_ROLL, hold_ms)
        return machine

    # Outputs

    @property
    def console_text(self) -> str:
        """All text printed over USB since power-on."""
        return self.console.received.decode(errors="replace")

    @property
    def led_frames(self) -> list[LedFrame]:
        """All complete frames sent to the dice, oldest first."""
        return self.leds.frames

    @property
    def oled(self) -> bytes:
        """The display's memory: 1024 bytes, MONO_VLSB."""
        return bytes(self.display.frame)

    def pin(self, gpio: int) -> bool:
        """Returns the current level of the pin; a pin that is not driven reads as its pull-up."""
        return self.mcu.gpio[gpio].value in (GPIOPinState.HIGH, GPIOPinState.INPUT_PULL_UP)

    def _record_edges(self, gpio: int) -> "deque[tuple[float, bool]]":
        edges: deque[tuple[float, bool]] = deque(maxlen=10_000)
        pin = self.mcu.gpio[gpio]
        clock = self.mcu.clock
        pin.add_listener(lambda value, _last: edges.append((clock.micros, value == GPIOPinState.HIGH)))
        return edges

    def pin_edges(self, gpio: int) -> list[tuple[float, bool]]:
        """Returns the last (microseconds, level) changes of a pin named in `watch`."""
        return list(self._edges[gpio])

    @property
    def tone(self) -> int:
        """The current frequency of the buzzer in Hz, measured on its pin; 0 is silence."""
        rises = [us for us, high in self._edges[pins.BUZZER] if high][-9:]
        if len(rises) < 2:
            return 0
        period = (rises[-1] - rises[0]) / (len(rises) - 1)
        return 0 if self.now_us - rises[-1] > 2 * period else round(1e6 / period)

    @property
    def resets(self) -> list[Reset]:
        """Every reset since power-on, oldest first (tools.check.emulator.resets)."""
        return list(self._resets.recorded)

    @property
    def watchdog_runs(self) -> bool:
        """Whether the chip's watchdog is counting down."""
        return bool(self.mcu.watchdog.timer.enable)

    # Flash

    def filesystem(self) -> bytes:
        """Returns the current bytes of the file system: the image for a new Machine after a power cut."""
        return self.flash.filesystem()

    @property
    def flash_operations(self) -> list[FlashOperation]:
        """Every erase and program operation since power-on."""
        return self.flash.operations

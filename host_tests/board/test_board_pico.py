"""The Pico's drivers on CPython: what they ask of MicroPython's modules, which are replaced by mocks with a clock."""

import importlib
import sys
import time
from typing import Any
from unittest.mock import MagicMock, call

import pytest

from host_tests.board_modules import board_module
from sixpip.board import limiter, pins
from sixpip.board.chips import SCRATCH_RP2040
from sixpip.board.contract import BANK, KEEP1, MENU, ROLL

pytestmark = pytest.mark.forked

TICKS = 1 << 30
"""The ticks of MicroPython begin again at 0 after so many: those of microseconds after 18 minutes."""


class Clock:
    """The clock of the board, in microseconds; it goes on by sleep, and by 100 us for each look at it."""

    def __init__(self) -> None:
        self.us = 5_000_000
        self.slept: list[int] = []

    def look(self) -> int:
        self.us += 100
        return self.us

    def sleep(self, us: int) -> None:
        self.slept.append(us)
        self.us += us


def started(name: str) -> tuple[Any, Clock]:
    """A module of the board with a clock that goes, and a mock of its own for each pin: `machine.Pin.made`."""
    module, clock = board_module(name), Clock()
    machine: Any = sys.modules["machine"]
    machine.Pin.made = {}
    machine.Pin.side_effect = lambda gpio, *_, **__: machine.Pin.made.setdefault(gpio, MagicMock())
    replaced = {
        "ticks_us": lambda: clock.look() % TICKS,
        "ticks_ms": lambda: clock.look() // 1000 % TICKS,
        "ticks_diff": lambda end, start: (end - start + TICKS // 2) % TICKS - TICKS // 2,
        "ticks_add": lambda start, ticks: (start + ticks) % TICKS,
        "sleep_us": clock.sleep,
        "sleep_ms": lambda ms: clock.sleep(ms * 1000),
    }
    for function, value in replaced.items():
        setattr(time, function, value)
    return module, clock


def console(**replaced: Any) -> tuple[Any, Any, Clock]:
    """The board just after power-on, `machine`, and the clock. `replaced`: names in its module."""
    module, clock = started("pico")
    for name, value in replaced.items():
        setattr(module, name, value)
    return module.PicoBoard(), sys.modules["machine"], clock


def frames_sent() -> Any:
    """The mock of the DMA's `config`: called once for the set-up, and then for each frame."""
    return sys.modules["rp2"].DMA.return_value.config


def test_a_wait_ends_after_its_time_or_at_a_press_and_gathers_bits_until_there_are_enough() -> None:
    entropy, buttons = MagicMock(), MagicMock()
    gather, has_press = entropy.Entropy.return_value.gather, buttons.return_value.has_press
    gather.side_effect = [True] * 5 + [False] * 1000
    has_press.return_value = False
    board, _, clock = console(entropy=entropy, ButtonDriver=buttons)
    board.screen.refresh = MagicMock()
    start = clock.us
    board.wait(20)
    assert 19_000 <= clock.us - start <= 24_000 and max(clock.slept[1:]) <= 2000 and gather.call_count > 10
    start = clock.us
    board.wait(0)
    assert clock.us - start <= 1000 and not board.screen.refresh.called
    board.wait(100)
    assert board.screen.refresh.call_count == 1
    has_press.side_effect = [False, True]
    start = clock.us
    board.wait(500)
    assert clock.us - start < 4000


def test_a_tone_is_limited_to_what_can_be_heard_and_silence_is_no_duty() -> None:
    board, machine, _ = console()
    buzzer = machine.PWM.return_value
    for hz, volume, freq, duty in ((440, 1, 440, 1600), (5, 2, 20, 32768), (99_999, 9, 20_000, 32768)):
        board.tone(hz, volume)
        assert buzzer.freq.call_args == call(freq) and buzzer.duty_u16.call_args == call(duty)
    for hz, volume in ((0, 2), (440, 0), (-1, 1)):
        buzzer.reset_mock()
        board.tone(hz, volume)
        assert buzzer.duty_u16.call_args == call(0) and not buzzer.freq.called


def test_the_board_starts_dark_with_the_rail_on_and_can_restart_the_chip() -> None:
    board, machine, _ = console()
    assert board.brightness == limiter.BOOT_BRIGHTNESS and not any(board.pixels)
    assert [len(part) for part in (board.pixels, board.palette, board.oled)] == [384, 96, 1024]
    assert (board.folder, board.variants, board.cell_trim, board.keyboard) == ("", "/variants", 0, "")
    made = machine.Pin.made
    assert machine.PWM.call_args_list == [call(made[pins.BUZZER], freq=1000, duty_u16=0)]
    bus = machine.I2C.call_args
    assert bus.args == (0,) and (bus.kwargs["sda"], bus.kwargs["scl"]) == (made[pins.OLED_SDA], made[pins.OLED_SCL])
    assert 3000 < bus.kwargs["timeout"] <= 20_000  # a page takes 3 ms
    assert machine.Pin.made[pins.LED_EN].value.call_args == call(1)
    assert frames_sent().call_count == 2 and not any(frames_sent().call_args.kwargs["read"])
    board.restart()
    assert machine.reset.call_count == 1
    board.feed()
    assert machine.WDT.return_value.feed.call_count == 1


def test_the_number_of_failures_is_kept_by_the_chip_and_noise_after_power_on_counts_as_none() -> None:
    board, machine, _ = console()
    for noise in (0xDEADBEEF, 256):
        machine.mem32[SCRATCH_RP2040] = noise
        assert board.failures == 0
    board.failures = 255
    assert board.failures == machine.mem32[SCRATCH_RP2040] == 255


def test_presses_random_bytes_and_gathering_are_those_of_the_drivers() -> None:
    buttons, entropy = MagicMock(), MagicMock()
    board, _, _ = console(ButtonDriver=buttons, entropy=entropy, ticks_ms=lambda: 77)
    assert board.ticks_ms() == 77
    source = entropy.Entropy.return_value
    assert (board.next_press, board.held) == (buttons.return_value.next_press, buttons.return_value.held)
    assert (board.random_bytes, board.gather_entropy, board.count_raw_bits) == (
        source.draw,
        source.gather,
        source.count,
    )


def test_an_edge_at_the_pin_of_a_button_is_a_press_though_the_button_is_up_again_when_it_is_read() -> None:
    module, _ = started("button_driver")
    machine: Any = sys.modules["machine"]
    machine.Pin.IRQ_FALLING, machine.Pin.IRQ_RISING = 4, 8
    driver = module.ButtonDriver()
    pin = machine.Pin.made[pins.BUTTONS[MENU]]
    on_edge, trigger = (pin.irq.call_args.kwargs[name] for name in ("handler", "trigger"))
    assert trigger == 12 and not driver.has_press()
    pin.irq.return_value.flags.return_value = 8
    on_edge(pin)
    assert not driver.has_press()
    pin.irq.return_value.flags.return_value = 4
    on_edge(pin)
    assert driver.has_press() and driver.next_press() == MENU and driver.next_press() == -1
    assert driver.held() == 1 << MENU  # until it has settled


def test_edges_are_processed_in_their_order_and_with_their_times_however_late_the_console_looks() -> None:
    driver, noted = noting_driver()
    for at_ms in range(0, 1200, 120):  # ten presses of 60 ms
        noted(MENU, at_ms, True)
        noted(MENU, at_ms + 60, False)
    presses = [driver.next_press() for _ in range(11)]
    assert presses == [MENU] * 10 + [-1]
    assert driver.held() == 0


def test_more_edges_than_there_are_places_lose_no_press_that_came_before_and_not_the_state_of_the_button() -> None:
    driver, noted = noting_driver()
    noted(ROLL, 0, True)
    for at_ms in range(200, 400):  # a contact that bounces without end
        noted(MENU, at_ms, True)
        noted(MENU, at_ms, False)
    noted(BANK, 500, True)
    noted(KEEP1, 510, True)
    noted(KEEP1, 560, False)  # the release shares the last place with both presses
    assert driver.held() & 1 << BANK
    presses = [driver.next_press() for _ in range(6)]
    assert presses[0] == ROLL and {MENU, BANK, KEEP1} <= set(presses)
    assert presses.count(BANK) == presses.count(KEEP1) == 1


def test_a_place_that_is_used_again_has_forgotten_the_edge_before() -> None:
    driver, noted = noting_driver()
    pressed = [MENU, BANK, ROLL, KEEP1] * 30  # more edges than there are places
    presses = []
    for number, button in enumerate(pressed):
        noted(button, 200 * number, True)
        noted(button, 200 * number + 70, False)
        noted(button, 200 * number + 140, False)  # so that each place has edges down and up in turn
        while (press := driver.next_press()) >= 0:
            presses.append(press)
    assert presses == pressed


def noting_driver() -> Any:
    """A driver, and a function that changes the level of the pin of a button at a time and calls the interrupt."""
    module, _ = started("button_driver")
    machine: Any = sys.modules["machine"]
    machine.Pin.IRQ_FALLING, machine.Pin.IRQ_RISING = 4, 8
    levels = [sum(1 << gpio for gpio in pins.BUTTONS)]
    machine.mem32 = MagicMock(__getitem__=lambda _registers, _address: levels[0])
    clock = [0]
    module.ticks_ms = lambda: clock[0]
    driver = module.ButtonDriver()

    def note(button: int, at_ms: int, down: bool) -> None:
        gpio = pins.BUTTONS[button]
        pin = machine.Pin.made[gpio]
        mask = 1 << gpio
        levels[0] = levels[0] & ~mask if down else levels[0] | mask
        clock[0] = at_ms
        pin.irq.return_value.flags.return_value = 4 if down else 8
        pin.irq.call_args.kwargs["handler"](pin)

    return driver, note


@pytest.mark.parametrize("read", ["has_press", "next_press", "held"])
@pytest.mark.parametrize("before", [True, False])
def test_interrupts_are_off_only_while_the_buttons_are_sampled(read: str, before: bool) -> None:
    module, _ = started("button_driver")
    machine: Any = sys.modules["machine"]
    interrupts, while_sampled = [before], []

    def disable() -> bool:
        interrupts.append(False)
        return interrupts[-2]

    class Levels(dict[int, int]):
        """The register of the levels, which notes whether an interrupt could come while it is read."""

        def __getitem__(self, address: int) -> int:
            while_sampled.append(interrupts[-1])
            return 0x3FFFFFFF

    machine.Pin.IRQ_FALLING, machine.Pin.IRQ_RISING = 4, 8
    machine.disable_irq.side_effect, machine.enable_irq.side_effect = disable, interrupts.append
    driver = module.ButtonDriver()
    pin = machine.Pin.made[pins.BUTTONS[MENU]]
    pin.irq.return_value.flags.return_value = 4
    pin.irq.call_args.kwargs["handler"](pin)
    machine.mem32 = Levels()
    for _ in range(3):
        getattr(driver, read)()
        assert interrupts[-1] == before
    assert while_sampled and not any(while_sampled)


def test_switching_shows_the_dice_again_and_the_menu_button_is_read() -> None:
    buttons = MagicMock()
    board, _, _ = console(ButtonDriver=buttons)
    sent = frames_sent().call_count
    board.screen.switch = MagicMock()
    board.switch(False, True)
    assert frames_sent().call_count == sent and board.screen.switch.call_args.args[0]
    board.switch(True, False)
    assert frames_sent().call_count == sent + 1 and not board.screen.switch.call_args.args[0]
    buttons.return_value.held.side_effect = [0, 1 << ROLL, 1 << MENU]
    assert [board.menu_is_held() for _ in range(3)] == [False, False, True]


def test_power_off_and_the_boot_loader_darken_everything_first() -> None:
    board, machine, clock = console()
    board.switch = MagicMock()
    machine.Pin.reset_mock()
    board.power_off()
    assert board.switch.call_args_list == [call(False, False)] and clock.slept[-1] == 1_000_000
    levels = [made.kwargs["value"] for made in machine.Pin.call_args_list if made.args[0] == pins.POWER_OFF]
    assert levels == [1, 0]
    board.to_bootsel()
    assert board.switch.call_count == 2 and machine.bootloader.call_count == 1


def test_the_led_type_the_row_order_and_a_charger_reach_the_limiter() -> None:
    board, machine, clock = console()
    board.leds.power = MagicMock()
    board.set_leds(True, False)
    assert board.leds.power.set_led_type.call_args == call(limiter.WS2812B_5050) and not board.leds.serpentine
    board.set_leds(False, True)
    assert board.leds.power.set_led_type.call_args == call(limiter.WS2812B_2020) and board.leds.serpentine
    for level, budget in ((1, limiter.CHARGING_BUDGET_MA), (0, limiter.BUDGET_MA)):
        machine.Pin.made[pins.CHARGER] = charger = MagicMock()
        charger.value.side_effect = lambda level=level: level if clock.slept else 0  # it rises within a microsecond
        clock.slept.clear()
        machine.Pin.reset_mock()
        assert board.check_charger() == (level == 1)
        assert board.leds.power.set_budget.call_args == call(budget)
        reading, driving = call(pins.CHARGER, machine.Pin.IN), call(pins.CHARGER, machine.Pin.OUT, value=0)
        assert machine.Pin.call_args_list == [reading, driving] and sum(clock.slept) < 100


def test_a_nearly_flat_cell_limits_the_dice_until_it_has_clearly_recovered() -> None:
    board, machine, _ = console()
    board.leds.power = MagicMock()
    machine.Pin.made[pins.CHARGER] = MagicMock(**{"value.return_value": 0})
    for cell_mv, budget in (
        (3510, limiter.BUDGET_MA), (3490, limiter.CHARGING_BUDGET_MA), (3590, limiter.CHARGING_BUDGET_MA),
        (3610, limiter.BUDGET_MA), (3510, limiter.BUDGET_MA), (0, limiter.BUDGET_MA),
    ):  # fmt: skip
        machine.ADC.return_value.read_u16.side_effect = [cell_mv * 65536 // 6600 + 1] * 16
        assert abs(board.battery_mv() - cell_mv) <= 1
        board.check_charger()
        assert board.leds.power.set_budget.call_args == call(budget), cell_mv


def test_the_readings_of_the_cell_are_averaged_and_trimmed_and_without_a_cell_they_are_0() -> None:
    board, machine, _ = console()
    read = machine.ADC.return_value.read_u16
    full = 37_236  # 3750 mV
    read.side_effect = [full + 160, full - 160] * 8 + [full] * 16 + [22_839] * 16 + [22_838] * 16
    assert board.battery_mv() == 3749
    board.cell_trim = -10
    assert board.battery_mv() == 3749 - 38
    board.cell_trim = 0
    assert board.battery_mv() == 2300
    assert board.battery_mv() == 0


def test_the_temperature_is_that_of_the_sensor_in_the_chip() -> None:
    volts = {27: 0.706, 10: 0.706 + 17 * 0.001721, 60: 0.706 - 33 * 0.001721}  # RP2040 datasheet 4.9.5
    adc = MagicMock(CORE_TEMP=4)
    board, machine, _ = console(ADC=adc)
    assert adc.call_args_list == [call(machine.Pin.made[pins.VBAT]), call(4)]
    for celsius, level in volts.items():
        adc.return_value.read_u16.return_value = round(level / 3.3 * 65536)
        assert abs(board.chip_celsius() - celsius) <= 1


def test_a_press_may_stop_the_picture_on_the_oled_only_where_it_is_allowed() -> None:
    buttons = MagicMock()
    board, _, _ = console(ButtonDriver=buttons)
    board.screen = MagicMock(error=None)
    board.show_oled()
    board.show_oled(True)
    assert [shown.args[1] for shown in board.screen.show.call_args_list] == [None, buttons.return_value]
    assert board.screen_answers()
    board.screen.error = "no answer"
    assert not board.screen_answers()


def test_a_frame_is_sent_only_after_the_one_before_it_is_latched_and_never_with_the_rail_off() -> None:
    module, clock = started("leds")
    module.expand = MagicMock()  # 32-bit words, which a bytearray does not hold on CPython
    leds, sent = module.Leds(), frames_sent()
    dma, machine = sys.modules["rp2"].DMA.return_value, sys.modules["machine"]
    rail = machine.Pin.made[pins.LED_EN].value
    pixels, palette = bytearray([1]) + bytearray(limiter.PIXELS - 1), bytearray(3) + bytearray([255]) * 93
    words = sent.call_args.kwargs["read"]
    assert sys.modules["rp2"].StateMachine.return_value.active.call_args == call(1)
    sent.reset_mock()
    leds.show(pixels, palette, 32)
    assert not sent.called
    leds.switch(True)
    assert rail.call_args == call(1) and clock.slept == [20_000]
    leds.switch(True)
    assert clock.slept == [20_000]
    leds.show(pixels, palette, 32)
    first = clock.us
    assert sent.call_args == call(read=words, count=limiter.PIXELS, trigger=True)
    assert module.expand.call_args == call(pixels, leds.power.lut, words, True) and leds.power.level == 32
    leds.show(pixels, palette, 32)
    assert 11_800 <= clock.us - first <= 12_300
    clock.us += 20_000
    dma.active.reset_mock()
    dma.active.side_effect = [True] * 9 + [False]
    leds.switch(False)
    assert dma.active.call_count == 10 and rail.call_args == call(0)


@pytest.mark.parametrize("minutes", [1, 8, 9, 13, 17, 27])
@pytest.mark.parametrize("next_call", ["show", "switch"])
def test_the_dice_answer_at_once_however_long_ago_the_last_frame_was_sent(next_call: str, minutes: int) -> None:
    module, clock = started("leds")
    module.expand = MagicMock()  # 32-bit words, which a bytearray does not hold on CPython
    leds, sent = module.Leds(), frames_sent()
    machine: Any = sys.modules["machine"]
    frame = bytearray(limiter.PIXELS), bytearray(96), 32
    leds.switch(True)
    leds.show(*frame)
    clock.us += minutes * 60_000_000
    machine.idle.side_effect = AssertionError("it waits for a frame that was sent long ago")
    before = sent.call_count
    if next_call == "show":
        leds.show(*frame)
        assert sent.call_count == before + 1
    else:
        leds.switch(False)
        assert machine.Pin.made[pins.LED_EN].value.call_args == call(0)


class Instruction:
    """An instruction of the PIO: `name(*operands).side(level)[delay]`."""

    def __init__(self, name: str, *operands: Any) -> None:
        self.name, self.operands = name, operands
        self.level = self.clocks = -1

    def side(self, level: int) -> "Instruction":
        self.level, self.clocks = level, 1
        return self

    def __getitem__(self, delay: int) -> None:
        self.clocks += delay


def wave(program: list[Instruction], bit: int) -> str:
    """The level of the data line at each clock of one bit."""
    code: list[Instruction] = []
    places: dict[str, int] = {}
    for step in program:
        if step.name in ("label", "wrap_target", "wrap"):
            places[step.operands[0] if step.operands else step.name] = len(code)
        else:
            code.append(step)
    at, levels = [step.name for step in code].index("out"), ""
    assert code[at].operands == ("x", 1)
    while not levels or code[at].name != "out":
        step = code[at]
        levels += str(step.level) * step.clocks
        at = at + 1 if at + 1 < places["wrap"] else places["wrap_target"]
        if step.name == "jmp" and (step.operands[0] != "not_x" or not bit):
            at = places[step.operands[-1]]
    return levels


def test_the_data_line_has_the_times_of_the_datasheet_and_the_dma_feeds_it_word_by_word() -> None:
    module, _ = started("leds")
    rp2: Any = sys.modules["rp2"]
    program: list[Instruction] = []

    def assembled(function: Any) -> None:
        for name in ("wrap_target", "label", "out", "jmp", "nop", "wrap"):

            def add(*operands: Any, name: str = name) -> Instruction:
                program.append(Instruction(name, *operands))
                return program[-1]

            setattr(module, name, add)
        module.x, module.not_x = "x", "not_x"
        function()

    rp2.asm_pio.return_value = assembled
    importlib.reload(module)
    settings = rp2.asm_pio.call_args.kwargs
    assert settings["autopull"] and settings["pull_thresh"] == 24
    assert settings["out_shiftdir"] == rp2.PIO.SHIFT_LEFT and settings["sideset_init"] == rp2.PIO.OUT_LOW
    module.Leds()
    clock_us = 1e6 / rp2.StateMachine.call_args.kwargs["freq"]
    for bit, least_us, most_us in ((0, 0.22, 0.38), (1, 0.58, 1)):  # T0H and T1H of the WS2812B-2020
        levels = wave(program, bit)
        assert len(levels) * clock_us == 1.25 and levels.startswith("0") and "0" not in levels.strip("0")
        assert least_us <= levels.count("1") * clock_us <= most_us
    dma = rp2.DMA.return_value
    assert dma.pack_ctrl.call_args == call(size=2, inc_write=False, treq_sel=0)  # words; as the state machine asks
    set_up = dma.config.call_args_list[-1].kwargs
    assert set_up["count"] * 4 == len(set_up["read"]) == limiter.PIXELS * 4
    assert set_up["write"] == rp2.StateMachine.return_value and set_up["ctrl"] == dma.pack_ctrl.return_value


def test_the_watchdog_starts_with_the_first_feed_and_each_feed_reaches_it() -> None:
    module, _ = started("watchdog")
    machine = sys.modules["machine"]
    dog = module.Watchdog()
    assert not machine.WDT.called
    for _ in range(3):
        dog.feed()
    assert machine.WDT.call_args_list == [call(timeout=8000)]
    assert machine.WDT.return_value.feed.call_count == 3


def test_a_crash_is_printed_logged_and_shown_on_the_oled_with_dark_and_silent_dice(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from sixpip.board import crash

    def print_exception(error: Exception, stream: Any) -> None:
        stream.write(f"Traceback:\n  {'x' * 2000}\n{type(error).__name__}: {error}\n")

    logged: list[str] = []
    monkeypatch.setattr(sys, "print_exception", print_exception, raising=False)
    monkeypatch.setattr(crash, "append_to_log", logged.append)
    monkeypatch.setitem(sys.modules, "framebuf", framebuf := MagicMock())
    board, error = MagicMock(oled=bytearray(1024)), ValueError("what now?")
    crash.report(error, board)
    printed = capsys.readouterr().out
    assert len(logged[0]) == 1500 and logged[0].endswith("ValueError: what now?\n") and logged[0] in printed
    for line in ("Sixpip has stopped because of this error:", "The error is in crash.log.", "play on from the last"):
        assert line in printed
    assert board.mock_calls == [call.tone(0, 0), call.switch(False, True), call.show_oled()]
    screen = framebuf.FrameBuffer.return_value
    assert screen.fill.call_args == call(0)
    assert screen.text.call_args_list == [
        call(row, 0, number * 8) for number, row in enumerate(crash.screen_rows(logged[0]))
    ]
    monkeypatch.setattr(crash, "append_to_log", MagicMock(side_effect=OSError(28)))
    crash.report(error, None)
    assert "The error could not be written to crash.log: 28\n" in capsys.readouterr().out


def test_an_old_log_is_kept_only_when_the_new_one_is_full(tmp_path: Any) -> None:
    from sixpip.board import crash

    log, old = tmp_path / "crash.log", tmp_path / "crash.old"
    log.write_text("x" * crash.LOG_BYTES)
    crash.append_to_log("second", str(log), str(old))
    assert log.read_text() == "x" * crash.LOG_BYTES + "second\n" and not old.exists()
    crash.append_to_log("third", str(log), str(old))
    assert log.read_text() == "third\n" and old.read_text().endswith("second\n")

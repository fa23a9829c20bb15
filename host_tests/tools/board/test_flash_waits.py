"""How long `make flash` waits for a board, with a clock that only goes on while something waits, and how much it reads.

A slow board is not given up, and a person does not wait long for a board that is silent.
"""

import builtins
import io
from types import SimpleNamespace
from typing import Any
from unittest.mock import MagicMock

import pytest
from mpremote.transport import TransportError  # type: ignore[import-untyped]
from serial import SerialTimeoutException  # type: ignore[import-untyped]

from host_tests.flash_fixture import RAW_PROMPT, FakePico
from tools.board.flash import scripts
from tools.board.flash.board import Board
from tools.board.flash.errors import BadAnswer, FlashError, PortError, StartError
from tools.board.flash.wire import TooMuch, Wire

CRASHED = b"Traceback (most recent call last):\r\nOSError: 19\r\n>>> "


class SlowSerial:
    """A port that gives its first byte after some seconds, and then takes all that is written."""

    def __init__(self, pico: "SlowPico", first_s: float) -> None:
        self._pico = pico
        self._first_s = first_s
        self.timeout = self.write_timeout = 0.0
        self.written = b""
        self.is_cleared = False

    def read(self, count: int) -> bytes:
        """As pySerial: b"" after its timeout."""
        assert count == 1
        self._pico.now_s += min(self._first_s, self.timeout)
        return b">" if self._first_s <= self.timeout else b""

    def reset_output_buffer(self) -> None:
        """What a silent device has not taken is thrown away."""
        self.is_cleared = True

    def write(self, data: bytes) -> None:
        """Notes what is sent."""
        self.written += data
        if data == b"\x04":
            self._pico.restart()
        elif data == b"\x03":
            self._pico.arriving += [(self._pico.now_s, RAW_PROMPT)]


class SlowPico:
    """A board whose output arrives at times of its own: pairs of seconds after a reset, and bytes."""

    def __init__(self, boot: list[tuple[float, bytes]], main: list[tuple[float, bytes]], first_s: float = 0) -> None:
        self.now_s = 0.0
        self.serial = SlowSerial(self, first_s)
        self.most = 0
        self.arriving: list[tuple[float, bytes]] = []
        self.closed = False
        self._boot, self._main = boot, main
        self._raw = False

    def restart(self) -> None:
        """Begins with the output of boot.py, or of the console."""
        output = self._boot if self._raw else self._main
        later = [(self.now_s + seconds, text) for seconds, text in output]
        self.arriving = [(self.now_s, b"\r\nMPY: soft reboot\r\n"), *later]

    def enter_raw_repl(self, soft_reset: bool = True, timeout_overall: float | None = 10) -> None:
        """As Wire."""
        assert not soft_reset and timeout_overall
        self._raw = True

    def exit_raw_repl(self) -> None:
        """As Wire."""
        self._raw = False
        self.arriving = [(self.now_s, b">>> ")]

    def exec(self, command: str) -> bytes:
        """Runs nothing but what prints the identity."""
        return repr(FakePico().identity).encode() if "implementation" in command else b""

    def read_until(
        self, min_num_bytes: int, ending: bytes, *, timeout: float | None, timeout_overall: float | None
    ) -> bytes:
        """As Wire: up to the ending, or what has arrived when the time is over."""
        del min_num_bytes
        assert timeout == timeout_overall and timeout
        end_s = self.now_s + timeout
        data = b""
        while self.arriving and self.arriving[0][0] <= end_s:
            when_s, text = self.arriving.pop(0)
            self.now_s = max(self.now_s, when_s)
            before, found, after = (data + text).partition(ending)
            if found:
                self.arriving.insert(0, (self.now_s, after))
                return before + found
            data += text
        self.now_s = end_s
        return data

    def close(self) -> None:
        """As Wire."""
        self.closed = True

    def board(self) -> Board:
        """The board, interrupted."""
        found = Board(self, "a port")
        found.interrupt()
        return found


READY = [(0.1, RAW_PROMPT)]
"""The output of a boot.py that does nothing."""


def test_a_board_that_is_busy_for_five_seconds_is_not_given_up() -> None:
    pico = SlowPico(READY, [], first_s=5)
    assert pico.board().boot_fault == ""
    assert not pico.serial.is_cleared, "what was sent arrives"


def test_a_silent_device_is_given_up_within_ten_seconds_and_the_port_can_be_closed_at_once() -> None:
    pico = SlowPico(READY, [], first_s=1000)
    with pytest.raises(PortError, match="does not respond like MicroPython"):
        pico.board()
    assert pico.now_s <= 10 and pico.serial.written == b"\r\x03\x01" and pico.serial.is_cleared


def test_a_boot_py_that_takes_ten_seconds_ends() -> None:
    assert SlowPico([(5, b"connecting\r\n"), (10, RAW_PROMPT)], []).board().boot_fault == ""


def test_a_boot_py_that_does_not_end_is_interrupted_within_half_a_minute() -> None:
    pico = SlowPico([(1, b"hello\r\n")], [])
    assert pico.board().boot_fault == "does not end"
    assert pico.now_s <= 30 and pico.serial.written == b"\r\x03\x01\x04\x03"


def test_a_boot_py_that_cannot_be_interrupted_is_no_micropython_and_is_tried_twice() -> None:
    pico = SlowPico([(1, b"hello\r\n")], [])
    written = pico.serial.write
    pico.serial.write = lambda data: None if data == b"\x03" else written(data)  # type: ignore[method-assign]
    with pytest.raises(PortError, match="does not respond like MicroPython"):
        pico.board()
    assert pico.serial.written == b"\r\x03\x01\x04\x04"


def started(*output: tuple[float, bytes]) -> SlowPico:
    """A board after `make flash` has started Sixpip 7 there, whose console prints this."""
    pico = SlowPico(READY, [*output])
    found = pico.board()
    pico.now_s = 0
    found.start("7")
    return pico


def test_a_console_that_needs_ten_seconds_to_start_has_started() -> None:
    assert started((10, b"Sixpip 7\r\n")).now_s < 15


def test_a_console_that_runs_is_watched_for_a_moment_only() -> None:
    assert 1 < started((0.7, b"Sixpip 7\r\n"), (60, CRASHED)).now_s < 5


def test_a_console_that_stops_a_second_after_it_has_printed_its_version_does_not_run() -> None:
    with pytest.raises(StartError, match=r"^Sixpip is installed but stops with OSError: 19: "):
        started((0.7, b"Sixpip 7\r\n"), (1.7, CRASHED))


def test_the_error_is_read_to_its_end_when_it_arrives_slowly() -> None:
    with pytest.raises(StartError, match=r"^Sixpip is installed but stops with OSError: 19: "):
        started((0.7, b"Sixpip 7\r\n"), (1, CRASHED[:40]), (2, CRASHED[40:]))
    with pytest.raises(StartError, match=r"^Sixpip is installed but stops with OSError: 19: "):
        started((0.7, CRASHED))


@pytest.mark.parametrize("output", [b"", b"Sixpip 6\r\n", b"Sixpip 7"])
def test_a_console_that_prints_no_version_or_another_one_is_reported_within_half_a_minute(output: bytes) -> None:
    pico = SlowPico(READY, [(1, output)])
    found = pico.board()
    pico.now_s = 0
    with pytest.raises(StartError, match=r"^Sixpip 7 is installed but did not start: unplug the board, plug it in "):
        found.start("7")
    assert pico.now_s <= 30


# Answers


def answering(monkeypatch: pytest.MonkeyPatch, answer: bytes) -> Board:
    """A board that answers every program with this."""
    pico = FakePico()
    found = pico.board()
    monkeypatch.setattr(pico, "exec", lambda command: answer)
    return found


@pytest.mark.parametrize("answer", [b"YW!Jj\r\n", b"YWJ\r\n", b"YWJj\xff\r\n"])
def test_a_piece_of_a_file_that_arrives_with_a_wrong_or_without_a_letter_is_not_taken(
    answer: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert answering(monkeypatch, b"YWJj\r\n").read("x") == b"abc"
    with pytest.raises(BadAnswer, match="was not understood: unplug it"):
        answering(monkeypatch, answer).read("x")


@pytest.mark.parametrize("name", [b"/bad\xff", b"/\xc3\xa4\xff/x", b"/big\xf7\xbf"])
def test_a_name_that_is_not_utf_8_is_listed_with_its_bytes(name: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    lines = repr((name, 3)) + "\r\n" + repr(("/ä".encode(), 5)) + "\r\n" + repr((name + b"s", -1)) + "\r\n"
    sizes, folders = answering(monkeypatch, lines.encode()).list_files()
    assert {path.encode("ascii", "surrogateescape"): size for path, size in sizes.items() if path != "ä"} == {
        name[1:]: 3
    }
    assert sizes["ä"] == 5 and [path.encode("ascii", "surrogateescape") for path in folders] == [name[1:] + b"s"]


@pytest.mark.parametrize("values", ["['-']", "'-' ", "-\r\n-", "0" * 63, "0" * 65, "0" * 63 + "g", "A" * 64, "--"])
def test_what_is_no_hash_is_not_taken_for_one(values: str, monkeypatch: pytest.MonkeyPatch) -> None:
    assert answering(monkeypatch, b"0" * 64).hashes(["a"]) == {"a": "0" * 64}
    with pytest.raises(BadAnswer):
        answering(monkeypatch, values.encode()).hashes(["a"])


@pytest.mark.parametrize(("size", "fits"), [(1_000_000, True), (2_000_000, False)])
def test_a_list_of_a_million_bytes_is_read_and_one_of_two_is_not(
    size: int, fits: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    line = repr((b"/" + b"a" * 3000, 1)).encode() + b"\r\n"
    found = answering(monkeypatch, line * (size // len(line)))
    if fits:
        assert found.list_files() == ({"a" * 3000: 1}, set())
    else:
        with pytest.raises(FlashError, match="more files than"):
            found.list_files()


def test_the_limit_of_an_answer_is_given_to_the_transport_before_the_program_runs() -> None:
    pico = FakePico().put({"game": b"abc"})
    found = pico.board()
    limits: list[int] = []
    run = pico.exec

    def record(command: str) -> bytes:
        limits.append(pico.most)
        return run(command)

    pico.exec = record  # type: ignore[method-assign]
    found.list_files()
    found.read("game")
    found.delete("game")
    listing, reading, deleting = limits
    assert deleting < reading < listing, "no program may answer more than it needs to"


SLOW_BYTES_PER_S = 11_520
"""What arrives in a second through a serial line of 115 200 baud."""


def test_a_large_file_is_read_in_few_pieces_that_arrive_in_half_of_their_time_through_a_slow_line() -> None:
    pico = FakePico().put({"film": bytes(range(250)) * 1200})
    found = pico.board()
    answers: list[int] = []
    run = pico.exec

    def record(command: str) -> bytes:
        answers.append(len(run(command)))
        return run(command)

    pico.exec = record  # type: ignore[method-assign]
    assert found.read("film") == bytes(range(250)) * 1200
    assert max(answers) / SLOW_BYTES_PER_S < 30 and len(answers) <= 3


# The wire


class Clock:
    """A clock that goes on when something sleeps."""

    def __init__(self) -> None:
        self.now_s = 0.0
        self.sleeps: list[float] = []

    def monotonic(self) -> float:
        """As time.monotonic."""
        return self.now_s

    def sleep(self, seconds: float) -> None:
        """As time.sleep."""
        self.sleeps.append(seconds)
        self.now_s += seconds


class Line:
    """A serial port at which bytes arrive at times, as pySerial has it."""

    def __init__(self, clock: Clock, arriving: list[tuple[float, bytes]]) -> None:
        self.timeout = 1.0
        self.reads = 0
        self._clock, self._arriving = clock, arriving

    def read(self, count: int) -> bytes:
        """What there is: waits for more up to the timeout, as pySerial does."""
        self.reads += 1
        if self.timeout < 0:
            raise ValueError("Not a valid timeout")
        data = self._taken(count)
        if len(data) < count and self.timeout:
            self._clock.now_s += self.timeout
            data += self._taken(count - len(data))
        return data

    def _taken(self, count: int) -> bytes:
        stream = io.BytesIO(b"".join(data for when_s, data in self._arriving if when_s <= self._clock.now_s))
        data = stream.read(count)
        later = [(when_s, text) for when_s, text in self._arriving if when_s > self._clock.now_s]
        self._arriving = [(self._clock.now_s, stream.read()), *later]
        return data


def wire_with(arriving: list[tuple[float, bytes]], monkeypatch: pytest.MonkeyPatch) -> tuple[Wire, Clock]:
    """A wire at whose end bytes arrive at times."""
    clock = Clock()
    monkeypatch.setattr("tools.board.flash.wire.time", clock)
    wire = Wire.__new__(Wire)  # the constructor would open a port
    wire.serial = Line(clock, arriving)
    return wire, clock


def test_an_answer_is_taken_as_soon_as_it_is_there(monkeypatch: pytest.MonkeyPatch) -> None:
    wire, clock = wire_with([(0, b"one"), (2, b"two>")], monkeypatch)
    assert wire.read_until(1, b">") == b"onetwo>"
    assert 2 <= clock.now_s < 2.1, "no answer is late, each of hundreds of programs would be"
    assert min(clock.sleeps) > 0, "waiting needs no processor"
    assert wire.serial.timeout == 1.0


def test_a_long_answer_is_read_in_large_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    wire, clock = wire_with([(0, b"x" * 60_000 + b">")], monkeypatch)
    assert len(wire.read_until(1, b">")) == 60_001
    assert wire.serial.reads < 10 and not clock.sleeps


@pytest.mark.parametrize(("size", "is_read"), [(1000, True), (1001, False)])
def test_what_arrives_before_the_ending_has_a_limit_of_its_own(
    size: int, is_read: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    wire, _ = wire_with([(0, b"x" * size), (1, b">")], monkeypatch)
    wire.most = 1000
    if is_read:
        assert wire.read_until(1, b">") == b"x" * size + b">"
    else:
        with pytest.raises(TooMuch, match=r"^1001 bytes without an end$"):
            wire.read_until(1, b">")


class Prompt:
    """A port with a MicroPython behind it that prints something until it is interrupted."""

    def __init__(self, answers: dict[bytes, bytes]) -> None:
        self.timeout = 1.0
        self.written: list[bytes] = []
        self._answers = answers
        self._received = b"counting 1 2 3 raw REPL; CTRL-B to exit\r\n"

    @property
    def in_waiting(self) -> int:
        """As pySerial."""
        return len(self._received)

    def write(self, data: bytes) -> None:
        """Answers what it knows."""
        self.written.append(data)
        self._received += self._answers.get(data, b"")

    def read(self, count: int) -> bytes:
        """As pySerial."""
        data, self._received = self._received[:count], self._received[count:]
        return data


RESET = b"OK\r\nMPY: soft reboot\r\n" + RAW_PROMPT + b">"


@pytest.mark.parametrize("soft_reset", [None, True, False])
def test_the_raw_repl_is_entered_after_an_interruption_and_reset_if_that_is_asked_for(
    soft_reset: bool | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tools.board.flash.wire.time", Clock())
    wire = Wire.__new__(Wire)  # the constructor would open a port
    wire.serial, wire.in_raw_repl = Prompt({b"\r\x01": RAW_PROMPT + b">", b"\x04": RESET}), False
    wire._early = b"from before"  # noqa: SLF001  the end of the wire
    wire.enter_raw_repl(**({} if soft_reset is None else {"soft_reset": soft_reset}))
    assert wire.serial.written == [b"\r\x03", b"\r\x01"] + [b"\x04"] * (soft_reset is not False)
    assert wire.in_raw_repl
    assert wire.read_until(1, b">") == b">", "nothing of the output from before is left"


@pytest.mark.parametrize(
    "answers",
    [{}, {b"\r\x01": b"> "}, {b"\r\x01": RAW_PROMPT}, {b"\r\x01": RAW_PROMPT, b"\x04": b"OK\r\nMPY: soft reboot\r\n"}],
    ids=["silent", "another prompt", "no reset", "no prompt after the reset"],
)
def test_a_program_without_a_raw_repl_is_given_up_after_its_time(
    answers: dict[bytes, bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = Clock()
    monkeypatch.setattr("tools.board.flash.wire.time", clock)
    wire = Wire.__new__(Wire)  # the constructor would open a port
    wire.serial, wire.in_raw_repl = Prompt(answers), False
    with pytest.raises(TransportError, match="could not enter raw repl"):
        wire.enter_raw_repl(timeout_overall=3)
    assert 3 <= clock.now_s < 4 and not wire.in_raw_repl


def test_a_device_that_takes_nothing_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    pico = SlowPico(READY, [])

    def refuse(data: bytes) -> None:
        assert data
        raise SerialTimeoutException("Write timeout")

    pico.serial.write = refuse  # type: ignore[method-assign]
    with pytest.raises(PortError, match="does not respond like MicroPython"):
        pico.board()
    assert pico.serial.is_cleared


def test_a_port_that_cannot_be_closed_is_no_further_error() -> None:
    pico = FakePico().put({"main.py": b"# Sixpip 7"})
    found = pico.board()

    def close() -> None:
        pico.closed = True
        raise OSError(5, "the cable is out")

    pico.close = close  # type: ignore[method-assign]
    found.close()
    assert pico.closed and pico.runs == 1


def test_a_boot_py_that_prints_without_end_is_interrupted_and_named() -> None:
    pico = SlowPico([], [])
    read_until = pico.read_until

    def endless(min_num_bytes: int, ending: bytes, **options: float | None) -> bytes:
        if ending == RAW_PROMPT and b"\x04\x03" not in pico.serial.written:
            raise TooMuch("1000000 bytes without an end")
        return read_until(min_num_bytes, ending, **options)

    pico.read_until = endless  # type: ignore[method-assign]
    assert pico.board().boot_fault == "does not end"


def test_a_console_that_prints_without_end_is_one_error() -> None:
    pico = FakePico()
    found = pico.board()
    pico.read_until = MagicMock(side_effect=TooMuch("1000000 bytes without an end"))  # type: ignore[method-assign]
    with pytest.raises(BadAnswer, match="was not understood: unplug it"):
        found.start("7")


# The programs


def run_on_fakes(program: str, modules: dict[str, Any]) -> tuple[list[str], list[str], list[str]]:
    """Runs a program with these modules in place of those of the board.

    Returns what it prints, sys.path at its end, and for each import the name with sys.path at that time.
    """
    path = ["", "/lib"]
    imported: list[str] = []
    printed: list[str] = []

    def fake_import(name: str, *_rest: Any) -> Any:
        imported.append(f"{name} {path}")
        return modules.get(name) or SimpleNamespace(path=path, implementation=IMPLEMENTATION, platform="rp2")

    builtins_of_board = {**vars(builtins), "__import__": fake_import, "print": printed.append}
    exec(compile(program, "board", "exec"), {"__builtins__": builtins_of_board})  # noqa: S102 our own scripts
    return printed, path, imported


IMPLEMENTATION = SimpleNamespace(name="micropython", version=(1, 24, 1, ""), _machine="a machine", _mpy=5)


def test_no_file_of_the_user_is_imported_in_place_of_a_module_that_a_program_needs() -> None:
    printed, path, imported = run_on_fakes(scripts.IDENTITY, {})
    assert printed == [repr(("micropython", (1, 24, 1), "a machine", "rp2", 5))]
    assert path == [] and len(imported) == 1 and imported[0].startswith("sys "), "the first program clears sys.path"


@pytest.mark.parametrize("fails", [None, OSError("the file is damaged"), OSError(19, "x", "no block")])
def test_what_runs_from_the_flash_is_asked_for_with_all_that_starts_the_console_and_stopped_after_that(
    fails: OSError | None,
) -> None:
    steps: list[str] = []

    def start() -> Any:
        steps.append("start")
        if fails:
            raise fails
        return SimpleNamespace(moved=12_345, stop=lambda: steps.append("stop"))

    modules = {
        "sixpip_importer": SimpleNamespace(mount=lambda: steps.append("mount")),
        "sixpip.board.flash_code": SimpleNamespace(FlashCode=start),
    }
    printed, path, imported = run_on_fakes(scripts.CODE_IN_FLASH, modules)
    assert path == [], "as before"
    assert [line.split()[0] for line in imported[:3]] == ["sys", "sixpip_importer", "sixpip.board.flash_code"]
    if fails:
        assert printed == [repr((0, str(fails.args[-1])))] and steps == ["mount", "start"]
    else:
        assert imported[3].startswith("sixpip.app.app ") and "'/'" in imported[1]
        assert printed == [repr((12_345, ""))] and steps == ["mount", "start", "stop"]

"""What `make flash` changes on a board, what it leaves alone, and what it refuses before it changes anything."""

import pytest

from host_tests.flash_bench import (
    FOREIGN,
    IDENTITY,
    NEW,
    OLD,
    OWN,
    FakePico,
    content,
    flash,
    listed,
    old_pico,
)
from tools.flash import manifest
from tools.flash.errors import ConnectionLost, DiskFull, DoesNotStart, InTheWay, NotWhole, PortError, WrongBoard
from tools.flash.plan import MAIN, PARTS
from tools.image import BLOCK_SIZE

WATCHDOG_CLEAR = 0x4005B000


def test_an_empty_board_gets_every_file_and_the_list_of_them() -> None:
    pico = FakePico()
    plan = flash(pico, NEW)
    assert pico.files() == listed(NEW, "2")
    assert plan.new == sorted(NEW)


def test_only_what_changed_is_copied_and_only_what_was_ours_is_removed() -> None:
    pico = old_pico()
    plan = flash(pico, NEW)
    assert pico.files() == {**listed(NEW, "2"), **OWN, **FOREIGN}
    assert plan.same == ["sixpip/__init__.mpy", "sixpip/same.mpy"]
    assert plan.changed == ["main.py", "sixpip/changed.mpy"]
    assert plan.stale == ["sixpip/gone.mpy", "sixpip/left/gone.mpy"]


def test_folders_that_are_empty_then_go_and_others_stay() -> None:
    pico = old_pico()
    pico.put({"sixpip/left/mine.txt": b"mine"})
    flash(pico, NEW)
    assert pico.files()["sixpip/left/mine.txt"] == b"mine"
    other = old_pico()
    flash(other, NEW)
    assert "left" not in other.disk.listdir("/sixpip")


def test_flashing_again_writes_nothing_at_all() -> None:
    pico = old_pico()
    flash(pico, NEW)
    pico.disk.operations.clear()
    assert flash(pico, NEW).idle
    assert pico.disk.operations == []


def test_a_file_changed_on_the_board_in_one_byte_is_written_again() -> None:
    pico = old_pico()
    flash(pico, NEW)
    pico.put({"sixpip/same.mpy": b"x" * len(NEW["sixpip/same.mpy"])})
    assert flash(pico, NEW).changed == ["sixpip/same.mpy"]
    assert pico.files() == {**listed(NEW, "2"), **OWN, **FOREIGN}


def test_half_written_files_left_by_a_cut_go_even_when_all_else_is_up_to_date() -> None:
    pico = FakePico().put({**listed(NEW, "2"), **OWN, **dict.fromkeys(PARTS, b"half")})
    flash(pico, NEW)
    assert pico.files() == {**listed(NEW, "2"), **OWN}


def test_a_board_flashed_by_hand_gets_its_list_without_a_copy() -> None:
    pico = FakePico().put({**NEW, **OWN})
    assert flash(pico, NEW).idle
    assert pico.files() == {**listed(NEW, "2"), **OWN}


def test_files_of_the_package_that_no_list_names_stay() -> None:
    pico = FakePico().put(OLD)
    flash(pico, NEW)
    assert pico.files() == {**OLD, **listed(NEW, "2")}


def test_a_damaged_list_is_no_leave_to_remove_anything() -> None:
    damaged = listed(OLD, "1")
    damaged[manifest.NAME] = damaged[manifest.NAME].replace(b"gone", b"game")
    pico = FakePico().put({**damaged, **OWN})
    flash(pico, NEW)
    assert pico.files() == {**OLD, **listed(NEW, "2"), **OWN}


@pytest.mark.parametrize("path", ["/game", "../game", "sixpip/../game"])
def test_a_list_with_a_path_that_leads_elsewhere_is_none_of_ours(path: str) -> None:
    assert manifest.parse(manifest.manifest_of({path: b""}, "1").text()) is None


@pytest.mark.parametrize("cut", range(1, len(manifest.manifest_of(OLD, "1").text()) - 1, 7))
def test_a_list_cut_short_is_no_list(cut: int) -> None:
    text = manifest.manifest_of(OLD, "1").text()
    assert manifest.parse(text) == manifest.manifest_of(OLD, "1")
    assert manifest.parse(text[:cut]) is None


def test_somebody_elses_main_is_kept_under_another_name() -> None:
    theirs = b"print('my weather station')\n"
    pico = FakePico().put({MAIN: theirs, "main_before_sixpip.py": b"an earlier one"})
    plan = flash(pico, NEW)
    assert plan.aside == "main_before_sixpip_2.py"
    assert pico.files() == {**listed(NEW, "2"), "main_before_sixpip.py": b"an earlier one", plan.aside: theirs}


def test_a_main_of_ours_that_was_put_there_by_hand_is_replaced() -> None:
    pico = FakePico().put({MAIN: b"from sixpip import VERSION\n"})
    assert flash(pico, NEW).aside == ""
    assert pico.files() == listed(NEW, "2")


@pytest.mark.parametrize("name", ["sixpip/same.py", "sixpip/same/mine.py"])
def test_a_file_that_would_be_imported_in_place_of_ours_is_named_before_anything_changes(name: str) -> None:
    pico = FakePico().put({name: b"mine"})
    before = pico.files()
    with pytest.raises(InTheWay, match=rf"^{name} on the board .*sixpip/same.mpy.*mpremote fs rm :{name}"):
        flash(pico, NEW)
    assert pico.files() == before


def test_an_older_source_file_of_ours_is_no_hindrance() -> None:
    pico = FakePico().put(listed({**OLD, "sixpip/same.py": b"older"}, "1"))
    flash(pico, NEW)
    assert pico.files() == listed(NEW, "2")


def test_a_file_where_a_folder_must_be_and_a_folder_where_a_file_must_be_are_named() -> None:
    with pytest.raises(InTheWay, match=r"^sixpip on the board "):
        flash(FakePico().put({"sixpip": b""}), NEW)
    with pytest.raises(InTheWay, match=r"^sixpip/same.mpy on the board is a folder"):
        flash(FakePico().put({"sixpip/same.mpy/mine": b""}), NEW)


def test_a_full_disk_is_said_before_anything_changes_with_the_biggest_files_that_are_not_ours() -> None:
    pico = old_pico()
    room = pico.board().room()
    pico.put({"lib/big.bin": bytes((room.free - 6) * BLOCK_SIZE)})
    before = pico.files()
    with pytest.raises(DiskFull, match=r"too full by \d+ KB: .*the biggest: lib/big.bin, .*mpremote fs rm"):
        flash(pico, NEW)
    assert pico.files() == before


def installed_with_room(blocks: int) -> bool:
    """Whether an update went through with so many blocks free; if not, nothing was changed."""
    pico = old_pico()
    pico.put({"big.bin": bytes((pico.board().room().free - blocks) * BLOCK_SIZE)})
    before = pico.files()
    try:
        flash(pico, NEW)
    except DiskFull:
        assert pico.files() == before
        return False
    assert {**pico.files(), "big.bin": b""} == {**listed(NEW, "2"), **OWN, **FOREIGN, "big.bin": b""}
    pico.put({"game": bytes(4 * BLOCK_SIZE)})  # there is room left to play
    return True


def test_what_does_not_fit_is_refused_whole_and_what_is_not_refused_fits() -> None:
    fits = [installed_with_room(blocks) for blocks in range(1, 40)]
    assert fits == sorted(fits)
    assert True in fits and False in fits


def test_a_disk_that_turns_out_full_while_writing_is_said_too() -> None:
    pico = old_pico()
    board = pico.board()
    with pytest.raises(DiskFull, match=r"^The board's disk is full: remove .*again\.$"):
        board.write("big", bytes(200 * BLOCK_SIZE))


def test_flash_that_does_not_keep_what_is_written_is_found_and_nothing_starts() -> None:
    pico = old_pico()
    opened = pico.disk.open

    def worn(path: str, mode: str) -> object:
        file = opened(path, mode)
        if path == "/sixpip/changed.mpy" and mode == "wb":
            file.write(b"?")
        return file

    pico.disk.open = worn  # type: ignore[method-assign, assignment]
    with pytest.raises(NotWhole, match=r"^sixpip/changed.mpy is not on the board as it was written: run "):
        flash(pico, NEW)
    assert MAIN not in pico.files()


WRONG = {
    "it runs circuitpython and not MicroPython": ("circuitpython", (9, 2, 1), "Pico with rp2040", "RP2040", 6),
    "'s MicroPython 1.23.0 is too old": ("micropython", (1, 23, 0), "Raspberry Pi Pico with RP2040", "rp2", 0x1306),
    "'s MicroPython 1.12.0 is too old": ("micropython", (1, 12, 0), "", "rp2", 0x1305),
    "is another one (Generic ESP32 module": ("micropython", (1, 24, 0), "Generic ESP32 module", "esp32", 0x2B06),
    "is another one (Raspberry Pi Pico2 with": ("micropython", (1, 24, 0), "Raspberry Pi Pico2 with RP2350", "rp2", 6),
    "reads other compiled files": ("micropython", (1, 40, 0), "Raspberry Pi Pico with RP2040", "rp2", 0x1307),
}


@pytest.mark.parametrize("words", WRONG)
def test_a_board_of_another_kind_is_refused_in_one_sentence(words: str) -> None:
    pico = FakePico(identity=WRONG[words]).put({"main.py": b"theirs"})
    with pytest.raises(WrongBoard) as caught:
        flash(pico, NEW)
    said = str(caught.value)
    assert words.removeprefix("it ") in said
    assert said.endswith(".") and ": " in said
    assert pico.files() == {"main.py": b"theirs"}


def test_what_does_not_answer_as_micropython_does_is_refused_with_the_remedy() -> None:
    pico = FakePico()
    pico.answers = False
    with pytest.raises(PortError, match="does not answer as MicroPython does: close other programs .*MENU"):
        pico.board()


def test_the_watchdog_of_an_interrupted_console_is_stopped() -> None:
    pico = FakePico()
    pico.board()
    assert pico.registers == {WATCHDOG_CLEAR: 1 << 30}


def test_the_console_is_started_and_its_version_awaited() -> None:
    pico = old_pico()
    flash(pico, NEW)
    board = pico.board()
    board.start("2")
    board.leave()
    assert pico.closed


def test_a_console_that_does_not_say_its_version_is_reported() -> None:
    pico = old_pico()
    pico.starts = False
    flash(pico, NEW)
    with pytest.raises(DoesNotStart, match="did not say that it is Sixpip 2: unplug it"):
        pico.board().start("2")


def test_a_console_that_stops_with_an_error_is_reported_with_it() -> None:
    crash = b"print() # Sixpip 2\r\nTraceback (most recent call last):\r\n  File x\r\nOSError: 19\r\n"
    pico = FakePico().put({MAIN: crash})
    with pytest.raises(DoesNotStart, match="stops with OSError: 19: `make repl` shows more"):
        pico.board().start("2")


def test_a_board_that_is_gone_is_one_sentence_and_is_not_asked_any_more() -> None:
    pico = old_pico()
    board = pico.board()
    pico.cut = pico.programs
    with pytest.raises(ConnectionLost, match=r"^The connection to the board on a fake port broke off: plug it in and"):
        board.files()
    board.leave()
    assert pico.closed


def test_identity_of_the_tests_is_accepted() -> None:
    assert str(FakePico(identity=IDENTITY).board().identity) == "Raspberry Pi Pico with RP2040, MicroPython 1.24.1"


def test_names_with_quotes_and_letters_of_all_kinds_travel_whole() -> None:
    pico = FakePico()
    board = pico.board()
    files = {'it\'s "ours" \\ ä.txt': content("a", 3000), "empty": b""}
    for path, data in files.items():
        board.write(path, data)
    assert pico.files() == files
    assert board.files()[0] == {path: len(data) for path, data in files.items()}
    assert {path: board.read(path) for path in files} == files

"""The cable is pulled in the middle of `make flash`: nothing half-starts, nothing of the maker's is lost, and the next
`make flash` mends it. With power gone (every flash operation) and with the board living on from its battery.
"""

from collections.abc import Callable, Iterator

import pytest

from host_tests.flash_bench import FOREIGN, NEW, OLD, OWN, FakePico, flash, listed, old_pico
from tools.flash import manifest
from tools.flash.errors import ConnectionLost
from tools.flash.own import put_back
from tools.flash.plan import MAIN, PARTS
from tools.power_loss.disk import Disk
from tools.power_loss.images import cuts

DONE = {**listed(NEW, "2"), **OWN, **FOREIGN}


def never_half(files: dict[str, bytes]) -> None:
    """If something starts, it is whole: all of the old version, or all of the new one."""
    if MAIN in files:
        version = OLD if files[MAIN] == OLD[MAIN] else NEW
        assert {path: files.get(path) for path in version} == version


def nothing_lost(files: dict[str, bytes]) -> None:
    """What is not ours is as it was, and what is there besides is ours."""
    assert {path: files.get(path) for path in {**OWN, **FOREIGN}} == {**OWN, **FOREIGN}
    assert set(files) <= {*OLD, *NEW, *OWN, *FOREIGN, manifest.NAME, *PARTS}


def flashed_from(start: Callable[[], FakePico]) -> tuple[bytes, FakePico]:
    """The image before, and the board after flashing it, with its flash operations."""
    pico = start()
    image = pico.disk.image
    pico.disk.operations.clear()
    flash(pico, NEW)
    return image, pico


def test_power_lost_at_any_flash_operation_is_mended_by_the_next_flash() -> None:
    image, pico = flashed_from(old_pico)
    many = 0
    for cut in cuts(image, pico.disk.operations):
        files = Disk(cut.image).files()
        never_half(files)
        nothing_lost(files)
        mended = FakePico(cut.image)
        flash(mended, NEW)
        assert mended.files() == DONE
        many += 1
    assert many > 2 * len(NEW)


def test_power_lost_while_a_factory_new_board_is_flashed_never_half_starts() -> None:
    image, pico = flashed_from(FakePico)
    for cut in cuts(image, pico.disk.operations):
        files = Disk(cut.image).files()
        assert MAIN not in files or files == listed(NEW, "2")
        mended = FakePico(cut.image)
        flash(mended, NEW)
        assert mended.files() == listed(NEW, "2")


def pulled(pico: FakePico) -> Iterator[int]:
    """Flash `pico` again and again, the cable being pulled one program later each time, until it comes through."""
    for programs in range(1, 1000):
        pico.programs, pico.cut = 0, programs
        try:
            flash(pico, NEW)
        except ConnectionLost:
            pico.cut = None
            pico.soft_reset()  # as the next flash begins: what was open is closed, in the middle of a file
            yield programs
        else:
            return


def test_a_cable_pulled_at_any_moment_of_a_board_on_its_battery_is_mended_by_the_next_flash() -> None:
    image = old_pico().disk.image
    many = 0
    for programs in range(1, 1000):
        pico = FakePico(image)
        pico.cut = programs
        try:
            flash(pico, NEW)
        except ConnectionLost:
            pico.cut = None
            pico.soft_reset()
            never_half(pico.files())
            nothing_lost(pico.files())
            flash(pico, NEW)
            assert pico.files() == DONE
            many += 1
        else:
            break
    assert many > 2 * len(NEW)


def test_a_board_whose_cable_is_pulled_again_and_again_gets_there_in_the_end() -> None:
    pico = old_pico()
    for _ in pulled(pico):
        never_half(pico.files())
        nothing_lost(pico.files())
    assert pico.files() == DONE


def test_after_a_cut_another_version_leaves_nothing_of_the_two_before() -> None:
    third = {**OLD, MAIN: b"import sixpip # Sixpip 3\n"}
    image, pico = flashed_from(old_pico)
    for cut in cuts(image, pico.disk.operations):
        other = FakePico(cut.image)
        flash(other, third, "3")
        assert other.files() == {**listed(third, "3"), **OWN, **FOREIGN}


@pytest.mark.parametrize("path", ["game", "settings", "logs/game-1.log"])
def test_power_lost_while_a_backup_is_put_back_leaves_each_file_as_before_or_as_in_the_backup(path: str) -> None:
    pico = old_pico()
    image = pico.disk.image
    pico.disk.operations.clear()
    saved = {**OWN, path: b"as it was saved"}
    put_back(pico.board(), saved)
    for cut in cuts(image, pico.disk.operations):
        assert Disk(cut.image).files()[path] in (OWN[path], saved[path])
        mended = FakePico(cut.image)
        put_back(mended.board(), saved)
        assert mended.files() == {**listed(OLD, "1"), **saved, **FOREIGN}

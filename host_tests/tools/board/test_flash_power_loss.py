"""Pulling the cable during `make flash`: no partial version starts, no user file is lost, and the next `make flash`
repairs the installation. With power lost (at every flash operation), and with the board still running on its battery.
"""

import pytest

from host_tests.flash_fixture import FOREIGN, NEW, OLD, USER_FILES, FakePico, flash, old_pico, with_manifest
from tools.board.flash import manifest
from tools.board.flash.errors import ConnectionLost
from tools.board.flash.plan import MAIN, PARTS
from tools.board.flash.user_files import restore_user_files
from tools.check.power_loss.disk import Disk
from tools.check.power_loss.images import cuts

DONE = {**with_manifest(NEW, "2"), **USER_FILES, **FOREIGN}


def check_complete_or_not_started(files: dict[str, bytes]) -> None:
    """If main.py exists, the version is complete: all files of the old one, or all of the new one."""
    if MAIN in files:
        version = OLD if files[MAIN] == OLD[MAIN] else NEW
        assert {path: files.get(path) for path in version} == version


def check_other_files(files: dict[str, bytes]) -> None:
    assert {path: files.get(path) for path in {**USER_FILES, **FOREIGN}} == {**USER_FILES, **FOREIGN}
    assert set(files) <= {*OLD, *NEW, *USER_FILES, *FOREIGN, manifest.NAME, *PARTS}


@pytest.mark.long
def test_after_power_loss_at_any_flash_operation_the_next_flash_repairs_the_board_also_with_another_version() -> None:
    third = {**OLD, MAIN: b"import sixpip # Sixpip 3\n"}
    pico = old_pico()
    image = pico.disk.image
    pico.disk.operations.clear()
    flash(pico, NEW)
    count = 0
    for cut in cuts(image, pico.disk.operations):
        files = Disk(cut.image).files()
        check_complete_or_not_started(files)
        check_other_files(files)
        repaired, other = FakePico(cut.image), FakePico(cut.image)
        flash(repaired, NEW)
        assert repaired.files() == DONE
        flash(other, third, "3")
        assert other.files() == {**with_manifest(third, "3"), **USER_FILES, **FOREIGN}
        count += 1
    assert count > 2 * len(NEW)


@pytest.mark.long
def test_a_board_on_its_battery_whose_cable_is_pulled_at_any_moment_is_repaired_by_the_next_flash() -> None:
    image = old_pico().disk.image
    count = 0
    for programs in range(1, 1000):
        pico = FakePico(image)
        pico.disconnect_after = programs
        try:
            flash(pico, NEW)
        except ConnectionLost:
            pico.disconnect_after = None
            pico.soft_reset()
            check_complete_or_not_started(pico.files())
            check_other_files(pico.files())
            flash(pico, NEW)
            assert pico.files() == DONE
            count += 1
        else:
            break
    assert count > 2 * len(NEW)


@pytest.mark.parametrize("path", ["game", "settings", "logs/game-1.log"])
def test_power_loss_during_a_restore_leaves_each_file_as_before_or_as_in_the_backup(path: str) -> None:
    pico = old_pico()
    image = pico.disk.image
    pico.disk.operations.clear()
    saved = {**USER_FILES, path: b"as in the backup"}
    restore_user_files(pico.board(), saved)
    restored = []
    for cut in cuts(image, pico.disk.operations):
        restored.append(Disk(cut.image).files()[path] != USER_FILES[path])
        assert Disk(cut.image).files()[path] == (saved if restored[-1] else USER_FILES)[path]
        repaired = FakePico(cut.image)
        restore_user_files(repaired.board(), saved)
        assert repaired.files() == {**with_manifest(OLD, "1"), **saved, **FOREIGN}
    assert restored == sorted(restored) and set(restored) == {False, True}

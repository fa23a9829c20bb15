"""Save a copy and Load a copy in the demo: games move between browsers and boards, as the same .zip."""

import json
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Dialog

from host_tests.flash_fixture import NEW as FIRMWARE
from host_tests.flash_fixture import FakePico, flash
from host_tests.page.demo_fixture import DemoPage, DemoServer, files_of, game_in_mid_turn, open_demo
from host_tests.page.probe import wait_for
from sixpip.app.games.session import Session
from sixpip.rules.ten_thousand.game import TenThousandGame
from tools.board.flash.user_files import read_backup, read_user_files, restore_user_files, write_backup

_ENCODING = "latin-1"
BLOCKED = "Object.defineProperty(window, 'localStorage', {get() { throw new DOMException('blocked'); }})"
FULL = """const set = Storage.prototype.setItem;
Storage.prototype.setItem = function (name, text) {
  if (window.isFull && name.includes("files")) throw new DOMException("full", "QuotaExceededError");
  set.call(this, name, text);
}"""
ASKED = """window.asked = 0;
StorageManager.prototype.persist = async () => { window.asked++; return true; }"""


def other_game() -> Session:
    """A game that is not the one of demo_fixture."""
    game = TenThousandGame("farkle", {}, 2)
    game.scores[:] = [100, 9000]
    return Session(game, ["CLARA", "DAN"])


def saves(session: Session) -> dict[str, bytes]:
    """The files of a console with a saved game, content by path."""
    return {name: content.encode(_ENCODING) for name, content in json.loads(files_of(session, {"sound": 1})).items()}


def save_copy(demo: DemoPage, path: Path) -> Path:
    """Saves a copy to a file."""
    with demo.page.expect_download() as download:
        demo.page.get_by_role("button", name="Save a copy").click()
    assert download.value.suggested_filename.startswith("sixpip-20")
    download.value.save_as(path)
    return path


def load_copy(demo: DemoPage, path: Path, answer: Callable[[Dialog], None] = Dialog.accept) -> str:
    """Loads a copy; returns what the page says then."""
    demo.page.evaluate("document.getElementById('copy-status').textContent = '...'")
    demo.page.once("dialog", answer)
    with demo.page.expect_file_chooser() as chooser:
        demo.page.get_by_role("button", name="Load a copy").click()
    chooser.value.set_files(path)
    wait_for(lambda: status(demo) not in ("", "...") or answer is not Dialog.accept)
    return status(demo)


def status(demo: DemoPage) -> str:
    return str(demo.page.inner_text("#copy-status"))


def test_a_game_goes_from_the_browser_to_a_board_and_from_a_board_to_another_browser(
    context: BrowserContext, server: DemoServer, tmp_path: Path
) -> None:
    demo = open_demo(context, server, files_of(game_in_mid_turn()))
    stored = {name: content.encode(_ENCODING) for name, content in demo.stored().items()}
    copy = save_copy(demo, tmp_path / "copy.zip")
    assert status(demo).startswith("A copy of your games was saved as sixpip-20")
    assert read_backup(copy) == stored and stored.keys() >= {"game", "settings"}
    pico = FakePico()
    flash(pico, FIRMWARE)
    restore_user_files(pico.board(), read_backup(copy))
    assert {path: pico.files()[path] for path in stored} == stored

    pico.put({"game.old": b"older", "logs/game-1.log": b"a log", "my notes.txt": b"x", **saves(other_game())})
    write_backup(read_user_files(pico.board()), tmp_path / "backup.zip")
    assert load_copy(demo, tmp_path / "backup.zip") == (
        "Your games from backup.zip are here now. These files of the copy are not for a browser: my notes.txt."
    )
    assert demo.session().game.record() == other_game().game.record()
    wait_for(lambda: any("CLARA" in line for line in demo.lines))
    assert demo.stored().keys() >= {"game", "game.old", "logs/game-1.log", "settings"}
    lines = demo.lines
    demo.page.reload()
    wait_for(lambda: demo.wait().lines == lines)


def test_a_copy_that_was_packed_again_is_loaded_and_older_files_of_its_game_do_not_count(
    context: BrowserContext, server: DemoServer, tmp_path: Path
) -> None:
    newer = saves(other_game())["game"].decode(_ENCODING)
    demo = open_demo(context, server, json.dumps({**json.loads(files_of(None)), "game.new": newer, "checked.old": "x"}))
    with zipfile.ZipFile(tmp_path / "again.zip", "w") as packed:
        for name, data in saves(game_in_mid_turn()).items():
            packed.writestr(f"my games/{name}", data)
        packed.writestr("__MACOSX/._game", b"x")
    assert load_copy(demo, tmp_path / "again.zip") == "Your games from again.zip are here now."
    assert demo.session().game.record() == game_in_mid_turn().game.record()
    assert "game.new" not in demo.stored() and demo.stored()["checked.old"] == "x"
    demo.bank_550()


@pytest.mark.parametrize(
    ("files", "sentence"),
    [
        (None, "copy.zip is damaged or not a .zip. Choose a file that Save a copy has made."),
        ({"notes.txt": b"x"}, "There are no Sixpip games in copy.zip. Choose a file that Save a copy has made."),
        (
            {"game": b"x", "main.py/x": b"x"},
            "copy.zip is not a copy of your games, because it has a file main.py/x. Choose another file.",
        ),
        (
            {"backups/a.zip": b"x"},
            "copy.zip has more files to choose from in it. Unpack it and choose one of them: backups/a.zip.",
        ),
    ],
)
def test_what_is_no_copy_is_refused_in_one_sentence_and_the_game_stays(
    files: dict[str, bytes] | None, sentence: str, context: BrowserContext, server: DemoServer, tmp_path: Path
) -> None:
    demo = open_demo(context, server, files_of(game_in_mid_turn()))
    (tmp_path / "copy.zip").write_bytes(b"no zip")
    if files:
        with zipfile.ZipFile(tmp_path / "copy.zip", "w") as packed:
            for name, data in files.items():
                packed.writestr(name, data)
    assert load_copy(demo, tmp_path / "copy.zip") == sentence
    demo.bank_550()


def test_without_an_answer_yes_or_without_room_nothing_is_loaded(
    context: BrowserContext, server: DemoServer, tmp_path: Path
) -> None:
    context.add_init_script(FULL)
    demo = open_demo(context, server, files_of(game_in_mid_turn()))
    before = demo.stored()
    write_backup(saves(other_game()), tmp_path / "copy.zip")
    asked: list[str] = []

    def refuse(dialog: Dialog) -> None:
        asked.append(dialog.message)
        dialog.dismiss()

    load_copy(demo, tmp_path / "copy.zip", refuse)
    wait_for(lambda: status(demo) == "" and asked != [])  # the dialog is answered while the page is read
    assert asked == ["Load the games in copy.zip? They replace games and records of the same kind in this browser."]
    demo.page.evaluate("window.isFull = true")
    assert load_copy(demo, tmp_path / "copy.zip") == (
        "There is not enough room in this browser for copy.zip. Nothing was changed."
    )
    demo.page.evaluate("window.isFull = false")
    assert demo.stored() == before
    demo.bank_550()


def test_without_a_network_and_without_storage_a_copy_is_saved_and_loaded(
    context: BrowserContext, root: Path, tmp_path: Path
) -> None:
    server = DemoServer(root)
    context.add_init_script(BLOCKED)
    demo = open_demo(context, server)
    wait_for(lambda: demo.page.evaluate("navigator.serviceWorker.controller !== null"))
    server.stop()
    write_backup(saves(game_in_mid_turn()), tmp_path / "copy.zip")
    assert load_copy(demo, tmp_path / "copy.zip") == "Your games from copy.zip are here now."
    demo.press("2", "4", "b")
    wait_for(lambda: any("4 900" in line for line in demo.lines))
    assert read_backup(save_copy(demo, tmp_path / "saved.zip")).keys() >= {"game", "settings"}


def test_a_second_tab_cannot_load_what_the_first_would_overwrite(
    context: BrowserContext, server: DemoServer, tmp_path: Path
) -> None:
    first = open_demo(context, server, files_of(game_in_mid_turn()))
    second = open_demo(context, server)
    first.page.wait_for_selector("body.off")
    write_backup(saves(other_game()), tmp_path / "copy.zip")
    assert load_copy(first, tmp_path / "copy.zip").startswith("Sixpip is open in another tab now.")
    assert second.session().game.record() == game_in_mid_turn().game.record()


def test_the_browser_is_asked_once_to_keep_the_saves_when_the_first_game_is_saved(
    context: BrowserContext, server: DemoServer
) -> None:
    context.add_init_script(ASKED)
    demo = open_demo(context, server)
    wait_for(lambda: "settings" in demo.stored())
    assert demo.page.evaluate("window.asked") == 0
    demo.go("1", "1", "5", "r")
    wait_for(lambda: "game" in demo.stored())
    wait_for(lambda: demo.page.evaluate("window.asked") == 1)
    demo.page.wait_for_timeout(500)
    assert demo.page.evaluate("window.asked") == 1

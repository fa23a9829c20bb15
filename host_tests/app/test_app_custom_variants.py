"""Own variants: the folder of files at the start, saves of variants that changed, the folder of the simulator."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from host_tests.game_fixture import session_of
from host_tests.scripted_player import BANK, KEEPS, MENU, ROLL, ScriptedPlayer
from sixpip.app.games.session import Session
from sixpip.app.house_rules.custom_variants import load_variants
from sixpip.rules.rulebook import variant_file, variants
from sixpip.rules.rulebook.variant import Variant
from sixpip.rules.ten_thousand.game import TenThousandGame
from sixpip.storage.record_store import Store
from tools.play.simulator import __main__ as command
from tools.play.simulator.__main__ import main

pytestmark = pytest.mark.usefixtures("no_own_variants")


def put(folder: Path, name: str, **content: object) -> Path:
    """Writes the file of a variant called `name` to the folder of variants below `folder`."""
    path = folder / "variants" / f"{name}.json"
    path.parent.mkdir(exist_ok=True)
    path.write_text(json.dumps({"name": name, "base": "pure", **content}))
    return path


def own_names() -> list[str]:
    """Returns the names of the own variants that are registered."""
    return [variant.name for variant in variants.all_variants()[len(variants.VARIANTS) :]]


def test_good_files_become_variants_and_bad_files_are_listed_with_the_reason(tmp_path: Path) -> None:
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
    player = ScriptedPlayer(str(tmp_path))
    assert own_names() == ["anna", "zoe"]
    assert player.app.refused_variants == [
        ("bad.json", "base: name a variant of the console, such as dice-10000"),
        ("empty.json", "Line 1: the file ends too early"),
        ("folder.json", "This is a folder: move its files out of it"),
        ("long.json", "The file is longer than 2048 bytes: make it shorter"),
        ("notes.txt", "The name of the file must end in .json"),
        ("twice.json", "name: there is a variant anna already, take another name"),
    ]


def test_without_a_folder_there_are_no_own_variants_and_nothing_is_reported(tmp_path: Path) -> None:
    assert load_variants(str(tmp_path / "none")) == []
    (tmp_path / "file").write_text("{}")
    ((name, reason),) = load_variants(str(tmp_path / "file"))
    assert name == "variants" and "cannot be read" in reason


def test_every_start_reads_the_folder_again(tmp_path: Path) -> None:
    gone = put(tmp_path, "gone")
    put(tmp_path, "stays")
    assert load_variants(str(tmp_path / "variants")) == []
    gone.unlink()
    put(tmp_path, "comes")
    assert load_variants(str(tmp_path / "variants")) == []
    assert own_names() == ["comes", "stays"]


def test_at_most_24_files_are_read(tmp_path: Path) -> None:
    for number in range(30):
        put(tmp_path, f"v{number:02}")
    refused = load_variants(str(tmp_path / "variants"))
    assert own_names() == [f"v{number:02}" for number in range(8)]
    assert refused[0] == ("v08.json", "There are 8 own variants already: delete one")
    assert refused[-1] == ("v24.json", "Only 24 files are read, and not this one: delete some")
    assert len(refused) == 17


def test_24_files_are_all_read(tmp_path: Path) -> None:
    for number in range(24):
        (put(tmp_path, f"v{number:02}") if number < 8 else tmp_path / "variants" / f"v{number:02}.txt").touch()
    refused = load_variants(str(tmp_path / "variants"))
    assert [name for name, _ in refused] == [f"v{number:02}.txt" for number in range(8, 24)]
    assert {reason for _, reason in refused} == {"The name of the file must end in .json"}


def test_a_file_in_place_of_the_folder_is_listed(tmp_path: Path) -> None:
    (tmp_path / "variants").write_text("no folder")
    assert load_variants(str(tmp_path / "variants")) == [("variants", "The folder cannot be read: copy it again")]


def test_a_file_that_cannot_be_read_is_listed_and_the_next_one_is_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    put(tmp_path, "anna")
    put(tmp_path, "zoe")
    read = variant_file.read

    def fail_first(data: bytes) -> Variant:
        if b"anna" in data:
            raise OSError(5, "a bad block")
        return read(data)

    monkeypatch.setattr(variant_file, "read", fail_first)
    assert load_variants(str(tmp_path / "variants")) == [("anna.json", "The file cannot be read: copy it again")]
    assert own_names() == ["zoe"]


EXACT = {"table": {"singles": [0] * 6, "triples": [450, 0, 0, 0, 0, 0]}, "rules": {"end": "exact", "target": 4500}}
PAST = {**EXACT, "rules": {"end": "exact", "target": 5000}}


@pytest.mark.parametrize("saved", [{"good.json": 1}, [], {"good.json": [1], "x": {}}], ids=str)
def test_the_record_of_files_that_an_earlier_firmware_has_checked_does_no_harm(tmp_path: Path, saved: object) -> None:
    put(tmp_path, "good", **EXACT)
    store = Store(str(tmp_path))
    store.save("checked", saved)
    assert ScriptedPlayer(str(tmp_path)).app.refused_variants == [] and own_names() == ["good"]
    assert store.load("checked") == saved


ON_THE_BOARD = """
import os
from sixpip.app import memory
before = memory.mark()
from sixpip.app.house_rules.custom_variants import load_variants
from sixpip.rules.rulebook import variants
print(load_variants("/none"), load_variants("/main.json")[0][0])
os.mkdir("/variants/folder.json")
for _ in range(2):
    refused = load_variants("/variants")
    print([variant.name for variant in variants.all_variants()[len(variants.VARIANTS):]], refused)
memory.drop(before)
print([name for name in memory.mark() if "ten_thousand" in name])
"""


def test_the_folder_is_read_the_same_way_under_micropython_without_a_game(micropython: Callable[..., str]) -> None:
    files = {"/variants/b.json": "[", "/main.json": "{}"}
    for name, content in (("a", EXACT), ("past", PAST)):
        files[f"/variants/{name}.json"] = json.dumps({"name": name, "base": "pure", **content})
    refused = [
        ("b.json", "Line 1: a ] is missing at the end"),
        ("folder.json", "This is a folder: move its files out of it"),
        ("past.json", "target=5000 does not go with end=exact: no points of these dice add up to it"),
    ]
    printed = micropython(ON_THE_BOARD, files).splitlines()
    assert printed == ["[] variants", *[f"['a'] {refused}"] * 2, "[]"]


def test_an_own_variant_is_played_from_the_boot_menu(tmp_path: Path) -> None:
    put(tmp_path, "mine", title="Grandma's dice", faces=["A", "B", "C", "D", "E", "F"])
    player = ScriptedPlayer(str(tmp_path)).press(*[BANK] * len(variants.VARIANTS))
    assert "\u2192Grandma's dice" in player.screen
    player.press(ROLL, KEEPS[1], ROLL)
    player.wait(400)
    session = player.app.session
    assert session and session.game.variant.name == "mine"
    player.throw(1, 2, 3, 4, 5, 6).keep(1)
    assert "100" in player.screen


# Saves


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        (None, "There is no variant 'mine'"),
        ({"rules": {"opening": 350}}, "The rules of mine have changed since this game was saved"),
    ],
    ids=["gone", "changed"],
)
def test_a_saved_game_whose_variant_is_gone_or_changed_is_parked_until_the_file_is_there_again(
    tmp_path: Path, changes: dict[str, object] | None, reason: str
) -> None:
    path = put(tmp_path, "mine")
    player = ScriptedPlayer(str(tmp_path))
    player.app.session = Session(TenThousandGame("mine", players=2), ["Ann", "Bob"])
    player.wait(400)
    before = path.read_bytes()
    if changes is None:
        path.unlink()
    else:
        put(tmp_path, "mine", **changes)
    player = ScriptedPlayer(str(tmp_path))
    assert player.app.session is None
    assert player.app.store.damaged == []
    assert reason in player.app.store.reports[0] and "parked" in player.screen and "damaged" not in player.screen
    player.press(ROLL)
    assert "Dice 10 000" in player.screen
    path.write_bytes(before)
    player = ScriptedPlayer(str(tmp_path))
    player.pick("mine").pick("Go on")
    assert session_of(player).names == ["Ann", "Bob"]


# The simulator


def test_the_simulator_uses_the_folder_it_is_given(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[str | None] = []

    def keep(folder: Path, port: int, browser: bool, chosen: str | None, pages: str) -> int:
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


@pytest.mark.parametrize(
    ("row", "left"),
    [({"opening": 500}, {}), ({"start": "one-die", "grow": "yes"}, {"start": "one-die"})],
)
def test_house_rules_of_another_base_are_dropped_when_the_base_of_a_variant_changes(
    row: dict[str, object], left: dict[str, object], tmp_path: Path
) -> None:
    put(tmp_path, "ours", base="phase-10")
    people = {"names": ["ANNA", "BEN"], "seats": [0, 0], "members": [], "match": [], "head_start": []}
    store = Store(str(tmp_path))
    store.save("rules-ours", row)
    store.save("last", {"variant": "ours", "rules": row, "first": -1, "loser": -1, **people})
    player = ScriptedPlayer(str(tmp_path))
    assert "Again" in player.lines[1]
    player.press(0)
    assert "dropped:" in player.screen
    player.press(ROLL, 0)
    assert session_of(player).game.overrides == left
    player.press(MENU).pick("House rules")
    assert player.screen == "HOUSE RULES|This game has none.|BANK back"
    again = ScriptedPlayer(str(tmp_path)).press(MENU).pick("Leave").pick("ours").press(1)
    assert "dropped:" in again.screen

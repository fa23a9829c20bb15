"""The boot menu: every game, records, settings and workshop within reach, the faces of the marked game on the dice."""

import re
from pathlib import Path

import pytest

from host_tests.scripted_player import BANK, MENU, ROLL, ScriptedPlayer, face_pixels, tile_pixels
from sixpip.rules.core.engine import new_game
from sixpip.rules.rulebook.variant import Variant
from sixpip.rules.rulebook.variants import VARIANTS
from sixpip.screens.screen import wrap
from sixpip.screens.start.boot_menu import ABOUT
from sixpip.storage.record_store import Store
from sixpip.view import palette
from sixpip.view.text import COLUMNS


def test_every_line_of_the_boot_menu_takes_at_most_three_presses(player: ScriptedPlayer) -> None:
    lines = player.app.screen.lines()  # type: ignore[attr-defined]
    assert len(lines) <= 17  # and a line for the last game
    player.press(MENU, MENU, (len(lines) - 1) % 6)
    assert player.lines[0].startswith("SWITCHING OFF")


def test_a_refused_variant_file_is_listed_and_shows_the_reason_on_pages(player: ScriptedPlayer) -> None:
    player.app.refused_variants = [("mine.json", " ".join(["word"] * 30) + " end")]
    player.press(MENU, MENU, 1)
    assert player.lines[0] == "MINE.JSON"
    assert "end" not in player.screen and player.lines[7] == "ROLL more"
    player.press(ROLL)
    assert "end" in player.screen and player.lines[7] == "ROLL next"
    player.press(ROLL)
    assert player.lines[2:4] == ["2 \u2192! mine.json", "3 Records, dice, pad"]


def test_each_refused_file_and_each_parked_game_without_a_variant_shows_its_own_reason(tmp_path: Path) -> None:
    Store(str(tmp_path)).save("parked/gone", {"variant": "gone"})
    player = ScriptedPlayer(str(tmp_path))
    player.app.refused_variants = [("mine.json", "The first reason."), ("yours.json", "The second reason.")]
    for name, reason in (("mine.json", "The first"), ("yours.json", "The second"), ("gone", "This parked game")):
        player.press(BANK).pick(f"! {name}")
        assert player.lines[0] == name.upper() and reason in player.screen
        player.press(ROLL)


def test_bank_marks_every_line_in_turn(player: ScriptedPlayer) -> None:
    lines = player.app.screen.lines()  # type: ignore[attr-defined]
    for line in [*lines[1:], *lines[:2]]:
        player.press(BANK)
        assert next(shown for shown in player.lines if "\u2192" in shown).endswith(line)


def test_the_dice_show_the_faces_of_the_marked_variant_in_its_color(player: ScriptedPlayer) -> None:
    beginners = [variant for variant in VARIANTS if variant.name == "farkle"]
    for variant in beginners + [variant for variant in VARIANTS if variant not in beginners]:
        assert variant.title in next(line for line in player.lines if "\u2192" in line)
        if variant.dice_set.kind != "phase":  # every face has its own color: test_screens_phase_ten
            expected = bytearray(96)
            palette.load(expected, variant.ink)
            assert player.board.palette[3:18] == expected[3:18]
            if variant.dice_set.wild < 0:
                shown = [tile_pixels(player, tile) for tile in range(5)]
                assert shown == [face_pixels(face, variant.dice_set.kind) for face in variant.dice_set.faces[:5]]
        player.press(BANK)


def test_the_first_line_offers_the_last_game_and_the_second_its_variant_also_after_power_on(
    player: ScriptedPlayer,
) -> None:
    player.start(2, "zilch").press(MENU, 5)
    for console in (player, ScriptedPlayer(player.board.folder)):
        assert console.lines[:3] == ["SIXPIP 0.1 MENU 1/3", "1 \u2192Again: P1 + P2", "2 Zilch: new"]
        assert tile_pixels(console, 0) == face_pixels("1", "pips")
        assert console.press(1).lines[0] == "ZILCH"


def test_a_parked_game_that_is_damaged_is_reported_and_its_players_can_begin_again(player: ScriptedPlayer) -> None:
    player.start(2, "zilch").throw(1, 2, 3, 3, 4, 6).press(0, MENU, 5)
    assert player.lines[1] == "1 \u2192Go on: P1 + P2"
    (Path(player.board.folder) / "parked" / "zilch").write_text("{", encoding="utf-8")
    again = ScriptedPlayer(player.board.folder)
    assert "could not use a parked game and has set that data aside." in again.screen.replace("|", " ")
    assert again.app.store.damaged == ["parked/zilch.bad"]
    assert again.press(ROLL).lines[1:4] == ["1 \u2192Again: P1 + P2", "2 Zilch: new", "3 Dice 10 000"]
    assert "your turn" in again.press(0).screen


def test_below_the_line_of_the_last_game_each_line_shows_the_dice_of_its_own_variant(player: ScriptedPlayer) -> None:
    player.start(2, "ten-grand").press(MENU, 5)
    shown = []
    for _ in range(3):
        shown.append(tile_pixels(player, 0))
        player.press(BANK)
    assert shown[0] == shown[1] == face_pixels("A", "grand") != shown[2]


@pytest.mark.parametrize(("variant", "engine"), [("phase-10", "phase_ten"), ("zilch", "ten_thousand")])
def test_in_the_boot_menu_the_modules_of_the_engine_played_last_are_imported(
    variant: str, engine: str, player: ScriptedPlayer, monkeypatch: pytest.MonkeyPatch
) -> None:
    player.start(2, variant).press(MENU, 5)
    asked: list[str] = []
    monkeypatch.setattr(player.app, "prepare", lambda name: asked.append(name))
    player.wait(100)
    assert set(asked) == {engine}
    player.press(BANK)  # another line is marked: the menus that it opens come behind the modules of the engine
    player.wait(100)
    assert set(asked) == {engine}


def test_before_the_first_game_the_modules_of_the_first_variant_are_imported(
    player: ScriptedPlayer, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []
    monkeypatch.setattr(player.app, "prepare", lambda name: asked.append(name))
    player.wait(100)
    assert set(asked) == {VARIANTS[0].dice_set.engine}


@pytest.mark.parametrize(("variant", "line"), [("zilch", "2 Zilch \u26551:0:0:0:0:0"), ("dice-10000", "2 Dice 10 000")])
def test_the_wins_of_the_last_players_are_shown_where_there_is_room(
    variant: str, line: str, player: ScriptedPlayer
) -> None:
    player.start(6, variant).press(MENU, 5)
    player.app.wins = {"P1": 1}
    player.press(BANK)
    assert player.lines[2].replace("\u2192", "").split() == line.split()


@pytest.mark.parametrize("variant", VARIANTS, ids=lambda variant: variant.name)
def test_a_picked_game_says_what_it_is_in_three_lines(variant: Variant, tmp_path: Path) -> None:
    lines = wrap(ABOUT[variant.name], COLUMNS)
    assert 1 <= len(lines) <= 3
    assert ScriptedPlayer(str(tmp_path)).pick(variant.title).lines[1 : 1 + len(lines)] == lines


@pytest.mark.parametrize("variant", VARIANTS, ids=lambda variant: variant.name)
def test_the_points_that_are_said_of_a_game_are_those_of_its_rules(variant: Variant) -> None:
    said = [int(points.replace(" ", "")) for points in re.findall(r"\b\d+(?: \d{3})*\b", ABOUT[variant.name])]
    values = new_game(variant.name, {}, 2).options.values()
    assert set(said) <= {abs(value) for value in values if isinstance(value, int)}

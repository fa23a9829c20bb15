"""The page about troubles: the console says what it quotes, its codes are steps there are, its figures are right."""

import ast
import re
from pathlib import Path

import pytest

from hardware import troubles
from host_tests.guides import STEPS, WRITTEN
from host_tests.scripted_player import MENU, ScriptedPlayer
from sixpip.app import power
from sixpip.board import oled
from sixpip.screens.self_test import order
from tools import FIRMWARE


def sentences() -> list[str]:
    """Every text in the firmware's own files, with "..." for what it fills in."""
    found = []
    for path in sorted((FIRMWARE / "sixpip").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.JoinedStr):
                found.append(
                    "".join(str(part.value) if isinstance(part, ast.Constant) else troubles.GAP for part in node.values)
                )
            elif isinstance(node, ast.Constant) and isinstance(node.value, str):
                found.append(node.value)
    return found


def is_said(sentence: str, texts: list[str]) -> bool:
    """Whether the firmware has the sentence, at most in two pieces that a gap or a colon joins."""
    pieces = [
        piece for piece in re.split(r"\.\.\.|(?<=randomness)(?=:)|(?<=stuck)(?=:)", sentence) if piece.strip(". ")
    ]
    return bool(pieces) and all(any(piece in text for text in texts) for piece in pieces)


@pytest.mark.parametrize("said", troubles.SAID, ids=lambda said: str(said.sentence.strip())[:30])
def test_what_the_page_says_the_console_says_is_said_by_the_firmware(said: troubles.Said) -> None:
    assert is_said(said.sentence, sentences())


def test_a_sentence_that_the_firmware_does_not_say_is_found() -> None:
    assert not is_said("Battery low: charge me now.", sentences())
    assert not is_said("...", sentences())


def test_every_sentence_about_battery_buttons_and_dice_is_on_the_page() -> None:
    page = " ".join(said.sentence for said in troubles.SAID)
    for sentence in power._SAID[1:]:
        assert sentence in page
    dead = [text for text in sentences() if re.fullmatch(r"The dice (have no randomness|are stuck)", text)]
    assert len(set(dead)) == 2
    for sentence in dead:
        assert f"{sentence}: no dice are thrown" in page
    assert " stuck and left out." in page and "SIXPIP STOPPED" in page


def test_every_trouble_names_steps_that_there_are() -> None:
    codes = {step.code for step in STEPS}
    for row in (*troubles.SAID, *troubles.SEEN):
        assert set(row.codes) <= codes, row
        assert row.cause and row.cure
    assert all(seen.codes for seen in troubles.SEEN)


def test_the_figures_of_the_firmware_stand_in_the_page_as_the_firmware_has_them() -> None:
    page = WRITTEN["TROUBLESHOOTING.md"]
    for millivolts in power.LEVELS_MV:
        assert f"{millivolts / 1000:.1f} V" in page
    assert f"0x{oled.ADDRESS:X}".lower() in page.lower()


def test_the_self_test_is_found_blind_as_the_page_says(tmp_path: Path) -> None:
    presses = re.search(r"from the boot menu ([A-Z0-9, ]+) \(Workshop, Self-test\)", WRITTEN["TROUBLESHOOTING.md"])
    assert presses
    person = ScriptedPlayer(str(tmp_path))
    person.board.oled_connected = False
    for name in presses[1].split(", "):
        person.press(MENU if name == "MENU" else int(name.removeprefix("KEEP ")) - 1)
    assert isinstance(person.app.screen, order.STEPS[0])

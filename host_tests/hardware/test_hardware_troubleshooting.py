"""TROUBLESHOOTING.md: its messages are those of the firmware, its steps exist, its figures are correct."""

import ast
import functools
import re
from pathlib import Path

import pytest

from host_tests.guides import GUIDE_TEXT, STEPS
from host_tests.scripted_player import MENU, ScriptedPlayer
from sixpip.app import power
from sixpip.app.dice_source import NOT_FAIR
from sixpip.screens.workshop.self_test import Display
from tools import FIRMWARE

GAP = "..."
"""Stands for text that the console fills in."""

MESSAGES, SYMPTOMS = (
    [
        [cell.strip() for cell in line.strip("|").split("|")]
        for line in section.splitlines()
        if line.startswith("| ") and not line.startswith(("| ---", "| message", "| symptom"))
    ]
    for section in GUIDE_TEXT["TROUBLESHOOTING.md"].split("\n## ")[1:]
)
"""The rows of both tables: message or symptom, cause, remedy, steps."""

SENTENCES = [row[0].strip("`") for row in MESSAGES]


@functools.cache
def sentences() -> list[str]:
    """Returns every string in the firmware, with GAP for the parts that it fills in."""
    found = []
    for path in sorted((FIRMWARE / "sixpip").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.JoinedStr):
                found.append(
                    "".join(str(part.value) if isinstance(part, ast.Constant) else GAP for part in node.values)
                )
            elif isinstance(node, ast.Constant) and isinstance(node.value, str):
                found.append(node.value)
    return found


def is_in_firmware(sentence: str, texts: list[str]) -> bool:
    """Returns whether all pieces of a message, split at gaps and some colons, are in the strings of the firmware."""
    pieces = [
        piece for piece in re.split(r"\.\.\.|(?<=stuck)(?=:)|(?<=Dice: )|(?<=Bits: )", sentence) if piece.strip(". ")
    ]
    return bool(pieces) and all(any(piece in text for text in texts) for piece in pieces)


@pytest.mark.long
def test_every_message_on_the_page_is_in_the_firmware() -> None:
    texts = sentences()
    assert [one for one in SENTENCES if not is_in_firmware(one, texts)] == []
    assert not is_in_firmware("Battery low: charge it now.", texts) and not is_in_firmware("...", texts)


@pytest.mark.long
def test_every_message_about_battery_buttons_and_dice_is_on_the_page() -> None:
    page = " ".join(SENTENCES)
    for sentence in (*power.SENTENCES[1:], power.STILL_ON, power.TOO_HOT):
        assert sentence in page
    assert NOT_FAIR in page
    texts = sentences()
    for verdict in ("NOT FAIR", "NOT EVEN", "REPEAT AT ...", "TEST FAILED"):
        assert verdict in texts and verdict in page
    assert " is stuck: free it" in page and "SIXPIP STOPPED" in page


def test_every_row_names_existing_steps_and_has_cause_and_remedy() -> None:
    codes = {step.code for step in STEPS}
    for _, cause, remedy, steps in (*MESSAGES, *SYMPTOMS):
        assert set(steps.split()) <= codes and cause and remedy
    assert all(steps for *_, steps in SYMPTOMS)


def test_the_self_test_can_be_opened_with_the_keys_on_the_page_while_the_oled_is_dark(tmp_path: Path) -> None:
    presses = re.search(
        r"from the boot menu, press ([A-Z0-9, ]+) \(Workshop, Self-test\)", GUIDE_TEXT["TROUBLESHOOTING.md"]
    )
    assert presses
    person = ScriptedPlayer(str(tmp_path))
    person.board.oled_connected = False
    for name in presses[1].split(", "):
        person.press(MENU if name == "MENU" else int(name.removeprefix("KEEP ")) - 1)
    assert isinstance(person.app.screen, Display)

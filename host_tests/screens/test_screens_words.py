"""The texts of house rules fit the OLED; the odds shown with a choice leave the game as it is."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from host_tests.scripted_player import ROLL, ScriptedPlayer
from host_tests.view_golden import GOLDEN
from sixpip.rules.core import events
from sixpip.rules.core.replay import Script
from sixpip.rules.ten_thousand.game import TenThousandGame
from sixpip.rules.ten_thousand.house_rules.calls import WORDS
from sixpip.rules.ten_thousand.odds import BustOdds
from sixpip.screens.screen import wrap
from sixpip.screens.table_view import events_text
from sixpip.screens.ten_thousand.pages import draw_words
from sixpip.view.text import COLUMNS, Canvas
from tools import FIRMWARE
from tools.play.host.frames import oled_lines

REPORTING = ("add_points", "change_score", "throw_again", "win_outright", "eliminate", "Illegal")
REASONS = ("refuse_bank", "refuse_keep", "bank_refusal", "why_not")
LONGEST = {"WORDS": max(len(word) for word in WORDS), "faces": 3, "plurals": 6, "missing": 1, "dice": 1}
NUMBER = 5


@pytest.mark.parametrize(
    ("words", "lines"),
    [
        ("A straight scores 3 000. Well", ["A straight scores", "3 000. Well"]),
        ("It costs him 1 000 000 or 12 500", ["It costs him", "1 000 000 or", "12 500"]),
        ("of 1, 100, 50 and 20", ["of 1, 100, 50 and", "20"]),
        ("It costs him 12 points", ["It costs him 12", "points"]),
    ],
)
def test_a_line_breaks_after_a_number_but_never_within_one(words: str, lines: list[str]) -> None:
    assert wrap(words, 18) == lines


def texts_of_rules(reporting: tuple[str, ...] = REPORTING) -> Iterator[tuple[str, ast.expr]]:
    """Yields every text of the rules that a screen shows in one line, with its file; the events of `reporting` only."""
    folder = FIRMWARE / "sixpip" / "rules"
    for path in sorted([path for path in folder.glob("ten_thousand/**/*.py") if path.name != "log_parser.py"]):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and ast.unparse(node.func).split(".")[-1] in reporting:
                yield from texts(path, node)
            elif isinstance(node, ast.FunctionDef) and node.name in REASONS:
                for statement in node.body[1:]:
                    for inner in ast.walk(statement):
                        if isinstance(inner, ast.Return) and inner.value is not None:
                            yield from texts(path, inner.value)


def texts(path: Path, node: ast.expr) -> Iterator[tuple[str, ast.expr]]:
    """Yields the texts in an expression; an f-string is one text."""
    if isinstance(node, ast.JoinedStr) or (isinstance(node, ast.Constant) and isinstance(node.value, str)):
        yield path.name, node
    else:
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.expr):
                yield from texts(path, child)


def longest(node: ast.expr) -> int:
    if isinstance(node, ast.JoinedStr):
        return sum(longest(part) for part in node.values)
    if isinstance(node, ast.FormattedValue):
        source = ast.unparse(node.value)
        return next((most for name, most in LONGEST.items() if name in source), NUMBER)
    assert isinstance(node, ast.Constant)
    return len(str(node.value))


def test_every_reason_of_a_house_rule_fits_on_a_line_of_the_oled() -> None:
    found = list(texts_of_rules())
    assert len(found) > 20
    never_shown = "Keep dice of the last roll"  # the screen offers no other dice
    too_long = [
        (file, ast.unparse(node))
        for file, node in found
        if longest(node) > COLUMNS and never_shown not in ast.unparse(node) and " nothing" not in ast.unparse(node)
    ]
    assert not too_long


def test_every_answer_of_a_rule_begins_with_a_capital_or_a_number() -> None:
    answers = [node.values[0] if isinstance(node, ast.JoinedStr) else node for _, node in texts_of_rules(("Illegal",))]
    words = [answer.value for answer in answers if isinstance(answer, ast.Constant)]
    assert len(words) > 10 and [word for word in words if str(word)[:1].islower()] == []


@pytest.mark.parametrize("area", ["screens", "computers", "evening", "records", "ten_thousand", "workshop"])
def test_every_line_of_a_list_begins_with_a_capital_or_a_number(area: str) -> None:
    lines = [line for path in (GOLDEN / area).iterdir() for line in path.read_text(encoding="utf-8").splitlines()]
    assert [line for line in lines if re.match(r"\|[1-6] ?[ \u2192]?[a-z]", line)] == []


@pytest.mark.parametrize(
    ("kind", "details", "words"),
    [
        (events.ROLLED, {"positions": 0b111}, "rolls 3 dice"),
        (events.ROLLED, {"positions": 0b100}, "rolls 1 die"),
        (events.KEPT, {"points": 1050}, "keeps +1 050"),
        (events.HOT, {}, "hot dice"),
        (events.BUST, {"points": 300}, "bust"),
        (events.BANKED, {"points": 1050, "number": 5000}, "banks 1 050"),
        (events.OPENED, {}, ""),
        (events.TOOK, {"points": 350, "number": 2}, "takes over 350"),
        (events.BONUS, {"points": 500, "why": "no die scores"}, "no die scores 500"),
        (events.PENALTY, {"points": -500, "why": "3 busts"}, "BEN -500: 3 busts"),
        (events.ASIDE, {"positions": 0b11}, "2 dice set aside"),
        (events.MADE, {"points": 42, "number": 3}, "phase 3 made, 42"),
        (events.MISSED, {"points": 2, "number": 3}, "phase 3 missed"),
        (events.AGAIN, {"why": "clear it"}, "clear it"),
        (events.CALLED, {"number": 1, "why": "five"}, "calls five"),
        (events.CALL_MISSED, {"why": "missed: a 5"}, "missed: a 5"),
        (events.THREW, {"points": 6}, "throws 6"),
        (events.OUT, {"why": "six 1s"}, "out: six 1s"),
        (events.LIMIT, {"why": "100 rolls"}, "100 rolls"),
        (events.WON, {"why": "six alike"}, "six alike"),
        (events.CLOSING, {}, "last turns"),
        (events.TURN, {}, ""),
        (events.GAME_OVER, {}, "BEN wins"),
    ],
)
def test_what_has_happened_is_said_in_a_few_words(kind: str, details: dict[str, Any], words: str) -> None:
    assert events_text([events.event(kind, 1, **details)], ["ANNA", "BEN"]) == words


def test_several_events_are_one_sentence_and_no_one_may_win() -> None:
    happened = [events.event(events.BUST, 0), events.event(events.GAME_OVER, -1)]
    assert events_text(happened, ["ANNA", "BEN"]) == "bust, no one wins"


@pytest.mark.parametrize(("lines", "row", "label"), [(4, 2, "next"), (5, 1, "next"), (6, 1, "next"), (7, 1, "more")])
def test_a_notice_begins_on_the_second_row_where_it_is_short_and_has_six_rows_at_most(
    lines: int, row: int, label: str, player: ScriptedPlayer
) -> None:
    words = [f"{number} {'x' * 18}" for number in range(lines)]
    player.app.notify(" ".join(words))
    player.settle()
    assert player.lines[row : row + min(lines, 6)] == words[:6] and player.lines[7] == f"ROLL {label}"
    player.press(ROLL)
    if lines > 6:
        assert player.lines[2] == words[6] and "ROLL next" in player.press().lines
        player.press(ROLL)
    assert player.lines[0].startswith("SIXPIP")


def test_a_reason_that_is_one_letter_too_long_is_shortened() -> None:
    oled = bytearray(1024)
    draw_words(Canvas(oled), 5, "One 100 scores nothing")
    assert oled_lines(oled)[5].strip() == "One 100 scores 0"


def test_a_text_of_two_rows_starts_on_the_row_above() -> None:
    oled = bytearray(1024)
    draw_words(Canvas(oled), 5, "Take 5 dice and 12050?")
    assert [line.strip() for line in oled_lines(oled)[4:6]] == ["Take 5 dice and", "12050?"]


def test_a_game_finds_the_same_keeps_after_the_odds_have_used_its_scorer() -> None:
    game = TenThousandGame("pure")
    game.apply(("roll", None), Script([0, 0, 1, 2, 3, 3]))
    keeps = [(game.scorer.keeps[i], game.scorer.points[i]) for i in range(game.find_keeps())]
    lent = BustOdds(game.dice_set, game.options, game.dice, game.scorer)
    own = BustOdds(game.dice_set, game.options, game.dice)
    assert [lent.busts(dice) for dice in range(1, 7)] == [own.busts(dice) for dice in range(1, 7)]
    assert [(game.scorer.keeps[i], game.scorer.points[i]) for i in range(game.find_keeps())] == keeps

"""Logs: the lines that a game makes, and what is said of lines that lead nowhere."""

import pytest

from sixpip.rules import log
from sixpip.rules.refusal import BadLine, Illegal


def test_the_log_is_made_of_the_words_of_case_files() -> None:
    game = log.replay(["game dice-10000 players=2 target=1500 opening=0 bank_min=0 busts=all"])
    lines = [log.head(game)]
    for text in ("roll 3 5 5 5 2 3", "keep 5 5 5", "bank", "roll 1 2 2 3 4 6", "keep 1", "roll 5 3 3 2 2", "bank"):
        action, dice = log.action_of(game, text.split())
        lines.append(log.line(game, action, game.apply(action, dice)))
    assert lines == [
        "game dice-10000 players=2 opening=0 bank_min=0 busts=all target=1500",
        "roll 3 5 5 5 2 3",
        "keep 5 5 5",
        "bank",
        "roll 1 2 2 3 4 6",
        "keep 1",
        "roll 5 3 3 2 2",
        "bank",
    ]


@pytest.mark.parametrize(
    ("lines", "error", "reason"),
    [
        ([], BadLine, "The log is empty: it begins with a line 'game VARIANT'"),
        (["", " "], BadLine, "The log is empty: it begins with a line 'game VARIANT'"),
        (["roll 1"], BadLine, "Line 1: A log begins with a line 'game VARIANT'"),
        (["game dice"], BadLine, "Line 1: There is no variant 'dice': use one of dice-10000"),
        (["game dice-10000", "", "throw"], BadLine, "Line 3: There is no statement 'throw'"),
        (["game dice-10000", "roll 1 2 3 4 5 7"], BadLine, "Line 2: The dice have no face '7': they show 1 2 3 4 5 6"),
        (["game dice-10000", "roll 1 2 3"], Illegal, "Line 2: 6 dice are thrown, not 3"),
        (["game dice-10000", "bank"], Illegal, "Line 2: Roll first"),
    ],
)
def test_a_log_that_cannot_be_replayed_says_where_and_why(
    lines: list[str], error: type[Exception], reason: str
) -> None:
    with pytest.raises(error) as why:
        log.replay(lines)
    assert why.value.args[0] == reason


def test_empty_lines_of_a_log_are_passed_over() -> None:
    assert log.replay(["", "game dice-10000", "", "roll 1 2 3 4 5 6", ""]).rolls == 1

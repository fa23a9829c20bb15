"""The log of a game of Phase 10: the names of dice, and the errors for lines that cannot be replayed."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from host_tests.phase_dice_fixture import rolls
from sixpip.rules.game import actions
from sixpip.rules.game.engine import new_game
from sixpip.rules.game.errors import BadLine, Illegal
from sixpip.rules.menus import replay
from sixpip.rules.phase_ten import dice

FIVES = "roll 5R 5G 5O 5R 5B 5B 1B 1R 1O 1G"  # H1 and H4 show 5R, H5 and H6 5B
GAME = [
    "game phase-10 players=2 start=one-die",
    "roll 7B",
    "roll 9B",
    FIVES,
    "keep 5R 5G 5B",
    "roll 5O 10B 6O WR WB 3R 1G",
    "back 5G",
    "keep WR",
    "roll 10R 6B 10B 6O WB 3R 1G",
    "stop",
]


def lines_of(head: str, *words: str) -> list[str]:
    """The log of a game that was replayed from these lines."""
    game = replay.replay([head])
    lines = [replay.head(game)]
    for text in words:
        action, source = replay.action_of(game, text.split())
        lines.append(replay.line(game, action, game.apply(action, source)))
    return lines


def laid(*lines: str) -> Any:
    """A game with one player after some lines."""
    return replay.replay(["game phase-10", *lines])


def test_the_log_has_the_syntax_of_case_files() -> None:
    assert lines_of(GAME[0], *GAME[1:]) == GAME


def test_any_high_face_is_accepted_in_a_throw_for_the_start_and_that_of_the_die_is_written() -> None:
    assert lines_of(GAME[0], "roll 10R", "roll 9O") == [GAME[0], "roll 10G", "roll 9B"]


@pytest.mark.parametrize(
    ("words", "positions"),
    [
        ("5R", 0b0001),
        ("H1", 0b0001),
        ("H4", 0b1000),
        ("5R 5R", 0b1001),
        ("H4 5R", 0b1001),
        ("5R H4", 0b1001),
        ("H1 5R", 0b1001),
        ("5R H1", 0b1001),
        ("5B", 0b010000),
        ("5B H5", 0b110000),
        ("H6", 0b100000),
        ("1G L1 5O", 0b1001000100),
        ("L4 L4", 0b1000000000),
    ],
)
def test_dice_are_named_by_their_faces_leftmost_first_or_by_their_names(words: str, positions: int) -> None:
    game = laid(FIVES)
    action, _ = replay.action_of(game, ["keep", *words.split()])
    assert action == (actions.KEEP, positions)
    game.apply(action, replay.Script([]))
    assert replay.action_of(game, ["back", *words.split()])[0] == (actions.BACK, positions)


@pytest.mark.parametrize(
    ("keep", "written"),
    [
        ("H1", "keep 5R"),
        ("H4", "keep H4"),
        ("H1 H4", "keep 5R 5R"),
        ("H5", "keep 5B"),
        ("H6 H4", "keep H4 H6"),
        ("L4 H2", "keep 5G 1G"),
    ],
)
def test_a_die_is_written_by_its_name_only_where_one_further_left_shows_the_same(keep: str, written: str) -> None:
    assert lines_of("game phase-10 players=1", FIVES, "keep " + keep)[-1] == written


def test_a_die_that_cannot_be_chosen_is_not_distinguished() -> None:
    lines = lines_of("game phase-10 players=1", FIVES, "keep H1", "keep H4", "back H1", "back H4", "keep 5B", "back H5")
    assert lines[2:] == ["keep 5R", "keep 5R", "back 5R", "back 5R", "keep 5B", "back 5B"]
    assert lines_of("game phase-10 players=1", FIVES, "keep H1 H4", "back H4")[-1] == "back H4"


@settings(max_examples=300, deadline=None)
@given(rolls(), st.integers(1, dice.ALL), st.integers(0, dice.ALL), st.integers(0, dice.ALL))
def test_the_line_names_exactly_the_dice_set_aside_or_taken_back(faces: bytes, keep: int, back: int, more: int) -> None:
    game = new_game("phase-10")
    game.apply((actions.ROLL, None), replay.Script(list(faces)))
    other = replay.replay([replay.head(game), "roll " + " ".join(dice.written(die, faces[die]) for die in range(10))])
    for kind, positions in ((actions.KEEP, keep), (actions.BACK, back & keep), (actions.KEEP, more & ~game.kept)):
        positions &= ~game.kept if kind == actions.KEEP else game.kept
        if not positions:
            continue
        line = replay.line(game, (kind, positions), game.apply((kind, positions), replay.Script([])))
        action, source = replay.action_of(other, line.split())
        assert action == (kind, positions)
        other.apply(action, source)
    assert other.record() == game.record()


HEAD = "game phase-10"
WRONG = [
    ([HEAD, "roll 5R"], Illegal, "Line 2: 10 dice are thrown, not 1"),
    ([HEAD, "roll"], Illegal, "Line 2: 10 dice are thrown, not 0"),
    ([HEAD, FIVES + " 1G"], Illegal, "Line 2: 10 dice are thrown, not 11"),
    ([HEAD, FIVES.replace("5O", "5R")], BadLine, "Line 2: H3 has no face '5R': it shows 5O 6B 7R 8B 9G 10O"),
    ([HEAD, FIVES.replace("1O", "WO")], BadLine, "Line 2: L3 has no face 'WO': it shows 1O 2R 3R 4B WG WB"),
    ([HEAD, FIVES.replace("5O", "5")], BadLine, "Line 2: H3 has no face '5': it shows 5O 6B 7R 8B 9G 10O"),
    ([HEAD, FIVES.replace("5O", "1O")], BadLine, "Line 2: H3 has no face '1O': it shows 5O 6B 7R 8B 9G 10O"),
    ([HEAD, FIVES, "keep"], BadLine, "Line 3: Which dice? Name them by their faces or as H1 to H6, L1 to L4"),
    (
        [HEAD, FIVES, "keep H1", "back"],
        BadLine,
        "Line 4: Which dice? Name them by their faces or as H1 to H6, L1 to L4",
    ),
    ([HEAD, FIVES, "keep 10R"], Illegal, "Line 3: There is no further 10R among those dice"),
    ([HEAD, FIVES, "keep 5R 5R 5R"], Illegal, "Line 3: There is no further 5R among those dice"),
    ([HEAD, FIVES, "keep H7"], Illegal, "Line 3: There is no further H7 among those dice"),
    ([HEAD, FIVES, "keep H1", "keep H1"], Illegal, "Line 4: A die named is not among those"),
    ([HEAD, FIVES, "back 5R"], Illegal, "Line 3: There is no further 5R among those dice"),
    ([HEAD, FIVES, "back H1"], Illegal, "Line 3: A die named is not among those"),
    ([HEAD, FIVES, "bank"], Illegal, "Line 3: Not in this game"),
    ([HEAD, FIVES, "stop 5R"], BadLine, "Line 3: Nothing may follow 'stop'"),
    ([HEAD, FIVES, "call five"], BadLine, "Line 3: There is no statement 'call'"),
    ([HEAD, FIVES, "throw 5R"], BadLine, "Line 3: There is no statement 'throw'"),
    ([HEAD, FIVES, "gap", "stop"], Illegal, "Line 3: The log has a gap here: what came next is lost"),
    ([HEAD, "stop"], Illegal, "Line 2: Roll first"),
    ([HEAD + " opening=500"], BadLine, "Line 1: opening=500 makes no sense with these dice (1 2 3 4 5 6 7 8 9 10 W)"),
    ([HEAD + " start=all-dice"], BadLine, "Line 1: start=all-dice is not a value of start: use seated or one-die"),
    ([HEAD + " players=7"], BadLine, "Line 1: players=7 cannot play: use 1 to 6"),
    ([GAME[0], "roll 1B"], BadLine, "Line 2: H1 has no face '1B': it shows 5R 6O 7B 8G 9O 10G"),
    ([GAME[0], "roll 7"], BadLine, "Line 2: H1 has no face '7': it shows 5R 6O 7B 8G 9O 10G"),
    ([GAME[0], "roll 7B", "roll WR"], BadLine, "Line 3: H2 has no face 'WR': it shows 5G 6R 7G 8O 9B 10R"),
    ([GAME[0], "roll 7B 7G"], Illegal, "Line 2: 1 die is thrown, not 2"),
    ([GAME[0], FIVES], Illegal, "Line 2: 1 die is thrown, not 10"),
    ([GAME[0], "stop"], Illegal, "Line 2: Roll for the start"),
]


@pytest.mark.parametrize(("lines", "error", "reason"), WRONG, ids=lambda value: str(value)[-45:])
def test_a_line_that_cannot_be_replayed_is_refused_with_its_number_and_reason(
    lines: list[str], error: type[Exception], reason: str
) -> None:
    with pytest.raises(error) as why:
        replay.replay(lines)
    assert type(why.value) is error
    assert why.value.args == (reason,)

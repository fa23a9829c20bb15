"""Logs: the lines of a game, and the errors for lines that cannot be replayed."""

import pytest

from sixpip.rules.game.engine import new_game
from sixpip.rules.game.errors import BadLine, BadOption, Illegal
from sixpip.rules.menus import custom, replay
from sixpip.rules.setup import options, variants
from sixpip.rules.setup.record import from_record
from sixpip.rules.setup.variants import VARIANTS
from sixpip.rules.ten_thousand.game import Game

NAMES = [variant.name for variant in VARIANTS]
KEPT = ["game pure", "roll 1 5 2 3 3 4", "keep 1"]


def test_the_log_has_the_syntax_of_case_files() -> None:
    game = replay.replay(["game dice-10000 players=2 target=1500 opening=0 bank_min=0 busts=all"])
    lines = [replay.head(game)]
    for text in ("roll 3 5 5 5 2 3", "keep 5 5 5", "bank", "roll 1 2 2 3 4 6", "keep 1", "roll 5 3 3 2 2", "bank"):
        action, dice = replay.action_of(game, text.split())
        lines.append(replay.line(game, action, game.apply(action, dice)))
    assert lines == [
        "game dice-10000 players=2 bank_min=0 busts=all opening=0 target=1500",
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
        (["game dice"], BadLine, f"Line 1: There is no variant 'dice': use one of {', '.join(NAMES)}"),
        (["game dice-10000 players=two"], BadLine, "Line 1: 'players=two' gives no number of players"),
        (
            ["game dice-10000 players=" + "9" * 5000],
            BadLine,
            f"Line 1: 'players={'9' * 5000}' gives no number of players",
        ),
        (["game dice-10000 players=2 first=3"], BadLine, "Line 1: first=3 is no seat: use 1 to 2"),
        (["game dice-10000 first=me"], BadLine, "Line 1: 'first=me' gives no number"),
        (
            ["game dice-10000 mark=7"],
            BadLine,
            "Line 1: The rules of dice-10000 have changed since this game was played",
        ),
        (["game dice-10000", "# ANNA", "gap"], Illegal, "Line 3: The log has a gap here: what came next is lost"),
        (["game dice-10000", "", "throw"], BadLine, "Line 3: There is no statement 'throw'"),
        (["game dice-10000", "roll 1 2 3 4 5 7"], BadLine, "Line 2: The dice have no face '7': they show 1 2 3 4 5 6"),
        (["game dice-10000", "roll 1 2 3"], Illegal, "Line 2: 6 dice are thrown, not 3"),
        (["game dice-10000", "bank"], Illegal, "Line 2: Roll first"),
        ([*KEPT, "undo 2"], BadLine, "Line 4: 'undo 2' takes back what is not there, or a roll"),
        ([*KEPT, "undo 0"], BadLine, "Line 4: 'undo 0' takes back what is not there, or a roll"),
        ([*KEPT, "undo"], BadLine, "Line 4: 'undo' takes back what is not there, or a roll"),
        ([*KEPT, "undo 1", "undo 1"], BadLine, "Line 5: 'undo 1' takes back what is not there, or a roll"),
    ],
)
def test_a_log_that_cannot_be_replayed_is_refused_with_line_and_reason(
    lines: list[str], error: type[Exception], reason: str
) -> None:
    with pytest.raises(error) as why:
        replay.replay(lines)
    assert why.value.args[0] == reason


def test_empty_lines_and_comments_of_a_log_are_skipped() -> None:
    lines = ["", "game dice-10000 # house rules: none", "# ANNA", "", "roll 1 2 3 4 5 6  # a straight", ""]
    game = replay.replay(lines)
    assert isinstance(game, Game)
    assert game.rolls == 1


@pytest.mark.parametrize("variant", NAMES)
def test_the_first_line_names_the_start_rule_unless_the_first_seat_starts(variant: str) -> None:
    game = new_game(variant, {}, 3)
    start = game.options["start"]
    assert replay.head(game) == f"game {variant} players=3" + ("" if start == "seated" else f" start={start}")
    assert replay.replay([replay.head(game)]).record() == game.record()
    for other in options.find("start", game.dice_set.kind).values:
        if other != start:
            game = new_game(variant, {"start": other}, 3)
            assert replay.replay([replay.head(game)]).record() == game.record()


@pytest.mark.parametrize("variant", NAMES)
@pytest.mark.parametrize("starter", [0, 2])
def test_a_player_chosen_to_start_begins_without_throws_and_the_log_names_the_seat(variant: str, starter: int) -> None:
    game = new_game(variant, {}, 3, starter)
    assert game.player == starter and replay.head(game).startswith(f"game {variant} players=3 first={starter + 1}")
    for same in (replay.replay([replay.head(game)]), from_record(game.record())):
        assert same.record() == game.record() and replay.head(same) == replay.head(game)
    happened = game.apply(("roll", None), replay.Script([0] * game.dice_next()))
    assert happened[0].kind == "rolled" and happened[0].player == starter
    assert from_record(game.record()).record() == game.record()


@pytest.mark.parametrize("variant", ["pure", "phase-10"])
@pytest.mark.parametrize("starter", [-2, 3])
def test_a_player_who_is_not_there_cannot_start(variant: str, starter: int) -> None:
    with pytest.raises(BadOption, match=f"first={starter + 1} is no seat: use 1 to 3"):
        new_game(variant, {}, 3, starter)


@pytest.mark.parametrize("variant", NAMES)
def test_a_head_start_is_in_the_scores_the_record_and_the_first_line_of_the_log(variant: str) -> None:
    game = new_game(variant, {}, 3, head_start=[0, 150, 50])
    assert game.scores == [0, 150, 50]
    assert replay.head(game).startswith(f"game {variant} players=3 head_start=0,150,50")
    for same in (replay.replay([replay.head(game)]), from_record(game.record())):
        assert same.record() == game.record() and replay.head(same) == replay.head(game)
    if isinstance(game, Game):
        assert not any(game.opened)
    none = new_game(variant, {}, 3, head_start=[0, 0, 0])
    assert none.record() == new_game(variant, {}, 3).record() and "head_start" not in none.record()


@pytest.mark.parametrize(
    ("points", "reason"),
    [
        ("100", "head_start=100 does not fit: use one number for each of 2 players"),
        ("100,2000", "head_start=100,2000 cannot be given: use 0 to 1999"),
        ("-50,0", "head_start=-50,0 cannot be given: use 0 to 1999"),
        ("50,", "'head_start=50,' gives no numbers of points"),
        ("x,0", "'head_start=x,0' gives no numbers of points"),
    ],
)
def test_a_head_start_that_cannot_be_given_is_refused(points: str, reason: str) -> None:
    with pytest.raises(BadLine) as why:
        replay.replay([f"game pure players=2 target=2000 head_start={points}"])
    assert why.value.args[0] == f"Line 1: {reason}"


def test_a_head_start_counts_toward_the_target() -> None:
    game = replay.replay(
        ["game pure players=2 target=2000 end=sudden head_start=1950,0", "roll 1 2 2 3 4 6", "keep 1", "bank"]
    )
    assert game.scores == [2050, 0] and game.winner == 0


def lines_of(head: str, *words: str) -> list[str]:
    """The log of a game that was replayed from these lines."""
    game = replay.replay([head])
    lines = [replay.head(game)]
    for text in words:
        action, dice = replay.action_of(game, text.split())
        lines.append(replay.line(game, action, game.apply(action, dice)))
    return lines


def test_a_second_chance_is_written_with_the_dice_that_it_throws() -> None:
    lines = ["game pure players=1 second_chance=yes", "roll 2 2 3 3 4 6", "keep 2 2", "roll 2 4 4 1", "keep 2 2 2"]
    assert lines_of(lines[0], *lines[1:]) == lines


def test_start_order_and_calls_are_written_as_they_are_parsed() -> None:
    lines = ["game family-10000 players=2 start=one-die", "roll 2", "roll 5", "roll 1 1 1 2 3 4", "keep 1 1 1"]
    assert lines_of(lines[0], *lines[1:]) == lines
    lines = [
        "game pure players=1 calls=yes",
        "call five",
        "roll 5 2 3 4 6 6",
        "keep 5",
        "call chance",
        "roll 2 3 4 6 6",
    ]
    assert lines_of(lines[0], *lines[1:]) == lines


def test_a_keep_without_the_marked_die_is_written_so() -> None:
    lines = ["game five-cubes players=1", "roll 5 5 2 4 6", "keep 5 unmarked", "roll sun 2 4 6"]
    assert lines_of(lines[0], *lines[1:]) == lines
    game = replay.replay(lines)
    assert isinstance(game, Game)
    assert game.can_score() == 1
    with pytest.raises(BadLine, match="Line 4: Only one die has a sun, and only when it is thrown"):
        replay.replay([*lines[:2], "keep 5", lines[3]])
    with pytest.raises(BadLine, match="The dice have no face 'unmarked'"):
        replay.replay(["game pure", "roll 5 5 2 2 4 6", "keep 5 unmarked"])


def test_a_keep_without_the_marked_die_is_not_written_so_where_that_shows_another_face() -> None:
    lines = ["game five-cubes players=1", "roll 5 10 2 4 6", "keep 10", "roll 5 2 4 6", "keep 5"]
    assert lines_of(lines[0], *lines[1:]) == lines


def test_the_marked_die_is_the_first_of_a_roll_that_does_not_show_a_3() -> None:
    assert lines_of("game five-cubes players=1", "roll 3 2 4 4 6")[1] == "roll 2 3 4 4 6"
    assert lines_of("game five-cubes players=1", "roll 2 4 sun 4 6")[1] == "roll sun 2 4 4 6"


def test_a_log_of_an_own_variant_has_the_checksum_of_its_rules() -> None:
    own = b'{"name": "mine", "base": "pure", "rules": {"target": 500}}'
    try:
        variants.register(custom.read(own))
        head = replay.head(Game("mine", {}, 2))
        assert head == f"game mine players=2 mark={variants.find('mine').mark}"
        assert replay.replay([head]).options["target"] == 500
        variants.clear_own()
        variants.register(custom.read(own.replace(b"500", b"1000")))
        with pytest.raises(BadLine, match="Line 1: The rules of mine have changed since this game was played"):
            replay.replay([head])
    finally:
        variants.clear_own()

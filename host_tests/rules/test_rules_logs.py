"""Logs of both engines: the lines of a game, and the errors for lines that cannot be replayed."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from host_tests.effort import scaled
from host_tests.phase_dice_fixture import rolls
from host_tests.replayed import events_of, played, written
from sixpip.rules.core import actions, replay
from sixpip.rules.core.engine import new_game
from sixpip.rules.core.errors import BadLine, BadOption, Illegal
from sixpip.rules.core.record import from_record
from sixpip.rules.phase_ten import dice
from sixpip.rules.rulebook import options, variant_file, variants
from sixpip.rules.rulebook.variants import VARIANTS
from sixpip.rules.ten_thousand.game import TenThousandGame

NAMES = [variant.name for variant in VARIANTS]
FIVES = "roll 5R 5G 5O 5R 5B 5B 1B 1R 1O 1G"  # H1 and H4 show 5R, H5 and H6 5B
PHASE = f"phase-10 players=1 / {FIVES}"
LOGS = [
    "dice-10000 players=2 bank_min=0 busts=all opening=0 target=1500 / roll 3 5 5 5 2 3 / keep 5 5 5 / bank / "
    "roll 1 2 2 3 4 6 / keep 1 / roll 5 3 3 2 2 / bank",
    "pure players=1 second_chance=yes / roll 2 2 3 3 4 6 / keep 2 2 / roll 2 4 4 1 / keep 2 2 2",
    "family-10000 players=2 start=one-die / roll 2 / roll 5 / roll 1 1 1 2 3 4 / keep 1 1 1",
    "pure players=1 calls=yes / call five / roll 5 2 3 4 6 6 / keep 5 / call chance / roll 2 3 4 6 6",
    "five-cubes players=1 / roll 5 5 2 4 6 / keep 5 unmarked / roll sun 2 4 6",
    "five-cubes players=1 / roll 5 10 2 4 6 / keep 10 / roll 5 2 4 6 / keep 5",  # the marked die shows another face
    f"phase-10 players=2 start=one-die / roll 7B / roll 9B / {FIVES} / keep 5R 5G 5B / roll 5O 10B 6O WR WB 3R 1G / "
    "back 5G / keep WR / roll 10R 6B 10B 6O WB 3R 1G / stop",
]


@pytest.mark.parametrize("log", LOGS)
def test_the_log_of_a_game_is_written_as_it_is_read(log: str) -> None:
    assert written(log) == log


@pytest.mark.parametrize(
    ("line", "log"),
    [
        ("roll 3 2 4 4 6", "roll 2 3 4 4 6"),
        ("roll 2 4 sun 4 6", "roll sun 2 4 4 6"),
    ],
)
def test_the_marked_die_is_the_first_of_a_roll_that_does_not_show_a_3(line: str, log: str) -> None:
    assert written(f"five-cubes players=1 / {line}") == f"five-cubes players=1 / {log}"


def test_a_keep_without_the_marked_die_leaves_it_on_the_table() -> None:
    assert played("five-cubes / roll 5 5 2 4 6 / keep 5 unmarked / roll sun 2 4 6").can_score() == 1


# Lines that cannot be replayed

GAME = "game dice-10000"
KEPT = "game pure / roll 1 5 2 3 3 4 / keep 1"
HEAD = "game phase-10"
START = "game phase-10 players=2 start=one-die"
EMPTY = "The log is empty: it begins with a line 'game VARIANT'"
NO_DICE = "Which dice? Name them by their faces or as H1 to H6, L1 to L4"
NO_FACE = "The dice have no face '{}': they show 1 2 3 4 5 6"
GAP = "Line 3: The log has a gap here: what came next is lost"
NO_CALL = "A call is one of one, five, alike, pairs, straight, chance"
NINES = "9" * 5000
WRONG = [
    ("", BadLine, EMPTY),
    (" / ", BadLine, EMPTY),
    ("roll 1", BadLine, "Line 1: A log begins with a line 'game VARIANT'"),
    ("game", BadLine, "Line 1: A game needs the name of a variant"),
    ("game dice", BadLine, f"Line 1: There is no variant 'dice': use one of {', '.join(NAMES)}"),
    (f"{GAME} players=two", BadLine, "Line 1: 'players=two' gives no number of players"),
    (f"{GAME} players={NINES}", BadLine, f"Line 1: 'players={NINES}' gives no number of players"),
    (f"{GAME} players=7", BadLine, "Line 1: players=7 cannot play: use 1 to 6"),
    (f"{GAME} opening", BadLine, "Line 1: 'opening' is not of the form key=value"),
    (f"{GAME} players=2 first=3", BadLine, "Line 1: first=3 is no seat: use 1 to 2"),
    (f"{GAME} first=me", BadLine, "Line 1: 'first=me' gives no number"),
    (f"{GAME} mark=7", BadLine, "Line 1: The rules of dice-10000 have changed since this game was played"),
    (f"{GAME} / # ANNA / gap", Illegal, GAP),
    (f"{GAME} /  / throw", BadLine, "Line 3: There is no statement 'throw'"),
    (f"{GAME} / bank 4", BadLine, "Line 2: Nothing may follow 'bank'"),
    (f"{GAME} / roll 1 2 3 4 5 7", BadLine, f"Line 2: {NO_FACE.format(7)}"),
    (f"{GAME} / roll 1 2 3", Illegal, "Line 2: 6 dice are thrown, not 3"),
    (f"{GAME} / bank", Illegal, "Line 2: Roll first"),
    (f"{KEPT} / undo 2", BadLine, "Line 4: 'undo 2' takes back what is not there, or a roll"),
    ("game pure / undo 1", BadLine, "Line 2: 'undo 1' takes back what is not there, or a roll"),
    ("game pure / roll 1 5 2 3 3 4 / undo 1", BadLine, "Line 3: 'undo 1' takes back what is not there, or a roll"),
    (f"{KEPT} / undo one", BadLine, "Line 4: 'undo one' takes back what is not there, or a roll"),
    (f"{KEPT} / undo 0", BadLine, "Line 4: 'undo 0' takes back what is not there, or a roll"),
    (f"{KEPT} / undo", BadLine, "Line 4: 'undo' takes back what is not there, or a roll"),
    (f"{KEPT} / undo 1 / undo 1", BadLine, "Line 5: 'undo 1' takes back what is not there, or a roll"),
    ("game pure calls=yes / call six", BadLine, f"Line 2: {NO_CALL}"),
    ("game pure calls=yes / call", BadLine, f"Line 2: {NO_CALL}"),
    ("game pure calls=yes / call one five", BadLine, f"Line 2: {NO_CALL}"),
    ("game pure / roll 5 5 2 2 4 6 / keep 5 unmarked", BadLine, f"Line 3: {NO_FACE.format('unmarked')}"),
    ("game pure wild_die=yes / roll 3 3 3 3 3 3", BadLine, "Line 2: One of these dice has a sun in place of its 3"),
    (
        "game five-cubes / roll 5 5 2 4 6 / keep 5 / roll sun 2 4 6",
        BadLine,
        "Line 4: Only one die has a sun, and only when it is thrown",
    ),
    ("game five-cubes / roll sun sun 2", BadLine, "Line 2: Only one die has a sun, and only when it is thrown"),
    (f"{HEAD} / roll", Illegal, "Line 2: 10 dice are thrown, not 0"),
    (f"{HEAD} / {FIVES} 1G", Illegal, "Line 2: 10 dice are thrown, not 11"),
    (f"{HEAD} / {FIVES.replace('5O', '5R')}", BadLine, "Line 2: H3 has no face '5R': it shows 5O 6B 7R 8B 9G 10O"),
    (f"{HEAD} / {FIVES.replace('1O', 'WO')}", BadLine, "Line 2: L3 has no face 'WO': it shows 1O 2R 3R 4B WG WB"),
    (f"{HEAD} / {FIVES} / keep", BadLine, f"Line 3: {NO_DICE}"),
    (f"{HEAD} / {FIVES} / keep H1 / back", BadLine, f"Line 4: {NO_DICE}"),
    (f"{HEAD} / {FIVES} / stop 5R", BadLine, "Line 3: Nothing may follow 'stop'"),
    (f"{HEAD} / {FIVES} / call five", BadLine, "Line 3: There is no statement 'call'"),
    (f"{HEAD} / {FIVES} / gap / stop", Illegal, GAP),
    (f"{START} / roll 1B", BadLine, "Line 2: H1 has no face '1B': it shows 5R 6O 7B 8G 9O 10G"),
    (f"{START} / roll 7", BadLine, "Line 2: H1 has no face '7': it shows 5R 6O 7B 8G 9O 10G"),
    (f"{START} / roll 7B / roll WR", BadLine, "Line 3: H2 has no face 'WR': it shows 5G 6R 7G 8O 9B 10R"),
]


@pytest.mark.parametrize(("lines", "error", "reason"), WRONG, ids=lambda value: str(value)[-60:])
def test_a_log_that_cannot_be_replayed_is_refused_with_line_and_reason(
    lines: str, error: type[Exception], reason: str
) -> None:
    with pytest.raises(error) as why:
        replay.replay(lines.split(" / "))
    assert type(why.value) is error and why.value.args == (reason,)


def test_empty_lines_and_comments_of_a_log_are_skipped() -> None:
    lines = ["", "game dice-10000 # house rules: none", "# ANNA", "", "roll 1 2 3 4 5 6  # a straight", ""]
    game = replay.replay(lines)
    assert isinstance(game, TenThousandGame)
    assert game.rolls == 1


# The first line


@pytest.mark.parametrize("variant", NAMES)
def test_the_first_line_names_the_start_rule_unless_the_first_seat_starts(variant: str) -> None:
    usual = new_game(variant).options["start"]
    for start in options.option_named("start", variants.variant_named(variant).dice_set.kind).values:
        game = new_game(variant, {} if start == usual else {"start": start}, 3)
        assert replay.head(game) == f"game {variant} players=3" + ("" if start == "seated" else f" start={start}")
        assert replay.replay([replay.head(game)]).record() == game.record()


@pytest.mark.parametrize("variant", ["pure", "dice-10000", "five-cubes", "phase-10"])
def test_a_chosen_starter_and_a_head_start_are_in_the_first_line_and_in_the_record(variant: str) -> None:
    none = new_game(variant, {}, 3, head_start=[0, 0, 0])
    assert none.record() == new_game(variant, {}, 3).record()
    assert {"starter", "head_start"} & set(none.record()) == set()
    for starter in (0, 2):
        game = new_game(variant, {}, 3, starter, [0, 150, 50])
        assert (game.player, game.scores, game.throws()) == (starter, [0, 150, 50], game.all)
        assert not any(getattr(game, "opened", ()))
        assert replay.head(game).startswith(f"game {variant} players=3 first={starter + 1} head_start=0,150,50")
        for same in (replay.replay([replay.head(game)]), from_record(game.record())):
            assert same.record() == game.record() and replay.head(same) == replay.head(game)
        happened = game.apply(("roll", None), replay.Script([0] * game.dice_next()))
        assert (happened[0].kind, happened[0].player) == ("rolled", starter)
        assert from_record(game.record()).record() == game.record()


@pytest.mark.parametrize("variant", ["pure", "phase-10"])
@pytest.mark.parametrize("starter", [-2, 3])
def test_a_player_who_is_not_there_cannot_start(variant: str, starter: int) -> None:
    with pytest.raises(BadOption, match=f"first={starter + 1} is no seat: use 1 to 3"):
        new_game(variant, {}, 3, starter)


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
    game = played("pure players=2 target=2000 end=sudden head_start=1950,0 / roll 1 2 2 3 4 6 / keep 1 / bank")
    assert game.scores == [2050, 0] and game.winner == 0


@pytest.mark.usefixtures("no_own_variants")
def test_a_log_of_an_own_variant_has_the_checksum_of_its_rules() -> None:
    own = b'{"name": "mine", "base": "pure", "rules": {"target": 500}}'
    variants.register(variant_file.read(own))
    head = replay.head(TenThousandGame("mine", {}, 2))
    assert head == f"game mine players=2 mark={variants.variant_named('mine').mark}"
    assert replay.replay([head]).options["target"] == 500
    variants.clear_own()
    variants.register(variant_file.read(own.replace(b"500", b"1000")))
    with pytest.raises(BadLine, match="Line 1: The rules of mine have changed since this game was played"):
        replay.replay([head])


# The dice of Phase 10


def test_any_high_face_is_accepted_in_a_throw_for_the_start_and_that_of_the_die_is_written() -> None:
    assert written("phase-10 players=2 start=one-die / roll 10R / roll 9O").endswith(" / roll 10G / roll 9B")


@pytest.mark.parametrize(
    ("words", "positions"),
    [
        ("5R", 0b0001),
        ("H4", 0b1000),
        ("5R 5R", 0b1001),
        ("H4 5R", 0b1001),
        ("5R H4", 0b1001),
        ("5R H1", 0b1001),
        ("5B H5", 0b110000),
        ("1G L1 5O", 0b1001000100),
        ("L4 L4", 0b1000000000),
    ],
)
def test_dice_are_named_by_their_faces_leftmost_first_or_by_their_names(words: str, positions: int) -> None:
    game = played(PHASE)
    assert replay.action_of(game, ["keep", *words.split()])[0] == (actions.KEEP, positions)
    events_of(game, f"keep {words}")
    assert replay.action_of(game, ["back", *words.split()])[0] == (actions.BACK, positions)


@pytest.mark.parametrize(
    ("lines", "log"),
    [
        ("keep H1", "keep 5R"),
        ("keep H4", "keep H4"),
        ("keep H1 H4", "keep 5R 5R"),
        ("keep H6 H4", "keep H4 H6"),
        ("keep L4 H2", "keep 5G 1G"),
        ("keep H1 H4 / back H4", "keep 5R 5R / back H4"),
        ("keep H1 / keep H4 / back H1 / back H4", "keep 5R / keep 5R / back 5R / back 5R"),  # no choice of the other
        ("keep 5B / back H5", "keep 5B / back 5B"),
    ],
)
def test_a_die_is_written_by_its_name_only_where_one_further_left_shows_the_same(lines: str, log: str) -> None:
    assert written(f"{PHASE} / {lines}") == f"{PHASE} / {log}"


@pytest.mark.scaled
@settings(max_examples=scaled(100, 300), deadline=None)
@given(rolls(), st.integers(1, dice.ALL), st.integers(0, dice.ALL), st.integers(0, dice.ALL))
def test_the_line_names_exactly_the_dice_set_aside_or_taken_back(faces: bytes, keep: int, back: int, more: int) -> None:
    game = new_game("phase-10")
    game.apply((actions.ROLL, None), replay.Script(list(faces)))
    other = replay.replay([replay.head(game), "roll " + " ".join(dice.written(die, faces[die]) for die in range(10))])
    for kind, positions in ((actions.KEEP, keep), (actions.BACK, back & keep), (actions.KEEP, more & ~game.kept)):
        positions &= ~game.kept if kind == actions.KEEP else game.kept
        if not positions:
            continue
        line = game.log_line((kind, positions), game.apply((kind, positions), replay.Script([])))
        action, source = replay.action_of(other, line.split())
        assert action == (kind, positions)
        other.apply(action, source)
    assert other.record() == game.record()

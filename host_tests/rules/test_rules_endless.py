"""Nothing is endless (TT-15): a turn ends after 100 rolls, a game after 200 rounds, whatever rules and dice there are.

Short examples are in cases/endless.case. Rules of which one sees that they exclude each other are refused.
"""

import json
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from host_tests.random_play import Lcg, choose
from host_tests.replayed import TURN_OF_99, events_of, played
from host_tests.rules.rules_strategies import seeds
from sixpip.players.styles import MASTER, OFFERED
from sixpip.players.ten_thousand.computer import HabitPlayer
from sixpip.players.ten_thousand.master import MasterPlayer as Master
from sixpip.rules.core import actions, events, replay
from sixpip.rules.core.engine import MOST_ROUNDS, ROUNDS_OVER
from sixpip.rules.core.errors import BadOption, BadRecord
from sixpip.rules.core.record import from_record
from sixpip.rules.rulebook import options, variant_file, variants
from sixpip.rules.ten_thousand.game import MOST_ROLLS, TenThousandGame
from sixpip.screens.table_view import events_text
from tools.play.rules.replay import describe

pytestmark = pytest.mark.usefixtures("no_own_variants")

points = st.sampled_from([0, 0, 5, 50, 100, 300, 500])
tables = st.fixed_dictionaries(
    {"singles": st.lists(points, min_size=6, max_size=6), "triples": st.lists(points, min_size=6, max_size=6)}
)
rules = st.fixed_dictionaries(
    {},
    optional={
        "hot_dice": st.sampled_from(["forced", "optional"]),
        "must_keep_all": st.sampled_from(["yes", "no"]),
        "press_on": st.just("yes"),
        "clear": st.just("yes"),
        "empty_six": st.just(500),
        "second_chance": st.just("yes"),
        "last_die": st.just("yes"),
        "max_rolls": st.just(3),
        "opening": st.sampled_from([0, 350]),
        "end": st.sampled_from(["exact", "sudden"]),
        "target": st.sampled_from([500, 10_000]),
    },
)


def own(players: int = 1, **content: Any) -> TenThousandGame:
    variants.clear_own()
    variants.register(variant_file.read(json.dumps({"name": "own", "base": "pure", **content}).encode()))
    return TenThousandGame("own", players=players)


def game_by(table: str, rules: str, players: int = 1) -> TenThousandGame:
    """Returns a game by a table, "points of one die / points of three alike", and rules as key=value. Raises BadOption.

    A part of the table that is empty is that of Pure.
    """
    parts = zip(("singles", "triples"), table.split(" / "))
    points = {name: [int(number) for number in text.split()] for name, text in parts if text}
    return own(players, rules=options.read_pairs(rules.split()), **({"table": points} if points else {}))


Action = tuple[str, int | None]
ALL_SCORE = "100 10 20 30 50 40"
NO_SINGLES = "0 0 0 0 0 0"
SINGLES = "50 0 0 0 0 0 / 0 0 0 0 0 0"
TRIPLE = "50 0 0 0 0 0 / 300 0 0 0 0 0"
TRIPLES = "0 0 0 0 0 0 / 300 200 0 0 0 0"
TARGET = "target={} does not go with end=exact: no points of these dice add up to it"
NEVER_BANKED = "press_on=yes: only three alike score, so no turn could ever be banked"
FOREVER = "must_keep_all=yes does not go with hot_dice=forced: every die scores, so no turn could ever be banked"

REFUSED = [
    (ALL_SCORE, "must_keep_all=yes hot_dice=forced", FOREVER),
    (NO_SINGLES, "press_on=yes", NEVER_BANKED),
    ("0 0 0 0 0 0 / 700 0 0 0 0 0", "end=exact target=500", TARGET.format(500)),
    ("0 0 0 0 0 0 / 300 0 0 0 0 600", "end=exact target=500", TARGET.format(500)),
    ("350 0 0 350 0 0 / 0 0 0 700 0 0", "end=exact target=2000", TARGET.format(2000)),
    ("1000 1000 1000 1000 1000 0 / 0 0 0 0 0 0", "end=exact target=1500 cold_start=yes", TARGET.format(1500)),
    ("1000 0 0 0 0 0 / 0 0 0 0 0 0", "end=exact target=1500 multiples=fixed straight=2000", TARGET.format(1500)),
]
"""Rules that exclude each other at a glance, and the reason."""

ACCEPTED = [
    (ALL_SCORE, "must_keep_all=yes hot_dice=optional"),
    (ALL_SCORE, "must_keep_all=no hot_dice=forced"),
    ("100 10 20 30 50 0 / 0 0 0 0 0 0", "must_keep_all=yes hot_dice=forced"),
    ("0 0 0 0 0 50", "press_on=yes"),
    (NO_SINGLES, "press_on=yes straight=1500"),
    (NO_SINGLES, "press_on=yes three_pairs=1500"),
    (NO_SINGLES, "press_on=yes short_straights=500/750"),
    (NO_SINGLES, "press_on=yes no_risk=yes"),
    ("0 0 0 0 0 0 / 350 0 0 0 0 0", "end=exact target=3500"),
    ("0 0 0 0 0 0 / 450 0 0 0 0 0", "end=exact target=500 calls=yes"),
    ("0 0 0 0 0 0 / 7000 0 0 0 0 0", "end=exact target=1500 straight=1500"),
    ("0 0 0 0 0 0 / 750 0 0 0 0 0", "end=exact target=1000 empty_six=250"),
    ("1000 0 0 0 0 0 / 0 0 0 0 0 0", "end=exact target=6500 last_die=yes"),
    ("0 0 0 0 0 0 / 1000 0 0 0 0 0", "end=exact target=1500 full_house=500"),
    ("0 0 0 0 0 0 / 1000 0 0 0 0 0", "end=exact target=1500 two_triplets=500"),
    ("0 0 0 0 0 0 / 1000 0 0 0 0 0", "end=exact target=1500 short_straights=500/750"),
    ("0 0 0 0 0 0 / 1500 0 0 0 0 0", "end=exact target=2000 train_wreck=-500"),
    ("0 0 0 0 0 0 / 1500 0 0 0 0 0", "end=exact target=1500 busts=all"),
    ("333 0 0 0 7 0", "end=exact target=10000"),
]
"""Rules that only look like these."""

NASTY = [
    (SINGLES, "opening=5000"),
    (SINGLES, "bank_min=1500 hot_dice=forced"),
    (SINGLES, "opening=950 max_rolls=3"),
    (TRIPLES, "dice=5 bank_min=1500"),
    (TRIPLES, "dice=7 opening=1000"),
    (TRIPLES, "press_on=yes opening=500 straight=50"),
    (TRIPLE, "opening=2000 must_keep_all=yes"),
    (ALL_SCORE, "bank_min=5000 must_keep_all=yes"),
    (ALL_SCORE, "opening=5000 clear=yes press_on=yes"),
    ("250 0 0 0 0 0 / 750 0 0 0 0 0", "end=exact target=500 opening=50 opening_rolls=3"),
    ("450 0 0 0 0 0 / 0 0 0 0 0 0", "end=exact target=9000 bank_min=5000"),
    ("0 0 0 0 0 0 / 1500 0 0 0 0 0", "end=exact target=1000 train_wreck=-500"),
    (NO_SINGLES, "empty_six=50 opening=5000 press_on=yes straight=50"),
    ("", "four_twos=yes busts=all grow=yes target=50000"),
    ("", "train_wreck=-500 negative=yes target=50000"),
]
"""Rules by which banks are impossible or too rare, or a target is out of reach."""


@pytest.mark.parametrize(("table", "rules", "reason"), REFUSED)
def test_rules_that_exclude_each_other_at_a_glance_are_refused(table: str, rules: str, reason: str) -> None:
    with pytest.raises(BadOption) as refused:
        game_by(table, rules)
    assert refused.value.args[0] == reason


@pytest.mark.parametrize(("table", "rules"), [*ACCEPTED, *NASTY])
def test_all_other_rules_are_accepted_without_a_search(table: str, rules: str) -> None:
    assert game_by(table, rules).legal()


class SameFace:
    """Dice that always show one face."""

    def __init__(self, face: int) -> None:
        self.face = face

    def throw(self, dice: int) -> list[int]:
        return [self.face] * dice


def keep_or_roll(game: TenThousandGame, _: Lcg) -> Action:
    """Returns the keep of the fewest dice, or a roll: never a bank while there is another action."""
    kinds = game.legal()
    if actions.KEEP in kinds and not game.pending:
        found = game.find_keeps()
        return actions.KEEP, game.positions_of(min(game.scorer.keeps[:found], key=lambda key: key % 15))
    if actions.KEEP in kinds:
        return actions.STOP, None
    return kinds[0], None


def bank_soon(game: TenThousandGame, lcg: Lcg) -> Action:
    """Returns a bank, a keep after which the turn can be banked, or what goes on."""
    kinds = game.legal()
    if actions.KEEP not in kinds or game.pending:
        return actions.BANK if actions.BANK in kinds else keep_or_roll(game, lcg)[0], None
    keeps = [game.positions_of(game.scorer.keeps[number]) for number in range(game.find_keeps())]
    return actions.KEEP, ([keep for keep in keeps if game.bank_refusal(keep) is None] or [game.best_keep()])[0]


Decide = Callable[[TenThousandGame, Lcg], Action]


def play_on(game: TenThousandGame, decide: Decide, dice: Any, lcg: Lcg) -> list[events.Event]:
    """Plays a game to its end; returns the events of the last action. No turn may have more rolls than a turn has."""
    while True:
        happened = game.apply(decide(game, lcg), dice)
        assert game.rolls < MOST_ROLLS or game.pending or game.stage == actions.OVER
        if game.stage == actions.OVER:
            return happened


@pytest.mark.parametrize("decide", [bank_soon, choose])
@pytest.mark.parametrize(("table", "rules"), NASTY)
def test_a_game_by_the_nastiest_rules_ends(table: str, rules: str, decide: Decide) -> None:
    for players in (1, 3):
        game = game_by(table, rules, players)
        happened = play_on(game, decide, Lcg(players), Lcg(7))
        if max(game.turns) < MOST_ROUNDS:
            continue
        assert game.turns == [MOST_ROUNDS] * players and game.winner == game.scores.index(max(game.scores))
        assert [(each.kind, each.why) for each in happened[-2:]] == [("limit", ROUNDS_OVER), ("over", "")]


@pytest.mark.parametrize(
    ("rules", "banked"), [("", 10_200), ("hot_dice=forced", 10_100), ("bank_min=5000", 10_200), ("max_rolls=3", 300)]
)
def test_a_turn_in_which_every_roll_scores_ends_after_100_rolls(rules: str, banked: int) -> None:
    """Of each roll one die is kept, of the last one, of three dice, all that can be banked."""
    game = game_by("100 0 0 0 0 0 / 0 0 0 0 0 0", f"target=50000 {rules}")
    game.opened[0] = True
    while not game.turns[0]:
        game.apply(keep_or_roll(game, Lcg(1)), SameFace(0))
    assert game.scores == [banked]


@settings(max_examples=120, deadline=None)
@given(tables, rules, seeds, st.sampled_from([keep_or_roll, bank_soon, choose]), st.integers(-1, 5))
def test_a_turn_ends_after_100_rolls_by_any_rules_and_dice(
    table: dict[str, list[int]], row: dict[str, Any], seed: int, decide: Decide, face: int
) -> None:
    try:
        game = own(table=table, rules=row)
    except BadOption:
        return
    dice = SameFace(face) if face >= 0 else Lcg(seed)
    rolls = 0
    while not game.turns[0] and game.stage != actions.OVER:
        happened = game.apply(decide(game, Lcg(seed + rolls)), dice)
        rolls += any(each.kind == events.ROLLED for each in happened)
        assert game.turns[0] or from_record(json.loads(json.dumps(game.record()))).record() == game.record()
    assert rolls <= 2 * MOST_ROLLS  # a second chance throws some dice of a roll again


@pytest.mark.parametrize("style", OFFERED["ten_thousand"])
@pytest.mark.parametrize("hot", ["forced", "optional"])
def test_a_computer_ends_its_turns_where_every_roll_scores(style: int, hot: str) -> None:
    game = game_by(ALL_SCORE, f"hot_dice={hot} target=5000 opening=350")
    player = HabitPlayer(game, style) if style != MASTER else Master(game, style)
    dice = Lcg(style)
    while game.turns[0] < 3 and game.legal():
        while player.think():
            pass
        for action in player.choose()[0]:
            game.apply(action, dice)
    assert game.turns[0] == 3


# The events, the log and the record


def test_the_hundredth_roll_says_that_it_was_the_last_and_what_became_of_the_points() -> None:
    banked = events_of(replay.replay(TURN_OF_99), "roll 1 2 3")
    assert [each.kind for each in banked] == ["rolled", "limit", "kept", "banked", "opened", "turn"]
    assert events_text(banked, ["ANNA", "BEN"]) == "rolls 3 dice, 100 rolls: banked, keeps +100, banks 10 000"
    game = played("pure players=2 opening=500 / roll 1 2 3 3 4 6 / keep 1")
    game.rolls = 99
    lost = events_of(game, "roll 1 2 3 4 6")
    assert [(each.kind, each.points) for each in lost] == [("rolled", 0), ("limit", 100), ("turn", 0)]
    assert events_text(lost, ["ANNA", "BEN"]) == "rolls 5 dice, 100 rolls: turn lost"


def test_the_log_of_a_turn_of_100_rolls_replays_to_the_same_end_and_says_so() -> None:
    lines = [*TURN_OF_99, "roll 1 2 3", "roll 1 2 3 3 4 6"]
    game = replay.replay(lines)
    assert (game.scores, game.player, game.turns, game.rolls) == ([10_000, 0], 1, [1, 0], 1)
    written: list[str] = []
    describe("\n".join(lines), written.append)
    assert "  100 rolls: banked" in written


@pytest.mark.parametrize(
    ("head", "turn"),
    [
        ("pure players=2", ["roll 2 2 3 3 4 6"]),
        ("phase-10 players=2 start=seated", ["roll 5R 5G 6B 7O 8O 9G 1B 2B 3R 4R", "stop"]),
    ],
)
def test_the_log_of_a_game_of_200_rounds_replays_to_the_same_end_and_says_so(head: str, turn: list[str]) -> None:
    lines = [f"game {head}"] + turn * (2 * MOST_ROUNDS)
    game = replay.replay(lines)
    assert (game.stage, game.winner, game.turns) == (actions.OVER, 0, [MOST_ROUNDS] * 2)
    assert from_record(json.loads(json.dumps(game.record()))).record() == game.record()
    written: list[str] = []
    describe("\n".join(lines), written.append)
    assert written.count("  200 rounds: game over") == 1 and "The game is over: Player 1 wins." in written


def test_a_game_of_phase_10_that_is_over_without_its_phases_or_its_rounds_is_inconsistent() -> None:
    game = replay.replay(["game phase-10 players=2 start=seated"])
    record = {**game.record(), "stage": "over", "winner": 0}
    assert from_record({**record, "turns": [MOST_ROUNDS, MOST_ROUNDS]}).stage == actions.OVER
    with pytest.raises(BadRecord):
        from_record({**record, "turns": [MOST_ROUNDS, MOST_ROUNDS - 1]})


@pytest.mark.parametrize(
    ("before", "line", "score"),
    [("roll 1 2 3 3 4 6 / keep 1", "roll 1 2 3 4 6", 200), ("roll 1 1 2 3 4 6", "keep 1", 100)],
)
def test_a_turn_that_an_earlier_firmware_saved_with_more_rolls_ends_with_the_next_action(
    before: str, line: str, score: int
) -> None:
    game = played(f"pure players=2 / {before}")
    game = from_record({**game.record(), "rolls": 300})
    assert "limit" in [each.kind for each in events_of(game, line)]
    assert game.scores == [score, 0] and game.player == 1


def test_a_game_that_an_earlier_firmware_saved_in_a_later_round_ends_with_the_turn() -> None:
    game = from_record({**played("pure players=2").record(), "turns": [320, 319], "scores": [0, 50], "player": 1})
    assert [each.kind for each in events_of(game, "roll 2 2 3 3 4 6")][-2:] == ["limit", "over"]
    assert game.winner == 1

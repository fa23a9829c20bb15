"""What the engine says and asks: reasons, events, the moments of house rules. Rules themselves are in cases/."""

import sys
import tokenize
from types import ModuleType
from typing import Any

import pytest

import sixpip.rules.game
import sixpip.rules.position
from sixpip.rules import actions, log, options
from sixpip.rules import house as houses
from sixpip.rules.conflicts import CONFLICTS, OFF, ON
from sixpip.rules.game import Game
from sixpip.rules.option import Option, is_whole
from sixpip.rules.refusal import BadLine, BadOption, Illegal
from sixpip.rules.tables import CUBES, GRAND, PIPS, Table
from sixpip.rules.variants import VARIANTS


def after(*lines: str, head: str = "dice-10000 players=2 opening=0 bank_min=0") -> Game:
    """A game after some lines of log."""
    game: Game = log.replay(["game " + head, *lines])
    return game


def events_of(game: Game, line: str) -> list[Any]:
    action, dice = log.action_of(game, line.split())
    return game.apply(action, dice)


def test_a_game_has_one_to_six_players() -> None:
    assert Game("dice-10000").players == 1
    for players in (0, 7, -1):
        with pytest.raises(BadOption, match=f"players={players} cannot play: use 1 to 6"):
            Game("dice-10000", {}, players)


def test_the_engine_names_no_house_rule() -> None:
    rules = [option for option in options.OPTIONS if option.house]
    classes = {option.house_for(value) for option in rules for value in option.values}
    names = {option.key for option in rules} | {path.split(":")[1] for path in classes if path}
    assert {"pick_up", "PickUp", "busts", "end", "LastTurn", "Exact"} <= names
    for module in (sixpip.rules.game, sixpip.rules.position):
        assert module.__file__
        with open(module.__file__, "rb") as file:
            words = {token.string.strip('"') for token in tokenize.tokenize(file.readline)}
        assert words & names == set()


@pytest.mark.parametrize(
    ("lines", "refused", "reason"),
    [
        ([], "bank", "Roll first"),
        ([], "keep", "Roll first"),
        ([], "take", "Nothing is offered"),
        (["roll 1 2 2 3 4 6"], "roll 1 2 3 4 5", "Choose scoring dice"),
        (["roll 1 2 2 3 4 6"], "keep", "Choose scoring dice"),
        (["roll 1 2 2 3 4 6"], "keep 2 2", "2 2s score nothing"),
        (["roll 1 2 2 3 4 6"], "keep 1 4", "A 4 scores nothing"),
        (["roll 1 2 2 3 4 6"], "keep 5", "The last roll has no further 5 to keep"),
        (["roll 1 2 2 3 4 6"], "keep 1 1", "The last roll has no further 1 to keep"),
        (["roll 1 2 2 3 4 6", "keep 1"], "keep", "Roll first"),
        (["roll 1 2 3 4 5 6"], "bank", "Hot dice: roll all 6"),
        (["roll 1 2 3 4 5 6", "keep 1 2 3 4 5 6"], "bank", "Hot dice: roll all 6"),
    ],
)
def test_a_refusal_says_why(lines: list[str], refused: str, reason: str) -> None:
    game = after(*lines)
    with pytest.raises(Illegal) as why:
        events_of(game, refused)
    assert why.value.args[0] == reason


def test_a_die_too_many_beside_a_triple_is_named() -> None:
    game = after("roll 4 4 4 4 4 1", head="dice-10000 multiples=triples")
    with pytest.raises(Illegal, match="^A 4 scores nothing$"):
        events_of(game, "keep 4 4 4 4")
    with pytest.raises(Illegal, match="^2 4s score nothing$"):
        events_of(game, "keep 4 4 4 4 4 1")


def test_a_refused_bank_says_how_much_is_missing() -> None:
    game = after("roll 1 5 2 2 3 4", head="dice-10000 players=2")
    assert game.bank_refusal() == "850 more to get in"
    assert game.bank_refusal(0b01) == "900 more to get in"
    game.opened[0] = True
    assert game.bank_refusal() == "150 more to bank"
    with pytest.raises(Illegal, match="A 2 scores nothing"):
        game.bank_refusal(0b100)


def test_a_finished_game_refuses_everything() -> None:
    game = after("roll 1 1 1 2 3 4", "bank", head="dice-10000 target=500")
    for line in ("roll 1 1 1 1 1 1", "keep", "bank", "take", "fresh"):
        with pytest.raises(Illegal, match="The game is over"):
            events_of(game, line)


OFFER = ["roll 1 1 1 2 3 4", "bank", "roll 1 1 1 2 3 4", "bank"]


def test_an_offer_is_a_question_until_it_is_answered() -> None:
    head = "dice-10000 players=2 opening=0 pick_up=yes"
    game = after("roll 1 1 1 2 3 4", "bank", "roll 1 1 1 1 5 4", "keep 1 1 1 1 5", "bank", head=head)
    with pytest.raises(Illegal, match="Take 1 die and 2050?"):
        events_of(game, "bank")
    assert game.bank_refusal() == "Roll first"
    assert game.best_keep() == game.can_score() == 0
    assert game.offered() == 0b100000
    assert events_of(game, "take") == [(actions.TOOK, 1, 2050)]
    game = after(*OFFER, head=head)
    with pytest.raises(Illegal, match="Take 3 dice and 1000?"):
        events_of(game, "roll 1 1 1 1 1 1")


def test_what_happened_is_told_in_order() -> None:
    game = after(head="dice-10000 players=2 opening=0 target=500")
    faces = bytes([0, 0, 0, 1, 2, 3])
    assert events_of(game, "roll 1 1 1 2 3 4") == [(actions.ROLLED, faces, 63)]
    assert events_of(game, "bank") == [
        (actions.KEPT, 7, 1000),
        (actions.BANKED, 0, 1000, 1000),
        (actions.OPENED, 0),
        (actions.CLOSING, 0),
        (actions.TURN, 1),
    ]
    assert (game.to_beat(), game.rolls) == (1000, 0)
    assert events_of(game, "roll 2 2 3 3 4 6")[1:] == [(actions.BUST, 1, 0), (actions.OVER, 0)]


def test_a_penalty_tells_what_it_took() -> None:
    game = Game("dice-10000")
    game.scores[0] = 300
    for _ in range(2):
        events_of(game, "roll 2 2 3 3 4 6")
    told = events_of(game, "roll 2 2 3 3 4 6")
    assert told[1:] == [(actions.BUST, 0, 0), (actions.PENALTY, 0, -300, "3 busts running"), (actions.TURN, 0)]


def test_rolls_of_a_turn_are_counted() -> None:
    game = after("roll 1 2 2 3 4 6", "keep 1", "roll 1 2 2 3 4")
    assert game.rolls == 2


def test_dice_kept_before_are_not_shown_as_scoring() -> None:
    game = after("roll 1 1 2 3 4 6")
    assert game.can_score() == 0b000011
    events_of(game, "keep 1")
    assert game.can_score() == game.best_keep() == 0
    events_of(game, "roll 2 3 3 4 1")
    assert game.can_score() == 0b100000
    assert game.best_keep() == 0b100000
    assert game.dice_next(game.best_keep()) == 4


def test_asking_about_another_roll_does_not_disturb_the_game() -> None:
    game = after("roll 1 2 2 3 4 6")
    for ask in (game.best_keep, game.can_score, lambda: game.worth(1) // 100):
        assert game.sheet.score(1 << 4) == 0  # a lone 2
        assert ask() == 1


def test_faces_that_the_roll_lacks_have_no_places() -> None:
    game = after("roll 1 1 2 3 4 6")
    assert game.positions_of(game.key_of(0b11)) == 0b11
    assert game.positions_of(3) == 0
    assert game.positions_of(1 << 16) == 0


# House rules: a made-up one hears of every moment, and the engine need not know it


class Spy:
    """A house rule that writes down what it hears, and answers as told."""

    answers: dict[str, Any] = {}
    heard: list[str] = []

    def __init__(self, _options: dict[str, Any]) -> None:
        Spy.heard = []

    def _hear(self, moment: str) -> Any:
        Spy.heard.append(moment)
        answer = Spy.answers.get(moment)
        return answer() if callable(answer) else answer

    def dice_rolled(self, game: Game, events: Any) -> Any:
        return self._hear("dice_rolled")

    def keep_chosen(self, game: Game, keep: int, points: int, events: Any) -> None:
        self._hear(f"keep_chosen {keep} {points}")

    def busted(self, game: Game, events: Any) -> Any:
        if Spy.answers.get("busted"):
            game.stage = "ready"
        return self._hear("busted")

    def turn_lost(self, game: Game, events: Any) -> None:
        self._hear("turn_lost")

    def turn_ended(self, game: Game, events: Any) -> None:
        self._hear(f"turn_ended {game.player}")

    def game_ends(self, game: Game, following: int, events: Any) -> bool:
        if Spy.answers.get("winner") is None:
            return False
        game.winner = Spy.answers["winner"]
        return True


@pytest.fixture
def spied(monkeypatch: pytest.MonkeyPatch) -> type[Spy]:
    """The made-up house rule, in the option table under the key `spy`."""
    module = ModuleType("sixpip.rules.house.spy")
    module.Spy = Spy  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, module.__name__, module)
    table = (*options.OPTIONS, Option("spy", ("no", "yes"), "TT-00 | Spy | listens", None, "spy:Spy"))
    monkeypatch.setattr(options, "OPTIONS", table)
    monkeypatch.setattr(Spy, "answers", {})
    return Spy


HEAD = "dice-10000 players=2 opening=0 bank_min=0 spy=yes"


def test_a_new_house_rule_is_one_class_and_one_option_row(spied: type[Spy]) -> None:
    after("roll 1 2 2 3 4 6", "keep 1", "bank", "roll 2 2 3 3 4 6", head=HEAD)
    heard = ["dice_rolled", "keep_chosen 1 100", "turn_ended 0", "dice_rolled", "busted", "turn_lost", "turn_ended 1"]
    assert spied.heard == heard


def test_a_house_rule_that_is_off_hears_nothing(spied: type[Spy]) -> None:
    spied.heard = []
    after("roll 1 2 2 3 4 6", "keep 1", "bank", head=HEAD.replace("yes", "no"))
    assert spied.heard == []


def test_a_house_rule_may_turn_a_bust_away(spied: type[Spy]) -> None:
    spied.answers = {"busted": True}
    game = after("roll 2 2 3 3 4 6", head=HEAD)
    assert (game.player, game.legal()) == (0, (actions.ROLL,))
    assert spied.heard == ["dice_rolled", "busted"]


def test_a_house_rule_may_deal_with_a_roll_before_a_bust_is_looked_for(spied: type[Spy]) -> None:
    spied.answers = {"dice_rolled": True}
    game = after("roll 2 2 3 3 4 6", head=HEAD)
    assert (game.player, spied.heard) == (0, ["dice_rolled"])


@pytest.mark.parametrize("winner", [0, 1])
def test_a_house_rule_may_end_the_game_with_the_turn(spied: type[Spy], winner: int) -> None:
    spied.answers = {"winner": winner}
    game = after(head=HEAD)
    assert events_of(game, "roll 2 2 3 3 4 6")[1:] == [(actions.BUST, 0, 0), (actions.OVER, winner)]
    assert game.legal() == ()


# Options


def test_an_option_says_its_values_in_words() -> None:
    words = {option.key: option.choices() for option in options.OPTIONS}
    assert words["hot_dice"] == "optional or forced"
    assert words["busts"] == "none, -500, -1000 or all"
    assert words["bank_min"] == "0, 300 or any multiple of 5 from 0 to 5000"
    assert Option("x", ("only",), "TT-00 | X | x").choices() == "only"


@pytest.mark.parametrize(("text", "whole"), [("5", True), ("-5", True), ("-", False), ("", False), ("5.0", False)])
def test_a_whole_number_is_told_from_other_text(text: str, whole: bool) -> None:
    assert is_whole(text) == whole


NEEDED: dict[str, dict[str, Any]] = {
    "straight_gather": {"straight": 200},
    "opening_rolls": {"opening": 350},
    "pairs_count": {"three_pairs": 1000},
    "extend": {"multiples": "doubling"},
}


def test_every_option_and_variant_is_in_order() -> None:
    keys = [option.key for option in options.OPTIONS]
    assert len(set(keys)) == len(keys)
    for option in options.OPTIONS:
        assert 0 < len(option.label) <= 21
        assert option.meaning
        for value in option.values:
            cubes = not option.fits(PIPS.kind) or value == 300
            table, row = (CUBES, {"dice": 5}) if cubes and option.key != "three_ones" else (PIPS, {})
            values = options.resolve(table, {**row, **NEEDED.get(option.key, {}), option.key: value})
            assert values[option.key] == value
            path = option.house_for(value)
            if path:
                assert houses.make(path, values)
    for variant in VARIANTS:
        assert options.resolve(variant.table, variant.row)
        assert len(variant.title) <= 21
    assert len({variant.name for variant in VARIANTS}) == len(VARIANTS)


def other_than(key: str, value: Any) -> Any:
    """A value of a house rule that is as a conflict describes it."""
    values = options.find(key).values
    return values[1] if value == ON else values[0] if value == OFF else value


@pytest.mark.parametrize("conflict", CONFLICTS, ids=lambda conflict: f"{conflict[0]}-{conflict[2]}")
def test_house_rules_that_do_not_go_together_are_refused_with_the_reason(conflict: tuple[Any, ...]) -> None:
    key, value, other, against, why = conflict
    row = {**NEEDED.get(key, {}), **NEEDED.get(other, {})}
    row.update({other: other_than(other, against), key: other_than(key, value)})
    with pytest.raises(BadOption) as refused:
        options.resolve(PIPS, {"multiples": "triples"}, row)
    assert refused.value.args[0] == f"{key}={row[key]} does not go with {other}={row[other]}: {why}"


@pytest.mark.parametrize(
    ("table", "row", "reason"),
    [
        (PIPS, {"five_alike": "yes"}, "five_alike=yes makes no sense with these dice (1 2 3 4 5 6)"),
        (GRAND, {"three_ones": 300}, "three_ones=300 makes no sense with these dice (A K Q J 50 100)"),
        (CUBES, {"dice": 5, "straight": 200}, "straight=200 makes no sense with these dice (2 3 4 5 6 10 sun)"),
        (CUBES, {"dice": 6}, "dice=6 does not go with these dice: there are five cubes"),
        (PIPS, {"target": 300}, "target=300 is for five cubes: use a multiple of 500"),
        (
            GRAND,
            {"straight": 150, "straight_gather": "yes"},
            "straight_gather=yes does not go with straight=150: it must be more than the 150 points it may replace",
        ),
        (
            PIPS,
            {"straight": 250, "straight_gather": "yes", "wild_die": "yes"},
            "straight_gather=yes does not go with straight=250: it must be more than the 250 points it may replace",
        ),
        (
            PIPS,
            {"straight": 750, "straight_gather": "yes", "short_straights": "500/750"},
            "straight_gather=yes does not go with straight=750: it must be more than the 750 points it may replace",
        ),
    ],
)
def test_a_house_rule_that_makes_no_sense_is_refused(table: Table, row: dict[str, Any], reason: str) -> None:
    with pytest.raises(BadOption) as refused:
        options.resolve(table, row)
    assert refused.value.args[0] == reason


@pytest.mark.parametrize(
    ("head", "expected"),
    [
        ("dice-10000 end=exact", {"reach": "at"}),
        ("ten-thousand three_pairs=0", {"pairs_count": "strict", "straight": 3000}),
        ("ten-thousand dice=5", {"straight": 0, "three_pairs": 0, "pairs_count": "strict"}),
        ("zilch cold_start=yes", {"empty_six": 0}),
        ("dice-10000 end=sudden", {"reach": "above"}),
    ],
)
def test_what_the_sheet_says_gives_way_to_a_house_rule_that_the_players_choose(
    head: str, expected: dict[str, Any]
) -> None:
    game = after(head=head)
    assert {key: game.options[key] for key in expected} == expected


@pytest.mark.parametrize("head", ["dice-10000 end=exact reach=above", "ten-thousand dice=5 straight=1500"])
def test_what_the_players_choose_themselves_does_not_give_way(head: str) -> None:
    with pytest.raises(BadLine, match="does not go with"):
        after(head=head)

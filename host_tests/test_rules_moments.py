"""The moments of house rules: a made-up one hears of every moment, and the engine need not know it."""

import sys
import tokenize
from types import ModuleType
from typing import Any

import pytest

import sixpip.rules.ten_thousand.game
import sixpip.rules.ten_thousand.state
from host_tests.replayed import after, events_of
from sixpip.rules import actions, options
from sixpip.rules.events import BUST, GAME_OVER, event
from sixpip.rules.option import Option
from sixpip.rules.ten_thousand.game import Game


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
    module = ModuleType("sixpip.rules.ten_thousand.house_rules.spy")
    module.Spy = Spy  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, module.__name__, module)
    table = (*options.OPTIONS, Option("spy", ("no", "yes"), "TT-00 | Spy | listens", None, "spy:Spy"))
    monkeypatch.setattr(options, "OPTIONS", table)
    monkeypatch.setattr(Spy, "answers", {})
    return Spy


HEAD = "dice-10000 players=2 opening=0 bank_min=0 spy=yes"


def test_the_engine_names_no_house_rule() -> None:
    rules = [option for option in options.OPTIONS if option.rule_class]
    classes = {option.class_for(value) for option in rules for value in option.values}
    names = {option.key for option in rules} | {path.split(":")[1] for path in classes if path}
    assert {"pick_up", "PickUp", "busts", "end", "LastTurn", "Exact"} <= names
    for module in (sixpip.rules.ten_thousand.game, sixpip.rules.ten_thousand.state):
        assert module.__file__
        with open(module.__file__, "rb") as file:
            words = {token.string.strip('"') for token in tokenize.tokenize(file.readline)}
        assert words & names == set()


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
    assert events_of(game, "roll 2 2 3 3 4 6")[1:] == [event(BUST, 0), event(GAME_OVER, winner)]
    assert game.legal() == ()

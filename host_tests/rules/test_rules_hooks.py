"""The hooks of house rules: each is declared, each runs at its moment, and the engine knows no rule by name."""

import importlib
import inspect
import sys
import tokenize
from types import ModuleType
from typing import Any

import pytest

import sixpip.rules.ten_thousand.game
from host_tests.replayed import events_of, played
from sixpip.rules.core import actions
from sixpip.rules.core.events import BUST, GAME_OVER, event
from sixpip.rules.rulebook import options
from sixpip.rules.rulebook.options import Option
from sixpip.rules.ten_thousand.game import TenThousandGame
from sixpip.rules.ten_thousand.house_rules.house_rule import DecisionRule, HouseRule

NO_DIE = "no die scores"


def rule_classes() -> list[type[HouseRule]]:
    """The classes of all house rules, those for single values of an option, too."""
    paths = {option.class_for(value) for option in options.OPTIONS for value in option.values} - {None}
    classes = []
    for path in sorted(path for path in paths if path):
        module, name = path.split(":")
        classes.append(getattr(importlib.import_module(f"{HouseRule.__module__.rpartition('.')[0]}.{module}"), name))
    return classes


def public_methods(rule: type[HouseRule]) -> set[str]:
    return {name for name, _ in inspect.getmembers(rule, inspect.isfunction) if not name.startswith("_")}


@pytest.mark.parametrize("rule", rule_classes(), ids=lambda rule: rule.__name__)
def test_every_public_method_of_a_house_rule_overrides_one_of_its_base_class(rule: type[HouseRule]) -> None:
    base = DecisionRule if issubclass(rule, DecisionRule) else HouseRule
    assert public_methods(rule) == public_methods(base)
    for name in public_methods(rule):
        own, hook = inspect.signature(getattr(rule, name)), inspect.signature(getattr(base, name))
        assert list(own.parameters) == list(hook.parameters)
    overridden = {name for name in public_methods(rule) if getattr(rule, name) is not getattr(HouseRule, name, None)}
    assert ("record" in overridden) == ("restore" in overridden)
    if issubclass(rule, DecisionRule):
        assert {"legal", "question", "act", "is_valid"} <= overridden


def test_every_hook_is_overridden_by_a_house_rule() -> None:
    for name in public_methods(DecisionRule):
        base = getattr(DecisionRule, name)
        assert any(getattr(rule, name, base) is not base for rule in rule_classes()), name


def test_a_game_knows_which_hooks_its_rules_override() -> None:
    rules = TenThousandGame("pure", {"press_on": "yes"}).house_rules
    assert rules.override("must_roll_after") and not rules.override("next_roll")
    with pytest.raises(AttributeError):
        rules.override("must_rol_after")


class Spy(HouseRule):
    """A house rule that notes which hooks run, and answers as it is set up."""

    answers: dict[str, Any] = {}
    ran: list[str] = []

    def __init__(self, _options: dict[str, str | int]) -> None:
        Spy.ran = []

    def _note(self, hook: str) -> Any:
        Spy.ran.append(hook)
        return Spy.answers.get(hook)

    def dice_rolled(self, game: Any, events: Any) -> Any:
        return self._note("dice_rolled")

    def keep_chosen(self, game: Any, key: int, points: int, events: Any) -> None:
        self._note(f"keep_chosen {key} {points}")

    def busted(self, game: Any, events: Any) -> Any:
        if Spy.answers.get("busted"):
            game.stage = "ready"
        return self._note("busted")

    def turn_lost(self, game: Any, events: Any) -> None:
        self._note("turn_lost")

    def turn_ended(self, game: Any, events: Any) -> None:
        self._note(f"turn_ended {game.player}")

    def game_ends(self, game: Any, following: int, events: Any) -> bool:
        if Spy.answers.get("winner") is None:
            return False
        game.winner = Spy.answers["winner"]
        return True


@pytest.fixture
def spied(monkeypatch: pytest.MonkeyPatch) -> type[Spy]:
    """The house rule that notes its hooks, in the option table under the key `spy`."""
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
    with open(sixpip.rules.ten_thousand.game.__file__, "rb") as file:
        words = {token.string.strip('"') for token in tokenize.tokenize(file.readline)}
    assert words & names == set()


def test_a_new_house_rule_is_one_class_and_one_option_row(spied: type[Spy]) -> None:
    turns = "roll 1 2 2 3 4 6 / keep 1 / bank / roll 2 2 3 3 4 6"
    played(f"{HEAD} / {turns}")
    ran = ["dice_rolled", "keep_chosen 1 100", "turn_ended 0", "dice_rolled", "busted", "turn_lost", "turn_ended 1"]
    assert spied.ran == ran
    spied.ran = []
    played(f"{HEAD.replace('spy=yes', 'spy=no')} / {turns}")
    assert spied.ran == []


def test_a_house_rule_can_turn_a_bust_away(spied: type[Spy]) -> None:
    spied.answers = {"busted": True}
    game = played(f"{HEAD} / roll 2 2 3 3 4 6")
    assert (game.player, game.legal(), spied.ran) == (0, (actions.ROLL,), ["dice_rolled", "busted"])


def test_a_house_rule_can_handle_a_roll_before_the_engine_looks_for_a_bust(spied: type[Spy]) -> None:
    spied.answers = {"dice_rolled": True}
    game = played(f"{HEAD} / roll 2 2 3 3 4 6")
    assert (game.player, spied.ran) == (0, ["dice_rolled"])


@pytest.mark.parametrize("winner", [0, 1])
def test_a_house_rule_can_end_the_game_with_the_turn(spied: type[Spy], winner: int) -> None:
    spied.answers = {"winner": winner}
    game = played(HEAD)
    assert events_of(game, "roll 2 2 3 3 4 6")[1:] == [event(BUST, 0, why=NO_DIE), event(GAME_OVER, winner)]
    assert game.legal() == ()


# What the game answers for its house rules


def test_the_points_after_a_keep_contain_the_bonus_of_the_last_die() -> None:
    game = played("pure last_die=yes / roll 1 1 1 5 5 2")
    before = game.record()
    assert (game.points_after(0b1), game.points_after(0b111), game.points_after()) == (100, 1000, 1100)
    assert game.record() == before
    events_of(game, "keep 1 1 1 5 5")
    assert game.points_after() == 1100
    events_of(game, "roll 5")
    assert (game.points_after(), game.points_after(0b100000)) == (1650, 1650)
    for line in ("keep 5", "roll 1 1 1 5 5 2", "keep 1 1 1 5 5", "roll 5"):
        events_of(game, line)
    assert game.points_after() == 1650 + 1100 + 50 + 1000


def test_the_players_who_still_throw_for_the_start_are_known() -> None:
    game = played("pure players=3 start=one-die")
    throwers = [game.still_to_throw()]
    for line in ("roll 5", "roll 5", "roll 2", "roll 1", "roll 6"):
        events_of(game, line)
        throwers.append(game.still_to_throw())
    assert throwers == [0b111, 0b110, 0b100, 0b011, 0b010, 0]
    assert (game.player, game.question()) == (1, "")
    assert played("pure players=1 start=one-die").still_to_throw() == 0


def test_the_win_that_can_be_rolled_off_is_known_while_it_is_offered() -> None:
    game = played("pure players=2 end=exact target=500 / roll 5 5 5 2 3 4 / bank")
    assert (game.winner_to_roll_off(), game.offered(), game.question()) == (0, 0b111000, "Roll the 3 dice left?")
    events_of(game, "take")
    assert (game.winner_to_roll_off(), game.offered(), game.question()) == (-1, 0, "")
    offer = played("dice-10000 players=2 opening=0 / roll 1 1 1 2 3 4 / bank / roll 1 1 1 2 3 4 / bank")
    assert (offer.winner_to_roll_off(), offer.offered(), offer.still_to_throw()) == (-1, 0b111000, 0)


def test_what_is_called_and_whether_a_roll_can_be_called_are_known() -> None:
    game = played("pure calls=yes / roll 1 2 2 3 3 4")
    assert (game.called(), game.can_call_after_keep()) == (-1, True)
    events_of(game, "keep 1")
    events_of(game, "call five")
    assert (game.called(), game.can_call_after_keep()) == (1, False)
    events_of(game, "roll 5 2 3 4 6")
    assert (game.called(), game.can_call_after_keep()) == (-1, True)
    assert not played("pure / roll 1 2 2 3 3 4").can_call_after_keep()


def test_the_value_of_a_bank_past_an_exact_target_is_nothing() -> None:
    game = played("pure players=2 end=exact target=500 / roll 1 1 1 2 3 4")
    assert (game.bank_value(500), game.bank_value(550)) == (500, 0)

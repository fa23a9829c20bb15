"""House rules on what a bust costs, or does not: no risk (HR-05), train wreck (HR-06), nothing at all (section 8)."""

from sixpip.port import TYPE_CHECKING

if TYPE_CHECKING:
    from typing import Any

    from sixpip.rules.events import Event
    from sixpip.rules.ten_thousand.game import Game


class EmptySix:
    """All dice thrown with nothing among them score, and the turn goes on (section 8, `zilch`)."""

    def __init__(self, options: "dict[str, Any]") -> None:
        """`options`: a value for every key."""
        self.worth = options["empty_six"]

    def busted(self, game: "Game", events: "list[Event]") -> bool:
        """True when all dice were thrown: points, and all of them again."""
        if game.rolled != game.all:
            return False
        game.gain(self.worth, "nothing at all", events)
        game.throw_again(0, "all dice again", events)
        return True

    def stands(self, game: "Game") -> bool:
        """Before all dice are thrown again after nothing."""
        return game.rolls > 0 and not game.kept and game.points >= self.worth


class NoRisk:
    """A bust ends the turn, but the points gathered before it are banked (HR-05)."""

    def __init__(self, options: "dict[str, Any]") -> None:
        """`options`: a value for every key."""
        self.opening = options["opening"]
        self.rolls = options["opening_rolls"]

    def busted(self, game: "Game", events: "list[Event]") -> bool:
        """Bank what was gathered, if the player is on the table or comes onto it with that; a bust it stays."""
        points = game.points
        opens = points >= self.opening and game.rolls >= self.rolls
        if points and (opens or game.opened[game.player]):
            game.points = 0
            game.bank(game.house_rules.banking(game, points), events)
        return False


class TrainWreck:
    """A bust on a roll of all dice costs points (HR-06)."""

    def __init__(self, options: "dict[str, Any]") -> None:
        """`options`: a value for every key."""
        self.price = options["train_wreck"]

    def turn_lost(self, game: "Game", events: "list[Event]") -> None:
        """Take the price."""
        if game.rolled == game.all:
            cost = -max(game.scores[game.player], 0) if self.price == "all" else self.price
            game.change_score(game.player, cost, "bust on all dice", events)

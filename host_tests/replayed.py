"""A game after some lines of a log, and the events of one more line."""

from sixpip.rules.game.events import Event
from sixpip.rules.menus import replay
from sixpip.rules.ten_thousand.game import Game


def after(*lines: str, head: str = "dice-10000 players=2 opening=0 bank_min=0") -> Game:
    """A game after some lines of log."""
    game = replay.replay(["game " + head, *lines])
    assert isinstance(game, Game)
    return game


def events_of(game: Game, line: str) -> list[Event]:
    """The events of one more line."""
    action, dice = replay.action_of(game, line.split())
    return game.apply(action, dice)

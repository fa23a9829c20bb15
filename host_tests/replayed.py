"""Games written as the lines of a log, separated by " / ": one played so far, and what one more line does."""

from typing import Any

import pytest

from sixpip.rules.core import replay
from sixpip.rules.core.errors import Illegal
from sixpip.rules.core.events import Event
from sixpip.rules.ten_thousand.game import MOST_ROLLS

_FACES = ("1", "2", "3", "3", "4", "6")
TURN_OF_99 = ["game pure players=2 target=20000", "# ANNA, BEN"]
"""The log of a turn with 99 rolls, of each of which one die is kept: three dice are left."""
for _roll in range(MOST_ROLLS - 1):
    TURN_OF_99 += ["roll " + " ".join(_FACES[: 6 - _roll % 6]), "keep 1"]


def played(text: str) -> Any:
    """Returns the game after lines such as "pure players=2 / roll 1 2 2 3 3 4 / keep 1"."""
    return replay.replay(("game " + text).split(" / "))


def events_of(game: Any, line: str) -> list[Event]:
    """Returns the events of one more line."""
    action, dice = replay.action_of(game, line.split())
    events: list[Event] = game.apply(action, dice)
    return events


def refusal_of(game: Any, line: str) -> str:
    """Returns why one more line is not legal; trying it must change nothing."""
    before = game.record()
    with pytest.raises(Illegal) as refused:
        events_of(game, line)
    assert game.record() == before
    return str(refused.value)


def written(text: str) -> str:
    """Returns the log, as the console writes it, of a game that plays these lines."""
    head, *lines = text.split(" / ")
    game = played(head)
    log = [replay.head(game).removeprefix("game ")]
    for line in lines:
        action, dice = replay.action_of(game, line.split())
        log.append(game.log_line(action, game.apply(action, dice)))
    return " / ".join(log)

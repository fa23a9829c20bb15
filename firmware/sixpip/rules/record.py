"""The way back from a plain record (game.Game.record) to the game: what holds for every engine.

What only one engine knows stands in its restore.py. A record may come from a broken save: whatever it says, from_record
gives a game that can be played on or BadRecord.
"""

from sixpip.port import TYPE_CHECKING
from sixpip.rules.engine import engine_of, new_game
from sixpip.rules.errors import BadOption, BadRecord
from sixpip.rules.stages import MOST_PLAYERS
from sixpip.rules.validators import MOST, whole

if TYPE_CHECKING:
    from typing import Any


def from_record(record: "dict[str, Any]") -> "Any":
    """The game that `record` was taken from. Raises BadRecord when it is not one of this firmware's."""
    if not isinstance(record, dict):
        raise BadRecord("The saved game is not complete")
    try:
        game = _new(record)
        engine_of(game).restore(game, record)
    except KeyError as error:
        raise BadRecord(f"The saved game lacks '{error.args[0]}'") from error
    except BadOption as error:
        reason = error.args[0].split(": use ")[0]  # what else there is helps nobody here
        raise BadRecord(f"The saved game does not fit: {reason}") from error
    return game


def _new(record: "dict[str, Any]") -> "Any":
    rules = record["rules"]
    for name in ("variant", "stage"):
        if not isinstance(record[name], str):
            raise BadRecord(f"The saved game has no word for '{name}'")
    if not isinstance(rules, dict):
        raise BadRecord("The saved game does not name its house rules")
    for key in rules:
        if not isinstance(rules[key], str):
            whole(rules[key], -MOST, MOST, key)
    game = new_game(record["variant"], rules, whole(record["players"], 1, MOST_PLAYERS, "players"))
    if record.get("mark", 0) != game.variant.mark:
        raise BadRecord(f"The rules of {game.variant.name} have changed since this game was saved")
    return game

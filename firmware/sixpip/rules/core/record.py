"""Restores a game from its record (Game.record), as far as that is the same for every engine.

The rest is in the restore.py of each engine. A record may come from a damaged save: for any content, from_record
returns a game that can be played on, or raises BadRecord.
"""

from sixpip.compat import TYPE_CHECKING, const
from sixpip.rules.core.actions import MOST_PLAYERS
from sixpip.rules.core.engine import new_game
from sixpip.rules.core.errors import MOST, BadOption, BadRecord, UnknownRules, check_number, check_numbers

if TYPE_CHECKING:
    from typing import Any

    from sixpip.rules.core.engine import Game


_EARLIER = const("houses")  # the key of the state of the house rules before it was "house_rules"


def from_record(record: "dict[str, Any]") -> "Game":
    """Returns the game of which `record` is the record. Raises BadRecord when it is not valid for this firmware.

    In a record of earlier firmware, the names of the fields are changed to those of today.
    """
    if not isinstance(record, dict):
        raise BadRecord("The saved game is not complete")
    try:
        game = new_game(*_checked(record))
        if record.get("mark", 0) != game.variant.mark:
            raise UnknownRules(f"The rules of {game.variant.name} have changed since this game was saved")
        if _EARLIER in record:
            _convert_earlier(record, game.players)
        game.restore(record)
    except KeyError as error:
        raise BadRecord(f"The saved game lacks '{error.args[0]}'") from error
    except BadOption as error:
        reason = error.args[0].split(": use ")[0]  # without the list of valid values
        raise UnknownRules(f"The saved game does not fit: {reason}") from error
    return game


def _checked(record: "dict[str, Any]") -> "tuple[Any, ...]":
    """Returns the arguments of `new_game`. Raises BadRecord, KeyError."""
    rules = record["rules"]
    for name in ("variant", "stage"):
        if not isinstance(record[name], str):
            raise BadRecord(f"The saved game has no text for '{name}'")
    if not isinstance(rules, dict):
        raise BadRecord("The saved game does not name its house rules")
    for key in rules:
        if not isinstance(rules[key], str):
            check_number(rules[key], -MOST, MOST, key)
    players = check_number(record["players"], 1, MOST_PLAYERS, "players")
    starter = check_number(record.get("starter", -1), -1, players - 1, "starter")
    head_start = check_numbers(record["head_start"], players, 0, MOST, "head_start") if "head_start" in record else []
    return record["variant"], rules, players, starter, head_start


def _convert_earlier(record: "dict[str, Any]", players: int) -> None:
    """Changes the names in a record of firmware before November 26, 2026 to those of today. Raises BadRecord.

    Such a record is of format 1, too; only the key "houses" distinguishes it.
    """
    states = record.pop("houses")
    if not isinstance(states, dict):
        raise BadRecord("The saved game has no state of its house rules")
    record["house_rules"] = states
    record["pending"] = record.pop("floor", "")
    record.setdefault("out", [0] * players)
    end = states.get("end")
    last_die = states.get("last_die")
    clear = states.get("clear")
    if "first" in record:
        return
    record["first"] = 0  # the first records lack it, because only "same-round" needed it
    if isinstance(end, list) and len(end) == 3:
        states["end"] = end[:2]
        record["first"] = end[2] if end[2] in range(players) else record.get("player")
    if isinstance(last_die, list) and len(last_die) == 2:  # were the throws of the last die
        states["last_die"] = [int(last_die[0] == 1 and record.get("stage") == "ready"), last_die[1]]
    if isinstance(clear, list) and len(clear) == 1 and clear[0] in range(16):  # was one face, not one bit per face
        states["clear"] = [1 << clear[0]]
    elif clear == [-1]:
        states["clear"] = [0]

"""Brings the state of a saved game from before November 26, 2026 to the names of today; record.py imports it only then.

Those records are of format 1, too: what tells them apart is the key "houses".
"""

from sixpip.port import TYPE_CHECKING
from sixpip.rules.core.errors import BadRecord

if TYPE_CHECKING:
    from typing import Any


def convert(record: "dict[str, Any]", players: int) -> None:
    """Renames what has another name today, and adds what was added since. Raises BadRecord."""
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
    record["first"] = 0  # the first records of all did not have it: only "same-round" needed it
    if isinstance(end, list) and len(end) == 3:
        states["end"] = end[:2]
        record["first"] = end[2] if end[2] in range(players) else record.get("player")
    if isinstance(last_die, list) and len(last_die) == 2:  # the throws of the last die, today whether it missed once
        states["last_die"] = [int(last_die[0] == 1 and record.get("stage") == "ready"), last_die[1]]
    if isinstance(clear, list) and len(clear) == 1 and clear[0] in range(16):  # one face, today one bit a face
        states["clear"] = [1 << clear[0]]
    elif clear == [-1]:
        states["clear"] = [0]

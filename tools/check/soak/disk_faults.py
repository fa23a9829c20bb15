"""Draws faults of the disk, of the power and of the clock."""

from random import Random
from typing import Any

from tools.check.soak.fault import Event
from tools.check.soak.games import settings_event, variant_event

_RECORDS = (
    *("game", "settings", "names", "groups", "last", "rules", "statistics", "checked"),
    *("parked/pure", "parked/phase-10"),
)
_SUFFIXES = ("", "", "", ".new", ".old", ".bad")
_CONTENTS = (
    "",
    "sixpip 1 ",
    "sixpip 1 5 00000000\nwrong",
    "not a record\n" * 3,
    "\x00" * 300,
    "x" * 20_000,
    "sixpip 1 2 a3830c0f\n[]",
)
_VALUES: tuple[Any, ...] = (None, [], {}, 0, "text", {"game": {}}, {"names": []}, [[]], {"variant": "pure"})
_LOG_LINES = ("", "\xff\xfe\n", "game pure\n", "roll 1 2 3\nbank\n", "undo 99\n", "# 1 A: 0 -> 50\n" * 400)
_MOST_OPERATIONS = 30
_DAY_MS = 86_400_000
_JUMPS_MS = (_DAY_MS // 24, 3 * _DAY_MS, 7 * _DAY_MS, 10 * _DAY_MS, 1 << 30, 13 * _DAY_MS)
"""The tick counter wraps after 12.4 days (1 << 30 ms); from 6.2 days on its differences are wrong."""


def disk_event(chance: Random) -> Event:
    """Returns a fault of the disk; the next power-on or "repair" ends it."""
    kind = chance.choice(("cut", "cut", "cut", "full", "broken", "file", "file", "record", "unreadable", "folder"))
    if kind in ("cut", "full", "broken"):
        return [kind, chance.randrange(_MOST_OPERATIONS)]
    record = chance.choice(_RECORDS)
    if kind == "record":
        return [kind, record, chance.choice(_VALUES)]
    if chance.random() < 0.3:
        record = f"logs/game-{chance.randrange(1, 6)}.log"
    path = "/" + record + ("" if record.endswith(".log") else chance.choice(_SUFFIXES))
    if kind == "file":
        return [kind, path, chance.choice(_LOG_LINES if record.endswith(".log") else _CONTENTS)]
    return [kind, path]


def other_event(chance: Random) -> Event:
    """Returns a power-on, an end of the faults, a change of the battery or the clock, or a file of a maker."""
    kind = chance.choice(
        ("power", "power", "power", "repair", "repair", "battery", "supply", "oled", "jump", "settings", "variant")
    )
    if kind == "power":
        held = chance.choice((0, 0, 0, 0, 1 << chance.randrange(9)))
        return [kind, held, chance.choice((-1, -1, chance.randrange(12)))]
    if kind == "battery":
        return [kind, chance.choice((0, 3000, 3300, 3400, 3550, 3900, 4200))]
    if kind == "supply":
        return [chance.choice(("charger", "usb")), chance.choice((0, 1))]
    if kind == "oled":
        return [kind, chance.choice((0, 1, 1))]
    if kind == "jump":
        return [kind, chance.choice(_JUMPS_MS)]
    if kind == "settings":
        return settings_event(chance)
    return variant_event(chance) if kind == "variant" else [kind]

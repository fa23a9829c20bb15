"""Draws random events: games, own variants, settings, and faults of the disk, of the power and of the clock."""

import json
from random import Random
from typing import Any

from sixpip.app.games.lineup import Lineup, make_teams
from sixpip.app.settings import AGREEMENTS, SETTINGS
from sixpip.players.styles import OFFERED
from sixpip.rules.core.engine import new_game
from sixpip.rules.core.errors import BadOption
from sixpip.rules.rulebook.options import OPTIONS
from sixpip.rules.rulebook.variants import PHASE, VARIANTS, all_variants
from tools.check.soak.fault import Event

NAMES = ("Wolfgang-Amy", "Maximilianus", "BERNHARD", "Ei", "Charlottelyn", "Mwmwmwmwmwmw", "A", "ANNA")
_TARGETS = (300, 500, 500, 1000, 2000, 5000)
_MOST_RULES = 9
_VARIANT_FILES = (
    "",
    "{",
    "[]",
    '{"name": "mine"}',
    '{"name": "mine", "title": "Mine", "base": "no such game"}',
    '{"name": "mine", "title": "A title that is much too long for a line", "base": "pure"}',
    '{"name": "pure", "title": "Pure", "base": "pure"}',
    '{"name": "mine", "title": "Mine", "base": "pure", "rules": {"target": "high"}}',
    '{"name": "mine", "title": "\u00e4\u00f6\u00fc", "base": "pure"}',
    "\x00\xff\xfe",
)


def game_event(chance: Random) -> Event:
    """Returns an event that starts a random game, often with a low target, so that it ends."""
    variant = chance.choice(all_variants())
    phases = variant.dice_set.kind == PHASE.kind
    players = chance.choice((1, 1, 1, 2, 3, 6) if phases else (1, 2, 2, 3, 4, 5, 6))
    row: dict[str, Any] = {"start": chance.choice(("seated", "one-die"))} if phases else _row(chance, variant, players)
    lineup, extra = _lineup(chance, players, variant.dice_set.engine)
    return ["game", variant.name, row, lineup.names, lineup.styles, extra]


def _row(chance: Random, variant: Any, players: int) -> dict[str, Any]:
    """Returns house rules that go with the variant and with each other."""
    row: dict[str, Any] = {}
    if chance.random() < 0.8:
        row = _with(row, variant.name, players, "target", chance.choice(_TARGETS))
    for _ in range(chance.randrange(_MOST_RULES)):
        option = chance.choice(OPTIONS)
        if option.key != "target" and option.fits(variant.dice_set.kind):
            value = chance.choice(option.values)
            if option.span and chance.random() < 0.3:
                value = chance.randrange(*option.span)
            row = _with(row, variant.name, players, option.key, value)
    return row


def _with(row: dict[str, Any], variant: str, players: int, key: str, value: Any) -> dict[str, Any]:
    """Returns the row with one more rule; without it where the rules refuse that."""
    tried = {**row, key: value}
    try:
        new_game(variant, tried, players)
    except BadOption:
        return row
    return tried


def _lineup(chance: Random, players: int, engine: str) -> tuple[Lineup, dict[str, Any]]:
    """Returns who plays, and the fields of the lineup besides names and seats."""
    names = chance.sample(NAMES, players)
    seats = [chance.choice((0, 0, *OFFERED[engine])) for _ in names] if chance.random() < 0.4 else None
    lineup = Lineup(names, seats)
    extra: dict[str, Any] = {}
    if players in (4, 6) and not seats and chance.random() < 0.3:
        lineup = make_teams(lineup)
        extra["members"] = lineup.members
    if engine == "ten_thousand" and chance.random() < 0.15:
        extra["head_start"] = [chance.choice((0, 0, 50, 250)) for _ in lineup.names]
    if len(lineup.names) > 1 and chance.random() < 0.3:
        extra["match"] = [chance.choice((2, 3, 4)), *(0 for _ in lineup.names)]
    return lineup, extra


def settings_event(chance: Random) -> Event:
    """Returns an event that saves random settings; they count from the next power-on on."""
    rows = (*SETTINGS, *AGREEMENTS)
    return [
        "record",
        "settings",
        {row.name: chance.randrange(len(row.choices)) for row in rows if chance.random() < 0.5},
    ]


def preparations(chance: Random) -> list[Event]:
    """Returns the events before a run: some consoles have settings or variants of their maker."""
    events = [settings_event(chance)] if chance.random() < 0.5 else []
    if chance.random() < 0.3:
        events += [variant_event(chance) for _ in range(chance.randrange(1, 4))]
    return [*events, ["power", 0, -1]] if events else []


def variant_event(chance: Random) -> Event:
    """Returns an event that copies a variant file, good or bad; it counts from the next power-on on."""
    name = (
        f"/variants/{chance.choice(('mine', 'yours', 'UPPER', 'a b'))}.{chance.choice(('json', 'json', 'json', 'txt'))}"
    )
    if chance.random() < 0.3:
        return ["file", name, chance.choice(_VARIANT_FILES)]
    base = chance.choice(VARIANTS)
    content: dict[str, Any] = {"name": chance.choice(("mine", "yours")), "title": "Own game", "base": base.name}
    if base.dice_set.kind != PHASE.kind:
        content["rules"] = _row(chance, base, 2)
        if chance.random() < 0.4:
            content["faces"] = chance.sample(("A", "K", "Q", "J", "10", "9", "50", "100", "1", "x"), 6)
        if chance.random() < 0.4:
            content["table"] = {
                "singles": [chance.choice((0, 50, 100)) for _ in range(6)],
                "triples": [chance.choice((200, 500, 1000)) for _ in range(6)],
            }
    return ["file", name, json.dumps(content)]


_RECORDS = (
    *("game", "settings", "names", "groups", "last", "rules", "statistics"),
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

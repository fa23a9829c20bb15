"""POWER.md: the power tree, the limiter, and how long a charge lasts, all computed from hardware/power.py."""

from array import array

from hardware import power
from hardware.documents import markdown
from hardware.wiring.harness import DICE
from sixpip.app import settings
from sixpip.board import expand, limiter
from sixpip.board.led_chain import PIXELS
from sixpip.board.limiter import LedPower
from sixpip.view import faces, palette, tiles

VARIANT = "dice-10000"
BRIGHTNESS = settings._LEVELS
"""The steps of the console's settings."""

_TURN = (tiles.KEPT, tiles.KEPT, tiles.KEPT, tiles.CHOSEN, tiles.SCORES, tiles.DULL)
SCENES = {
    "start of a turn: six 5s, all free": ("5",) * DICE,
    "mid-turn: three kept, one chosen, two free": ("4", "4", "4", "1", "5", "3"),
}
"""Frames for the table, as the faces of the dice; the second is in the states of _TURN."""


def pixels(scene: str) -> bytearray:
    """The frame of a scene, drawn by the firmware."""
    frame = bytearray(PIXELS)
    names = SCENES[scene]
    for tile, name in enumerate(names):
        state = tiles.SCORES if len(set(names)) == 1 else _TURN[tile]
        tiles.paint(frame, tile, faces.face(name), state)
    return frame


def chain_ma(led_type: tuple[str, int, int, int, int], frame: bytearray, brightness: int) -> int:
    """What the firmware's limiter says the chain draws for a frame."""
    colours, counts = bytearray(96), array("H", [0] * expand.COLORS)
    palette.load(colours, VARIANT)
    expand.count(frame, counts)
    limit = LedPower(led_type)
    limit.prepare(colours, brightness, counts)
    return limit.estimated_ma


def runtime_rows() -> list[list[str]]:
    """LED type and what is shown, then mA of the dice and hours for each brightness, or the same for all."""
    rows = []
    for led_type in limiter.LED_TYPES:
        for scene in SCENES:
            cells = [_spent(chain_ma(led_type, pixels(scene), level)) for level in BRIGHTNESS]
            rows.append([led_type[0], scene, *cells])
        rows.append([led_type[0], "rail on, all dark", *[_spent(power.idle_ma(led_type))] * len(BRIGHTNESS)])
    return [*rows, ["any", "at the limit", *[_spent(limiter.BUDGET_MA)] * len(BRIGHTNESS)]]


def _spent(chain: float) -> str:
    """MA of the dice and the hours that a charge lasts."""
    return f"{chain:.0f} mA, {power.hours(chain + power.base_ma()):.1f} h"


def rail_rows() -> list[list[str]]:
    """The power tree as a table."""
    rows = []
    for rail in power.rails():
        limits = ", ".join(f"{name} {most:.0f}" for name, most in rail.limits)
        loads = ", ".join(f"{load.what} {load.most_ma:.0f}" for load in rail.loads)
        volts = f"{rail.volts[0]:.1f} to {rail.volts[1]:.1f}"
        capacitors = " ".join(rail.capacitors) or "none here"
        rows.append(
            [rail.net, f"{rail.source} through {rail.through}", volts, capacitors, loads, f"{rail.most_ma:.0f}", limits]
        )
    return rows


def page() -> str:
    """The text of POWER.md."""
    text = markdown.head(
        "Power",
        "hardware/power.py",
        f"All but the last table is computed. {markdown.KINDS[0].upper()}{markdown.KINDS[1:]}.",
    )
    text += "## The tree\n\nCurrents in mA, at worst; the limit is what the part may carry.\n\n"
    head = ["rail", "fed by", "volts", "capacitors", "loads", "at worst", "limit"]
    text += markdown.table(head, rail_rows())
    worst = max(power.unlimited_ma(led_type) for led_type in limiter.LED_TYPES)
    text += (
        f"\nThe limiter of the firmware keeps the dice within {limiter.BUDGET_MA} mA; without it white dice would draw "
        f"up to {worst / 1000:.0f} A, so it is a safety function, and the fuse F1 stands behind it.\n\n"
        "## Behaviour\n\n"
    )
    rows = [
        ["rise of the LED rail, by C3", f"{power.rise_us() / 1000:.0f} ms"],
        ["capacitance behind the switch", f"{power.rail_farad() * 1e6:.0f} uF"],
        ["current into it while it rises", f"{power.inrush_ma():.0f} mA"],
        ["fall of the LED rail to a tenth", f"{power.fall_s():.1f} s"],
        ["volts at the farthest die, one plug of the chain out", f"{power.fed_volts()[0]:.2f} V"],
        ["volts at the ADC, cell full", f"{power.half_cell(power.VALUE['cell_full']):.2f} V"],
        ["rise of the I2C lines", f"{power.bus_rise_s() * 1e9:.0f} ns"],
        ["a full charge, switched off", f"{power.charge_hours():.1f} h"],
    ]
    text += markdown.table(["what (computed)", "value"], rows)
    text += (
        f"\n## How long a charge lasts\n\nFrames drawn by the firmware ({VARIANT}), current by its limiter, and "
        f"{power.base_ma():.0f} mA for Pico and OLED. The console dims after half a minute and "
        "sleeps after a minute.\n\n"
    )
    steps = [f"brightness {step} of {len(BRIGHTNESS)}" for step in range(1, len(BRIGHTNESS) + 1)]
    text += markdown.table(["LED", "shown", *steps], runtime_rows())
    asleep = power.hours(power.VALUE["asleep"])
    off = power.VALUE["cell"] * power.VALUE["cell_used"] / power.off_ma() / 24 / 30
    text += (
        f"\nAsleep, dice and OLED off: {asleep:.0f} h. Switched off at SW10, up to "
        f"{power.off_ma() * 1000:.0f} uA flow on: {off:.0f} months, were it not for the cell's own discharge."
        "\n\n## Figures it rests on\n\n"
    )
    rows = [[f.name, f"{f.value:g} {f.unit}".strip(), f.kind, f.source] for f in power.GIVEN]
    rows += [
        [name, f"{r}, {g}, {b} mA and {idle} uA idle", "see limiter.py", ""]
        for name, r, g, b, idle in limiter.LED_TYPES
    ]
    return text + markdown.table(["figure", "value", "kind", "source"], rows)

"""POWER.md: power tree, current limiter and battery life, computed by hardware/power.py."""

from array import array

from hardware import inputs, power
from hardware.boards import netlist
from hardware.documents import markdown
from hardware.wiring.harness import DICE
from sixpip.app import power as power_manager
from sixpip.app import settings
from sixpip.board import limiter
from sixpip.board.limiter import PIXELS, LedPower
from sixpip.rules.rulebook import variants
from sixpip.view import faces, palette, tiles

VARIANT = "dice-10000"
BRIGHTNESS = settings.BRIGHTNESSES
"""The brightness levels of the settings screen."""
_DIMMED = [power_manager.dimmed(level) for level in BRIGHTNESS]
_IN_GAME_MS = settings._SLEEP_MS[settings.setting_named("sleep").default]
"""The sleep time in a game, with the default of the setting."""

_IDLE_SCENE = "mid-turn: three kept, one chosen, two free"
_TURN = (tiles.KEPT, tiles.KEPT, tiles.KEPT, tiles.CHOSEN, tiles.SCORES, tiles.DULL)
SCENES = {
    "start of a turn: six 5s, all free": ("5",) * DICE,
    _IDLE_SCENE: ("4", "4", "4", "1", "5", "3"),
}
"""Faces of the dice in each example frame; the dice of the second one are in the states of _TURN."""


def pixels(scene: str) -> bytearray:
    """Returns the frame of a scene, drawn by the firmware."""
    frame = bytearray(PIXELS)
    names = SCENES[scene]
    for tile, name in enumerate(names):
        state = tiles.SCORES if len(set(names)) == 1 else _TURN[tile]
        tiles.paint(frame, tile, faces.face(name), state)
    return frame


def chain_ma(led_type: tuple[str, int, int, int, int], frame: bytearray, brightness: int) -> int:
    """Returns the current of a frame as the firmware's limiter estimates it."""
    colors, counts = bytearray(96), array("H", [0] * limiter.COLORS)
    palette.load(colors, variants.variant_named(VARIANT).ink)
    limiter.count_colors(frame, counts)
    limit = LedPower(led_type)
    limit.prepare(colors, brightness, counts)
    return limit.estimated_ma


def runtime_rows() -> list[list[str]]:
    """Returns LED type and scene, then current and runtime at each brightness."""
    rows = []
    for led_type in power.LED_TYPES:
        for scene in SCENES:
            cells = [_current_and_runtime(chain_ma(led_type, pixels(scene), level)) for level in BRIGHTNESS]
            rows.append([led_type[0], scene, *cells])
        frame = pixels(_IDLE_SCENE)
        cells = [_current_and_runtime(chain_ma(led_type, frame, level)) for level in _DIMMED]
        rows.append([led_type[0], "mid-turn, dimmed", *cells])
        rows.append(
            [led_type[0], "LED rail on, all dark", *[_current_and_runtime(power.idle_ma(led_type))] * len(BRIGHTNESS)]
        )
    return [*rows, ["any", "at the limit", *[_current_and_runtime(limiter.BUDGET_MA)] * len(BRIGHTNESS)]]


def left_alone_rows() -> list[list[str]]:
    """Returns for each LED type what a console that is left alone in a game takes from the cell until it sleeps."""
    rows = []
    for led_type in power.LED_TYPES:
        cells = []
        for lit, dim in zip(BRIGHTNESS, _DIMMED, strict=True):
            share = _share_used(led_type, lit, power_manager.DIM_IN_GAME_MS)
            share += _share_used(led_type, dim, _IN_GAME_MS - power_manager.DIM_IN_GAME_MS)
            cells.append(f"{share * 100:.1f} %")
        rows.append([led_type[0], *cells])
    return rows


def _share_used(led_type: tuple[str, int, int, int, int], brightness: int, ms: int) -> float:
    """Returns the share of the usable charge that a turn takes from the cell in `ms` without a press."""
    chain = chain_ma(led_type, pixels(_IDLE_SCENE), brightness)
    return ms / 3_600_000 / power.runtime_hours(chain + power.base_ma())


def _current_and_runtime(chain: float) -> str:
    """Formats the current of the dice and the resulting runtime."""
    return f"{chain:.0f} mA, {power.runtime_hours(chain + power.base_ma()):.1f} h"


def rail_rows() -> list[list[str]]:
    """Returns one table row per rail."""
    rows = []
    for rail in power.rails():
        limits = ", ".join(f"{name} {most:.0f}" for name, most in rail.limits)
        loads = ", ".join(f"{load.name} {load.max_ma:.0f}" for load in rail.loads)
        volts = f"{rail.volts[0]:.2f} to {rail.volts[1]:.2f}"
        capacitors = " ".join(rail.capacitors) or "none"
        rows.append(
            [rail.net, f"{rail.source} through {rail.through}", volts, capacitors, loads, f"{rail.max_ma:.0f}", limits]
        )
    return rows


def cell_rows() -> list[list[str]]:
    """Returns the rows of the highest current of the cell, with the resistance of the charger in its way."""
    most_ma = next(rail.max_ma for rail in power.rails() if rail.net == netlist.V5_IN)
    low, weak = power.VALUES["cell_low"], power.VALUES["cell_weak"]
    full, less = limiter.BUDGET_MA, limiter.CHARGING_BUDGET_MA
    found = []
    for volts, limited, words in (
        (weak, True, f"dice {full} mA"),
        (low, True, f"dice {less} mA, the limit below {weak:g} V"),
        (low, False, f"dice {full} mA, which that limit avoids"),
    ):
        drawn = power.most_cell_ma(most_ma, volts, limited)
        margin = 1 - drawn / power.VALUES["cell_path_max"]
        share = f"{margin * 100:.0f} % below the limit of the charger"
        found.append([f"highest current of the cell at {volts:g} V, {words}", f"{drawn / 1000:.2f} A, {share}"])
    return found


def page() -> str:
    """Returns the text of POWER.md."""
    text = markdown.head(
        "Power",
        "hardware/power.py",
        f"All tables except the last one are computed. {markdown.KINDS}",
    )
    text += "## Power tree\n\nWorst-case currents in mA. The limit is the rating of the part.\n\n"
    head = ["rail", "source", "volts", "capacitors", "loads", "worst case", "limit"]
    text += markdown.table(head, rail_rows())
    worst = max(power.unlimited_ma(led_type) for led_type in power.LED_TYPES)
    text += (
        f"\nThe current limiter in the firmware limits the dice to {limiter.BUDGET_MA} mA, and to "
        f"{limiter.CHARGING_BUDGET_MA} mA with a charger or with a cell below {power.VALUES['cell_weak']:g} V. "
        "Without it, "
        f"all-white dice would draw up to {worst / 1000:.0f} A: the limiter is a safety function. The second "
        "line of protection is the current limit of the converter; F1 trips only with a supply that gives "
        f"{power.VALUES['fuse_trip'] / 1000:.0f} A or more (assumed).\n\n"
        "## Electrical behavior\n\n"
    )
    rows = [
        ["rise time of the LED rail, set by C3", f"{power.rise_us() / 1000:.0f} ms"],
        ["capacitance on the LED rail", f"{power.rail_capacitance_f() * 1e6:.0f} uF"],
        ["inrush current while the rail rises", f"{power.inrush_ma():.0f} mA"],
        ["time for the LED rail to fall to 10 %", f"{power.fall_s():.1f} s"],
        ["voltage at the farthest die with LED END unplugged", f"{power.worst_die_volts()[0]:.2f} V"],
        ["highest voltage at the dice, from a converter that bring-up accepts", f"{power.most_led_volts():.2f} V"],
        [
            "output of the converter, with its tolerances",
            " to ".join(f"{volts:.2f}" for volts in power.boost_volts()[::2]) + " V",
        ],
        *cell_rows(),
        ["current that F1 holds at 45 °C", f"{power.fuse_hold_ma(45):.0f} mA"],
        ["ADC voltage with a full cell", f"{inputs.adc_volts(power.VALUES['cell_full']):.2f} V"],
        ["rise time of the I2C lines", f"{power.bus_rise_s() * 1e9:.0f} ns"],
        ["charging time, console off", f"{power.charge_hours():.1f} h"],
    ]
    text += markdown.table(["quantity (computed)", "value"], rows)
    text += (
        f"\n## Battery life\n\nThe firmware draws the frames ({VARIANT}) and its limiter estimates the current of the "
        f"dice; the runtime includes {power.base_ma():.0f} mA for Pico and OLED. "
        f"Without a button press the console dims after {power_manager.DIM_MS // 1000} s and sleeps after "
        f"{power_manager.SLEEP_MS // 1000} s in menus; in a "
        f"game, paused or not, it dims after {power_manager.DIM_IN_GAME_MS // 1000} s and sleeps after "
        f"{_IN_GAME_MS // 60_000} min.\n\n"
    )
    levels = [f"brightness {level} of {len(BRIGHTNESS)}" for level in range(1, len(BRIGHTNESS) + 1)]
    text += markdown.table(["LED type", "scene", *levels], runtime_rows())
    text += "\nA console that is left alone in a game takes this share of the usable charge until it sleeps:\n\n"
    text += markdown.table(["LED type", *levels], left_alone_rows())
    sleep = power.runtime_hours(power.VALUES["sleep"])
    off_months = power.VALUES["cell"] * power.VALUES["cell_usable"] / power.off_ma() / 24 / 30
    text += (
        f"\nAsleep, with dice and OLED off: {sleep:.0f} h. With dark dice and the OLED lit, without firmware that "
        f"switches off: {power.prompt_hours():.0f} h. Switched off, the console still draws "
        f"{power.off_ma('charger_off_typical') * 1000:.0f} to {power.off_ma() * 1000:.0f} uA, most of it in the "
        f"converter: {off_months:.0f} months at least, not counting the self-discharge of the cell. A "
        "console that reports an empty cell switches itself off: the rest of the cell then lasts "
        f"{power.empty_hours(power.off_ma()) / 24:.0f} days, until its protection circuit cuts it off. Asleep, as on "
        f"rev A, it would last {power.empty_hours(power.asleep_ma()):.0f} hours."
        "\n\n## Figures\n\n"
    )
    rows = [[one.name, one.text, one.kind, one.source] for one in power.FIGURES]
    rows += [
        [name, f"{r}, {g}, {b} mA and {idle} uA idle", "see limiter.py", ""] for name, r, g, b, idle in power.LED_TYPES
    ]
    return text + markdown.table(["figure", "value", "kind", "source"], rows)

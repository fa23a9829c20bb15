"""Stages 4 and 5 of the bring-up: the first tile, then the whole chain."""

from hardware import power
from hardware.bringup.carrier import BENCH_MA, PICO_MA
from hardware.bringup.step import ASSUMED, COMPUTED, Range, Stage, Step
from hardware.wiring.harness import DICE
from sixpip.board import limiter

_IDLE = {led_type[0]: power.idle_ma(led_type) / DICE for led_type in limiter.LED_TYPES}
"""Current of one dark tile in mA, by LED type."""

STAGES = (
    Stage(
        4,
        "Each tile alone",
        "Bench supply as before, limited to 300 mA. Set the lowest brightness in Settings. Connect tile 1 to LED "
        "OUT. Then "
        "do the same with each of the other tiles, alone at LED OUT.",
    ),
    Stage(
        5,
        "All tiles, added one at a time",
        "Bench supply as before, limited to 1 A. For each tile: switch off, connect the tile, switch on, check. "
        "Finally connect the cable back to LED END. The ranges are for WS2812B-2020 with "
        f"{_IDLE['WS2812B-2020']:.0f} mA per dark tile; a dark 5050 module draws about {_IDLE['WS2812B 5050']:.0f} mA.",
    ),
)

_TILE_MA = _IDLE["WS2812B-2020"]
_DARK = Range(20 + _TILE_MA * DICE, PICO_MA + _TILE_MA * DICE, "mA", 0, ASSUMED)


def steps() -> list[Step]:
    """Returns the steps of these stages in order."""
    return [*_one_tile(), *_all_tiles()]


def _one_tile() -> list[Step]:
    """Returns the steps of stage 4, with the first tile."""
    with_tile = Range(BENCH_MA.low + 0.5 * _TILE_MA, BENCH_MA.high + 1.5 * _TILE_MA, "mA", 0, ASSUMED)
    return [
        Step(
            "4.1",
            "Current with the tile dark",
            "supply",
            with_tile,
            "",
            "Far too high: an LED is reversed or shorted; find the one that gets warm.",
        ),
        Step(
            "4.2",
            "Look at die 1",
            "die 1",
            None,
            "Its number, upright; then all red, all green, all blue, as named on the OLED",
            "First pixel wrong: check DIN and R5. Red and green swapped: wrong LED type. Every second row mirrored: "
            "change Workshop, LED chain, Rows. Dark from one pixel on: check that LED and the one before it.",
        ),
        Step(
            "4.3",
            "At the connector of the tile",
            "LED 5V",
            Range(4.7, 5.1, "V", 1, COMPUTED),
            "",
            "Too low: bad crimp.",
        ),
        Step(
            "4.4",
            "The tile is lit for ten minutes: feel its capacitors, first those at the edges",
            "tile",
            None,
            "No spot is hot, and the supply is below its limit",
            "Switch off: a capacitor that has cracked shorts 5 V in one spot, and F1 does not trip. Do not use this "
            "tile.",
        ),
    ]


def _all_tiles() -> list[Step]:
    """Returns the steps of stage 5, with the whole chain."""
    limit = limiter.BUDGET_MA + power.VALUES["level_shifter"]
    return [
        Step(
            "5.1",
            f"Look at each new die, up to die {DICE}",
            "dice",
            None,
            "Each new die shows its number",
            "Dark from one die on: IN and OUT are swapped there, or its cable is not straight-through.",
        ),
        Step(
            "5.2",
            "Current with all dice dark",
            "supply",
            _DARK,
            "",
            f"Each tile adds about {_TILE_MA:.0f} mA; far more means a defective tile.",
        ),
        Step(
            "5.3",
            "Current with all dice white",
            "supply",
            Range(limit * 0.5, limit + BENCH_MA.high, "mA", 0, COMPUTED),
            "",
            "Too high: stop. The limiter is set to the wrong LED type: Workshop, LED chain, LEDs "
            "([SAFETY.md](SAFETY.md)).",
        ),
        Step(
            "5.4",
            f"5 V at die {DICE}, all dice white",
            f"die {DICE}",
            Range(power.worst_die_volts()[0] - 0.2, 5.1, "V", 1, COMPUTED),
            "",
            "Too low: bad crimp, or the cable to LED END is unplugged.",
        ),
        Step(
            "5.5",
            "A pixel moves through all dice",
            "DOUT",
            None,
            "No flicker, no wrong color",
            "Flicker: check the connector before the first die that flickers.",
        ),
    ]

"""Stages 4 and 5 of the bring-up: the first tile, then the chain of all."""

from hardware import power
from hardware.bringup.carrier import BENCH_MA, PICO_MA
from hardware.bringup.step import ASSUMED, COMPUTED, Span, Stage, Step
from hardware.wiring.harness import DICE
from sixpip.board import limiter

_IDLE = {led_type[0]: power.idle_ma(led_type) / DICE for led_type in limiter.LED_TYPES}
"""mA of one dark tile by LED type."""

STAGES = (
    Stage(4, "One tile", "As before, limited to 500 mA. Settings: brightness at its lowest. Plug tile 1 into LED OUT."),
    Stage(
        5,
        "All tiles, one at a time",
        "As before, limited to 1 A. Switch off, add the next tile, switch on, look; at last the cable back to LED END. "
        f"Spans are for WS2812B-2020, {_IDLE['WS2812B-2020']:.0f} mA a dark tile; a dark 5050 module draws about "
        f"{_IDLE['WS2812B 5050']:.0f} mA.",
    ),
)

_TILE_MA = _IDLE["WS2812B-2020"]
_DARK = Span(20 + _TILE_MA * DICE, PICO_MA + _TILE_MA * DICE, "mA", 0, ASSUMED)


def steps() -> list[Step]:
    """The steps of these stages, in order."""
    return [*_one_tile(), *_all_tiles()]


def _one_tile() -> list[Step]:
    """The first tile."""
    more = Span(BENCH_MA.low + 0.5 * _TILE_MA, BENCH_MA.high + 1.5 * _TILE_MA, "mA", 0, ASSUMED)
    return [
        Step(
            "4.1",
            "Current, tile dark",
            "supply",
            more,
            "",
            "Far above: a LED is turned round or shorted: feel which one gets warm.",
        ),
        Step(
            "4.2",
            "Look at die 1",
            "die 1",
            None,
            "Its number, upright; then all red, all green, all blue as the OLED says",
            "First pixel wrong: DIN or R5. Red and green exchanged: other LEDs. Every second row mirrored: Settings, "
            "Rows. Dark from one pixel on: that LED or the one before.",
        ),
        Step("4.3", "At the tile's plug", "LED 5V", Span(4.7, 5.1, "V", 1, COMPUTED), "", "Below: a bad crimp."),
    ]


def _all_tiles() -> list[Step]:
    """The chain."""
    limit = limiter.BUDGET_MA + power.VALUE["shifter"]
    return [
        Step(
            "5.1",
            f"Tile by tile, to {DICE}",
            "dice",
            None,
            "Each new die shows its number",
            "Dark from a die on: IN and OUT exchanged there, or its cable is not 1 to 1.",
        ),
        Step(
            "5.2",
            "Current, all dark",
            "supply",
            _DARK,
            "",
            f"Each tile adds about {_TILE_MA:.0f} mA: far more is a bad tile.",
        ),
        Step(
            "5.3",
            "Current, all white",
            "supply",
            Span(limit * 0.5, limit + BENCH_MA.high, "mA", 0, COMPUTED),
            "",
            "Above: stop. The limiter does not know these LEDs: Settings, LEDs (SAFETY.md).",
        ),
        Step(
            "5.4",
            f"All white, 5 V at die {DICE}",
            f"die {DICE}",
            Span(power.fed_volts()[0] - 0.2, 5.1, "V", 1, COMPUTED),
            "",
            "Below: a bad crimp, or the cable to LED END is out.",
        ),
        Step(
            "5.5",
            "Pixels travel through all dice",
            "DOUT",
            None,
            "No flicker, no wrong colour",
            "Flicker: the plug before the first die that flickers.",
        ),
    ]

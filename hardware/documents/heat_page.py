"""HEAT.md: the temperatures in the closed handheld, computed by hardware/heat.py, and what follows from them."""

from hardware import dimensions, heat, power
from hardware.converter import R_CHARGE
from hardware.documents import markdown
from hardware.heat import VALUES, Situation
from sixpip.app import power as power_manager
from sixpip.board import limiter

ROOMS = (25.0, 35.0)


def situations() -> list[tuple[str, Situation]]:
    """Returns the situations of the table with their names; the room is set by the caller."""
    full, low, nominal = limiter.BUDGET_MA, limiter.CHARGING_BUDGET_MA, power.VALUES["cell_volts"]
    charge, delivered = power.VALUES["charge"], power.VALUES["usb_charge"]
    return [
        (f"playing on the cell, dice {full} mA", Situation(0, full)),
        (f"playing on a flat cell, dice {low} mA", Situation(0, low, cell_volts=VALUES["cell_flat"])),
        (f"flat cell, dice not limited to {low} mA", Situation(0, full, cell_volts=VALUES["cell_flat"])),
        (f"flat cell charging, dice {low} mA", Situation(0, low, charge)),
        (f"half-full cell charging, dice {low} mA", Situation(0, low, charge, cell_volts=nominal)),
        ("flat cell charging, dice dark", Situation(0, 0, charge)),
        (f"flat cell charging, dice not limited to {low} mA", Situation(0, full, charge)),
        (f"flat cell, {R_CHARGE} not replaced, dice {low} mA", Situation(0, low, delivered)),
        (f"flat cell, {R_CHARGE} not replaced, dice not limited to {low} mA", Situation(0, full, delivered)),
    ]


def rows(room: float) -> list[list[str]]:
    """Returns the table of one room temperature."""
    found = []
    for name, situation in situations():
        for place, lying in (("held", False), ("lying", True)):
            result = heat.temperatures(situation._replace(room=room, lying=lying))
            charge = f"{result.charge_ma:.0f} mA" if situation.charge_ma else "-"
            values = (result.dice, result.inside, result.converter, result.lid, result.back, result.cell)
            hot = situation.charge_ma and result.cell > VALUES["cell_max"]
            cells = [f"{value:.0f}" for value in values]
            found.append(
                [name, place, charge, f"{result.heat_w:.1f} W", *cells[:-1], f"**{cells[-1]}**" if hot else cells[-1]]
            )
    return found


def limit_rows() -> list[list[str]]:
    """Returns for each kind of charging the room temperature at which the cell reaches its limit."""
    found = []
    for name, situation in situations():
        if situation.charge_ma:
            rooms = [heat.warmest_room(situation._replace(lying=lying)) for lying in (False, True)]
            found.append([name, *[f"{room:.0f} °C" for room in rooms]])
    return found


def vent_gain() -> float:
    """Returns how much cooler the slots keep the air behind the carrier: held, charging, in the first room."""
    case = Situation(ROOMS[0], limiter.CHARGING_BUDGET_MA, power.VALUES["charge"])
    return heat.temperatures(case._replace(vents=False)).inside - heat.temperatures(case).inside


def _decisions() -> str:
    """Returns what follows from the tables."""
    slots = [len(wall) for wall in dimensions.vents()]
    mm = dimensions.MM
    built = Situation(ROOMS[0], limiter.CHARGING_BUDGET_MA, power.VALUES["charge"], lying=True)
    charging = heat.temperatures(built)
    brighter = heat.temperatures(built._replace(budget_ma=limiter.BUDGET_MA))
    delivered = heat.temperatures(built._replace(charge_ma=power.VALUES["usb_charge"]))
    hot, dark = (heat.temperatures(built._replace(room=ROOMS[1], budget_ma=budget)) for budget in (built.budget_ma, 0))
    dice = heat.temperatures(Situation(ROOMS[1], limiter.BUDGET_MA, lying=True)).dice
    flat_full, flat_low = (
        heat.temperatures(Situation(ROOMS[0], budget, lying=True, cell_volts=VALUES["cell_flat"]))
        for budget in (limiter.BUDGET_MA, limiter.CHARGING_BUDGET_MA)
    )
    return (
        "## What follows\n\n"
        "- **All parts are printed in PETG**, the diffusers in white PETG. The air around the dice reaches "
        f"{dice:.0f} °C in a room of {ROOMS[1]:.0f} °C; PLA softens from {VALUES['pla_soft']:.0f} °C.\n"
        f"- **Slots for air** in the lower and upper wall of the body ({slots[0]} and {slots[1]}, each "
        f"{mm['vent_width']:g} x {mm['vent_top'] - mm['vent_bottom']:g} mm): {vent_gain():.0f} °C cooler behind the "
        "carrier when the console is held. None is opposite the cell, and no finger or screw fits through. Keep them "
        "free.\n"
        f"- **{R_CHARGE} of the converter is replaced** ([BUILD.md](BUILD.md#5-the-converter-and-its-wires-45-min)): "
        "the "
        "board file connects this resistor (there R16; 0805, 1.0 kilohm) to pin PROG1 of the charger, and 2.0 kilohm "
        "halves the "
        "charge current. Five resistors of the converter have 1.0 kilohm: bring-up 6.13 finds a wrong one. **This is "
        f"required.** As delivered, the converter would reach {delivered.converter:.0f} °C, above the "
        f"{VALUES['petg_soft']:.0f} °C at which its PETG supports soften, and a flat cell {delivered.cell:.0f} °C; "
        f"with 2.0 kilohm they reach {charging.converter:.0f} °C and {charging.cell:.0f} °C, and charging takes twice "
        "as long.\n"
        f"- **The firmware limits the dice to {limiter.CHARGING_BUDGET_MA} mA while a charger is plugged in.** Without "
        f"that the converter would be {brighter.converter - charging.converter:.0f} °C hotter and the cell "
        f"{brighter.cell - charging.cell:.0f} °C. Much less would leave nothing for lit pixels: dark 5050 LEDs alone "
        f"draw {power.idle_ma(limiter.WS2812B_5050):.0f} mA. The same limit holds below "
        f"{power.VALUES['cell_weak']:g} V: without it the converter would be "
        f"{flat_full.converter - flat_low.converter:.0f} °C hotter on a flat cell.\n"
        "- **Charge in a cool room** (last table), and switch the console off while it charges in a warmer one.\n"
        "- The converter does not measure the cell's temperature: the THERM pin of its charger has a fixed resistor, "
        "and "
        "its safety timer is off, because its pin TE is connected to VBUS (board file). The charger lowers its current "
        "only when it is hot itself.\n"
        f"- **So the firmware switches the dice off while a charger is plugged in and the Pico's own sensor shows "
        f"{power_manager.HOT_C} °C or more**, until it shows less than {power_manager.COOL_C} °C: at "
        f"{heat.hot_chip(built):.0f} °C the cell is at its limit of {VALUES['cell_max']:.0f} °C (computed, with "
        f"{VALUES['chip_rise']:.0f} °C from the "
        f"air to the chip). In a room of {ROOMS[1]:.0f} °C a flat cell would reach {hot.cell:.0f} °C with lit dice, "
        f"and {dark.cell:.0f} °C "
        "with dark ones. This is no protection of the cell: it charges on.\n\n"
    )


def page() -> str:
    """Returns the text of HEAT.md."""
    text = markdown.head(
        "Heat",
        "hardware/heat.py",
        "Temperatures in the closed handheld in °C after an hour or more, computed, not measured: the real ones may "
        f"differ by 10 °C. {markdown.KINDS}",
    )
    text += (
        "Sources of heat: the dice (all of their power), Pico and OLED at their maximum, the loss of the boost "
        "converter, and the linear charger, which turns the difference between 5 V and the cell into heat. Held: every "
        "side is in free air. Lying: the back is on a wooden table. A flat cell is the worst case and lasts some "
        "minutes. The tabletop has more surface and stays cooler. "
        f"**Bold**: the cell is above {VALUES['cell_max']:.0f} °C while it charges.\n\n"
    )
    head = ["situation", "place", "charge", "heat", "air, dice", "air, inside", "converter", "lid", "back", "cell"]
    for room in ROOMS:
        text += f"## In a room of {room:.0f} °C\n\n{markdown.table(head, rows(room))}\n"
    text += "## Warmest room for charging\n\n"
    text += markdown.table(["situation", "held", "lying"], limit_rows())
    text += f"\n{_decisions()}## Figures\n\n"
    figures = [[one.name, one.text, one.kind, one.source] for one in heat.FIGURES]
    return text + markdown.table(["figure", "value", "kind", "source"], figures)

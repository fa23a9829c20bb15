"""The temperatures in the closed handheld: on battery, and charging while somebody plays.

A network of six places (air in front of the carrier, air behind it, converter, cell, lid, back) joined by thermal
conductances, in the steady state. The figures are in heat.csv and power.csv. Nothing is measured.
"""

import math
from pathlib import Path
from typing import NamedTuple

from hardware import dimensions, figures, power

MM = dimensions.MM
FIGURES = figures.read(Path(__file__).with_suffix(".csv"))
"""The figures that the model adds to those of power.py."""

VALUES = figures.values(*FIGURES)
AIR_HEAT = 1150.0
"""Heat capacity of air in J/m3K, at 30 °C (computed)."""


class Situation(NamedTuple):
    """What the console does, and where: room in °C, LED budget and set charge current in mA, lying flat on a table."""

    room: float
    budget_ma: float
    charge_ma: float = 0.0
    lying: bool = False
    cell_volts: float = 0.0
    """Voltage of the cell; 0 for a flat one while it charges, and for the mean of a discharge without a charger."""
    vents: bool = True


class Heat(NamedTuple):
    """Sources of heat in W, and the charge current that is left in mA."""

    dice: float
    boards: float
    converter: float
    cell: float
    charge_ma: float


class Temperatures(NamedTuple):
    """The result in °C, and the charge current in mA after the charger has lowered it."""

    dice: float
    inside: float
    converter: float
    cell: float
    lid: float
    back: float
    charge_ma: float
    heat_w: float


def heat(situation: Situation) -> Heat:
    """Returns the sources of heat; all electrical power of the dice is counted as heat in the case."""
    given, own = power.VALUES, VALUES
    dice = given["boost"] * (situation.budget_ma + given["level_shifter"]) / 1000 if situation.budget_ma else 0.0
    boards = 3.3 * (given["pico_max"] + given["oled_max"]) / given["pico_3v3_efficiency"] / 1000
    drawn = (dice + boards) / given["boost_efficiency"]
    boost = drawn - dice - boards
    if not situation.charge_ma:
        ampere = power.cell_ma(drawn, situation.cell_volts or given["cell_volts"]) / 1000
        return Heat(dice, boards, boost + given["cell_path"] * ampere**2, own["cell_ohm"] * ampere**2, 0.0)
    load = drawn / (own["usb_supply"] - own["charger_path"])
    charge = max(0.0, min(situation.charge_ma / 1000, own["input_limit"] / 1000 - load))
    cell_volts = situation.cell_volts or own["cell_flat"]
    linear = (own["usb_supply"] - cell_volts) * charge + own["charger_path"] * load**2
    return Heat(dice, boards, boost + linear, own["cell_ohm"] * charge**2, charge * 1000)


def _areas() -> tuple[float, float, float]:
    """Returns the area of the front, and of the side walls of lid and body, in m2."""
    width, height = (length / 1000 for length in dimensions.case_size())
    around = 2 * (width + height)
    return width * height, around * (MM["depth"] - MM["split_z"]) / 1000, around * MM["split_z"] / 1000


def vent_area() -> float:
    """Returns the area of the slots in the wall that has fewer of them, in m2."""
    slot = MM["vent_width"] * (MM["vent_top"] - MM["vent_bottom"]) / 1e6
    return min(len(wall) for wall in dimensions.vents()) * slot


def _links() -> dict[tuple[str, str], float]:
    """Returns the conductances between places in W/K."""
    own = VALUES
    face, lid_side, body_side = _areas()
    cell = MM["battery_length"] * MM["battery_width"] / 1e6
    cell_side = 2 * (MM["battery_length"] + MM["battery_width"]) * MM["battery_thickness"] / 1e6
    board = MM["boost_length"] * MM["boost_width"] / 1e6
    across = 2 / own["film_in"] + MM["pcb"] / 1000 / own["circuit_board"]
    return {
        ("dice", "lid"): own["film_in"] * (face + lid_side),
        ("dice", "inside"): own["carrier_cover"] * face / across,
        ("inside", "back"): own["film_in"] * (face + body_side - cell - board),
        ("inside", "cell"): own["film_in"] * (cell + cell_side),
        ("cell", "back"): cell / (own["foam_mm"] / 1000 / own["foam"]),
        ("converter", "inside"): own["film_board"] * board + own["converter_wires"],
        ("converter", "back"): own["film_gap"] * board,
    }


def outward_conductances(situation: Situation) -> dict[str, float]:
    """Returns the conductances from the inner surface of the walls to the room in W/K."""
    face, lid_side, body_side = _areas()

    def through(thickness: float, film: str) -> float:
        return 1 / (thickness / 1000 / VALUES["plastic"] + 1 / VALUES[film])

    floor = through(MM["floor"], "film_table" if situation.lying else "film_out")
    wall = through(MM["wall"], "film_out")
    return {
        "lid": face * through(MM["roof"], "film_out") + lid_side * wall,
        "back": face * floor + body_side * wall,
    }


def draft(situation: Situation, inside: float, slots: float) -> float:
    """Returns what the air through the slots carries out, in W/K: up through the case, or, lying, in each slot.

    `inside`: the temperature of the air in the case; `slots`: `vent_area`.
    """
    if not situation.vents or inside <= situation.room:
        return 0.0
    _, height = dimensions.case_size()
    rise = MM["vent_top"] - MM["vent_bottom"] if situation.lying else height * math.sin(math.radians(45))
    speed = math.sqrt(9.81 * rise / 1000 * (inside - situation.room) / 300)
    return VALUES["draft"] * slots * speed * AIR_HEAT


def _steady(situation: Situation, sources: Heat) -> dict[str, float]:
    """Returns the temperature of each place where heat in and heat out are equal."""
    links, outward = _links(), outward_conductances(situation)
    watts = {"dice": sources.dice, "inside": sources.boards, "converter": sources.converter, "cell": sources.cell}
    found = dict.fromkeys(("dice", "inside", "converter", "cell", "lid", "back"), situation.room)
    slots = vent_area()
    change = 1.0
    while change > 1e-5:
        change = 0.0
        outward["inside"] = draft(situation, found["inside"], slots)
        for place in found:
            joined = [(links[pair], pair[pair[0] == place]) for pair in links if place in pair]
            out = outward.get(place, 0.0)
            total = out + sum(conductance for conductance, _ in joined)
            sum_in = watts.get(place, 0.0) + out * situation.room + sum(c * found[other] for c, other in joined)
            change = max(change, abs(sum_in / total - found[place]))
            found[place] = sum_in / total
    return found


def temperatures(situation: Situation) -> Temperatures:
    """Returns the temperatures after an hour or more; a hot charger lowers its current first."""
    sources = heat(situation)
    found = _steady(situation, sources)
    low, high = 0.0, sources.charge_ma
    if situation.charge_ma and found["converter"] > VALUES["charger_hot"]:
        while high - low > 1:
            middle = (low + high) / 2
            sources = heat(situation._replace(charge_ma=middle))
            found = _steady(situation, sources)
            low, high = (low, middle) if found["converter"] > VALUES["charger_hot"] else (middle, high)
    return Temperatures(**found, charge_ma=sources.charge_ma, heat_w=sum(sources[:4]))


def hot_chip(situation: Situation) -> float:
    """Returns what the Pico's own sensor shows when the cell reaches the most that it may have while charging."""
    return temperatures(situation._replace(room=warmest_room(situation))).inside + VALUES["chip_rise"]


def fuse_air(room: float, budget_ma: float, charge_ma: float = 0.0) -> float:
    """Returns the temperature of the air around F1, which is in front of the carrier, lying on a table."""
    return temperatures(Situation(room, budget_ma, charge_ma, lying=True)).dice


def warmest_room(situation: Situation) -> float:
    """Returns the room temperature at which the cell reaches the most that it may have while charging."""
    low, high = 0.0, 60.0
    while high - low > 0.05:
        middle = (low + high) / 2
        cell = temperatures(situation._replace(room=middle)).cell
        low, high = (low, middle) if cell > VALUES["cell_max"] else (middle, high)
    return low

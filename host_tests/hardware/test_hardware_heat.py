"""The temperatures in the closed case: the heat that goes in comes out, and a worse situation is hotter."""

import re

import pytest

from hardware import heat, power
from hardware.documents import heat_page
from hardware.heat import VALUES, Situation
from hardware.wiring import latch_simulation
from host_tests.guides import GUIDE_TEXT
from sixpip.app import power as power_manager
from sixpip.board import limiter

FAST = power.VALUES["usb_charge"]
PLAYING = Situation(25.0, limiter.BUDGET_MA)
CHARGING = Situation(25.0, limiter.CHARGING_BUDGET_MA, FAST, lying=True)
"""With the charge current of the converter as delivered."""
BUILT = CHARGING._replace(charge_ma=power.VALUES["charge"])


def test_all_power_that_goes_in_and_is_not_stored_is_heat() -> None:
    sources = heat.heat(CHARGING)
    rail = power.VALUES["boost"] * (CHARGING.budget_ma + power.VALUES["level_shifter"]) / 1000 + sources.boards
    load = rail / power.VALUES["boost_efficiency"] / (VALUES["usb_supply"] - VALUES["charger_path"])
    assert sources.charge_ma == FAST
    taken = VALUES["usb_supply"] * (load + FAST / 1000)
    stored = VALUES["cell_flat"] * FAST / 1000 - VALUES["cell_ohm"] * (FAST / 1000) ** 2
    assert sum(sources[:4]) == pytest.approx(taken - stored, rel=0.05)


def test_the_load_is_served_before_the_cell() -> None:
    assert heat.heat(CHARGING._replace(budget_ma=limiter.BUDGET_MA)).charge_ma < FAST
    assert heat.heat(CHARGING._replace(budget_ma=4000)).charge_ma == 0


@pytest.mark.parametrize("situation", [PLAYING, CHARGING])
def test_the_heat_leaves_the_case_through_walls_and_slots(situation: Situation) -> None:
    found = heat.temperatures(situation)
    outward = heat.outward_conductances(situation)
    leaving = sum(conductance * (getattr(found, wall) - situation.room) for wall, conductance in outward.items())
    leaving += heat.draft(situation, found.inside, heat.vent_area()) * (found.inside - situation.room)
    assert leaving == pytest.approx(found.heat_w, rel=0.01)


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        (CHARGING, CHARGING._replace(room=35.0)),
        (CHARGING, CHARGING._replace(budget_ma=limiter.BUDGET_MA)),
        (CHARGING, CHARGING._replace(vents=False)),
        (CHARGING._replace(lying=False), CHARGING),
        (CHARGING._replace(cell_volts=3.7), CHARGING),
        (BUILT, CHARGING),
    ],
)
def test_a_worse_situation_is_hotter(better: Situation, worse: Situation) -> None:
    cool, hot = heat.temperatures(better), heat.temperatures(worse)
    assert hot.cell > cool.cell + 0.5 and hot.inside > cool.inside


def test_a_hot_charger_lowers_its_current() -> None:
    hot = heat.temperatures(CHARGING._replace(room=40.0))
    assert hot.charge_ma < FAST
    assert hot.converter == pytest.approx(VALUES["charger_hot"], abs=0.5)


def test_the_warmest_room_for_charging_puts_the_cell_at_its_limit() -> None:
    room = heat.warmest_room(CHARGING)
    assert heat.temperatures(CHARGING._replace(room=room)).cell == pytest.approx(VALUES["cell_max"], abs=0.1)


@pytest.mark.long
def test_the_rooms_of_the_safety_page_keep_a_flat_cell_cool_enough_but_not_with_r16_as_delivered() -> None:
    sentence = r"Charge in a room of (\d+) °C or less while you play, and of (\d+) °C or less"
    rooms = re.search(sentence, GUIDE_TEXT["SAFETY.md"])
    assert rooms
    for room, budget in zip(rooms.groups(), (limiter.CHARGING_BUDGET_MA, 0), strict=True):
        assert heat.warmest_room(BUILT._replace(budget_ma=budget)) >= float(room)
    assert heat.warmest_room(CHARGING) < float(rooms[1])


def test_the_dice_go_dark_while_charging_before_the_cell_is_too_hot_and_not_in_a_room_of_the_safety_page() -> None:
    assert power_manager.HOT_C == pytest.approx(heat.hot_chip(BUILT), abs=0.5)
    for room, budget, dark in ((25, limiter.CHARGING_BUDGET_MA, False), (30, limiter.CHARGING_BUDGET_MA, True)):
        found = heat.temperatures(BUILT._replace(room=float(room), budget_ma=budget))
        assert (found.inside + VALUES["chip_rise"] >= power_manager.HOT_C) == dark
    assert heat.temperatures(BUILT._replace(room=35.0, budget_ma=0)).cell < VALUES["cell_max"]
    assert heat.temperatures(BUILT._replace(budget_ma=0)).inside + VALUES["chip_rise"] < power_manager.COOL_C
    assert f"own sensor shows {power_manager.HOT_C} °C or more" in " ".join(GUIDE_TEXT["SAFETY.md"].split())


def test_the_latch_is_simulated_up_to_the_hottest_air_behind_the_carrier() -> None:
    cases = [situation._replace(room=max(heat_page.ROOMS), lying=True) for _, situation in heat_page.situations()]
    assert max(heat.temperatures(case).inside for case in cases) < max(latch_simulation.DEGREES)


def test_the_supports_of_the_converter_stay_hard() -> None:
    assert heat.temperatures(BUILT).converter <= VALUES["petg_soft"] < heat.temperatures(CHARGING).converter


def test_petg_is_needed_in_front_and_enough_for_the_walls() -> None:
    hottest = heat.temperatures(Situation(35.0, limiter.BUDGET_MA, FAST, lying=True))
    assert hottest.dice > VALUES["pla_soft"]
    assert max(hottest.dice, hottest.inside, hottest.lid, hottest.back) < VALUES["petg_soft"]

# ruff: noqa: F401, F811 (fixtures)
"""Every cable of both consoles has its space in the closed case, from end to end.

Tests that need OpenSCAD or trimesh are skipped without them.
"""

import importlib
from typing import Any

import pytest

from hardware.case import openscad
from hardware.wiring import harness
from host_tests.hardware.case_fixture import fit, parts, printed, purchased_parts, shared_volume, tabletop, trimesh

CONSOLES = {"handheld": openscad.HANDHELD, "tabletop": openscad.TABLETOP}
SLACK = {"handheld": 10, "tabletop": 0}
"""Wire in mm that a route must leave: in the handheld, its ends in the plugs are not part of it."""


@pytest.fixture
def routes(trimesh: Any) -> Any:
    """The module hardware.case.routes."""
    return importlib.import_module("hardware.case.routes")


def cables(console: str) -> dict[str, int]:
    """Returns the length of each cable of a console by its name."""
    return {cable.name: cable.length for one in getattr(harness, console)() for cable in one.cables}


@pytest.mark.parametrize("console", CONSOLES)
def test_every_cable_of_the_wiring_has_a_space_in_the_case(fit: Any, console: str) -> None:
    assert {space.cable for space in fit.spaces(CONSOLES[console])} - {""} == set(cables(console))


@pytest.mark.parametrize("console", CONSOLES)
def test_every_cable_is_long_enough_for_its_route(routes: Any, console: str) -> None:
    found = {route.cable.name: route.length + SLACK[console] for route in getattr(routes, console)()}
    lengths = cables(console)
    assert {name: length for name, length in found.items() if length > lengths[name]} == {}


@pytest.mark.parametrize("console", CONSOLES)
def test_a_route_has_no_slanted_part(routes: Any, console: str) -> None:
    for route in getattr(routes, console)():
        for one, other in zip(route.corners, route.corners[1:]):
            assert sum(abs(a - b) > 1e-6 for a, b in zip(one, other, strict=True)) <= 1, route.cable.name


def test_the_cables_of_the_tabletop_end_at_their_parts(trimesh: Any, fit: Any, tabletop: dict[str, Any]) -> None:
    spaces = [space for space in fit.spaces(openscad.TABLETOP) if space.name.startswith("cable")]
    assert len(spaces) == len(cables("tabletop")) - 1
    for space in spaces:
        for mate in space.mates:
            assert shared_volume(trimesh, space.mesh, tabletop[mate]) > 0, (space.name, mate)


def test_the_cables_of_the_handheld_continue_the_bent_wires_of_their_plugs(trimesh: Any, fit: Any) -> None:
    spaces = fit.spaces()
    bent = [space for space in spaces if space.name.startswith("wires of")]
    for space in spaces:
        if space.name.startswith("cable"):
            touched = [one.name for one in bent if shared_volume(trimesh, space.mesh, one.mesh) > 0]
            assert len(touched) >= (1 if space.cable == "W2" else 2), (space.name, touched)


@pytest.mark.parametrize("console", CONSOLES)
def test_the_supply_wires_end_directly_above_the_converter(trimesh: Any, fit: Any, console: str) -> None:
    mm = fit.dimensions.TABLETOP_MM if console == "tabletop" else fit.dimensions.MM
    boost = fit.purchased_parts.power(mm)["boost"]
    (space,) = [space for space in fit.spaces(CONSOLES[console]) if space.name == "cable W2"]
    lower = space.mesh.copy()
    lower.apply_translation((0, 0, -1.5))
    assert shared_volume(trimesh, space.mesh, boost) == 0 and shared_volume(trimesh, lower, boost) > 10


@pytest.mark.parametrize(
    ("name", "shift", "hit"),
    [
        ("cable W2", (-20.0, 0.0, 0.0), "battery"),
        ("cable W2", (0.0, 0.0, 3.0), "carrier"),
        ("cable W8", (0.0, 0.0, -2.0), "J3"),
        ("cable W7", (4.0, 2.5, 0.0), "C5"),
    ],
)
def test_a_cable_of_the_handheld_in_the_wrong_place_is_detected(
    fit: Any, parts: dict[str, Any], name: str, shift: tuple[float, float, float], hit: str
) -> None:
    _assert_detected(fit, parts, fit.spaces(), name, shift, hit)


@pytest.mark.parametrize(
    ("name", "shift", "hit"),
    [
        ("cable W2", (-16.0, 0.0, 0.0), "battery"),
        ("cable W4", (0.0, 0.0, 4.0), "module 2"),
        ("cable W6", (0.0, -7.0, 0.0), "button 1"),
        ("cable W14", (12.0, 0.0, 0.0), "button 1"),
        ("cable W20", (-6.0, 0.0, -4.0), "perfboard"),
    ],
)
def test_a_cable_of_the_tabletop_in_the_wrong_place_is_detected(
    fit: Any, tabletop: dict[str, Any], name: str, shift: tuple[float, float, float], hit: str
) -> None:
    _assert_detected(fit, tabletop, fit.spaces(openscad.TABLETOP), name, shift, hit)


def _assert_detected(
    fit: Any, parts: dict[str, Any], spaces: list[Any], name: str, shift: tuple[float, float, float], hit: str
) -> None:
    """Asserts that a space that is moved by `shift` is reported to overlap the part `hit`."""
    (space,) = [space for space in spaces if space.name == name]
    mates = tuple(mate for mate in space.mates if mate != hit)
    mesh = space.mesh.copy()
    mesh.apply_translation(shift)
    found = fit.intrusions(parts, [space._replace(mesh=mesh, mates=mates)])
    assert any(overlap.other == hit for overlap in found), [str(overlap) for overlap in found]

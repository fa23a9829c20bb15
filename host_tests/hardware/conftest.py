"""Meshes of both consoles for the tests of the case; each is made once."""

import functools
import importlib
from collections.abc import Callable
from typing import Any

import pytest

from hardware.case import openscad

MODELS = {"handheld": openscad.HANDHELD, "tabletop": openscad.TABLETOP}
Assembled = Callable[[str], dict[str, Any]]
Filled = Callable[[Any, Any], float]


@pytest.fixture(scope="session")
def trimesh() -> Any:
    """The module trimesh; skips the test without trimesh, manifold3d or OpenSCAD."""
    for name in ("manifold3d", "trimesh"):
        why = f"Hardware tools: {name} is not installed: pip install trimesh manifold3d."
        found = pytest.importorskip(name, reason=why)
    try:
        openscad.require()
    except openscad.OpenScadMissing as missing:
        pytest.skip(f"Hardware tools: {missing}")
    return found


@pytest.fixture(scope="session")
def fit(trimesh: Any) -> Any:
    """The module hardware.case.fit."""
    return importlib.import_module("hardware.case.fit")


@pytest.fixture(scope="session")
def purchased_parts(trimesh: Any) -> Any:
    """The module hardware.case.purchased_parts."""
    return importlib.import_module("hardware.case.purchased_parts")


@pytest.fixture(scope="session")
def assembled(fit: Any, tmp_path_factory: pytest.TempPathFactory) -> Assembled:
    """Returns all parts of an assembled console by name."""
    return functools.cache(lambda console: fit.assembled(tmp_path_factory.mktemp(console), MODELS[console]))


@pytest.fixture(scope="session")
def filled(trimesh: Any) -> Filled:
    """Returns how much of a shape is inside a part, from 0 to 1."""

    def share(part: Any, shape: Any) -> float:
        common = trimesh.boolean.intersection([part, shape], engine="manifold")
        return 0.0 if common.is_empty else float(common.volume / shape.volume)

    return share

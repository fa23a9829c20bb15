"""Meshes of both consoles for the tests of the case; each is made once."""

import importlib
from typing import Any

import pytest

from hardware.case import openscad


@pytest.fixture(scope="session")
def trimesh() -> Any:
    """The module trimesh; skips the test without trimesh, manifold3d or OpenSCAD."""
    pytest.importorskip(
        "manifold3d", reason="Hardware tools: manifold3d is not installed: pip install trimesh manifold3d."
    )
    found = pytest.importorskip(
        "trimesh", reason="Hardware tools: trimesh is not installed: pip install trimesh manifold3d."
    )
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
def printed(fit: Any, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """All printed parts of the handheld at their assembled positions."""
    found: dict[str, Any] = fit.printed(tmp_path_factory.mktemp("case"))
    return found


@pytest.fixture(scope="session")
def tabletop(fit: Any, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """All parts of the assembled tabletop."""
    found: dict[str, Any] = fit.assembled(tmp_path_factory.mktemp("tabletop"), openscad.TABLETOP)
    return found


@pytest.fixture(scope="session")
def parts(printed: dict[str, Any], purchased_parts: Any) -> dict[str, Any]:
    """All parts of the assembled handheld."""
    others: dict[str, Any] = purchased_parts.everything()
    return printed | others


def shared_volume(trimesh: Any, one: Any, other: Any) -> float:
    """Returns the volume of the intersection of two parts in mm3."""
    common = trimesh.boolean.intersection([one, other], engine="manifold")
    return 0.0 if common.is_empty else float(common.volume)

"""The fast build of the emulator: its patches fit the pinned package and are refused for others."""

from importlib.util import find_spec
from pathlib import Path

import pytest

from tools.emulator.fast_build import is_fast, patch
from tools.emulator.patches import PATCHES, Patch, patched


def installed(path: str) -> str:
    """Returns a source file of the installed package."""
    spec = find_spec("rp2040py")
    assert spec is not None and spec.origin is not None
    return (Path(spec.origin).parent / path.removeprefix("src/rp2040py/")).read_text(encoding="utf-8")


@pytest.mark.parametrize("change", [change for change in PATCHES if change.path != "setup.py"])
def test_each_patch_fits_the_installed_package_or_is_already_applied(change: Patch) -> None:
    text = installed(change.path)
    assert change.new in text if is_fast() else change.new in patched(text, change)


def test_sources_of_another_version_are_not_patched(tmp_path: Path) -> None:
    (tmp_path / "setup.py").write_text("from setuptools import setup\n")
    with pytest.raises(ValueError, match=r"setup\.py does not match the patch: USE_LIMITED_API"):
        patch(tmp_path)
    with pytest.raises(ValueError):
        patched("twice twice", Patch("x", "twice", ""))

"""Which KiCad the generator accepts, and where it finds its Python and its footprints. Needs no KiCad."""

from pathlib import Path

import pytest

from hardware.boards import kicad_install


@pytest.mark.parametrize(
    ("build", "major"), [("6.0.11+dfsg-1", 6), ("7.0.11", 7), ("8.0.9-8.0.9-0~ubuntu24.04.1", 8), ("9.0.2+dfsg-1", 9)]
)
def test_the_supported_versions_are_accepted(build: str, major: int) -> None:
    assert kicad_install.major_version(build) == major


@pytest.mark.parametrize("build", ["5.1.9+dfsg1-1", "10.0.0", "9.99.0-unknown", "11.0.1", "(unknown)", ""])
def test_every_other_version_is_refused_with_one_sentence(build: str) -> None:
    with pytest.raises(kicad_install.KiCadUnsupported) as refused:
        kicad_install.major_version(build)
    assert str(refused.value) == f"KiCad {build} is not supported: install KiCad 6, 7, 8 or 9."


def test_the_folder_of_the_footprints_can_be_named_for_each_version(tmp_path: Path) -> None:
    (tmp_path / "Resistor_SMD.pretty").mkdir()
    for major in kicad_install.SUPPORTED:
        assert kicad_install.footprints(major, {f"KICAD{major}_FOOTPRINT_DIR": str(tmp_path)}) == tmp_path


def test_missing_footprints_are_reported_with_the_variable_to_set(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(kicad_install, "footprint_folders", lambda major, environment: [tmp_path])
    with pytest.raises(kicad_install.FootprintsMissing, match="KICAD9_FOOTPRINT_DIR"):
        kicad_install.footprints(9, {})

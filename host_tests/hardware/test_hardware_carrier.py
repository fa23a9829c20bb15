"""The carrier's KiCad project: its committed exports are current, and ERC and DRC find nothing."""

import json
from pathlib import Path

import pytest

from hardware.boards import exports, kicad

NO_KICAD = "Hardware tools: KiCad 9 is not installed."


def exported(name: str) -> str:
    """The text of a committed export."""
    return (exports.FILES / name).read_text(encoding="utf-8")


def test_the_exports_are_those_of_the_project() -> None:
    assert not exports.stale(), "The KiCad project has changed: run `python -m hardware carrier`."


def test_erc_and_drc_find_no_error_no_warning_and_no_difference_between_schematic_and_board() -> None:
    for name in (exports.ERC, exports.DRC):
        assert kicad.findings(json.loads(exported(name))) == []
    checked = json.loads(exported(exports.DRC))
    assert {"violations", "unconnected_items", "schematic_parity"} <= set(checked)


def test_a_finding_is_a_sentence_unless_the_project_excludes_it() -> None:
    one = {"type": "clearance", "description": "Too near", "items": [{"description": "Pad 1 of R1"}]}
    assert kicad.findings({"violations": [one, one | {"excluded": True}]}) == ["clearance: Too near (Pad 1 of R1)"]
    assert kicad.findings({"sheets": [{"violations": [one]}]}) == ["clearance: Too near (Pad 1 of R1)"]


def test_a_computer_without_kicad_is_told_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kicad, "_program", lambda: "")
    kicad.version.cache_clear()
    with pytest.raises(kicad.KiCadMissing, match="KiCad 9 or newer is not installed: install it"):
        kicad.run("version")
    kicad.version.cache_clear()


@pytest.mark.hardware_tools
def test_kicad_makes_the_same_netlist_and_reports_again(tmp_path: Path) -> None:
    try:
        kicad.version()
    except kicad.KiCadMissing:
        pytest.skip(NO_KICAD)
    assert exports.write(tmp_path) == []
    for name in (exports.NETLIST, exports.ERC, exports.DRC, exports.SOURCES):
        if name != exports.SOURCES or kicad.version() in exported(name):
            assert (tmp_path / name).read_text(encoding="utf-8") == exported(name), name

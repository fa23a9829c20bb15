"""The assumed sizes of plugs, wires and other purchased parts, for the checks of the closed case.

keepouts.py, routes.py and the modules of purchased parts use them. Dimensions that the boards or the OpenSCAD models
need are in hardware/dimensions.py. All lengths in mm.
"""

from hardware.dimensions import Dimension

GIVEN = (
    Dimension("sh_socket_length", 6.0, "assumed", "JST SM04B-SRSS-TB, along its row of contacts; check its datasheet"),
    Dimension("sh_socket_width", 4.25, "assumed", "JST SM04B-SRSS-TB, front to back; check its datasheet"),
    Dimension("sh_plug_overhang", 1.2, "assumed", "a JST SH plug beyond the edge of its connector"),
    Dimension(
        "sh_wires_bend",
        3.0,
        "assumed",
        "space behind a JST SH plug for its 28 AWG wires to bend: three times their diameter",
    ),
    Dimension(
        "sh_wires_width", 5.0, "assumed", "the four bent wires of a JST SH plug: 3 from first to last, 1 on each side"
    ),
    Dimension(
        "sh_wires_height",
        1.45,
        "assumed",
        "middle of the wires of a JST SH plug above its board: half of the connector",
    ),
    Dimension("ph_plug_overhang", 2.5, "assumed", "a JST PH plug beyond the edge of its connector"),
    Dimension("ph_wires_bend", 5.0, "assumed", "space behind a JST PH plug for its 26 AWG silicone wires to bend"),
    Dimension("wire_22awg", 1.7, "assumed", "outside diameter with insulation, 22 AWG: measure yours"),
    Dimension("wire_24awg", 1.6, "assumed", "outside diameter with insulation, 24 AWG: measure yours"),
    Dimension("wire_26awg", 1.3, "assumed", "outside diameter with insulation, 26 AWG: measure yours"),
    Dimension("wire_28awg", 1.0, "assumed", "outside diameter with insulation, 28 AWG: measure yours"),
    Dimension(
        "switch_lever_width", 4.0, "assumed", "C&K OS102011MA1QN1: its lever, left to right; check its datasheet"
    ),
    Dimension("switch_travel", 2.0, "assumed", "C&K OS102011MA1QN1: distance between O and I; check its datasheet"),
    Dimension("boost_usb_overhang", 0.8, "assumed", "USB socket of the converter beyond the edge of its board"),
    Dimension(
        "boost_pins_edge", 1.3, "assumed", "solder pins of the converter from its edge opposite to the cell's socket"
    ),
    Dimension(
        "boost_wires_left", 30.0, "assumed", "leftmost wire at the solder pins of the converter, from its edge with USB"
    ),
    Dimension(
        "boost_wires_right",
        14.0,
        "assumed",
        "rightmost wire at the solder pins of the converter, from its edge with USB",
    ),
    Dimension(
        "boost_wires_height",
        3.2,
        "assumed",
        "wires at the solder pins of the converter, above its board: measure yours",
    ),
    Dimension("trimmed_pin", 1.5, "assumed", "length of trimmed pins behind a board"),
    Dimension("pin_header_height", 8.54, "assumed", "2.54 mm pin header above its board: 2.54 plastic, 6 pin"),
    Dimension(
        "bulk_capacitor_length", 8.0, "assumed", "electrolytic 6.3 x 7.7 over its terminals, like Panasonic EEE-FK"
    ),
    Dimension("bulk_capacitor_width", 6.6, "assumed", "electrolytic 6.3 x 7.7, its base, like Panasonic EEE-FK"),
    Dimension("bulk_capacitor_height", 7.9, "assumed", "electrolytic 6.3 x 7.7 with solder, like Panasonic EEE-FK"),
    Dimension("smd_resistor_length", 2.4, "assumed", "resistor 0805 with solder"),
    Dimension("smd_resistor_width", 1.7, "assumed", "resistor 0805 with solder"),
    Dimension("smd_resistor_height", 1.3, "assumed", "resistor 0805 with solder"),
    Dimension("smd_capacitor_length", 2.4, "assumed", "ceramic capacitor 0805 with solder"),
    Dimension("smd_capacitor_width", 1.7, "assumed", "ceramic capacitor 0805 with solder"),
    Dimension("smd_capacitor_height", 1.3, "assumed", "ceramic capacitor 0805 with solder"),
    Dimension("smd_fuse_length", 3.6, "assumed", "polyfuse 1206 with solder"),
    Dimension("smd_fuse_width", 2.0, "assumed", "polyfuse 1206 with solder"),
    Dimension("smd_fuse_height", 1.4, "assumed", "polyfuse 1206 with solder"),
    Dimension("smd_diode_length", 4.8, "assumed", "diode in SMB with solder; diodes in SOT-23 are smaller"),
    Dimension("smd_diode_width", 4.0, "assumed", "diode in SMB with solder; diodes in SOT-23 are smaller"),
    Dimension("smd_diode_height", 2.6, "assumed", "diode in SMB with solder; diodes in SOT-23 are smaller"),
    Dimension("smd_transistor_length", 3.2, "assumed", "transistor in SOT-23 with solder, over its pins"),
    Dimension("smd_transistor_width", 3.2, "assumed", "transistor in SOT-23 with solder"),
    Dimension("smd_transistor_height", 1.4, "assumed", "transistor in SOT-23 with solder"),
    Dimension("sot23_6_length", 4.0, "assumed", "U2 in SOT-23-6 with solder, over its pins"),
    Dimension("sot23_6_width", 4.0, "assumed", "U2 in SOT-23-6 with solder"),
    Dimension("sot23_6_height", 1.8, "assumed", "U2 in SOT-23-6 with solder"),
    Dimension("soic14_length", 6.4, "assumed", "U3 in SOIC-14 with solder, over its pins"),
    Dimension("soic14_width", 9.0, "assumed", "U3 in SOIC-14, along its rows of pins"),
    Dimension("soic14_height", 1.8, "assumed", "U3 in SOIC-14 with solder"),
    Dimension(
        "module_pad_x",
        22.0,
        "assumed",
        "distance of the pads IN and OUT of a stock module from its center, to each side",
    ),
    Dimension("module_wires_depth", 3.0, "assumed", "space for solder and wires behind a stock module"),
    Dimension("module_led_pitch", 8.0, "assumed", "distance between the centers of two LEDs of a stock module"),
    Dimension("module_led_width", 5.0, "assumed", "width of one LED of a stock module"),
    Dimension("panel_nut_diameter", 16.0, "assumed", "diameter of the nut of a panel button with a 12 mm thread"),
    Dimension("panel_nut_height", 3.0, "assumed", "height of the nut of a panel button with a 12 mm thread"),
    Dimension("toggle_width", 8.0, "assumed", "mini toggle switch, its short side"),
    Dimension("toggle_length", 13.2, "assumed", "mini toggle switch, its long side, vertical in the case"),
    Dimension("toggle_depth", 20.0, "assumed", "mini toggle switch behind the front, with its terminals"),
    Dimension("perf_parts_height", 12.5, "assumed", "highest part on the perfboard: a radial capacitor of 220 uF"),
)
"""The sizes, each with its source."""

SIZE = {one.name: one.value for one in GIVEN}
"""The sizes by name."""


def of_part(name: str) -> tuple[float, float, float]:
    """Returns length, width and height of a part; its length is along x unless it is rotated. Raises KeyError."""
    return SIZE[f"{name}_length"], SIZE[f"{name}_width"], SIZE[f"{name}_height"]

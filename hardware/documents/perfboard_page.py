"""perfboard/PERFBOARD.md: the tabletop's board hole by hole, from hardware/perfboard."""

import math

from hardware.boards import netlist
from hardware.documents import markdown
from hardware.perfboard import check, grid, layout
from hardware.wiring.harness import CONSOLES

_ORDER = (
    "Count the holes of your board: it needs at least 24 x 30. On a board of 24 x 30 holes, columns Y and Z and row 31 "
    "do not exist. Mark hole A1 on both sides.",
    "Solder the lowest parts first: resistors and diodes, then U3 and the adapter of U2 with its headers, the ceramic "
    "capacitors, Q1, Q2, F1, the electrolytic capacitors, LS1, and last the Pico, with its firmware already "
    "installed, on "
    "its two pin headers. Bend leads to the "
    "distance of the holes. If F1 is more than 12 mm high, tilt it toward column U.",
    "Turn the board over like the page of a book: the drawing of the back is mirrored in the same way. Solder the bare "
    "wires, of tinned copper of 0.6 to 0.8 mm: each is straight, and is soldered to every pad that it passes.",
    "Solder the insulated wires. Use 22 AWG for 5V and LED_5V, 26 to 30 AWG for the others. An end may share its pad "
    "with a lead.",
    "Do the checks at the end of this page.",
    "Solder the wires to the panel, from the front, when the bring-up says so.",
)

_CHECKS = (
    "With a multimeter, check every line of the two tables of wires from end to end: below 1 ohm.",
    "Check that no two of these nets are connected: GND, 5V_IN, 5V, LED_5V, VSYS, 3V3, CELL, SENSE.",
    "Check the orientation of D1, D2a, D2b, D3, D4 and D5 (ring), Q1 and Q2 (flat side), C1 and C4 to C6 (long lead at "
    "+), U2, U3 and the Pico (pin 1).",
    "Continue with stage 1 of [BRINGUP.md](../BRINGUP.md).",
)


def part_rows() -> list[list[str]]:
    """Returns name, part, holes and orientation of every part except the Pico."""
    rows = []
    for place in layout.PLACES:
        holes = [grid.name(hole) for hole in check.lead_holes(place)]
        if place.package == "Pico":
            text = f"pin 1 in {holes[0]}, pin 20 in {holes[19]}, pin 21 in {holes[20]}, pin 40 in {holes[39]}"
        elif len(holes) > 3:
            text = ", ".join(f"{pin} {hole}" for (pin, _), hole in zip(place.leads, holes, strict=True))
        else:
            text = ", ".join(f"{label} {hole}".strip() for (label, _), hole in zip(place.leads, holes, strict=True))
        rows.append([place.name, place.part, text, place.kind])
    return rows


def panel_rows() -> list[list[str]]:
    """Returns plug, cable, color, net, hole and the other end of every wire that leaves the board."""
    rows = []
    for harness in CONSOLES["tabletop"]():
        plugs = {plug.name: plug for plug in harness.plugs}
        for cable in harness.cables:
            for color, *ends in cable.wires:
                for (name, pin), (other, other_pin) in (ends, ends[::-1]):
                    if name.startswith("PERF "):
                        plug = name.removeprefix("PERF ")
                        label = next(label for number, label, _ in plugs[other].pins if number == other_pin)
                        hole = layout.PANEL[plug].split()[int(pin) - 1]
                        net = plugs[name].net(pin)
                        rows.append([f"{plug} {pin}", hole, net, f"{cable.name} {color}", f"{other} {label}".strip()])
    return rows


def wire_rows() -> list[list[str]]:
    """Returns net, both ends and length of every insulated wire."""
    rows = []
    for net, start, end in check.ends(layout.WIRES):
        length = math.dist(grid.position(start), grid.position(end)) * 1.1 + 10
        rows.append([net, grid.name(start), grid.name(end), f"{math.ceil(length / 5) * 5:.0f} mm"])
    return rows


def test_point_rows() -> list[list[str]]:
    """Returns label, net and a hole on the back for each test point of the bring-up."""
    leads: dict[str, str] = {}
    for one in check.terminals(check.Layout()):
        if not one.label.startswith("U1."):
            leads.setdefault(one.net, f"{grid.name(one.hole)} ({one.label})")
    return [[label, net, leads[net]] for label, net in netlist.TEST_POINTS]


def page() -> str:
    """Returns the text of PERFBOARD.md."""
    text = markdown.head(
        "Perfboard of the tabletop",
        "hardware/perfboard",
        f"The circuit of the carrier on a perfboard of {grid.WIDTH:g} x {grid.HEIGHT:g} mm with a grid of "
        f"{grid.PITCH:g} mm and {grid.COLUMNS} x {grid.ROWS} holes (assumed). A program has compared this layout with "
        "the netlist: every net is connected, and no two nets are. The schematic is "
        "[carrier.pdf](../carrier/exports/carrier.pdf), with one difference: D5 is between the net OFF_LATCH and the "
        "gate of Q1, and R12 is at the gate (net OFF_GATE). With D5, ROLL also switches off a TN2106 that conducts "
        "at 0.8 V ([why](../carrier/README.md#the-off-latch)).",
    )
    text += "![Front: parts and wires to the panel](front.svg)\n\n![Back, mirrored: wires](back.svg)\n\n"
    text += "## Order of work\n\n" + _numbered(_ORDER)
    text += (
        "\n## Parts\n\nHoles are named by column and row, as seen from the front. A is the anode and K the cathode "
        "(ring) of a diode; S, G, D are source, gate, drain.\n\n"
        "Q1 and Q2 look the same. With the flat side toward you and the leads down, the leads are from left to right "
        "S, G, D on both (assumed: check their datasheets). Check each with the diode test of a multimeter before you "
        "solder it: about 0.6 V with red at S and black at D on the TN2106, and with red at D and black at S on the "
        "TP2104.\n\n"
        "Measure the threshold of Q1, too: connect its G with D, and D through R6 and R7 in parallel (2.35 k) with 3V3 "
        "of the Pico, on USB power; connect S with GND. **Between D and S there must be 0.8 to 2.0 V**; "
        "below, ROLL may fail to start a warm console: use another TN2106.\n\n"
    )
    text += markdown.table(["part", "type", "holes", "orientation"], part_rows())
    text += "\n## Bare wires\n\nStraight, on the back.\n\n"
    rows = [[net, ", ".join(wires.split())] for net, wires in layout.TRACKS.items()]
    text += markdown.table(["net", "from-to"], rows)
    text += "\n## Insulated wires\n\nOn the back.\n\n" + markdown.table(["net", "from", "to", "length"], wire_rows())
    text += (
        "\n## Wires to the panel\n\nColors and lengths are those of the drawings in "
        "[wiring/drawings](../wiring/drawings).\n\n"
    )
    text += markdown.table(["wire", "hole", "net", "cable", "other end"], panel_rows())
    text += (
        "\n## The switch SW10\n\nSW10 is a toggle switch SPDT on-on, not on-off-on. Its three terminals are in a "
        "vertical line. A toggle switch connects its middle terminal with the one **opposite** to its lever (assumed: "
        "check it with a multimeter). So that lever up means on:\n\n"
        "- middle terminal: BOOST_EN\n- lower terminal: HOLD; it is connected when the lever is up (I, on)\n"
        "- upper terminal: GND; it is connected when the lever is down (O, off)\n\n"
        "If your switch is the other way round, swap the two outer wires.\n\n![SW10 in both positions](switch.svg)\n"
    )
    text += "\n## Checks before power\n\n" + _numbered(_CHECKS)
    text += "\n## Test points\n\nTouch the solder joint in this hole, on the back.\n\n"
    return text + markdown.table(["test point", "net", "hole"], test_point_rows())


def _numbered(lines: tuple[str, ...]) -> str:
    """Returns a numbered Markdown list."""
    return "".join(f"{number}. {line}\n" for number, line in enumerate(lines, 1))

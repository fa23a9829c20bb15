"""PINOUT.md: every pin of the Pico and of every plug, from sixpip.board.pins and the carrier's netlist."""

from hardware.boards import netlist, tile_plan
from hardware.documents import markdown
from hardware.wiring import trace
from hardware.wiring.harness import BOARD, CONSOLES
from sixpip.board import pins

PICO_PINS = 40
_OPEN = {30: "RUN", 35: "ADC_VREF", 37: "3V3_EN", 40: "VBUS"}
_NOT_FREE = {15: "may be needed by the workaround for RP2040 erratum E5"}


def pico_rows() -> list[list[str]]:
    """Returns pin, GPIO, net, destination and purpose of every pin of the Pico."""
    nets = netlist.pico_nets()
    meanings = {net: meaning for _, net, meaning in pins.PINS}
    gpios = {net: gpio for gpio, net in netlist.GPIO_NETS.items()}
    rows = []
    for pin in range(1, PICO_PINS + 1):
        net = nets.get(str(pin), "")
        if net in gpios:
            meaning = meanings.get(net, "debug port, not used by the firmware")
            rows.append([str(pin), f"GP{gpios[net]}", net, trace.describe_destination(net), meaning])
        elif net:
            rows.append([str(pin), "", net, "", ""])
        else:
            gpio = netlist.GPIO_OF_PIN.get(pin)
            name = _OPEN[pin] if gpio is None else f"GP{gpio}"
            rows.append([str(pin), name, "", "", "open" + (f"; {_NOT_FREE[gpio]}" if gpio in _NOT_FREE else "")])
    return rows


def plug_rows(console: str) -> list[list[str]]:
    """Returns cable, color and both ends of every wire of a console."""
    rows = []
    for harness in CONSOLES[console]():
        plugs = {plug.name: plug for plug in harness.plugs}
        for cable in harness.cables:
            for color, (one, start), (other, end) in cable.wires:
                ends = [f"{name}.{pin} {plugs[name].net(pin)}" for name, pin in ((one, start), (other, end))]
                rows.append([cable.name, color, *ends])
    return rows


def _net_rows() -> list[list[str]]:
    """Returns every net of the board except ground, with its pads."""
    nets = sorted({net for part in netlist.parts() for net in part.nets.values()})
    return [[net, " ".join(trace.pads(net))] for net in nets if net != netlist.GND]


def page() -> str:
    """Returns the text of PINOUT.md."""
    text = markdown.head(
        "Pins and nets",
        "firmware/sixpip/board/pins.py and the KiCad project in hardware/carrier",
        "The GPIO numbers come from the firmware, everything else from the netlist of the carrier.",
    )
    text += "## The Pico\n\n" + markdown.table(["pin", "GPIO", "net", "connects to", "purpose"], pico_rows())
    text += (
        "\nPins of U2, U3 and the LEDs of a tile, as in their typical datasheets (assumed: check before you order):\n\n"
    )
    rows = []
    for part in netlist.parts():
        if part.reference in ("U2", "U3"):
            for pin, name in part.names.items():
                rows.append([f"{part.reference} {part.value}", pin, name, part.nets.get(pin, "open")])
    ends = {"DO": "DI of the next LED; DOUT on the last LED", "DI": "DO of the previous LED; DIN on the first LED"}
    ends |= {"GND": netlist.GND, "VDD": netlist.LED_5V}
    rows += [[f"LED {tile_plan.LED}", pin, name, ends[name]] for pin, name in netlist.LED_PINS.items()]
    text += markdown.table(["part", "pin", "name", "net"], rows)
    text += "\n## Test points\n\nOn the back of the carrier, to the right of the battery; BAT is next to J1.\n\n"
    points = [[f"TP{number}", label, net] for number, (label, net) in enumerate(netlist.TEST_POINTS, 1)]
    text += markdown.table(["test point", "label", "net"], points)
    text += f"\n## Nets of the {BOARD}\n\nAll nets except GND. The perfboard of the tabletop has the same nets.\n\n"
    text += markdown.table(["net", "pads"], _net_rows())
    for console in CONSOLES:
        text += f"\n## Wires of the {console}\n\nThe drawings are in wiring/drawings.\n\n"
        text += markdown.table(["cable", "color", "from", "to"], plug_rows(console))
    return text

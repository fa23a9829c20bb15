"""PINOUT.md: every pin of the Pico and of every plug, from sixpip.board.pins and the carrier's netlist."""

from hardware.boards import netlist
from hardware.documents import markdown
from hardware.wiring import symbols, trace
from hardware.wiring.harness import BOARD, CONSOLES
from sixpip.board import pins

PICO_PINS = 40
_OPEN = {30: "RUN", 35: "ADC_VREF", 37: "3V3_EN", 40: "VBUS"}
_NOT_FREE = {15: "RP2040 erratum E5 needs it at times"}


def pico_rows() -> list[list[str]]:
    """Pin, GPIO, net, where it leads and what it is for, for all pins of the Pico."""
    nets = netlist.pico_nets()
    meanings = {net: meaning for _, net, meaning in pins.PINS}
    gpios = {net: gpio for gpio, net in netlist.GPIO_NETS.items()}
    rows = []
    for pin in range(1, PICO_PINS + 1):
        net = nets.get(str(pin), "")
        if net in gpios:
            meaning = meanings.get(net, "debug port, free")
            rows.append([str(pin), f"GP{gpios[net]}", net, trace.goes_to(net), meaning])
        elif net:
            rows.append([str(pin), "", net, "", ""])
        else:
            gpio = netlist.GPIO_OF_PIN.get(pin)
            name = _OPEN[pin] if gpio is None else f"GP{gpio}"
            rows.append([str(pin), name, "", "", "open" + (f"; {_NOT_FREE[gpio]}" if gpio in _NOT_FREE else "")])
    return rows


def plug_rows(console: str) -> list[list[str]]:
    """Every wire of a console: cable, colour, from and to."""
    rows = []
    for harness in CONSOLES[console]():
        plugs = {plug.name: plug for plug in harness.plugs}
        for cable in harness.cables:
            for colour, (one, start), (other, end) in cable.wires:
                ends = [f"{name}.{pin} {plugs[name].net(pin)}" for name, pin in ((one, start), (other, end))]
                rows.append([cable.name, colour, *ends])
    return rows


def _net_rows() -> list[list[str]]:
    """Every net of the board with its pads."""
    nets = sorted({net for part in netlist.parts() for net in part.nets.values()})
    return [[net, " ".join(trace.pads(net))] for net in nets if net != netlist.GND]


def page() -> str:
    """The text of PINOUT.md."""
    text = markdown.head(
        "Pins and nets",
        "firmware/sixpip/board/pins.py and hardware/boards/netlist.py",
        "The GPIO numbers are the firmware's own; the rest follows from the carrier's netlist.",
    )
    text += "## The Pico\n\n" + markdown.table(["pin", "GPIO", "net", "leads to", "what for"], pico_rows())
    text += "\nPins of U2, U3 and a tile's LEDs by their usual data sheets (assumed: compare before ordering):\n\n"
    rows = []
    for part in netlist.parts():
        if part.reference in ("U2", "U3"):
            for pin, (name, _) in symbols.pins(part).items():
                rows.append([f"{part.reference} {part.value}", pin, name, part.nets.get(pin, "open")])
    ends = {"DO": "DI of the next LED, at the last DOUT", "DI": "DO of the LED before, at the first DIN"}
    ends |= {"GND": netlist.GND, "VDD": netlist.LED_5V}
    rows += [["LED WS2812B-2020", pin, name, ends[name]] for pin, name in netlist.LED_PINS.items()]
    text += markdown.table(["part", "pin", "name", "net"], rows)
    text += "\n## Test points\n\nOn the back of the carrier, right of the battery.\n\n"
    points = [[f"TP{number}", label, net] for number, (label, net) in enumerate(netlist.TEST_POINTS, 1)]
    text += markdown.table(["point", "printed", "net"], points)
    text += f"\n## Nets of the {BOARD}\n\nBesides GND; on the tabletop's perfboard they are the same.\n\n"
    text += markdown.table(["net", "pads"], _net_rows())
    for console in CONSOLES:
        text += f"\n## Wires of the {console}\n\nDrawn in wiring/drawings.\n\n"
        text += markdown.table(["cable", "colour", "from", "to"], plug_rows(console))
    return text

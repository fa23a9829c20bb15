"""The variants: named rows of options over the defaults, and the dice they are played with."""

from sixpip.rules.refusal import BadOption
from sixpip.rules.tables import PIPS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from sixpip.rules.tables import Table


class Variant:
    """A named rule set in the boot menu."""

    def __init__(self, name: str, title: str, table: "Table", dice: int, row: "dict[str, Any]") -> None:
        """`name` as in files and commands, `title` as on screen, `dice` in the set, `row` over the option defaults."""
        self.name = name
        self.title = title
        self.table = table
        self.dice = dice
        self.row = row


VARIANTS = (
    Variant(
        "dice-10000",
        "Dice 10 000",
        PIPS,
        6,
        {
            "multiples": "doubling",  # DT-01
            "straight": 1500,
            "three_pairs": 1000,
            "opening": 1000,  # DT-02
            "bank_min": 300,  # DT-03
            "hot_dice": "forced",  # DT-04
            "busts": -500,  # DT-05
            "pick_up": "yes",  # DT-06
            "reach": "above",  # DT-08
        },
    ),
)


def find(name: str) -> Variant:
    """The variant of that name. Raises BadOption with the names there are."""
    for variant in VARIANTS:
        if variant.name == name:
            return variant
    raise BadOption(f"There is no variant '{name}': use one of {', '.join([variant.name for variant in VARIANTS])}")

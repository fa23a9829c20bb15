"""What one house rule is as data, and how a value of it is read and checked. The rows are in options.py."""

from sixpip.port import TYPE_CHECKING
from sixpip.rules.errors import BadOption

if TYPE_CHECKING:
    from typing import Any

    Options = dict[str, Any]


class Option:
    """One house rule as data."""

    def __init__(
        self,
        key: str,
        values: "tuple[Any, ...]",
        words: str,
        span: "tuple[int, int, int] | None" = None,
        house: "tuple[str | None, ...] | str | None" = None,
        kinds: "tuple[str, ...]" = (),
    ) -> None:
        """`words`: "rule ID | label | meaning", one text for all: many short ones would cost the Pico much memory.

        `span` (least, most, step) lets other numbers than `values` in; `house` names the class that plays the rule as
        "module:Class" below rules/house: one for every value but the first, or a tuple with one a value; `kinds`: the
        dice (DiceSet.kind) it makes sense for, none for all.
        """
        self.key = key
        self.values = values
        self._words = words
        self.span = span
        self.house = house
        self.kinds = kinds

    @property
    def rule(self) -> str:
        """The ID in the rule sheet, such as "DT-06"."""
        return self._words.split(" | ")[0]

    @property
    def label(self) -> str:
        """The name of the rule, short enough for a line of the OLED."""
        return self._words.split(" | ")[1]

    @property
    def meaning(self) -> str:
        """What the rule says."""
        return self._words.split(" | ")[2]

    def fits(self, kind: str) -> bool:
        """Whether the rule makes sense for that kind of dice."""
        return not self.kinds or kind in self.kinds

    def house_for(self, value: "Any") -> "str | None":
        """The class that plays this value, as "module:Class"; None when the base turn or the sheet does."""
        if isinstance(self.house, tuple):
            return self.house[self.values.index(value)]
        return None if value == self.values[0] else self.house

    def read(self, text: str) -> "Any":
        """The value that `text` (as in key=value) stands for. Raises BadOption with the values there are."""
        for value in self.values:
            if str(value) == text:
                return value
        if self.span and is_whole(text):
            return self.check(int(text))
        raise BadOption(f"{self.key}={text} is not a value of {self.key}: use {self.choices()}")

    def check(self, value: "Any") -> "Any":
        """`value` itself when it is one of this option's. Raises BadOption."""
        for known in self.values:
            if known == value and type(known) is type(value):
                return value
        if self.span and type(value) is int:
            least, most, step = self.span
            if least <= value <= most and value % step == 0:
                return value
        raise BadOption(f"{self.key}={value} is not a value of {self.key}: use {self.choices()}")

    def choices(self) -> str:
        """The values in words: "no or yes", "0, 500 or any multiple of 50 up to 10000"."""
        words = [str(value) for value in self.values]
        if self.span:
            words.append(f"any multiple of {self.span[2]} from {self.span[0]} to {self.span[1]}")
        if len(words) == 1:
            return words[0]
        return ", ".join(words[:-1]) + " or " + words[-1]


def is_whole(text: str) -> bool:
    """Whether `text` is a whole number of up to nine digits, perhaps with a minus sign."""
    digits = text[1:] if text[:1] == "-" else text
    return 0 < len(digits) < 10 and all(["0" <= letter <= "9" for letter in digits])

"""One house rule as data, and the check of its values. The rules are listed in options.py."""

from sixpip.port import TYPE_CHECKING
from sixpip.rules.errors import BadOption

if TYPE_CHECKING:
    OptionValue = str | int
    Options = dict[str, OptionValue]
    """Values by option key: those that a variant or the players set, or one for every key."""


class Option:
    """One house rule as data."""

    def __init__(
        self,
        key: str,
        values: "tuple[OptionValue, ...]",
        words: str,
        span: "tuple[int, int, int] | None" = None,
        rule_class: "tuple[str | None, ...] | str | None" = None,
        kinds: "tuple[str, ...]" = (),
    ) -> None:
        """`words`: "rule ID | label | meaning", one text, because many short ones take much memory on the Pico.

        `span` (least, most, step) allows further numbers besides `values`. `rule_class`: the class of the house rule,
        as "module:Class" in ten_thousand/house_rules, for every value but the first; or a tuple with one per value.
        `kinds`: the dice (DiceSet.kind) that the rule fits, empty for all.
        """
        self.key = key
        self.values = values
        self._words = words
        self.span = span
        self.rule_class = rule_class
        self.kinds = kinds

    @property
    def rule(self) -> str:
        """The ID in the rule sheet, such as "DT-06"."""
        return self._words.split(" | ")[0]

    @property
    def label(self) -> str:
        """The name of the rule, which fits a line of the OLED."""
        return self._words.split(" | ")[1]

    @property
    def meaning(self) -> str:
        """The rule in a few words."""
        return self._words.split(" | ")[2]

    def fits(self, kind: str) -> bool:
        """Whether the rule is possible with that kind of dice."""
        return not self.kinds or kind in self.kinds

    def class_for(self, value: "OptionValue") -> "str | None":
        """The class of the house rule for a value, as "module:Class"; None where the base turn or the scorer has it."""
        if isinstance(self.rule_class, tuple):
            return self.rule_class[self.values.index(value)]
        return None if value == self.values[0] else self.rule_class

    def read(self, text: str) -> "OptionValue":
        """The value of which `text` is the text, as in key=value. Raises BadOption with the possible values."""
        for value in self.values:
            if str(value) == text:
                return value
        if self.span and is_whole(text):
            return self.check(int(text))
        raise BadOption(f"{self.key}={text} is not a value of {self.key}: use {self.choices()}")

    def check(self, value: "OptionValue") -> "OptionValue":
        """Returns `value` when it is possible. Raises BadOption."""
        for known in self.values:
            if known == value and type(known) is type(value):
                return value
        if self.span and type(value) is int:
            least, most, step = self.span
            if least <= value <= most and value % step == 0:
                return value
        raise BadOption(f"{self.key}={value} is not a value of {self.key}: use {self.choices()}")

    def choices(self) -> str:
        """The possible values as text: "no or yes", "0, 500 or any multiple of 50 from 0 to 5000"."""
        words = [str(value) for value in self.values]
        if self.span:
            words.append(f"any multiple of {self.span[2]} from {self.span[0]} to {self.span[1]}")
        if len(words) == 1:
            return words[0]
        return ", ".join(words[:-1]) + " or " + words[-1]


def is_whole(text: str) -> bool:
    """Whether `text` is a whole number of up to nine digits, with or without a minus sign."""
    digits = text[1:] if text[:1] == "-" else text
    return 0 < len(digits) < 10 and all(["0" <= letter <= "9" for letter in digits])

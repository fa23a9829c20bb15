"""The value of every house rule, as a game has it. How they are shown: screens/start/house_rules.py."""

from sixpip.port import TYPE_CHECKING, const
from sixpip.rules.rulebook import options
from sixpip.view.text import STAR

if TYPE_CHECKING:
    from sixpip.rules.rulebook.options import Option, Options, OptionValue
    from sixpip.rules.rulebook.variant import Variant

_CUBES = "cubes"
_CUBE_DICE = const(5)
_CUBE_TARGETS = (300, 500, 1000)
_MOST_COUNTED = const(9)  # a number up to this counts dice or rolls, not points
_STEP = const(50)  # other dice score in fifties
_OFF = ("no", "none", 0)


class RulesInForce:
    """One value for every option."""

    def __init__(self, variant: "Variant", values: "Options") -> None:
        self.variant = variant
        self.values = values
        self.sheet: Options = options.sheet_of(variant.dice_set.kind, variant.row)
        self._all = options.options_for(variant.dice_set.kind)
        self.options = [
            option for option in self._all if option.fits(variant.dice_set.kind) and len(self.choices(option)) > 1
        ]

    def differs(self, option: "Option") -> bool:
        """Whether an option has another value than on the sheet."""
        return bool(self.values[option.key] != self.sheet[option.key])

    def value_of(self, option: "Option") -> str:
        """The value of an option as the OLED shows it."""
        return _label_of(option.key, self.values[option.key])

    def starred(self, option: "Option") -> str:
        """The value of an option as the OLED shows it, with a star when it differs from the sheet."""
        value = self.value_of(option)
        return STAR + value if self.differs(option) else value

    def differing(self) -> "list[Option]":
        """The options that differ from the sheet, in the order of the option table."""
        return [option for option in self._all if self.differs(option)]

    def in_force(self) -> "list[Option]":
        """The options that are on in a game: first those that differ from the sheet."""
        others = [option for option in self.options if self.values[option.key] not in _OFF]
        return self.differing() + [option for option in others if not self.differs(option)]

    def choices(self, option: "Option") -> "list[OptionValue]":
        """The values that a player can choose from: numbers in order, words as in the option table."""
        values = [value for value in option.values if self._sensible(option, value)]
        if option.key == "target" and self.variant.dice_set.kind == _CUBES:
            values = list(_CUBE_TARGETS)
        for value in (self.sheet[option.key], self.values[option.key]):
            if value not in values:
                values.append(value)
        return sorted(values) if all([type(value) is int for value in values]) else values

    def _sensible(self, option: "Option", value: "OptionValue") -> bool:
        """Whether a value makes sense for these dice: five cubes are five, and score less than other dice."""
        cubes = self.variant.dice_set.kind == _CUBES
        if option.key == "dice" and cubes:
            return bool(value == _CUBE_DICE)
        if type(value) is not int or value <= _MOST_COUNTED and value >= 0:
            return True
        if option.key == "target":
            return bool(value >= _CUBE_TARGETS[1])
        return bool(abs(value) < int(self.sheet["target"]) and (cubes or value % _STEP == 0))


def unbroken(option: "Option", value: "OptionValue") -> str:
    """A rule and its value for a sentence, with a ~ for the spaces in the value, at which no line is broken."""
    return f"{option.label} {_label_of(option.key, value).replace(' ', '~')}"


def _label_of(key: str, value: "OptionValue") -> str:
    from sixpip.rules.rulebook.value_words import label_of  # games by the rule sheet do without

    return label_of(key, value)

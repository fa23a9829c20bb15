"""The value of every house rule: as a game has it, and as it is chosen for one; the saved choice.

How they are shown: screens/start/house_rules.py.
"""

from sixpip import points_text
from sixpip.compat import TYPE_CHECKING
from sixpip.rules.core.errors import BadOption, is_whole
from sixpip.rules.rulebook import options
from sixpip.rules.rulebook.options import OFF_VALUES, OPTIONS
from sixpip.storage.record_store import trouble_of
from sixpip.view.text import STAR

if TYPE_CHECKING:
    from sixpip.rules.rulebook.options import Option, Options, OptionValue
    from sixpip.rules.rulebook.variant import Variant
    from sixpip.storage.record_store import Store


class RulesInForce:
    """One value for every option."""

    def __init__(self, variant: "Variant", values: "Options") -> None:
        self.variant = variant
        self.values = values
        self.defaults: Options = options.defaults_of(variant.dice_set.kind, variant.options)
        self._all = options.options_for(variant.dice_set.kind)
        self.options = [
            option for option in self._all if option.fits(variant.dice_set.kind) and len(self.choices(option)) > 1
        ]

    def differs(self, option: "Option") -> bool:
        """Returns whether an option has another value than on the sheet."""
        return bool(self.values[option.key] != self.defaults[option.key])

    def value_of(self, option: "Option") -> str:
        """Returns the value of an option as the OLED shows it."""
        return option.label_of(self.values[option.key])

    def starred(self, option: "Option") -> str:
        """Returns the value of an option as the OLED shows it, with a star when it differs from the sheet."""
        value = self.value_of(option)
        return STAR + value if self.differs(option) else value

    def differing(self) -> "list[Option]":
        """Returns the options that differ from the sheet, in the order of the option table."""
        return [option for option in self._all if self.differs(option)]

    def in_force(self) -> "list[Option]":
        """Returns the options that are on in a game, those that differ from the sheet first."""
        others = [option for option in self.options if self.values[option.key] not in OFF_VALUES]
        return self.differing() + [option for option in others if not self.differs(option)]

    def choices(self, option: "Option") -> "list[OptionValue]":
        """Returns the values that a player can choose from, numbers in order and words as in the option table."""
        values = option.offers(self.variant.dice_set.kind, int(self.defaults.get("target", 0)))
        for value in (self.defaults[option.key], self.values[option.key]):
            if value not in values:
                values.append(value)
        return sorted(values) if all([type(value) is int for value in values]) else values


def unbroken(option: "Option", value: "OptionValue") -> str:
    """Returns a rule and its value for a sentence, with a ~ for the spaces in the value, at which no line is broken."""
    return f"{option.label} {option.label_of(value).replace(' ', '~')}"


RECORD = "rules-"
"""The record of a choice; the name of the variant follows."""


class RuleChoice(RulesInForce):
    """One value for every option: those of the variant's sheet, and over them `overrides`, what the players chose.

    Where the sheet conflicts with a choice, the choice wins (options.resolve), so `values` can differ from the sheet in
    more than `overrides`.
    """

    def __init__(self, variant: "Variant", overrides: "Options | None" = None) -> None:
        """`overrides` are the options chosen, as a game takes them. Raises BadOption if they do not fit the variant."""
        super().__init__(variant, options.resolve(variant.dice_set, variant.options, overrides or {}))
        self._take(overrides or {})

    def set(self, option: "Option", value: "OptionValue") -> str:
        """Chooses a value. Returns "", or the reason why it does not go with the others; then nothing changes."""
        overrides = dict(self.overrides)
        overrides[option.key] = value
        try:
            self._choose(overrides)
        except BadOption as error:
            reason = refusal_text(error.args[0])
            tried = unbroken(option, value)
            return "That" + reason[len(tried) :] if reason.startswith(tried + " ") else reason
        return ""

    def _choose(self, overrides: "Options") -> None:
        """Takes `overrides` without what the sheet has too. Raises BadOption, with nothing changed."""
        self.values = options.resolve(self.variant.dice_set, self.variant.options, overrides)
        self._take(overrides)

    def _take(self, overrides: "Options") -> None:
        """Notes what of `overrides` differs from the sheet."""
        self.overrides = {key: overrides[key] for key in overrides if overrides[key] != self.defaults[key]}

    def reset(self) -> None:
        """Takes all options from the sheet again."""
        self._choose({})

    def save(self, store: "Store") -> None:
        """Saves the choice for the next game of this variant. Raises StorageFull, StorageError."""
        if self.overrides:
            store.save(RECORD + self.variant.name, self.overrides)
        else:
            store.delete(RECORD + self.variant.name)


def saved_choice(store: "Store", variant: "Variant") -> "tuple[RuleChoice, str]":
    """Returns the choice saved for a variant, and "" or a sentence that says what of it was dropped."""
    saved = store.load(RECORD + variant.name)
    if saved is None:
        return RuleChoice(variant), ""
    overrides, dropped = what_fits(variant, saved)
    choice = RuleChoice(variant, overrides)
    if not dropped:
        return choice, ""
    return choice, trouble_of(choice.save, store) or dropped


def what_fits(variant: "Variant", saved: "object") -> "tuple[Options, str]":
    """Returns the saved house rules that go with a variant, and "" or a sentence that names the others."""
    if not isinstance(saved, dict):
        return {}, "Your house rules cannot be read: choose them again."
    if _go_together(variant, saved):
        return dict(saved), ""
    overrides: Options = {}
    dropped = sorted(saved)
    before = 0
    while len(dropped) != before:  # again, because a rule may need one that comes later
        before = len(dropped)
        for key in dropped:
            tried = dict(overrides)
            tried[key] = saved[key]
            if _go_together(variant, tried):
                overrides = tried
        dropped = [key for key in dropped if key not in overrides]
    labels = [option.label for option in OPTIONS if option.key in dropped]
    labels += ["an unknown one"] * (len(dropped) - len(labels))
    return overrides, f"House rules that do not fit any more are dropped: {', '.join(labels)}."


def _go_together(variant: "Variant", overrides: "Options") -> bool:
    try:
        options.resolve(variant.dice_set, variant.options, overrides)
    except BadOption:
        return False
    return True


def refusal_text(reason: str) -> str:
    """Returns a reason of the rules core with the words of the list: `reach=above` becomes `To win pass it`."""
    words = reason.split(" ")
    for place in range(len(words)):
        key, equals, value = words[place].partition("=")
        text, colon, _ = (value or key).partition(":")
        shown = int(text) if is_whole(text) else text
        if type(shown) is int:
            words[place] = points_text(shown) + colon
        for option in OPTIONS:
            if option.key == key and (equals or (place and words[place - 1] == "set")):
                words[place] = unbroken(option, shown) + colon if equals else option.label
    return " ".join(words)

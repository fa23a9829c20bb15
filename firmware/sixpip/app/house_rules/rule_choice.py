"""The house rules chosen for a variant, and the saved choice. What a game has: rules_in_force.py."""

from sixpip import points
from sixpip.app.house_rules.rules_in_force import RulesInForce, unbroken
from sixpip.port import TYPE_CHECKING
from sixpip.rules.core.errors import BadOption, is_whole
from sixpip.rules.rulebook import options
from sixpip.rules.rulebook.options import OPTIONS
from sixpip.storage.records import trouble_of

if TYPE_CHECKING:
    from sixpip.rules.rulebook.options import Option, Options, OptionValue
    from sixpip.rules.rulebook.variant import Variant
    from sixpip.storage.records import Store


RECORD = "rules-"
"""The record of a choice; the name of the variant follows."""


class RuleChoice(RulesInForce):
    """One value for every option: those of the variant's sheet, and over them `row`, what the players chose.

    Where the sheet conflicts with a choice, the choice wins (options.resolve), so `values` can differ from the sheet in
    more than `row`.
    """

    def __init__(self, variant: "Variant", row: "Options | None" = None) -> None:
        """`row`: the options chosen, as a game takes them. Raises BadOption when they do not fit the variant."""
        super().__init__(variant, _checked(variant, row or {}))
        self._take(row or {})

    def set(self, option: "Option", value: "OptionValue") -> str:
        """Chooses a value. Returns "", or the reason why it does not go with the others; then nothing changes."""
        row = dict(self.row)
        row[option.key] = value
        try:
            self._choose(row)
        except BadOption as error:
            reason = in_words(error.args[0])
            tried = unbroken(option, value)
            return "That" + reason[len(tried) :] if reason.startswith(tried + " ") else reason
        return ""

    def _choose(self, row: "Options") -> None:
        """Takes `row` without what the sheet has too. Raises BadOption, with nothing changed."""
        self.values = _checked(self.variant, row)
        self._take(row)

    def _take(self, row: "Options") -> None:
        """Notes what of `row` differs from the sheet."""
        self.row = {key: row[key] for key in row if row[key] != self.sheet[key]}

    def reset(self) -> None:
        """Takes all options from the sheet again."""
        self._choose({})

    def save(self, store: "Store") -> None:
        """Saves the choice for the next game of this variant. Raises StorageFull, StorageError."""
        if self.row:
            store.save(RECORD + self.variant.name, self.row)
        else:
            store.delete(RECORD + self.variant.name)


def saved_choice(store: "Store", variant: "Variant") -> "tuple[RuleChoice, str]":
    """The choice saved for a variant, and "" or a sentence that says what of it was dropped."""
    saved = store.load(RECORD + variant.name)
    if saved is None:
        return RuleChoice(variant), ""
    row, dropped = what_fits(variant, saved)
    choice = RuleChoice(variant, row)
    if not dropped:
        return choice, ""
    return choice, trouble_of(lambda: choice.save(store)) or dropped


def what_fits(variant: "Variant", saved: "object") -> "tuple[Options, str]":
    """The house rules of a saved row that go with a variant, and "" or a sentence that names the others."""
    if not isinstance(saved, dict):
        return {}, "Your house rules cannot be read: choose them again."
    if _go_together(variant, saved):
        return dict(saved), ""
    row: Options = {}
    dropped = sorted(saved)
    before = 0
    while len(dropped) != before:  # again, because a rule may need one that comes later
        before = len(dropped)
        for key in dropped:
            tried = dict(row)
            tried[key] = saved[key]
            if _go_together(variant, tried):
                row = tried
        dropped = [key for key in dropped if key not in row]
    labels = [option.label for option in OPTIONS if option.key in dropped]
    labels += ["an unknown one"] * (len(dropped) - len(labels))
    return row, f"House rules that do not fit any more are dropped: {', '.join(labels)}."


def _go_together(variant: "Variant", row: "Options") -> bool:
    try:
        _checked(variant, row)
    except BadOption:
        return False
    return True


def _checked(variant: "Variant", row: "Options") -> "Options":
    """A value for every option. Raises BadOption where some of `row` do not go together or no turn could end.

    The search whether a game can end (endless.check) needs more stack than a menu leaves.
    """
    values = options.resolve(variant.dice_set, variant.row, row)
    from sixpip.rules.rulebook import endless  # a page that only shows house rules does without

    endless.check_dice(variant.dice_set, values)
    return values


def in_words(reason: str) -> str:
    """A reason of the rules core with the words of the list: `reach=above` becomes `To win pass it`."""
    words = reason.split(" ")
    for place in range(len(words)):
        key, equals, value = words[place].partition("=")
        text, colon, _ = (value or key).partition(":")
        shown = int(text) if is_whole(text) else text
        if type(shown) is int:
            words[place] = points(shown) + colon
        for option in OPTIONS:
            if option.key == key and (equals or (place and words[place - 1] == "set")):
                words[place] = unbroken(option, shown) + colon if equals else option.label
    return " ".join(words)

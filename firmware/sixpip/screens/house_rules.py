"""The house rules on screen: a list of them, and what each one means. What can be chosen stands in rule_choice.py."""

from sixpip.app.rule_choice import RuleChoice, shown
from sixpip.board.buttons import BANK, MENU, ROLL
from sixpip.port import TYPE_CHECKING, const
from sixpip.screens.notice import wrap
from sixpip.screens.screen import Menu, Screen, show_dice
from sixpip.view import text

if TYPE_CHECKING:
    from typing import Any

    from sixpip.app.app import App
    from sixpip.rules.option import Option

_LINES = const(6)
_TEXT_X = const(11)


class HouseRulesScreen(Menu):
    """All house rules with their values, a star at those that differ from the sheet, which come first.

    A KEEP button opens the rule beside it. The order stays as it was when the list was opened.
    """

    title = "HOUSE RULES"
    roll = "on"

    def __init__(self, app: "App", choice: RuleChoice, after: Screen, locked: bool = False) -> None:
        """`after`: the screen to go back to; `locked`: a game is under way, they are only to be read."""
        super().__init__(app)
        self.choice = choice
        self.locked = locked
        self._after = after
        if locked:
            self.roll = ""
            self.options = choice.in_force()
        else:
            changed = choice.differing()
            self.options = changed + [option for option in choice.options if option not in changed]

    def lines(self) -> "list[str]":
        """The rules, after the way back to the sheet where that can be gone."""
        names = [option.label for option in self.options]
        return names if self.locked else ["As on the sheet"] + names

    def pick(self, line: int) -> None:
        """Read and change a rule, or have all as on the sheet."""
        rule = line - self.line_of(0)
        if rule >= 0:
            self.app.go(RulePage(self.app, self, rule))
        elif self.choice.row:
            self.choice.reset()
        else:
            self.refuse()

    def press(self, button: int) -> None:
        """ROLL goes on as BANK goes back; the rest is a list's."""
        if button == ROLL and self.locked:
            self.refuse()
        else:
            super().press(BANK if button == ROLL else button)

    def back(self) -> None:
        """To where one came from, the choice remembered."""
        self.app.go(self._after)
        if not self.locked:
            self.choice.keep(self.app)

    def line_of(self, rule: int) -> int:
        """The line on which a rule (a place in `options`) stands."""
        return rule if self.locked else rule + 1

    def page_after(self, rule: int) -> "RulePage":
        """The page of the rule after `rule`, or of the first one; its line is then in sight here."""
        following = (rule + 1) % len(self.options)
        self.at = self.line_of(following)
        return RulePage(self.app, self, following)

    def write(self, row: int, line: int, words: str) -> None:
        """A rule with its value at the right."""
        canvas = self.app.canvas
        rule = line - self.line_of(0)
        if rule < 0:
            canvas.at(_TEXT_X, row, words)
            canvas.right(row, str(len(self.choice.differing())) + text.STAR if self.choice.row else "yes")
            return
        canvas.at(_TEXT_X, row, words)
        canvas.right(row, self.choice.starred(self.options[rule]))

    def paint(self) -> None:
        """The dice as these rules have them."""
        show_dice(self.app, self.choice.variant.dice_set, self.choice.values)


class RulePage(Screen):
    """One house rule: what it means and its values, the one in force as a key cap."""

    def __init__(self, app: "App", rules: HouseRulesScreen, rule: int) -> None:
        """`rules`: the list it is from; `rule`: the place in its options."""
        super().__init__(app)
        self._rules = rules
        self._option: Option = rules.options[rule]
        self._rule = rule
        self._keep = rules.line_of(rule) % _LINES
        self._tried = rules.choice.values[self._option.key]
        self._reason = ""
        self._note = ""

    def press(self, button: int) -> None:
        """ROLL, or the KEEP button that opened it, takes the next value; MENU goes on to the next rule."""
        if button == BANK:
            self.app.go(self._rules)
        elif self._rules.locked and button in (ROLL, self._keep):
            self.refuse()
        elif button in (ROLL, self._keep):
            self._change()
        elif button == MENU:
            self.app.go(self._rules.page_after(self._rule))
        else:
            self.refuse()

    def _change(self) -> None:
        """The value after the one tried last; one that does not go says why, and the next press tries the next."""
        choice = self._rules.choice
        values = choice.choices(self._option)
        at = values.index(self._tried) if self._tried in values else -1
        self._tried = values[(at + 1) % len(values)]
        before = choice.values
        self._reason = choice.set(self._option, self._tried)
        if self._reason:
            self.refuse()
        self._note = self._with_it(before)

    def _with_it(self, before: "dict[str, Any]") -> str:
        """What else changed since all values were as `before`, in words."""
        now = self._rules.choice.values
        others = [
            option
            for option in self._rules.choice.options
            if option != self._option and now[option.key] != before[option.key]
        ]
        words = [f"{option.label} {now[option.key]}" for option in others]  # no space inside to break at
        return "With it: " + ", ".join(words) if words else ""

    def paint(self) -> None:
        """The dice as the rules have them."""
        self._rules.paint()

    def draw(self) -> None:
        """The meaning, or what changed with it, and the values; or why the value tried does not go."""
        choice = self._rules.choice
        option = self._option
        if self._reason:
            self.head(option.label + " " + shown(self._tried), "no")
            self._paragraph(self._reason)
        else:
            self.head(option.label, choice.starred(option))
            rows = flow([str(value) for value in choice.choices(option)])
            lines = self._paragraph(self._note or option.meaning[0].upper() + option.meaning[1:])
            self._values(min(lines + 2, 7 - len(rows)), rows)
        locked = self._rules.locked
        self.labels("" if locked else "change", "back" if locked else "done")

    def _paragraph(self, words: str) -> int:
        """A sentence below the head; returns its rows."""
        lines = wrap(words, text.COLUMNS)
        for row in range(len(lines)):
            self.app.canvas.at(0, row + 1, lines[row])
        return len(lines)

    def _values(self, row: int, rows: "list[list[str]]") -> None:
        """All values from `row` on; the one in force as a key cap."""
        canvas = self.app.canvas
        current = str(self._rules.choice.values[self._option.key])
        for words in rows:
            x = 1
            for word in words:
                x = (canvas.cap(x - 1, row, word) if word == current else canvas.at(x, row, word)) + 5
            row += 1


def flow(words: "list[str]") -> "list[list[str]]":
    """Words in rows of the OLED, as many in each as fit."""
    rows: list[list[str]] = [[]]
    room = text.COLUMNS
    for word in words:
        if len(word) > room and rows[-1]:
            rows.append([])
            room = text.COLUMNS
        rows[-1].append(word)
        room -= len(word) + 1
    return rows

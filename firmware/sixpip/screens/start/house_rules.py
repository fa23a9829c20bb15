"""The house rules on screen: a list in groups with titles, and a page for each rule.

Their values: app/house_rules/rule_choice.py.
"""

from sixpip.app.house_rules.rule_choice import RulesInForce, unbroken
from sixpip.board.contract import BANK, ROLL
from sixpip.compat import TYPE_CHECKING, const
from sixpip.screens.menu import Menu, paint_dice
from sixpip.screens.screen import Screen, wrap
from sixpip.storage.record_store import trouble_of
from sixpip.view import text

if TYPE_CHECKING:
    from sixpip.app.app import App
    from sixpip.app.house_rules.rule_choice import RuleChoice
    from sixpip.rules.rulebook.options import Option

_LINES = const(6)
_TEXT_X = const(11)
_RESET_ROWS = const(5)


_GROUPS = (
    ("START, END", ("goal", "end", "start", "cost4")),
    ("BANKING", ("bank",)),
    ("BUSTS", ("cost", "bust")),
    ("POINTS", ("table", "points", "alike")),
    ("TURNS", ("turn", "hot", "keep", "join", "sun")),
    ("RARE ROLLS", ("rare",)),
)
"""The titles of the pages, and the topics (Option.how_to_play) of the rules on them."""


class HouseRules(Menu):
    """All house rules with their values; those that differ from the rule sheet come first and have a star.

    The others follow by what they are about, each group on pages of its own. A KEEP button opens the rule next to it.
    The order stays as it was when the list was opened.
    """

    title = "HOUSE RULES"
    roll = "next"

    def __init__(self, app: "App", choice: "RuleChoice | None" = None) -> None:
        """`choice` has the house rules to show and change; None is those of the game in hand, which are only shown."""
        super().__init__(app)
        self.choice = choice
        self.options: list[Option | None] = []
        """The rules by their lines; None for a line that stays empty."""
        self._titles: list[str] = []  # of the pages
        if choice is None:
            game = app.playing.game
            self.rules: RulesInForce = RulesInForce(game.variant, game.options)
            self.roll = ""
            chosen = game.starter >= 0  # who starts, and not by the rule
            self.options += [option for option in self.rules.in_force() if option.key != "start" or not chosen]
        else:
            self.rules = choice
            self._add_groups(choice)
        self._lines = ([] if choice is None else ["Standard rules"]) + [
            option.label if option else "" for option in self.options
        ]

    def _add_groups(self, choice: "RuleChoice") -> None:
        """Adds the rules that were changed, then the others in their groups."""
        self.options += choice.differing()
        self._title_pages(HouseRules.title)
        for title, topics in _GROUPS:
            found = [option for option in choice.options if option not in self.options and _is_of(option, topics)]
            if found and self.options:
                self.options += [None] * (-self.line_of(len(self.options)) % _LINES)
            self.options += found
            self._title_pages(title)

    def _title_pages(self, title: str) -> None:
        """Gives the pages that have no title yet this one."""
        pages = (self.line_of(len(self.options)) + _LINES - 1) // _LINES
        self._titles += [title] * (pages - len(self._titles))

    def lines(self) -> "list[str]":
        """Returns the rules, and before them the line that resets all of them if they can be changed."""
        return self._lines

    def draw(self) -> None:
        """Draws the list; a sentence where a game has none of these rules."""
        if self._titles:
            self.title = self._titles[self.at // _LINES]
        super().draw()
        if not self.options:
            self.app.canvas.center(3, "This game has none.")

    def pick(self, line: int) -> None:
        """Opens a rule, or asks whether to reset all of them to the rule sheet."""
        rule = line - self.line_of(0)
        if rule >= 0 and self.options[rule]:
            self.app.open("house_rule", self, rule)
        elif rule >= 0:
            self.refuse(f"There is no line {line % _LINES + 1}")
        elif self.choice and self.choice.overrides:
            drawn = self._draw_lost, self.paint
            self.app.open("question", "STANDARD RULES?", (), "reset", self._reset, "keep", *drawn)
        else:
            self.refuse("They are standard")

    def _reset(self) -> None:
        if self.choice:
            self.choice.reset()
        self.app.close()

    def _draw_lost(self) -> None:
        canvas = self.app.canvas
        lost = self.rules.differing()
        canvas.at(0, 1, "These are reset:")
        shown = lost if len(lost) <= _RESET_ROWS else lost[: _RESET_ROWS - 1]
        for row in range(len(shown)):
            canvas.both(row + 2, " " + shown[row].label, self.rules.starred(shown[row]))
        if len(shown) < len(lost):
            canvas.at(0, _RESET_ROWS + 1, f" and {len(lost) - len(shown)} more")

    def press(self, button: int) -> None:
        """ROLL goes back as BANK does; the other buttons are those of a list."""
        if button == ROLL and self.choice is None:
            self.refuse()
        else:
            super().press(BANK if button == ROLL else button)

    def back(self) -> None:
        """Closes the list and saves the choice."""
        self.app.close()
        choice = self.choice
        if choice:
            self.app.notify(trouble_of(choice.save, self.app.store))

    def line_of(self, rule: int) -> int:
        """Returns the line of a rule (a place in `options`)."""
        return rule if self.choice is None else rule + 1

    def write(self, row: int, line: int, words: str) -> None:
        """Writes a rule with its value at the right."""
        canvas = self.app.canvas
        rule = line - self.line_of(0)
        canvas.at(_TEXT_X, row, words)
        option = self.options[rule] if rule >= 0 else None
        if option:
            canvas.right(row, self.rules.starred(option))
        else:
            changed = len(self.rules.differing())
            canvas.right(row, str(changed) + text.STAR if self.choice and self.choice.overrides else "yes")

    def paint(self) -> None:
        """Paints the dice of a game with these rules."""
        rules = self.rules
        values = rules.values
        if self.choice or not self.app.paint_game():
            paint_dice(self.app, rules.variant.dice_set, int(values.get("dice", 0)), values.get("wild_die") == "yes")


def _is_of(option: "Option", topics: "tuple[str, ...]") -> bool:
    topic = option.how_to_play(option.values[0])[0]
    return topic in topics or topic.rstrip("123456789") in topics


class HouseRule(Screen):
    """One house rule: what it means and its values, the one in force as a key cap."""

    def __init__(self, app: "App", rule_list: HouseRules, rule: int) -> None:
        """`rule_list` is the list that the rule is from, and `rule` its place in the options of the list.

        Raises ValueError for a line that is empty.
        """
        super().__init__(app)
        option = rule_list.options[rule]
        if not option:
            raise ValueError("no house rule in this line")
        rule_list.at = rule_list.line_of(rule)
        self._list = rule_list
        self._option = option
        self._button = rule_list.line_of(rule) % _LINES
        self._tried = rule_list.rules.values[self._option.key]
        self._reason = ""
        self._note = ""

    def press(self, button: int) -> None:
        """ROLL, or the KEEP button that opened the page, takes the next value."""
        rule_list = self._list
        if button in (ROLL, self._button) and rule_list.choice:
            self._change(rule_list.choice)
        else:
            super().press(button)

    def _change(self, choice: "RuleChoice") -> None:
        """Takes the next value; for one that is not possible shows the reason, and the next press tries the next."""
        values = choice.choices(self._option)
        at = values.index(self._tried) if self._tried in values else -1
        self._tried = values[(at + 1) % len(values)]
        before = choice.values
        self._reason = choice.set(self._option, self._tried)
        if self._reason:
            self.low_tone()
        now = choice.values
        others = [option for option in choice.options if now[option.key] != before[option.key]]
        words = [unbroken(option, now[option.key]) for option in others if option != self._option]
        self._note = "With it: " + ", ".join(words) if words else ""

    def paint(self) -> None:
        """Paints the dice of a game with these rules."""
        self._list.paint()

    def draw(self) -> None:
        """Draws the meaning, or what changed with it, and the values; or why the last value is not possible."""
        rules = self._list.rules
        option = self._option
        lines = wrap(self._reason or self._note or option.sentence_of(rules.values[option.key]))
        self.app.canvas.write(1, [line.replace("~", " ") for line in lines])
        if self._reason:
            self.head(option.label + " " + option.label_of(self._tried), "!")
        else:
            self.head(option.label, rules.starred(option))
            rows = flow([option.label_of(value) for value in rules.choices(option)])
            self._draw_values(min(len(lines) + 2, 7 - len(rows)), rows)
        self.app.canvas.choice("change" if self._list.choice else "", "back")

    def _draw_values(self, row: int, rows: "list[list[str]]") -> None:
        canvas = self.app.canvas
        current = self._list.rules.value_of(self._option)
        for words in rows:
            x = 1
            for word in words:
                if x > 1:
                    x = canvas.at(x, row, "|") - 1
                x = canvas.cap(x - 1, row, word) if word == current else canvas.at(x, row, word)
            row += 1


def flow(words: "list[str]") -> "list[list[str]]":
    """Arranges words in rows of the OLED, as many in each as fit."""
    rows: list[list[str]] = [[]]
    for word in words:
        if rows[-1] and len("|".join(rows[-1] + [word])) > text.COLUMNS:
            rows.append([])
        rows[-1].append(word)
    return rows

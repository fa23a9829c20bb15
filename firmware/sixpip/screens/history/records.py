"""The records: lists of the variants and the people that have any, and a page for each.

The menu also opens what needs no game in play, because the boot menu has no line left: just dice, the score pad, and
the last games.
"""

from sixpip import nearest, share
from sixpip.app.people import statistics as stats
from sixpip.app.people.statistics import Statistics
from sixpip.board.contract import MENU
from sixpip.compat import TYPE_CHECKING, const
from sixpip.rules.rulebook.variant import PHASE_KIND
from sixpip.rules.rulebook.variants import known
from sixpip.screens.menu import Menu, Page
from sixpip.storage.record_store import trouble_of
from sixpip.view.text import points_text

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from sixpip.app.app import App

_NOTHING = const(("Play a game to its", "end: your records", "are listed here."))
_OTHERS = ["Just dice", "Score pad", "Last games"]
_SCREENS = const(("just_dice", "pad_games", "last_games"))
_LAST_GAMES = const(2)


class _ShrinkingList(Menu):
    """A list that gets shorter when a page on top of it deletes a line."""

    def update(self) -> bool:
        """Moves the mark to the last line when its own was deleted."""
        self.at = max(0, min(self.at, len(self.lines()) - 1))
        return False


class Records(_ShrinkingList):
    """The screens that need no game, the players, the variants played last first, and a line to delete all."""

    title = "RECORDS"

    def __init__(self, app: "App") -> None:
        """Loads the records; the pages get them from here."""
        super().__init__(app)
        self._statistics = Statistics(app.store)
        self._empty = not (self._statistics.people or self._statistics.variants)

    def lines(self) -> "list[str]":
        """Returns the other screens; once there are records, also the players, the titles of the variants, and "Delete
        all".
        """
        if self._empty:
            return _OTHERS
        titles = []
        for row in reversed(self._statistics.variants):
            variant = known(row[0])
            titles.append(variant.title if variant else row[0])
        return _OTHERS + ["Players"] + titles + ["Delete all"]

    def pick(self, line: int) -> None:
        """Opens a screen, the list of players, the page of a variant or the question before all is deleted."""
        app = self.app
        rows = self._statistics.variants
        row = line - len(_SCREENS)
        if line == _LAST_GAMES:
            app.start("last_games")
        elif row < 0:
            app.open(_SCREENS[line])
        elif row == 0:
            app.open("record_people", self._statistics)
        elif row <= len(rows):
            app.open("variant_records", self._statistics, rows[-row], self.lines()[line])
        else:
            words = ("", "All records and", "all figures of all", "players are lost.")
            app.open("question", "DELETE?", words, "delete", lambda: delete(app, self._statistics.delete), "no")

    def draw(self) -> None:
        """Draws the list, or how to get records."""
        super().draw()
        if self._empty:
            self.app.canvas.write_centered(4, _NOTHING)


class People(_ShrinkingList):
    """The people who have finished a game, the last ones first."""

    title = "PLAYERS"

    def __init__(self, app: "App", statistics: Statistics) -> None:
        """`statistics` are those of the menu below."""
        super().__init__(app)
        self._statistics = statistics

    def lines(self) -> "list[str]":
        """Returns the names of the people."""
        return [row[0] for row in reversed(self._statistics.people)]

    def pick(self, line: int) -> None:
        """Opens the page of a person."""
        rows = self._statistics.people
        if line < len(rows):
            self.app.open("person_statistics", self._statistics, rows[-1 - line])
        else:
            self.refuse()


# Pages

_PHASES = const(3)  # the group of Phase 10
_MENU_ROW = const(6)
_NAME = const(8)  # letters, right of the number; longer names are cut


class _RecordPage(Page):
    """A page from which its row can be deleted with MENU."""

    def __init__(self, app: "App", statistics: Statistics, row: "list[Any]", title: str) -> None:
        """`row` is one of the rows of `statistics`."""
        super().__init__(app)
        self.title = title
        self.row = row
        self.lost: tuple[str, ...] = ("", "The records of", title, "are lost.")
        self._statistics = statistics

    def press(self, button: int) -> None:
        """Asks before MENU deletes the row, or goes back."""
        if button == MENU:
            self.app.open("question", "DELETE?", self.lost, "delete", self._delete, "no")
        else:
            super().press(button)

    def _delete(self) -> None:
        delete(self.app, lambda: self._statistics.delete_row(self.row))

    def draw(self) -> None:
        """Draws the title and the labels."""
        super().draw()
        canvas = self.app.canvas
        canvas.at(canvas.cap(0, _MENU_ROW, "MENU") + 4, _MENU_ROW, "delete")


class VariantRecords(_RecordPage):
    """The records of one variant, each with its holder."""

    def draw(self) -> None:
        """Draws one line per record."""
        super().draw()
        row = self.row
        variant = known(row[0])
        phases = variant is not None and variant.dice_set.kind == PHASE_KIND
        self._draw_record(1, "Total", row[stats.BEST_TOTAL])
        self._draw_record(2, "Phase" if phases else "Turn", row[stats.BEST_TURN])
        if not phases:
            self._draw_record(3, "Hot dice", row[stats.HOT_DICE])
        self.app.canvas.at(0, 4, "Fewest turns, alone:")
        self._draw_record(5, "", row[stats.FEWEST_TURNS])

    def _draw_record(self, row: int, words: str, record: "list[Any]") -> None:
        holder = f"{points_text(record[0])} {record[1][:_NAME]:<{_NAME}}" if record else "none yet"
        self.app.canvas.both(row, words, holder)


class PersonStatistics(_RecordPage):
    """The figures of one person, with a page for each group of games. ROLL shows the next one."""

    def __init__(self, app: "App", statistics: Statistics, row: "list[Any]") -> None:
        """`row` is that of the person."""
        super().__init__(app, statistics, row, row[0])
        self.lost = ("", f"All of {row[0]}'s", "games, wins and", "averages are lost.", "The records stay.")
        self._groups = [group for group in range(1, len(row)) if row[group]]
        self._at = 0
        if len(self._groups) > 1:
            self.roll = "next"

    def confirm(self) -> None:
        """Shows the next group."""
        self._at = (self._at + 1) % len(self._groups)

    def draw(self) -> None:
        """Draws one line for each figure."""
        super().draw()
        if not self._groups:
            return
        canvas = self.app.canvas
        group = self._groups[self._at]
        figures = self.row[group]
        turns = figures[stats.TURNS]
        canvas.at(0, 1, stats.GROUPS[group - 1] + ":")
        canvas.both(2, "Won", f"{points_text(figures[stats.WINS])} of {_games(figures[stats.GAMES])}")
        canvas.both(3, "Alone", _games(figures[stats.ALONE]))
        average = busts = "none yet"
        if turns:
            average = points_text(nearest(figures[stats.POINTS], turns))
            busts = f"{share(figures[stats.BUSTS], turns)} in 100"
        canvas.both(4, "Average turn", average)
        canvas.both(5, "Misses" if group == _PHASES else "Busts", busts)


def _games(number: int) -> str:
    return f"{points_text(number)} game{'' if number == 1 else 's'}"


def delete(app: "App", action: "Callable[[], None]") -> None:
    """Deletes by calling `action`, then closes the question and the page below it."""
    trouble = trouble_of(action)
    app.close()
    app.close()
    app.notify(trouble)

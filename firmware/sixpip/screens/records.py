"""The lists of the records: the variants and the persons that have any. Their pages are in record_pages.py."""

from sixpip.app.statistics import Statistics
from sixpip.port import TYPE_CHECKING
from sixpip.rules.variants import known
from sixpip.screens.menu import Menu

if TYPE_CHECKING:
    from sixpip.app.app import App

_NOTHING = ("Play a game to its", "end: your records", "are listed here.")


class _ShrinkingList(Menu):
    """A list that gets shorter when a page on top of it deletes a line."""

    def update(self) -> bool:
        """Moves the mark to the last line when its own was deleted."""
        self.at = max(0, min(self.at, len(self.lines()) - 1))
        return False


class Records(_ShrinkingList):
    """The players, the variants played last first, and a line to delete all."""

    title = "RECORDS"

    def __init__(self, app: "App") -> None:
        """Loads the records; the pages get them from here."""
        super().__init__(app)
        self._statistics = Statistics(app.store)
        self._empty = not (self._statistics.persons or self._statistics.variants)
        if self._empty:
            self.roll = ""

    def lines(self) -> "list[str]":
        """Players, the titles of the variants, delete; nothing while there are no records."""
        if self._empty:
            return []
        titles = []
        for row in reversed(self._statistics.variants):
            variant = known(row[0])
            titles.append(variant.title if variant else row[0])
        return ["Players"] + titles + ["Delete all"]

    def pick(self, line: int) -> None:
        """Opens the list of players, the page of a variant or the question before all is deleted."""
        app = self.app
        rows = self._statistics.variants
        if self._empty:
            self.refuse()
        elif line == 0:
            app.open("record_persons", self._statistics)
        elif line <= len(rows):
            app.open("variant_records", self._statistics, rows[-line], self.lines()[line])
        else:
            app.open("delete_records", self._statistics, None, "")

    def draw(self) -> None:
        """Draws the list, or how to get records."""
        super().draw()
        if self._empty:
            for row in range(len(_NOTHING)):
                self.app.canvas.center(row + 2, _NOTHING[row])


class Persons(_ShrinkingList):
    """The persons that have finished a game, the last ones first."""

    title = "PLAYERS"

    def __init__(self, app: "App", statistics: Statistics) -> None:
        """`statistics`: of the list below."""
        super().__init__(app)
        self._statistics = statistics

    def lines(self) -> "list[str]":
        """The names."""
        return [row[0] for row in reversed(self._statistics.persons)]

    def pick(self, line: int) -> None:
        """Opens the page of a person."""
        rows = self._statistics.persons
        if line < len(rows):
            self.app.open("person_statistics", self._statistics, rows[-1 - line])
        else:
            self.refuse()

"""The boot menu: the last game again, the variants, the refused files of variants, records, settings, workshop, off."""

from sixpip import VERSION
from sixpip.app.games.session import LAST, PARKED
from sixpip.compat import TYPE_CHECKING, const
from sixpip.rules.rulebook.variants import all_variants
from sixpip.screens.menu import Menu, paint_variant
from sixpip.view.text import CUP

if TYPE_CHECKING:
    from typing import Any

    from sixpip.app.app import App

_LETTERS = const(18)
_SCREENS = ("records", "settings", "workshop", "switch_off")
_OTHERS = ["Records, dice, pad", "Settings", "Workshop", "Switch off"]
_MARK = "||"
_NO_VARIANT = "This parked game is of a variant that is not here: update Sixpip, or copy the file of the variant again."


class BootMenu(Menu):
    """The dice show the faces of the marked variant; BANK marks the next line.

    Once a game was played, the first line goes on with it if it is parked, else starts it again; its variant follows.
    """

    title = "SIXPIP " + VERSION.rpartition(".")[0]  # the line has no room for all three numbers
    bank = "next"

    def __init__(self, app: "App") -> None:
        super().__init__(app)
        self._variants = all_variants()
        self._strays: list[tuple[str, str]] = []  # parked games without a variant, as App.refused_variants
        self._parked: dict[str, str] = {}
        for parked in app.store.names(PARKED):
            self._add_parked(parked)
        self._goes_on = False  # the first line, with the parked game
        self._last: dict[str, Any] | None = None
        self._first = ""
        if app.store.has(LAST):
            from sixpip.app.games import lineup  # a new console does not need it

            self._last = lineup.load_last_game(app.store)
        last = self._last
        found = [variant for variant in self._variants if last and variant.name == last["variant"]]
        if last and found:
            self._variants.remove(found[0])
            self._variants.insert(0, found[0])
            self._first = self._first_line(last)

    def _add_parked(self, parked: str) -> None:
        """Adds a parked game to its variant, or to the strays where there is no such variant."""
        variant = parked.partition("_")[0]  # a second game has a number behind it
        if not [known for known in self._variants if known.name == variant]:
            self._strays.append((parked, _NO_VARIANT))
        elif variant not in self._parked or self.app.store.refusal(PARKED + "/" + self._parked[variant]):
            self._parked[variant] = parked

    def _first_line(self, last: "dict[str, Any]") -> str:
        """What the first line says of the last game: it goes on if it is parked, else it starts again."""
        from sixpip.app.games.lineup import names_text  # loaded with the last game

        name = last["variant"]
        if name in self._parked:
            saved = self._load(name)
            if saved:
                self._goes_on = True
                return "Go on: " + names_text(saved["names"], _LETTERS - 7, saved.get("members"))
            if not self._is_parked(name):
                del self._parked[name]
        return "Again: " + names_text(last["names"], _LETTERS - 7, last.get("members"))

    def _load(self, variant: str) -> "dict[str, Any] | None":
        from sixpip.app.games import parking  # only where games are parked

        return parking.load(self.app.store, self._parked[variant])

    def _is_parked(self, variant: str) -> bool:
        """Whether the parked game is still there; one that is damaged has been set aside when it was loaded."""
        return self.app.store.has(PARKED + "/" + self._parked[variant])

    def lines(self) -> "list[str]":
        """The first line, the variants, the refused files, and the other screens."""
        refused = ["! " + name for name, _ in self.app.refused_variants + self._strays]
        titles = [variant.title for variant in self._variants] + refused
        first = [self._first] if self._first else []
        return first + [line[:_LETTERS] for line in titles] + _OTHERS

    def pick(self, line: int) -> None:
        """Starts the last game; asks for the players of a variant; for a refused file shows the reason."""
        app = self.app
        if self._first:
            line -= 1
        refused = line - len(self._variants)
        files = app.refused_variants + self._strays
        if line < 0:
            self._pick_first()
        elif refused < 0:
            self._pick_variant(line)
        elif refused < len(files):
            name, reason = files[refused]
            app.notify(reason, name)
        else:
            app.open(_SCREENS[refused - len(files)])

    def _pick_first(self) -> None:
        app = self.app
        app.acknowledge_press()  # the imports take a while
        from sixpip.app.games import game_start

        if self._goes_on:
            game_start.go_on(app, self._variants[0], self._parked[self._variants[0].name])
        elif self._last:
            game_start.play_again(app, self._last)

    def _pick_variant(self, line: int) -> None:
        app = self.app
        variant = self._variants[line]
        saved = None
        if variant.name in self._parked:
            app.acknowledge_press()
            saved = self._load(variant.name)
        if variant.name in self._parked and (saved or self._is_parked(variant.name)):
            app.open("parked", variant, self._parked[variant.name], saved)
        else:
            app.open("player_count", variant)

    def back(self) -> None:
        """Marks the next line: nothing is below the boot menu."""
        self.at = (self.at + 1) % len(self.lines())

    def idle(self) -> bool:
        """Imports what the next lines and screens need while the players read."""
        import sixpip.app.screen_table  # noqa: F401
        import sixpip.screens.phase_ten.faces  # noqa: F401

        return self.app.prepare(self._variants[0].dice_set.engine)

    def write(self, row: int, line: int, words: str) -> None:
        """Writes one line, with a mark for a parked game; the variant of the first line is further to the right."""
        if self._first and line == 1:
            super().write(row, line, " " + words)
            wins = self._wins()
            if len(words) + len(wins) < _LETTERS:
                self.app.canvas.right(row, wins)
            return
        super().write(row, line, words)
        place = line - 1 if self._first else line
        if 0 <= place < len(self._variants) and self._variants[place].name in self._parked:
            self.app.canvas.right(row, _MARK)

    def _wins(self) -> str:
        """The games that each of the last players has won in the match that goes on or begins, or since power-on."""
        if not self._last:
            return ""
        from sixpip.app.games.lineup import next_match  # loaded with the last game

        names = self._last["names"]
        match = self._last.get("match", [])
        if not self._goes_on:
            match = next_match(match, self.app.settings.values["match"], len(names))
        wins = match[1:] or [self.app.wins.get(name, 0) for name in names]
        return CUP + ":".join([str(won) for won in wins]) if match or (len(wins) > 1 and any(wins)) else ""

    def paint(self) -> None:
        """Paints the dice of the marked variant in its own color."""
        place = max(self.at - 1, 0) if self._first else self.at
        if place < len(self._variants):
            paint_variant(self.app, self._variants[place])
        else:
            super().paint()

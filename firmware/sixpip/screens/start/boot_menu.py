"""What is played: the boot menu, and what it asks about the variant that is picked: a parked game, how many play.

Who plays: player_setup.py. The games and their order: rules/rulebook/variants.py.
"""

from sixpip import VERSION
from sixpip.app.games.session import LAST, PAD, PARKED
from sixpip.app.people.player_names import GROUPS
from sixpip.board.contract import KEEP6, MENU, ROLL
from sixpip.compat import TYPE_CHECKING, const
from sixpip.rules.rulebook.variants import all_variants
from sixpip.screens.menu import Menu, draw_scores, paint_numbers, paint_variant
from sixpip.screens.screen import Screen, wrap
from sixpip.storage.record_store import trouble_of
from sixpip.view import palette
from sixpip.view.text import CUP

if TYPE_CHECKING:
    from typing import Any

    from sixpip.app.app import App
    from sixpip.rules.rulebook.variant import Variant

_LETTERS = const(18)
_SCREENS = const(("records", "settings", "workshop", "switch_off"))
_OTHERS = ["Records, dice, pad", "Settings", "Workshop", "Switch off"]
_NEW = const(": new")
_MARK = const("||")
_FOR_BEGINNERS = const("farkle")  # the first line of a new console
_NO_VARIANT = const(
    "This parked game is of a variant that is not here: update Sixpip, or copy the file of the variant again."
)


class BootMenu(Menu):
    """One line each for the last game, the variants, refused files of variants, records, settings, workshop, off.

    The dice show the faces of the marked variant; BANK marks the next line. On a new console Farkle comes first. Once a
    game was played, the first line goes on with it if it is parked, else starts it again; its variant follows.
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

            self._lineup = lineup
            self._last = lineup.load_last_game(app.store)
        last = self._last
        first = last["variant"] if last else _FOR_BEGINNERS
        found = [variant for variant in self._variants if variant.name == first]
        if found:
            self._variants.remove(found[0])
            self._variants.insert(0, found[0])
        if last and found:
            self._first = self._first_line(last)

    def _add_parked(self, parked: str) -> None:
        """Adds a parked game to its variant, or to the strays where there is no such variant."""
        variant = parked.partition("_")[0]  # a second game has a number behind it
        if not [known for known in self._variants if known.name == variant]:
            self._strays.append((parked, _NO_VARIANT))
        elif variant not in self._parked or self.app.store.refusal(PARKED + "/" + self._parked[variant]):
            self._parked[variant] = parked

    def _first_line(self, last: "dict[str, Any]") -> str:
        """Returns the first line: the last game goes on if it is parked, else it starts again."""
        name = last["variant"]
        if name in self._parked:
            saved = self._load(name)
            if saved:
                self._goes_on = True
                return "Go on: " + self._lineup.names_text(saved["names"], _LETTERS - 7, saved.get("members"))
            if not self._is_parked(name):
                del self._parked[name]
        return "Again: " + self._lineup.names_text(last["names"], _LETTERS - 7, last.get("members"))

    def _load(self, variant: str) -> "dict[str, Any] | None":
        saved: dict[str, Any] | None = self.app.load_parking().load(self.app.store, self._parked[variant])
        return saved

    def _is_parked(self, variant: str) -> bool:
        """Returns whether the parked game is still there. A damaged one has been set aside when it was loaded."""
        return self.app.store.has(PARKED + "/" + self._parked[variant])

    def lines(self) -> "list[str]":
        """Returns the first line, the variants, the refused files, and the other screens."""
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
        if self._goes_on:
            app.load_game_start().go_on(app, self._variants[0], self._parked[self._variants[0].name])
        elif self._last:
            app.load_game_start().play_again(app, self._last)

    def _pick_variant(self, line: int) -> None:
        app = self.app
        variant = self._variants[line]
        saved = None
        if variant.name in self._parked:
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
        """Writes one line, with a mark for a parked game; for the variant of the first line, the games won."""
        if self._first and line == 1:
            wins = self._wins()
            new = words + _NEW
            super().write(row, line, new if len(new) + len(wins) <= _LETTERS else words)
            if len(words) + len(wins) < _LETTERS:
                self.app.canvas.right(row, wins)
            return
        super().write(row, line, words)
        place = line - 1 if self._first else line
        if 0 <= place < len(self._variants) and self._variants[place].name in self._parked:
            self.app.canvas.right(row, _MARK)

    def _wins(self) -> str:
        """Returns the games that each of the last players has won in the present match, or since power-on."""
        if not self._last:
            return ""
        names = self._last["names"]
        match = self._last.get("match", [])
        if not self._goes_on:
            match = self._lineup.next_match(match, self.app.settings.values["match"], len(names))
        wins = match[1:] or [self.app.wins.get(name, 0) for name in names]
        return CUP + ":".join([str(won) for won in wins]) if match or (len(wins) > 1 and any(wins)) else ""

    def paint(self) -> None:
        """Paints the dice of the marked variant in its own color."""
        place = max(self.at - 1, 0) if self._first else self.at
        if place < len(self._variants):
            paint_variant(self.app, self._variants[place])
        else:
            super().paint()


class Parked(Menu):
    """What to do with a parked game, and its scores."""

    def __init__(self, app: "App", variant: "Variant", name: str, saved: "dict[str, Any] | None") -> None:
        """`name` is that of the parked game; `saved` is from parking.load, None for a game that cannot be read."""
        super().__init__(app)
        self.title = variant.title
        self.variant = variant
        self._name = name
        self._saved = saved

    def lines(self) -> "list[str]":
        """Returns what a player can do."""
        return ["Go on", "New game", "Delete this game"]

    def pick(self, line: int) -> None:
        """Does what the line says; a new game leaves the parked one as it is."""
        refusal = "" if line or self._saved else self.app.store.refusal(PARKED + "/" + self._name)
        if refusal:
            self.app.notify(refusal)
        elif line == 0 and self.variant:
            self.app.load_game_start().go_on(self.app, self.variant, self._name)
        elif line == 1:
            self.app.open("player_count", self.variant)
        else:
            words = ("", "Its scores are lost.")
            self.app.open("question", "DELETE THIS GAME?", words, "delete", self._delete, "back", self._draw_scores)

    def _delete(self) -> None:
        self.app.acknowledge_press()
        trouble = trouble_of(self.app.store.delete, PARKED + "/" + self._name, True)
        self.app.start("boot_menu")
        self.app.notify(trouble)

    def draw(self) -> None:
        """Draws the lines, and the scores of the game."""
        super().draw()
        self._draw_scores()

    def _draw_scores(self) -> None:
        if self._saved:
            draw_scores(self.app.canvas, self._saved["names"], self._saved["game"]["scores"])


ABOUT = {
    "dice-10000": "1 000 to get in. Others may take the dice you leave.",
    "ten-grand": "Poker dice. At 10 000 all others have one turn to beat it.",
    "ten-thousand": "A straight scores 3 000. The last round is played out.",
    "family-10000": "For families: 750 to get in. One die says who starts.",
    "phase-10": "Ten dice, ten goals: make one phase after another.",
    "seven-dice": "Seven dice: more triples, more points in a turn.",
    "five-cubes": "Short games to 300 with a sun that counts as any face.",
    "farkle": "The best one to begin with: any points can be banked.",
    "farkle-retail": "Farkle as in the shops: 500 to get in.",
    "farkle-online": "Farkle where three busts in a row cost 1 000.",
    "zilch": "Bank 300 or more. Three busts in a row cost 500.",
    "kingdom": "Short straights score, too.",
    "pure": "Just 1s, 5s and triples. Who gets to 10 000 wins at once.",
}
"""What the game is, in at most three lines, by the name of the variant."""


class PlayerCount(Screen):
    """Asks how many play: KEEP n for n players, or which group. MENU explains the game."""

    def __init__(self, app: "App", variant: "Variant", for_pad: bool = False) -> None:
        """`variant` is what they play; `for_pad` says that it is for the score pad."""
        super().__init__(app)
        self._variant = variant
        self._for_pad = for_pad
        self._has_groups = app.store.has(GROUPS) and not for_pad

    def press(self, button: int) -> None:
        """A KEEP button answers, ROLL lists the groups, BANK goes back, MENU shows how to play."""
        if button == 0 and not self._for_pad:
            self.app.open("opponent", self._variant)
        elif button <= KEEP6:
            self.app.open("player_setup", self._variant, button + 1, None, self._for_pad)
        elif button == ROLL and self._has_groups:
            self.app.open("groups", self._variant)
        elif button == MENU:
            self.app.acknowledge_press()
            from sixpip.app.house_rules.rule_choice import saved_choice  # few ask

            choice, dropped = saved_choice(self.app.store, self._variant)
            self.app.open("how_to_play", choice)
            self.app.notify(dropped)  # house rules chosen last time that do not fit any more
        else:
            super().press(button)

    def draw(self) -> None:
        """Draws the question."""
        canvas = self.app.canvas
        self.head(self._variant.title)
        canvas.write_centered(1, wrap(ABOUT.get(self._variant.name, "A game of your own.")))
        canvas.write_centered(4, ("How many players?", "Press their number"))
        canvas.at(canvas.cap(0, 6, "MENU") + 4, 6, "how to play")
        self.app.canvas.choice("groups" if self._has_groups else "", "back")

    def paint(self) -> None:
        """Paints a die with the number above each KEEP button."""
        palette.load(self.app.board.palette, self._variant.ink)  # the preview of Phase 10 dice has its own colors
        paint_numbers(self.app, [palette.INK] * (KEEP6 + 1))


class PadGames(Menu):
    """The score pad goes on, or for a new one what is played; how many and by which rules is asked as for a game."""

    title = "SCORE PAD"

    def lines(self) -> "list[str]":
        """Returns a line to go on if there is a pad, and the variants."""
        go_on = ["Go on"] if self.app.store.has(PAD) else []
        return go_on + [variant.title for variant in all_variants()]

    def pick(self, line: int) -> None:
        """Goes on, or asks how many play; before that whether the last pad is to be deleted."""
        app = self.app
        has_pad = app.store.has(PAD)
        variant = all_variants()[line - has_pad]
        if not has_pad:
            app.open("player_count", variant, True)
        elif line == 0:
            app.start("score_pad")
        else:
            words = ("", "The scores of the", "last pad are lost.")
            app.open("question", "NEW PAD?", words, "new", lambda: app.replace("player_count", variant, True))

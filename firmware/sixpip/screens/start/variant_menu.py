"""What is asked once a variant is picked: what to do with its parked game, how many play, or which group of people."""

from sixpip.app.games.session import PARKED
from sixpip.app.people.player_names import GROUPS
from sixpip.board.contract import KEEP6, MENU, ROLL
from sixpip.compat import TYPE_CHECKING, const
from sixpip.players.styles import OFFERED
from sixpip.rules.rulebook.variants import all_variants
from sixpip.screens.menu import Menu, draw_scores, paint_numbers
from sixpip.screens.screen import Screen, wrap
from sixpip.storage.records import trouble_of
from sixpip.view import palette

if TYPE_CHECKING:
    from typing import Any

    from sixpip.app.app import App
    from sixpip.rules.rulebook.variant import Variant

_LETTERS = const(18)  # of a line of the list of groups

PAD = "pad"
"""The record of the score pad."""


class Parked(Menu):
    """What to do with a parked game, and its scores."""

    def __init__(self, app: "App", variant: "Variant", name: str, saved: "dict[str, Any] | None") -> None:
        """`name`: of the parked game; `saved`: as parking.load returns it, None for a game that cannot be read."""
        super().__init__(app)
        self.title = variant.title
        self.variant = variant
        self._name = name
        self._saved = saved

    def lines(self) -> "list[str]":
        """What a player can do."""
        return ["Go on", "New game", "Delete this game"]

    def pick(self, line: int) -> None:
        """Does what the line says; a new game leaves the parked one as it is."""
        refusal = "" if line or self._saved else self.app.store.refusal(PARKED + "/" + self._name)
        if refusal:
            self.app.notify(refusal)
        elif line == 0 and self.variant:
            self.app.acknowledge_press()  # the import takes a while
            from sixpip.app.games import game_start

            game_start.go_on(self.app, self.variant, self._name)
        elif line == 1:
            self.app.open("player_count", self.variant)
        else:
            words = ("", "Its scores are lost.")
            self.app.open("question", "DELETE THIS GAME?", words, "delete", self._delete, "back", self._draw_scores)

    def _delete(self) -> None:
        self.app.acknowledge_press()
        from sixpip.app.games.parking import record_name  # loaded with the scores

        trouble = trouble_of(lambda: self.app.store.delete(record_name(self._name), True))
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
    "dice-10000": "1 000 to get in. For a first game take Farkle.",
    "ten-grand": "Poker dice. The others may still beat who gets to 10 000.",
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
        """`variant`: what they play; `for_pad`: for the score pad."""
        super().__init__(app)
        self._variant = variant
        self._for_pad = for_pad
        self._has_groups = app.store.has(GROUPS) and not for_pad

    def press(self, button: int) -> None:
        """A KEEP button answers, ROLL lists the groups, BANK goes back, MENU shows how to play."""
        if button == 0 and OFFERED[self._variant.dice_set.engine] and not self._for_pad:
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


class Groups(Menu):
    """One line a group, the last one first."""

    title = "WHO PLAYS?"

    def __init__(self, app: "App", variant: "Variant") -> None:
        """`variant`: what they play."""
        super().__init__(app)
        self.variant = variant
        from sixpip.app.games.lineup import names_text  # the question above needs neither
        from sixpip.app.people.player_names import load_groups, shown

        self._groups = load_groups(app.store)
        self._lines = [names_text(shown(group.names, group.styles), _LETTERS) for group in self._groups]

    def lines(self) -> "list[str]":
        """The names of each group."""
        return self._lines

    def pick(self, line: int) -> None:
        """Seats the group."""
        group = self._groups[line]
        self.app.replace("player_setup", self.variant, len(group.names), group)

    def draw(self) -> None:
        """Draws the list; without a group, as after damage to the record, a sentence."""
        super().draw()
        if not self._groups:
            self.app.canvas.center(3, "There are no groups.")


class PadGames(Menu):
    """The score pad goes on, or for a new one what is played; how many and by which rules is asked as for a game."""

    title = "SCORE PAD"

    def lines(self) -> "list[str]":
        """Go on, where there is a pad; the variants."""
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

"""Watches one start of the console: what is drawn fits, something is drawn, and the labels of buttons are true."""

from typing import NamedTuple

from sixpip.app.app import App
from sixpip.app.power import AWAKE
from sixpip.board.contract import BANK, ROLL
from sixpip.screens.play.game_screen import GameScreen
from sixpip.screens.play.ranking import Ranking
from sixpip.view import sound
from tools.check.soak.board import SoakBoard
from tools.check.soak.fault import Fault
from tools.play.host.cut_texts import note_cut_texts
from tools.play.host.frames import oled_lines

_SHOWS_DARK = "Display"
"""The step of the self-test that switches all pixels of the OLED off."""


class Shown(NamedTuple):
    """What a player sees, to find out whether a press changes it."""

    screen: object
    oled: bytes
    pixels: bytes
    promise: str


class Watcher:
    """Watches an App from its start on."""

    def __init__(self, app: App, board: SoakBoard) -> None:
        self._app = app
        self._board = board
        self._labels = ("", "")
        self._answered = False
        self._cut = note_cut_texts(app.canvas)
        self._watch_labels()
        self._watch_sound()

    def _watch_labels(self) -> None:
        """Notes the labels of ROLL and BANK in each drawing."""
        canvas = self._app.canvas
        choice, clear = canvas.choice, canvas.clear

        def noted_choice(roll: str, bank: str) -> None:
            self._labels = (roll, bank)
            choice(roll, bank)

        def noted_clear() -> None:
            self._labels = ("", "")
            clear()

        canvas.choice, canvas.clear = noted_choice, noted_clear  # type: ignore[method-assign]

    def _watch_sound(self) -> None:
        """Notes whether a press has an answer other than its click and the tone of a refusal."""
        player = self._app.sound
        play = player.play

        def noted_play(tune: bytes) -> None:
            self._answered |= tune not in (sound.PRESS, sound.NO)
            play(tune)

        player.play = noted_play  # type: ignore[method-assign]

    def check(self) -> None:
        """Raises Fault when a text was cut off or nothing is drawn."""
        if self._cut:
            raise Fault(f"cut text on {self._name()}", f"{self._cut} in {self._lines()}")
        if self._board.is_dark() and self._app.power.state == AWAKE and self._name() != _SHOWS_DARK:
            raise Fault(f"nothing drawn on {self._name()}", "the OLED is dark")

    def before_press(self, button: int) -> Shown | None:
        """Returns what is shown, where the label of this button promises something; None where it does not."""
        app = self._app
        if button not in (ROLL, BANK) or not self._board.oled_shown[7 * 128 :].strip(b"\0"):
            return None
        promise = self._labels[button - ROLL]
        if not promise or app.power.state != AWAKE or getattr(app.screen, "hint", ""):
            return None
        if isinstance(app.screen, GameScreen) and app.screen.dice.moving:  # the press ends the movement
            return None
        if isinstance(app.screen, Ranking) and app.screen.is_guarded:  # in its first second it refuses a press too many
            return None
        self._answered = False
        return self._shown(promise)

    def is_answered(self, before: Shown) -> bool:
        """Whether anything has changed since the press, or a tune was played other than that of a refusal."""
        return self._answered or self._shown(before.promise) != before

    def check_promise(self, button: int, before: Shown) -> None:
        """Raises Fault when the press of a labelled button has changed nothing."""
        if not self.is_answered(before):
            name = "ROLL" if button == ROLL else "BANK"
            raise Fault(f"{name} does nothing on {self._name()}", f"{name} {before.promise} on {self._lines()}")

    def _shown(self, promise: str) -> Shown:
        board = self._board
        return Shown(self._app.screen, bytes(board.oled_shown), bytes(board.pixels), promise)

    def _name(self) -> str:
        return type(self._app.screen).__name__

    def _lines(self) -> str:
        return "|".join(oled_lines(bytes(self._board.oled_shown)))

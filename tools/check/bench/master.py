"""The time that passes until Master's choice is shown, in games of two Masters that begin with the first turn.

A choice among dice counts from the moment they rest, and until it is one by the chance to win: until its tables are
complete Master plays by simple limits, and the time goes on. With the default speed the console shows the dice at rest
for 0.5 s before any choice; this pause is part of the time.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING

from sixpip.board.contract import KEEP1
from sixpip.players.styles import MASTER
from sixpip.rules.rulebook.variants import PHASE, variant_named
from tools.check.bench.player import BenchPlayer
from tools.check.bench.rows import CYCLES, Row, ms
from tools.check.bench.saves import files_of, last_game
from tools.play.host.screen_reader import Stuck

if TYPE_CHECKING:
    from sixpip.rules.rulebook.options import Options

PART = "Master's choice"
BUDGET = ms(1000)
LIMIT_MS = 40_000
"""After this time the game is not watched any longer; the row has it as its value."""
BUILT_IN = ("dice-10000", "farkle", "five-cubes", "seven-dice", "phase-10")
"""The first game of the menu, a plain one, one with a sun, the one with most rolls, and the other engine."""
HOUSE_RULES: "tuple[tuple[str, Options], ...]" = (
    ("farkle", {"full_house": 500}),
    ("dice-10000", {"three_pairs": 1500, "busts": -500}),
    ("seven-dice", {"full_house": 500}),
    ("pure", {"wild_die": "yes"}),
)
"""Games with other house rules than their own, for which Master computes its tables during the first two turns.

The last one needs the most memory."""
_THIRD_TURN = 4
"""The number of a player's third turn among those of two players, from 0."""
_NAMES = ("ANNA", "BEN")
_DEEDS = ("BANKS", "ROLLS", "STARTS FRESH", "GIVES UP", "TAKES AND", "CALLS A")
_PHASE_DEEDS = ("\u2192rolls", "\u2192takes", "\u2192misses")
_TWO_TURNS_MS = 180_000
"""Two turns of each player take less."""
_POLL_MS = 5
_FRAMES = 4
_FRAME_MS = 60
"""A longer pause between two frames is none of a tumble."""


@dataclass
class Choice:
    """A choice that was shown."""

    turn: int
    """The number of the turn, from 0."""
    is_throw: bool
    """Whether it is the throw that begins a turn."""
    by_win: bool
    """Whether its reason is a chance to win."""
    rest_us: float
    """When the dice came to rest, or the turn was shown: emulated microseconds since power-on."""
    shown_us: float


@dataclass
class Watcher:
    """Watches a game of computer players on the OLED and the dice."""

    player: BenchPlayer
    choices: list[Choice] = field(default_factory=list)
    _name: str = ""
    _turn: int = -1
    _turn_us: float = 0
    _is_shown: bool = False

    def look(self) -> None:
        """Reads the OLED, which has just changed."""
        now_us = self.player.machine.now_us
        lines = self.player.lines
        name = lines[0].partition(" ")[0]
        opens = any(line == f"{name} plays" for line in lines)
        if opens and name != self._name:
            self._name = name
            self._turn += 1
            self._turn_us = now_us
        shown = self._turn >= 0 and any(deed in lines[4] + lines[7] for deed in _DEEDS + _PHASE_DEEDS)
        if shown and not self._is_shown:
            rest_us = self._turn_us if opens else self._rest_us()
            self.choices.append(Choice(self._turn, opens, False, rest_us, now_us))
        if shown:  # the reason is on a lower row, which the OLED gets later
            self.choices[-1].by_win |= any("win" in line for line in lines[1:7])
        self._is_shown = shown

    def _rest_us(self) -> float:
        """Returns when the last tumble ended."""
        starts = [frame.start_us for frame in self.player.machine.led_frames]
        for last in range(len(starts) - 1, _FRAMES, -1):
            if starts[last] - starts[last - _FRAMES] < _FRAMES * _FRAME_MS * 1000:
                return starts[last]
        raise Stuck(f"No dice have tumbled before this choice: {self.player.lines}")


def start(variant: str, rules: "Options") -> Watcher:
    """Starts a game of two Masters as the boot menu does with "Again", without throws for the start."""
    watcher = Watcher(BenchPlayer(files=files_of(last_game(variant, rules, _NAMES, (MASTER, MASTER)))))
    player = watcher.player
    if "Again" not in player.lines[1]:
        raise Stuck(f"No game can be played again: {player.lines}")
    player.machine.press(KEEP1)
    return watcher


def watch(watcher: Watcher, until: Callable[[], bool], limit_ms: int = LIMIT_MS) -> None:
    """Watches the game until something has happened, or so many milliseconds have passed."""
    machine = watcher.player.machine
    end_us = machine.now_us + limit_ms * 1000
    seen = b""
    while not until() and machine.now_us < end_us:
        if machine.oled != seen:
            seen = machine.oled
            watcher.look()
        if "Traceback" in machine.console_text:
            raise Stuck(machine.console_text)
        machine.run_ms(_POLL_MS)


def first_turn(variant: str) -> list[Row]:
    """Measures the throw that begins the game, and the first choice by the chance to win, with built-in rules."""
    watcher = start(variant, {})
    choices = watcher.choices
    is_phase = variant_named(variant).dice_set is PHASE  # where Master computes every choice
    watch(watcher, lambda: any(choice.by_win or (is_phase and not choice.is_throw) for choice in choices))
    throw = next(choice for choice in choices if choice.is_throw)
    chosen = [choice for choice in choices if not choice.is_throw]
    throw_row = Row(f"{PART}: {variant}, first throw", ms((throw.shown_us - throw.rest_us) / 1000), CYCLES, BUDGET)
    return [throw_row, _row(f"{variant}, first choice", chosen, is_phase)]


def third_turn(variant: str, rules: "Options") -> list[Row]:
    """Measures the slowest choice of the third turn, with other house rules. Raises Stuck if there is no such turn."""
    watcher = start(variant, rules)
    choices = watcher.choices
    watch(watcher, lambda: any(choice.turn >= _THIRD_TURN for choice in choices), _TWO_TURNS_MS)
    if not choices or choices[-1].turn < _THIRD_TURN:
        raise Stuck(f"{variant}: the third turn is not reached: {watcher.player.lines}")
    watch(watcher, lambda: choices[-1].turn > _THIRD_TURN and choices[-1].by_win)
    chosen = [choice for choice in choices if choice.turn >= _THIRD_TURN and not choice.is_throw]
    words = " ".join(f"{key}={value}" for key, value in rules.items())
    return [_row(f"{variant} {words}, third turn", chosen)]


def _row(label: str, choices: list[Choice], all_count: bool = False) -> Row:
    """Returns the row of the longest wait for a choice by the chance to win; `all_count`: for any choice."""
    turn = choices[0].turn if choices else 0
    waits_ms = [LIMIT_MS] if not any(all_count or choice.by_win for choice in choices) else []
    for place, choice in enumerate(choices):
        answers = [later for later in choices[place:] if all_count or later.by_win]
        if choice.turn == turn and answers:
            waits_ms.append(round((answers[0].shown_us - choice.rest_us) / 1000))
    note = "" if max(waits_ms) < LIMIT_MS else f"none in {LIMIT_MS // 1000} s"
    return Row(f"{PART}: {label}", ms(max(waits_ms)), CYCLES, BUDGET, note=note)


TASKS = (
    *(partial(first_turn, variant) for variant in BUILT_IN),
    *(partial(third_turn, variant, rules) for variant, rules in HOUSE_RULES),
)

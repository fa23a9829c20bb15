"""The engines, the interface of their games (AnyGame), and a new game of any variant."""

from sixpip import loader
from sixpip.port import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, Protocol

    from sixpip.rules.game.actions import Action, Dice
    from sixpip.rules.game.events import Event
    from sixpip.rules.setup.options import Options
    from sixpip.rules.variant import DiceSet, Variant

    class AnyGame(Protocol):
        """The interface of both engines: what screens, saves and logs that are the same for every game may use."""

        variant: Variant
        dice_set: DiceSet
        row: Options
        options: Options
        players: int
        starter: int
        head_start: list[int]
        scores: list[int]
        turns: list[int]
        out: list[bool]
        player: int
        winner: int
        stage: str
        target: int
        dice: int
        all: int
        faces: bytearray
        kept: int
        rolls: int

        @property
        def first(self) -> int:
            """The seat of the first turn, once that is decided."""
            ...

        @property
        def points(self) -> int:
            """Points of this turn so far."""
            ...

        def legal(self) -> "tuple[str, ...]":
            """The kinds of action that are legal now; none when the game is over."""
            ...

        def apply(self, action: Action, dice: Dice) -> "list[Event]":
            """Performs an action; returns its events in order. Raises Illegal with the reason and changes nothing."""
            ...

        def throws(self) -> int:
            """The tray positions that the next roll throws."""
            ...

        def dice_next(self) -> int:
            """How many dice the next roll throws."""
            ...

        def record(self) -> "dict[str, Any]":
            """The whole state as numbers, words and lists of them, for JSON and for record.from_record."""
            ...

    LineWriter = Callable[[Any, Action, list[Event]], str]
    """Writes the log line of an action that a game has just applied, from the events it returned."""


class Engine:
    """A family of games with rules in common: a folder of rules/ with the same modules in each.

    Its modules are imported when they are first used: on the Pico the engine that is not played takes no memory.
    """

    def __init__(self, name: str, parts: str = "") -> None:
        """`name`: its folder in rules/, players/ and screens/.

        `parts`: names of modules that a game imports, each behind those that it imports itself. One by one they take
        less of the Pico's stack than nested.
        """
        self.name = name
        self._parts = parts

    def _module(self, name: str) -> "Any":
        return loader.load(f"rules.{self.name}.{name}")

    def load_parts(self) -> None:
        """Imports what a game imports, one module by one."""
        for part in self._parts.split():
            self._module(part)

    def new_game(self, variant: str, row: "Options | None" = None, players: int = 1, starter: int = -1) -> "AnyGame":
        """A new game, as in the function `new_game`. Raises BadOption."""
        self.load_parts()
        game: AnyGame = self._module("game").Game(variant, row, players, starter)
        return game

    def restore(self, game: "AnyGame", record: "dict[str, Any]") -> None:
        """Restores a new game from its record. Raises BadRecord, or KeyError for a field that is missing."""
        self._module("setup.restore").restore(game, record)

    def line_writer(self) -> "LineWriter":
        """The function that writes the log lines. Keep it only as long as the game: then its module is unloaded."""
        writer: LineWriter = self._module("log_format").line
        return writer

    def parse(self, game: "AnyGame", words: "list[str]") -> "tuple[Action, Dice]":
        """The action of a log line, and the dice it needs. Raises BadLine, or Illegal for a keep that is not legal."""
        parsed: tuple[Action, Dice] = self._module("menus.log_parser").action_of(game, words)
        return parsed


ENGINES = {
    "ten_thousand": Engine("ten_thousand", "scorer house_rules.house_rule"),
    "phase_ten": Engine("phase_ten"),
}
"""The engines by name (DiceSet.engine)."""


def engine_of(game: "AnyGame") -> Engine:
    """The engine that plays a game."""
    return ENGINES[game.variant.dice_set.engine]


def new_game(
    variant: str,
    row: "Options | None" = None,
    players: int = 1,
    starter: int = -1,
    head_start: "list[int] | None" = None,
) -> "AnyGame":
    """A new game of `variant`; the options in `row` replace its own. Raises BadOption.

    `starter`: the seat that has the first turn, without throws for the start; -1: as the option `start` says.
    `head_start`: the points that each player has before the first turn.
    """
    from sixpip.rules.setup import variants  # not needed during play

    game = ENGINES[variants.find(variant).dice_set.engine].new_game(variant, row, players, starter)
    if head_start and any(head_start):
        from sixpip.rules.setup.options import give_head_start

        give_head_start(game, head_start)
    return game

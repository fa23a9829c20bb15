"""The engines, what all their games offer (AnyGame), and the way to a new game of any variant."""

from sixpip.port import TYPE_CHECKING, load_module

if TYPE_CHECKING:
    from typing import Any, Protocol

    from sixpip.rules.actions import Action, Dice
    from sixpip.rules.dice_sets import DiceSet
    from sixpip.rules.events import Event
    from sixpip.rules.variant import Variant

    class AnyGame(Protocol):
        """What both engines offer, and all that screens, saves and logs of every game may use."""

        variant: Variant
        dice_set: DiceSet
        row: dict[str, Any]
        options: dict[str, Any]
        players: int
        scores: list[int]
        turns: list[int]
        out: list[bool]
        player: int
        winner: int
        stage: str
        dice: int
        all: int
        faces: bytearray
        kept: int
        rolls: int

        @property
        def points(self) -> int:
            """Points of this turn so far."""
            ...

        def legal(self) -> "tuple[str, ...]":
            """The kinds of action that are legal now; none when the game is over."""
            ...

        def apply(self, action: Action, dice: Dice) -> "list[Event]":
            """Do one action; returns what happened, in order. Raises Illegal with the reason, the game unchanged."""
            ...

        def throws(self) -> int:
            """The tray positions that the next roll throws."""
            ...

        def dice_next(self) -> int:
            """How many dice the next roll throws."""
            ...

        def record(self) -> "dict[str, Any]":
            """The whole state as numbers, words and lists of them."""
            ...


class Engine:
    """A family of games with rules in common: a folder of rules/ with the same modules in each.

    Its modules are imported when they are first used: on the Pico the engine that is not played takes no memory.
    """

    def __init__(self, name: str) -> None:
        """`name`: its folder in rules/ and in screens/."""
        self.name = name

    def _module(self, name: str) -> "Any":
        return load_module(f"sixpip.rules.{self.name}.{name}")

    def new_game(self, variant: str, row: "dict[str, Any] | None" = None, players: int = 1) -> "AnyGame":
        """Starts a game of `variant` with the house rules in `row` over its own. Raises BadOption."""
        game: AnyGame = self._module("game").Game(variant, row, players)
        return game

    def restore(self, game: "AnyGame", record: "dict[str, Any]") -> None:
        """Restores a new game from its record. Raises BadRecord, or KeyError for a field that is missing."""
        self._module("restore").restore(game, record)

    def line(self, game: "AnyGame", action: "Action", events: "list[Event]") -> str:
        """The log line of an action that `game` has just applied, from the events it returned."""
        line: str = self._module("log_format").line(game, action, events)
        return line

    def parse(self, game: "AnyGame", words: "list[str]") -> "tuple[Action, Dice]":
        """The action of a log line, and the dice it needs. Raises BadLine, or Illegal for a keep that is not legal."""
        parsed: tuple[Action, Dice] = self._module("log_parser").action_of(game, words)
        return parsed


ENGINES = {"ten_thousand": Engine("ten_thousand"), "phase_ten": Engine("phase_ten")}
"""The engines by the name that a set of dice has for its own (DiceSet.engine)."""


def engine_of(game: "AnyGame") -> Engine:
    """The engine that plays a game."""
    return ENGINES[game.variant.dice_set.engine]


def new_game(variant: str, row: "dict[str, Any] | None" = None, players: int = 1) -> "AnyGame":
    """Starts a game of `variant` with the house rules in `row` over its own. Raises BadOption."""
    from sixpip.rules import variants  # not needed during play

    return ENGINES[variants.find(variant).dice_set.engine].new_game(variant, row, players)

"""Which engine plays a variant, and the way into it: a new game, its record, its lines in a log.

An engine is four modules: `game` (class Game), `restore` (restore(game, record)), `lines` (line), `words`
(action_of). Only that of the variant in play is imported: the other one would cost memory on the Pico.
"""

from sixpip.rules.tables import PHASE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Protocol

    from sixpip.rules.game import Action, Dice, Event
    from sixpip.rules.tables import Table
    from sixpip.rules.variant import Variant

    class AnyGame(Protocol):
        """What both engines offer, and all that screens, saves and logs of every game may use."""

        variant: Variant
        table: Table
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


def part(table: "Table", name: str) -> "Any":
    """The module `name` of the engine for these dice."""
    if table.kind == PHASE.kind:
        return __import__("sixpip.rules.phases." + name, None, None, ("*",))
    return __import__("sixpip.rules." + name, None, None, ("*",))


def new_game(variant: str, row: "dict[str, Any] | None" = None, players: int = 1) -> "Any":
    """A new game of `variant` with the house rules in `row` over its own (an AnyGame). Raises BadOption."""
    from sixpip.rules import variants  # only now: in play its memory is wanted for other things

    return part(variants.find(variant).table, "game").Game(variant, row, players)

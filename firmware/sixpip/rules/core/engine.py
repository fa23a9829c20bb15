"""The base class of the games of all engines (Game), and new_game, which makes a game of any variant."""

from sixpip.compat import TYPE_CHECKING, const, load_module
from sixpip.rules.core.actions import READY, bits
from sixpip.rules.core.errors import Illegal, check_seats

if TYPE_CHECKING:
    from typing import Any

    from sixpip.rules.core.actions import Action, Dice
    from sixpip.rules.core.events import Event
    from sixpip.rules.rulebook.options import Options
    from sixpip.rules.rulebook.variant import DiceSet

    RuleClasses = tuple[tuple[str, type[Any]], ...]

MOST_ROUNDS = const(200)
"""A game ends after so many rounds (TT-15)."""
ROUNDS_OVER = f"{MOST_ROUNDS} rounds: game over"
GAMES = {"ten_thousand": "TenThousandGame", "phase_ten": "PhaseTenGame"}
"""The class of each engine, in its module `game`."""


class Game:
    """The part of a game that screens, saves and logs may use for every engine.

    `scores`, `turns` (played so far) and `out` (eliminated) have one entry per player. `starter` is the player of the
    first turn if chosen in advance, else -1. `head_start` has the points of each player before that turn; it is [] if
    all begin at 0. `faces` has one entry per die (numbers from 0), `kept` is a set of tray positions with one bit each,
    and `rolls` counts the rolls of the turn.
    """

    dice = 6
    target = 0
    plain: "tuple[str, ...]" = ()
    lists: "tuple[str, ...]" = ()
    """The names of the fields of a record: `plain` for numbers and words, `lists` for lists of numbers."""
    rule_classes: "RuleClasses" = ()
    """The option and the class of each house rule that has one."""

    if TYPE_CHECKING:

        @property
        def first(self) -> int:
            """The seat of the first turn, once that is decided."""

        @property
        def points(self) -> int:
            """The points of this turn so far."""

        def legal(self) -> "tuple[str, ...]":
            """Returns the kinds of action that are legal now; none when the game is over."""

        def _why_not(self, kind: str) -> str:
            """Returns why a kind of action is not legal now, in a sentence."""

        def _perform(self, kind: str, detail: int, dice: "Dice", events: "list[Event]") -> None:
            """Performs a legal action."""

        def log_line(self, action: "Action", events: "list[Event]") -> str:
            """Returns the line of the log for an action just applied, from the events it returned."""

        def throws(self) -> int:
            """Returns the tray positions that the next roll throws."""

    def __init__(self, variant: str, overrides: "Options | None" = None, players: int = 1, starter: int = -1) -> None:
        """Makes a new game. The arguments are those of the function `new_game`. Raises BadOption."""
        check_seats(players, starter)
        from sixpip.rules.rulebook import options, variants  # needed only while a game is made

        self.variant = variants.variant_named(variant)
        self.overrides = dict(overrides or {})
        dice_set = self.variant.dice_set
        values = options.resolve(dice_set, self.variant.options, self.overrides)
        self.rule_classes = self.classes_for(values)
        self.set_up(dice_set, values, players, starter)

    @staticmethod
    def classes_for(options: "Options") -> "RuleClasses":
        """Returns the classes of the house rules that `options` (a value for every key) put in play."""
        return ()

    def another(self, starter: int) -> "Game":
        """Returns a new game with the same rules, players and head start, for which no option is read again.

        `starter` has the meaning that it has in `new_game`.
        """
        game = object.__new__(type(self))
        game.variant = self.variant
        game.overrides = self.overrides
        game.rule_classes = self.rule_classes
        game.set_up(self.variant.dice_set, self.options, self.players, starter)
        if self.head_start:
            game.give_head_start(self.head_start)
        return game

    def set_up(self, dice_set: "DiceSet", values: "Options", players: int, starter: int) -> None:
        """Sets the state before the first turn of a game with these dice and a value for every option."""
        self.dice_set = dice_set
        self.options = values
        self.all = (1 << self.dice) - 1
        self.faces = bytearray(self.dice)
        self.kept = self.rolls = 0
        self.players = players
        self.scores = [0] * players
        self.turns = [0] * players
        self.out = [False] * players
        self.starter = starter
        self.head_start: list[int] = []
        self.player = max(starter, 0)
        self.winner = -1
        self.stage = READY

    def give_head_start(self, points: "list[int]") -> None:
        """Gives each player of a new game a number of points. This does not put a player on the table."""
        self.head_start = list(points)
        self.scores = list(points)

    def apply(self, action: "Action", dice: "Dice") -> "list[Event]":
        """Performs an action and returns its events in order. Raises Illegal with the reason, without any change."""
        kind, detail = action
        if kind not in self.legal():
            raise Illegal(self._why_not(kind))
        events: list[Event] = []
        self._perform(kind, detail or 0, dice, events)
        return events

    def rounds_are_over(self) -> bool:
        """Returns whether every player who is still in the game has had MOST_ROUNDS turns."""
        return min([self.turns[player] for player in range(self.players) if not self.out[player]]) >= MOST_ROUNDS

    def dice_next(self) -> int:
        """Returns how many dice the next roll throws."""
        return bits(self.throws())

    def place_dice(self, positions: int, thrown: "bytes | bytearray | list[int]") -> None:
        """Puts thrown faces at some positions, from left to right."""
        at = 0
        for place in range(self.dice):
            if positions >> place & 1:
                self.faces[place] = thrown[at]
                at += 1

    def record(self) -> "dict[str, Any]":
        """Returns the whole state as numbers, words and lists of them, for JSON and for record.from_record."""
        record: dict[str, Any] = {name: getattr(self, name) for name in self.plain}
        record.update({name: [int(part) for part in getattr(self, name)] for name in self.lists})
        record["variant"] = self.variant.name
        if self.variant.mark:
            record["mark"] = self.variant.mark
        record["rules"] = dict(self.overrides)
        if self.starter >= 0:
            record["starter"] = self.starter
        if self.head_start:
            record["head_start"] = list(self.head_start)
        return record

    def modules(self) -> "tuple[str, ...]":
        """Returns the full names of the modules of the house rules, which not every game of the engine needs."""
        return tuple([rule_class.__module__ for _, rule_class in self.rule_classes])

    @property
    def engine(self) -> str:
        """The name of the engine that plays this game."""
        return self.variant.dice_set.engine

    def restore(self, record: "dict[str, Any]") -> None:
        """Restores a new game from its record. Raises BadRecord, or KeyError for a field that is missing."""
        load_module(f"sixpip.rules.{self.engine}.restore").restore(self, record)

    def parse(self, words: "list[str]") -> "tuple[int | None, list[int]] | None":
        """Returns the detail of the action of a log line, and the faces it throws; None for any other line.

        Raises BadLine, or Illegal for a keep that is not legal.
        """
        parser = load_module(f"sixpip.rules.{self.engine}.log_parser")
        parsed: tuple[int | None, list[int]] | None = parser.parse(self, words)
        return parsed


def new_game(
    variant: str,
    overrides: "Options | None" = None,
    players: int = 1,
    starter: int = -1,
    head_start: "list[int] | None" = None,
) -> "Game":
    """Returns a new game of `variant`; the options in `overrides` replace its own. Raises BadOption.

    `starter` is the seat that has the first turn, without throws for the start. With -1 the option `start` decides.
    `head_start` has the points of each player before the first turn.
    """
    from sixpip.rules.rulebook import options, variants  # not needed during play

    engine = variants.variant_named(variant).dice_set.engine
    game: Game = getattr(load_module(f"sixpip.rules.{engine}.game"), GAMES[engine])(
        variant, overrides, players, starter
    )
    if head_start and any(head_start):
        options.check_head_start(head_start, players, game.options)
        game.give_head_start(head_start)
    return game

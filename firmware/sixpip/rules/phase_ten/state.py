"""The state of a game of Phase 10, and the questions about it: what is legal, what the dice make.

Changes are in game.py.
"""

from sixpip.port import TYPE_CHECKING, const
from sixpip.rules import actions
from sixpip.rules.errors import BadOption
from sixpip.rules.phase_ten import dice
from sixpip.rules.phase_ten.best_use import BestUse
from sixpip.rules.phase_ten.phases import FINISHED, PHASES
from sixpip.rules.phase_ten.start_order import StartOrder
from sixpip.rules.stages import MOST_PLAYERS, OVER, READY, ROLLED, bits

if TYPE_CHECKING:
    from typing import Any

    from sixpip.rules.option import Options

ROLLS = const(3)
_PLAIN = ("players", "player", "winner", "stage", "rolls", "kept", "finisher", "half", "finish", "may_follow")
_LISTS = ("scores", "turns", "phases", "order", "faces")


class GameState:
    """The state of a game. Only the rules core sets its fields.

    One entry per player: `scores`, `turns` played, `phases` (1 to 10; 11 when all are made), `boxes` (points of each
    phase, -1 while it is not made), `misses` of each phase. Sets of players, one bit each: `half` and `finish` have
    got the bonus, `may_follow` can still get that of the finish. `order` lists the players in the order of play;
    `starter` is the first of them if chosen in advance, else -1. `head_start` has the points of each player
    before the first turn, [] where all begin at 0. `start` has the throws for that order, None once the
    first turn has begun. `kept` are the dice set aside.
    """

    def __init__(self, variant: str, row: "Options | None" = None, players: int = 1, starter: int = -1) -> None:
        """A new game, with arguments as in engine.new_game. Raises BadOption."""
        if not 1 <= players <= MOST_PLAYERS:
            raise BadOption(f"players={players} cannot play: use 1 to {MOST_PLAYERS}")
        if not -1 <= starter < players:
            raise BadOption(f"first={starter + 1} is no seat: use 1 to {players}")
        from sixpip.rules import options, variants  # needed only while a game is made; the app unloads them

        self.variant = variants.find(variant)
        self.dice_set = self.variant.dice_set
        self.row = dict(row or {})
        self.options = options.resolve(self.dice_set, self.variant.row, self.row)
        self.players = players
        self.dice = dice.DICE
        self.all = dice.ALL
        self.faces = bytearray(dice.DICE)
        self.kept = self.rolls = 0
        self.scores = [0] * players
        self.turns = [0] * players
        self.out = [False] * players  # no player is ever eliminated in this game
        self.phases = [1] * players
        self.boxes = [[-1] * PHASES for _ in range(players)]
        self.misses = [[0] * PHASES for _ in range(players)]
        self.half = self.finish = self.may_follow = 0
        self.finisher = self.winner = -1
        self.starter = starter
        self.head_start: list[int] = []
        self.player = max(starter, 0)
        self.order = [(self.player + seat) % players for seat in range(players)]
        self.stage = READY
        throws = players > 1 and starter < 0 and self.options["start"] != "seated"
        self.start = StartOrder(players) if throws else None
        self._best = BestUse()

    def legal(self) -> "tuple[str, ...]":
        """The kinds of action that are legal now; none when the game is over."""
        if self.stage == READY:
            return (actions.ROLL,)
        if self.stage == OVER:
            return ()
        if self.rolls == ROLLS:
            return (actions.STOP,)
        kinds: tuple[str, ...] = ()
        if self.kept != self.all:
            kinds += (actions.ROLL, actions.KEEP)
        if self.kept:
            kinds += (actions.BACK,)
        return kinds + (actions.STOP,)

    def throws(self) -> int:
        """The tray positions that the next roll throws."""
        if self.start:
            return 1 << self.start.die(self.player)
        return self.all & ~self.kept

    def dice_next(self) -> int:
        """The number of dice that the next roll throws."""
        return bits(self.throws())

    def place_dice(self, positions: int, thrown: "bytes | bytearray | list[int]") -> None:
        """Puts thrown faces at some positions, from left to right."""
        at = 0
        for place in range(self.dice):
            if positions >> place & 1:
                self.faces[place] = thrown[at]
                at += 1

    def rolls_left(self) -> int:
        """The number of rolls left in this turn."""
        return ROLLS - self.rolls

    def best(self, phase: int = 0, first: int = -1) -> BestUse:
        """The best use of the dice on the table for the player's phase, or for another one (PH-07).

        Of equal dice those in the set `first` are used first; -1: those that are set aside. The object is the same in
        every call, with the values of the last one.
        """
        self._best.find(self.faces, phase or self.phases[self.player], self.kept if first < 0 else first)
        return self._best

    @property
    def first(self) -> int:
        """The seat of the first turn, once that is decided."""
        return self.order[0]

    @property
    def points(self) -> int:
        """The points of the phase with the dice on the table, 0 while it is not made."""
        if self.stage != ROLLED:
            return 0
        return max(0, self.best().points)

    def missed(self, player: int) -> int:
        """The number of times a player has missed a phase."""
        return sum(self.misses[player])

    def record(self) -> "dict[str, Any]":
        """The whole state as numbers, words and lists of them, for JSON and for record.from_record."""
        record: dict[str, Any] = {name: getattr(self, name) for name in _PLAIN}
        record.update({name: list(getattr(self, name)) for name in _LISTS})
        record["boxes"] = [list(box) for box in self.boxes]
        record["misses"] = [list(misses) for misses in self.misses]
        record["variant"] = self.variant.name
        if self.variant.mark:
            record["mark"] = self.variant.mark
        record["rules"] = dict(self.row)
        if self.starter >= 0:
            record["starter"] = self.starter
        if self.head_start:
            record["head_start"] = list(self.head_start)
        record["start"] = self.start.record() if self.start else []
        return record

    def _why_not(self, kind: str) -> str:
        if self.stage == OVER:
            return "The game is over"
        if self.stage == READY:
            return "Roll for the start" if self.start else "Roll first"
        if self.rolls == ROLLS and kind != actions.STOP:
            return "No rolls left"
        if kind == actions.BACK:
            return "Nothing is set aside"
        if kind in (actions.ROLL, actions.KEEP):
            return "All dice are set aside"
        return "Not in this game"

    def finished(self, player: int) -> bool:
        """Whether a player has made all ten phases."""
        return self.phases[player] == FINISHED

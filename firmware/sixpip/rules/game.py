"""The engine of the ten-thousand family: the base turn of roll, keep, bank, bust and hot dice (TT-01 to TT-07).

It knows no house rule by name: it tells those that are in play of each moment (see house/__init__.py) and does
as they answer. It never draws dice, waits, shows or saves.
"""

from sixpip.port import const
from sixpip.rules import actions, options, variants
from sixpip.rules.house import Houses
from sixpip.rules.refusal import BadOption, Illegal
from sixpip.rules.sheet import Sheet, bits

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Protocol

    from sixpip.rules.house import House

    class Dice(Protocol):
        """Where thrown faces come from."""

        def throw(self, dice: int) -> "bytes | bytearray | list[int]":
            """The faces of `dice` dice, as numbers from 0."""
            ...

    Action = tuple[str, int | None]
    Event = tuple[Any, ...]

MOST_PLAYERS = const(6)

READY = "ready"  # the dice are in hand: the next thing is a roll
ROLLED = "rolled"  # a roll lies on the table and scores: keep some of it
KEPT = "kept"  # roll on or bank
OVER = "over"


class Game:
    """One game: apply actions to it, read its fields, never set them from outside the rules core.

    `scores`, `opened` (on the table) and `turns` (played so far) have one entry a player; `faces` one a die of
    the tray (numbers from 0); `rolled` and `kept` are sets of tray positions, one bit each.
    """

    def __init__(self, variant: str, row: "dict[str, Any] | None" = None, players: int = 1) -> None:
        """A new game of `variant` with the house rules in `row` over its own. Raises BadOption."""
        if not 1 <= players <= MOST_PLAYERS:
            raise BadOption(f"players={players} cannot play: use 1 to {MOST_PLAYERS}")
        self.variant = variants.find(variant)
        self.row = dict(row or {})
        self.options = options.resolve(self.variant.row, self.row)
        self.dice = self.variant.dice
        self.all = (1 << self.dice) - 1
        self.sheet = Sheet(self.variant.table, self.options, self.dice)
        self.houses = Houses(self.options)
        self.players = players
        self.scores = [0] * players
        self.opened = [False] * players
        self.turns = [0] * players
        self.faces = bytearray(self.dice)
        self.player = 0
        self.winner = -1
        self.stage = READY
        self.floor: House | None = None
        self.rolled = self.kept = self.points = self.rolls = 0

    # What can be done now

    def legal(self) -> "tuple[str, ...]":
        """The kinds of action that are legal now; none when the game is over."""
        if self.floor:
            return self.floor.legal(self)
        if self.stage == READY:
            return (actions.ROLL,)
        if self.stage == ROLLED:
            return (actions.KEEP,) if self.bank_refusal() else (actions.KEEP, actions.BANK)
        if self.stage == KEPT:
            return (actions.ROLL,) if self.bank_refusal() else (actions.ROLL, actions.BANK)
        return ()

    def worth(self, keep: int) -> int:
        """Points of keeping the tray positions `keep` of the last roll (TT-06). Raises Illegal with the reason."""
        if self.stage != ROLLED or keep & ~self.rolled:
            raise Illegal("Keep dice of the last roll")
        key = self.key_of(keep)
        self.sheet.score(self.key_of(self.rolled))
        points = self.sheet.worth(key)
        if points < 0:
            raise Illegal(self.sheet.why_not(key))
        return points

    def best_keep(self) -> int:
        """The tray positions of the best keep of the last roll, 0 when nothing is to be kept."""
        if self.stage != ROLLED:
            return 0
        self.sheet.score(self.key_of(self.rolled))
        return self.positions_of(self.sheet.best())

    def bank_refusal(self, keep: int = 0) -> "str | None":
        """Why the turn cannot be banked now with `keep` (nothing: the best keep, TT-03), None when it can.

        Raises Illegal when `keep` itself is not legal.
        """
        if self.floor or self.stage not in (ROLLED, KEPT):
            return "Roll first"
        points = self.points
        kept = self.kept
        if self.stage == ROLLED:
            keep = keep or self.best_keep()
            points += self.worth(keep)
            kept |= keep
        if kept == self.all and self.options["hot_dice"] == "forced":
            return f"Hot dice: roll all {self.dice}"
        return self.houses.refuse_bank(self, points)

    def offered(self) -> int:
        """The tray positions of the dice that can now be taken up, 0 when none are offered."""
        return self.floor.offered(self) if self.floor else 0

    def to_beat(self) -> int:
        """The score that a player must pass to win once the last turns have begun, -1 before."""
        return self.houses.to_beat(self)

    def can_score(self) -> int:
        """The tray positions of the last roll that are in some legal keep."""
        found = self.sheet.score(self.key_of(self.rolled)) if self.stage == ROLLED else 0
        places = 0
        for i in range(found):
            for place in range(self.dice):
                if self.rolled >> place & 1 and self.sheet.keys[i] >> (4 * self.faces[place]) & 7:
                    places |= 1 << place
        return places

    def dice_next(self, keep: int = 0) -> int:
        """How many dice the next roll throws, with what has been kept so far and `keep` besides."""
        kept = self.kept | keep
        return self.dice if kept == self.all else bits(self.all & ~kept)

    # Doing it

    def apply(self, action: "Action", dice: "Dice") -> "list[Event]":
        """Do one action; returns what happened, in order. Raises Illegal with the reason, the game unchanged."""
        kind, detail = action
        if kind not in self.legal():
            raise Illegal(self._why_not(kind))
        events: list[Event] = []
        if self.floor:
            self.floor.act(self, kind, events)
        elif kind == actions.ROLL:
            self._roll(dice, events)
        elif kind == actions.KEEP:
            self._keep(detail or 0, events)
        else:
            self._bank(events)
        return events

    def _roll(self, dice: "Dice", events: "list[Event]") -> None:
        thrown = dice.throw(self.dice_next())  # may raise: nothing has changed yet
        if self.kept == self.all:
            self.kept = 0
        self.rolled = self.all & ~self.kept
        at = 0
        for place in range(self.dice):
            if self.rolled >> place & 1:
                self.faces[place] = thrown[at]
                at += 1
        self.rolls += 1
        self.stage = ROLLED
        events.append((actions.ROLLED, bytes(self.faces), self.rolled))
        if self.houses.dice_rolled(self, events):
            return
        if not self.sheet.score(self.key_of(self.rolled)):
            self._bust(events)

    def _keep(self, keep: int, events: "list[Event]") -> None:
        points = self.worth(keep)
        self.points += points
        self.kept |= keep
        self.rolled &= ~keep
        self.stage = KEPT
        events.append((actions.KEPT, keep, points))
        if self.kept == self.all:
            events.append((actions.HOT,))
        self.houses.keep_chosen(self, keep, points, events)

    def _bank(self, events: "list[Event]") -> None:
        if self.stage == ROLLED:
            self._keep(self.best_keep(), events)
        player = self.player
        points = self.points
        self.scores[player] += points
        events.append((actions.BANKED, player, points, self.scores[player]))
        if not self.opened[player]:
            self.opened[player] = True
            events.append((actions.OPENED, player))
        self.houses.banked(self, points, events)
        self.end_turn(events)

    def _bust(self, events: "list[Event]") -> None:
        if self.houses.busted(self, events):
            return
        events.append((actions.BUST, self.player, self.points))
        self.points = 0
        self.houses.turn_lost(self, events)
        self.end_turn(events)

    # For house rules

    def end_turn(self, events: "list[Event]") -> None:
        """Close the turn and open the next player's, unless that ends the game."""
        self.turns[self.player] += 1
        self.houses.turn_ended(self, events)
        following = (self.player + 1) % self.players
        if self.winner < 0 and not self.houses.game_ends(self, following, events):
            self.open_turn(following, events)
        if self.winner >= 0:
            self.stage = OVER
            self.floor = None
            events.append((actions.OVER, self.winner))

    def open_turn(self, player: int, events: "list[Event]") -> None:
        """Give `player` the dice; a house rule may take the floor first with an offer."""
        self.player = player
        left = self.kept
        self.stage = READY
        self.rolled = self.kept = self.points = self.rolls = 0
        events.append((actions.TURN, player))
        self.floor = self.houses.turn_opens(self, left)

    def change_score(self, player: int, points: int, why: str, events: "list[Event]") -> None:
        """Add a bonus or penalty to a banked score, which stays at 0 or above unless the game says so (TT-11)."""
        before = self.scores[player]
        after = before + points
        if after < 0 and self.options["negative"] == "no":
            after = min(before, 0)
        self.scores[player] = after
        events.append((actions.PENALTY, player, after - before, why))

    def take_up(self, kept: int, points: int, events: "list[Event]") -> None:
        """Start the turn with only the dice outside `kept` and with `points` already gathered."""
        self.kept = kept
        self.points = points
        events.append((actions.TOOK, self.dice_next(), points))

    # Faces and positions

    def key_of(self, positions: int) -> int:
        """The multiset of the faces at some tray positions."""
        key = 0
        for place in range(self.dice):
            if positions >> place & 1:
                key += 1 << (4 * self.faces[place])
        return key

    def positions_of(self, key: int) -> int:
        """Tray positions of the last roll that show the multiset `key`, leftmost first; 0 when the roll lacks it."""
        positions = 0
        for place in range(self.dice):
            one = 1 << (4 * self.faces[place])
            if self.rolled >> place & 1 and key & (7 * one):
                positions |= 1 << place
                key -= one
        return 0 if key else positions

    # The state as a plain record

    def record(self) -> "dict[str, Any]":
        """The whole state as numbers, words and lists of them, fit for JSON and for saved.from_record."""
        return {
            "variant": self.variant.name,
            "rules": dict(self.row),
            "players": self.players,
            "scores": list(self.scores),
            "opened": [int(opened) for opened in self.opened],
            "turns": list(self.turns),
            "player": self.player,
            "winner": self.winner,
            "stage": self.stage,
            "floor": self.floor.key if self.floor else "",
            "faces": list(self.faces),
            "rolled": self.rolled,
            "kept": self.kept,
            "points": self.points,
            "rolls": self.rolls,
            "houses": self.houses.record(),
        }

    def _why_not(self, kind: str) -> str:
        if self.stage == OVER:
            return "The game is over"
        if self.floor:
            return self.floor.question(self)
        if kind == actions.ROLL:
            return "Choose scoring dice"
        if kind == actions.KEEP:
            return "Roll first"
        if kind == actions.BANK:
            return self.bank_refusal() or "Not now"
        return "Nothing is offered"

"""What a house rule is: the base classes with every hook, and what a rule may read and change of the game.

The rules themselves are the other modules of this folder. Which hooks run when is in rule_set.py.
"""

from sixpip.port import TYPE_CHECKING

if TYPE_CHECKING:
    from typing import Protocol

    from sixpip.rules.actions import Dice
    from sixpip.rules.dice_sets import DiceSet
    from sixpip.rules.events import Event
    from sixpip.rules.option import Options
    from sixpip.rules.ten_thousand.next_roll import NextRoll
    from sixpip.rules.ten_thousand.scorer import Scorer

    class TurnState(Protocol):
        """What a house rule may read of a game; the fields are explained in state.py and tray.py."""

        options: Options
        dice_set: DiceSet
        scorer: Scorer
        dice: int
        all: int
        faces: bytearray
        rolled: int
        kept: int
        players: int
        player: int
        first: int
        starter: int
        scores: list[int]
        opened: list[bool]
        out: list[bool]
        winner: int
        stage: str
        points: int
        rolls: int
        pending: "DecisionRule | None"

        def at_turn_start(self) -> bool:
            """Whether the turn has just opened: nothing is thrown, kept or taken over."""
            ...

        def multiset_key(self, positions: int) -> int:
            """The multiset of the faces at some tray positions, as a key (scorer.py)."""
            ...

        def find_keeps(self) -> int:
            """Makes the scorer hold the legal keeps of the last roll; returns their number."""
            ...

        def score_roll(self) -> None:
            """Makes the scorer hold the keeps of the last roll before house rules change them."""
            ...

    class TurnGame(TurnState, Protocol):
        """What a house rule may do to a game besides; the methods are explained in game.py."""

        def place_dice(self, positions: int, thrown: "bytes | bytearray | list[int]") -> None:
            """Puts thrown faces at some positions, from left to right."""
            ...

        def resolve_roll(self, thrown: int, events: list[Event], run_hooks: bool = True) -> None:
            """Goes on after a roll of the positions `thrown`: keeps are found, or it is a bust."""
            ...

        def bust(self, events: list[Event]) -> None:
            """Goes on after a roll without a keep."""
            ...

        def lose_turn(self, events: list[Event], saved: int = 0, penalty: int = 0, why: str = "") -> None:
            """Ends the turn without its points, except those `saved`; a `penalty` changes the score, too."""
            ...

        def open_turn(self, player: int, events: list[Event]) -> None:
            """Begins the turn of a player."""
            ...

        def end_game(self, winner: int, events: list[Event]) -> None:
            """Ends the game; `winner` -1: without a winner."""
            ...

        def win_outright(self, player: int, why: str, events: list[Event]) -> None:
            """Ends the game at once with a win."""
            ...

        def eliminate(self, why: str, events: list[Event]) -> None:
            """Removes game.player from the game."""
            ...

        def add_points(self, points: int, why: str, events: list[Event]) -> None:
            """Adds a bonus to the turn points."""
            ...

        def change_score(self, player: int, points: int, why: str, events: list[Event]) -> None:
            """Adds a bonus or penalty to a banked score."""
            ...

        def take_offer(self, kept: int, points: int, events: list[Event]) -> None:
            """Starts the turn with the positions `kept` kept already, and with turn points."""
            ...

        def throw_again(self, kept: int, why: str, events: list[Event]) -> None:
            """Makes a roll of the dice outside `kept` the next action."""
            ...

    class Hooks:
        """All hooks. Positions are sets of tray positions, one bit each; a key is a multiset of faces (scorer.py)."""

        # Hooks that answer a question and change nothing but the scorer

        def next_roll(self, game: TurnState, roll: NextRoll) -> None:
            """Sets the fields of `roll` by which it busts more or less often than the scorer says."""

        def extra_actions(self, game: TurnState) -> "tuple[str, ...]":
            """The kinds of action that this rule makes legal besides those of the base turn; `act` performs them."""
            raise NotImplementedError

        def of_a_kind_rows(self, game: TurnState) -> "list[list[int]] | None":
            """Other points for dice of a kind in this roll, in the shape of Scorer.of_a_kind; None for no change."""
            raise NotImplementedError

        def keeps_found(self, game: TurnState, scorer: Scorer) -> None:
            """The scorer holds the legal keeps of the roll: add and remove some."""

        def refuse_keep(self, game: TurnState, key: int) -> "str | None":
            """Why the dice of `key` must not be kept, None when this rule allows it."""

        def bonus_for_keep(self, game: TurnState, key: int, kept: int) -> int:
            """The turn points that keeping `key` gives besides its own; `kept`: all positions kept with it."""
            raise NotImplementedError

        def refuse_bank(self, game: TurnState, points: int, keep: int) -> "str | None":
            """Why `points` cannot be banked with the positions `keep` kept last, None when this rule allows it."""

        def bank_value(self, game: TurnState, points: int) -> int:
            """The points that the score gets for a bank of `points`."""
            raise NotImplementedError

        def points_saved(self, game: TurnState) -> int:
            """The turn points that are banked in spite of a bust."""
            raise NotImplementedError

        def called(self, game: TurnState) -> int:
            """What the next roll is called to show (a number of calls.CALLS), -1 when nothing is called."""
            raise NotImplementedError

        def to_beat(self, game: TurnState) -> int:
            """The score that a player must now pass to win, -1 before the last turns."""
            raise NotImplementedError

        def is_valid(self, game: TurnState) -> bool:
            """Whether a saved game may be before a roll in mid-turn, or wait for a decision, because of this rule."""
            raise NotImplementedError

        # Hooks that may change the game; each event that they cause is added to `events`

        def game_opens(self, game: TurnState) -> bool:
            """The game begins. True: it waits for a decision by this rule before the first turn."""
            raise NotImplementedError

        def turn_opens(self, game: TurnState) -> bool:
            """The turn of game.player begins. True: it waits for a decision by this rule first."""
            raise NotImplementedError

        def dice_rolled(self, game: TurnGame, events: list[Event]) -> bool:
            """Dice were rolled. True: the rule has handled the roll, the base turn does not look for a bust."""
            raise NotImplementedError

        def keep_chosen(self, game: TurnGame, key: int, points: int, events: list[Event]) -> None:
            """Dice were kept for `points`, which the turn points contain already."""

        def banked(self, game: TurnGame, points: int, events: list[Event]) -> None:
            """`points` were banked; the score contains them already."""

        def busted(self, game: TurnGame, events: list[Event]) -> bool:
            """A roll has no keep. True: the rule has handled it, the turn is not lost."""
            raise NotImplementedError

        def turn_lost(self, game: TurnGame, events: list[Event]) -> None:
            """The turn is lost; game.points are the points lost with it."""

        def turn_ended(self, game: TurnGame, events: list[Event]) -> None:
            """The turn of game.player is over, banked or lost."""

        def game_ends(self, game: TurnGame, following: int, events: list[Event]) -> bool:
            """The turn of `following` is next. True: the game ends instead, and the rule has set game.winner."""
            raise NotImplementedError

        def act(self, game: TurnGame, kind: str, detail: int, dice: "Dice", events: list[Event]) -> None:
            """Performs one of the extra actions, or of the actions of a decision. Raises Illegal for a bad detail."""

        # Of a DecisionRule only, while the game waits for it

        def legal(self, game: TurnState) -> "tuple[str, ...]":
            """The kinds of action that are legal."""
            raise NotImplementedError

        def question(self, game: TurnState) -> str:
            """The question to the player, in at most 21 characters."""
            raise NotImplementedError

        # The state of the rule over turns

        def record(self) -> list[int]:
            """The state of the rule as a list of numbers; a rule without state does not define it."""
            raise NotImplementedError

        def restore(self, game: TurnState, record: list[int]) -> None:
            """Restores the state from such a list. Raises BadRecord for any other."""

else:
    Hooks = object


class HouseRule(Hooks):
    """One house rule of a game. A subclass defines the hooks that it needs, and no other public method.

    The hooks are declared for the type checker only: which ones a rule has is found with `hasattr`, so that hooks that
    do nothing take no memory on the Pico.
    """

    key = ""  # the key of the rule's option, set when the rule is made for a game

    def __init__(self, options: "Options") -> None:
        """`options`: a value for every option key."""


class DecisionRule(HouseRule):
    """A house rule that can make the game wait for a decision: while it does, the rule is game.pending.

    The rule alone then decides what is legal. It defines `legal`, `question`, `act` and `is_valid`.
    """

    def offered(self, game: "TurnState") -> int:
        """The positions of the dice that the player may take over, 0 for none."""
        return 0

    def offered_points(self) -> int:
        """The points that the player gets with these dice."""
        return 0

    def throws(self, game: "TurnState") -> int:
        """The positions that the next roll throws."""
        return game.all

    def still_to_throw(self, game: "TurnState") -> int:
        """The players, one bit each, who still have to throw for the start."""
        return 0

    def winner_to_roll_off(self, game: "TurnState") -> int:
        """The player whose win this decision may undo, -1 for none."""
        return -1

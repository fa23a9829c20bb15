"""Asks the firmware's own engine what a roll allows in a given situation, before a roll of a turn.

A Probe is a game that can be put into any situation of a turn. It records the end of a turn instead of performing it.
So every hook of every house rule counts as it does on the console.
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from sixpip.rules.core import actions
from sixpip.rules.core.actions import bits
from sixpip.rules.core.events import Event
from sixpip.rules.core.replay import Script
from sixpip.rules.ten_thousand.game import TenThousandGame
from sixpip.rules.ten_thousand.scorer import count

if TYPE_CHECKING:
    from sixpip.rules.rulebook.options import Options


class SolveError(Exception):
    """The solver cannot answer; the text is one sentence that says why."""


class Situation(NamedTuple):
    """Everything before a roll that changes what the roll is worth, except the turn points."""

    left: int
    """Dice to throw."""
    marked: bool = False
    """Whether the die with the sun is among them."""
    kept: int = 0
    """The multiset of kept dice where a straight may be gathered (TG-10); -1 where that is no longer possible."""
    rolls: int = 0
    """Rolls of the turn so far, up to the number that matters."""
    rules: tuple[tuple[str, tuple[int, ...]], ...] = ()
    """The state of the house rules that change within a turn, by option key."""
    held: tuple[int, ...] = ()
    """Faces of the dice held for a second chance (HR-03); `left` are the others."""


class End(NamedTuple):
    """How a roll ends a turn without a bank: a bust, unless `wins` or `out` is set."""

    saved: bool = False
    """The turn points are banked in spite of the bust (HR-05)."""
    on_all: bool = False
    """All dice were thrown (HR-06)."""
    first: bool = False
    """It was the first roll of the turn (CT-06)."""
    called: bool = False
    """There was a bet on the roll (DT-07)."""
    cancels: bool = False
    """The whole score is lost (CT-08)."""
    wins: bool = False
    """The player wins the game (CT-09, CW-03)."""
    out: bool = False
    """The player is out of the game (HR-11, CW-03)."""

    @property
    def ends_game(self) -> bool:
        """Whether the player has won, or is out."""
        return self.wins or self.out


class Move(NamedTuple):
    """One way to go on after a roll: turn points gained, the next situation, and whether the turn can be banked."""

    points: int
    next: Situation
    can_bank: bool
    key: int = 0
    """The multiset kept; 0 where nothing is kept."""


Outcome = End | list[Move]


_POINTS = 1 << 24
"""Turn points and score while probing: enough for every threshold."""
MOST_SUCCESSES = 12
"""Of `last_die` (CT-07): later ones earn as much as this one. A turn with more has over 39 000 points."""
TURN_RULES = ("press_on", "clear", "last_die", "extend", "second_chance", "calls")
"""The house rules with a state that changes within a turn."""


class Probe(TenThousandGame):
    """A game for one player in any situation of a turn."""

    def __init__(self, variant: str, row: "Options", opened: bool = True) -> None:
        """`opened`: whether the player is on the table."""
        super().__init__(variant, {**row, "start": "seated"})
        self.opened[0] = opened
        self.scores[0] = _POINTS
        self.stateful = tuple(key for key in TURN_RULES if self.options[key] != "no")
        self.gathers = self.options["straight_gather"] == "yes"
        self.with_sun = self.dice_set.wild >= 0
        self.rolls_that_matter = self._count_rolls_that_matter(opened)
        self._blank = self.house_rules.record()
        self._end: End | None = None

    def _count_rolls_that_matter(self, opened: bool) -> int:
        held_later = self.options["second_chance"] == "yes"
        first_matters = 0 if self.options["cold_start"] == "no" else 2 if held_later else 1
        return first_matters if opened else max(first_matters, int(self.options["opening_rolls"]))

    def start(self) -> Situation:
        """The situation at the start of a turn."""
        return Situation(self.dice, self.with_sun, rules=self._state_of_rules({}))

    def outcome(self, at: Situation, faces: tuple[int, ...], call: int = -1) -> Outcome:
        """What follows when the dice of `at` show `faces` (the marked die first); `call`: what was called before."""
        self._load(at, call)
        self._end = None
        self._throw(at, faces)
        return self._end or self._moves()

    def _throw(self, at: Situation, faces: tuple[int, ...]) -> None:
        if at.held:
            self.pending = self.house_rules.by_key("second_chance")
            self.pending.act(self, actions.ROLL, 0, Script(list(faces)), [])
        else:
            self.place_dice(self.all & ~self.kept, list(faces))
            self.rolls += 1
            self.resolve_roll(self.rolled, [])

    def _moves(self) -> list[Move]:
        """What the player can do after a roll that did not end the turn."""
        if self.pending:
            return list(self._holds())
        if self.stage == actions.READY:
            return [Move(self.points - _POINTS, self._situation(), False)]
        return list(self._keeps())

    # The situation

    def _load(self, at: Situation, call: int) -> None:
        self.pending = None
        self.points = _POINTS
        self.rolls = at.rolls
        left = at.left + len(at.held)
        free = (1 << left) - 1
        if self.with_sun and not at.marked:
            free <<= self.dice - left
        self.kept = self.all & ~free
        self._place_kept(at)
        self.rolled = 0
        self.stage = actions.READY if at.left + len(at.held) == self.dice else actions.KEPT
        if self.stateful:
            self._load_rules(at, call)
        if at.held:
            self._hold(at.held)

    def _place_kept(self, at: Situation) -> None:
        """Sets the faces of kept dice; equal ones where no straight can be gathered."""
        faces = [face for face in range(7) for _ in range(count(max(at.kept, 0), face))] or [0] * self.dice
        for place in range(self.dice):
            if self.kept >> place & 1:
                self.faces[place] = faces.pop()

    def _load_rules(self, at: Situation, call: int) -> None:
        record = dict(self._blank)
        record.update({key: list(state) for key, state in at.rules})
        if call >= 0:
            record["calls"] = [call, 0]
        self.house_rules.restore(self, record)

    def _hold(self, held: tuple[int, ...]) -> None:
        """Puts the dice held for a second chance on the first free positions."""
        self.stage = actions.ROLLED
        self.rolled = self.all & ~self.kept
        places = [place for place in range(self.dice) if self.rolled >> place & 1][: len(held)]
        for place, face in zip(places, held):
            self.faces[place] = face
        record = self.house_rules.record()
        record["second_chance"] = [sum(1 << place for place in places), 1]
        self.house_rules.restore(self, record)

    def _situation(self) -> Situation:
        kept = 0 if self.kept == self.all else self.kept
        left = bits(self.all & ~kept)
        return Situation(
            left,
            self.with_sun and not kept & 1,
            self._gathered(kept),
            min(self.rolls, self.rolls_that_matter),
            self._state_of_rules(self.house_rules.record() if self.stateful else {}),
        )

    def _gathered(self, kept: int) -> int:
        if not self.gathers:
            return 0
        key = self.multiset_of(kept)
        return -1 if any(count(key, face) > 1 for face in range(7)) else key

    def _state_of_rules(self, record: dict[str, list[int]]) -> tuple[tuple[str, tuple[int, ...]], ...]:
        """The states of the rules with equal ones made the same: settled bets and unused lists are left out."""
        states = []
        for key in self.stateful:
            state = tuple(record.get(key, ()))
            if key == "last_die" and state:
                state = (state[0], min(state[1], MOST_SUCCESSES))
            if any(state) and key not in ("press_on", "second_chance", "calls"):
                states.append((key, state))
        return tuple(states)

    # What a roll allows

    def _keeps(self) -> Iterator[Move]:
        """An option for each legal keep: near a target fewer points can be better, because they begin no last turn."""
        rules = self.house_rules.record() if self.stateful else None
        before = self.kept, self.rolled, self.points
        for key in list(self.scorer.keeps[: self.scorer.found]):
            for positions in self._choices_of_dice(key):
                self._keep(positions, [])
                gained = self.points - _POINTS
                yield Move(gained, self._situation(), self.bank_refusal() is None, key)
                self.kept, self.rolled, self.points = before
                self.stage = actions.ROLLED
                if rules is not None:
                    self.house_rules.restore(self, rules)

    def _choices_of_dice(self, key: int) -> list[int]:
        """The positions that can be kept for a multiset: with and without the marked die, where both are possible."""
        leftmost = self.positions_of(key)
        if not (self.with_sun and leftmost & 1):
            return [leftmost]
        for place in range(self.dice - 1, 0, -1):
            free = self.rolled >> place & 1 and not leftmost >> place & 1
            if free and self.faces[place] == self.faces[0]:
                return [leftmost, leftmost & ~1 | 1 << place]
        return [leftmost]

    def _holds(self) -> Iterator[Move]:
        """An option for each set of dice that can be held for a second chance (HR-03)."""
        faces = [self.faces[place] for place in range(self.dice) if self.rolled >> place & 1]
        state = tuple(self._held_state())
        seen = set()
        for chosen in range(1, 1 << len(faces)):
            held = tuple(sorted(face for i, face in enumerate(faces) if chosen >> i & 1))
            if 2 <= len(held) < len(faces) and held not in seen:
                seen.add(held)
                rolls = min(self.rolls, self.rolls_that_matter)
                following = Situation(len(faces) - len(held), False, self._gathered(self.kept), rolls, state, held)
                yield Move(self.points - _POINTS, following, False)

    def _held_state(self) -> list[tuple[str, tuple[int, ...]]]:
        """The states of the rules while dice are held: here a bet still runs."""
        record = self.house_rules.record()
        states = list(self._state_of_rules(record))
        if record.get("calls", [0, 0])[1]:
            states.append(("calls", (-1, 1)))
        return states

    # What would end the turn is recorded

    def lose_turn(self, events: list[Event], saved: int = 0, penalty: int = 0, why: str = "", reason: str = "") -> None:
        """Records the bust."""
        calls = self.house_rules.record().get("calls", [0, 0])
        wreck = self.options["train_wreck"] != "none" and self.rolled == self.all
        cold = self.options["cold_start"] == "yes" and self.rolls == 1
        self._end = End(saved > 0, wreck, cold, calls[1] == 1, penalty < 0)

    def win_outright(self, player: int, why: str, events: list[Event]) -> None:
        """Records the win."""
        self._end = End(wins=True)

    def eliminate(self, why: str, events: list[Event]) -> None:
        """Records that the player is out."""
        self._end = End(out=True)

"""The view model of a game of the ten-thousand family: what the player can do now, what it is worth, what it costs.

Screens and dice read a TurnView and nothing else of the game. A TurnView only reads the game.
"""

from sixpip import points_text
from sixpip.compat import TYPE_CHECKING, const
from sixpip.rules.core import actions
from sixpip.rules.core.actions import READY, ROLLED, bits
from sixpip.rules.core.errors import Illegal
from sixpip.rules.ten_thousand.house_rules.house_rule import BUST, WRECK
from sixpip.rules.ten_thousand.odds import odds_text
from sixpip.rules.ten_thousand.scorer import NUMBERS, count, fits, keep_name, most_of_a_kind, size
from sixpip.view.text import COLUMNS

if TYPE_CHECKING:
    from sixpip.rules.core.actions import Action
    from sixpip.rules.ten_thousand.game import TenThousandGame
    from sixpip.rules.ten_thousand.odds import BustOdds

START = const(0)
OFFER = const(1)
ROLL_OFF = const(2)
SECOND_CHANCE = const(3)
THROW = const(4)
CHOOSE = const(5)
"""The kinds of decision: to throw for the start, to take up dice or not, to roll off a win or not, to hold dice after a
bust, to throw, to keep."""

BEAT = const(0)
OPENING = const(1)
EXACT = const(2)
TURN = const(3)
LEAD = const(4)
PASS = const(5)
"""The kinds of aim: a score to beat, the points to open, the points missing to an exact target, the number of the turn,
the lead, the points to pass the target."""

NOT_LEGAL = const(-1)
_LETTERS = const(18)  # of a name and its points, without a plus and the spaces next to and in them


class TurnView:
    """What the player whose turn it is can do now. Call `read` after every change of the game, and `choose` after a
    press.

    Sets of dice are tray positions, one bit each. What takes long is computed by `update`, not by `read` or `choose`.
    """

    def __init__(self, game: "TenThousandGame", odds: "BustOdds") -> None:
        """`odds` computes how often a roll of this game busts."""
        self._game = game
        self.odds = odds
        self.dice = game.dice
        self.target = game.target
        self.is_exact = game.missing() >= 0
        """Whether the target must be hit exactly (TT-23)."""
        self.must_pass = not game.reaches(game.target)
        """Whether the target must be passed, not only hit (TT-12)."""
        self.opening = int(game.options["opening"])
        """The fewest points of the first bank, 0 where any number will do."""
        self.faces = game.faces
        """The faces of all dice, as numbers from 0. It is the array of the game, so that they are right while events
        are shown."""
        self.read()

    def read(self) -> None:
        """Reads what the game allows now; no dice are chosen."""
        game = self._game
        self._legal = game.legal()
        self.kind = self._kind()
        self.player = game.player
        self.points = game.points
        """Turn points without the dice now chosen."""
        self.faces = game.faces
        self.rolled = game.rolled
        self.offered = game.offered()
        self.offered_points = game.offered_points()
        self.kept = game.all & ~self.offered if self.offered else game.kept
        self.is_in = bool(game.opened[game.player])
        """Whether the player is on the table."""
        self.fresh = game.stage == READY and not (game.kept or game.rolls or self.offered)
        """Whether nothing of this turn is on the table yet."""
        self.thrown_before = game.rolls > 0
        self.can_call = actions.CALL in self._legal
        self.last_turn = game.to_beat() >= 0
        self.question = game.question()
        self.free = self._free()
        """The dice that can be chosen, or that are thrown again."""
        self.held = game.rolled & ~game.throws() if game.pending and actions.ROLL in self._legal else 0
        self.choose(0)

    def _kind(self) -> int:
        game = self._game
        if actions.TAKE in self._legal:
            return OFFER if game.winner_to_roll_off() < 0 else ROLL_OFF
        if game.pending:
            return START if game.stage == READY else SECOND_CHANCE
        return THROW if game.stage == READY else CHOOSE

    def _free(self) -> int:
        game = self._game
        if self.offered:
            return self.offered
        if game.stage == READY:
            return game.throws()
        return game.rolled if game.pending else game.can_score()

    def choose(self, chosen: int) -> None:
        """Notes the dice that are now chosen, and finds what they are worth or why they are not legal."""
        self.chosen = chosen
        self.worth = self.scored = 0
        """`worth` has the points of the chosen dice, or NOT_LEGAL if they cannot be kept; `scored` those of the dice
        that score."""
        self.wrong = 0
        """The chosen dice that no keep of the roll has."""
        self.whole = 0
        """The smallest keep with the chosen dice and others, as a multiset; 0 where there is none."""
        self.hint = ""
        if chosen and not self._game.pending:
            try:
                self.worth = self.scored = self._game.keep_points(chosen)
            except Illegal as error:
                self.worth = NOT_LEGAL
                self._explain(error.args[0])

    def _explain(self, reason: str) -> None:
        """Finds what the chosen dice need to be kept, or which of them no keep has; otherwise `reason` is the hint."""
        game = self._game
        game.find_keeps()
        chosen = game.multiset_of(self.chosen)
        best, self.scored = game.scorer.best_part(chosen)
        self.hint = reason
        self.wrong = self.chosen & ~self.free
        if self.wrong:
            self.hint = game.scorer.why_not(game.multiset_of(self.wrong))
        elif not game.house_rules.refuse_keep(game, chosen):
            self.whole = game.scorer.smallest_with(chosen)
            if self.whole:
                self.hint = self._missing(self.whole - chosen, chosen)
            else:
                self._find_extra(best)

    def _missing(self, missing: int, chosen: int) -> str:
        """Returns what a keep still needs, in at most 21 letters, such as "two more 4s" or "all six are"."""
        game = self._game
        dice_set = game.dice_set
        found = [face for face in range(len(dice_set.faces)) if count(missing, face)]
        if len(found) == 1:
            number = count(missing, found[0])
            words = f"{NUMBERS[number]} more " if count(chosen, found[0]) else f"also {NUMBERS[number]} "
            return words + (dice_set.faces[found[0]] if number == 1 else dice_set.plural(found[0]))
        if size(self.whole) == bits(game.rolled):
            return f"all {NUMBERS[size(self.whole)]} are"
        return "also " + " ".join([dice_set.faces[face] for face in found for _ in range(count(missing, face))])

    def _find_extra(self, best: int) -> None:
        """Finds the chosen dice that are too many next to the keep `best` among them."""
        game = self._game
        for place in range(game.dice):
            one = 1 << (4 * game.faces[place])
            if self.chosen >> place & 1 and fits(one, best):
                best -= one
            elif self.chosen >> place & 1:
                self.wrong |= 1 << place

    # What takes long

    def update(self) -> None:
        """Computes what the prompts show: what the buttons do, what a bank gives, the risk of the next roll."""
        game = self._game
        self.aim, self.aim_points = self._aim()
        self.called = ""
        """What the next roll is called to show, in words."""
        if game.called() >= 0:
            from sixpip.rules.ten_thousand.house_rules.calls import WORDS

            self.called = WORDS[game.called()]
        self.winner_to_roll_off = game.winner_to_roll_off()
        self.bank_refusal = self._bank_refusal()
        if self.kind == CHOOSE:
            self._update_choice()
        elif self.offered:
            self.dice_next = bits(self.offered)
            self.risk = self._risk(self.offered_points)
        elif self.kind == SECOND_CHANCE:
            count, rolled = bits(self.chosen), bits(game.rolled)
            self.can_roll = self.held != 0 or 2 <= count < rolled
            self.dice_next = game.dice_next() if self.held else rolled - count
            self.risk = self._risk(self.points) if self.can_roll else ""
        else:
            self.dice_next = game.dice_next()

    def _update_choice(self) -> None:
        game = self._game
        self.can_roll = not game.roll_refusal() and (self.worth >= 0 if self.chosen else game.stage != ROLLED)
        self.dice_next = game.dice_next(self.chosen)
        self.hot = game.kept | self.chosen == game.all
        self.name = self.combination = ""
        """`name` has the combinations of the chosen dice, in words that leave room for their points in a line.
        `combination` has what the roll shows, or what the chosen dice are a part of."""
        self.combination_points = 0
        if self.worth > 0:
            game.find_keeps()  # what the scorer holds may be the rolls of the odds
            letters = _LETTERS - len(str(self.worth))
            self.name = keep_name(game.scorer, game.multiset_of(self.chosen), self.worth, letters)
        else:
            self._find_combination()
        self.bank_points = self.points_after()
        self.banked_points = game.bank_value(self.bank_points)
        """What the score gets for `bank_points`; 0 if they would pass a target that must be hit exactly."""
        self.to_pass = self._to_pass(game.scores[game.player] + self.banked_points)  # what a bank leaves
        self.keeps_first = game.stage == ROLLED and game.can_call_after_keep()
        """Whether ROLL only keeps the chosen dice, because the roll can be called before it is thrown."""
        self.risk = self._risk(self.bank_points) if self.can_roll else ""

    def _find_combination(self) -> None:
        game = self._game
        found = game.find_keeps()
        keep = 0 if self.chosen else game.scorer.best()
        if found and (self.whole or most_of_a_kind(keep) > 2 or size(keep) > 4):
            keep = self.whole or keep
            self.combination_points = game.scorer.points_of(keep)
            letters = _LETTERS - 1 - len(str(self.combination_points))  # one for a mark
            name = keep_name(game.scorer, keep, self.combination_points, letters)
            is_one = name.split(" ")[0] in ("straight", "full")  # of its kind
            self.combination = "a " + name if is_one and len(name) + 2 <= letters else name

    def can_choose_best(self) -> bool:
        """Returns whether ROLL chooses the dice that score best, because none is chosen yet."""
        game = self._game
        return self.kind == CHOOSE and game.stage == ROLLED and not (self.chosen or game.roll_refusal())

    def choose_best(self, advised: int = 0) -> bool:
        """Chooses the dice of the keep with the most points, or those in `advised`. Returns False for no keep."""
        self.choose(advised or (self._game.best_keep() if self.kind == CHOOSE else 0))
        return self.chosen != 0

    def points_after(self) -> int:
        """Returns the turn points that a bank would bank. With no dice chosen, the best keep counts (TT-03)."""
        game = self._game
        keep = self.chosen or game.best_keep()
        return game.points_after(keep) if keep and self.worth != NOT_LEGAL else game.points

    def bank_value(self) -> int:
        """Returns what the score gets for a bank now, 0 if it would pass a target that must be hit exactly."""
        return self._game.bank_value(self.points_after())

    def thrown_next(self) -> int:
        """Returns the dice that the next roll throws once the chosen ones are kept, held or taken up."""
        game = self._game
        if self.offered:
            return self.offered
        if self.kind == SECOND_CHANCE:
            return game.rolled & ~(self.held or self.chosen)
        if game.pending or self.kind == THROW:
            return game.throws()
        return game.all if game.kept | self.chosen == game.all else game.all & ~(game.kept | self.chosen)

    def _bank_refusal(self) -> str:
        return self.hint if self.worth == NOT_LEGAL else self._game.bank_refusal(self.chosen) or ""

    def left_by(self) -> int:
        """Returns the player who left the dice that are offered: the one before."""
        game = self._game
        player = (self.player - 1) % game.players
        while game.out[player]:
            player = (player - 1) % game.players
        return player

    def _risk(self, points: int) -> str:
        """Returns how often the next roll busts, in words; "" while that is counted. `points` are the turn points
        before it.
        """
        keep = self.chosen if self.kind == CHOOSE else 0
        hold = self.held or self.chosen if self.kind == SECOND_CHANCE else 0
        chance = self.odds.chance(self._game, self.thrown_next(), keep, points, hold)
        game = self._game
        if not chance:
            return "last roll" if game.rolls + 1 == game.house_rules.most_rolls() else ""
        words = odds_text(*chance)
        if self.thrown_next() == game.all and chance[0]:
            price = game.house_rules.loss(game, WRECK) - game.house_rules.loss(game, BUST)
            priced = f"{words}: {points_text(-price)}"
            words = priced if price and len(priced) <= COLUMNS else words
        return words

    def _aim(self) -> "tuple[int, int]":
        """Returns what the player has to reach: one of the kinds of aim, and its number."""
        game = self._game
        beat = game.to_beat()
        score = game.scores[game.player]
        if beat >= 0:
            return BEAT, beat
        if not game.opened[game.player] and self.opening:
            return OPENING, self.opening
        missing = game.missing()
        if missing >= 0:
            return EXACT, missing
        to_pass = self._to_pass(score)
        if to_pass:
            return PASS, to_pass
        others = [game.scores[player] for player in range(game.players) if player != game.player]
        if not others:
            return TURN, game.turns[game.player] + 1
        return LEAD, score - max(others)

    def _to_pass(self, score: int) -> int:
        """Returns the fewest points that pass the target, for a score that only reaches it (TT-12); else 0."""
        game = self._game
        if not self.must_pass or score != self.target:
            return 0
        return min([row[1] for row in game.scorer.of_a_kind if row[1] > 0] or [1])

    def standing(self, seat: int) -> str:
        """Returns what to show of a player next to the score, such as busts in a row (DT-05); "" for nothing."""
        return self._game.house_rules.standing(self._game, seat)

    # What a press does

    def roll(self) -> "tuple[Action, ...]":
        """Returns the actions of ROLL: keep (or hold) what is chosen and throw the rest, or take up an offer and throw.

        Raises Illegal with the reason why ROLL does nothing.
        """
        legal = self._legal
        refusal = self._game.roll_refusal()
        if refusal:
            raise Illegal(refusal)
        if actions.TAKE in legal:
            return (actions.TAKE, None), (actions.ROLL, None)
        if actions.KEEP not in legal:
            return ((actions.ROLL, None),)
        if not self.chosen:
            raise Illegal(self.question)
        if self.worth == NOT_LEGAL:
            raise Illegal(self.hint)
        keep = (actions.KEEP, self.chosen)
        if not self._game.pending and self._game.can_call_after_keep():
            return (keep,)
        return keep, (actions.ROLL, None)

    def bank(self) -> "tuple[Action, ...]":
        """Returns the actions of BANK: refuse an offer and roll, accept a bust, or bank with what is chosen or the best
        keep.

        In games with calls, BANK refuses an offer without a roll, which can be called first. Returns () where BANK
        opens the list of calls. Raises Illegal with the reason why BANK does nothing.
        """
        for refusal in (actions.FRESH, actions.STOP):
            if refusal in self._legal:
                return ((refusal, None), (actions.ROLL, None)) if self.fresh_rolls() else ((refusal, None),)
        reason = self._bank_refusal()
        if reason and not self.can_call:
            raise Illegal(reason)
        if reason:
            return ()
        if self.chosen:
            return (actions.KEEP, self.chosen), (actions.BANK, None)
        return ((actions.BANK, None),)

    def fresh_rolls(self) -> bool:
        """Returns whether BANK refuses an offer and throws all dice at once."""
        return self.kind == OFFER and not self._game.can_call_after_keep()

    def can_choose(self, place: int) -> bool:
        """Returns whether the die at a place of the tray can be chosen or put back. Raises Illegal with the reason why
        not.
        """
        game = self._game
        if place >= 0 and game.stage == ROLLED and game.rolled >> place & 1:
            if self.held:
                raise Illegal("Roll the others")
            return True
        if self.offered:
            raise Illegal("ROLL or BANK")
        if place < 0:
            raise Illegal("No die there")
        raise Illegal("Kept dice stay" if game.kept >> place & 1 else "Roll first")

    def still_to_throw(self, seat: int) -> bool:
        """Returns whether a player still throws for the start (perhaps again, after a tie)."""
        return self.kind == START and bool(self._game.still_to_throw() >> seat & 1)

"""Whole games with random decisions as sessions with names and a log, and the scores after every turn."""

import json
from collections.abc import Sequence

from host_tests import random_play
from host_tests.game_fixture import NAMES
from host_tests.random_play import Lcg
from sixpip.app.games.session import Session, take_back
from sixpip.rules.core.engine import new_game


class NoDice:
    """Dice that must not be thrown."""

    def throw(self, dice: int) -> list[int]:
        raise AssertionError("dice are thrown")


class RandomSession(Session):
    """A session that plays itself. `curves` has the scores of each player as they were after each of their turns."""

    def __init__(
        self,
        variant: str,
        seed: int,
        players: int,
        rules: "dict[str, int | str] | None" = None,
        names: Sequence[str] = NAMES,
        seats: "list[int] | None" = None,
    ) -> None:
        """`seed`: of dice and decisions; `rules`: the house rules."""
        super().__init__(new_game(variant, rules or {}, players), list(names[:players]), styles=seats)
        self.curves = [[score] for score in self.game.scores]
        self._lcg = Lcg(seed)

    def play(self, most: int = random_play.MOST_ACTIONS, taken_back: int = 0) -> "RandomSession":
        """Plays to the end, for at most `most` actions; takes every `taken_back`th decision back (0: none)."""
        for count in range(1, most + 1):
            if not self.game.legal():
                break
            action = random_play.decide(self.game, self._lcg)
            self.undo = self.before((action,)) if taken_back and not count % taken_back else None
            player, turns = self.game.player, list(self.game.turns)
            if self.undo:
                record = json.dumps(self.game.record())
                self.apply(action, NoDice())
                take_back(self)
                assert json.dumps(self.game.record()) == record
                continue
            self.apply(action, self._lcg)
            if self.game.turns != turns:
                self.curves[player].append(self.game.scores[player])
        return self

"""The order of play: each player throws one high die, and tied players throw again among themselves (PH-02)."""

from sixpip.rules.game.errors import BadRecord
from sixpip.rules.game.validators import check_numbers
from sixpip.rules.phase_ten import dice

_NONE = -1


class StartOrder:
    """The throws for the order of play.

    `ranks`: the number of players ahead of each one so far; players of one rank are tied. `thrown`: the number that
    each has thrown in this round, -1 for none.
    """

    def __init__(self, players: int) -> None:
        """At first all players are tied."""
        self.ranks = [0] * players
        self.thrown = [_NONE] * players

    def tied(self, player: int) -> bool:
        """Whether another player has the same rank."""
        return self.ranks.count(self.ranks[player]) > 1

    def thrower(self) -> int:
        """The next to throw: the first of the tied players who has not thrown; -1 when the order is final."""
        for player in range(len(self.ranks)):
            if self.tied(player) and self.thrown[player] == _NONE:
                return player
        return -1

    def die(self, player: int) -> int:
        """The high die that a player throws: another one for each, so that all throws stay on the tiles."""
        return player % dice.HIGH

    def throw(self, player: int, number: int) -> None:
        """Notes a throw; when all the tied players have thrown, the ranks are computed again."""
        self.thrown[player] = number
        if self.thrower() >= 0:
            return
        ranks = list(self.ranks)
        tied = [self.tied(seat) for seat in range(len(ranks))]
        for one in range(len(ranks)):
            for other in range(len(ranks)):
                if tied[one] and self.ranks[other] == self.ranks[one] and self.thrown[other] > self.thrown[one]:
                    ranks[one] += 1
        self.ranks = ranks
        for seat in range(len(ranks)):
            if self.tied(seat):
                self.thrown[seat] = _NONE

    def seats(self) -> "list[int]":
        """The players in the order of play."""
        return sorted(range(len(self.ranks)), key=lambda player: self.ranks[player])

    def record(self) -> "list[list[int]]":
        """Ranks and throws, for `restore`."""
        return [list(self.ranks), list(self.thrown)]

    def restore(self, record: object) -> None:
        """Restores them from a record. Raises BadRecord."""
        players = len(self.ranks)
        if not isinstance(record, list) or len(record) != 2:
            raise BadRecord("The saved game has no valid throws for the start")
        self.ranks = check_numbers(record[0], players, 0, players - 1, "ranks")
        self.thrown = check_numbers(record[1], players, _NONE, 10, "throws")
        for rank in self.ranks:
            if len([other for other in self.ranks if other < rank]) != rank:
                raise BadRecord("The saved game has no order of play")

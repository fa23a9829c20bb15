"""Random but repeatable play: dice and choices of a small generator that comes out alike on every interpreter.

Written in the firmware's subset of Python: the same file runs under MicroPython.
"""

from sixpip.rules import actions, log
from sixpip.rules.game import Game


class Lcg:
    """A linear congruential generator that is dice as well."""

    def __init__(self, seed: int) -> None:
        self.state = seed & 0x7FFFFFFF

    def below(self, most: int) -> int:
        """A number from 0 to `most` - 1."""
        self.state = (self.state * 1103515245 + 12345) & 0x7FFFFFFF
        return (self.state >> 12) % most

    def throw(self, dice: int) -> "list[int]":
        """The faces of `dice` dice, from 0."""
        return [self.below(6) for _ in range(dice)]


def choose(game: Game, lcg: Lcg) -> "tuple[str, int | None]":
    """A legal action: any kind alike often, any legal keep alike often."""
    kinds = game.legal()
    kind = kinds[lcg.below(len(kinds))]
    if kind != actions.KEEP:
        return (kind, None)
    sheet = game.sheet
    found = sheet.score(game.key_of(game.rolled))
    keys = sorted([sheet.keys[i] for i in range(found)])
    return (kind, game.positions_of(keys[lcg.below(found)]))


def play(head: str, seed: int, most: int) -> "list[str]":
    """The log of a game of up to `most` actions, with its last state; `head` is such as "dice-10000 players=2"."""
    game = log.start(head.split())
    lcg = Lcg(seed)
    lines = [log.head(game)]
    while game.legal() and len(lines) <= most:
        action = choose(game, lcg)
        lines.append(log.line(game, action, game.apply(action, lcg)))
    record = game.record()
    for key in ("rules", "houses"):  # a dict has no order under MicroPython
        record[key] = [(name, record[key][name]) for name in sorted(record[key])]
    lines.append("# " + " ".join([key + "=" + str(record[key]) for key in sorted(record)]))
    return lines

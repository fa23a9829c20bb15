"""Repeatable random play: dice, house rules and choices from a small generator that is equal on all interpreters.

Written in the firmware's subset of Python: the same file runs under MicroPython.
"""

from sixpip.rules.core import actions, replay
from sixpip.rules.core.actions import bits
from sixpip.rules.core.engine import new_game
from sixpip.rules.core.errors import BadOption
from sixpip.rules.rulebook import options, variants
from sixpip.rules.rulebook.variants import PHASE
from sixpip.rules.ten_thousand.house_rules.calls import CALLS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    Game = Any  # of whichever engine plays the variant

MOST_ACTIONS = 2000
"""After that many actions a random game is stopped."""
_TARGETS = (500, 1000, 2500, 5000)


class Lcg:
    def __init__(self, seed: int) -> None:
        self.state = seed & 0x7FFFFFFF

    def below(self, most: int) -> int:
        """A number from 0 to `most` - 1."""
        self.state = (self.state * 1103515245 + 12345) & 0x7FFFFFFF
        return (self.state >> 12) % most

    def throw(self, dice: int) -> "list[int]":
        """The faces of `dice` dice, from 0."""
        return [self.below(6) for _ in range(dice)]


def choose(game: "Game", lcg: Lcg) -> "tuple[str, int | None]":
    """A legal action: every kind and every legal keep with the same probability."""
    kinds = game.legal()
    return _detailed(game, kinds[lcg.below(len(kinds))], lcg)


def decide(game: "Game", lcg: Lcg) -> "tuple[str, int | None]":
    """A legal action that leads to an end of the game: often a bank, mostly the best keep."""
    kinds = game.legal()
    if game.dice_set.kind == PHASE.kind:
        return _aim(game, lcg)
    if actions.BANK in kinds and lcg.below(8):
        return (actions.BANK, None)
    if actions.KEEP in kinds and not game.pending and lcg.below(4):
        return (actions.KEEP, game.best_keep())
    return choose(game, lcg)


def _aim(game: "Game", lcg: Lcg) -> "tuple[str, int | None]":
    """Mostly: sets aside the dice that make the phase or come nearest to it, throws the rest, stops when it is made."""
    if len(game.legal()) == 1 or not lcg.below(8):
        return choose(game, lcg)
    best = game.best()
    if best.points >= 0:
        return (actions.STOP, None)
    if game.kept & ~best.used:
        return (actions.BACK, game.kept & ~best.used)
    if best.used & ~game.kept:
        return (actions.KEEP, best.used & ~game.kept)
    return (actions.ROLL, None)


def _some_of(positions: int, lcg: Lcg) -> int:
    """One or more of some tray positions."""
    some = 0
    while not some:
        some = lcg.below(positions + 1) & positions
    return some


def _detailed(game: "Game", kind: str, lcg: Lcg) -> "tuple[str, int | None]":
    """An action of that kind with a random detail."""
    if kind == actions.CALL:
        return (kind, lcg.below(len(CALLS)))
    if kind == actions.BACK:
        return (kind, _some_of(game.kept, lcg))
    if kind == actions.KEEP and game.dice_set.kind == PHASE.kind:
        return (kind, _some_of(game.all & ~game.kept, lcg))
    if kind != actions.KEEP:
        return (kind, None)
    if game.pending:  # a second chance: two dice or more are held, not all
        held = 0
        while bits(held) < 2 or held == game.rolled:
            held = lcg.below(game.all + 1) & game.rolled
        return (kind, _leftmost(game, game.multiset_of(held), lcg))
    found = game.find_keeps()
    keys = sorted([game.scorer.keeps[i] for i in range(found)])
    return (kind, _leftmost(game, keys[lcg.below(found)], lcg))


def _leftmost(game: "Game", key: int, lcg: Lcg) -> int:
    """The leftmost dice of a multiset; sometimes another die replaces the marked one, as a player may choose."""
    places: int = game.positions_of(key)
    if places & 1 and game.dice_set.wild >= 0 and lcg.below(2):
        rolled = game.rolled
        game.rolled &= ~1
        places = game.positions_of(key) or places
        game.rolled = rolled
    return places


def house_rules(variant: str, lcg: Lcg, most: int = 8) -> "dict[str, int | str]":
    """Up to `most` house rules at random that go with the variant and with each other."""
    row: dict[str, int | str] = {}
    known = options.options_for(variants.variant_named(variant).dice_set.kind)
    for _ in range(1 + lcg.below(most)):
        option = known[lcg.below(len(known))]
        value = option.values[lcg.below(len(option.values))]
        if value == option.values[0] and lcg.below(2):
            value = option.values[-1]
        if option.key == "target":
            value = 500 if row.get("grow") == "yes" else _TARGETS[lcg.below(len(_TARGETS))]  # or games are very long
        elif option.span and (lcg.below(2) or variant == "five-cubes"):
            value = option.span[0] + option.span[2] * lcg.below(12)
        tried = dict(row)
        tried[option.key] = value
        if option.key == "grow" and value == "yes":
            tried["target"] = 500
        try:
            new_game(variant, tried)
            row = tried
        except BadOption:
            pass
    return row


def head(variant: str, seed: int) -> str:
    """The first line of random game number `seed`: by the variant's own rules when even, with others when odd."""
    lcg = Lcg(seed * 7919 + sum([ord(letter) for letter in variant]))
    lcg.below(2)
    row = house_rules(variant, lcg) if seed % 2 else {}
    words = ["game", variant, "players=" + str(1 + lcg.below(6))]
    words.append("start=" + str(new_game(variant, row).options["start"]))
    return " ".join(words + [key + "=" + str(row[key]) for key in sorted(row) if key != "start"])


def game_lines(variant: str, seed: int) -> "list[str]":
    """The lines of random game number `seed`: its first line, its log, its last state."""
    first = head(variant, seed)
    return [first] + play(first[len("game ") :], seed)


def play(head: str, seed: int, most: int = MOST_ACTIONS) -> "list[str]":
    """The log of a game of up to `most` actions, with its last state; `head` is such as "dice-10000 players=2"."""
    game = replay.start(head.split())
    lcg = Lcg(seed)
    lines = [replay.head(game)]
    while game.legal() and len(lines) <= most:
        action = decide(game, lcg)
        lines.append(game.log_line(action, game.apply(action, lcg)))
    lines.append("# " + state(game))
    return lines


def state(game: "Game") -> str:
    """The record of a game in one line that is equal on both interpreters: dicts have no order in MicroPython."""
    record = game.record()
    for key in ("rules", "house_rules"):
        if key in record:
            record[key] = [(name, record[key][name]) for name in sorted(record[key])]
    return " ".join([key + "=" + str(record[key]) for key in sorted(record)])

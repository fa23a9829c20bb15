"""Plays a new playthrough: choices and dice at random, so that what is rare happens often, and the game is short."""

import re
from collections.abc import Iterator, Sequence
from typing import Any

from host_tests import playthrough, random_play
from host_tests.random_play import Lcg
from sixpip.rules.core.errors import BadLine, Illegal
from sixpip.rules.phase_ten.best_use import BestUse
from sixpip.rules.rulebook.options import Option
from sixpip.rules.rulebook.variants import PHASE

MOST_LINES = 400
"""A playthrough is short enough for a review."""
OVER = " wins, scores "
"""In the last line of a game that is over."""
_EVENT = re.compile(r"  (\w+): (?:player \d|nobody)[^()]*(?:\((.*)\))?$")
_FEWEST_LINES = 150
_SEEDS = 200
_MOST_SEEDS = 20000
_THROWS = 25
"""In Phase 10 that many throws are tried, and the one that comes nearest to the phase is taken."""


class LoadedDice:
    """A third of the throws are rare with fair dice: few different faces, pairs, or all faces."""

    def __init__(self, lcg: Lcg) -> None:
        self.lcg = lcg

    def throw(self, dice: int) -> list[int]:
        """Returns the faces of `dice` dice, from 0."""
        pattern, first = self.lcg.below(16), self.lcg.below(6)
        if pattern == 0:
            return [(first + place) % 6 for place in range(dice)]
        if pattern == 1:
            return [(first + place // 2) % 6 for place in range(dice)]
        if pattern < 5:
            faces = self.lcg.throw(pattern - 1)
            return [faces[self.lcg.below(len(faces))] for _ in range(dice)]
        return self.lcg.throw(dice)


class LuckyDice:
    """Loaded dice for a game of Phase 10: the best of several throws."""

    def __init__(self, game: Any, dice: LoadedDice) -> None:
        self.game, self.dice = game, dice

    def throw(self, dice: int) -> list[int]:
        """Returns the faces of `dice` dice, from 0."""
        if self.game.start:
            return self.dice.throw(dice)
        return min([self.dice.throw(dice) for _ in range(_THROWS)], key=self._short)

    def _short(self, thrown: list[int]) -> int:
        """Returns how many dice are missing to the phase with these faces."""
        game, left = self.game, iter(thrown)
        free = game.throws()
        faces = bytes(next(left) if free >> place & 1 else game.faces[place] for place in range(game.dice))
        use = BestUse()
        use.find(faces, game.phases[game.player], game.kept)
        return use.short


def played(first_line: str, choices: Sequence[str], seed: int) -> list[str]:
    """Returns the choices of a game: the given ones as long as they are legal, then others by the seed."""
    game, lcg = playthrough.begin(first_line), Lcg(seed)
    loaded = LoadedDice(lcg)
    dice = LuckyDice(game, loaded) if game.dice_set.kind == PHASE.kind else loaded
    made: list[str] = []
    try:
        for choice in choices:
            playthrough.step(game, choice)
            made.append(choice)
    except (BadLine, Illegal):
        pass
    while game.legal() and len(made) < MOST_LINES // 4:
        action = _choose(game, lcg)
        made.append(game.log_line(action, game.apply(action, dice)))
    return made


def _choose(game: Any, lcg: Lcg) -> tuple[str, int | None]:
    """A legal action; often one that leads to an end of the game, and more often in the long games of Phase 10."""
    to_end = 4 if game.dice_set.kind == PHASE.kind else 2
    return random_play.decide(game, lcg) if lcg.below(6) < to_end else random_play.choose(game, lcg)


def text_of(first_line: str, choices: Sequence[str]) -> list[str]:
    """Returns the lines of the playthrough with these choices."""
    return playthrough.head_lines(playthrough.begin(first_line)) + playthrough.steps(first_line, list(choices))


def new_text(first_line: str) -> list[str]:
    """Returns a playthrough to the end of the game, in which each option that the line names has an effect.

    The target need not have one: it is named to shorten the game. Of the games of some seeds it is the one in which
    most options have an effect, those of the variant, too, and then the one with the most different actions and events.
    """
    named = {word.partition("=")[0] for word in first_line.split()[2:]} - {"target"}
    changed = playthrough.changed_options(playthrough.begin(first_line))
    options = [option for option in changed if without(first_line, option)]
    best: list[str] = []
    most = (-1, 0)
    for seed in range(_MOST_SEEDS):
        if best and seed >= _SEEDS:
            break
        choices = played(first_line, (), seed)
        text = text_of(first_line, choices)
        if _FEWEST_LINES <= len(text) <= MOST_LINES and OVER in text[-1]:
            shown = [option.key for option in options if has_effect(first_line, option, choices)]
            rank = len(shown), len({*happened(text), *(choice.split()[0] for choice in choices)})
            if rank > most and all(option.key in shown for option in options if option.key in named):
                best, most = text, rank
    assert best, f"{first_line}: no short game shows all its house rules, so name fewer of them in one line"
    return best


def happened(text: list[str]) -> Iterator[tuple[str, str]]:
    """Yields the kind and the reason of each event in a playthrough."""
    for line in text:
        if event := _EVENT.match(line):
            yield event[1], event[2] or ""


def without(first_line: str, option: Option) -> str:
    """Returns the first line without the house rule of an option; "" where another house rule needs it."""
    others = [word for word in first_line.split() if not word.startswith(f"{option.key}=")]
    plain = " ".join([*others, f"{option.key}={option.values[0]}"])
    try:
        playthrough.begin(plain)
    except BadLine:
        return ""
    return plain


def has_effect(first_line: str, option: Option, choices: Sequence[str]) -> bool:
    """Whether other actions are legal or other events happen in a playthrough without the house rule of an option."""
    plain = without(first_line, option)
    return bool(plain) and _outcome(plain, choices) != _outcome(first_line, choices)


def _outcome(first_line: str, choices: Sequence[str]) -> list[str]:
    """Returns a playthrough without what is shown of players next to their scores."""
    return [line for line in playthrough.steps(first_line, list(choices)) if not line.startswith("  player ")]


def shown_values(option: Option) -> Iterator[tuple[str | int, ...]]:
    """Yields groups of values of which one must have an effect: each word, and all numbers; not the first value."""
    rest = option.values[1:]
    yield from ((value,) for value in rest if isinstance(value, str))
    numbers = tuple(value for value in rest if not isinstance(value, str))
    if numbers:
        yield numbers

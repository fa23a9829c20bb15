"""Describes a game with what each decision cost, and rates its players: `python -m tools.play.rules replay LINK`."""

from decimal import ROUND_HALF_UP, Decimal

from sixpip.rules.core import replay as logs
from tools.play.rules import replay
from tools.play.share import codec, judge

PAGE = "game.html"
SAME = "Master would do the same"
_NOTHING = 0.05
"""Smaller losses are printed as 0.0."""


def describe(text: str, write: replay.Print) -> None:
    """Describes the game of a log with calls of `write`. Raises BrokenLog, BadLine."""
    lines = codec.lines_of(text)
    replay.describe("\n".join(lines), lambda line: None)  # a log that is broken is refused before it is judged
    game = logs.start(lines[0].split()[1:])
    numbers = [number for number, line in enumerate(lines, 1) if number > 2 and not line.startswith("#")]
    steps = [step for step in judge.review(game, [lines[number - 1] for number in numbers]) if step]
    made = {number: step.decision for number, step in zip(numbers, steps, strict=True) if step.decision}
    replay.describe("\n".join(lines), write, {number: note_of(decision) for number, decision in made.items()})
    names = replay.names_in(lines[1:2], game.players)
    for line in in_words(names, steps, game):
        write(line)


def note_of(decision: judge.Decision) -> str:
    """What Master would have done, and what the choice of the player cost."""
    if decision.loss < _NOTHING:
        return SAME
    return f"Master: {decision.best}; this cost about {tenths(decision.loss)}"


def tenths(loss: float) -> str:
    """A loss with one decimal, a half rounded up as in the page (`toFixed` of JavaScript)."""
    return str(Decimal(loss).quantize(Decimal("0.1"), ROUND_HALF_UP))


def in_words(names: list[str], steps: list[judge.Step], game: object) -> list[str]:
    """The ratings of all players, and their luck where it is known."""
    decisions = [step.decision for step in steps if step.decision]
    if not decisions:
        return ["No decision could be rated."]
    lines = ["", f"Error rating: the mean loss of a decision, in {judge.unit_of(game)}; 0 is perfect."]
    for name, (count, mean) in zip(names, judge.ratings(decisions, len(names)), strict=True):
        lines.append(
            f"{name}: about {tenths(mean)} in {count} decision{'' if count == 1 else 's'}" if count else f"{name}: none"
        )
    if any(step.luck is not None for step in steps):
        lines += ["", f"Luck and skill: what the dice gave and the choices cost in all, in {judge.unit_of(game)}."]
        lines += [balance_in_words(*both) for both in zip(names, judge.balances(steps, len(names)), strict=True)]
    return lines


def balance_in_words(name: str, balance: tuple[float, float]) -> str:
    """What the dice gave a player and the choices cost, such as "ANNA: dice +225, choices -21"."""
    luck, cost = (round(points) for points in balance)
    return f"{name}: dice {luck:+}, choices {-cost}"

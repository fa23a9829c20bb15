"""Describes a game with what each decision cost, and rates its players: `python -m tools.play.rules replay LINK`."""

from sixpip.rules.menus import replay as logs
from tools.play.rules import replay
from tools.play.share import codec, judge

PAGE = "game.html"
SAME = "the coach would do the same"
_NOTHING = 0.05
"""Smaller losses are printed as 0.0."""


def describe(text: str, write: replay.Print) -> None:
    """Describes the game of a log with calls of `write`. Raises BrokenLog, BadLine."""
    head, names, *actions = codec.lines_of(text)
    actions = [line for line in actions if not line.startswith("#")]
    lines = [head, names, *actions]
    replay.describe("\n".join(lines), lambda line: None)  # a log that is broken is refused before it is judged
    game = logs.start(head.split()[1:])
    steps = [step for step in judge.review(game, actions) if step]
    notes = {number: note_of(step.decision) for number, step in enumerate(steps, 3) if step.decision}
    replay.describe("\n".join(lines), write, notes)
    for line in in_words(
        replay.names_in([names], game.players), [step.decision for step in steps if step.decision], game
    ):
        write(line)


def note_of(decision: judge.Decision) -> str:
    """What the coach would have done, and what the choice of the player cost."""
    if decision.loss < _NOTHING:
        return SAME
    return f"the coach: {decision.best}; this cost {decision.loss:.1f}"


def in_words(names: list[str], decisions: list[judge.Decision], game: object) -> list[str]:
    """The ratings of all players."""
    if not decisions:
        return ["No decision could be rated."]
    lines = ["", f"Error rating: the mean loss of a decision, in {judge.unit_of(game)}; 0 is perfect."]
    for name, (count, mean) in zip(names, judge.ratings(decisions, len(names)), strict=True):
        lines.append(f"{name}: {mean:.1f} in {count} decision{'' if count == 1 else 's'}" if count else f"{name}: none")
    return lines

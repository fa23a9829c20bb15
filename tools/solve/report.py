"""All figures of one game, as an object for JSON and as text."""

from collections.abc import Callable
from typing import Any

from tools.solve import advice, points
from tools.solve.cache import Cache
from tools.solve.duel import Duel, solve_duel
from tools.solve.graph import options_of
from tools.solve.model import SOLVED_ENDS, Model
from tools.solve.solo import Alone, fewest_turns

Steps = Callable[[int, int], None]


def bust_chances(model: Model, marked: bool = True) -> list[float]:
    """The chance that a roll of 1, 2, ... dice busts; `marked`: with the marked die among them, if there is one."""
    dice = int(model.options["dice"])
    numbers = [model.graph.plain(count, marked) for count in range(1, dice + 1)]
    return [model.graph.bust_chance(number) for number in numbers if number >= 0]


def best_single_roll(model: Model) -> float:
    """The expected points of the best keep of a first roll."""
    classes = model.graph.modes[0][0]
    ways = sum(one.ways for one in classes)
    return sum(one.ways * max((option[0] for option in options_of(one)), default=0) for one in classes) / ways


def alone(model: Model, cache: Cache, progress: Steps | None = None) -> Alone:
    """The fewest turns alone, from the cache if they are there."""
    return Alone(cache.table(model, "alone", lambda: fewest_turns(model, progress).turns), model.step)


def duel(model: Model, cache: Cache, progress: Steps | None = None) -> Duel:
    """The chances of two players, from the cache if they are there."""
    return Duel(cache.table(model, "duel", lambda: solve_duel(model, progress).win), model.step)


def turn_figures(model: Model) -> dict[str, Any]:
    """The figures of single turns: bust chances and expected points."""
    figures: dict[str, Any] = {"bust": bust_chances(model)}
    if model.with_sun:
        figures["bust_unmarked"] = bust_chances(model, marked=False)
    figures["best_single_roll"] = best_single_roll(model)
    figures["turn"] = points.turn(model).expected
    figures["first_turn"] = points.turn(model, opened=False).expected
    figures["long_run"] = points.long_run(model).expected
    return figures


def figures_of(model: Model, cache: Cache, progress: Callable[[str], Steps], with_duel: bool) -> dict[str, Any]:
    """All figures. `progress` gives the callback for the bar with some title."""
    figures: dict[str, Any] = {"variant": model.variant.name, "rules": dict(model.row), "step": model.step}
    figures.update(turn_figures(model))
    figures["fewest_turns"] = alone(model, cache, progress("alone")).expected
    if with_duel and model.options["end"] in SOLVED_ENDS:
        figures["first_player_wins"] = duel(model, cache, progress("two players")).first_player
    figures["approximate"] = model.approximate()
    return figures


def advice_of(model: Model, faces: list[str], turn_points: int) -> dict[str, Any]:
    """The keeps of a roll, the best first."""
    keeps = advice.best_keeps(model, points.turn(model), faces, turn_points)
    listed = [{"keep": one.faces, "points": one.points, "then": one.then, "expected": one.expected} for one in keeps]
    return {"roll": faces, "turn_points": turn_points, "keeps": listed}


_TITLES = {
    "best_single_roll": "best keep of a first roll, expected points",
    "turn": "expected points of a turn, on the table",
    "first_turn": "expected points of a turn, before the opening",
    "long_run": "points a turn in the long run",
    "fewest_turns": "fewest expected turns alone to the target",
    "first_player_wins": "two players: the first one wins",
}


def as_text(figures: dict[str, Any]) -> str:
    """The figures as lines of text."""
    lines = []
    for key, title in (("bust", "chance to bust"), ("bust_unmarked", "without the marked die")):
        if key in figures:
            shown = "  ".join(f"{count}: {chance:.3%}" for count, chance in enumerate(figures[key], 1))
            lines.append(f"{title} with 1, 2, ... dice: {shown}")
    lines += [f"{title}: {figures[key]:.6f}" for key, title in _TITLES.items() if key in figures]
    if "roll" in figures:
        lines.append(f"roll {' '.join(figures['roll'])} at {figures['turn_points']} turn points:")
        lines += [_keep_line(keep) for keep in figures["keeps"]] or ["  bust: nothing scores"]
    lines += [f"approximate: {text}" for text in figures.get("approximate", [])]
    return "\n".join(lines)


def _keep_line(keep: dict[str, Any]) -> str:
    return f"  keep {' '.join(keep['keep'])} for {keep['points']}, then {keep['then']}: {keep['expected']:.3f}"

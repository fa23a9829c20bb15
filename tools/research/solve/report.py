"""All figures of one game, as an object for JSON and as text, and the tables of tools/research/solve/README.md.

`python -m tools.research.solve --page` computes the tables.
"""

from collections.abc import Callable
from functools import partial
from typing import Any

from sixpip.rules.rulebook.variants import PHASE, VARIANTS
from tools import ROOT
from tools.publish import markdown
from tools.research.solve import advice, pick_up, points
from tools.research.solve.cache import Cache
from tools.research.solve.duel import Duel, check, solve_duel
from tools.research.solve.duel_turns import DuelTurns, position_of
from tools.research.solve.graph import Bars, Progress, RollClass, options_of
from tools.research.solve.model import SOLVED_ENDS, Model
from tools.research.solve.points import Alone, Turn, fewest_turns
from tools.research.solve.probe import End, SolveError

_DIGITS = 8


def _plain_rolls(model: Model, marked: bool = True) -> list[int]:
    """The situations before a roll of 1, 2, ... dice; `marked`: with the marked die among them, if there is one."""
    counts = range(1, int(model.options["dice"]) + 1)
    return [number for number in [model.graph.plain(count, marked) for count in counts] if number >= 0]


def bust_chances(model: Model, marked: bool = True) -> list[float]:
    """The chance that a roll of 1, 2, ... dice busts."""
    return [model.graph.bust_chance(number) for number in _plain_rolls(model, marked)]


def distributions(model: Model) -> list[list[dict[str, Any]]]:
    """For rolls of 1, 2, ... dice all that they can show: the chance, and the useful keeps or the end of the turn."""
    return [_distribution(model, number) for number in _plain_rolls(model)]


def _distribution(model: Model, number: int) -> list[dict[str, Any]]:
    classes = model.graph.modes[number][0]
    ways = sum(one.ways for one in classes)
    return [{"chance": one.ways / ways, **_what_follows(model, one)} for one in classes]


def _what_follows(model: Model, one: RollClass) -> dict[str, Any]:
    if isinstance(one.choice, End):
        return {"end": _end_name(one.choice)}
    left = [model.graph.situations[option[1]].left for option in one.choice]
    return {"keeps": [{"points": option[0], "left": dice, "bank": option[2]} for option, dice in zip(one.choice, left)]}


def _end_name(end: End) -> str:
    return "win" if end.wins else "out" if end.out else "canceled" if end.cancels else "bust"


def roll_values(model: Model, turn: Turn) -> list[list[float]]:
    """The expected points of the turn before a roll, by turn points in steps up to the target and by dice."""
    numbers = [2 * number for number in _plain_rolls(model)]
    found: list[list[float]] = turn.value[: model.goal + 1, numbers].round(_DIGITS).tolist()
    return found


def best_single_roll(model: Model) -> float:
    """The expected points of the best keep of a first roll."""
    classes = model.graph.modes[0][0]
    ways = sum(one.ways for one in classes)
    return sum(one.ways * max((option[0] for option in options_of(one)), default=0) for one in classes) / ways


def alone(model: Model, cache: Cache, progress: Progress | None = None) -> Alone:
    """The fewest turns alone, from the cache if they are there."""
    return Alone(cache.table(model, "alone", lambda: fewest_turns(model, progress).turns), model.step)


def duel(model: Model, cache: Cache, progress: Progress | None = None) -> Duel:
    """The chances of two players, from the cache if they are there."""
    if model.takes_up:
        offers = cache.table(model, "pick-up", lambda: pick_up.solve(model, progress))
        return Duel(offers[None, None, None, :, :, 0, 0].astype(float), model.step, offers)
    return Duel(cache.table(model, "duel", lambda: solve_duel(model, progress).win), model.step, zero=model.zero)


def turn_figures(model: Model) -> dict[str, Any]:
    """The figures of single turns: bust chances and expected points."""
    figures: dict[str, Any] = {"bust": bust_chances(model)}
    if model.with_sun:
        figures["bust_unmarked"] = bust_chances(model, marked=False)
    figures["best_single_roll"] = best_single_roll(model)
    turn = points.turn(model)
    figures["turn"] = turn.expected
    figures["first_turn"] = points.turn(model, opened=False).expected
    figures["long_run"] = points.long_run(model).expected
    figures["values"] = roll_values(model, turn)
    figures["rolls"] = distributions(model)
    return figures


def figures_of(model: Model, cache: Cache, progress: Bars, with_duel: bool) -> dict[str, Any]:
    """All figures; `with_duel`: also of two players. `progress` gives the callback for the bar with some title.

    Raises SolveError for a game that cannot be solved.
    """
    if with_duel:
        check(model)
    figures: dict[str, Any] = {"variant": model.variant.name, "rules": dict(model.row), "step": model.step}
    figures.update(turn_figures(model))
    figures["fewest_turns"] = alone(model, cache, progress("alone")).expected
    if with_duel:
        solved = duel(model, cache, progress("two players"))
        figures["first_player_wins"] = solved.first_player
        figures["win"] = solved.win[0, 0, 0].round(_DIGITS).tolist()
    figures["approximate"] = model.approximate()
    return figures


def chance_of(model: Model, cache: Cache, progress: Progress, own: int, other: int) -> dict[str, Any]:
    """The chance of the player to move to win with these scores. Raises SolveError for scores that do not exist."""
    at = position_of(model, own, other)
    return {
        "scores": [own, other],
        "player_to_move_wins": DuelTurns(model, duel(model, cache, progress)).turn(at).expected,
    }


def advice_of(model: Model, cache: Cache, faces: list[str], turn_points: int) -> dict[str, Any]:
    """The keeps of a roll, the best first, by the expected points."""
    solved = points.turn_of_values(model, cache.table(model, "turn", lambda: points.turn(model).value))
    roll = advice.read_roll(model, faces, turn_points)
    most = len(solved.value) // 2 - 1
    if turn_points // model.step > most:
        raise SolveError(f"--turn {turn_points} is too large: the most is {most * model.step}.")
    return _keeps_of(model, solved, faces, roll, "expected")


def _keeps_of(model: Model, solved: Turn, faces: list[str], roll: advice.Roll, worth: str) -> dict[str, Any]:
    """The keeps of a roll; `worth`: the key of what the turn is then worth."""
    figures: dict[str, Any] = {"roll": faces, "turn_points": roll.turn_points, "keeps": []}
    keeps = advice.best_keeps(model, solved, roll)
    if isinstance(keeps, End):
        return {**figures, "end": _end_name(keeps)}
    figures["keeps"] = [
        {"hold" if one.held else "keep": one.faces, "points": one.points, "then": one.then, worth: one.expected}
        for one in keeps
    ]
    return figures


def choices_of(
    model: Model,
    cache: Cache,
    progress: Progress,
    scores: tuple[int, int],
    faces: list[str],
    turn_points: int,
    with_players: bool,
) -> dict[str, Any]:
    """The keeps of a roll of two players, by the chance to win; `with_players`: and the choices of the console.

    Raises SolveError for a position that is not possible.
    """
    at = position_of(model, *scores)
    roll = advice.read_roll(model, faces, turn_points, at.own > 0)
    if not turn_points and len(faces) < int(model.options["dice"]):
        raise SolveError(f"Before a roll of {len(faces)} dice others were kept: add --turn and their points.")
    turn = DuelTurns(model, duel(model, cache, progress)).turn(at)
    figures = {"scores": list(scores), **_keeps_of(model, turn, faces, roll, "wins")}
    if with_players and figures["keeps"]:
        coach = advice.coach_choice(model, turn, at, roll)
        figures["master"] = advice.master_choice(model, turn, at, roll)._asdict()
        figures["coach"] = coach._asdict() if coach else None
    return figures


_ENDS = {
    "bust": "bust: nothing scores",
    "win": "the player wins the game",
    "out": "the player is out of the game",
    "canceled": "the whole score is lost",
}


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
    if "player_to_move_wins" in figures:
        own, other = figures["scores"]
        lines.append(f"two players: {own} points, to move, against {other}: {figures['player_to_move_wins']:.6f}")
    if "roll" in figures:
        scores = "{} points against {}, ".format(*figures["scores"]) if "scores" in figures else ""
        lines.append(f"{scores}roll {' '.join(figures['roll'])} at {figures['turn_points']} turn points:")
        lines += [_keep_line(keep) for keep in figures["keeps"]] or [f"  {_ENDS[figures['end']]}"]
    lines += [_choice_line(key, figures[key]) for key in ("master", "coach") if key in figures]
    lines += [f"approximate: {text}" for text in figures.get("approximate", [])]
    return "\n".join(lines)


def _keep_line(keep: dict[str, Any]) -> str:
    if "hold" in keep:
        what = f"hold {' '.join(keep['hold'])}, roll the others"
    elif keep["keep"]:
        what = f"keep {' '.join(keep['keep'])} for {keep['points']}, then {keep['then']}"
    else:
        what = f"{keep['points']} points, throw again"
    return f"  {what}: {keep['wins']:.6f}" if "wins" in keep else f"  {what}: {keep['expected']:.3f}"


def _choice_line(name: str, choice: dict[str, Any] | None) -> str:
    if choice is None:
        return f"{name}: no advice"
    kept = f"keep {' '.join(choice['keep'])}, then " if choice["keep"] else ""
    return f"{name}: {kept}{choice['then']}: loses {choice['loss']:.6f}"


PAGE = ROOT / "tools" / "research" / "solve" / "README.md"


def _models() -> list[Model]:
    return [Model(variant.name) for variant in VARIANTS if variant.dice_set is not PHASE]


def turns_table() -> str:
    """The table of turns: points and bust chances."""
    head = ["variant", "turn", "first turn", "long run", *(f"bust {count}" for count in range(1, 8))]
    return markdown.table(head, [_turns_row(model, len(head)) for model in _models()])


def _turns_row(model: Model, columns: int) -> list[str]:
    figures = turn_figures(model)
    shown = [f"`{model.variant.name}`"]
    shown += [f"{figures[key]:.3f}" for key in ("turn", "first_turn", "long_run")]
    shown += [f"{chance:.3%}" for chance in figures["bust"]]
    return shown + [""] * (columns - len(shown))


def _is_slow(model: Model) -> bool:
    """Whether two players take longest: with counts of bad turns, or seven dice."""
    return model.counts > 1 or model.options["dice"] == 7


def games_table(cache: Cache, bars: Bars, slow_too: bool) -> str:
    """The table of whole games: turns alone, and the chance of the first of two players.

    `slow_too`: also of games that take longest; otherwise only if the cache has them.
    """
    rows = []
    for model in _models():
        name = model.variant.name
        turns = alone(model, cache, bars(f"{name} alone")).expected
        wins = "not solved"
        if _is_slow(model) and not slow_too and not cache.has(model, "duel"):
            wins = "not computed: `--page --duel`"
        elif model.options["end"] in SOLVED_ENDS:
            wins = f"{duel(model, cache, bars(f'{name} two players')).first_player:.6f}"
        rows.append([f"`{name}`", f"{turns:.4f}", wins, "; ".join(model.approximate())])
    return markdown.table(["variant", "fewest turns", "first player wins", "approximate"], rows)


def update(cache: Cache, bars: Bars, slow_too: bool) -> None:
    """Computes the tables and writes the page."""
    parts: dict[str, Callable[[], str]] = {"turns": turns_table, "games": partial(games_table, cache, bars, slow_too)}
    markdown.update_file(PAGE, parts)

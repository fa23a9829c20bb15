"""The figures of three players, as an object for JSON and as text, and the table of THREE_PLAYERS.md."""

from functools import partial
from typing import Any

from tools import ROOT
from tools.publish import markdown
from tools.research.solve.cache import Cache
from tools.research.solve.duel_turns import check_score
from tools.research.solve.graph import Bars
from tools.research.solve.model import Model
from tools.research.solve.three_players import ThreePlayers, check, is_solved, solve_three
from tools.research.solve.three_players_master import MasterMatch, plays

PAGE = ROOT / "tools" / "research" / "solve" / "THREE_PLAYERS.md"
TARGETS = (500, 1000, 1500, 2000, 3000, 5000, 10000)
"""The rows of the table, for `pure`."""
_AT_ONCE = 2000
"""The highest target that the page is computed for; above it the cache must have the game."""
_MISSING = "not computed"


def _solved(model: Model, cache: Cache, bars: Bars) -> ThreePlayers:
    check(model)
    return solve_three(model, cache, bars("three players"))


def _master(model: Model, solved: ThreePlayers, cache: Cache, bars: Bars) -> dict[str, Any]:
    """What Master wins in each seat, and on average."""
    seats = MasterMatch(model, solved).wins(cache, bars("Master"))
    return {"seats": seats, "mean": sum(seats) / 3}


def figures_of(model: Model, cache: Cache, bars: Bars) -> dict[str, Any]:
    """The chances of the three seats, and what Master wins in them, if that is computed for the game.

    Raises SolveError for a game that is not solved for three players.
    """
    solved = _solved(model, cache, bars)
    figures: dict[str, Any] = {"variant": model.variant.name, "rules": dict(model.row), "step": model.step}
    figures["seats_win"] = solved.chances(0, 0, 0)
    if plays(model):
        figures["master_wins"] = _master(model, solved, cache, bars)
    return figures


def chances_of(model: Model, cache: Cache, bars: Bars, scores: list[int]) -> dict[str, Any]:
    """The chances of the player to move, the next and the third one. Raises SolveError for scores that do not exist."""
    for score in scores:
        check_score(model, score, model.goal - 1)
    return {"scores": scores, "players_win": _solved(model, cache, bars).chances(*scores)}


def as_text(figures: dict[str, Any]) -> str:
    """The figures as lines of text."""
    if "scores" in figures:
        points = " against {} and {}".format(*figures["scores"][1:])
        return f"three players: {figures['scores'][0]} points, to move,{points}: {_listed(figures['players_win'])}"
    lines = [f"three players: the seats win {_listed(figures['seats_win'])}"]
    if "master_wins" in figures:
        master = figures["master_wins"]
        lines.append(f"Master against two of them: {_listed(master['seats'])}, on average {master['mean']:.6f}")
    return "\n".join(lines)


def _listed(chances: list[float]) -> str:
    return ", ".join(f"{chance:.6f}" for chance in chances)


def table(cache: Cache, bars: Bars) -> str:
    """The table of `pure` with several targets. A row that the cache does not have stays as it is on the page."""
    head = ["target", "first", "second", "third", "Master first", "second", "third", "on average"]
    lines = PAGE.read_text(encoding="utf-8").splitlines()
    on_page = {row[0]: row for row in ([cell.strip() for cell in line.split("|")[1:-1]] for line in lines) if row}
    rows = [table_row(target, cache, bars) for target in TARGETS]
    return markdown.table(head, [on_page.get(row[0], row) if _MISSING in "".join(row) else row for row in rows])


def table_row(target: int, cache: Cache, bars: Bars) -> list[str]:
    """The row of a target."""
    model = Model("pure", {"target": target})
    missing = f"{_MISSING}: `pure target={target} --players 3`"
    at_once = target <= _AT_ONCE
    if not at_once and not is_solved(model, cache):
        return [str(target), missing, *[""] * 6]
    solved = _solved(model, cache, bars)
    row = [str(target), *map(_percent, solved.chances(0, 0, 0))]
    match = MasterMatch(model, solved)
    if not at_once and not match.is_solved(cache):
        return [*row, missing, *[""] * 3]
    seats = match.wins(cache, bars("Master"))
    return [*row, *map(_percent, seats), _percent(sum(seats) / 3)]


def _percent(chance: float) -> str:
    return f"{100 * chance:.3f}"


def update(cache: Cache, bars: Bars) -> None:
    """Computes the table and writes the page."""
    parts = {"three-players": partial(table, cache, bars)}
    markdown.update_file(PAGE, parts)

"""The tables of tools/research/solve/README.md: `python -m tools.research.solve --page` computes them."""

from collections.abc import Callable
from functools import partial

from sixpip.rules.setup.variants import PHASE, VARIANTS
from tools import ROOT
from tools.publish import markdown
from tools.research.solve import report
from tools.research.solve.cache import Cache
from tools.research.solve.model import SOLVED_ENDS, Model

PAGE = ROOT / "tools" / "research" / "solve" / "README.md"
Bars = Callable[[str], report.Steps]
"""Gives the callback for a progress bar with some title."""


def _models() -> list[Model]:
    return [Model(variant.name) for variant in VARIANTS if variant.dice_set is not PHASE]


def turns_table() -> str:
    """The table of turns: points and bust chances."""
    head = ["variant", "turn", "first turn", "long run", *(f"bust {count}" for count in range(1, 8))]
    return markdown.table(head, [_turns_row(model, len(head)) for model in _models()])


def _turns_row(model: Model, columns: int) -> list[str]:
    figures = report.turn_figures(model)
    shown = [f"`{model.variant.name}`"]
    shown += [f"{figures[key]:.3f}" for key in ("turn", "first_turn", "long_run")]
    shown += [f"{chance:.3%}" for chance in figures["bust"]]
    return shown + [""] * (columns - len(shown))


def _is_slow(model: Model) -> bool:
    """Whether two players take many minutes: with counts of bad turns, or seven dice."""
    return model.counts > 1 or model.options["dice"] == 7


def games_table(cache: Cache, bars: Bars, slow_too: bool) -> str:
    """The table of whole games: turns alone, and the chance of the first of two players.

    `slow_too`: also of games that take many minutes; otherwise only if the cache has them.
    """
    rows = []
    for model in _models():
        name = model.variant.name
        turns = report.alone(model, cache, bars(f"{name} alone")).expected
        wins = "not solved"
        if _is_slow(model) and not slow_too and not cache.has(model, "duel"):
            wins = "not computed: `--page --duel`"
        elif model.options["end"] in SOLVED_ENDS:
            wins = f"{report.duel(model, cache, bars(f'{name} two players')).first_player:.6f}"
        rows.append([f"`{name}`", f"{turns:.4f}", wins, "; ".join(model.approximate())])
    return markdown.table(["variant", "fewest turns", "first player wins", "approximate"], rows)


def update(cache: Cache, bars: Bars, slow_too: bool) -> None:
    """Computes the tables and writes the page."""
    parts: dict[str, Callable[[], str]] = {"turns": turns_table, "games": partial(games_table, cache, bars, slow_too)}
    markdown.update_file(PAGE, parts)

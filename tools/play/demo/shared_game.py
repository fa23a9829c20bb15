"""A shared game for game.html, in MicroPython: game.js calls `open_log`, then `judge_on` until it returns ratings.

Both return JSON. In the page judge.py of tools/play/share is a module next to this one.
"""

import json

from sixpip.app.house_rules.rule_choice import RulesInForce
from sixpip.compat import ticks_diff
from sixpip.rules.core import replay
from sixpip.rules.core.actions import OVER
from sixpip.rules.core.errors import BadLine, BadOption, Illegal, sentence
from sixpip.rules.core.events import THREW
from sixpip.rules.rulebook.variants import PIPS

try:
    import game_of_the_day  # type: ignore[import-not-found]
    import judge  # type: ignore[import-not-found]
    from step_text import words_of_step  # type: ignore[import-not-found]

    from sixpip.compat import ticks_ms
except ImportError:  # on the host
    from time import monotonic_ns

    from tools.play.demo import game_of_the_day
    from tools.play.demo.step_text import words_of_step
    from tools.play.share import judge

    def ticks_ms() -> int:
        """Returns milliseconds, wrapped as on MicroPython."""
        return monotonic_ns() // 1_000_000 % (1 << 30)


TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from tools.play.share.judge import Step

_WORK_MS = 30
"""How long a call of `judge_on` works."""

_decisions: "list[Any]"
_judged: "list[Step]"
_game: "Any"
_steps: "Iterator[Step | None]"


def open_log(text: str, day: str = "") -> str:
    """Opens the log of a shared game; returns the whole game, or {"error": why it cannot be shown}.

    `day`: a date; the game then says whether its dice are those of the game of that day. `judge_on` then judges the
    decisions.
    """
    global _decisions, _game, _judged, _steps
    lines = text.rstrip("\n").split("\n")
    words = replay.words_of(lines[0])[1:]
    actions = [line for line in lines[1:] if replay.words_of(line)]
    try:
        game: Any = replay.start(words)
        named = lines[1][2:].split(", ") if len(lines) > 1 and lines[1].startswith("# ") else []
        fits = len(named) == game.players
        names = [named[seat][:16] if fits else f"Player {seat + 1}" for seat in range(game.players)]
        found: dict[str, Any] = {"title": game.variant.title, "names": names, "unit": judge.unit_of(game)}
        found["variant"] = game.variant.name
        found["hasPips"] = game.dice_set.faces == PIPS.faces
        found["isOfDay"] = bool(day) and game_of_the_day.has_dice_of(day, words, actions)
        rules = RulesInForce(game.variant, game.options)
        found["rules"] = ", ".join([f"{option.label} {rules.value_of(option)}" for option in rules.differing()])
        found["scores"] = list(game.scores)
        found["steps"] = [_shown(step, game, names) for step in judge.review(game, actions, False) if step]
    except (BadLine, BadOption, Illegal) as error:
        return json.dumps({"error": sentence(error)})
    found["over"] = game.stage == OVER
    found["winner"] = game.winner
    _decisions = []
    _judged = []
    _game = replay.start(words)
    _steps = judge.review(_game, actions)
    return json.dumps(found)


def judge_on() -> str:
    """Works for some milliseconds; returns a row for each further step, null or its decision, and the ratings.

    As JSON: {"rows": [...], "ratings": null as long as steps are left, else decisions and mean loss of each player},
    with the ratings also {"balances": what the dice gave each player and the choices cost, null without luck}.
    """
    began_ms = ticks_ms()
    rows: list[Any] = []
    for step in _steps:
        if step:
            _judged.append(step)
            rows.append(_row(step))
        if ticks_diff(ticks_ms(), began_ms) > _WORK_MS:
            return json.dumps({"rows": rows, "ratings": None})
    has_luck = any([step.luck is not None for step in _judged])
    balances = judge.balances(_judged, _game.players) if has_luck else None
    return json.dumps({"rows": rows, "ratings": judge.ratings(_decisions, _game.players), "balances": balances})


def _row(step: "Step") -> "dict[str, Any] | None":
    """The decision in a step, for the page."""
    decision = step.decision
    if not decision:
        return None
    _decisions.append(decision)
    return {"chosen": decision.chosen, "best": decision.best, "loss": decision.loss}


def _shown(step: "Step", game: "Any", names: "list[str]") -> "dict[str, Any]":
    """A step for the page."""
    return {
        "player": step.player,
        "words": words_of_step(step, game, names),
        "throwsToStart": any([event.kind == THREW for event in step.events]),
        "scores": step.scores,
        "ends": step.ends_turn,
    }

"""A shared game for game.html, in MicroPython: game.js calls `open_log`, then `step` until it returns the end.

Both return JSON. In the page judge.py of tools/play/share is a module next to this one.
"""

import json

from sixpip.port import ticks_diff, ticks_ms
from sixpip.rules.actions import OVER, ROLL
from sixpip.rules.game.errors import BadLine, BadOption, Illegal, sentence
from sixpip.rules.game.events import GAME_OVER, KEPT, ROLLED
from sixpip.rules.menus import replay
from sixpip.screens.menus.table_view import in_words

try:
    import judge  # type: ignore[import-not-found]
except ImportError:  # on the host
    from tools.play.share import judge

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from tools.play.share.judge import Step

_WORK_MS = 12
"""How long a call of `step` works."""

_game: "Any"
_names: "list[str]"
_steps: "Iterator[Step | None]"
_decisions: "list[Any]"


def open_log(text: str) -> str:
    """Opens the log of a shared game; returns what it is about, or {"error": why it cannot be shown}."""
    global _game, _names, _steps, _decisions
    lines = text.rstrip("\n").split("\n")
    try:
        _game = replay.start(replay.words_of(lines[0])[1:])
    except (BadLine, BadOption, Illegal) as error:
        return json.dumps({"error": sentence(error)})
    named = lines[1][2:].split(", ") if len(lines) > 1 and lines[1].startswith("# ") else []
    fits = len(named) == _game.players
    _names = [named[seat][:16] if fits else f"Player {seat + 1}" for seat in range(_game.players)]
    _decisions = []
    _steps = judge.review(_game, [line for line in lines[1:] if replay.words_of(line)])
    rules = " ".join([f"{key}={_game.row[key]}" for key in sorted(_game.row)])
    about = {"title": _game.variant.title, "names": _names, "rules": rules, "unit": judge.unit_of(_game)}
    about["scores"] = list(_game.scores)
    return json.dumps(about)


def step() -> str:
    """Works for some milliseconds; returns {"steps": what was found, "end": the result, null while there is more}."""
    began_ms = ticks_ms()
    found = []
    end = None
    try:
        while end is None and ticks_diff(ticks_ms(), began_ms) < _WORK_MS:
            for each in _steps:
                if each:
                    found.append(_shown(each))
                break
            else:
                end = _result()
    except (BadLine, Illegal) as error:
        return json.dumps({"error": sentence(error)})
    return json.dumps({"steps": found, "end": end})


def _shown(step: "Step") -> "dict[str, Any]":
    """A step for the page."""
    decision = step.decision
    row: dict[str, Any] = {"player": step.player, "words": _words(step), "scores": step.scores, "ends": step.ends_turn}
    if decision:
        _decisions.append(decision)
        row["decision"] = {"chosen": decision.chosen, "best": decision.best, "loss": decision.loss}
    return row


def _words(step: "Step") -> str:
    """What happened, in words."""
    kind = step.line.split(" ")[0]
    others = [event for event in step.events if event.kind not in (ROLLED, KEPT, GAME_OVER)]
    words = in_words(others, _names)
    faces = step.line[len(kind) + 1 :]
    if kind == ROLL:
        return f"rolls {faces}" + (f": {words}" if words else "")
    points = sum([event.points for event in step.events if event.kind == KEPT])
    if points:
        return f"keeps {faces} for {points}" + (f": {words}" if words else "")
    return words or step.line


def _result() -> "dict[str, Any]":
    """The winner, -1 for none, and the ratings: for each player the number of decisions and the mean loss."""
    is_over = _game.stage == OVER
    return {"over": is_over, "winner": _game.winner, "ratings": judge.ratings(_decisions, _game.players)}

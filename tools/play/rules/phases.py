"""What ten dice make for each phase: the output of `python -m tools.play.rules keeps phase-10 FACE...`."""

import json
from typing import Any

from sixpip.rules.core.errors import BadLine
from sixpip.rules.phase_ten import dice
from sixpip.rules.phase_ten.game import PhaseTenGame
from sixpip.rules.phase_ten.log_parser import faces_of
from sixpip.rules.phase_ten.phases import PHASES, phase_text


def show(variant: str, words: list[str], as_json: bool) -> int:
    """Prints the best use of ten dice for each phase; returns the exit status. Raises BadLine."""
    game = PhaseTenGame(variant)
    if len(words) != game.dice:
        raise BadLine(f"Phase dice are all on the table: name {game.dice} faces in the order H1 to H6, L1 to L4")
    game.faces[:] = bytes(faces_of(list(range(game.dice)), words))
    found: list[dict[str, Any]] = []
    for phase in range(1, PHASES + 1):
        best = game.best(phase)
        used = [dice.written(die, game.faces[die]) for die in range(game.dice) if best.used >> die & 1]
        made = best.points >= 0
        found.append({"phase": phase, "goal": phase_text(phase), "made": made, "points": max(0, best.points)})
        found[-1].update({"faces": used, "short": best.short})
    if as_json:
        print(json.dumps({"variant": variant, "roll": words, "phases": found}))
        return 0
    for row in found:
        worth = f"{row['points']:3}" if row["made"] else f"{row['short']} short"
        print(f"{row['phase']:2}  {row['goal']:19}  {worth:8} {' '.join(row['faces'])}")
    return 0

"""`python -m tools.research.solve_phases`: the exact optimum of Phase 10 dice, and the firmware's advice against it."""

import argparse
import json
from typing import Any

from sixpip.rules.phase_ten.dice import COLOR, PHASES, goal, in_words
from tools.research.compiled_loops import compile_loops
from tools.research.solve_phases import by_color, by_number, compare, game
from tools.terminal import Parser, command, print_message, whole

SEED = 1


def _parser() -> Parser:
    parser = Parser(prog="python -m tools.research.solve_phases", description=__doc__, allow_abbrev=False)
    parser.add_argument(
        "--phase", type=whole(1, PHASES, "phase"), action="append", help="only this phase (1 to 10); may be repeated"
    )
    parser.add_argument(
        "--points", action="store_true", help="also the best mean points of a turn (phase 8: 20 s, 3 GB of memory)"
    )
    parser.add_argument(
        "--game", action="store_true", help="also the best mean total of a game alone (four minutes, 3 GB of memory)"
    )
    parser.add_argument(
        "--turns", type=whole(2, 1_000_000), metavar="N", help="simulate N turns of each phase as advised"
    )
    parser.add_argument("--games", type=whole(2, 1_000_000), metavar="N", help="simulate N games alone of the Master")
    parser.add_argument(
        "--coach", type=whole(2, 1_000_000), metavar="N", help="the coach's chances for N random rolls of each phase"
    )
    parser.add_argument(
        "--seed", type=whole(0, (1 << 31) - 1, "seed"), default=SEED, help="of the simulations (default: %(default)s)"
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    return parser


def phase_row(phase: int, options: argparse.Namespace) -> dict[str, Any]:
    """The figures of one phase."""
    is_color = goal(phase)[0] == COLOR
    row: dict[str, Any] = {"phase": phase, "goal": in_words(phase)}
    row["chance"] = by_color.chance() if is_color else by_number.chance(phase)
    if options.points:
        row["points"] = by_color.turn(0, 0) if is_color else by_number.mean_points(phase)
    if options.turns:
        _, advised = compare.losses(phase, options.turns, options.seed)
        row["advised"], row["margin"] = advised.mean, advised.margin
    if options.coach:
        found = compare.coached(phase, options.coach, options.seed)
        row["goals"], row["gaps"] = found.exponent, found.gaps
    return row


def _line(row: dict[str, Any]) -> str:
    line = f"{row['phase']:2}  {row['goal']:19} {row['chance']:8.2%}"
    if "points" in row:
        line += f" {row['points']:7.2f}"
    if "advised" in row:
        line += f"   advised {row['advised']:.2%} +- {row['margin']:.2%} ({row['advised'] / row['chance'] - 1:+.1%})"
    if "gaps" in row:
        one, two = row["gaps"]
        line += f"   coach, last roll: {one:.1%} off, before: {two:.1%} off (best with {row['goals']:.2f} goals)"
    return line


def _say(part: str) -> None:
    print_message(f"{part} is solved")


def _solve(options: argparse.Namespace) -> dict[str, Any]:
    """Computes everything that is asked for, and prints the rows unless JSON is wanted."""
    result: dict[str, Any] = {"phases": []}
    for phase in options.phase or range(1, PHASES + 1):
        result["phases"].append(phase_row(phase, options))
        if not options.json:
            print(_line(result["phases"][-1]), flush=True)
    if options.game:
        optimum = game.solve(_say)
        result["game"] = {"total": optimum.total, "worth": optimum.worth, "tables": optimum.tables()}
        if not options.json:
            print(f"Best mean total alone: {optimum.total:.2f}")
            print("Best mean points of each phase, misses subtracted:", *[f"{w:.2f}" for w in optimum.worth.values()])
            for made, (first, table) in enumerate(optimum.tables()):
                print(f"The bonus at half after {made} phases, in quarters, by the total from {first} on:", *table)
    if options.games:
        total = compare.totals(options.games, options.seed)
        result["master"] = {"total": total.mean, "margin": total.margin}
        if not options.json:
            print(f"Mean total of the Master alone: {total.mean:.1f} +- {total.margin:.1f} (95 %)")
    return result


@command
def main(arguments: list[str] | None = None) -> int:
    """Runs the command; returns the exit status."""
    options = _parser().parse_args(arguments)
    if options.turns or options.games or options.coach:
        compile_loops()
    try:
        result = _solve(options)
    except KeyboardInterrupt:
        print_message("Interrupted: nothing was written.")
        return 130
    except MemoryError:
        print_message("There is not enough memory: --points for phase 8 and --game need 3 GB.")
        return 2
    if options.json:
        print(json.dumps(result))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())

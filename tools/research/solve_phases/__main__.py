"""`python -m tools.research.solve_phases`: the exact optimum of Phase 10 dice, and the firmware's advice against it."""

import argparse

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
    return parser


def _print_phase(phase: int, options: argparse.Namespace) -> None:
    """Prints the figures of one phase."""
    chance = by_color.chance() if goal(phase)[0] == COLOR else by_number.chance(phase)
    line = f"{phase:2}  {in_words(phase):19} {chance:8.2%}"
    if options.turns:
        _, advised = compare.losses(phase, options.turns, options.seed)
        line += f"   advised {advised.mean:.2%} +- {advised.margin:.2%} ({advised.mean / chance - 1:+.1%})"
    if options.coach:
        found = compare.coached(phase, options.coach, options.seed)
        one, two = found.gaps
        line += f"   coach, last roll: {one:.1%} off, before: {two:.1%} off (best with {found.exponent:.2f} goals)"
    print(line, flush=True)


def _print_game() -> None:
    """Prints the optimum of a game alone."""
    optimum = game.solve(lambda part: print_message(f"{part} is solved"))
    print(f"Best mean total alone: {optimum.total:.2f}")
    print("Best mean points of each phase, misses subtracted:", *[f"{w:.2f}" for w in optimum.worth.values()])
    for made, (first, table) in enumerate(optimum.tables()):
        print(f"The bonus at half after {made} phases, in quarters, by the total from {first} on:", *table)


@command
def main(arguments: list[str] | None = None) -> int:
    """Runs the command; returns the exit status."""
    options = _parser().parse_args(arguments)
    if options.turns or options.games or options.coach:
        compile_loops()
    try:
        for phase in options.phase or range(1, PHASES + 1):
            _print_phase(phase, options)
        if options.game:
            _print_game()
        if options.games:
            total = compare.totals(options.games, options.seed)
            print(f"Mean total of the Master alone: {total.mean:.1f} +- {total.margin:.1f} (95 %)")
    except MemoryError:
        print_message("There is not enough memory: --game needs 3 GB.")
        return 2
    return 0


if __name__ == "__main__":
    raise SystemExit(main())

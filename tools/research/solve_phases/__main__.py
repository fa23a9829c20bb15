"""`python -m tools.research.solve_phases`: the exact optimum of Phase 10 dice, and the firmware's advice against it."""

import argparse

from sixpip.rules.phase_ten.phases import COLOR, PHASES, goal, phase_text
from tools.research.compiled_loops import compile_loops
from tools.research.solve_phases import by_color, by_number, compare, game, tables
from tools.terminal import Parser, command, print_message, whole

SEED = 1


def _parser() -> Parser:
    parser = Parser(prog="python -m tools.research.solve_phases", description=__doc__)
    parser.add_argument(
        "--phase", type=whole(1, PHASES, "phase"), action="append", help="only this phase (1 to 10); may be repeated"
    )
    parser.add_argument(
        "--game", action="store_true", help="also the best mean total of a game alone (four minutes, 3 GB of memory)"
    )
    parser.add_argument(
        "--turns", type=whole(2, 1_000_000), metavar="N", help="simulate N turns of each phase as advised"
    )
    parser.add_argument(
        "--games",
        type=whole(2, 1_000_000),
        metavar="N",
        help="simulate N games alone of Master, and compare its choices with the best ones (4 GB of memory)",
    )
    parser.add_argument("--tables", action="store_true", help="make the tables of the firmware for two rolls left")
    parser.add_argument(
        "--seed", type=whole(0, (1 << 31) - 1, "seed"), default=SEED, help="of the simulations (default: %(default)s)"
    )
    return parser


def _print_phase(phase: int, options: argparse.Namespace) -> None:
    chance = by_color.chance() if goal(phase)[0] == COLOR else by_number.chance(phase)
    line = f"{phase:2}  {phase_text(phase):19} {chance:8.2%}"
    if options.turns:
        _, advised = compare.losses(phase, options.turns, options.seed)
        line += f"   advised {advised.mean:.2%} +- {advised.margin:.2%} ({advised.mean / chance - 1:+.1%})"
    print(line, flush=True)


def _print_game() -> None:
    optimum = game.solve(lambda part: print_message(f"{part} is solved"))
    print(f"Best mean total alone: {optimum.total:.2f}")
    print("Best mean points of each phase, misses subtracted:", *[f"{w:.2f}" for w in optimum.worth.values()])
    for made, (first, table) in enumerate(optimum.tables()):
        print(f"The bonus at half after {made} phases, in quarters, by the total from {first} on:", *table)


def _print_games(count: int, seed: int) -> None:
    """Prints what games alone of Master come to, and what its choices lose."""
    found = compare.games(count, seed)
    best = compare.best_total()
    lost = found.lost
    print(f"Mean total of Master alone: {found.total.mean:.1f} +- {found.total.margin:.1f} (95 %)")
    print(f"Its choices lose {lost.mean:.2f} +- {lost.margin:.2f} of the best mean total, {best:.1f}:", end=" ")
    print(f"{lost.mean / best:.2%} +- {lost.margin / best:.2%}")
    for phase in range(1, PHASES + 1):
        two, one = (found.by_choice.get((phase, rolls), 0.0) for rolls in (2, 1))
        print(f"{phase:2}  lost with two rolls left: {two:5.2f}, with one: {one:5.2f}")


@command
def main(arguments: list[str] | None = None) -> int:
    """Runs the command; returns the exit status."""
    options = _parser().parse_args(arguments)
    if options.turns or options.games:
        compile_loops()
    if options.tables:
        tables.write()
        return 0
    try:
        for phase in options.phase or range(1, PHASES + 1):
            _print_phase(phase, options)
        if options.game:
            _print_game()
        if options.games:
            _print_games(options.games, options.seed)
    except MemoryError:
        print_message("There is not enough memory: --game needs 3 GB, --games 4 GB.")
        return 2
    return 0


if __name__ == "__main__":
    raise SystemExit(main())

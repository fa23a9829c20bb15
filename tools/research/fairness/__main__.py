"""Tests whether dice are fair: those of logs, of this computer (--host) or of the emulated Pico (--emulated).

Exit status: 0 no test finds the dice unfair, 1 a test does, 2 bad input.
"""

import argparse
import sys
from pathlib import Path

from sixpip.app.dice_source import DeadSource
from tools.research.fairness import picture, sequences
from tools.research.fairness.sequences import BadInput, Throw
from tools.research.fairness.statistical_tests import ALPHA, Result, analyze
from tools.terminal import Parser, command, print_message, whole

FEWEST = 300
"""Dice that a verdict needs: with fewer no test but that of the faces has enough of each category."""
MOST = 10_000_000


def _parser() -> Parser:
    parser = Parser(prog="python -m tools.research.fairness", description=__doc__)
    parser.add_argument("logs", nargs="*", metavar="LOG", type=Path, help="the log of a game")
    count = whole(FEWEST, MOST, "number of dice")
    parser.add_argument("--host", metavar="N", type=count, help="throw N dice on this computer")
    parser.add_argument("--emulated", metavar="N", type=count, help="throw N dice on the emulated Pico")
    parser.add_argument("--variants", metavar="DIR", help="the folder of own variants that the logs use")
    parser.add_argument("--picture", metavar="FILE", type=Path, help="write the picture to FILE, an SVG")
    return parser


def _throws(options: argparse.Namespace) -> list[Throw]:
    """Reads or throws the dice. Raises BadInput."""
    if options.host:
        return sequences.from_host(options.host)
    if options.emulated:
        from tools.check.bench.pico import ScriptFailed
        from tools.check.emulator import EmulatorUnavailable

        try:
            return sequences.from_emulator(options.emulated)
        except (EmulatorUnavailable, ScriptFailed) as error:
            raise BadInput(str(error)) from error
    if options.variants:
        sequences.use_variants(options.variants)
    return [throw for log in options.logs for throw in sequences.from_log(log)]


def report(throws: list[Throw], results: list[Result]) -> list[str]:
    """Returns the lines of the result: a row for each test, then the verdict."""
    dice = sum(len(throw) for throw in throws)
    lines = [f"{dice} dice in {len(throws)} throws", "", f"{'test':45}{'p':>10}{'corrected':>11}  value"]
    for result in results:
        mark = "" if result.is_fair else "  UNFAIR"
        lines.append(f"{result.name:45}{result.p:>10.3g}{result.adjusted:>11.3g}  {result.detail}{mark}")
    failed = [result.name for result in results if not result.is_fair]
    if failed:
        verdict = f"Not fair: {', '.join(failed)}."
    else:
        verdict = f"No test finds the dice unfair. Of fair samples, less than {ALPHA:.0%} fail.".replace("%", " %")
    return [*lines, "", verdict]


@command
def main(arguments: list[str]) -> int:
    """Runs the command; returns the exit status."""
    parser = _parser()
    options = parser.parse_args(arguments)
    if bool(options.logs) + bool(options.host) + bool(options.emulated) != 1:
        parser.error("give logs, or --host N, or --emulated N")
    try:
        throws = _throws(options)
        dice = sum(len(throw) for throw in throws)
        if dice < FEWEST:
            raise BadInput(f"There are only {dice} dice: a verdict needs {FEWEST} or more. Give more logs.")
        results = analyze(throws)
        if options.picture:
            options.picture.write_text(picture.drawing(throws, results), encoding="utf-8")
    except (BadInput, DeadSource) as error:
        print_message(error)
        return 2
    except OSError as error:
        print_message(f"{options.picture} cannot be written ({error.strerror}): name another file.")
        return 2
    print("\n".join(report(throws, results)))
    return 0 if all(result.is_fair for result in results) else 1


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))

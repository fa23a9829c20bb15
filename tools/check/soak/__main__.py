"""Plays the console at random and reports what fails. Exit status: 0 nothing, 1 findings, 2 bad input.

Each finding is shortened and written to build/soak/; `python -m tools.check.soak --replay FILE` plays such a file.
"""

import os
import sys
from pathlib import Path

from tools import ROOT
from tools.check.soak.fault import load_events
from tools.check.soak.run import replay, soak
from tools.files import BadFile
from tools.settings import JOBS, MINUTES, SEED
from tools.terminal import Parser, command, print_message

FOUND = ROOT / "build" / "soak"
"""The folder of the findings."""


@command
def main(arguments: list[str]) -> int:
    """Plays for the given time or replays a file; returns the exit status."""
    parser = Parser(prog="python -m tools.check.soak", description=__doc__)
    parser.add_argument("--minutes", type=MINUTES, default=5, help="how long to play (5)")
    parser.add_argument("--seed", type=SEED, default=1, help="of the first run (1); equal seeds play alike")
    parser.add_argument("--jobs", type=JOBS, default=os.cpu_count() or 1, help="processes (one for each core)")
    parser.add_argument("--replay", metavar="FILE", type=Path, help="play the events of a finding")
    parsed = parser.parse_args(arguments)
    if parsed.replay:
        return _replay(parsed.replay)
    result = soak(parsed.minutes * 60, parsed.seed, parsed.jobs, FOUND)
    print(result.line())
    return 1 if result.findings else 0


def _replay(path: Path) -> int:
    """Replays the events of a file and prints the fault."""
    try:
        events, seed = load_events(path)
    except BadFile as error:
        print_message(f"{path} {error}: name a file of build/soak.")
        return 2
    fault = replay(events, seed)
    if not fault:
        print(f"{path}: {len(events)} events, no fault.")
        return 0
    print(f"{path}: {fault.name}\n{fault.args[1]}")
    return 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

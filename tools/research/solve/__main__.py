"""Runs the command of command.py. NumPy and Numba take a second to load: an interruption is reported from the start."""

import sys

from tools.terminal import command, print_message

INTERRUPTED = 130


@command
def main(arguments: list[str]) -> int:
    """Runs the command; returns the exit status."""
    try:
        from tools.research.solve.command import main as solve

        return solve(arguments)
    except KeyboardInterrupt:
        print_message("Interrupted: nothing that was solved before is lost.")
        return INTERRUPTED


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))

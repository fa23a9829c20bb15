"""Runs the command of command.py. NumPy and Numba take a second to load: an interruption is reported from the start."""

import sys

INTERRUPTED = 130


def main(arguments: list[str]) -> int:
    """Runs the command; returns the exit status."""
    try:
        from tools.solve import command

        return command.main(arguments)
    except KeyboardInterrupt:
        sys.stderr.write("Interrupted: nothing that was solved before is lost.\n")
        return INTERRUPTED


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))

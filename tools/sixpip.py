"""Runs a target as make does, on every system: `python tools/sixpip.py TARGET [NAME=value ...]`.

It runs with the system's Python before anything is installed, and so does what it imports: no packages there. An old
Python 3 must be able to compile this file.
"""

import os.path
import sys


def main(arguments: "list[str]") -> int:
    """Check the version of Python and run the targets; return the exit status."""
    if sys.version_info < (3, 11):  # noqa: UP036
        this = "this is {}.{}: install a newer one, or name it with make PYTHON=...".format(*sys.version_info)
        sys.stderr.write("Sixpip's tools need Python 3.11 or newer, and " + this + "\n")
        return 2
    here = os.path.dirname(os.path.abspath(__file__))  # not on the path: this file would hide the package sixpip
    sys.path = [os.path.dirname(here)] + [folder for folder in sys.path if os.path.abspath(folder) != here]
    from tools import run_targets

    return run_targets.main(arguments)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

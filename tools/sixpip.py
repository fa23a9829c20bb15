"""Runs a target as make does, on every system: `python tools/sixpip.py TARGET [NAME=value ...]`.

Without arguments it lists the targets (tools/targets.py). It runs with the system's Python before anything is
installed. An old Python 3 must be able to compile this file, so the annotations are strings and nothing is new.
"""

import os.path
import sys

NEEDED = (3, 11)


def main(arguments: "list[str]") -> int:
    """Check the version of Python and run the targets; return the exit status."""
    if sys.version_info < NEEDED:
        version = ".".join(str(part) for part in sys.version_info[:2])
        remedy = "install a newer one, or name it with make PYTHON=..."
        sys.stderr.write(f"Sixpip's tools need Python 3.11 or newer, and this is {version}: {remedy}\n")
        return 2
    here = os.path.dirname(os.path.abspath(__file__))  # not on the path: this file would hide the package sixpip
    sys.path = [os.path.dirname(here)] + [folder for folder in sys.path if os.path.abspath(folder) != here]
    from tools import run_targets

    return run_targets.main(arguments)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

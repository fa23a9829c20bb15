"""`python -m tools.bench`: prints what is measured against the budgets; the exit status says whether they hold."""

import sys

from tools.bench import phases, pico, scoring
from tools.emulator import EmulatorUnavailable


def main() -> int:
    """Run all of it."""
    try:
        kept = [part.report(pico.run(part.script())) for part in (scoring, phases)]
    except EmulatorUnavailable as error:
        print(error, file=sys.stderr)
        return 2
    return 0 if all(kept) else 1


if __name__ == "__main__":
    raise SystemExit(main())

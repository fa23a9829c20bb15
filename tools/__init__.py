"""Host side tools. Importing this package puts firmware/ on the path, so that `sixpip` is found."""

import sys
from pathlib import Path
from types import TracebackType

ROOT = Path(__file__).resolve().parent.parent
FIRMWARE = ROOT / "firmware"

if str(FIRMWARE) not in sys.path:
    sys.path.insert(0, str(FIRMWARE))


def _report(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
    """Reports an exception that ends a command; without a traceback where the user, not the code, can do something."""
    if issubclass(kind, KeyboardInterrupt):
        print("Interrupted.", file=sys.stderr)
    elif isinstance(error, ModuleNotFoundError) and str(error.name).split(".")[0] not in ("tools", "sixpip"):
        remedy = "run `make setup`, and the command with .venv/bin/python"
        print(f"{error.name} is not installed: {remedy}.", file=sys.stderr)
    else:
        sys.__excepthook__(kind, error, trace)


if sys.argv[:1] == ["-m"]:  # `python -m` imports the package of a command before the command imports its own modules
    sys.excepthook = _report

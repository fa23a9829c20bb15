"""`python -m tools.play.simulator.page_module NAME`: a module of the pages of games, in a process of its own.

The pages of make play call it (server.py), as those of the demo call the module in MicroPython. Each line that is read
is a call, as JSON: [function, argument, ...]; each line that is printed is what the call returns.
"""

import json
import signal
import sys
from importlib import import_module

MODULES = ("again", "duel", "shared_game")
"""In tools/play/demo."""
FUNCTIONS = frozenset({"open_log", "judge_on"})


def main(name: str) -> None:
    """Answers calls until the input ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C ends the server, which ends the input
    module = import_module(f"tools.play.demo.{name}")
    for line in sys.stdin:
        function, *arguments = json.loads(line)
        if function not in FUNCTIONS:
            return
        print(getattr(module, function)(*arguments), flush=True)


if __name__ == "__main__":
    main(sys.argv[1])

"""Checks that no module of the firmware imports at its top what may be unloaded earlier (firmware/sixpip/loader.py).

The modules are read as they are compiled for the board: constants of other modules are inlined, and some imports are
gone with them.
"""

import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from sixpip.loader import ALWAYS, BUILDERS, GAME, MENUS, PLAYERS, SETUP, lifetime
from tools import FIRMWARE
from tools.board.build import board_sources
from tools.check.imports import module_imports

ENGINE = "engine"
STAY_AS_LONG = {
    ALWAYS: (),
    GAME: (),
    ENGINE: (GAME,),
    SETUP: (GAME, ENGINE),
    MENUS: (SETUP, GAME, ENGINE),
    PLAYERS: (GAME, ENGINE),
    BUILDERS: (PLAYERS, GAME, ENGINE),
}
"""The lifetimes besides ALWAYS and its own that a module may import from at its top."""


def kind(module: str) -> str:
    """The lifetime of a module; ENGINE for that of any engine."""
    name = lifetime(module)
    return name if name in STAY_AS_LONG else ENGINE


def faults(firmware: Path = FIRMWARE) -> Iterator[str]:
    """Yields each import at the top of a module of what does not stay as long as that module, in a sentence."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for file, source in board_sources(firmware).items():
            (folder / file).parent.mkdir(parents=True, exist_ok=True)
            (folder / file).write_text(source, encoding="utf-8")
        for path in sorted(folder.rglob("*.py")):
            module = ".".join(path.relative_to(folder).with_suffix("").parts)
            allowed = (ALWAYS, kind(module), *STAY_AS_LONG[kind(module)])
            for each in module_imports(path, folder):
                if not (each.lazy or each.types_only) and kind(each.module) not in allowed:
                    stays = f"{each.module} ({kind(each.module)})"
                    yield f"{module} ({kind(module) or 'always'}) imports {stays} at its top"


def main() -> int:
    """Prints every fault; returns the exit status: 1 if there is any."""
    found = list(faults())
    print("\n".join(found) or "No module imports at its top what may be unloaded earlier.")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())

"""Solved tables on disk. A file is complete or does not exist; one that cannot be read is computed again."""

import hashlib
import json
import os
import zlib
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar
from zipfile import BadZipFile

import numpy as np
from numpy.typing import NDArray

from tools import FIRMWARE
from tools.research.solve.graph import Graph, from_json, to_json

if TYPE_CHECKING:
    from tools.research.solve.model import Model

FORMAT = 3
"""Part of the key of every table: increase it when the solver computes or stores something else."""
Table = TypeVar("Table", bound=NDArray[Any])
_RULES = FIRMWARE / "sixpip" / "rules"
"""Tables are computed again when the rules have changed."""


def default_folder() -> Path:
    """The user's cache folder for the solver."""
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "sixpip" / "solve"


class Cache:
    """Tables by house rules and name, in one folder."""

    def __init__(self, folder: Path, warn: Callable[[str], None]) -> None:
        """`warn` gets one sentence when a table cannot be stored, once."""
        self._folder = folder
        self._warn = warn

    def table(self, model: "Model", name: str, compute: Callable[[], Table]) -> Table:
        """The stored table, or the computed one, which is then stored."""
        path = self._path(model, name)
        stored: Table | None = self._read(path)
        if stored is None:
            stored = compute()
            try:
                self._write(path, stored)
            except OSError as error:
                self._warn(f"The result is not stored, because {path} cannot be written ({error.strerror}).")
                self._warn = lambda text: None
        return stored

    def graph(self, model: "Model", name: str, build: Callable[[], Graph]) -> Graph:
        """The stored graph of a turn, or the one that `build` returns, which is then stored."""
        text = self.table(model, name, lambda: np.frombuffer(to_json(build()).encode(), dtype=np.uint8))
        return from_json(text.tobytes().decode())

    def has(self, model: "Model", name: str) -> bool:
        """Whether a table is stored undamaged."""
        return self._read(self._path(model, name)) is not None

    def _path(self, model: "Model", name: str) -> Path:
        return self._folder / f"{model.variant.name}-{name}-{key(model)[:20]}.npz"

    def _read(self, path: Path) -> Any:
        """The table in a file; None if there is none, or it is damaged."""
        try:
            with np.load(path, allow_pickle=False) as stored:
                return stored["table"]  # its checksum is tested
        except (OSError, ValueError, KeyError, EOFError, BadZipFile, zlib.error):
            return None

    def _write(self, path: Path, table: NDArray[Any]) -> None:
        """Writes a new file next to the final one and renames it, so that an interruption leaves no damaged file."""
        path.parent.mkdir(parents=True, exist_ok=True)
        unfinished = path.with_suffix(f".{os.getpid()}")
        try:
            with unfinished.open("wb") as file:
                np.savez_compressed(file, table=table)
            unfinished.replace(path)
        finally:
            unfinished.unlink(missing_ok=True)


def key(model: "Model") -> str:
    """A hash of the house rules, the dice, the format and the code of the rules."""
    dice_set = model.variant.dice_set
    dice = [dice_set.faces, dice_set.singles, dice_set.triples, dice_set.fives, dice_set.kind]
    parts = [FORMAT, model.options, *dice, *([model.floor] if model.floor else [])]
    return hashlib.sha256(json.dumps(parts, sort_keys=True).encode() + _code_of_rules()).hexdigest()


@cache
def _code_of_rules() -> bytes:
    return b"".join(path.read_bytes() for path in sorted(_RULES.rglob("*.py")))

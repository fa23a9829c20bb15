"""A replacement of text in the source of the rp2040py package (tools.check.emulator.patches)."""

from dataclasses import dataclass

NATIVE = "src/rp2040py/native/"
"""The folder with the sources of the compiled core."""


@dataclass(frozen=True)
class Patch:
    """A replacement of text in one source file. `old` occurs in it once."""

    path: str
    old: str
    new: str


def patched(text: str, patch: Patch) -> str:
    """Returns `text` with the patch applied. Raises ValueError unless the old text occurs exactly once."""
    if text.count(patch.old) != 1:
        raise ValueError(f"{patch.path} does not match the patch: {patch.old.splitlines()[0].strip()}")
    return text.replace(patch.old, patch.new)

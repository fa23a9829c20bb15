"""The manifest: a file on the board that lists the files of the installed firmware with their hashes.

It is the text file `sixpip.files`: a first line `sixpip-files 1 VERSION`, a line `SHA256 PATH` for each file, and a
last line `end SHA256` with the hash of all lines before it. A file that it lists may be deleted by an update.
What the firmware consists of is in tools/board/build.py.
"""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass

NAME = "sixpip.files"
MOST_BYTES = 1 << 18
"""A larger file is not read."""
_FIRST = "sixpip-files 1"
_HEX = 64


def sha256(data: bytes) -> str:
    """The hash by which files are compared, in hexadecimal digits."""
    return hashlib.sha256(data).hexdigest()


@dataclass(frozen=True)
class Manifest:
    """The version of an installed Sixpip, and the hash of each of its files by path."""

    version: str
    hashes: Mapping[str, str]

    def text(self) -> bytes:
        """The content of the file; the same for the same files."""
        lines = [f"{_FIRST} {self.version}", *(f"{self.hashes[path]} {path}" for path in sorted(self.hashes))]
        body = "".join(line + "\n" for line in lines)
        return f"{body}end {sha256(body.encode())}\n".encode()


def manifest_of(files: Mapping[str, bytes], version: str) -> Manifest:
    """The manifest of a compiled firmware. `files`: content by path on the board."""
    return Manifest(version, {path: sha256(data) for path, data in files.items()})


def parse(text: bytes) -> Manifest | None:
    """The manifest with this content; None when it is damaged, or lists a path outside the board's root folder."""
    body, mark, end = text.rpartition(b"end ")
    if not mark or end.decode(errors="replace").strip() != sha256(body):
        return None
    if not body.startswith(f"{_FIRST} ".encode()):
        return None
    first, *lines = body.decode(errors="replace").splitlines()
    hashes = {line[_HEX + 1 :]: line[:_HEX] for line in lines}
    safe = all(path and not path.startswith("/") and ".." not in path.split("/") for path in hashes)
    return Manifest(first[len(_FIRST) + 1 :], hashes) if safe else None

"""The list, kept on the board, of the files that we put there: what may be removed later, and whether all is whole.

A text file `sixpip.files`: a first line `sixpip-files 1 VERSION`, a line `SHA256 PATH` for each file, a last line
`end SHA256` over all before it. Who writes it and when is told in install.py.
"""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass

NAME = "sixpip.files"
_FIRST = "sixpip-files 1"
_HEX = 64


def sha256(data: bytes) -> str:
    """The hash by which files are compared, in hexadecimal digits."""
    return hashlib.sha256(data).hexdigest()


@dataclass(frozen=True)
class Manifest:
    """The files that are ours: the version of Sixpip they make up, and each path's hash."""

    version: str
    hashes: Mapping[str, str]

    def text(self) -> bytes:
        """What stands in the file; the same files always give the same text."""
        lines = [f"{_FIRST} {self.version}", *(f"{self.hashes[path]} {path}" for path in sorted(self.hashes))]
        body = "".join(line + "\n" for line in lines)
        return f"{body}end {sha256(body.encode())}\n".encode()


def manifest_of(files: Mapping[str, bytes], version: str) -> Manifest:
    """The manifest of a built firmware: path on the board and content of each file."""
    return Manifest(version, {path: sha256(data) for path, data in files.items()})


def parse(text: bytes) -> Manifest | None:
    """The manifest of a file's text; None when it is damaged or none of ours."""
    body, mark, end = text.rpartition(b"end ")
    if not mark or end.decode(errors="replace").strip() != sha256(body):
        return None
    first, *lines = body.decode(errors="replace").splitlines()
    if not first.startswith(_FIRST + " "):
        return None
    hashes = {line[_HEX + 1 :]: line[:_HEX] for line in lines}
    safe = all(path and not path.startswith("/") and ".." not in path.split("/") for path in hashes)
    return Manifest(first[len(_FIRST) + 1 :], hashes) if safe else None

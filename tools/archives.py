"""Zip files and lists of checksums that are the same in each run, whatever the time, the system and the order."""

import hashlib
import io
import zipfile

EARLIEST = (1980, 1, 1, 0, 0, 0)
_UNIX = 3
_READABLE = 0o100644 << 16


def zipped(files: dict[str, bytes], compressed: bool = True) -> bytes:
    """Returns a zip file with these contents by name. Compressed, it may differ between versions of zlib."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as packed:
        for name in sorted(files):
            entry = zipfile.ZipInfo(name, EARLIEST)
            entry.create_system = _UNIX
            entry.external_attr = _READABLE
            packed.writestr(entry, files[name], zipfile.ZIP_DEFLATED if compressed else zipfile.ZIP_STORED, 9)
    return buffer.getvalue()


def check_sums(files: dict[str, bytes]) -> str:
    """Returns the text that `sha256sum --check` reads."""
    return "".join(f"{hashlib.sha256(files[name]).hexdigest()}  {name}\n" for name in sorted(files))

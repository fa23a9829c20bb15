"""ZIP files that have the same bytes in each run: sorted names, a fixed date, the same rights."""

import io
import zipfile

EARLIEST = (1980, 1, 1, 0, 0, 0)
_UNIX = 3
_READABLE = 0o100644 << 16


def zipped(files: dict[str, bytes]) -> bytes:
    """Returns a ZIP file with these contents by name."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as packed:
        for name in sorted(files):
            entry = zipfile.ZipInfo(name, EARLIEST)
            entry.create_system = _UNIX
            entry.external_attr = _READABLE
            packed.writestr(entry, files[name], zipfile.ZIP_DEFLATED, 9)
    return buffer.getvalue()

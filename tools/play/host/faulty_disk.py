"""A disk in memory for the storage tests that loses power or raises an error at a chosen step.

It replaces `os`, `open` and two functions of sixpip.compat. It runs under CPython and MicroPython, so that both are
tested with the same power cuts.
"""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from types import TracebackType

AT_WRITE = "write"
"""Data is on the disk immediately: a cut in a write leaves half of it (a FAT disk)."""
AT_CLOSE = "close"
"""A file changes on the disk when it is closed; until then the disk has the old content (littlefs on the Pico)."""
AT_FLUSH = "flush"
"""Only flushed data is on the disk, but a rename is immediate (a computer's write cache)."""

_NOT_FOUND = 2
_IO_ERROR = 5
_EXISTS = 17
_IS_FOLDER = 21
_READ_ONLY = 30
_BLOCK = 4096
_BLOCKS = 352


class PowerCut(BaseException):
    """The power is off: nothing reaches the disk until FaultyDisk.restart()."""


class FaultyDisk:
    """A disk with a counter of the steps that change it.

    Steps are: opening for writing, the first and the second half of a write, flush, close, rename, remove and mkdir.
    """

    def __init__(self, commits: str = AT_WRITE) -> None:
        """An empty disk with the folder "/"; `commits` is AT_WRITE, AT_CLOSE or AT_FLUSH."""
        self.commits = commits
        self.files: dict[str, bytes] = {}
        """The content on the disk, by path, as after a restart."""
        self.folders = {"/"}
        self.unreadable: set[str] = set()
        self.read_only = False
        self._seen: dict[str, bytes] = {}
        self.restart()

    def restart(self) -> None:
        """Restores the power: only data that reached the disk is left, and no fault is set."""
        self._seen = dict(self.files)
        self.clear_faults()

    def clear_faults(self) -> None:
        """Clears the chosen fault and the step counter; the program continues without a restart."""
        self.steps = 0
        self._fault_step = -1
        self._fault_errno = 0
        self._fault_lasts = False

    def is_faulty(self) -> bool:
        """Returns whether a fault is set or a file is unreadable."""
        return self._fault_step >= 0 or self.read_only or bool(self.unreadable)

    def copy(self) -> "FaultyDisk":
        """Returns another disk with the same files, as after a restart."""
        other = FaultyDisk(self.commits)
        other.files = dict(self.files)
        other.folders = set(self.folders)
        other.restart()
        return other

    def cut_at(self, step: int) -> None:
        """Loses power at this step (0: the first after restart or clear_faults) and at every later one."""
        self._fault_step, self._fault_errno, self._fault_lasts = step, 0, True

    def fail_at(self, step: int, errno: int, lasts: bool) -> None:
        """Raises OSError(errno) at this step; with `lasts`, also at every later one."""
        self._fault_step, self._fault_errno, self._fault_lasts = step, errno, lasts

    def put(self, path: str, data: bytes) -> None:
        """Writes a file directly, without faults."""
        self.files[path] = data
        self._seen[path] = data

    def replacements(self) -> "dict[str, object]":
        """Returns the names to replace in the module under test."""
        return {"os": self, "open": self.open, "replace": self.rename, "to_disk": self.to_disk}

    def _step(self) -> None:
        """Counts a step. Raises PowerCut or OSError at the chosen one."""
        if self.read_only:
            raise OSError(_READ_ONLY, "read-only disk")
        now = self.steps
        self.steps += 1
        if now == self._fault_step or (self._fault_lasts and now > self._fault_step >= 0):
            if self._fault_errno:
                raise OSError(self._fault_errno, "chosen by the test")
            raise PowerCut()

    def stat(self, path: str) -> tuple[int, ...]:
        """As os.stat: the mode at index 0, the size at index 6. Raises OSError."""
        if path in self.folders:
            return (0x4000, 0, 0, 0, 0, 0, 0, 0, 0, 0)
        if path not in self._seen:
            raise OSError(_NOT_FOUND, "no such file")
        return (0x8000, 0, 0, 0, 0, 0, len(self._seen[path]), 0, 0, 0)

    def statvfs(self, path: str) -> tuple[int, ...]:
        """As os.statvfs: the bytes of a block at index 1, the free blocks at index 4. Raises OSError."""
        if path not in self.folders:
            raise OSError(_NOT_FOUND, "no such folder")
        used = sum([len(data) for data in self._seen.values()])
        return (_BLOCK, _BLOCK, _BLOCKS, 0, max(0, _BLOCKS - used // _BLOCK), 0, 0, 0, 0, 255)

    def mkdir(self, path: str) -> None:
        """As os.mkdir. Raises OSError."""
        self._step()
        if path in self.folders:
            raise OSError(_EXISTS, "exists")
        self._need_folder(path)
        self.folders.add(path)

    def remove(self, path: str) -> None:
        """As os.remove. Raises OSError."""
        if path not in self._seen:
            raise OSError(_NOT_FOUND, "no such file")
        self._step()
        del self._seen[path]
        self.files.pop(path, None)
        self.unreadable.discard(path)

    def rename(self, source: str, target: str) -> None:
        """As sixpip.compat.replace: over an existing file, in one step; not over a folder. Raises OSError."""
        self._step()
        if target in self.folders:
            raise OSError(_IS_FOLDER, "is a folder")
        if source in self.folders:
            self._rename_folder(source, target)
            return
        if source not in self._seen:
            raise OSError(_NOT_FOUND, "no such file")
        self._seen[target] = self._seen.pop(source)
        self.files[target] = self.files.pop(source, b"")
        self.unreadable.discard(target)
        if source in self.unreadable:
            self.unreadable.remove(source)
            self.unreadable.add(target)

    def _rename_folder(self, source: str, target: str) -> None:
        if target in self._seen:
            raise OSError(_EXISTS, "exists")
        self.folders.remove(source)
        self.folders.add(target)
        for files in (self._seen, self.files):
            for path in [path for path in files if path.startswith(source + "/")]:
                files[target + path[len(source) :]] = files.pop(path)

    def listdir(self, path: str) -> "list[str]":
        """As os.listdir, for files only. Raises OSError."""
        if path not in self.folders:
            raise OSError(_NOT_FOUND, "no such file")
        return [file[len(path) + 1 :] for file in self._seen if file[: file.rfind("/")] == path]

    def open(self, path: str, mode: str) -> "FaultyFile":
        """As open with "rb", "wb" or "ab". Raises OSError."""
        if mode == "rb" or (mode == "ab" and path in self._seen):
            if path in self.folders or path in self.unreadable:
                raise OSError(_IO_ERROR, "unreadable")
            if path not in self._seen:
                raise OSError(_NOT_FOUND, "no such file")
            return FaultyFile(self, path, mode == "ab")
        self._step()
        self._need_folder(path)
        if self.commits != AT_CLOSE or path not in self.files:
            self.files[path] = b""
        self._seen[path] = b""
        return FaultyFile(self, path, True)

    def to_disk(self, file: "FaultyFile") -> None:
        """As sixpip.compat.to_disk. Raises OSError."""
        self._step()
        if self.commits == AT_FLUSH:
            self.files[file.path] = self._seen[file.path]

    def write(self, path: str, data: bytes) -> None:
        """Appends to a file in two steps, half each. Raises OSError."""
        for part in (data[: len(data) // 2], data[len(data) // 2 :]):
            self._step()
            self._seen[path] += part
            if self.commits == AT_WRITE:
                self.files[path] = self._seen[path]

    def read(self, path: str) -> bytes:
        """Returns the content of a file."""
        return self._seen[path]

    def close(self, path: str, failed: bool) -> None:
        """Closes a written file. With AT_CLOSE, its new content is lost if a write or the close fails."""
        written = self._seen[path]
        if self.commits == AT_CLOSE:
            self._seen[path] = self.files[path]
        self._step()
        if self.commits == AT_CLOSE and not failed:
            self.files[path] = self._seen[path] = written

    def _need_folder(self, path: str) -> None:
        if (path[: path.rfind("/")] or "/") not in self.folders:
            raise OSError(_NOT_FOUND, "no such file")


class FaultyFile:
    """An open file of a FaultyDisk, for use in a `with` statement."""

    def __init__(self, disk: FaultyDisk, path: str, writing: bool) -> None:
        """Only for FaultyDisk.open."""
        self._disk = disk
        self.path = path
        self._writing = writing
        self._failed = False
        self._at = 0

    def read(self, count: int = -1) -> bytes:
        """Reads `count` bytes, or the rest of the file."""
        start = self._at
        content = self._disk.read(self.path)
        self._at = len(content) if count < 0 else min(start + count, len(content))
        return content[start : self._at]

    def readline(self, count: int) -> bytes:
        """Reads to the end of the line, `count` bytes at most."""
        rest = self._disk.read(self.path)[self._at : self._at + count]
        return self.read(rest.find(b"\n") + 1 or len(rest))

    def seek(self, offset: int, origin: int = 0) -> int:
        """Sets the place to read from: from the start, or from the end with `origin` 2. Returns it."""
        self._at = offset + (len(self._disk.read(self.path)) if origin == 2 else 0)
        return self._at

    def write(self, data: bytes) -> int:
        """Appends `data`. Raises OSError."""
        self._failed = True  # cleared unless the write raises
        self._disk.write(self.path, data)
        self._failed = False
        return len(data)

    def __enter__(self) -> "FaultyFile":
        return self

    def __exit__(
        self, kind: "type[BaseException] | None", error: "BaseException | None", trace: "TracebackType | None"
    ) -> None:
        if self._writing:
            self._disk.close(self.path, self._failed)


def after_each_cut(disk: FaultyDisk, action: "Callable[[FaultyDisk], object]") -> "list[FaultyDisk]":
    """Returns the restarted disk after each possible power cut during `action`; the last one is without a cut."""
    results: list[FaultyDisk] = []
    while True:
        result = disk.copy()
        result.cut_at(len(results))
        try:
            action(result)
            complete = True
        except PowerCut:
            complete = False
        result.restart()
        results.append(result)
        if complete:
            return results

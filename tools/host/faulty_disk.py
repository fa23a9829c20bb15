"""A disk in memory for the storage tests that loses power, fills up or fails at a chosen step.

It stands in for `os`, `open` and two calls of sixpip.port; what is stored on it is not known here. Runs on MicroPython
too, so that the same cuts are made under both interpreters.
"""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from types import TracebackType

AT_WRITE = "write"
"""What is written is on the disk at once: a cut in the middle of a write leaves half of it (a FAT disk)."""
AT_CLOSE = "close"
"""A file changes on the disk when it is closed, until then the earlier one is there (littlefs on the Pico)."""
AT_FLUSH = "flush"
"""Only what was flushed is on the disk, though a rename is there at once (a computer's write cache)."""

_NOT_FOUND = 2
_IO_ERROR = 5
_EXISTS = 17
_READ_ONLY = 30


class PowerCut(BaseException):
    """The power is gone: nothing reaches the disk until FaultyDisk.restart()."""


class FaultyDisk:
    """Files by path, and a counter of the steps that change the disk.

    Steps are: opening for writing, the first and the second half of a write, flush, close, rename, remove and mkdir.
    """

    def __init__(self, commits: str = AT_WRITE) -> None:
        """An empty disk with the folder "/"; `commits` is AT_WRITE, AT_CLOSE or AT_FLUSH."""
        self.commits = commits
        self.files: dict[str, bytes] = {}
        """What a restart finds."""
        self.folders = {"/"}
        self.unreadable: set[str] = set()
        self.read_only = False
        self._seen: dict[str, bytes] = {}
        self.restart()

    def restart(self) -> None:
        """Power is back: only what had reached the disk is there, and nothing will fail."""
        self._seen = dict(self.files)
        self.heal()

    def heal(self) -> None:
        """Nothing fails any more; the program goes on without a restart."""
        self.steps = 0
        self._fault_step = -1
        self._fault_errno = 0
        self._fault_lasts = False

    def copy(self) -> "FaultyDisk":
        """Another disk with the same files, as after a restart."""
        twin = FaultyDisk(self.commits)
        twin.files = dict(self.files)
        twin.folders = set(self.folders)
        twin.restart()
        return twin

    def cut_at(self, step: int) -> None:
        """Lose power at this step (0 is the first after a restart or heal), for good: no clean-up code runs."""
        self._fault_step, self._fault_errno, self._fault_lasts = step, 0, True

    def fail_at(self, step: int, errno: int, lasts: bool) -> None:
        """Raise OSError(errno) at this step, and at every one after it when it `lasts`."""
        self._fault_step, self._fault_errno, self._fault_lasts = step, errno, lasts

    def put(self, path: str, data: bytes) -> None:
        """Place a file from outside, past all faults."""
        self.files[path] = data
        self._seen[path] = data

    def parts(self) -> "dict[str, object]":
        """What to set in the module under test, by name."""
        return {"os": self, "open": self.open, "replace": self.rename, "to_disk": self.to_disk}

    def _step(self) -> None:
        """Count one step. Raises PowerCut or OSError when it is the chosen one."""
        if self.read_only:
            raise OSError(_READ_ONLY, "read-only disk")
        now = self.steps
        self.steps += 1
        if now == self._fault_step or (self._fault_lasts and now > self._fault_step >= 0):
            if self._fault_errno:
                raise OSError(self._fault_errno, "chosen by the test")
            raise PowerCut()

    def stat(self, path: str) -> tuple[int, ...]:
        """As os.stat: the kind in place 0, the size in place 6. Raises OSError."""
        if path in self.folders:
            return (0x4000, 0, 0, 0, 0, 0, 0, 0, 0, 0)
        if path not in self._seen:
            raise OSError(_NOT_FOUND, "no such file")
        return (0x8000, 0, 0, 0, 0, 0, len(self._seen[path]), 0, 0, 0)

    def mkdir(self, path: str) -> None:
        """As os.mkdir. Raises OSError."""
        self._step()
        if path in self.folders:
            raise OSError(_EXISTS, "exists")
        self._need_folder(path)
        self.folders.add(path)

    def remove(self, path: str) -> None:
        """As os.remove. Raises OSError."""
        self._step()
        if path not in self._seen:
            raise OSError(_NOT_FOUND, "no such file")
        del self._seen[path]
        self.files.pop(path, None)

    def rename(self, source: str, target: str) -> None:
        """As sixpip.port.replace: over an existing file, in one step. Raises OSError."""
        self._step()
        if source not in self._seen:
            raise OSError(_NOT_FOUND, "no such file")
        self._seen[target] = self._seen.pop(source)
        self.files[target] = self.files.pop(source, b"")

    def listdir(self, path: str) -> "list[str]":
        """As os.listdir: the names of the files. Raises OSError."""
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
        """As sixpip.port.to_disk. Raises OSError."""
        self._step()
        if self.commits == AT_FLUSH:
            self.files[file.path] = self._seen[file.path]

    def write(self, path: str, data: bytes) -> None:
        """Append to a file in two halves. Raises OSError, with the first half written if it came after that."""
        for part in (data[: len(data) // 2], data[len(data) // 2 :]):
            self._step()
            self._seen[path] += part
            if self.commits == AT_WRITE:
                self.files[path] = self._seen[path]

    def read(self, path: str) -> bytes:
        """The whole of a file."""
        return self._seen[path]

    def close(self, path: str, failed: bool) -> None:
        """End of writing a file; littlefs keeps nothing of one whose write or close failed. Raises OSError."""
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
    """An open file of a FaultyDisk: read, or write, in a `with`."""

    def __init__(self, disk: FaultyDisk, path: str, writing: bool) -> None:
        """Made by FaultyDisk.open only."""
        self._disk = disk
        self.path = path
        self._writing = writing
        self._failed = False
        self._at = 0

    def read(self, count: int = -1) -> bytes:
        """The rest of the content, or `count` bytes of it."""
        start = self._at
        content = self._disk.read(self.path)
        self._at = len(content) if count < 0 else min(start + count, len(content))
        return content[start : self._at]

    def write(self, data: bytes) -> int:
        """Append `data`. Raises OSError as the disk does."""
        self._failed = True  # unless the next line comes to its end
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
    """The disk, restarted, as each possible power cut during `action` leaves it; the last one without any cut."""
    worlds: list[FaultyDisk] = []
    while True:
        world = disk.copy()
        world.cut_at(len(worlds))
        try:
            action(world)
            whole = True
        except PowerCut:
            whole = False
        world.restart()
        worlds.append(world)
        if whole:
            return worlds

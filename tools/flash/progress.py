"""A progress bar in the terminal while files travel; nothing where the output goes into a file."""

import contextlib
from collections.abc import Iterator

from rich.console import Console
from rich.progress import BarColumn, DownloadColumn, Progress, TextColumn, TimeRemainingColumn

from tools.flash.install import Progress as Told


@contextlib.contextmanager
def bar(total: int, console: Console | None = None) -> Iterator[Told]:
    """A bar of `total` bytes; what is given moves it on and names what is under way. `console`: not the terminal."""
    console = console or Console(stderr=True)
    columns = (BarColumn(), DownloadColumn(), TimeRemainingColumn(), TextColumn("{task.fields[name]}", markup=False))
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as progress:
        task = progress.add_task("", total=total, name="")
        yield lambda name, many: progress.update(task, advance=many, name=name)

"""A progress bar in the terminal while files are copied; nothing when the output is not a terminal."""

import contextlib
from collections.abc import Iterator

from rich.console import Console
from rich.progress import BarColumn, DownloadColumn, Progress, TextColumn, TimeRemainingColumn

from tools.board.flash.install import Progress as Callback
from tools.terminal import progress_console


@contextlib.contextmanager
def progress_bar(total: int, console: Console | None = None) -> Iterator[Callback]:
    """Show a bar of `total` bytes and give the callback that advances it. `console`: in place of the terminal."""
    console = console or progress_console()
    columns = (BarColumn(), DownloadColumn(), TimeRemainingColumn(), TextColumn("{task.fields[name]}", markup=False))
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as progress:
        task = progress.add_task("", total=total, name="")
        yield lambda name, count: progress.update(task, advance=count, name=name)

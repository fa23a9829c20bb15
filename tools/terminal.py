"""What every command does at its terminal, whatever it is given: readable errors, no escape sequences, closed pipes.

`command` wraps the main function of a command, and `print_message` prints an error as one line. The text
may come from a stranger: a log, a file name, a reply of the board.
"""

import argparse
import errno
import os
import re
import shlex
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial, wraps
from typing import TYPE_CHECKING, Any, NoReturn, ParamSpec, TextIO, cast, overload

if TYPE_CHECKING:
    from rich.console import Console

Parameters = ParamSpec("Parameters")

CLOSED = 141
"""The exit status of a command whose output is no longer read, as after SIGPIPE."""
INTERRUPTED = 130

_MOST_SHOWN = 80
_MOST_REPORTED = 900
_CLOSED_PIPE = (errno.EPIPE, errno.EINVAL) if sys.platform == "win32" else (errno.EPIPE,)
_UNSAFE = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ud800-\udfff]")
"""Characters that move the cursor, change the order of the text, or are invisible; not \\n and \\t."""


def escaped(text: str) -> str:
    r"""The text with an escape such as \x1b for each character that a terminal would act on."""
    return _UNSAFE.sub(lambda match: match[0].encode("unicode-escape").decode(), text)


def shown(text: object, most: int = _MOST_SHOWN) -> str:
    """The text as one line of about `most` characters at most; the middle of a longer one is left out."""
    line = escaped(str(text)).replace("\n", "\\n").replace("\t", "\\t")
    half = most // 2
    return line if len(line) <= most else f"{line[:half]} ... {line[-half:]}"


def quoted(words: Sequence[str], platform: str = sys.platform) -> str:
    """The words as they are typed in a shell of the system."""
    return subprocess.list2cmdline(words) if platform == "win32" else shlex.join(words)


def print_message(message: object) -> None:
    """Print an error or another message as one line on sys.stderr."""
    print(shown(message, _MOST_REPORTED), file=sys.stderr)


def whole_number(text: str, least: int, most: int) -> int | None:
    """The number that `text` is in decimal digits; None when it is anything else, or not from `least` to `most`."""
    if not re.fullmatch(r"[0-9]{1,18}", text):
        return None
    return int(text) if least <= int(text) <= most else None


def whole(least: int, most: int, name: str = "number") -> Callable[[str], int]:
    """The type of an argument of a Parser: a whole number in a range. `name`: of what it counts, in the error."""

    def parse(text: str) -> int:
        value = whole_number(text, least, most)
        if value is None:
            raise argparse.ArgumentTypeError(f"{shown(text)} is not a {name} from {least} to {most}")
        return value

    return parse


class Parser(argparse.ArgumentParser):
    """Reports wrong arguments in one sentence, without the usage text; takes no abbreviations of options."""

    def __init__(self, *args: Any, **options: Any) -> None:
        """The arguments of ArgumentParser. Subcommands get a Parser, too."""
        super().__init__(*args, **{"allow_abbrev": False, **options})

    def error(self, message: str) -> NoReturn:
        """Print one sentence and exit with status 2."""
        print_message(f"{message[:1].upper()}{message[1:].removesuffix('.')}: see {self.prog} --help")
        raise SystemExit(2)


class _Output:
    """A stream for text that may be from a stranger: escapes it, and does not fail after its reader has gone."""

    def __init__(self, stream: TextIO, finishes: bool) -> None:
        """`finishes`: whether the command runs to its end after its output was closed."""
        self.stream = stream
        self._finishes = finishes

    def write(self, text: str) -> int:
        """Write the text escaped. Raises SystemExit when the output is closed or full, unless the command finishes."""
        encoding = self.stream.encoding or "utf-8"
        safe = escaped(text).encode(encoding, "backslashreplace").decode(encoding)
        self._attempt(lambda: self.stream.write(safe))
        return len(text)

    def writelines(self, lines: Iterable[str]) -> None:
        """Write each text as `write` does."""
        for line in lines:
            self.write(line)

    def flush(self) -> None:
        """Write what is buffered. Raises SystemExit as `write` does."""
        self._attempt(self.stream.flush)

    def _attempt(self, action: Callable[[], object]) -> None:
        try:
            action()
        except OSError as error:
            self._discard()
            closed = error.errno in _CLOSED_PIPE
            if not closed:
                print_message(f"The output cannot be written ({error.strerror}): write it somewhere else.")
            if not self._finishes:
                raise SystemExit(CLOSED if closed else 1) from None

    def _discard(self) -> None:
        """Discard all further output, and what the interpreter would write at its end."""
        null = os.open(os.devnull, os.O_WRONLY)
        os.dup2(null, self.stream.fileno())
        os.close(null)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.stream, name)


def progress_console() -> "Console":
    """A Rich console for progress bars, which need the escape sequences that print() may not write."""
    from rich.console import Console

    return Console(file=sys.stderr.stream if isinstance(sys.stderr, _Output) else sys.stderr)


@contextmanager
def progress_bars() -> Iterator[Callable[[str], Callable[[int, int], None]]]:
    """Gives what shows a bar with a title and returns its callback for what is done; nothing outside a terminal."""
    if not sys.stderr.isatty():
        yield lambda title: lambda done, total: None
        return
    from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn

    console = progress_console()
    columns = (TextColumn("{task.description}", markup=False), BarColumn(), TimeElapsedColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as progress:

        def bar(title: str) -> Callable[[int, int], None]:
            task = progress.add_task(title, total=None)
            return lambda done, total: progress.update(task, completed=done, total=total, visible=done < total)

        yield bar


@overload
def command(main: Callable[Parameters, int]) -> Callable[Parameters, int]: ...


@overload
def command(*, finishes: bool) -> Callable[[Callable[Parameters, int]], Callable[Parameters, int]]: ...


def command(main: Any = None, *, finishes: bool = False) -> Any:
    """Decorate the main function of a command, which returns the exit status.

    When its output is closed, as by `| head -1` after the first line, the command stops without a message and with
    status CLOSED. With `finishes`, for one that changes files or a board, it runs to its end instead. An error of
    the operating system and Ctrl-C are reported in one sentence.
    """
    if main is None:
        return partial(_decorated, finishes=finishes)
    return _decorated(main, finishes)


def _decorated(main: Callable[Parameters, int], finishes: bool) -> Callable[Parameters, int]:
    @wraps(main)
    def run(*arguments: Parameters.args, **options: Parameters.kwargs) -> int:
        if isinstance(sys.stdout, _Output):  # one command calls another
            return main(*arguments, **options)
        streams = sys.stdout, sys.stderr
        sys.stdout, sys.stderr = (cast(TextIO, _Output(stream or _null(), finishes)) for stream in streams)
        try:
            return _status(partial(main, *arguments, **options))
        finally:
            sys.stdout, sys.stderr = streams

    return run


def _null() -> TextIO:
    """A stream in place of one that was closed before the start."""
    return open(os.devnull, "w", encoding="utf-8")


def _status(main: Callable[[], int]) -> int:
    """Run the command and write its output to the end; return the exit status."""
    try:
        status = main()
        sys.stdout.flush()
        return status
    except SystemExit:  # after --help
        sys.stdout.flush()
        raise
    except OSError as error:
        about = f"{error.filename} cannot be used" if error.filename is not None else "The command failed"
        print_message(f"{about} ({error.strerror or error}): correct that, or name another file or folder.")
        return 1
    except KeyboardInterrupt:
        print_message("Interrupted: run the command again.")
        return INTERRUPTED

"""A web server for the demo as anyone may run it (`python3 -m http.server`), in a thread, for tests and bench."""

import threading
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path


class QuietHandler(SimpleHTTPRequestHandler):
    """Answers with files, and prints nothing."""

    def log_request(self, code: int | str = "-", size: int | str = "-") -> None:
        """Prints nothing."""

    def log_error(self, *args: object) -> None:
        """Prints nothing."""


class StaticServer:
    """Serves the files of a folder on any free port of this computer."""

    def __init__(self, folder: Path, handler: type[QuietHandler] = QuietHandler) -> None:
        """Starts at once."""
        self._http = ThreadingHTTPServer(("127.0.0.1", 0), partial(handler, directory=str(folder)))
        self._thread = threading.Thread(target=self._http.serve_forever, name="static server", daemon=True)
        self._thread.start()
        self.origin = f"http://127.0.0.1:{self._http.server_address[1]}"

    def stop(self) -> None:
        """Ends the server and closes its port."""
        self._http.shutdown()
        self._http.server_close()
        self._thread.join()

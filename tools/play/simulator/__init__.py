"""`python -m tools.play.simulator`: the console in a browser, with the unchanged firmware."""

from pathlib import Path

PAGE = Path(__file__).parent / "page"
"""The files of the page, which the demo has, too."""
